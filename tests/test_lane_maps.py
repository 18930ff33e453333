"""Lane maps and reads: each is proven when the contract is loaded, and one that is wrong by one is refused."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.support import ROOT, contract_module

from twinkern._contract import ARCHES, ATOMS, ReadKind, Term
from twinkern.engine.ir.builder import Builder, Function
from twinkern.engine.machine import make_machine
from twinkern.engine.plan.lanes import INTEGERS, coordinate

LOADER = contract_module("load")
LANE_MAPS = contract_module("lane_maps")
CONTRACT = LOADER.load()
BITS = {name: row["bits"] for name, row in CONTRACT.types.items()}
ATOM_IDS = [f"{row['map']}-{'-'.join(row['types'][:2])}" for row in CONTRACT.atoms]


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    """A copy of the contract."""
    return Path(shutil.copytree(ROOT / "parity/contract", tmp_path / "contract"))


def plant(tables: Path, map_: str, operand: str, old: str, new: str) -> None:
    """Give an operand of a map a record of its own, which differs from the one that it had by a text."""
    path = tables / "atoms.toml"
    text = path.read_text(encoding="utf-8")
    before, at, after = text.partition(f"[map.{map_}]\n")
    line = next(line for line in after.splitlines() if line.startswith(f"{operand} = "))
    named = line.split('"')[1]
    kind = "accumulator" if operand == "d" else "operand"
    record = text.partition(f"[{kind}.{named}]\n")[2].partition("\n\n")[0]
    assert record.count(old) == 1
    after = after.replace(line, f'{operand} = "planted"', 1)
    path.write_text(f"{before}[{kind}.planted]\n{record.replace(old, new)}\n\n{at}{after}", encoding="utf-8")


@pytest.mark.parametrize(
    ("map_", "operand", "old", "new", "message"),
    [
        ("mfma_16_short", "a", 'free = "lane % 16"', 'free = "lane % 15"', "a .* does not cover 16x16"),
        ("mfma_16_short", "b", 'k = "lane / 16 * 4 + slot"', 'k = "lane / 16 * 3 + slot"', "b .* does not cover 16x16"),
        ("mfma_32_long", "d", "slot / 4 * 8", "slot / 4 * 9", "d .* does not cover 32x32"),
        ("mma_pairs", "a", "slot / 2 % 2 * 8", "slot / 2 % 2 * 7", "a .* does not cover 16x16"),
        ("mma_pairs", "b", "slot / 2 * 8", "slot / 2 * 7", "b .* does not cover 8x16"),
        ("mma_singles", "d", "slot / 2 * 8", "slot / 2 * 9", "d .* does not cover 16x8"),
        ("mfma_32_short", "a", "lane / 4 % 4", "lane / 4 % 3", "lane 0, slot 3: transposed read gives"),
        ("wmma_interleaved", "b", "% 8 + slot / 8 * 16", "% 8 + slot / 8 * 15", "transposed read gives"),
        ("mma_pairs", "a", 'row = "lane % 16"', 'row = "lane % 15"', "matrix read gives"),
        ("mma_pairs", "b", "lane % 8 + lane / 16 * 8", "lane % 8 + lane / 16 * 7", "matrix read gives"),
        ("mma_singles", "b", 'lane % 8"', 'lane % 7"', "matrix read gives"),
        ("mma_singles", "b", "count = 2, atoms = 1", "count = 2, atoms = 2", "there is no matrix read of 2 elements"),
        ("mfma_16_short", "a", "elements = 4", "elements = 2", "no transposed read of 2"),
        ("mfma_16_long", "b", "load = 8", "load = 16", "a load of 16 elements is not contiguous"),
        ("wmma_interleaved", "a", "load = 8", "load = 16", "a load of 16 elements is not contiguous"),
        ("mma_pairs", "a", "load = 2", "load = 4", "a load of 4 elements is not contiguous"),
        ("mma_singles", "b", "load = 1", "load = 2", "a load of 2 elements is not contiguous"),
        ("mfma_16_short", "b", "load = 4", "load = 3", "a load of 3 elements is not contiguous"),
        ("mfma_16_short", "b", "load = 4", "load = 2", "loads of 2 elements are not the longest"),
        ("mfma_32_single", "a", "length = 1", "length = 2", "does not cover"),
        ("mma_pairs", "d", "length = 4", "length = 3", "does not cover"),
    ],
)  # fmt: skip
def test_a_record_that_is_wrong_is_refused(tables: Path, map_: str, operand: str, old: str, new: str, message: str) -> None:
    plant(tables, map_, operand, old, new)
    with pytest.raises(ValueError, match=message) as refused:
        LOADER.load(tables)
    assert f", {operand} (planted): " in str(refused.value)


def operands_with_reads() -> list[tuple[str, int]]:
    """Every operand record that has reads of elements of so many bits, and how many."""
    records = (ROOT / "parity/contract/atoms.toml").read_text(encoding="utf-8").split("\n[")
    counts = [(record.split("]")[0], record.count("bits = ")) for record in records if record.startswith("operand.")]
    return [(name, count) for name, count in counts if count]


@pytest.mark.parametrize("bits", [15, 17, 64])
@pytest.mark.parametrize(("record", "count"), operands_with_reads())
def test_a_read_whose_bits_no_atom_has_is_refused(tables: Path, record: str, count: int, bits: int) -> None:
    """A kernel would do without it, and be another kernel."""
    path = tables / "atoms.toml"
    before, at, after = path.read_text(encoding="utf-8").partition(f"[{record}]\n")
    for index in range(count):
        parts = re.split(r"(bits = \d+)", after, maxsplit=index + 1)
        parts[2 * index + 1] = f"bits = {bits}"
        path.write_text(before + at + "".join(parts), encoding="utf-8")
        name = record.removeprefix("operand.")
        with pytest.raises(ValueError, match=f"operand {name}: a read is of {bits} bits, and no atom takes such elements"):
            LOADER.load(tables)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('map = "mfma_16_short"', 'map = "mfma_17_short"', "there is no map 'mfma_17_short'; there are mfma_16_short, "),
        ('a = "mfma_16_short"', 'a = "mfma_17_short"', "there is no operand 'mfma_17_short'; there are mfma_16_short, "),
        ('d = "mfma_16"', 'd = "mfma_17"', "there is no accumulator 'mfma_17'; there are mfma_16, "),
        ("load = 4", "load = 0", r"a \(mfma_16_short\): operand mfma_16_short: load = 0 is no size"),
        ("load = 4\n", "", "atoms.toml, operand mfma_16_short lacks load; needed are length, free, k, load"),
        ("bits = 16, elements = 4", "bits = 16, elements = 0", "operand mfma_16_short: elements = 0 is no size"),
        ("lanes = 64\n", "", "atoms.toml, map mfma_16_short lacks lanes; needed are lanes, a, b, d"),
        ("lanes = 64", "lanes = 0", "map mfma_16_short: lanes = 0 is no size"),
        ('length = 4\nrow = "lane / 16 * 4', 'length = 0\nrow = "lane / 16 * 4', "accumulator mfma_16: length = 0 is no size"),
        ('free = "lane % 16"', 'free = "lane % 0"', "lane map term 'lane % 0' in 'lane % 0' has a 0"),
        ("shape = [16, 16, 16]", "shape = [16, 0, 16]", "atom 16x0x16 has a size that is not positive"),
    ],
)
def test_a_record_that_is_not_whole_is_named(tables: Path, old: str, new: str, message: str) -> None:
    path = tables / "atoms.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        LOADER.load(tables)


def neighbours(terms: Any) -> Iterator[Any]:
    """The formulas in which one number is one more or one less."""
    for index, term in enumerate(terms):
        for key in ("divide", "modulo", "times"):
            for value in (getattr(term, key) - 1, getattr(term, key) + 1):
                if value > 0:
                    yield (*terms[:index], term._replace(**{key: value}), *terms[index + 1 :])


def alike(first: Any, second: Any, lanes: range, slots: range) -> bool:
    """Whether two formulas give the same wherever they are asked."""
    return all(
        LANE_MAPS.evaluate_terms(first, lane, slot) == LANE_MAPS.evaluate_terms(second, lane, slot)
        for lane in lanes
        for slot in slots
    )


@pytest.mark.parametrize("atom", CONTRACT.atoms, ids=ATOM_IDS)
def test_every_number_of_every_record_is_proven(atom: dict[str, Any]) -> None:
    """One more or one less is refused, or gives the same coordinates."""
    lanes = atom["lanes"]
    m, n, k = atom["shape"]
    planted = 0
    for name, edge in (("a", m), ("b", n)):
        record = atom[name]
        wrong = []
        for part in ("free", "k"):
            terms = getattr(record, part)
            others = [other for other in neighbours(terms) if not alike(terms, other, range(lanes), range(record.length))]
            wrong += [replace(record, **{part: other}) for other in others]
        for index, read in enumerate(record.reads):
            asked = range(read.elements * BITS[record.type] // 32 * 8 if read.kind == "matrix" else lanes)
            for part in ("row", "column") if read.kind != "load" else ():
                terms = getattr(read, part)
                slots = range(0, record.length, read.elements)
                for other in neighbours(terms):
                    if not alike(terms, other, asked, slots):
                        reads = (*record.reads[:index], replace(read, **{part: other}), *record.reads[index + 1 :])
                        wrong.append(replace(record, reads=reads))
        for other in wrong:
            with pytest.raises(ValueError):
                LANE_MAPS.check_operand(other, lanes, (edge, k), BITS[record.type])
        planted += len(wrong)
    d = atom["d"]
    for part in ("row", "column"):
        for other in neighbours(getattr(d, part)):
            changed = replace(d, **{part: other})
            if not alike(getattr(d, part), other, range(lanes), range(d.length)):
                with pytest.raises(ValueError, match="does not cover"):
                    LANE_MAPS.check_cover((changed.row, changed.column), lanes, d.length, (m, n))
                planted += 1
    assert planted >= 12


def test_an_operand_that_a_descriptor_names_and_an_accumulator_of_128_lanes(tables: Path) -> None:
    """What warpgroup products of sm_90 are like: no lane map of A and B, and four warps to one D (PTX ISA, "wgmma")."""
    path = tables / "atoms.toml"
    text = path.read_text(encoding="utf-8")
    text += """
