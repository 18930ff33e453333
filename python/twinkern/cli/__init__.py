"""The command line: `twinkern --help`.

Exit status: 0 all held; 1 something was found wrong; 2 the input could not be used, with one clear line on standard error.
"""

from __future__ import annotations

import sys

import click

from twinkern.cases import CaseError
from twinkern.cli import emission, fuzzing, gates, profiling, proving
from twinkern.cli.output import echo
from twinkern.golden import GoldenError
from twinkern.ir.verifier import InternalError
from twinkern.violations import Refusal, SpecError

EXIT_WRONG, EXIT_BAD_INPUT, EXIT_INTERRUPTED, EXIT_NO_READER = 1, 2, 130, 141


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(package_name="twinkern")
def group() -> None:
    """GPU convolution kernels as LLVM IR, emitted by two engines that print the same bytes.

    A SPEC says which kernel: the name of a case or a glob of names (`twinkern cases` lists them), a JSON file, or words
    such as

    \b
      direction=forward arch=gfx950 n=2 c=64 k=64 input=14x14 filter=3x3 pad=1

    where a per-axis field with one value means that value on every axis. Fields left out are chosen for you; `twinkern
    fields` lists them all.

    Start with `twinkern prove 'showpiece_*'`: it emits six kernels with both engines, compares the bytes, links them, runs
    them in the simulator and checks the results.
    """


for command in (*emission.COMMANDS, *proving.COMMANDS, *profiling.COMMANDS, *gates.COMMANDS, *fuzzing.COMMANDS):
    group.add_command(command)


def judging_errors() -> tuple[type[Exception], ...]:
    """The errors of the judges, which are imported only once something went wrong."""
    from twinkern.launch import ManifestError
    from twinkern.sim import SimulatorError
    from twinkern.toolchain import ToolchainError

    return (ToolchainError, SimulatorError, ManifestError)


def main() -> None:
    """Run the command line and exit."""
    try:
        status = group(standalone_mode=False, prog_name="twinkern")
    except Refusal as refusal:
        report(f"refused: {refusal}")
        status = EXIT_BAD_INPUT
    except click.ClickException as error:
        error.show()
        status = EXIT_BAD_INPUT
    except click.exceptions.Abort as interruption:
        report(str(interruption) or "interrupted")
        status = EXIT_INTERRUPTED
    except SystemExit:
        # How click ends where the reader of our output has gone; whatever else ends a command is a status or an exception.
        status = EXIT_NO_READER
    except (SpecError, CaseError, GoldenError, OSError, ImportError) as error:
        report(str(error))
        status = EXIT_BAD_INPUT
    except InternalError as error:
        report(f"a bug in twinkern, please report it: {error}")
        status = EXIT_WRONG
    except MemoryError:
        report("out of memory; a smaller problem would fit")
        status = EXIT_WRONG
    except judging_errors() as error:
        report(str(error))
        status = EXIT_WRONG
    sys.exit(status or 0)


def report(message: str) -> None:
    """One message on standard error."""
    echo(f"twinkern: {message}", err=True)
