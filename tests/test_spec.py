"""Specs in JSON: the canonical form, defaults, what is refused and how it is said."""

from __future__ import annotations

import json

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.support import AUTOMATIC, emit_both, explain_both, problems, spec_of, specs

from twinkern import ConvProblem, ConvSpec, Refusal, emit
from twinkern._contract import FIELDS, RULES
from twinkern.engine.plan.rules import accept
from twinkern.engine.spec.naming import kernel_name
from twinkern.engine.spec.spec import read_spec

PROBLEM = {"n": 1, "c": 8, "k": 16, "input": [8, 9], "filter": [3, 3]}
WHOLE = {"problem": PROBLEM, "direction": "forward"}
BIG = 2147483647


def changed(problem: dict | None = None, **spec: object) -> bytes:
    """The plain spec with fields replaced; None takes one out."""
    whole = {**WHOLE, "problem": {**PROBLEM, **(problem or {})}, **spec}
    whole["problem"] = {key: value for key, value in whole["problem"].items() if value is not None}
    return json.dumps({key: value for key, value in whole.items() if value is not None}).encode()


@given(specs())
def test_canonical_form_is_a_fixed_point(spec):
    text = spec.to_json()
    again = read_spec(text.encode())
    assert again == spec and again.to_json() == text
    assert explain_both(text.encode()).asked == text


@given(specs(), st.randoms(use_true_random=False), st.sampled_from((None, 0, 1, "\t")))
def test_order_and_white_space_do_not_matter(spec, source, indent):
    def shuffled(value):
        if not isinstance(value, dict):
            return value
        members = [(key, shuffled(member)) for key, member in value.items()]
        source.shuffle(members)
        return dict(members)

    text = json.dumps(shuffled(json.loads(spec.to_json())), indent=indent)
    assert explain_both(text.encode()).asked == spec.to_json()


@given(specs())
def test_resolved_spec_resolves_to_itself(spec):
    found = explain_both(spec.to_json().encode())
    assume(found.resolved is not None)
    again = explain_both(found.resolved.encode())
    assert (again.asked, again.resolved, again.name) == (found.resolved, found.resolved, found.name)
    values = json.loads(found.resolved)
    left = {name for name, automatic in AUTOMATIC.items() if values[name] == automatic}
    assert left <= {"load_warps"}, "no warps that only load is both what is asked and what is found"
    asked = json.loads(found.asked)
    kept = [name for name in asked if name not in AUTOMATIC or asked[name] != AUTOMATIC[name]]
    assert all(values[name] == asked[name] for name in kept)


@given(problems(), st.sampled_from(("forward", "dgrad", "wgrad")))
def test_every_plain_problem_is_accepted(problem, direction):
    found = explain_both(ConvSpec(problem=problem, direction=direction).to_json().encode())
    assert found.violations == () and found.name


def test_defaults_are_those_of_the_contract():
    spec = read_spec(json.dumps(WHOLE).encode())
    for field in FIELDS:
        if field.default is not None:
            record = spec.problem if field.group == "problem" else spec
            expected = (field.default,) * 2 if field.type == "integers" else field.default
            assert getattr(record, field.name) == expected, field.name


def test_canonical_order_is_that_of_the_contract():
    canonical = json.loads(read_spec(json.dumps(WHOLE).encode()).to_json())
    assert list(canonical) == ["problem", *(field.name for field in FIELDS if field.group == "spec")]
    assert list(canonical["problem"]) == [field.name for field in FIELDS if field.group == "problem"]


def test_spec_made_in_python_is_the_spec_read():
    problem = ConvProblem(n=1, c=8, k=16, input=(8, 9), filter=(3, 3))
    made = ConvSpec(problem=problem, direction="forward")
    assert read_spec(made.to_json().encode()) == read_spec(json.dumps(WHOLE).encode())
    assert emit(made) == emit_both(json.dumps(WHOLE).encode())


