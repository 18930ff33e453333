"""Specs as words."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from tests.support import explain_both, spec_of, specs

from twinkern._contract import FIELDS
from twinkern.engine.spec.spec import ConvSpec
from twinkern.words import WordError, alternatives, check_words, parse_words, word_value, words_to_json


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("8", 8),
        ("-3", -3),
        ("007", "007"),
        ("\u0663", "\u0663"),
        ("3x3", [3, 3]),
        ("1,2,3", "1,2,3"),
        ("1x2x3", [1, 2, 3]),
        ("-1x0", [-1, 0]),
        ("gfx950", "gfx950"),
        ("3x", "3x"),
        ("x", "x"),
        ("1.5", "1.5"),
        ("+3", "+3"),
        ("1=2", "1=2"),
    ],
)
def test_values(text, value):
    assert word_value(text) == value


@pytest.mark.parametrize("text", ["9" * 5000, "3x" + "9" * 19])
def test_numbers_past_64_bits_are_refused(text):
    with pytest.raises(WordError, match="more than 18 digits"):
        word_value(text)


def test_words_become_the_fields_they_name():
    assert parse_words("direction=dgrad n=2 c=8 k=16 input=7x9 filter=3x2 groups=4 tile_m=64".split()) == {
        "problem": {"n": 2, "c": 8, "k": 16, "input": [7, 9], "filter": [3, 2], "groups": 4},
        "direction": "dgrad",
        "tile_m": 64,
    }


@pytest.mark.parametrize(("sizes", "rank"), [("7", 1), ("7x9", 2), ("7x9x5", 3)])
def test_one_value_stands_for_every_axis(sizes, rank):
    problem = parse_words([f"input={sizes}", "filter=3", "stride=2", "dilation=1", "pad=1"])["problem"]
    assert problem["input"] == [int(size) for size in sizes.split("x")]
    for name, value in (("filter", 3), ("stride", 2), ("dilation", 1), ("pad_before", 1), ("pad_after", 1)):
        assert problem[name] == [value] * rank


def test_order_does_not_matter():
    words = "filter=3 direction=forward pad=1 k=8 stride=2 c=8 input=6x6 n=1".split()
    assert parse_words(words)["problem"]["filter"] == [3, 3]
    assert explain_both(words_to_json(words)) == explain_both(words_to_json(words[::-1]))


def test_pad_by_axis():
    assert parse_words(["input=6x6", "pad=0x9"])["problem"] == {"input": [6, 6], "pad_before": [0, 9], "pad_after": [0, 9]}
    one_side = parse_words(["input=6x6", "pad_before=3", "pad_after=2x1"])["problem"]
    assert one_side == {"input": [6, 6], "pad_before": [3, 3], "pad_after": [2, 1]}


def test_an_atom_is_no_list():
    assert parse_words(["atom=16x16x32"])["atom"] == "16x16x32"
    assert parse_words(["atom=16"])["atom"] == "16"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["forward"], "'forward' is no key=value"),
        (["=3"], "'=3' is no key=value"),
        (["n="], "'n=' is no key=value"),
        ([""], "'' is no key=value"),
        (["n=1", "c=2", "n=3"], "n was given twice: n=1 and n=3"),
    ],
)
def test_what_is_no_word(words, message):
    with pytest.raises(WordError, match=f"^{message}$"):
        parse_words(words)


@pytest.mark.parametrize("words", [["pad=1", "pad_before=2"], ["pad_before=2", "pad=1"], ["pad_after=2", "pad=1"]])
def test_pad_and_one_of_its_sides_are_given_twice(words):
    """Neither may win in silence."""
    with pytest.raises(WordError, match=f"given twice: {words[0]} and {words[1]}; pad sets both sides"):
        parse_words(["input=8x8", *words])


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("n=2.5", "n=2.5: n takes whole numbers from 1 to 2147483647; not 2.5"),
        ("n=01", "n=01: n takes whole numbers from 1 to 2147483647; not 01"),
        ("n=3x3", "n=3x3: n takes whole numbers from 1 to 2147483647; not 3x3"),
        ("stride=2x", "stride=2x: stride takes whole numbers from 1 to 2147483647, one an axis, such as 3x3; not 2x"),
        ("padding=1", "padding=1: there is no field padding; did you mean pad?"),
        ("warps=2", "warps=2: there is no field warps; did you mean warps_m?"),
        ("pipelin=ring", "pipelin=ring: there is no field pipelin; did you mean pipeline?"),
        ("splits=2", "splits=2: there is no field splits; did you mean split_k?"),
        ("arch=gfx\u0131", "arch=gfx\u0131: arch takes one of gfx90a, gfx942, gfx950, gfx1250, sm_80, sm_90"),
        ('arch="gfx942"', 'arch="gfx942": arch takes one of gfx90a, gfx942, gfx950, gfx1250, sm_80, sm_90'),
        ("n=" + "9" * 19, f"a number in {'9' * 19}... has more than 18 digits"),
    ],
)
def test_what_was_typed_is_named(word, message):
    with pytest.raises(WordError) as raised:
        check_words(["n=1", word])
    assert str(raised.value) == message


@given(specs())
def test_words_of_every_spec_can_be_typed(spec):
    check_words(as_words(spec))


def test_lists_of_values_are_all_combinations():
    assert alternatives(["n=1,2", "c=8", "arch=gfx942,gfx950"]) == [
        ("n=1", "c=8", "arch=gfx942"),
        ("n=1", "c=8", "arch=gfx950"),
        ("n=2", "c=8", "arch=gfx942"),
        ("n=2", "c=8", "arch=gfx950"),
    ]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("direction=forward n=1 c=8 k=8 input=8x8 filter=3x3 tile=64", '"tile" is no field of the spec'),
        ("direction=forward n=one c=8 k=8 input=8x8 filter=3x3", 'n takes an integer, not the string "one"'),
        ("direction=forward n=1 c=8 k=8 input=8x8 filter=3x3x3", "filter has 3 entries"),
        ("direction=7 n=1 c=8 k=8 input=8x8 filter=3x3", 'direction is "7"'),
        ("direction=forward n=1 c=8 k=8 input=8x8 filter=3x3 arch=gfx\u0131", "strings hold printable ASCII"),
    ],
)
def test_what_is_wrong_with_a_value_is_said_by_the_engines(words, message):
    assert message in explain_both(spec_of(words)).violations[0].message


def as_words(spec: ConvSpec) -> list[str]:
    """All fields of a spec as words."""
    values = json.loads(spec.to_json())
    values |= values.pop("problem")
    return [f"{key}={'x'.join(map(str, value)) if isinstance(value, list) else value}" for key, value in values.items()]


@given(specs())
def test_every_spec_can_be_written_as_words(spec):
    words = as_words(spec)
    assert len(words) == len(FIELDS)
    assert explain_both(words_to_json(words)).asked == spec.to_json()
