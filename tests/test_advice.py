"""What a refusal advises works: each value or change that a message names is tried."""

from __future__ import annotations

import json
import random
import re

import pytest
from tests.support import CASES, explain_both

from twinkern._contract import FIELDS, RULES, WAYS_OUT
from twinkern.engine.plan.rules import judge
from twinkern.engine.spec.spec import read_spec
from twinkern.engine.spec.violations import Refusal, Violation
from twinkern.gate.cases import load_cases, replaced
from twinkern.words import words_to_json

ACCEPTED = [case for case in load_cases(CASES) if not case.reject]
SPECS = 400
NUMBERS = (0, 1, 2, 3, 5, 7, 8, 12, 16, 17, 24, 31, 32, 48, 64, 96, 100, 128, 192, 256, 500, 512, 4096, 1 << 20, (1 << 31) - 1)
WITHOUT_ADVICE = {
    "ATOM_MISSING", "FIELD_CHOICE", "FIELD_PLANNED", "GRID_LIMIT", "IN_TYPE", "OUT_TYPE", "PIPELINE_ARCH", "PIPELINE_LOADER",
    "PROBLEM_EXTENT", "PROBLEM_STRIDE", "PROBLEM_TENSOR_BYTES", "WORKGROUP_THREADS",
}  # fmt: skip
"""Rules whose messages list what there is, say a limit, or have advice that stands in several calls."""
TRIED = {"ASYNC_CHUNK", "ASYNC_IN_FLIGHT", "ASYNC_RUN", "LDS_BUDGET", "LOADER_SLOTS", "REGISTER_BUDGET"}
"""Rules whose messages advise what was tried, and nothing where nothing helped."""


def changed(draw: random.Random) -> dict:
    """An accepted spec with one to three fields of other values, as JSON has it."""
    spec = json.loads(draw.choice(ACCEPTED).data)
    for field in draw.sample(FIELDS, draw.randint(1, 3)):
        record = spec["problem"] if field.group == "problem" else spec
        number = draw.choice(NUMBERS)
        if field.type == "choice":
            record[field.name] = draw.choice(field.allowed)
        elif field.type == "integer":
            record[field.name] = min(max(number, field.low), field.high)
        else:
            record[field.name] = [min(max(draw.choice(NUMBERS[:8]), field.low), field.high)] * len(spec["problem"]["input"])
    return spec


def with_value(spec: dict, name: str, value: int | str) -> dict:
    """A spec with another value of a field."""
    group = next(field.group for field in FIELDS if field.name == name)
    if group == "problem":
        return {**spec, "problem": {**spec["problem"], name: value}}
    return {**spec, name: value}


def advised(spec: dict, found: Violation) -> list[dict]:
    """The specs that a message advises."""
    text = found.message
    for way, changes in WAYS_OUT:
        if text.endswith(f"; {way}"):
            return [spec | changes]
    if use := re.search(r"; use (\w+) = (\w+)$", text):
        return [with_value(spec, use[1], int(use[2]) if use[2].isdigit() else use[2])]
    if text.endswith("; use a pipeline whose loader is coalesced"):
        return [spec | {"pipeline": "mem", "loader": "auto", "stages": 0, "load_warps": 0}]
    if groups := re.search(r"with (\w) = (\d+)(?: or (\d+))? it would$", text):
        return [with_value(spec, groups[1], int(value)) for value in groups.groups()[1:] if value]
    if missing := re.match(r"axis (\d): .* (\d+) more of padding would make one$", text):
        axis, rank = int(missing[1]), len(spec["problem"]["input"])
        pads = list(spec["problem"].get("pad_before", [0] * rank))
        pads[axis] += int(missing[2])
        return [with_value(spec, "pad_before", pads)]
    if lacking := re.match(r"(\w+) = -?\w+ is about .*; there it is (-?\w+)$", text):
        return [with_value(spec, lacking[1], int(lacking[2]) if lacking[2].lstrip("-").isdigit() else lacking[2])]
    if packed := re.search(r"(?:tile|padding): (\w+) must be (\d)", text):
        return [with_value(spec, packed[1], int(packed[2]))]
    nearest = re.search(r"(?:the nearest is|nearest|;) (\d+)(?: does| is)?$", text)
    name = re.match(r"(\w+) (?:=|is) ", text) or re.match(r"pipeline \w+ with loader \w+ takes \d+ to \d+ (stages)", text)
    return [with_value(spec, name[1], int(nearest[1]))] if nearest and name else []


def judged(spec: dict) -> list[Violation]:
    """Every rule that a spec breaks."""
    try:
        return judge(read_spec(json.dumps(spec).encode()), advise=False)[1]
    except Refusal as refusal:
        return list(refusal.violations)


def refused(draw: random.Random) -> tuple[dict, tuple[Violation, ...]]:
    """A refused spec, and what both engines say of it."""
    while True:
        spec = changed(draw)
        found = explain_both(json.dumps(spec).encode()).violations
        if found:
            return spec, found


@pytest.mark.parametrize("seed", range(4))
def test_what_is_advised_is_accepted(seed):
    """Where a rule alone is broken, the spec is accepted then; where there are others, it breaks that rule no more. Channels
    that groups divide are told as such, and may be too odd for what else was asked."""
    draw = random.Random(seed)
    tried, silent = set(), set()
    for _ in range(SPECS // 4):
        spec, found = refused(draw)
        for row in found:
            neighbours = advised(spec, row)
            (tried if neighbours else silent).add(row.code)
            for neighbour in neighbours:
                left = {other.code for other in judged(neighbour)}
                assert row.code not in left or len([other for other in found if other.code == row.code]) > 1, (spec, row, left)
                assert "FIELD_TYPE" not in left and "FIELD_RANGE" not in left, (spec, row, left)
                if len(found) == 1 and row.code != "PROBLEM_GROUPS":
                    assert not left, (spec, row, left)
    assert len(tried) >= 12 and silent <= WITHOUT_ADVICE | TRIED, (tried, silent)


def test_rules_without_advice_are_rules():
    assert set(RULES) >= WITHOUT_ADVICE | TRIED


@pytest.mark.parametrize(
    ("words", "codes"),
    [
        ("atom=16x16x16 tile_m=17 tile_group=9 arch=gfx1250", ["ATOM_MISSING", "TILE_SHAPE", "TILE_GROUP"]),
        ("pipeline=async c=31", ["ASYNC_RUN", "ASYNC_RUN"]),
        ("pipeline=async loader=async stages=2 lds_pad_a=3", ["ASYNC_PACKED"]),
        ("input=1x1 tile_m=17", ["PROBLEM_EMPTY", "PROBLEM_EMPTY", "TILE_SHAPE"]),
        ("input=1x1 filter=2147483647x1 tile_m=17", ["PROBLEM_EMPTY"]),
    ],
)
def test_every_rule_is_named_and_none_that_follows(words, codes):
    spec = words_to_json(replaced("direction=forward n=1 c=32 k=32 input=8x8 filter=3x3".split(), words.split()))
    assert [row.code for row in explain_both(spec).violations] == codes


@pytest.mark.parametrize(("c", "groups", "choices"), [(65, 2, "64 or 66"), (5, 6, "6"), ((1 << 31) - 1, 2, str((1 << 31) - 2))])
def test_channels_that_groups_divide_are_values_of_the_field(c, groups, choices):
    words = f"direction=forward n=1 c={c} k={groups} groups={groups} input=3x3 filter=3x3"
    assert explain_both(words_to_json(words.split())).violations[0].message.endswith(f"with c = {choices} it would")