def test_spec_made_in_python_is_checked_like_any_other():
    problem = ConvProblem(n=1, c=8, k=16, input=(8, 9), filter=(3,))
    with pytest.raises(Refusal, match="filter has 1 entries"):
        emit(ConvSpec(problem=problem, direction="forward"))
    with pytest.raises(Refusal, match='direction is "backward"'):
        emit(ConvSpec(problem=problem, direction="backward"))


REFUSED = [
    (b"3", ["FIELD_TYPE: the spec takes an object, not an integer"]),
    (b"[]", ["FIELD_TYPE: the spec takes an object, not a list"]),
    (
        b"{}",
        [
            "FIELD_MISSING: problem of the spec is missing; it takes an object",
            "FIELD_MISSING: direction of the spec is missing; it takes a string",
        ],
    ),
    (changed(problem=None, direction=None).replace(b'{"problem"', b'{"problems"'), [
        'FIELD_UNKNOWN: "problems" is no field of the spec; did you mean problem?',
        "FIELD_MISSING: problem of the spec is missing; it takes an object",
        "FIELD_MISSING: direction of the spec is missing; it takes a string",
    ]),
    (b'{"problem":7,"direction":"forward"}', ["FIELD_TYPE: problem takes an object, not an integer"]),
    (changed({"n": None}), ["FIELD_MISSING: n of the problem is missing; it takes an integer"]),
    (changed({"filter": None}), ["FIELD_MISSING: filter of the problem is missing; it takes a list of integers"]),
    (changed({"n": "1"}), ['FIELD_TYPE: n takes an integer, not the string "1"']),
    (changed({"n": True}), ["FIELD_TYPE: n takes an integer, not true"]),
    (changed({"n": [1]}), ["FIELD_TYPE: n takes an integer, not a list"]),
    (changed({"input": 8}), ["FIELD_TYPE: input takes a list of integers, not an integer"]),
    (changed({"stride": [1, "2"]}), ['FIELD_TYPE: stride[1] takes an integer, not the string "2"']),
    (changed(direction=1), ["FIELD_TYPE: direction takes a string, not an integer"]),
    (changed({"n": 0}), [f"FIELD_RANGE: n is 0; allowed are 1 to {BIG}, nearest 1"]),
    (changed({"k": BIG + 1}), [f"FIELD_RANGE: k is {BIG + 1}; allowed are 1 to {BIG}, nearest {BIG}"]),
    (changed({"pad_after": [0, -1]}), [f"FIELD_RANGE: pad_after[1] is -1; allowed are 0 to {BIG}, nearest 0"]),
    (changed(tile_m=513), ["FIELD_RANGE: tile_m is 513; allowed are 0 to 512, nearest 512"]),
    (changed(lds_pad_a=-2), ["FIELD_RANGE: lds_pad_a is -2; allowed are -1 to 64, nearest -1"]),
    (
        changed(arch="gfx940"),
        ['FIELD_CHOICE: arch is "gfx940"; allowed are gfx90a, gfx942, gfx950, gfx1250, sm_80, sm_90; did you mean gfx942?'],
    ),
    (
        changed(pipeline=""),
        ['FIELD_CHOICE: pipeline is ""; allowed are mem, basic, compv3, compv4, ring, async, wavelet'],
    ),
    (changed({"stride": [1]}), ["FIELD_LENGTH: stride has 1 entries; it takes one a spatial axis: 2 as in input"]),
    (changed({"stride": []}), ["FIELD_LENGTH: stride has 0 entries; it takes one a spatial axis: 1 to 3"]),
    (changed({"input": [4, 4, 4, 4]}), ["FIELD_LENGTH: input has 4 entries; it takes one a spatial axis: 1 to 3"]),
    (changed({"nn": 1}), ['FIELD_UNKNOWN: "nn" is no field of the problem']),
    (changed(tile_l=1), ['FIELD_UNKNOWN: "tile_l" is no field of the spec; did you mean tile_m?']),
    (changed(stride=[1, 1]), ['FIELD_UNKNOWN: "stride" is no field of the spec; it is one of the problem']),
    (
        changed({"n": 0, "c": "x", "dilation": [0, 1]}, arch="gfx908", tile_k=-1, foo=2),
        [
            f"FIELD_RANGE: n is 0; allowed are 1 to {BIG}, nearest 1",
            'FIELD_TYPE: c takes an integer, not the string "x"',
            f"FIELD_RANGE: dilation[0] is 0; allowed are 1 to {BIG}, nearest 1",
            'FIELD_CHOICE: arch is "gfx908"; allowed are gfx90a, gfx942, gfx950, gfx1250, sm_80, sm_90; did you mean gfx90a?',
            "FIELD_RANGE: tile_k is -1; allowed are 0 to 256, nearest 0",
            'FIELD_UNKNOWN: "foo" is no field of the spec',
        ],
    ),
]


