"""No silent knob: each field changes the text or the manifest, kernel names masked, or is refused. New fields are tested
without a change here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from tests.support import explain_both, masked, spec_of

from twinkern import ConvSpec, Program, emit
from twinkern._contract import ARCHES, FIELDS, Field
from twinkern.engine.spec.spec import read_spec

# With stride 1 and filters of two taps and more, no field of the problem is without effect on the convolution itself.
BASES = (
    "direction=forward arch=gfx950 in_type=bf16 n=2 c=32 k=64 input=9x8 filter=3x2 pad=1",
    "direction=dgrad arch=gfx950 in_type=fp16 n=2 c=32 k=32 input=9x8 filter=3x2 pad=1 dilation=2",
    "direction=wgrad arch=gfx942 in_type=bf16 n=2 c=64 k=64 input=9x8 filter=2x3 pad=1",
    "direction=forward arch=gfx942 in_type=fp16 n=2 c=12 k=12 groups=3 input=6x7x5 filter=2x2x2 epilogue=direct out_type=fp32",
    "direction=forward arch=gfx950 tile_m=64 tile_n=64 tile_k=64 warps_m=2 warps_n=2 atom=16x16x32 epilogue=cshuffle "
    "lds_pad_a=0 lds_pad_b=0 n=2 c=64 k=64 input=8x8 filter=3x3 pad=1",
    "direction=forward pipeline=ring tile_m=32 n=2 c=64 k=64 input=9x8 filter=3x2 pad=1",
    "direction=wgrad pipeline=wavelet n=2 c=64 k=64 input=9x8 filter=2x3 pad=1",
    "direction=wgrad arch=gfx942 n=2 c=24 k=24 groups=4 input=7x6 filter=3x2 pad=1",
    "direction=wgrad arch=gfx942 out_type=fp32 n=2 c=64 k=64 input=9x8 filter=2x3 pad=1 split_k=3",
    "direction=forward arch=gfx942 n=2 c=24 k=24 groups=4 input=7x6 filter=3x2 pad=1",
)


def alternatives(field: Field, value: object) -> Iterator[object]:
    """Other values of a field."""
    if field.type == "choice":
        yield from (word for word in field.allowed if word not in (value, field.automatic))
    elif field.type == "integer":
        candidates = {value + 1, value - 1, value * 2, value // 2, value + 8, 1, 2, 16, field.low, field.high} - {value}
        yield from sorted(number for number in candidates if field.low <= number <= field.high)
    else:
        for axis, entry in enumerate(value):
            for other in (entry + 1, entry + 2):
                yield (*value[:axis], other, *value[axis + 1 :])


def changed(spec: ConvSpec, field: Field, value: object) -> ConvSpec:
    """The spec with one field replaced."""
    if field.group == "problem":
        return replace(spec, problem=replace(spec.problem, **{field.name: value}))
    return replace(spec, **{field.name: value})


@pytest.fixture(scope="module")
def bases() -> list[Program]:
    """The programs that a field is changed in."""
    return [emit(spec_of(words)) for words in BASES]


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.name)
def test_field_changes_the_kernel_or_is_refused(field, bases):
    accepted = 0
    for base in bases:
        asked = read_spec(base.asked.encode())
        resolved = base.spec
        now = getattr(resolved.problem if field.group == "problem" else resolved, field.name)
        for value in alternatives(field, now):
            data = changed(asked, field, value).to_json().encode()
            found = explain_both(data)
            if found.violations:
                continue
            if found.resolved == base.resolved:
                assert value == field.automatic, "only asking for the automatic value may resolve to the same"
                continue
            accepted += 1
            program = emit(data)
            assert masked(program) != masked(base), f"{field.name} = {value} changes nothing in {base.name}"
            assert program.name != base.name
    choices = set(field.allowed) - {field.automatic}
    assert accepted or (field.type == "choice" and len(choices) == 1), f"no other value of {field.name} was accepted"


def test_masking_leaves_no_name(bases):
    for base in bases:
        assert base.name in base.text and base.name in base.manifest_text
        assert not any(base.name[-12:] in part for part in masked(base))


def test_accumulation_registers_are_of_machines_that_have_them():
    """Of those whose vector registers are not all that a lane has; elsewhere both engines refuse to do without."""
    field = next(field for field in FIELDS if field.name == "accumulation_registers")
    assert set(field.arches) == {name for name, row in ARCHES.items() if row.vector_registers < row.registers_per_lane}
    asked = "direction=forward arch=gfx1250 n=2 c=32 k=64 input=9x8 filter=3x2 pad=1 accumulation_registers="
    refused = explain_both(spec_of(asked + "none"))
    assert [violation.code for violation in refused.violations] == ["FIELD_MACHINE"]
    assert not explain_both(spec_of(asked + "allowed")).violations
