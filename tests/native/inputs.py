"""Inputs on which both engines must say the same: valid specs, broken rules, broken JSON."""

from __future__ import annotations

import json
import random

from twinkern._contract import FIELDS

PADS = {"pad_before": [1, 1], "pad_after": [1, 1]}
BASE = {"problem": {"n": 2, "c": 64, "k": 64, "input": [12, 10], "filter": [3, 3], **PADS}, "direction": "forward"}


def spec(problem: dict | None = None, **fields: object) -> bytes:
    """The base spec with some fields changed; None takes a field out."""
    merged = {**BASE["problem"], **(problem or {})}
    whole = {"problem": {name: value for name, value in merged.items() if value is not None}}
    for name, value in {**BASE, **fields}.items():
        if name != "problem" and value is not None:
            whole[name] = value
    return json.dumps(whole).encode()


VALID = [
    spec(direction=direction, arch=arch, in_type=in_type, out_type=out_type)
    for direction in ("forward", "dgrad", "wgrad")
    for arch in ("gfx90a", "gfx942", "gfx950", "gfx1250")
    for in_type in ("fp16", "bf16")
    for out_type in ("auto", in_type, "fp32")
] + [
    spec({"input": [17], "filter": [4], "stride": [3], "dilation": [2], "pad_before": [2], "pad_after": [0]}),
    spec({"input": [5, 6, 7], "filter": [2, 1, 3], "pad_before": None, "pad_after": None}, direction="wgrad"),
    spec(
        {"input": [9, 9], "stride": [4, 6], "dilation": [6, 4], "pad_before": [8, 8], "pad_after": [8, 8]},
        direction="dgrad",
    ),
    spec({"groups": 4, "c": 12, "k": 20}),
    spec({"groups": 64}, direction="dgrad"),
    spec({"filter": [1, 1], "pad_before": [0, 0], "pad_after": [0, 0]}, atom="32x32x8", epilogue="direct"),
    spec(
        epilogue="cshuffle", vector_d=2, lds_pad_a=8, lds_pad_b=16, tile_m=64, tile_n=64, tile_k=32, warps_m=1, warps_n=2
    ),
    spec({"n": 16}, warps_per_unit=2, accumulation_registers="none", chiplets=8, tile_group=3),
    spec({"n": 16}, tile_m=16, tile_n=16, warps_m=1, warps_n=1, chiplets=3, tile_group=5),
    spec({"stride": [2, 1]}, direction="dgrad", chiplets=5, tile_group=2),
] + [
    spec({"c": 72, "groups": 2}, direction=direction, arch=arch, pipeline=pipeline, tile_k=32, **options)
    for direction, arch in (("forward", "gfx942"), ("dgrad", "gfx950"), ("wgrad", "gfx950"), ("wgrad", "gfx1250"))
    for pipeline, options in (
        ("basic", {"k_outer": "off"}),
        ("compv3", {"swizzle": "xor"}),
        ("compv4", {"unroll": "full"}),
        ("wavelet", {"load_warps": 2}),
        ("ring", {"stages": 3}),
    )
] + [
    spec({"input": [9, 7]}, direction=direction, arch=arch, loader="async", tile_m=64, tile_n=64, tile_k=32, **options)
    for direction, arch in (("forward", "gfx942"), ("forward", "gfx950"), ("wgrad", "gfx950"), ("dgrad", "gfx1250"))
    for options in (
        {"pipeline": "async"},
        {"pipeline": "ring", "stages": 4, "epilogue": "direct"},
        {"pipeline": "ring", "unroll": "full"},
    )
]

