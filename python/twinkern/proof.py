"""The main job: a spec before every oracle at hand.

Engines that agree prove only that they agree. So the text is also linked by every LLVM flavour that this machine has, run in
the simulator with all sanitizers on a poisoned output, and its result held against a reference with a derived bound.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from twinkern import oracle, sim, toolchain
from twinkern._contract import ARCHES, FLAVORS
from twinkern.cases import Case, replaced
from twinkern.engines import DEFAULT_FLAVOR, NativeEngine, Program, PythonEngine
from twinkern.parity import compare_case
from twinkern.problem import ConvProblem, gemm_shape, product, round_up
from twinkern.spec import ConvSpec, read_spec
from twinkern.violations import Refusal, Violation
from twinkern.words import words_to_json

SIMULATED_WORK = 100_000_000
"""Multiply-adds, padding of the tiles included, up to which a problem is simulated as it is."""
POISON = 0xFF
"""The byte that fills outputs before a run: NaN in every floating type."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """One run in the simulator, compared with the oracle.

    `program` is what was run; `findings` are the sanitizers'; `comparison` is the oracle's; `output` is the stored result;
    `counters` are the simulator's, by the name of the kernel.
    """

    program: Program
    findings: tuple[sim.Finding, ...]
    comparison: oracle.Comparison
    output: np.ndarray
    counters: dict[str, sim.Counters]

    @property
    def ok(self) -> bool:
        """No finding, and every element within its bound."""
        return not self.findings and self.comparison.ok


@dataclass(frozen=True, slots=True)
class Check:
    """One oracle's word. `ok` is None where it could not be asked; `text` is short, `detail` the reasons for people."""

    oracle: str
    ok: bool | None
    text: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Proof:
    """What every oracle said of one spec."""

    case: str
    name: str
    arch: str
    direction: str
    checks: tuple[Check, ...]
    resources: dict[str, int | str]
    seconds: float

    @property
    def ok(self) -> bool:
        """Whether every oracle that could be asked agrees; engines, one tool chain and the simulator must have been."""
        asked = {check.oracle for check in self.checks if check.ok is not None}
        needed = {"engines"} if self.name == "" else {"engines", "link", "simulator", "reference"}
        return needed <= asked and all(check.ok is not False for check in self.checks)

    def as_json(self) -> dict:
        """The proof as plain data."""
        return {
            "case": self.case,
            "kernel": self.name,
            "arch": self.arch,
            "direction": self.direction,
            "ok": self.ok,
            "checks": [
                {"oracle": row.oracle, "ok": row.ok, "text": row.text, "detail": row.detail} for row in self.checks
            ],
            "resources": self.resources,
            "seconds": round(self.seconds, 3),
        }


def output_buffer(program: Program, spec: ConvSpec) -> np.ndarray:
    """A poisoned output of a program, of its shape and storage type."""
    shape = oracle.output_shape(spec.direction, spec.problem)
    storage = oracle.TYPES[spec.out_type].storage
    buffer = np.empty(shape, storage)
    buffer.view(np.uint8).reshape(-1)[:] = POISON
    return buffer


