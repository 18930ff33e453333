"""Specs that nobody wrote, of slices, ways to combine, output chains and all that they meet.

`python -m tests.sweep 5000` judges so many.

Both engines must agree on each; what is accepted must link, be right in the simulator under every sanitizer, exactly so on
whole numbers, and be read again as what it was resolved to.
"""

from __future__ import annotations

import json
import os
import random
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

import numpy as np

from twinkern._contract import ARCHES, PROVEN_FLAVORS
from twinkern.engine import Refusal
from twinkern.engines import DEFAULT_FLAVOR, NativeEngine, PythonEngine
from twinkern.judge import oracle, toolchain
from twinkern.judge.chain import SMOOTH
from twinkern.judge.proof import make_exercise, run_simulation, work

EMITTED = tuple(name for name, row in ARCHES.items() if row.emits)
LARGEST_TEXT, MOST_WORK = 300_000, 20_000_000
"""Characters and multiply-adds up to which a kernel is linked and simulated here."""
LEAST_SHARE = 1 / 3
"""Of the specs that are drawn, those that must be accepted."""


def drawn(draw: random.Random) -> bytes:
    """A spec of a small problem; nobody promises that it is accepted."""
    rank, groups = draw.choice((1, 2, 2, 2, 3)), draw.choice((1, 1, 2, 3, 4, 8, 24, 128))
    direction = draw.choice(("forward", "dgrad", "wgrad"))
    each = (1, 2, 3, 4, 8) if groups > 1 else (1, 3, 8, 16, 20, 24, 32, 64)
    c, k = (draw.choice(each[:2] if groups > 24 else each) * groups for _ in range(2))
    problem = {"n": draw.choice((1, 1, 2, 3, 5)), "groups": groups, "c": c, "k": k}
    for name, values in (("filter", (1, 1, 2, 3, 3, 5)), ("stride", (1, 1, 2, 3)), ("dilation", (1, 1, 2))):
        problem[name] = [draw.choice(values) for _ in range(rank)]
    for name in ("pad_before", "pad_after"):
        problem[name] = [draw.choice((0, 1, 1, 2)) for _ in range(rank)]
    problem["input"] = [draw.choice((1, 3, 5, 6, 7, 8)) + (3 if rank < 3 else 1) for _ in range(rank)]
    spec = {"problem": problem, "direction": direction, "arch": draw.choice(EMITTED)}
    atomic = draw.random() < 0.2
    may_be = {
        "in_type": (0.5, ("fp16", "bf16", "fp32")),
        "out_type": (1.0, ("fp32",)) if atomic else (0.3, ("fp32",)),
        "split_k": (0.6, (-1, 1, 2, 3, 7, 17)),
        "combine": (1.0, ("atomic",)) if atomic else (0.2, ("two_stage", "auto")),
        "pipeline": (0.5, ("mem", "basic", "compv3", "ring", "async", "wavelet", "compv4")),
        "epilogue": (0.3, ("direct", "cshuffle")),
        "unroll": (0.2, ("full",)),
        "k_outer": (0.2, ("on", "off")),
        "tile_k": (0.2, (16, 32, 64)),
        "tile_m": (0.2, (16, 32, 64, 128)),
        "scale": (0.4, ("on",)),
        "bias": (0.0 if direction == "wgrad" else 0.4, ("on",)),
        "residual": (0.4, ("add", "multiply")),
        "second_residual": (0.2, ("add", "multiply")),
        "activation": (0.05 if atomic else 0.5, ("relu", "leaky_relu", "clamp", "sigmoid", "silu", "gelu")),
    }
    if direction != "wgrad" and draw.random() < 0.2:
        may_be = {name: row for name, row in may_be.items() if name in ("in_type", "scale", "bias", "residual", "activation")}
        spec["method"] = draw.choice(("direct", "auto"))
    spec |= {name: draw.choice(values) for name, (share, values) in may_be.items() if draw.random() < share}
    return json.dumps(spec).encode()


def outcome(engine: PythonEngine | NativeEngine, data: bytes, flavor: str) -> tuple[str, ...]:
    """What an engine makes of a spec: text, manifest, resolved spec and name; or why it is refused."""
    try:
        program = engine.emit(data, flavor)
    except Refusal as refusal:
        return (str(refusal),)
    return program.text, program.manifest_text, program.resolved, program.name


def judge(seed: int) -> tuple[str, str]:
    """One drawn spec: refused, accepted, or judged to the end; and what is wrong, empty where nothing is."""
    draw = random.Random(seed)
    data = drawn(draw)
    arch = json.loads(data)["arch"]
    flavor = draw.choice(ARCHES[arch].flavors)
    found = outcome(PythonEngine(), data, flavor)
    if found != outcome(NativeEngine(), data, flavor):
        return "accepted", f"{seed}: the engines differ on {data.decode()}"
    if len(found) == 1:
        return "refused", ""
    program = NativeEngine().emit(data, flavor)
    if outcome(NativeEngine(), program.resolved.encode(), flavor) != found:
        return "accepted", f"{seed}: what was resolved is read as another spec: {data.decode()}"
    if len(program.text) > LARGEST_TEXT or work(program.spec) > MOST_WORK:
        return "accepted", ""
    proven = flavor if flavor in PROVEN_FLAVORS else DEFAULT_FLAVOR
    if not toolchain.lacking(arch, toolchain.available_flavors()[proven]):
        try:
            toolchain.link(toolchain.compile(NativeEngine().emit(data, proven).text, arch=arch, flavor=proven))
        except toolchain.ToolchainError as error:
            return "judged", f"{seed}: {proven} does not link {data.decode()}: {error}"
    for kind in ("integers", "special"):
        exercise = make_exercise(program.spec, seed, kind)
        run = run_simulation(program, exercise=exercise)
        if not run.ok:
            return "judged", f"{seed}, {kind}: {data.decode()}: {run.comparison} {run.faults} {run.findings[:2]}"
        stored = oracle.to_float64(run.output, program.spec.out_type)
        exact = oracle.round_to(exercise.expected, program.spec.out_type)
        if kind == "integers" and program.spec.activation not in SMOOTH and not np.array_equal(stored, exact):
            return "judged", f"{seed}: sums of whole numbers are not exact: {data.decode()}"
    return "judged", ""


def main(count: int) -> int:
    """Judge so many specs on all processors; exit status 1 where one is wrong or too few were accepted."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(judge, range(10_000, 10_000 + count), chunksize=8))
    counts = Counter(verdict for verdict, _ in results)
    wrong = [fault for _, fault in results if fault]
    print("\n".join(wrong[:20]))
    accepted = count - counts["refused"]
    print(f"{count} specs, {accepted} accepted ({accepted / count:.0%})")
    print(f"{counts['judged']} linked and simulated, {len(wrong)} wrong")
    return int(bool(wrong) or accepted < LEAST_SHARE * count)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