BIG = 2147483647
REFUSED = [
    spec(pipeline="ring", tile_m=128, tile_n=128, tile_k=64, warps_per_unit=8),
    spec(tile_group=64),
    spec(split_k=0),
    spec(split_k=3, combine="none"),
    spec(split_k=3, combine="atomic"),
    spec(split_k=3, combine="atomic", out_type="fp32", activation="relu"),
    spec(direction="wgrad", bias="on"),
    spec({"c": 64, "k": 64, "groups": 16}, direction="wgrad", groups_per_tile=3),
    spec({"c": 64, "k": 64, "groups": 16}, groups_per_tile=2),
    spec({"c": 64, "k": 64, "groups": 16}, direction="wgrad", method="direct"),
    spec(method="direct"),
    spec({"c": 64, "k": 64, "groups": 16}, method="direct", tile_m=64, lds_pad_a=8, swizzle="none"),
    spec({"c": 24, "k": 24, "groups": 24}, method="direct", groups_per_tile=24),
    spec({"c": 512, "k": 512, "groups": 64, "filter": [11, 11]}, method="direct", groups_per_tile=64),
    spec({"groups": 3}),
    spec({"groups": 65}),
    spec({"filter": [13, 15]}),
    spec({"filter": [BIG, 1], "dilation": [BIG, 1]}),
    spec({"pad_before": [BIG, 0], "pad_after": [BIG, BIG]}),
    spec({"n": BIG, "c": BIG, "k": BIG, "input": [1 << 29, 1 << 29]}),
    spec({"n": BIG, "input": [1 << 29, 1 << 29, 1 << 29], "filter": [1, 1, 1], "pad_before": None, "pad_after": None}),
    spec({"n": BIG, "c": 1, "k": 1}, direction="wgrad"),
    spec(
        {"n": (1 << 30) - 1, "c": 1, "k": 1, "input": [1], "filter": [1], "pad_before": None, "pad_after": None},
        tile_m=16,
        warps_m=1,
        warps_n=1,
    ),
    spec({"c": 70000, "k": 70000, "groups": 70000}),
    spec({"stride": [40000, 40000]}, direction="dgrad"),
    spec(out_type="bf16"),
    spec(atom="16x16x32", arch="gfx942"),
    spec(tile_m=48, tile_n=40, tile_k=24),
    spec(tile_m=1, tile_n=1, tile_k=1),
    spec(warps_m=16, warps_n=16),
    spec(warps_m=3, warps_n=5),
    spec(tile_m=512, tile_n=512, tile_k=256, warps_m=1, warps_n=1),
    spec(tile_m=512, tile_n=512, tile_k=256, arch="gfx942", lds_pad_a=64, lds_pad_b=64),
    spec(vector_a=3, vector_b=8, vector_d=5),
    spec({"c": 3, "k": 5}, vector_a=4, vector_b=2, vector_d=8),
    spec(vector_d=4, epilogue="direct"),
    spec(lds_pad_a=3),
    spec(lds_pad_b=3),
    spec(lds_pad_b=2, direction="wgrad"),
    spec(tile_m=16, tile_n=16, warps_m=1, warps_n=1, tile_k=16, vector_a=8),
    spec(loader="async"),
    spec(pipeline="async", loader="coalesced"),
    spec(pipeline="ring", stages=1),
    spec(pipeline="async", stages=4),
    spec(stages=2),
    spec(load_warps=1),
    spec(pipeline="wavelet", warps_m=4, warps_n=4, load_warps=1),
    spec({"stride": [2, 1]}, direction="dgrad", unroll="full"),
    spec({"c": 1024}, unroll="full", tile_k=16),
    spec(k_outer="on"),
    spec(k_outer="on", direction="wgrad", arch="gfx942"),
    spec({"c": 63}, k_outer="on", direction="wgrad"),
    spec({"k": 63}, k_outer="on", direction="wgrad"),
    spec(k_outer="on", direction="dgrad", swizzle="xor", tile_n=96, tile_m=64, tile_k=48, warps_m=2, warps_n=1),
    spec(k_outer="on", direction="wgrad", swizzle="xor", arch="gfx942"),
    spec({"c": 48}, swizzle="xor", tile_k=48),
    spec(swizzle="xor", lds_pad_a=8, lds_pad_b=8),
    spec(pipeline="async", swizzle="xor", lds_pad_a=8),
    spec(pipeline="async", lds_pad_b=8),
    spec(pipeline="async", direction="wgrad", k_outer="off"),
    spec(pipeline="async", direction="dgrad", arch="gfx942"),
    spec({"c": 3}, pipeline="async"),
    spec(pipeline="async", arch="gfx942", atom="32x32x8", tile_m=96, tile_n=32, tile_k=32, warps_m=3, warps_n=1),
    spec(atom="16x16x16", arch="gfx1250", tile_m=17, tile_group=9),
    spec({"c": 63, "groups": 2}, tile_n=24, lds_pad_a=3),
    spec(pipeline="async", tile_m=64, tile_n=64, tile_k=32, vector_a=4),
    spec(pipeline="async", tile_m=128, tile_n=128, tile_k=256, warps_m=1, warps_n=1),
]

