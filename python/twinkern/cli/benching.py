"""Commands that measure: emission and the parity gate on this machine, and kernels on its GPU."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from twinkern.cli.output import OUTPUT_FILE, Output, progress, show_table
from twinkern.cli.specs import cases_option, find_cases
from twinkern.gate.cases import load_cases
from twinkern.profile.gpu_rows import DIRECTIONS, IN_TYPES, MOST_CANDIDATES, ROWS

HEAD = (
    "N C HxW K FxF s p g", "direction", "type", "TFLOP/s", "us", "quartiles", "cuDNN", "ratio", "of roofline", "of bound",
    "pick",
)  # fmt: skip

OF_EMISSION = {"directory": "--cases", "docs": "--docs"}
OF_GPU = {
    "svg": "--svg", "rows": "--rows", "directions": "--direction", "in_types": "--type", "candidates": "--candidates",
    "picks": "--picks", "l2": "--l2", "seconds": "--seconds",
}  # fmt: skip
"""Options that belong to one of the two benchmarks alone."""


def result_cells(result: Any) -> tuple[str, ...]:
    """A result as a row of the table."""
    pick = result.spec.split(" pad=")[1].split(" ", 1)[1]
    slices = f" ({result.split_k} slices)" if "split_k=-1" in pick else ""
    return (
        result.row, result.direction, result.in_type, f"{result.tflops:.0f}", f"{result.ours.median:.1f}",
        f"{result.ours.lower:.1f} to {result.ours.upper:.1f}", f"{result.their_tflops:.0f}", f"{result.ratio:.2f}",
        f"{result.of_roofline:.0%}", f"{result.used:.2f}", pick + slices,
    )  # fmt: skip


def known_picks(path: Path | None) -> dict[tuple[str, str], str] | None:
    """The picks of an earlier run's JSON, by row and direction. Raises click.BadParameter for a file that is none."""
    if path is None:
        return None
    try:
        rows = json.loads(path.read_text())["results"]
        return {(row["row"], row["direction"]): row["spec"].split(" pad=")[1].split(" ", 1)[1] for row in rows}
    except (OSError, UnicodeError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise click.BadParameter(f"{path} is no file that --json wrote: {type(error).__name__}: {error}") from None


def numbers(text: str | None) -> list[int]:
    """Row numbers from 0, in order. Raises click.BadParameter."""
    if text is None:
        return list(range(len(ROWS)))
    try:
        found = [int(part) for part in text.split(",")]
    except ValueError:
        found = [-1]
    if not all(0 <= number < len(ROWS) for number in found):
        raise click.BadParameter(f"--rows {text}: numbers from 0 to {len(ROWS) - 1} are needed, as in 0,3,8")
    return found


def bench_gpu(choice: Any, json_file: Output | None, picture: Output | None) -> int:
    """Time kernels beside cuDNN, and say how they compare; exit status 1 where a kernel is wrong or a row is missing, with what
    there is all the same. Raises click.ClickException where nothing can be timed."""
    from twinkern.profile.gpu_bench import Bench, BenchError, clocks, mean_ratio, report, run_bench, worst_ratio
    from twinkern.profile.gpu_picture import draw

    results = []
    wrong = ""
    try:
        bench = Bench(choice, "build/gpu-bench")
    except BenchError as error:
        raise click.ClickException(str(error)) from None
    before = clocks()
    try:
        with progress("timing") as tell:
            for result in run_bench(bench, tell):
                results.append(result)
    except BenchError as error:
        wrong = str(error)
    show_table(HEAD, [result_cells(result) for result in results], essential=(0, 1, 2), right=(3, 4, 6, 7, 8, 9))
    found = report(bench, results, before)
    click.echo(
        f"{found['device']}, PyTorch {found['torch']}, cuDNN {found['cudnn']}; L2 {found['l2']}; "
        f"clocks {found['clocks']['before']} before, {found['clocks']['after']} after"
    )
    click.echo(f"cuDNN's time over ours: geometric mean {mean_ratio(results):.3f} without the grouped and three-channel rows")
    click.echo(f"worst of those: {worst_ratio(results):.3f}")
    if json_file:
        json_file.write(json.dumps(found, indent=1) + "\n")
    if picture:
        picture.write(draw(results, found["device"]))
    if wrong:
        click.echo(f"twinkern: {wrong}", err=True)
        return 1
    wanted = len(choice.rows) * len(choice.directions) * len(choice.in_types)
    if len(results) < wanted:
        missing = f"{wanted - len(results)} of {wanted} are missing"
        click.echo(f"twinkern: {missing}: {choice.seconds:.0f} seconds were over", err=True)
        return 1
    return 0


@click.command()
@cases_option
@click.option("--json", "json_file", type=OUTPUT_FILE, metavar="FILE", help="Also write what was found as JSON.")
@click.option("--docs", type=OUTPUT_FILE, metavar="FILE", help="Also write the comparison of pipelines as a page of Markdown.")
@click.option("--gpu", is_flag=True, help="Time kernels on the GPU beside cuDNN instead; the options below belong to it.")
@click.option("--svg", type=OUTPUT_FILE, metavar="FILE", help="Also draw the comparison.")
@click.option("--rows", metavar="N,N", help="Rows of the table, by number from 0; by default all.")
@click.option("--direction", "directions", multiple=True, type=click.Choice(DIRECTIONS), help="By default all; repeatable.")
@click.option("--type", "in_types", multiple=True, type=click.Choice(IN_TYPES), help="By default all; repeatable.")
@click.option("--candidates", type=click.IntRange(1, MOST_CANDIDATES), default=MOST_CANDIDATES, show_default=True,
              help="Kernels to try for a row and direction; other types take its pick.")  # fmt: skip
@click.option("--picks", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE",
              help="Take the picks of what --json wrote before, and search none.")  # fmt: skip
@click.option("--l2", type=click.Choice(("warm", "cold")), default="warm", show_default=True,
              help="Whether the second-level cache is flushed before each run.")  # fmt: skip
@click.option("--seconds", type=click.FloatRange(1), default=540.0, show_default=True, help="Begin no row after that.")
def bench(
    directory: str | None, json_file: Output | None, docs: Output | None, gpu: bool, svg: Output | None, rows: str | None,
    directions: tuple[str, ...], in_types: tuple[str, ...], candidates: int, picks: Path | None, l2: str, seconds: float,
) -> int:  # fmt: skip
    """Measure emission and the parity gate on this machine, and compare the pipelines; or time kernels on its GPU."""
    context = click.get_current_context()
    foreign = OF_EMISSION if gpu else OF_GPU
    given = [word for name, word in foreign.items() if context.get_parameter_source(name) is ParameterSource.COMMANDLINE]
    if given:
        raise click.UsageError(f"{', '.join(given)}: {'not with' if gpu else 'only with'} --gpu")
    if gpu:
        from twinkern.profile.gpu_bench import Choice

        choice = Choice(
            numbers(rows), directions or DIRECTIONS, in_types or IN_TYPES, candidates, l2 == "cold", known_picks(picks), seconds
        )
        return bench_gpu(choice, json_file, svg)
    from twinkern.profile.bench import run_benchmarks
    from twinkern.profile.bench_pipelines import document

    with progress("measuring", "of the engines and the simulator") as tell:
        found = run_benchmarks(load_cases(find_cases(directory)), tell)
    for key, value in found.items():
        if not key.startswith("pipeline."):
            click.echo(f"{key:28} {value:12.3f}")
    click.echo("\n" + document(found))
    if docs:
        docs.write(document(found))
    if json_file:
        json_file.write(json.dumps(found, indent=1) + "\n")
    return 0


COMMANDS = (bench,)
