"""Kernels that another compiler emitted give the right products, with every sanitizer on and silent."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from twinkern.judge import simulator as sim

FIXTURES = Path(__file__).parent / "fixtures"
KERNELS = [
    "gfx942_fp16_nt.ll",
    "gfx942_bf16_nn.ll",
    "gfx950_fp16_nn.ll",
    "gfx950_bf16_nt_i16.ll",
    "gfx950_fp16_tn_ring.ll",
    "gfx950_fp16_nn_dma.ll",
    "gfx1250_fp16_nn.ll",
    "gfx1250_bf16_nt.ll",
]
# m, n, k in steps of the kernel's tile, pad, seed. With one step, gfx950_fp16_nn_dma reads LDS that nobody wrote and makes
# nothing of it.
SIZES = [(64, 64, 1, 0, 4), (64, 64, 2, 16, 0), (128, 64, 3, 16, 1), (64, 192, 4, 48, 2), (192, 128, 8, 32, 3)]


def padded(matrix: np.ndarray, pad: int, filler: int) -> np.ndarray:
    """The matrix with `pad` columns of filler bits behind each row."""
    buffer = np.full((matrix.shape[0], matrix.shape[1] + pad), filler, matrix.dtype)
    buffer[:, : matrix.shape[1]] = matrix
    return buffer


@pytest.mark.parametrize("size", SIZES, ids=lambda s: "x".join(map(str, s[:3])))
@pytest.mark.parametrize("name", KERNELS)
def test_product(name: str, size: tuple, manifest: dict, bf16: tuple) -> None:
    m, n, steps, pad, seed = size
    entry = manifest[name]
    k = steps * entry["tile"][2]
    encode, decode = bf16
    if entry["dtype"] == "fp16":
        encode = lambda x: x.astype(np.float16).view(np.uint16)  # noqa: E731
        decode = lambda x: x.view(np.float16).astype(np.float32)  # noqa: E731
    random = np.random.default_rng(seed)
    a = encode(random.standard_normal((m, k)).astype(np.float32))
    b = encode(random.standard_normal((k, n)).astype(np.float32))
    # 0x7FFF is a NaN in both formats: a kernel that reads the padding shows it.
    stored_a = padded(a if entry["layout"][0] == "n" else np.ascontiguousarray(a.T), pad, 0x7FFF)
    stored_b = padded(b if entry["layout"][1] == "n" else np.ascontiguousarray(b.T), pad, 0x7FFF)
    out = np.full((m, n + pad), np.nan, np.float32)
    strides = [x.shape[1] for x in (stored_a, stored_b, out)]
    run = sim.run(
        (FIXTURES / name).read_text(),
        grid=(m // 64, n // 64),
        block=entry["block"],
        args=[stored_a, stored_b, out, k, *strides, None, None],
        arch=entry["arch"],
        dynamic_lds=entry["lds_bytes"],
    )
    if (name, steps) == ("gfx950_fp16_nn_dma.ll", 1):
        check_race(run)
    else:
        assert run.findings == []
    x, y = decode(a).astype(np.float64), decode(b).astype(np.float64)
    # Every atom rounds once, by 2^-24 of a partial sum that |x| |y| bounds; there are fewer than k atoms.
    bound = k * 2.0**-24 * (np.abs(x) @ np.abs(y))
    assert (np.abs(out[:, :n] - x @ y) <= bound).all()
    assert np.isnan(out[:, n:]).all()
    assert run.counters.waves == m // 64 * (n // 64) * 4
    assert run.counters.per_wave("matrix") > 0


def check_race(run: sim.Run) -> None:
    """With one step, the kernel has a race. Branches lead around the copies of the second tile, and it waits for vmcnt(4) as if
    they had been issued: that lands none of the four copies of the first tile. Compiled by LLVM 22, it jumps over them
    (s_cbranch_execz) and waits as the text says, and no other wait stands before its ds_read. With two steps or more all
    copies that a wait counts are issued."""
    assert {finding.kind for finding in run.findings} == {"dma"}
    assert {finding.access for finding in run.findings} == {"read"}
    assert {finding.allowed for finding in run.findings} <= {0, 1, 2, 3}


def test_output_without_padding_is_covered(manifest: dict) -> None:
    entry = manifest["gfx942_fp16_nt.ll"]
    a = np.ones((64, 64), np.float16)
    out = np.full((64, 64), np.nan, np.float32)
    run = sim.run(
        (FIXTURES / "gfx942_fp16_nt.ll").read_text(),
        grid=(1, 1),
        block=entry["block"],
        args=[a, a, out, 64, 64, 64, 64, None, None],
        arch=entry["arch"],
        dynamic_lds=entry["lds_bytes"],
        outputs=(2,),
    )
    assert run.findings == []
    assert (out == 64).all()