[operand.tile]
descriptor = true

[accumulator.four_warps]
length = 8
row = "lane / 32 * 16 + lane / 4 % 8 + slot / 2 % 2 * 8"
column = "lane % 4 * 2 + slot % 2 + slot / 4 * 8"

[map.four_warps]
lanes = 128
a = "tile"
b = "tile"
d = "four_warps"

[[atom]]
shape = [64, 16, 16]
types = ["fp16", "fp16", "fp32"]
families = ["sm90"]
intrinsic = "four_warps"
arguments = ["a", "b", "c"]
map = "four_warps"
"""
    path.write_text(text, encoding="utf-8")
    intrinsics = tables / "intrinsics.toml"
    row = """
[[intrinsic]]
id = "four_warps"
name = "planted"
result = "<8 x float>"
arguments = ["i64", "i64", "<8 x float>"]
families = ["sm90"]
"""
    intrinsics.write_text(intrinsics.read_text(encoding="utf-8") + row, encoding="utf-8")
    atom = LOADER.load(tables).atoms[-1]
    assert (atom["lanes"], atom["a"].length, atom["a"].free) == (128, 0, ())
    assert [(read.kind, read.elements) for read in atom["b"].reads] == [("descriptor", 0)]
    path.write_text(text.replace("lane / 4 % 8 + slot", "lane / 4 % 7 + slot"), encoding="utf-8")
    with pytest.raises(ValueError, match=r"d \(four_warps\): its lane map does not cover 64x16"):
        LOADER.load(tables)
    path.write_text(text.replace("descriptor = true", "descriptor = true\nload = 1"), encoding="utf-8")
    with pytest.raises(ValueError, match="what a descriptor names has no lane map"):
        LOADER.load(tables)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('["a", "b", "c", 0, 0, 0]', '["a", "b", "c", 0, 0]', "are no arguments of mfma_f32_16x16x16_f16"),
        ('["a", "b", "c", 0, 0, 0]', '["a", "b", 0, "c", 0, 0]', "are no arguments of mfma_f32_16x16x16_f16"),
        ('["a", "b", "c", 0, 0, 0]', '["a", "a", "c", 0, 0, 0]', "allowed are constants and a, b, c in this order"),
        ('"a", "b", "b", "c"', '"a", "a", "b", "c"', "takes 160 bits of a"),
        ('types = ["fp16", "fp16", "fp32"]', 'types = ["fp32", "fp16", "fp32"]', "takes 64 bits of a"),
    ],
)
def test_a_call_that_does_not_pass_its_operands_is_refused(tables: Path, old: str, new: str, message: str) -> None:
    path = tables / "atoms.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        LOADER.load(tables)


@pytest.mark.parametrize("text", ["thread % 4", "lane % x", "lane * 2 % 4", "lane + + slot", "7", ""])
def test_lane_map_that_is_no_formula(text: str) -> None:
    with pytest.raises(ValueError, match="lane map term"):
        LANE_MAPS.parse_terms(text)


def test_an_architecture_whose_reads_are_unknown(tables: Path) -> None:
    path = tables / "arch.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("matrix = 16", "matrices = 16", 1), encoding="utf-8")
    with pytest.raises(ValueError, match=r"sm_80 has reads .*matrices.*; there are load, transposed, matrix, descriptor"):
        LOADER.load(tables)


# The engines' tables.


def test_the_engine_works_terms_out_as_the_contract_does() -> None:
    for text in ("lane / 16 * 4 + lane / 4 % 4 + slot / 4 * 4", "slot / 8 * 16 + lane / 16 * 8 + slot % 8", "0"):
        terms = LANE_MAPS.parse_terms(text)
        own = [Term(term.source == "lane", term.divide, term.modulo, term.times) for term in terms]
        for lane in range(64):
            for slot in range(16):
                found = coordinate(INTEGERS, own, lane, slot)
                assert found == LANE_MAPS.evaluate_terms(terms, lane, slot)
                assert found == coordinate(INTEGERS, own, lane, 0) + coordinate(INTEGERS, own, 0, slot)


def test_machines_that_kernels_can_be_asked_for_have_no_read_that_no_engine_emits() -> None:
    emitting = [row for row in ARCHES.values() if row.emits]
    assert emitting and all(row.reads[ReadKind.LOAD] == 16 for row in emitting)
    assert not any(row.reads[ReadKind.DESCRIPTOR] for row in emitting)
    kinds = {read.kind for atom in ATOMS for read in (*atom.a.reads, *atom.b.reads)}
    assert kinds == {ReadKind.LOAD, ReadKind.TRANSPOSED, ReadKind.MATRIX}
    for row in emitting:
        machine = make_machine(row, Builder(Function("kernel", row, row.wave_size)))
        assert machine.reads.keys() >= {kind for kind, size in row.reads.items() if size}
        assert set(machine.reads) == set(LOADER.MACHINE_READS[row.vendor.machine])
