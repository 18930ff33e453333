"""Identity probe: every matrix atom of the contract, in the simulator, against the lane map that the contract gives it.

A is one-hot at each of its positions in turn. B's elements carry their own number in base 8, one digit a workgroup, and one
workgroup has all of them 1: the results then tell which single element of B each position of A meets, and where the product
lands. C numbers its own places. The simulator's lane maps are its own: it never reads the contract's.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.support import contract_module

from twinkern.engines import DEFAULT_FLAVOR
from twinkern.judge import simulator as sim

READER = contract_module("load")
LANE_MAPS = contract_module("lane_maps")
CONTRACT = READER.load()
INTRINSICS = {row["id"]: row for row in CONTRACT.intrinsics}
PROBES = [
    pytest.param(atom, arch, id=f"{arch}-{atom['name']}-{'-'.join(atom['types'][:2])}")
    for atom in CONTRACT.atoms
    for arch in atom["arch"]
]
# Bytes of an element, bias of the exponent, bits of the mantissa: IEEE 754 binary16, bfloat16, binary32 (tf32 is its upper
# part), and the 8-bit formats of OCP and the FNUZ ones.
FORMATS = {
    "fp16": (2, 15, 10), "bf16": (2, 127, 7), "fp32": (4, 127, 23), "tf32": (4, 127, 23),
    "fp8": (1, 7, 3), "bf8": (1, 15, 2), "fp8_fnuz": (1, 8, 3), "bf8_fnuz": (1, 16, 2),
}  # fmt: skip
BASE = 8
"""Digits up to 7 are exact in every format."""
BYTES = {"half": 2, "bfloat": 2, "i16": 2, "i32": 4, "float": 4, "i64": 8}
IDS = {
    "amd": ("llvm.amdgcn.workitem.id.x", "llvm.amdgcn.workgroup.id.x"),
    "nvidia": ("llvm.nvvm.read.ptx.sreg.tid.x", "llvm.nvvm.read.ptx.sreg.ctaid.x"),
}


def size_of(type_: str) -> int:
    """Bytes of an argument's type."""
    if type_.startswith("<"):
        count, element = type_.strip("<>").split(" x ")
        return int(count) * BYTES[element]
    return BYTES[type_]


def grid_of(formula: list, lanes: int, slots: int) -> np.ndarray:
    """A coordinate for every [lane][slot]."""
    return np.array([[LANE_MAPS.evaluate_terms(formula, lane, slot) for slot in range(slots)] for lane in range(lanes)])


def kernel(row: dict, arch: dict, name: str, sizes: tuple[int, int, int]) -> str:
    """Each thread loads its registers of A, B and C (`sizes` bytes each), multiplies, and stores D."""
    flavor = CONTRACT.flavors.index(DEFAULT_FLAVOR)
    types = [argument[flavor] for argument in row["arguments"] if argument[flavor]]
    immediate = [flag for argument, flag in zip(row["arguments"], row["immediate"], strict=True) if argument[flavor]]
    vendor = CONTRACT.vendors[arch["vendor"]]
    tid, group = IDS[arch["vendor"]]
    body, passed, queue = [], [], iter("abc")
    pointer, left, at = "", 0, 0
    for number, (type_, fixed) in enumerate(zip(types, immediate, strict=True)):
        if fixed:
            passed.append(f"{type_} 0" if type_ != "i1" else "i1 false")
            continue
        if left == 0:
            pointer = next(queue)
            left, at = sizes["abc".index(pointer)], 0
            body += [f"  %{pointer}.at = mul i32 %item, {left}",
                     f"  %{pointer}.mine = getelementptr i8, ptr addrspace(1) %{pointer}, i32 %{pointer}.at"]  # fmt: skip
        body += [f"  %p{number} = getelementptr i8, ptr addrspace(1) %{pointer}.mine, i32 {at}",
                 f"  %r{number} = load {type_}, ptr addrspace(1) %p{number}, align 1"]  # fmt: skip
        passed.append(f"{type_} %r{number}")
        left, at = left - size_of(type_), at + size_of(type_)
    assert left == 0 and next(queue, None) is None
    result = row["result"]
    body.append(f"  %result = call {result} @{row['name'][flavor]}({', '.join(passed)})")
    if result.startswith("{"):
        for number in range(result.count("float")):
            body += [f"  %d{number} = extractvalue {result} %result, {number}",
                     f"  %q{number} = getelementptr i8, ptr addrspace(1) %c.mine, i32 {4 * number}",
                     f"  store float %d{number}, ptr addrspace(1) %q{number}, align 4"]  # fmt: skip
    else:
        body.append(f"  store {result} %result, ptr addrspace(1) %c.mine, align 4")
    lines = "\n".join(body)
    return f"""target triple = "{vendor["triple"]}"
define {vendor["kernel_convention"]} void @probe(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c) #0 {{
  %tid = call i32 @{tid}()
  %group = call i32 @{group}()
  %first = mul i32 %group, {arch["wave_size"]}
  %item = add i32 %first, %tid
{lines}
  ret void
}}
attributes #0 = {{ "target-cpu"="{name}" }}
"""


