"""The kernel's name: a stem that a person can read, and a digest of the resolved spec that makes it unique."""

from __future__ import annotations

import hashlib

from twinkern._contract import DIGEST_LENGTH, Combine, KOuter, LoaderKind, Method
from twinkern.engine.spec.spec import ConvSpec


def by_axis(values: tuple[int, ...]) -> str:
    """One entry an axis, joined by x."""
    return "x".join(str(value) for value in values)


def kernel_name(spec: ConvSpec, canonical: str) -> str:
    """The name of a resolved spec's kernel: direction, arch, problem, types, tile, warps, atom, pipeline, epilogue, flags.

    `canonical` is the JSON of the spec.
    """
    problem = spec.problem
    digest = hashlib.sha256(canonical.encode()).hexdigest()[:DIGEST_LENGTH]
    stem = [
        spec.direction,
        spec.arch,
        f"n{problem.n}c{problem.c}k{problem.k}g{problem.groups}",
        f"i{by_axis(problem.input)}",
        f"f{by_axis(problem.filter)}",
        f"s{by_axis(problem.stride)}",
        f"d{by_axis(problem.dilation)}",
        f"p{by_axis(problem.pad_before)}_{by_axis(problem.pad_after)}",
        spec.in_type,
        spec.out_type,
    ]
    if spec.method is Method.DIRECT:
        return "_".join((*stem, spec.method, f"g{spec.groups_per_tile}", digest))
    parts = [
        f"t{spec.tile_m}x{spec.tile_n}x{spec.tile_k}",
        f"w{spec.warps_m}x{spec.warps_n}",
        f"a{spec.atom}",
        spec.pipeline + (str(spec.stages) if spec.stages > 1 else ""),
        spec.epilogue,
        *(["async"] if spec.loader is LoaderKind.ASYNC else []),
        *(["kouter"] if spec.k_outer is KOuter.ON else []),
        f"pad{spec.lds_pad_a}x{spec.lds_pad_b}",
        *([f"spk{spec.split_k}", spec.combine] if spec.combine is not Combine.NONE else []),
        *([f"gpt{spec.groups_per_tile}"] if spec.groups_per_tile > 1 else []),
    ]
    return "_".join((*stem, *parts, digest))
