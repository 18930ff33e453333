"""What can be done with a program beside reading it. Nothing heavy is imported before it is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from twinkern.engines import DEFAULT_FLAVOR, Program, Spec, emit

if TYPE_CHECKING:
    from twinkern.judge.proof import Proof, Simulation
    from twinkern.judge.toolchain import Compiled


def as_program(subject: Program | Spec) -> Program:
    """The program itself, or that of a spec in the default flavour."""
    return subject if isinstance(subject, Program) else emit(subject, flavor=DEFAULT_FLAVOR)


def compile(subject: Program | Spec, *, assembly: bool = False) -> Compiled:
    """Compile a program, or that of a spec, with the LLVM of its flavour.

    Raises twinkern.judge.toolchain.ToolchainError where LLVM refuses the text or is not installed, Refusal for a refused spec.
    """
    from twinkern.judge import toolchain

    program = as_program(subject)
    return toolchain.compile(program.text, arch=program.arch, flavor=program.flavor, assembly=assembly)


def simulate(
    subject: Program | Spec, *, seed: int = 0, kind: str = "normal", sanitize: bool = True
) -> Simulation:
    """Run a program, or that of a spec, in the simulator on made-up operands, and compare with the oracle.

    `kind` of operands is "normal", "integers", "ones" or "special". Raises Refusal for a refused spec.
    """
    from twinkern.judge.proof import run_simulation

    return run_simulation(as_program(subject), seed=seed, kind=kind, sanitize=sanitize)


def prove(spec: Spec) -> Proof:
    """Put a spec before every oracle at hand: both engines, every flavour's tool chain, the simulator, the reference.

    Raises Refusal where the engines agree to refuse the spec, ImportError where the C engine is missing or not that of the
    checkout that this runs in.
    """
    from twinkern.engines import spec_bytes
    from twinkern.judge.judged import check_judged
    from twinkern.judge.proof import prove_spec

    check_judged()
    return prove_spec("spec", spec_bytes(spec))
