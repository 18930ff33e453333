"""What the machine modules of the engines call and take: an architecture that kernels can be asked for has all of it."""

from __future__ import annotations

from typing import Any

WORDS = {"i16": "i16", "i32": "i32", "v2i32": "<2 x i32>", "v4i32": "<4 x i32>"}
"""The pieces of an access by a buffer resource, by suffix."""
CALLS = {
    "amdgcn": {
        "workitem_id_x": "i32",
        "workgroup_id_x": "i32",
        "workgroup_id_y": "i32",
        "readfirstlane": "i32",
        "make_buffer_resource": "ptr addrspace(8)",
        **{f"buffer_load_{suffix}": type_ for suffix, type_ in WORDS.items()},
        **{f"buffer_store_{suffix}": "void" for suffix in WORDS},
        "buffer_add_float": "float",
        "exp2_f32": "float",
        "fma_f32": "float",
        "reciprocal_f32": "float",
        "barrier": "void",
        "schedule_group": "void",
        "schedule_barrier": "void",
        "set_priority": "void",
    },
    "nvptx": {
        "thread_x": "i32",
        "block_x": "i32",
        "block_y": "i32",
        "shuffle_index": "i32",
        "block_barrier": "void",
        "counted_barrier": "void",
        "exp2_f32": "float",
        "fma_f32": "float",
        "reciprocal_approximate": "float",
        "commit_copies": "void",
        "wait_copies": "void",
    },
}
"""The intrinsics that each machine module calls whatever the spec is, with what they give."""
WHOLE = ("amdgcn",)
"""The machine modules that pass an operand of an atom in one piece."""

Rows = dict[str, dict[str, Any]]


def machine_of(name: str, row: dict[str, Any], vendors: Rows) -> str:
    """The machine module of an architecture. Raises ValueError for one that is not known here."""
    machine: str = vendors[row["vendor"]]["machine"]
    if machine not in CALLS:
        raise ValueError(f"arch.toml, vendor {row['vendor']} of {name}: no machine {machine!r}; there are {', '.join(CALLS)}")
    return machine


def called(name: str, row: dict[str, Any], machine: str, atoms: list[dict[str, Any]]) -> dict[str, str]:
    """The intrinsics that kernels of an architecture call, with what they give, but for copies, reads and multiplies."""
    calls = dict(CALLS[machine])
    if machine == "amdgcn":
        calls |= dict.fromkeys(("wait_lds", "wait_async") if row["split_waits"] else ("wait",), "void")
        if any(name in atom["arch"] and atom["d"].length == 16 for atom in atoms):
            calls["arithmetic_fence_16"] = "<16 x float>"
    return calls


def check_atoms(name: str, row: dict[str, Any], machine: str, atoms: list[dict[str, Any]]) -> None:
    """Require that the machine module of an architecture can pass the operands of each of its atoms. Raises ValueError."""
    for atom in atoms:
        pieces = [kind for kind, _, _ in atom["passed"] if kind != "constant"]
        if name in atom["arch"] and machine in WHOLE and len(pieces) != len(set(pieces)):
            where = f"atoms.toml, atom {atom['name']}, {atom['intrinsic']}"
            raise ValueError(f"{where}: passed are {', '.join(pieces)}; {machine}, of {name}, passes a, b, c, each whole")


def check_waves(atoms: list[dict[str, Any]], arches: Rows) -> None:
    """Require that the lanes of an atom are whole waves, or a whole part of one. Raises ValueError."""
    for atom in atoms:
        for name in atom["arch"]:
            lanes, wave = atom["lanes"], arches[name]["wave_size"]
            if lanes % wave and wave % lanes:
                raise ValueError(
                    f"atoms.toml, atom {atom['name']} ({atom['map']}): {lanes} lanes; on {name} allowed are multiples and"
                    f" divisors of its wave_size = {wave}"
                )


def check_inputs(arches: Rows, atoms: list[dict[str, Any]], pipelines: list[dict[str, Any]], types: list[str]) -> None:
    """Require that in_type takes each input type of an architecture, and that one that is to be emitted, and has pipelines, has
    an atom of each.

    Raises ValueError.
    """
    for name, row in arches.items():
        if not set(row["in_types"]) <= set(types):
            given = f"arch.toml, arch {name}: in_types = {row['in_types']}"
            raise ValueError(f"{given}; the field in_type takes {', '.join(types)}")
        if not row["emits"] or not any(name in pipeline["arch"] for pipeline in pipelines):
            continue
        held = [atom["types"][:2] for atom in atoms if name in atom["arch"]]
        taken = [type_ for type_ in row["in_types"] if [type_, type_] in held]
        for type_ in row["in_types"]:
            if type_ not in taken:
                raise ValueError(
                    f"arch.toml, arch {name}: in_types has {type_}, and no atom is of it; there are those of {', '.join(taken)}"
                )
