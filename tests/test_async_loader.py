"""The async loader: its geometry by table and by fuzzing, and a kernel that does nothing but load."""

from __future__ import annotations

import random
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from twinkern import async_chunk_dwords
from twinkern._contract import ARCHES, LoaderKind, Predicate, Unroll
from twinkern.engine.ir.builder import Builder, Function
from twinkern.engine.ir.printer import print_module
from twinkern.engine.ir.types import I1, I32, pointer
from twinkern.engine.ir.verifier import verify
from twinkern.engine.machine import Token, make_machine
from twinkern.engine.plan.layout import TileLayout, chunk_dwords
from twinkern.engine.plan.operands import share_tile
from twinkern.engine.tile.async_load import AsyncLoader
from twinkern.engine.tile.coordinates import Digit, TensorMap
from twinkern.engine.tile.kernel import Kernel, Threads, Tile, WorkItem
from twinkern.judge import simulator as sim

TABLE = [
    # threads, rows, columns, run, dwords
    (256, 16, 64, None, 1), (256, 32, 32, None, 1), (256, 32, 48, None, 3), (256, 32, 64, None, 4),
    (256, 32, 96, None, 3), (256, 64, 32, None, 4), (256, 64, 48, None, 3), (256, 64, 64, None, 4),
    (256, 64, 96, 6, 3), (256, 64, 96, 12, 3), (256, 64, 96, None, 4), (256, 64, 128, None, 4),
    (256, 16, 16, None, None), (128, 32, 48, None, 3), (512, 64, 96, None, 3), (512, 32, 48, None, None),
    *((256, 64, 64, run, 1) for run in (2, 4, 6, 12)), *((256, 64, 64, run, 4) for run in (8, 16, 24, 64)),
    *((256, 64, 64, run, None) for run in (1, 3, 7, 9)),
]  # fmt: skip
EMITTING = [name for name, arch in ARCHES.items() if arch.emits]


@pytest.mark.parametrize("engine", ["python", "c"])
@pytest.mark.parametrize(("threads", "rows", "columns", "run", "dwords"), TABLE)
def test_the_widths_of_the_table(threads, rows, columns, run, dwords, engine):
    assert async_chunk_dwords(rows, columns, threads, 2, run, engine=engine) == dwords


def admitted(rows: int, columns: int, block: int, size: int, run: int | None, dwords: int) -> bool:
    """The rules of a chunk, written down anew."""
    elements = 4 * dwords // size
    in_row = columns % elements == 0
    in_run = run is None or (elements <= run and run % elements == 0)
    return in_row and in_run and rows * columns // elements >= block and rows * columns // elements % block == 0


@settings(max_examples=2000)
@given(
    rows=st.integers(1, 512),
    columns=st.integers(1, 64).map(lambda n: 8 * n) | st.integers(1, 512),
    block=st.sampled_from((32, 64, 128, 192, 256, 512, 1024)) | st.integers(1, 1024),
    size=st.sampled_from((1, 2, 4)),
    run=st.none() | st.integers(1, 512),
    widths=st.sampled_from(((4, 3, 1), (4, 2, 1), (4, 1), (1,), (1, 4, 2, 3))),
)
def test_the_widest_admitted_chunk_is_chosen_alike(rows, columns, block, size, run, widths):
    expected = next((d for d in sorted(widths, reverse=True) if admitted(rows, columns, block, size, run, d)), None)
    found = [async_chunk_dwords(rows, columns, block, size, run, widths, engine) for engine in ("python", "c")]
    assert found == [expected, expected]


@settings(max_examples=200)
@given(
    rows=st.integers(1, 8).map(lambda n: 16 * n),
    columns=st.integers(1, 8).map(lambda n: 16 * n),
    block=st.sampled_from((32, 64, 128)),
    arch=st.sampled_from(EMITTING),
)
def test_passes_cover_a_tile_exactly_once(rows, columns, block, arch):
    dwords = chunk_dwords(rows, columns, 0, block, 2, ARCHES[arch].dma_widths)
    assume(dwords)
    chunk = 4 * dwords
    passes = rows * columns * 2 // chunk // block
    written = np.zeros(rows * columns * 2, int)
    for number in range(passes):
        for thread in range(block):
            start = (thread + number * block) * chunk
            written[start : start + chunk] += 1
    assert (written == 1).all()


