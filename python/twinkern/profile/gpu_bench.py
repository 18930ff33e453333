"""Times of kernels on a GPU beside PyTorch's own convolution in the same process: what `twinkern bench --gpu` prints.

Every kernel that is timed is first held in full against PyTorch in float64 by the bound of `twinkern.judge.oracle.bound`,
worked out on the GPU. Times are those of CUDA events around one run, its second kernel and its zeroes included, of runs that
were all handed to the GPU before the first began.
"""

from __future__ import annotations

import math
import os
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from itertools import islice
from typing import Any

from twinkern.engine.spec.violations import Refusal
from twinkern.engines import DEFAULT_FLAVOR, NativeEngine
from twinkern.judge import oracle
from twinkern.judge.toolchain import ToolchainError
from twinkern.launch import Cache, Driver, LaunchError, load, open_driver
from twinkern.launch.images import image_of
from twinkern.profile.gpu_rows import DIRECTIONS, ROWS, Row, candidates
from twinkern.words import WordError, words_to_json

QUICK, REPEATS = 5, 20
"""Runs of which a median is taken: of each candidate, and of the best."""
FINALISTS = 3
"""Candidates that are timed again."""
HELD_CYCLES = 2_000_000
"""Clocks for which the GPU is held, about a millisecond, while runs are handed to it."""
FLUSHED_BYTES = 256 << 20
"""Bytes that are written to drive everything else out of the second-level cache."""


class BenchError(RuntimeError):
    """Nothing can be timed here; says what is missing."""


@dataclass(frozen=True, slots=True)
class Times:
    """Median and quartiles, in microseconds."""

    median: float
    lower: float
    upper: float


@dataclass(frozen=True, slots=True)
class Result:
    """A row in one direction and type: the pick as words of a spec, times of both, TFLOP/s, the part of the bound that the
    worst element uses, and how many candidates there were."""

    row: str
    direction: str
    in_type: str
    spec: str
    split_k: int
    ours: Times
    theirs: Times
    tflops: float
    their_tflops: float
    ratio: float
    roofline: float
    of_roofline: float
    used: float
    tried: int
    few_channels: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """What is to be timed: rows by number, directions, types, candidates a row, whether the second-level cache is flushed
    before each run, picks by (row, direction) that spare the search, and seconds for all of it."""

    rows: Sequence[int]
    directions: Sequence[str] = DIRECTIONS
    in_types: Sequence[str] = ("bf16", "fp16")
    most: int = 30
    cold: bool = False
    picks: Mapping[tuple[str, str], str] | None = None
    seconds: float = 540.0


def times_of(samples: Sequence[float]) -> Times:
    """Of times in milliseconds."""
    ordered = sorted(samples)
    at = [ordered[min(int(part * len(ordered)), len(ordered) - 1)] * 1e3 for part in (0.5, 0.25, 0.75)]
    return Times(*(round(value, 2) for value in at))


def mean_ratio(results: Sequence[Result]) -> float:
    """The geometric mean over the rows of many channels; NaN where there is none."""
    logs = [math.log(result.ratio) for result in results if not result.few_channels]
    return math.exp(sum(logs) / len(logs)) if logs else math.nan


def worst_ratio(results: Sequence[Result]) -> float:
    """The least over the grouped and three-channel rows; NaN where there is none."""
    return min((result.ratio for result in results if result.few_channels), default=math.nan)


def compile_candidate(words: str, arch: str, directory: str) -> str:
    """Emit and compile a spec into a cache; empty where that went well, else why it is no candidate. For a worker process."""
    try:
        program = NativeEngine().emit(words_to_json(words.split()), DEFAULT_FLAVOR)
        image_of(program.text, arch, DEFAULT_FLAVOR, Cache(directory))
    except (Refusal, WordError, ToolchainError, LaunchError) as error:
        return str(error)
    return ""