def stored(values: np.ndarray, type_: str) -> np.ndarray:
    """Digits as the bytes of their type, in the same shape of elements."""
    size, bias, mantissa = FORMATS[type_]
    table = [0]
    for digit in range(1, BASE):
        exponent = digit.bit_length() - 1
        table.append(exponent + bias << mantissa | (digit - (1 << exponent)) << mantissa - exponent)
    return np.array(table, f"u{size}")[values.astype(np.intp)]


def operands(atom: dict) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """A and B as digits and C as numbers, each [workgroup][lane][slot], and what D must hold."""
    m, n, k = atom["shape"]
    a_record, b_record, d_record, lanes = atom["a"], atom["b"], atom["d"], atom["lanes"]
    row, a_k = (grid_of(terms, lanes, a_record.length) for terms in (a_record.free, a_record.k))
    column, b_k = (grid_of(terms, lanes, b_record.length) for terms in (b_record.free, b_record.k))
    d_row, d_column = (grid_of(terms, lanes, d_record.length) for terms in (d_record.row, d_record.column))
    numbers = np.arange(n * k).reshape(k, n)
    digits = len(np.base_repr(n * k - 1, BASE))
    codes = np.stack([np.ones((k, n), int)] + [numbers // BASE**digit % BASE for digit in range(digits)])
    hot_row, hot_k, code = (axis.reshape(-1, 1, 1) for axis in np.indices((m, k, len(codes))))
    a = (row == hot_row) & (a_k == hot_k)
    b = codes[code, b_k, column]
    c = np.broadcast_to(1000 + np.arange(d_row.size).reshape(d_row.shape), (len(code), *d_row.shape)).astype(np.float32)
    expected = c + np.where(d_row == hot_row, codes[code, hot_k, d_column], 0)
    return a, b, c, expected


@pytest.mark.parametrize(("atom", "arch"), PROBES)
def test_atom_has_the_lane_map_of_the_contract(atom: dict, arch: str) -> None:
    a, b, c, expected = operands(atom)
    a_bytes = stored(a, atom["a"].type)
    b_bytes = stored(b, atom["b"].type)
    d = np.ascontiguousarray(c)
    sizes = (a_bytes[0, 0].nbytes, b_bytes[0, 0].nbytes, d[0, 0].nbytes)
    text = kernel(INTRINSICS[atom["intrinsic"]], CONTRACT.arches[arch], arch, sizes)
    run = sim.run(text, grid=(len(a),), block=CONTRACT.arches[arch]["wave_size"], args=[a_bytes, b_bytes, d], arch=arch)
    assert run.findings == []
    assert run.counters.instructions["matrix"] == len(a)
    wrong = np.argwhere(d != expected)
    assert not len(wrong), f"{len(wrong)} of {d.size} results; first at workgroup, lane, slot {wrong[0].tolist()}"


def test_probe_sees_a_wrong_map() -> None:
    """Two slots of A exchanged, two columns of B, two rows of D: each shows."""
    atom = next(row for row in CONTRACT.atoms if row["name"] == "32x32x8" and row["types"][0] == "fp16")
    for name, part, formula in (
        ("a", "k", "slot * 2 + lane / 32"),
        ("b", "free", "lane % 16 * 2 + lane / 16 % 2"),
        ("d", "row", "slot / 4 * 8 + lane / 32 + slot % 4 * 2"),
    ):
        wrong = replace(atom[name], **{part: LANE_MAPS.parse_terms(formula)})
        with pytest.raises(AssertionError, match="results; first at"):
            test_atom_has_the_lane_map_of_the_contract({**atom, name: wrong}, "gfx942")