@pytest.mark.parametrize("engine", ["python", "c"])
@pytest.mark.parametrize(
    "geometry",
    [
        *((0, 64, 256, 2), (64, -1, 256, 2), (64, 64, 0, 2), (64, 64, 256, 3), (64, 64, 256, 2, 0), (64, 64, 256, 2, 8, (5,))),
        *((64, 64, 256, 2.0), (64, 64, 256, True), (True, 64, 256, 2), (64, "64", 256, 2), (64, 64, 256, 2, 8.0)),
        *((64, 64, 256, 2, 8, iter((4, 1))), (64, 64, 256, 2, 8, None), (64, 64, 256, 2, 8, (True,))),
        (64, 64, 256, 2, 8, "41"),
    ],
)
def test_nonsense_is_refused(geometry, engine):
    with pytest.raises(ValueError, match="allowed"):
        async_chunk_dwords(*geometry, engine=engine)


@pytest.mark.parametrize("engine", ["python", "c"])
def test_numpy_integers_are_integers(engine):
    found = async_chunk_dwords(np.int64(64), np.uint8(64), np.int32(256), np.int8(2), np.int16(8), [np.int64(4)], engine)
    assert found == 4 and type(found) is int


GUARD = 256
"""Bytes of LDS before and behind the tile that no load may touch."""
SENTINEL = 0x5A5A5A5A