def clocks() -> str:
    """What nvidia-smi says of clocks and throttling; a word where there is none."""
    query = "--query-gpu=clocks.sm,clocks.mem,clocks_throttle_reasons.active,power.draw,temperature.gpu"
    try:
        done = subprocess.run(["nvidia-smi", query, "--format=csv,noheader"], capture_output=True, text=True, timeout=20)
    except (OSError, subprocess.TimeoutExpired):
        return "unknown"
    return done.stdout.strip() or "unknown"


class Bench:
    """The device, its tensors, and how they are timed."""

    def __init__(self, choice: Choice, directory: str) -> None:
        """Raises BenchError without PyTorch on a GPU."""
        try:
            import torch
        except ImportError:
            raise BenchError("PyTorch is missing, beside which kernels are timed; pip install torch") from None
        if not torch.cuda.is_available():
            raise BenchError("no GPU that PyTorch reaches; twinkern bench alone measures emission")
        try:
            self.driver: Driver = open_driver()
        except LaunchError as error:
            raise BenchError(str(error)) from None
        self.torch = torch
        self.choice, self.directory = choice, directory
        self.device = torch.cuda.get_device_name()
        self.flushed = torch.empty(FLUSHED_BYTES, dtype=torch.uint8, device="cuda")
        self.workspace = torch.empty(0, dtype=torch.uint8, device="cuda")

    def timed(self, run: Callable[[], object], repeats: int) -> Times:
        """Times of runs that stand in line before the first begins."""
        torch = self.torch
        samples: list[float] = []
        run()
        for count in (repeats // 2, repeats - repeats // 2):
            torch.cuda._sleep(HELD_CYCLES)
            events = []
            for _ in range(count):
                if self.choice.cold:
                    self.flushed.zero_()
                first, second = (torch.cuda.Event(enable_timing=True) for _ in range(2))
                first.record()
                run()
                second.record()
                events.append((first, second))
            torch.cuda.synchronize()
            samples += [first.elapsed_time(second) for first, second in events]
        return times_of(samples)

    def tensors(self, row: Row, in_type: str) -> dict[str, Any]:
        """x, w and dy of a row, channels-last, of values about 1."""
        torch = self.torch
        dtype = {"bf16": torch.bfloat16, "fp16": torch.float16}[in_type]
        torch.manual_seed(row.flops % 1000)
        shapes = {
            "x": (row.n, row.c, row.size, row.size),
            "w": (row.k, row.c // row.groups, row.filter, row.filter),
            "dy": (row.n, row.k, row.out_size, row.out_size),
        }
        return {
            name: torch.randn(shape, device="cuda").to(dtype).contiguous(memory_format=torch.channels_last)
            for name, shape in shapes.items()
        }

    def convolve(self, row: Row, direction: str, tensors: Mapping[str, Any]) -> Any:
        """PyTorch's result."""
        torch = self.torch
        stride, pad = [row.stride] * 2, [row.pad] * 2
        if direction == "forward":
            return torch.nn.functional.conv2d(tensors["x"], tensors["w"], None, stride, pad, 1, row.groups)
        wanted = (direction == "dgrad", direction == "wgrad", False)
        gradients = torch.ops.aten.convolution_backward(
            tensors["dy"], tensors["x"], tensors["w"], None, stride, pad, [1, 1], False, [0, 0], row.groups, wanted
        )
        return gradients[0 if direction == "dgrad" else 1]

    def exact(self, row: Row, direction: str, tensors: Mapping[str, Any]) -> Any:
        """The result in float64."""
        self.torch.backends.cudnn.benchmark = False
        found = self.convolve(row, direction, {name: tensor.double() for name, tensor in tensors.items()})
        self.torch.backends.cudnn.benchmark = True
        return found

    def reference(self, row: Row, direction: str, in_type: str, tensors: Mapping[str, Any], slices: int) -> tuple[Any, Any]:
        """The result in float64 and the bound of each element: see oracle.bound."""
        exact = self.exact(row, direction, tensors)
        total = self.exact(row, direction, {name: tensor.abs() for name, tensor in tensors.items()})
        lengths = {
            "forward": row.c // row.groups * row.filter**2,
            "dgrad": row.k // row.groups * row.filter**2,
            "wgrad": row.n * row.out_size**2,
        }
        steps = (lengths[direction] + slices) * oracle.FP32_STEP
        error = steps / (1 - steps) * total
        kind = oracle.TYPES[in_type]
        return exact, error + kind.unit_roundoff * (exact.abs() + error) + kind.smallest

    def bound_run(self, words: str, direction: str, tensors: Mapping[str, Any], out: Any) -> tuple[Callable[[], object], int]:
        """What runs the kernel of a spec on tensors, and its slices."""
        program = NativeEngine().emit(words_to_json(words.split()), DEFAULT_FLAVOR)
        loaded = load(program, self.driver, cache=Cache(self.directory))
        named = {
            "forward": {"x": tensors["x"], "w": tensors["w"], "y": out},
            "dgrad": {"dy": tensors["dy"], "w": tensors["w"], "dx": out},
            "wgrad": {"dy": tensors["dy"], "x": tensors["x"], "dw": out},
        }[direction]
        pointers = {name: tensor.data_ptr() for name, tensor in named.items()}
        if loaded.plan.workspace_bytes:
            if self.workspace.numel() < loaded.plan.workspace_bytes:
                self.workspace = self.torch.empty(loaded.plan.workspace_bytes, dtype=self.torch.uint8, device="cuda")
            pointers["workspace"] = self.workspace.data_ptr()
        bound = loaded.bind(pointers)
        stream = self.torch.cuda.current_stream().cuda_stream
        return lambda: bound.run(stream), program.spec.split_k


@dataclass(slots=True)
class Candidate:
    """A kernel that may be picked, while it is looked at."""

    words: str
    run: Callable[[], object]
    slices: int
    used: float
    times: Times


def exact_on_integers(
    bench: Bench, row: Row, direction: str, tensors: Mapping[str, Any], out: Any, run: Callable[[], object]
) -> bool:
    """Whether sums of small integers come out to the last bit, rounded once: the bound of a long reduction is loose. The
    tensors are as before after that."""
    torch = bench.torch
    kept = {name: tensor.clone() for name, tensor in tensors.items()}
    for tensor in tensors.values():
        tensor.copy_(torch.randint(-2, 3, tensor.shape, device="cuda"))
    out.fill_(float("nan"))
    run()
    exact = bench.exact(row, direction, tensors)
    same = bool((out == exact.to(out.dtype)).all())
    for name, tensor in tensors.items():
        tensor.copy_(kept[name])
    return same


def judge(bench: Bench, out: Any, reference: tuple[Any, Any], run: Callable[[], object]) -> float:
    """The part of the bound that the worst element uses, of an output that was NaN before."""
    torch = bench.torch
    out.fill_(float("nan"))
    run()
    torch.cuda.synchronize()
    exact, bound = reference
    used = (out.double() - exact).abs() / bound
    return float(torch.nan_to_num(used, nan=math.inf).max())


def pick(bench: Bench, row: Row, direction: str, in_type: str, specs: Sequence[tuple[str, str]]) -> Result:
    """Time the specs, words with why they are none, that are left, and take the best. Raises BenchError where one is wrong, or
    none is left."""
    torch = bench.torch
    tensors = bench.tensors(row, in_type)
    torch.backends.cudnn.benchmark = True
    theirs_run = partial(bench.convolve, row, direction, tensors)
    out = torch.empty_like(theirs_run(), memory_format=torch.channels_last)
    reference = bench.reference(row, direction, in_type, tensors, 256)
    found: list[Candidate] = []
    for words, reason in specs:
        if reason:
            continue
        run, slices = bench.bound_run(words, direction, tensors, out)
        used = judge(bench, out, reference, run)
        if not used <= 1:
            raise BenchError(f"a kernel is wrong, at {used:.3g} times its bound: {words}")
        found.append(Candidate(words, run, slices, used, bench.timed(run, QUICK)))
    if not found:
        reasons = "; ".join(dict.fromkeys(reason for _, reason in specs)) or "none was tried"
        raise BenchError(f"no kernel for row {row}, {direction}, {in_type}: {reasons}")
    best = sorted(found, key=lambda candidate: candidate.times.median)[:FINALISTS]
    for candidate in best:
        candidate.times = bench.timed(candidate.run, REPEATS)
    chosen = min(best, key=lambda candidate: candidate.times.median)
    if not exact_on_integers(bench, row, direction, tensors, out, chosen.run):
        raise BenchError(f"sums of small integers are not exact: {chosen.words}")
    theirs = bench.timed(theirs_run, REPEATS)
    tflops, their_tflops = (round(row.flops / times.median / 1e6, 1) for times in (chosen.times, theirs))
    return Result(
        str(row), direction, in_type, chosen.words, chosen.slices, chosen.times, theirs, tflops, their_tflops,
        ratio=round(theirs.median / chosen.times.median, 3),
        roofline=round(row.roofline, 1),
        of_roofline=round(tflops / row.roofline, 3),
        used=round(chosen.used, 3),
        tried=len(found),
        few_channels=row.few_channels,
    )  # fmt: skip


Work = tuple[Row, str, str]
"""A row, a direction and a type."""


def specs_of(choice: Choice, work: Work, arch: str) -> list[str]:
    """The specs that are tried for it: the pick that is known, or candidates."""
    row, direction, in_type = work
    known = (choice.picks or {}).get((str(row), direction))
    found = [known] if known else list(islice(candidates(row, direction), choice.most))
    return [f"{row.words(direction, in_type, arch)} {words}" for words in found]


def run_bench(bench: Bench, tell: Callable[[int, int | None, str], None]) -> Iterator[Result]:
    """Time what was chosen, row by row; the other types of a row take the pick of the first. Kernels of later rows are compiled
    meanwhile. Stops where the seconds are over. Raises BenchError."""
    choice, arch = bench.choice, bench.driver.arch
    started = time.monotonic()
    first_type, *others = choice.in_types
    works: list[Work] = [(ROWS[number], direction, first_type) for number in choice.rows for direction in choice.directions]
    with ProcessPoolExecutor(max(1, (os.cpu_count() or 2) - 1)) as pool:
        asked = {
            work: [(words, pool.submit(compile_candidate, words, arch, bench.directory)) for words in specs]
            for work, specs in ((work, specs_of(choice, work, arch)) for work in works)
        }
        try:
            for number, work in enumerate(works):
                row, direction, _ = work
                if time.monotonic() - started > choice.seconds:
                    return
                tell(number, len(works), f"{row} {direction}")
                result = pick(bench, *work, answers(asked[work]))
                yield result
                for in_type in others:
                    words = result.spec.replace(f"in_type={first_type}", f"in_type={in_type}")
                    again = pick(bench, row, direction, in_type, [(words, compile_candidate(words, arch, bench.directory))])
                    yield again
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def answers(asked: Sequence[tuple[str, Future[str]]]) -> list[tuple[str, str]]:
    """Words with why they are no candidate, once all are compiled."""
    return [(words, future.result()) for words, future in asked]


def report(bench: Bench, results: Sequence[Result], clocks_before: str) -> dict[str, Any]:
    """Everything that was found, as JSON has it."""
    return {
        "device": bench.device,
        "torch": bench.torch.__version__,
        "cudnn": bench.torch.backends.cudnn.version(),
        "l2": "flushed before each run" if bench.choice.cold else "as the run before left it",
        "clocks": {"before": clocks_before, "after": clocks()},
        "repeats": REPEATS,
        "mean_ratio": mean_ratio(results),
        "worst_few_channels": worst_ratio(results),
        "results": [asdict(result) for result in results],
    }