def run_simulation(
    program: Program,
    *,
    seed: int = 0,
    kind: str = "normal",
    sanitize: bool = True,
    count: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Simulation:
    """Run a program in the simulator on made-up operands, its output poisoned, and compare with the oracle.

    `count` and `progress` are as for `sim.run`; `progress` starts anew with each launch.
    """
    spec = program.spec
    a, b = oracle.make_operands(spec.direction, spec.problem, spec.in_type, seed, kind)
    output = output_buffer(program, spec)
    findings: list[sim.Finding] = []
    counters: dict[str, sim.Counters] = {}
    kernels = {kernel["name"]: kernel for kernel in program.described["kernels"]}
    for name in program.described["launches"]:
        kernel = kernels[name]
        outputs = tuple(i for i, row in enumerate(kernel["arguments"]) if row["role"] == "output")
        run = sim.run(
            program.text,
            kernel=name,
            grid=tuple(kernel["grid"]),
            block=tuple(kernel["block"]),
            args=[a, b, output],
            arch=spec.arch,
            sanitize=sanitize,
            outputs=outputs if sanitize else (),
            count=count,
            progress=progress,
        )
        findings += run.findings
        counters[name] = run.counters
    wide_a, wide_b = (oracle.to_float64(array, spec.in_type) for array in (a, b))
    expected = oracle.reference(spec.direction, wide_a, wide_b, spec.problem)
    bound = oracle.bound(spec.direction, wide_a, wide_b, spec.problem, spec.out_type)
    nan_allowed = oracle.may_be_nan(spec.direction, wide_a, wide_b, spec.problem)
    comparison = oracle.compare(output, expected, bound, spec.out_type, nan_allowed)
    return Simulation(program, tuple(findings), comparison, output, counters)


def work(spec: ConvSpec) -> int:
    """Multiply-adds of a resolved spec, the padding of its tiles included."""
    shape = gemm_shape(spec.problem, spec.direction)
    rows = round_up(shape.m, spec.tile_m)
    columns = round_up(shape.n, spec.tile_n)
    return product(shape.phases, rows, columns, round_up(shape.k, spec.tile_k), spec.problem.groups)


def halved(problem: ConvProblem) -> ConvProblem | None:
    """The problem with its largest of batch and image halved, or None where nothing is left to halve."""
    if problem.n > 1:
        return replace(problem, n=problem.n // 2)
    for axis in sorted(range(problem.rank), key=lambda index: -problem.input[index]):
        least = max(problem.extent(axis) - problem.pad_before[axis] - problem.pad_after[axis], 1)
        size = max(least, problem.input[axis] // 2)
        if size < problem.input[axis]:
            return replace(problem, input=(*problem.input[:axis], size, *problem.input[axis + 1 :]))
    if problem.groups > 1:
        groups = next(count for count in range(problem.groups // 2, 0, -1) if problem.groups % count == 0)
        return replace(problem, groups=groups, c=problem.group_c * groups, k=problem.group_k * groups)
    return None


def simulated_spec(program: Program, case: Case) -> ConvSpec:
    """The spec to simulate for a program: its own where that is small, else the same kernel on a smaller problem.

    Tile, warps, atom, pipeline and epilogue stay; vector widths are deduced anew, as they follow the channels.
    """
    spec = program.spec
    asked = read_spec(program.asked.encode())
    problem = spec.problem
    if case.simulate:
        problem = read_spec(words_to_json(replaced(case.words, case.simulate))).problem
    while work(replace(spec, problem=problem)) > SIMULATED_WORK:
        smaller_problem = halved(problem)
        if smaller_problem is None:
            break
        problem = smaller_problem
    if problem == spec.problem:
        return spec
    return replace(
        spec, problem=problem, vector_a=asked.vector_a, vector_b=asked.vector_b, vector_d=asked.vector_d
    )


def check_links(programs: dict[str, Program]) -> tuple[list[Check], dict[str, int | str]]:
    """Link the text of every flavour that this machine can; resources are those of the default flavour.

    A text that differs in nothing from one that the same LLVM has linked is not linked again.
    """
    checks = []
    compiled_texts: dict[tuple[str, str], tuple[toolchain.Compiled, toolchain.Linked]] = {}
    resources: dict[str, int | str] = {}
    available = toolchain.available_flavors()
    for flavor, program in programs.items():
        status = available[flavor]
        if not status.available:
            checks.append(Check("link", None, f"no {flavor}", status.description))
            continue
        stand_in = toolchain.linking_flavor(flavor)
        if stand_in in programs and stand_in != flavor and program.text != programs[stand_in].text:
            checks.append(Check("link", None, f"{flavor.removeprefix('llvm')} unproven", "no LLVM at hand knows this text"))
            continue
        key = (stand_in, program.text)
        try:
            if key not in compiled_texts:
                compiled = toolchain.compile(program.text, arch=program.arch, flavor=flavor)
                compiled_texts[key] = compiled, toolchain.link(compiled)
        except toolchain.ToolchainError as error:
            checks.append(Check("link", False, f"{flavor} fails", str(error)))
            continue
        compiled, linked = compiled_texts[key]
        text = flavor.removeprefix("llvm") + ("" if status.proven else "?")
        checks.append(Check("link", True, text, f"{status.description}; {linked.proof}"))
        if flavor == DEFAULT_FLAVOR:
            kernel = compiled.kernels[0]
            fits = toolchain.occupancy(kernel, ARCHES[program.arch])
            resources = {
                "vgprs": kernel.vgpr_count,
                "agprs": kernel.agpr_count,
                "sgprs": kernel.sgpr_count,
                "lds_bytes": kernel.lds_bytes,
                "spills": kernel.vgpr_spills + kernel.sgpr_spills,
                "waves_per_unit": fits.waves_per_unit,
                "limited_by": fits.limit,
            }
    return checks, resources


def check_run(program: Program) -> list[Check]:
    """Run a program as it is in the simulator, with all sanitizers, and hold its result against the reference."""
    try:
        result = run_simulation(program)
    except (sim.SimulatorError, MemoryError) as error:
        return [Check("simulator", False, "stopped", str(error) or "out of memory")]
    count = len(result.findings)
    found = "clean" if count == 0 else f"{count} findings"
    comparison = result.comparison
    return [
        Check("simulator", count == 0, found, "\n".join(map(str, result.findings))),
        Check("reference", comparison.ok, "right" if comparison.ok else "wrong", str(comparison)),
    ]


def check_simulation(program: Program, case: Case) -> list[Check]:
    """`check_run` of a program, or of the same kernel on a smaller problem."""
    spec = simulated_spec(program, case)
    try:
        subject = PythonEngine().emit(spec.to_json().encode(), program.flavor)
    except Refusal as refusal:
        return [Check("simulator", False, "refused", f"the smaller problem is refused: {refusal}")]
    checks = check_run(subject)
    if subject.resolved == program.resolved:
        return checks
    where = f"on {describe(spec.problem)}"
    return [replace(check, detail=f"{where}\n{check.detail}".strip()) for check in checks]


def judge(program: Program) -> Iterator[Check]:
    """What the oracles that need no engine say of a given program, its text and manifest as they stand, one by one.

    They are those of `prove_case`: whoever wants but the first objection asks for no more.
    """
    yield from check_run(program)
    yield from check_links({program.flavor: program})[0]


def describe(problem: ConvProblem) -> str:
    """A problem in a few words."""
    sizes = ("x".join(map(str, values)) for values in (problem.input, problem.filter))
    return "n{} c{} k{} g{} input {} filter {}".format(problem.n, problem.c, problem.k, problem.groups, *sizes)


def refused_alike(case: Case, violations: tuple[Violation, ...], started: float) -> Proof:
    """The proof of a case that must be refused, and is."""
    text = f"refused: {violations[0].code}"
    check = Check("engines", True, text, "\n".join(map(str, violations)))
    return Proof(case.name, "", "", "", (check,), {}, time.monotonic() - started)


def prove_case(case: Case) -> Proof:
    """Put a case before every oracle."""
    started = time.monotonic()
    engines = (PythonEngine(), NativeEngine())
    verdicts = [compare_case(case, flavor, engines) for flavor in FLAVORS]
    bad = next((verdict for verdict in verdicts if not verdict.ok), None)
    if bad is not None:
        check = Check("engines", False, bad.status, f"{bad.flavor}: {bad.detail}")
        return Proof(case.name, "", "", "", (check,), {}, time.monotonic() - started)
    programs = {verdict.flavor: verdict.program for verdict in verdicts if verdict.program is not None}
    if not programs:
        return refused_alike(case, verdicts[0].violations, started)
    program = programs[DEFAULT_FLAVOR]
    size = sum(verdict.bytes for verdict in verdicts)
    checks = [Check("engines", True, "identical", f"{size} bytes in {len(programs)} flavours")]
    links, resources = check_links(programs)
    checks += links
    checks += check_simulation(program, case)
    spec = program.spec
    return Proof(
        case.name, program.name, spec.arch, spec.direction, tuple(checks), resources, time.monotonic() - started
    )


def prove_spec(name: str, data: bytes) -> Proof:
    """Put a spec in JSON before every oracle. Raises Refusal where both engines refuse it alike."""
    explained = PythonEngine().explain(data)
    if explained.violations and explained == NativeEngine().explain(data):
        raise Refusal(explained.violations)
    return prove_case(Case(name, "asked", data))
