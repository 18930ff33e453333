"""The main job: a spec before every oracle at hand.

Engines that agree prove only that they agree. So the text is also linked by every LLVM flavour that this machine has, run in
the simulator with all sanitizers on a poisoned output, and its result held against a reference with a derived bound.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import gcd, prod
from typing import Any

import numpy as np

from twinkern._contract import ARCHES, ATOMS, ELEMENT_TYPES, FLAVORS, PROVEN_FLAVORS, DataType
from twinkern.engine import ConvProblem, ConvSpec, Refusal, Violation, read_spec
from twinkern.engines import DEFAULT_FLAVOR, NativeEngine, Program, PythonEngine
from twinkern.gate.cases import Case, replaced
from twinkern.gate.parity import compare_case
from twinkern.judge import machinecode, oracle, toolchain
from twinkern.judge import simulator as sim
from twinkern.judge.chain import GIVEN, chain_scalars, make_chain_operands, run_chain
from twinkern.judge.launch import POISON, Kernel, ManifestError, Plan, bound, lds_of, make_buffers, read_plan
from twinkern.judge.manifest_faults import TENSORS, expected_grid, manifest_faults, pixels_of
from twinkern.shown import html_table
from twinkern.words import words_to_json

NEEDED = frozenset(("engines", "manifest", "link", "machine code", "simulator", "reference"))
"""The oracles that must have spoken for a kernel to be proven."""
SIMULATED_WORK = 100_000_000
"""Multiply-adds, padding of the tiles included, up to which a problem is simulated as it is."""
DIRECT_COST = 16
"""Multiply-adds by atoms that the simulator does in the time of one without."""
SLOW_COMPILE = 5.0
"""Seconds of a processor that a compile may take without a word."""


@dataclass(frozen=True, slots=True, repr=False)
class Simulation:
    """One run in the simulator, compared with the oracle.

    `program` is what was run; `faults` are those of its manifest; `findings` are the sanitizers'; `comparison` is the oracle's;
    `output` is the stored result; `counters` are the simulator's, by the name of the kernel.
    """

    program: Program
    faults: tuple[str, ...]
    findings: tuple[sim.Finding, ...]
    comparison: oracle.Comparison
    output: np.ndarray
    counters: dict[str, sim.Counters]

    @property
    def ok(self) -> bool:
        """A manifest that holds, no finding, and every element within its bound."""
        return not self.faults and not self.findings and self.comparison.ok

    def __repr__(self) -> str:
        found = len(self.faults) + len(self.findings)
        return f"<Simulation of {self.program.name}: {found} findings, {'right' if self.comparison.ok else 'wrong'}>"

    def _repr_html_(self) -> str:
        """Result and findings as a table, for notebooks."""
        rows = [("result", self.comparison), *(("finding", finding) for finding in (*self.faults, *self.findings))]
        return html_table(repr(self).strip("<>"), rows)


@dataclass(frozen=True, slots=True)
class Check:
    """One oracle's word. `ok` is None where it could not be asked; `text` is short, `detail` the reasons for people; `note` is
    what they should be told though it held; `flavor` is set where it could not be asked of that flavour alone."""

    oracle: str
    ok: bool | None
    text: str
    detail: str = ""
    note: str = ""
    flavor: str = ""


@dataclass(frozen=True, slots=True, repr=False)
class Proof:
    """What every oracle said of one spec. `needed` are the oracles that must have spoken."""

    case: str
    name: str
    arch: str
    direction: str
    checks: tuple[Check, ...]
    resources: dict[str, int | str]
    seconds: float
    needed: frozenset[str] = NEEDED

    @property
    def ok(self) -> bool:
        """Whether every oracle that could be asked agrees; engines, one tool chain and the simulator must have been."""
        asked = {check.oracle for check in self.checks if check.ok is not None}
        needed = self.needed if self.name else {"engines"}
        return needed <= asked and all(check.ok is not False for check in self.checks)

    @property
    def left_out(self) -> tuple[str, ...]:
        """The flavours that claim to be proven elsewhere, and which nothing at hand could link."""
        return tuple(row.flavor for row in self.checks if row.ok is None and row.flavor in PROVEN_FLAVORS)

    @property
    def whole(self) -> bool:
        """Whether all holds, with no flavour left out."""
        return self.ok and not self.left_out

    @property
    def verdict(self) -> str:
        """The proof in a word: FAILED, PROVEN, or PROVEN but for the flavours that were left out."""
        if not self.ok:
            return "FAILED"
        return f"PROVEN but {' '.join(self.left_out)}" if self.left_out else "PROVEN"

    def __repr__(self) -> str:
        return f"<Proof of {self.case}: {self.verdict}{f', {self.name}' if self.name else ''}>"

    def _repr_html_(self) -> str:
        """The checks as a table, for notebooks."""
        return html_table(f"{self.case}: {self.verdict}", [(row.oracle, row.text, row.detail) for row in self.checks])

    def as_json(self) -> dict[str, Any]:
        """The proof as plain data."""
        return {
            "case": self.case,
            "kernel": self.name,
            "arch": self.arch,
            "direction": self.direction,
            "ok": self.ok,
            "verdict": self.verdict,
            "checks": [
                {"oracle": row.oracle, "ok": row.ok, "text": row.text, "detail": row.detail, "note": row.note}
                for row in self.checks
            ],
            "resources": self.resources,
            "seconds": round(self.seconds, 3),
        }


@dataclass(frozen=True, slots=True)
class Exercise:
    """Made-up operands of a spec by name, and what the kernel must make of them: the result, by how much it may differ, and
    where it may be NaN. `scalars` are passed by value."""

    operands: dict[str, np.ndarray]
    expected: np.ndarray
    bound: np.ndarray
    nan_allowed: np.ndarray | None
    scalars: Mapping[str, float] = field(default_factory=dict)


def make_exercise(spec: ConvSpec, seed: int = 0, kind: str = "normal") -> Exercise:
    """Operands of a spec, reference and bound; see `oracle.make_operands` for `seed` and `kind`."""
    a, b = oracle.make_operands(spec.direction, spec.problem, spec.in_type, seed, kind)
    wide_a, wide_b = (oracle.to_float64(array, spec.in_type) for array in (a, b))
    flushes = ARCHES[spec.arch].flushes_subnormals and spec.method != "direct"
    if flushes and ELEMENT_TYPES[DataType(spec.in_type)].bits == 16:
        wide_a, wide_b = (oracle.without_subnormals(array, spec.in_type) for array in (wide_a, wide_b))
    if any(atom.name is spec.atom and atom.convert and spec.arch in atom.arches for atom in ATOMS):
        wide_a, wide_b = oracle.rounded_to_tf32(wide_a), oracle.rounded_to_tf32(wide_b)
    more = make_chain_operands(spec, seed, kind)
    scalars = {name: GIVEN[name] for name in chain_scalars(spec)}

    def chain(values: np.ndarray, error: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return run_chain(spec, more, scalars, (values, error))

    exact = oracle.reference(spec.direction, wide_a, wide_b, spec.problem)
    slices = max(spec.split_k, 1)
    return Exercise(
        dict(zip(TENSORS[spec.direction], (a, b), strict=False)) | more,
        chain(exact, np.zeros_like(exact))[0],
        oracle.bound(spec.direction, wide_a, wide_b, spec.problem, spec.out_type, slices=slices, chain=chain),
        oracle.may_be_nan(spec.direction, wide_a, wide_b, spec.problem),
        scalars,
    )


def run_launch(
    text: str,
    kernel: Kernel,
    plan: Plan,
    contents: Mapping[str, Any],
    *,
    sanitize: bool = True,
    count: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> sim.Run:
    """One launch of a plan in the simulator, on buffers and scalars by name: each buffer at the alignment that the manifest
    promises and at no more, but where accesses are counted, for an allocator gives more. An output that is not zeroed first
    must be written whole.
    """
    arguments = bound(kernel, sim.signature(text, kernel.name))
    written = (i for i, row in enumerate(arguments) if row.role == "output" and row.name not in plan.zeroed)
    return sim.run(
        text,
        kernel=kernel.name,
        grid=kernel.grid,
        block=kernel.block,
        args=[contents[argument.name] for argument in arguments],
        arch=plan.arch,
        lds_bytes=kernel.lds_bytes,
        alignments=None if count else {i: row.align for i, row in enumerate(arguments) if row.role != "scalar"},
        sanitize=sanitize,
        outputs=tuple(written) if sanitize else (),
        count=count,
        progress=progress,
    )


def output_buffer(program: Program, spec: ConvSpec) -> np.ndarray:
    """A poisoned output of a program, of its shape and storage type."""
    shape = oracle.output_shape(spec.direction, spec.problem)
    buffer: np.ndarray = np.empty(shape, oracle.TYPES[spec.out_type].storage)
    buffer.reshape(-1).view(np.uint8)[:] = POISON
    return buffer


def stored_result(contents: dict[str, np.ndarray], program: Program) -> np.ndarray:
    """What a run left in the spec's output, in its shape: poison where the buffer is too small for it, or is not there."""
    spec = program.spec
    result = output_buffer(program, spec)
    data = result.reshape(-1).view(np.uint8)
    stored = contents.get(TENSORS[spec.direction][2], np.empty(0, np.uint8)).view(np.uint8)[: data.size]
    data[: stored.size] = stored
    return result


