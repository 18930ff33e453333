"""The binding itself: what it refuses, and that nothing about the library is written twice."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest
from tests.native import inputs

import twinkern
from twinkern._contract import DIGEST
from twinkern.native import binding, build_native

HEADER = (Path(__file__).parents[2] / "cengine/include/twinkern.h").read_text(encoding="utf-8")


def test_another_contract_is_refused():
    binding.check_digest(DIGEST)
    with pytest.raises(ImportError, match=r"built from contract 0123456789ab, .* build it with `pip install"):
        binding.check_digest("0123456789abcdef" * 4)


def test_versions_agree():
    assert binding.string(binding.lib.twk_version()) == twinkern.__version__
    assert binding.lib.twk_abi_version() >= 1


def test_declarations_are_the_header():
    exported = set(re.findall(r"TWK_API [^;]*?\b(twk_\w+)\(", HEADER))
    declared = set(re.findall(r"\b(twk_\w+)\(", build_native.declarations(HEADER)))
    assert exported == declared
    assert all(hasattr(binding.lib, name) for name in exported)
    assert len(exported) > 8


@pytest.mark.parametrize("flavor", ["llvm22\0", "llvm22\0llvm22", "\N{LATIN SMALL LETTER E WITH ACUTE}", "\ud800"])
def test_flavor_that_c_cannot_be_handed(flavor):
    (row,) = binding.emit(inputs.VALID[0], flavor).violations
    assert row[0] == "FLAVOR"
    assert "?" in row[2]


def test_result_of_a_refusal():
    result = binding.emit(b'{"problem":1}', "llvm22")
    assert result.status == binding.REFUSED
    assert (result.text, result.manifest, result.asked, result.resolved, result.name, result.error) == (None,) * 6
    assert [row[:2] for row in result.violations] == [("FIELD_TYPE", "invalid"), ("FIELD_MISSING", "invalid")]


def test_result_of_an_emission():
    result = binding.emit(inputs.VALID[0], "llvm22")
    assert result.status == binding.OK
    assert result.violations == ()
    assert result.error is None
    explained = binding.explain(inputs.VALID[0])
    assert (explained.asked, explained.resolved, explained.name) == (result.asked, result.resolved, result.name)
    assert explained.text is None


@pytest.mark.parametrize(
    "geometry",
    [
        (0, 64, 256, 2, 0, (4,)),
        (64, 64, 256, 3, 0, (4,)),
        (64, 64, 256, 2, -1, (4,)),
        (64, 64, 256, 2, 0, (5,)),
        (64, 1 << 70, 256, 2, 0, (4,)),
    ],
)
def test_geometry_that_the_engine_does_not_take(geometry):
    with pytest.raises(ValueError):
        binding.async_chunk_dwords(*geometry)


def test_chunks_of_both_engines():
    sizes = (1, 16, 24, 32, 48, 64, 96, 512)
    for rows, cols in itertools.product(sizes, sizes):
        for block, element, contig in itertools.product((32, 256, 1024), (1, 2, 4), (None, 1, 6, 8, 512)):
            for widths in ((4, 3, 1), (1, 2, 4), (1,), ()):
                found = [
                    twinkern.async_chunk_dwords(rows, cols, block, element, contig, widths, engine)
                    for engine in ("python", "c")
                ]
                assert found[0] == found[1], (rows, cols, block, element, contig, widths)
