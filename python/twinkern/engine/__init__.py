"""The Python engine, and nothing else: what is asked (`spec`), what is decided (`plan`), and the kernel that comes of it.

What other parts may know of it stands here: how a convolution is asked for, and how it is refused. An engine runs behind
`twinkern.engines.Engine`.
"""

from twinkern.engine.ir.verifier import InternalError
from twinkern.engine.spec.json_reader import LENGTH_LIMIT
from twinkern.engine.spec.problem import ConvProblem
from twinkern.engine.spec.spec import RANK_LIMIT, ConvSpec, canonical_json, read_spec
from twinkern.engine.spec.violations import Refusal, SpecError, Violation, guess
from twinkern.words import (
    ALIASES_BY_NAME,
    FIELDS_BY_NAME,
    WordError,
    alternatives,
    check_words,
    parse_words,
    words_to_json,
)

__all__ = [
    "ALIASES_BY_NAME",
    "ConvProblem",
    "ConvSpec",
    "FIELDS_BY_NAME",
    "InternalError",
    "LENGTH_LIMIT",
    "RANK_LIMIT",
    "Refusal",
    "SpecError",
    "Violation",
    "WordError",
    "alternatives",
    "canonical_json",
    "check_words",
    "guess",
    "parse_words",
    "read_spec",
    "words_to_json",
]