@pytest.mark.parametrize(("data", "expected"), REFUSED, ids=range(len(REFUSED)))
def test_every_broken_field_is_named(data, expected):
    found = explain_both(data)
    assert [str(row) for row in found.violations] == expected
    assert (found.asked, found.resolved, found.name) == (None, None, None)


BASE = "n=2 c=64 k=64 input=12x12 filter=3x3 pad=1"
RULE_MESSAGES = [
    (
        "direction=forward n=1 c=10 k=15 groups=4 input=8x8 filter=9x3",
        [
            "PROBLEM_GROUPS: groups = 4 does not divide c = 10; with c = 8 or 12 it would",
            "PROBLEM_GROUPS: groups = 4 does not divide k = 15; with k = 12 or 16 it would",
            "PROBLEM_EMPTY: axis 0: the padded input has 8 pixels and the dilated filter 9, so there is no output; "
            "1 more of padding would make one",
        ],
    ),
    (
        f"direction=forward in_type=fp16 out_type=bf16 arch=gfx942 tile_m=100 lds_pad_a=3 vector_d=2 epilogue=direct {BASE}",
        [
            "OUT_TYPE: out_type bf16 with in_type fp16: the output is fp16 or fp32",
            "TILE_SHAPE: tile_m = 100 is no multiple of 32 (warps_m 1 of atom 32x32x8); 96 is",
            "LDS_PAD: lds_pad_a = 3 is no multiple of 4, which LDS reads of this tile need; 4 is",
            "VECTOR_DIRECT: vector_d = 2 needs epilogue cshuffle, for the direct epilogue stores single elements; "
            "use vector_d = 1",
        ],
    ),
    (
        f"direction=forward arch=gfx942 atom=16x16x32 {BASE}",
        ["ATOM_MISSING: gfx942 has no 16x16x32 matrix atom for fp16; it has 16x16x16, 32x32x8"],
    ),
    (
        "direction=forward vector_a=8 n=1 c=12 k=32 input=8x8 filter=3x3",
        [
            "VECTOR_WIDTH: vector_a = 8 does not fit: it must be a power of two, divide the contiguous run of 12 elements, "
            "and share the 64x64 tile evenly over 128 threads; 4 does"
        ],
    ),
    (
        f"direction=wgrad warps_m=8 warps_n=4 tile_m=256 tile_n=128 {BASE}",
        ["WORKGROUP_THREADS: 8 x 4 warps and 0 that load are 2048 threads; a workgroup takes 1024, of 16 warps"],
    ),
]


@pytest.mark.parametrize(("words", "expected"), RULE_MESSAGES)
def test_every_broken_rule_is_named(words, expected):
    found = explain_both(spec_of(words))
    assert [str(row) for row in found.violations][: len(expected)] == expected
    assert all(row.kind == RULES[row.code].kind for row in found.violations)
    assert found.asked and found.resolved is None and found.name is None


@given(specs())
def test_refusals_and_names_are_alike(spec):
    found = explain_both(spec.to_json().encode())
    if found.violations:
        with pytest.raises(Refusal) as caught:
            accept(spec)
        assert caught.value.violations == found.violations
    else:
        plan = accept(spec)
        assert found.name == kernel_name(plan.spec, plan.spec.to_json())
