"""The command line: `twinkern --help`.

Exit status: 0 all held; 1 something was found wrong; 2 the input or the output could not be used, with one clear line on
standard error (none where the reader of a pipe has gone); 130 interrupted.
"""

from __future__ import annotations

import contextlib
import os
import sys

import click

from twinkern.cli import benching, emission, fuzzing, gates, profiling, proving
from twinkern.cli.output import echo
from twinkern.engine import InternalError, Refusal, SpecError
from twinkern.gate.cases import CaseError
from twinkern.gate.golden import GoldenError

EXIT_WRONG, EXIT_BAD_INPUT, EXIT_INTERRUPTED = 1, 2, 130


class Commands(click.Group):
    """The commands; an interrupt of one is told in a line, where click prints an empty one."""

    def invoke(self, ctx: click.Context) -> object:
        """Run the command that was asked for."""
        try:
            return super().invoke(ctx)
        except (KeyboardInterrupt, EOFError):
            raise click.exceptions.Abort("interrupted") from None


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
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


for command in (
    *emission.COMMANDS,
    *proving.COMMANDS,
    *profiling.COMMANDS,
    *gates.COMMANDS,
    *benching.COMMANDS,
    *fuzzing.COMMANDS,
):
    group.add_command(command)


def judging_errors() -> tuple[type[Exception], ...]:
    """The errors of the judges, which are imported only once something went wrong."""
    from twinkern.judge.simulator import SimulatorError
    from twinkern.judge.toolchain import ToolchainError
    from twinkern.launch.manifest import ManifestError

    return (ToolchainError, SimulatorError, ManifestError)


def main() -> None:
    """Run the command line and exit."""
    if sys.stdout is None:
        report("standard output is closed")
        sys.exit(EXIT_BAD_INPUT)
    with contextlib.redirect_stdout(sys.stdout):  # whatever a command redirects is as it was when its error is told
        status = run() or 0
    try:
        sys.stdout.flush()
    except OSError as error:
        # What cannot be written must not be tried again when the process ends.
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        report(str(error))
        status = EXIT_BAD_INPUT
    sys.exit(status)


def run() -> int | None:
    """Run the command that the arguments name; its exit status."""
    try:
        status: int | None = group(standalone_mode=False, prog_name="twinkern")
        return status
    except Refusal as refusal:
        report(f"refused: {refusal}")
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
    except click.ClickException as error:
        context = getattr(error, "ctx", None)
        advice = f" (see {context.command_path} --help)" if context else ""
        report(" ".join(error.format_message().split()).removesuffix(".") + advice)
    except click.exceptions.Abort as interruption:
        report(str(interruption) or "interrupted")
        return EXIT_INTERRUPTED
    except SystemExit:
        # How click and rich end where the reader of our output has gone; other ends are a status or an exception.
        return EXIT_BAD_INPUT
    except (SpecError, CaseError, GoldenError, OSError, ImportError) as error:
        report(str(error))
    except InternalError as error:
        report(f"a bug in twinkern, please report it: {error}")
        return EXIT_WRONG
    except MemoryError:
        report("out of memory; a smaller problem would fit")
        return EXIT_WRONG
    except judging_errors() as error:
        report(str(error))
        return EXIT_WRONG
    return EXIT_BAD_INPUT


def report(message: str) -> None:
    """One message on standard error."""
    echo(f"twinkern: {message}", err=True)
