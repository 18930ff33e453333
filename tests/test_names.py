"""A kernel's name tells the kernel: equal names mean equal resolved specs and equal texts."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support import TINY, explain_both, spec_of, specs

from twinkern import Refusal, emit
from twinkern._contract import ARCHES, ATOMS, FIELDS, FLAVORS, PIPELINES
from twinkern.engine.spec.spec import ConvSpec

AXES = r"\d+(x\d+){0,2}"
STEM = re.compile(
    rf"(forward|dgrad|wgrad)_({'|'.join(ARCHES)})_n\d+c\d+k\d+g\d+_i{AXES}_f{AXES}_s{AXES}_d{AXES}_p{AXES}_{AXES}"
    rf"_(fp16|bf16|fp32)_(fp16|bf16|fp32)(_direct_g\d+"
    rf"|_t\d+x\d+x\d+_w\d+x\d+_a({'|'.join(sorted({atom.name for atom in ATOMS}))})"
    rf"_({'|'.join(dict.fromkeys(row.name for row in PIPELINES))})[2345]?_(direct|cshuffle)(_async)?(_kouter)?"
    r"_pad\d+x\d+(_spk\d+_(atomic|two_stage))?(_gpt\d+)?)_[0-9a-f]{12}"
)
"""Direction, arch, problem, types, tile, warps, atom, pipeline, epilogue, flags, digest; or the groups of a workgroup."""


def explained(spec: ConvSpec):
    return explain_both(spec.to_json().encode())


@st.composite
def neighbours(draw: st.DrawFn) -> tuple[ConvSpec, ConvSpec]:
    """Two specs that differ in one field, or that ask for the same in two ways."""
    spec = draw(specs())
    field = draw(st.sampled_from(FIELDS))
    record = spec.problem if field.group == "problem" else spec
    value = getattr(record, field.name)
    if field.type == "choice":
        other = draw(st.sampled_from(field.allowed))
    elif field.type == "integer":
        other = draw(st.sampled_from((value + 1, value * 2, field.default or 1, 1, 2)))
    else:
        at = draw(st.integers(0, len(value) - 1))
        other = (*value[:at], value[at] + draw(st.integers(0, 2)), *value[at + 1 :])
    changed = replace(record, **{field.name: other})
    return spec, (replace(spec, problem=changed) if field.group == "problem" else changed)


@given(neighbours())
def test_names_are_equal_just_where_resolved_specs_are(pair):
    one, other = map(explained, pair)
    if one.resolved and other.resolved:
        assert (one.name == other.name) == (one.resolved == other.resolved)


@given(specs())
def test_a_spec_and_its_resolved_form_are_one_kernel(spec):
    found = explained(spec)
    if found.resolved:
        for flavor in ARCHES[spec.arch].flavors:
            program = emit(spec.to_json(), flavor=flavor)
            again = emit(found.resolved, flavor=flavor)
            assert (program.name, program.text, program.manifest_text) == (again.name, again.text, again.manifest_text)
            assert program.name == found.name


@given(specs())
def test_stem_is_readable_and_in_order(spec):
    name = explained(spec).name
    assert name is None or STEM.fullmatch(name), name


def test_stem_shows_what_was_asked():
    words = (
        "direction=dgrad arch=gfx942 in_type=bf16 out_type=fp32 atom=16x16x16 tile_m=64 tile_n=32 tile_k=32 warps_m=2 "
        "warps_n=1 epilogue=direct lds_pad_a=8 lds_pad_b=8 n=3 c=10 k=20 groups=5 input=7x9 filter=3x2 stride=2x1 dilation=1x2 "
        "pad_before=1x0 pad_after=2x1"
    )
    name = explain_both(spec_of(words)).name
    stem = (
        "dgrad_gfx942_n3c10k20g5_i7x9_f3x2_s2x1_d1x2_p1x0_2x1_bf16_fp32_t64x32x32_w2x1_a16x16x16_mem_direct_pad8x8_"
    )
    assert name.startswith(stem), name


def test_vector_widths_are_in_the_name():
    """They are not in the stem, so the digest must tell them apart."""
    base = f"direction=forward {TINY}"
    names = {explain_both(spec_of(f"{base} vector_{operand}={width}")).name for operand in "abd" for width in (1, 2, 4)}
    assert len(names) == 9 and len({name.rpartition("_")[0] for name in names}) <= 2


def test_problem_fields_are_all_in_the_name():
    whole = json.loads(spec_of("direction=forward n=2 c=8 k=8 input=6x6 filter=3x3 pad=1"))
    names = {explain_both(json.dumps(whole).encode()).name}
    others = {"n": 3, "c": 16, "k": 16, "groups": 2, "input": [6, 7], "filter": [3, 2], "stride": [1, 2], "dilation": [2, 1]}
    others |= {"pad_before": [1, 2], "pad_after": [2, 1]}
    assert set(others) == {field.name for field in FIELDS if field.group == "problem"}
    for key, value in others.items():
        names.add(explain_both(json.dumps({**whole, "problem": {**whole["problem"], key: value}}).encode()).name)
    assert len({name.rpartition("_")[0] for name in names}) == len(names) == 1 + len(others)


def test_flavor_is_not_part_of_the_name():
    names = {emit(spec_of(f"direction=wgrad {TINY}"), flavor=flavor).name for flavor in FLAVORS}
    assert len(names) == 1
    with pytest.raises(Refusal):
        emit(spec_of(f"direction=wgrad {TINY}"), flavor="llvm21")