def load_only_kernel(
    arch: str, rows: int, columns: int, run: int, block: int, vector: int, swizzle: tuple[int, int] = (0, 0)
) -> tuple[str, int]:
    """A kernel that fills LDS with a sentinel, loads one tile behind a guard, and copies all of LDS out; and the LDS bytes.

    Row i of the tile is row i of the source; its runs lie twice as far apart as they are long.
    """
    size = 2
    lds_bytes = 2 * GUARD + rows * columns * size
    function = Function("load_only", ARCHES[arch], block)
    function.lds_bytes = lds_bytes
    function.stages = 1
    b = Builder(function)
    machine = make_machine(ARCHES[arch], b)
    source = b.argument("source", pointer(1), "noalias readonly align 16")
    copy = b.argument("copy", pointer(1), "noalias writeonly align 16")
    source = machine.tensor(source, rows * columns * 2 * size)
    copy = machine.tensor(copy, lds_bytes)
    thread = machine.thread()
    warp = machine.uniform(b.udiv(thread, b.constant(ARCHES[arch].wave_size)))
    dwords = lds_bytes // 4
    places = [b.add(b.mul(thread, b.constant(4)), b.constant(4 * start)) for start in range(0, dwords, block)]
    inside = [b.compare(Predicate.ULT, place, b.constant(lds_bytes)) for place in places]
    for place, valid in zip(places, inside, strict=True):
        branch = b.begin_if(valid)
        b.store(b.constant(SENTINEL), b.offset(function.lds, place), 4)
        b.begin_else(branch)
        b.end_if(branch)
    machine.barrier()
    first = (Digit(b.constant(rows), columns * 2 * size),)
    second = (Digit(b.constant(columns // run), 2 * run * size), Digit(b.constant(run), size))
    layout = TileLayout(rows, columns, False, 0, size, *swizzle)
    tile = share_tile("a", rows, columns, run, block, vector, vector)
    plan = SimpleNamespace(
        arch=ARCHES[arch],
        spec=SimpleNamespace(loader=LoaderKind.ASYNC, unroll=Unroll.FULL, tile_k=columns),
        pipeline=SimpleNamespace(roles=False),
        tensors=[SimpleNamespace(name="source", type="fp16")],
        operands=[SimpleNamespace(layout=layout, tile=tile, contiguous_free=False)],
        exact=(False, False),
        stage_bytes=0,
        slice_step=columns,
    )
    zero, length, always = b.constant(0), b.constant(columns), b.constant(1, I1)
    item = WorkItem(Tile(zero, zero, zero, zero, zero), zero, length, 1, always, always)
    tensor_map = TensorMap(first, second, zero, (), ())
    who = Threads(thread, warp, thread, zero, zero)
    lds = b.offset(function.lds, b.constant(GUARD))
    loader = AsyncLoader(Kernel(b, machine, plan, lds, [source], [tensor_map], length, item, who), 0)
    loader.load(loader.cursor, 0)
    token = Token(stage=0, later=0, loads=len(loader.places))
    machine.filled([], token)
    machine.await_filled([], token)
    machine.barrier_with_loads_in_flight()
    for place, valid in zip(places, inside, strict=True):
        at = b.select(valid, place, b.constant(0))
        value = b.load(I32, b.offset(function.lds, at), 4)
        machine.store(copy, place, valid, value)
    b.return_()
    verify(function)
    return print_module([function], "llvm22", machine.shell([function], "llvm22")), lds_bytes


def geometries(count: int) -> list[tuple[str, int, int, int, int, int]]:
    """Random geometries that a machine can load: architecture, rows, columns, run, threads, elements of a chunk."""
    draw = random.Random(5)
    found: list[tuple[str, int, int, int, int, int]] = []
    while len(found) < count:
        arch = draw.choice(EMITTING)
        rows, columns = draw.choice((8, 16, 24, 32, 64, 96)), 8 * draw.randint(1, 24)
        run = draw.choice([length for length in range(2, columns + 1, 2) if columns % length == 0])
        block = ARCHES[arch].wave_size * draw.randint(1, 8)
        dwords = chunk_dwords(rows, columns, run, block, 2, ARCHES[arch].dma_widths)
        if dwords and rows * columns * 2 // 4 // block <= 64:
            found.append((arch, rows, columns, run, block, 2 * dwords))
    return found


def run_load(geometry: tuple[str, int, int, int, int, int], swizzle: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
    """The tile of a geometry and what lies in LDS after its load, guards checked."""
    arch, rows, columns, run, block, _ = geometry
    text, lds_bytes = load_only_kernel(*geometry, swizzle)
    source = np.arange(rows * columns * 2, dtype=np.uint32).astype(np.uint16).reshape(rows, columns // run, 2, run)
    copy = np.full(lds_bytes // 4, 0xFFFFFFFF, np.uint32)
    args = [np.ascontiguousarray(source).reshape(-1), copy]
    found = sim.run(text, grid=(1, 1, 1), block=block, args=args, arch=arch, lds_bytes=lds_bytes, outputs=(1,))
    assert not found.findings
    lds = copy.view(np.uint16)
    guard = np.full(GUARD // 2, SENTINEL & 0xFFFF, np.uint16)
    assert np.array_equal(lds[: GUARD // 2], guard) and np.array_equal(lds[-GUARD // 2 :], guard)
    return source[:, :, 0, :].reshape(rows, columns), lds[GUARD // 2 : -GUARD // 2].reshape(rows, columns)


@pytest.mark.parametrize("geometry", geometries(50))
def test_a_load_leaves_the_tile_and_touches_nothing_else(geometry):
    tile, lds = run_load(geometry, (0, 0))
    assert np.array_equal(lds, tile)


@pytest.mark.parametrize("shift", [0, 2, -2])
@pytest.mark.parametrize("geometry", [each for each in geometries(200) if each[2] in (32, 64, 128)])
def test_a_swizzled_load_leaves_each_row_permuted_by_its_index(geometry, shift):
    group = 8
    tile, lds = run_load(geometry, (group, shift))
    rows, columns = tile.shape
    for row in range(rows):
        turned = int(row % 16 * 2.0**-shift) % (columns // group)
        for place in range(0, columns, group):
            start = (place // group ^ turned) * group
            assert np.array_equal(lds[row, place : place + group], tile[row, start : start + group])