def run_simulation(
    program: Program,
    *,
    seed: int = 0,
    kind: str = "normal",
    sanitize: bool = True,
    count: bool = False,
    progress: Callable[[int, int], None] | None = None,
    exercise: Exercise | None = None,
) -> Simulation:
    """Run a program in the simulator by its manifest, as a native runtime launches it, and compare with the oracle.

    The operands are made up from `seed` and `kind`, unless an `exercise` is given. `count` and `progress` are as for `sim.run`;
    `progress` starts anew with each launch. Raises ManifestError where nothing can be launched by the manifest.
    """
    spec = program.spec
    exercise = exercise or make_exercise(spec, seed, kind)
    plan = read_plan(program.manifest_text)
    contents = make_buffers(plan, exercise.operands)
    passed = contents | {name: np.float32(value) for name, value in exercise.scalars.items()}
    findings: list[sim.Finding] = []
    counters: dict[str, sim.Counters] = {}
    for kernel in plan.launches:
        run = run_launch(
            program.text, kernel, plan, passed, sanitize=sanitize, count=count, progress=progress
        )
        findings += run.findings
        counters[kernel.name] = run.counters
    output = stored_result(contents, program)
    comparison = oracle.compare(output, exercise.expected, exercise.bound, spec.out_type, exercise.nan_allowed)
    return Simulation(program, manifest_faults(program), tuple(findings), comparison, output, counters)