FIELD_ERRORS = [
    spec(in_type="fp8"),
    spec(out_type="int32", in_type="x"),
    spec({"n": None, "filter": None}, direction=None),
    spec({"n": 0, "c": -1, "k": 10**18 - 1, "groups": BIG + 1}),
    spec({"input": [], "filter": [1, 2, 3, 4], "stride": [1, 2, 3], "dilation": [0, "a"], "pad_after": [None, -1]}),
    spec({"input": 3, "filter": {}, "stride": "1", "dilation": True}),
    spec({"input": [1, 2, 3]}),
    spec({"inputs": 3, "strid": 1, "problem": 1, "x" * 90: 1}),
    spec(tile=3, dirction="forward", directionn=1, Arch="gfx950"),
    spec(direction="backward", arch="gfx906", in_type="fp8", out_type="", atom="16x16", epilogue="x" * 60),
    spec(direction=1, arch=[], in_type={}, out_type=False, tile_m="3", warps_m=None, lds_pad_a=-2, vector_a=9),
    spec(stages=5, load_warps=9, loader="dma", k_outer=True, swizzle="XOR", unroll=1, warps_per_unit=-1, chiplets=0),
    spec(lds_pad=8, tile_group=65, accumulation_registers="some", pipeline="rings"),
    b'{"problem":null}',
    b'{"problem":[1]}',
    b'{"problem":{}}',
    b"{}",
    b"[]",
    b"3",
    b'"spec"',
    b"true",
    b"null",
]

BROKEN_JSON = [
    b"",
    b" \t\r\n",
    b"\xff\xfe",
    b"\x00",
    b'{"a":1}\x00',
    b'{"a"\x00:1}',
    b'{"a\x00":1}',
    b'{"\xc3\xa9":1}',
    b'{"a\\n":1}',
    b'{"a":"\x7f"}',
    b"\xef\xbb\xbf{}",
    b'{"a":\xa0 1}',
    b'{"a":1,}',
    b'{"a":1 "b":2}',
    b'{"a" 1}',
    b"{a:1}",
    b"{'a':1}",
    b"[1,]",
    b"[1 2]",
    b"[,]",
    b"[1]]",
    b"{}{}",
    b"tru",
    b"truex",
    b"nul",
    b"None",
    b'{"a":1,\n  "b":2,\r\n\t"a":3}',
    b'{"' + b"k" * 60 + b'":1,"' + b"k" * 60 + b'":1}',
    b"[" * 8 + b"1" + b"]" * 8,
    b"[" * 9,
    b'{"a":' * 9,
    b"[" * 16000,
    b"[" + b" " * ((1 << 14) - 2) + b"]",
    b"[" + b" " * ((1 << 14) - 1) + b"]",
    b" " * 100000,
    *(
        number.encode()
        for number in ("-", "-0", "0", "00", "-01", "1.5", "1e3", "1E3", "+1", "1+", "1-", "--1", "9" * 18, "9" * 400)
    ),
    *(b'{"problem":{"n":' + number + b"}}" for number in (b"1.0", b"01", b"-", b"9" * 18, b"-" + b"9" * 18, b"9" * 19)),
]


def truncations(data: bytes) -> list[bytes]:
    """Every proper beginning of an input."""
    return [data[:length] for length in range(len(data))]


