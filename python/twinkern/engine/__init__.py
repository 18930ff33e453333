"""The Python engine, and nothing else: what is asked (`spec`), what is decided (`plan`), and the kernel that comes of it.

What other parts may know of it stands here: how a convolution is asked for, and how it is refused. An engine runs behind
`twinkern.engines.Engine`.
"""

from twinkern.engine.ir.verifier import InternalError
from twinkern.engine.spec.problem import ConvProblem
from twinkern.engine.spec.spec import ConvSpec, read_spec
from twinkern.engine.spec.violations import Refusal, SpecError, Violation, guess

__all__ = ["ConvProblem", "ConvSpec", "InternalError", "Refusal", "SpecError", "Violation", "guess", "read_spec"]