def run_alone(
    text: str, manifest: str, *, seed: int = 0, progress: Callable[[int, int], None] | None = None
) -> tuple[sim.Finding, ...]:
    """Run a text by its manifest on normal operands, with all sanitizers; what it should compute is not known.

    Raises ManifestError where nothing can be launched, sim.SimulatorError for what the simulator does not model.
    """
    plan = read_plan(manifest)
    generator = np.random.default_rng(seed)
    operands = {}
    for name, buffer in plan.buffers.items():
        if buffer.role == "input":
            if buffer.type not in oracle.TYPES:
                raise ManifestError(f"input {name} is of type {buffer.type}; there are {', '.join(oracle.TYPES)}")
            count = buffer.bytes // np.dtype(oracle.TYPES[buffer.type].storage).itemsize
            operands[name] = oracle.from_float64(generator.standard_normal(count), buffer.type)
    contents = make_buffers(plan, operands) | {name: np.float32(1) for name in plan.scalars}
    runs = (run_launch(text, kernel, plan, contents, progress=progress) for kernel in plan.launches)
    return tuple(finding for run in runs for finding in run.findings)


def work(spec: ConvSpec) -> int:
    """Multiply-adds of a resolved spec, the padding of its tiles included; those of a kernel without atoms take the simulator
    an instruction each."""
    problem = spec.problem
    length = oracle.reduction_length(spec.direction, problem)
    if spec.direction == "dgrad":  # of the taps, a phase has those that meet its pixels
        strides = [(problem.along("stride", axis), problem.along("dilation", axis)) for axis in range(problem.rank)]
        met = (-(-taps // (s // gcd(s, d))) for taps, (s, d) in zip(problem.filter, strides, strict=True))
        length = length // prod(problem.filter) * prod(met)
    if spec.method == "direct":
        channels = problem.k if spec.direction == "forward" else problem.c
        return DIRECT_COST * expected_grid(spec)[0] * pixels_of(spec) * channels * length
    depth = -(-length // (spec.tile_k * max(spec.split_k, 1))) * spec.tile_k
    return prod(expected_grid(spec)) * spec.tile_m * spec.tile_n * depth


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

    Tile, warps, atom, pipeline and epilogue stay; what follows the channels and groups is deduced anew.
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
    deduced = {name: getattr(asked, name) for name in ("groups_per_tile", "vector_a", "vector_b", "vector_d")}
    return replace(spec, problem=problem, **deduced)


def check_code(compiled: dict[str, tuple[Program, toolchain.Compiled]], spills: str = "") -> Check:
    """Judge the machine code of every flavour that was compiled; `spills` is the reason why registers may be spilled."""
    faults = []
    spilled = 0
    for flavor, (program, code) in compiled.items():
        try:
            kernels = read_plan(program.manifest_text).kernels
            expected = machinecode.expected_of(program.spec, kernels, spills=bool(spills))
            faults += [f"{flavor}: {fault}" for fault in machinecode.judge(code, expected)]
        except (ManifestError, toolchain.ToolchainError) as error:
            faults.append(f"{flavor}: {error}")
        spilled += sum(kernel.vgpr_spills + kernel.sgpr_spills for kernel in code.kernels)
    if spills and not spilled:
        faults.append(f"nothing is spilled, and the case says why it would be: {spills}")
    if not compiled:
        return Check("machine code", None, "none", "nothing was compiled")
    return Check("machine code", not faults, counted(len(faults), "fault"), "\n".join(faults))


def counted(count: int, what: str) -> str:
    """How many findings there are, in a word."""
    return f"{count} {what}{'s' * (count > 1)}" if count else "clean"


def compiler_words(compiled: toolchain.Compiled) -> str:
    """What there is to say of a compile besides its result: LLVM's warnings, and its time where that is long."""
    slow = f"compiled in {compiled.seconds:.1f} s" if compiled.seconds > SLOW_COMPILE else ""
    return "\n".join(filter(None, (slow, compiled.warnings)))


def check_links(programs: dict[str, Program], spills: str = "") -> tuple[list[Check], dict[str, int | str]]:
    """Link the text of every flavour that this machine can, and judge its code; resources are those of the default flavour.

    A text that differs in nothing from one that the same LLVM has linked is not linked again.
    """
    checks = []
    judged: dict[str, tuple[Program, toolchain.Compiled]] = {}
    compiled_texts: dict[tuple[str, str], tuple[toolchain.Compiled, toolchain.Linked]] = {}
    resources: dict[str, int | str] = {}
    available = toolchain.available_flavors()
    for flavor, program in programs.items():
        status = available[flavor]
        lacking = toolchain.lacking(program.arch, status)
        if lacking:
            missing = f"no {'ptxas' if status.available else flavor}"
            checks.append(Check("link", None, missing, lacking, flavor=flavor))
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
                judged[flavor] = program, compiled
        except toolchain.ToolchainError as error:
            checks.append(Check("link", False, f"{flavor} fails", str(error)))
            continue
        compiled, linked = compiled_texts[key]
        text = flavor.removeprefix("llvm") + ("" if status.proven else "?")
        words = compiler_words(compiled) if flavor in judged else ""
        checks.append(Check("link", True, text, f"{status.description}; {linked.proof}", f"{flavor}: {words}" if words else ""))
        if flavor == DEFAULT_FLAVOR:
            kernel = next(row for row in compiled.kernels if row.name == program.name)
            with suppress(ManifestError):  # its faults are told elsewhere
                kernel = kernel.launched(lds_of(program.manifest_text).get(kernel.name))
            fits = toolchain.occupancy(kernel, ARCHES[program.arch])
            resources = {
                "vgprs": kernel.vgpr_count,
                "agprs": kernel.agpr_count,
                "sgprs": kernel.sgpr_count,
                "lds_bytes": kernel.lds_bytes,
                "spills": kernel.vgpr_spills + kernel.sgpr_spills,
                "warps_per_unit": fits.warps_per_unit,
                "limited_by": fits.limit,
            }
    checks.append(check_code(judged, spills))
    return checks, resources


def check_manifest(programs: dict[str, Program]) -> Check:
    """Hold the manifest of every flavour against the spec and the text."""
    faults: dict[str, list[str]] = {}
    for flavor, program in programs.items():
        for fault in manifest_faults(program):
            faults.setdefault(fault, []).append(flavor)
    detail = "\n".join(f"{fault} ({', '.join(flavors)})" for fault, flavors in faults.items())
    return Check("manifest", not faults, f"{len(faults)} faults" if faults else "holds", detail)


def check_runs(programs: dict[str, Program]) -> list[Check]:
    """Run programs of one spec, by flavour, as they are in the simulator, with all sanitizers, and hold their results against
    the reference. A text and manifest that differ in nothing from those of one that has run are not run again.

    A second run, for its result alone, has NaN and infinities in both operands: it shows what is read, multiplied by zero and
    so lost in a sum of finite numbers.
    """
    exercise: Exercise | None = None
    special: Exercise | None = None
    results: dict[str, Simulation] = {}
    more: dict[str, Simulation] = {}
    for flavor, program in programs.items():
        kept = (program.text, program.manifest_text)
        if any(kept == (done.program.text, done.program.manifest_text) for done in results.values()):
            continue
        try:
            exercise = exercise or make_exercise(program.spec)
            results[flavor] = run_simulation(program, exercise=exercise)
            if results[flavor].ok:
                special = special or make_exercise(program.spec, kind="special")
                more[f"{flavor} on special values"] = run_simulation(program, exercise=special, sanitize=False)
        except (ManifestError, sim.SimulatorError, MemoryError) as error:
            return [Check("simulator", False, "stopped", f"{flavor}: {str(error) or 'out of memory'}")]
    return [found_check(results), reference_check(results | more)]


def check_simulation(programs: dict[str, Program], case: Case) -> list[Check]:
    """`check_runs` of the program of each flavour, or of the same kernel on a smaller problem."""
    own = next(iter(programs.values()))
    spec = simulated_spec(own, case)
    if spec == own.spec:
        return check_runs(programs)
    try:
        subjects = {flavor: PythonEngine().emit(spec.to_json().encode(), flavor) for flavor in programs}
    except Refusal as refusal:
        return [Check("simulator", False, "refused", f"the smaller problem is refused: {refusal}")]
    where = f"on {describe(spec.problem)}"
    return [replace(check, detail=f"{where}\n{check.detail}".strip()) for check in check_runs(subjects)]


def judge(program: Program) -> Iterator[Check]:
    """What the oracles that need no engine say of a given program, its text and manifest as they stand, one by one.

    They are those of `prove_case`: whoever wants but the first objection asks for no more.
    """
    alone = {program.flavor: program}
    yield check_manifest(alone)
    yield from check_runs(alone)
    yield from check_links(alone)[0]


def found_check(results: dict[str, Simulation]) -> Check:
    """What the simulator found, and in which flavours."""
    found = {flavor: (*result.faults, *map(str, result.findings)) for flavor, result in results.items()}
    count = max(map(len, found.values()))
    lines = [f"{flavor}: {row}" for flavor, rows in found.items() for row in rows]
    return Check("simulator", count == 0, counted(count, "finding"), "\n".join(lines))


def reference_check(results: dict[str, Simulation]) -> Check:
    """Whether the result of every flavour that ran is right."""
    wrong = [flavor for flavor, result in results.items() if not result.comparison.ok]
    detail = "\n".join(f"{flavor}: {result.comparison}" for flavor, result in results.items())
    return Check("reference", not wrong, "wrong" if wrong else "right", detail)


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
    checks.append(check_manifest(programs))
    links, resources = check_links(programs, case.spills)
    checks += links
    checks += check_simulation(programs, case)
    spec = program.spec
    return Proof(
        case.name, program.name, spec.arch, spec.direction, tuple(checks), resources, time.monotonic() - started
    )


def prove_text(program: Program, name: str) -> Proof:
    """Put a program before every oracle, its text and manifest as they stand: all but the engines, which did not print it."""
    started = time.monotonic()
    alone = {program.flavor: program}
    links, resources = check_links(alone)
    checks = (check_manifest(alone), *links, *check_runs(alone))
    seconds = time.monotonic() - started
    return Proof(
        name, program.name, program.arch, program.spec.direction, checks, resources, seconds, NEEDED - {"engines"}
    )


def prove_spec(name: str, data: bytes) -> Proof:
    """Put a spec in JSON before every oracle. Raises Refusal where both engines refuse it alike."""
    explained = PythonEngine().explain(data)
    if explained.violations and explained == NativeEngine().explain(data):
        raise Refusal(explained.violations)
    return prove_case(Case(name, "asked", data))