def mutations(data: bytes, count: int, seed: int) -> list[bytes]:
    """Inputs with one to three bytes replaced, taken out or doubled."""
    source = random.Random(seed)
    found = []
    for _ in range(count):
        mutated = bytearray(data)
        for _ in range(source.randint(1, 3)):
            at = source.randrange(len(mutated))
            match source.randrange(4):
                case 0:
                    mutated[at] = source.randrange(256)
                case 1:
                    mutated[at] = source.choice(b'{}[]",:-0123456789etrufalsn ')
                case 2:
                    del mutated[at]
                case _:
                    mutated[at:at] = mutated[at : at + source.randint(1, 20)]
        found.append(bytes(mutated))
    return found


def random_size(source: random.Random, low: int, high: int) -> int:
    """An integer in or near a range: mostly small, sometimes at an edge."""
    if source.random() < 0.01:
        return source.choice((low - 1, low, high, high + 1))
    return source.choice((source.randint(low, min(high, low + 3)), source.choice((1, 2, 4, 8, 16, 32, 64))))


LIKELY = {
    "tile_m": (16, 32, 64, 64, 128, 48),
    "tile_n": (16, 32, 64, 64, 128, 48),
    "tile_k": (16, 32, 32, 64, 64, 48),
    "warps_m": (1, 2, 2, 4),
    "warps_n": (1, 2, 2, 4),
    "lds_pad_a": (0, 0, 4, 8, 3),
    "lds_pad_b": (0, 0, 4, 8, 3),
    "stages": (1, 2, 3, 4),
    "load_warps": (1, 2, 4),
    "vector_a": (1, 2, 4, 8),
    "vector_b": (1, 2, 4, 8),
    "vector_d": (1, 2, 4, 8),
}
"""Values of integer fields that kernels have."""


def likely_specs(count: int, seed: int) -> list[bytes]:
    """Specs of small problems with every pipeline, most of their fields open; about a third is accepted."""
    source = random.Random(seed)
    found = []
    for _ in range(count):
        rank = source.randint(1, 3)
        groups = source.choice((1, 1, 2, 3))
        channels = (1, 3, 4, 8, 12, 16, 24, 32, 64, 128)
        whole: dict = {
            "problem": {
                "n": source.choice((1, 2, 16)),
                "c": source.choice(channels) * groups,
                "k": source.choice(channels) * groups,
                "groups": groups,
                "input": [source.randint(3, 14) for _ in range(rank)],
                "filter": [source.randint(1, 3) for _ in range(rank)],
                "stride": [source.choice((1, 1, 2, 3)) for _ in range(rank)],
                "pad_before": [source.randint(1, 2) for _ in range(rank)],
            }
        }
        for field in FIELDS:
            if field.group == "problem":
                continue
            drawn = field.name in ("arch", "direction", "in_type", "pipeline")
            if drawn or (field.name == "loader" and whole["pipeline"] == "ring") or source.random() < 0.12:
                values = field.allowed or LIKELY.get(field.name) or range(field.low, field.high + 1)
                whole[field.name] = source.choice(values)
        found.append(json.dumps(whole).encode())
    return found


def random_specs(count: int, seed: int) -> list[bytes]:
    """Specs with all fields drawn, many of them refused."""
    source = random.Random(seed)
    found = []
    for _ in range(count):
        rank = source.randint(1, 3)
        whole: dict = {"problem": {}}
        for field in FIELDS:
            if field.default is not None and source.random() < 0.7:
                continue
            if field.type == "choice":
                value: object = source.choice(field.allowed)
            elif field.type == "integers":
                value = [random_size(source, field.low, field.high) for _ in range(rank)]
            else:
                value = random_size(source, field.low, field.high)
            (whole["problem"] if field.group == "problem" else whole)[field.name] = value
        if source.random() < 0.8:
            groups = max(1, min(whole["problem"].get("groups", 1), 64))
            whole["problem"]["groups"] = groups
            for name in "ck":
                whole["problem"][name] = max(1, whole["problem"][name]) * groups
            whole["problem"]["filter"] = [min(size, 3) for size in whole["problem"]["filter"]]
        found.append(json.dumps(whole).encode())
    return found
