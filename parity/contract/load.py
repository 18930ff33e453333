"""Read the contract: the TOML tables from which the tables of both engines are generated.

Everything here is plain data with its references resolved and checked, so that each back end of the generator only has to
print it.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from dataclasses import dataclass, replace
from pathlib import Path

from columns import check_limits, check_numbers, check_rows
from lane_maps import check_bits, check_call, resolve_atom
from machines import called, check_atoms, check_inputs, check_waves, machine_of
from operations import Table, check_operations
from stages import Stage, resolve

HERE = Path(__file__).resolve().parent
TABLES = ("arch", "types", "limits", "atoms", "intrinsics", "fields", "rules", "pipelines", "stages", "operations")
PLACEHOLDER = re.compile(r"(?<!\{)\{(\w+)\}(?!\})")


@dataclass(frozen=True, slots=True)
class Words:
    """An enum of both engines: its words in order, each with what it stands for where the contract says so."""

    words: tuple[str, ...]
    meanings: tuple[str, ...]
    doc: str


@dataclass(frozen=True, slots=True)
class Contract:
    """The tables as read, references resolved; `digest` is the SHA-256 of the input text."""

    flavors: tuple[str, ...]
    proven: tuple[str, ...]
    vendors: dict[str, dict]
    arches: dict[str, dict]
    """Every architecture, with the columns of its family; those that kernels can be asked for have `emits`."""
    types: dict[str, dict]
    limits: dict[str, dict]
    atoms: list[dict]
    """With `lanes` and the records `a`, `b` and `d` (lane_maps.py)."""
    intrinsics: list[dict]
    fields: list[dict]
    """Of a choice: `meanings` says what each of `allowed` stands for, `enum` names its enum."""
    enums: dict[str, Words]
    step_warps: tuple[str, ...]
    """The warps that do each step."""
    aliases: list[dict]
    rules: list[dict]
    ways_out: list[dict]
    pipelines: list[dict]
    stages: list[Stage]
    operations: Table
    digest: str


SCHEDULES = ("fill", "start", "body", "finish")
"""The parts of a pipeline that are steps in order."""


STEP_LOADERS = {"fetch": "coalesced", "commit": "coalesced", "load": "async", "arrive": "async", "drain": "async"}
"""Steps that move a tile as one loader does."""


def check_schedule(row: dict, steps: tuple[str, ...]) -> None:
    """Require that a pipeline has steps that there are, commits what it fetched, holds no more than `fetched_tiles`, and loops
    with as many as before; and that it promises an overlap that there is."""
    unknown = {step for part in SCHEDULES for step in row[part]} - set(steps)
    if unknown:
        raise ValueError(f"pipeline {row['name']}, {row['loader']}: no step {sorted(unknown)}; there are {', '.join(steps)}")
    if row["loader"] not in STEP_LOADERS.values():
        raise ValueError(f"pipeline {row['name']}: no loader {row['loader']!r}")
    used = {step for part in SCHEDULES for step in row[part]}
    foreign = sorted(step for step in used if STEP_LOADERS.get(step, row["loader"]) != row["loader"])
    if foreign:
        raise ValueError(f"pipeline {row['name']}, {row['loader']}: {', '.join(foreign)} are steps of another loader")
    if not 1 <= row["stages"][0] <= row["stages"][1]:
        raise ValueError(f"pipeline {row['name']}, {row['loader']}: stages are {row['stages']}; from 1 on, in order")
    if row["overlap"] not in ("none", "loads", "copies"):
        raise ValueError(f"pipeline {row['name']}, {row['loader']}: no overlap {row['overlap']!r}")
    for stages in range(row["stages"][0], row["stages"][1] + 1):
        held = 0
        before = 0
        for part in (*["fill"] * (stages - 1), "start", "body"):
            before = held
            for step in row[part]:
                held += (step == "fetch") - (step == "commit")
                if not 0 <= held <= row["fetched_tiles"]:
                    raise ValueError(f"pipeline {row['name']}, {row['loader']}: {held} fetched tiles are held in {part}")
        if held != before:
            raise ValueError(f"pipeline {row['name']}, {row['loader']}: an iteration turns {before} fetched tiles into {held}")


def camel_case(name: str) -> str:
    """The name of a field as that of its enum."""
    return "".join(part.capitalize() for part in name.split("_"))


def enums_of(
    fields: list[dict], others: list[dict], steps: list[dict], arches: list[str], types: dict[str, dict]
) -> dict[str, Words]:
    """The enums of both engines: of all choices; of the steps; and those that no field has. Architectures and types are all,
    whether or not kernels can be asked for."""
    enums: dict[str, Words] = {}
    for field in fields:
        if field["type"] != "choice":
            continue
        name = field.setdefault("enum", camel_case(field["name"]))
        enums[name] = Words(tuple(field["allowed"]), tuple(field["meanings"]), field["doc"])
    enums["ArchName"] = Words(tuple(arches), ("",) * len(arches), enums["ArchName"].doc)
    meanings = ("that of the input", *(row["doc"] for row in types.values()))
    enums["DataType"] = Words(("auto", *types), meanings, "type of the elements of a tensor, or of an atom's operands")
    for row in others:
        enums[row["name"]] = Words(tuple(row["words"]), ("",) * len(row["words"]), row["doc"])
    names = tuple(row["name"] for row in steps)
    enums["Step"] = Words(names, tuple(row["doc"] for row in steps), "a step of a pipeline's schedule")
    for name, row in enums.items():
        if len(set(row.words)) != len(row.words):
            raise ValueError(f"enum {name} has a word twice: {row.words}")
    return enums


def by_flavor(value: str | dict, flavors: tuple[str, ...]) -> tuple[str, ...]:
    """Spread a value that may differ by flavour into one entry a flavour; an argument that a flavour lacks is empty."""
    if isinstance(value, str):
        return (value,) * len(flavors)
    if set(value) != set(flavors):
        raise ValueError(f"{value} must name each of the flavours {flavors}")
    return tuple(value[flavor] for flavor in flavors)


def emitted(rows: list[dict], arches: dict[str, dict]) -> list[dict]:
    """The rows that an architecture for which kernels can be asked has, with those architectures alone."""
    kept = [{**row, "arch": [name for name in row["arch"] if arches[name]["emits"]]} for row in rows]
    return [row for row in kept if row["arch"]]


def check_types(types: dict[str, dict], conversions: tuple[str, ...]) -> None:
    """Require that a type is whole registers or a whole part of one, and that its words are known."""
    for name, row in types.items():
        if row["conversion"] not in conversions:
            raise ValueError(f"type {name}: no conversion {row['conversion']!r}; there are {', '.join(conversions)}")
        if row["packing"] != 32 // row["bits"]:
            raise ValueError(f"type {name}: {row['packing']} elements of {row['bits']} bits are no register")
        if not {row.get("in_type"), row.get("out_type")} <= {None, "allowed", "planned"}:
            raise ValueError(f"type {name}: a field takes it or plans to")


def types_of(types: dict[str, dict], field: str, status: str = "allowed") -> list[str]:
    """The types of which a field says so."""
    return [name for name, row in types.items() if row.get(field) == status]


def emitted_atoms(atoms: list[dict], arches: dict[str, dict]) -> list[dict]:
    """The atoms that a kernel can be asked for: on such an architecture, with both operands of one of its input types."""
    taken = []
    for row in atoms:
        names = [name for name in row["arch"] if set(row["types"][:2]) <= set(arches[name]["in_types"])]
        taken.append({**row, "arch": names})
    return emitted(taken, arches)


def emitting(contract: Contract) -> Contract:
    """The contract without the rows that no kernel can be asked for."""
    arches = {name: row for name, row in contract.arches.items() if row["emits"]}
    atoms = emitted_atoms(contract.atoms, contract.arches)
    unused = {row["intrinsic"] for row in contract.atoms} - {row["intrinsic"] for row in atoms}
    vendors = {row["vendor"] for row in arches.values()}
    names = Words(tuple(arches), ("",) * len(arches), contract.enums["ArchName"].doc)
    return replace(
        contract,
        enums=contract.enums | {"ArchName": names},
        fields=[{**field, "arch": [name for name in field["arch"] if name in arches]} for field in contract.fields],
        vendors={name: row for name, row in contract.vendors.items() if name in vendors},
        arches=arches,
        atoms=atoms,
        intrinsics=[row for row in emitted(contract.intrinsics, contract.arches) if row["id"] not in unused],
    )


def table_meanings(
    table: str, names: list[str], arches: dict[str, dict], atoms: list[dict], pipelines: list[dict]
) -> list[str]:
    """What each name of a table stands for, as that table says it."""
    if table == "arch":
        rows = [arches[name] for name in names]
        return [f"{row['wave_size']} lanes a warp, {row['lds_bytes'] // 1024} KiB of LDS a workgroup" for row in rows]
    if table == "pipeline":
        return ["; or ".join(row["doc"] for row in pipelines if row["name"] == name) for name in names]
    found = ["the one with the largest edge that product and tile fill, then with the longest reduction"]
    for name in names[1:]:
        has = dict.fromkeys(arch for row in atoms if row["name"] == name for arch in row["arch"])
        found.append(f"of {', '.join(has)}")
    return found


def check_ways_out(rows: list[dict], fields: list[dict]) -> list[dict]:
    """The ways out, each of whose values its field takes. Raises ValueError."""
    known = {field["name"]: field for field in fields if field["group"] == "spec"}
    for row in rows:
        for name, value in row["set"].items():
            field = known.get(name)
            low, high = field.get("range", (0, 0)) if field else (0, 0)
            if field is None or not (value in field.get("allowed", ()) if isinstance(value, str) else low <= value <= high):
                raise ValueError(f"way out {row['text']!r}: {name} = {value!r} is no value of a field of the spec")
    return rows


def machines_of(field: dict, arches: dict[str, dict]) -> list[str]:
    """The architectures that have what a field is about: those of the vendors and families that it names, or all."""
    known = {row[column] for row in arches.values() for column in ("vendor", "family")}
    machines = set(field.get("machines", known))
    if not machines <= known:
        raise ValueError(f"field {field['name']}: no machines {sorted(machines - known)}")
    return [name for name, row in arches.items() if not machines.isdisjoint((row["vendor"], row["family"]))]


def arches_of(raw: dict) -> dict[str, dict]:
    """The architectures, each with the columns of its family and the numbers and tiles of its vendor that its row does not say
    otherwise.

    Raises ValueError for a family or vendor that there is not, a column that none of them says, or one that counts nothing.
    """
    arches = {}
    for name, row in raw["arch"].items():
        if row.get("family") not in raw["family"]:
            raise ValueError(f"arch.toml, arch {name}: no family {row.get('family')!r}; there are {', '.join(raw['family'])}")
        family = raw["family"][row["family"]]
        if family["vendor"] not in raw["vendor"]:
            given = f"arch.toml, family {row['family']}: no vendor {family['vendor']!r}"
            raise ValueError(f"{given}; there are {', '.join(raw['vendor'])}")
        vendor = raw["vendor"][family["vendor"]]
        shared = {key: value for key, value in vendor.items() if type(value) is int or key in ("tiles", "in_types")}
        arches[name] = {**shared, **family, **row, "emits": row["emits"] and "machine" in vendor}
    check_numbers(arches)
    return arches


def name_arches(rows: list[dict], families: list[str], arches: dict[str, dict]) -> None:
    """Give rows that name families the architectures of these as `arch`. Raises ValueError for a family that there is not."""
    for row in rows:
        unknown = set(row["families"]) - set(families)
        if unknown:
            raise ValueError(f"{row} names unknown families {sorted(unknown)}")
        row["arch"] = [name for name, arch in arches.items() if arch["family"] in row["families"]]


def plan_arches(arches: dict[str, dict], atoms: list[dict], pipelines: list[dict]) -> None:
    """Take `emits` from each architecture whose family has no pipeline, or no atom of some input type."""
    for name, row in arches.items():
        types = row["in_types"]
        has_atoms = all(any(name in atom["arch"] and atom["types"][:2] == [type_, type_] for atom in atoms) for type_ in types)
        row["emits"] = row["emits"] and has_atoms and any(name in pipeline["arch"] for pipeline in pipelines)


MACHINE_READS = {"amdgcn": ("load", "transposed"), "nvptx": ("load", "matrix")}
"""The kinds of reads that each machine module of the engines can write."""
MACHINE_COPIES = {"amdgcn": "async_load_lds", "nvptx": "copy_async"}
"""The intrinsics by which each copies to a place of each lane's own, without the dwords."""
BUFFER_COPIES = {1, 3, 4}
"""Dwords that a copy by a buffer resource can be of (LLVM, IntrinsicsAMDGPU.td, "raw_ptr_buffer_load_lds")."""


def check_machine(
    name: str, row: dict, machine: str, calls: dict[str, dict], atoms: list[dict], types: dict[str, dict]
) -> None:
    """Require that the machine module of an architecture that kernels can be asked for can write each of its reads, and that it
    has the intrinsics that that module calls. Raises ValueError."""
    unknown = {kind for kind, size in row["reads"].items() if size} - set(MACHINE_READS[machine])
    if unknown:
        raise ValueError(f"{name} has reads {sorted(unknown)}, which {machine} does not write")
    widths = [width for width in range(row["dma_widths"].bit_length()) if row["dma_widths"] >> width & 1]
    if not row["dma_per_lane"] and not set(widths) <= BUFFER_COPIES:
        raise ValueError(f"{name} copies {widths} dwords, and by a buffer resource {sorted(BUFFER_COPIES)} can be")
    check_atoms(name, row, machine, atoms)
    needed = called(name, row, machine, atoms)
    needed |= {f"{MACHINE_COPIES[machine]}_{width}" if row["dma_per_lane"] else "buffer_load_lds": "void" for width in widths}
    for atom in atoms:
        for operand in (atom["a"], atom["b"]) if name in atom["arch"] else ():
            type_ = types[operand.type]
            for read in operand.reads:
                if read.kind == "transposed" and read.elements * type_["bits"] <= 8 * row["reads"]["transposed"]:
                    suffix = "bf16" if type_["element"] == "bfloat" else "f16"
                    needed[f"transposed_read_{read.elements}_{suffix}"] = f"<{read.elements} x {type_['element']}>"
                if read.kind == "matrix" and row["reads"]["matrix"]:
                    words = read.elements * type_["bits"] // 32
                    needed[f"read_matrix_{words}{'_transposed' * read.k_outer}"] = f"{{ {', '.join(['i32'] * words)} }}"
    for id_, result in needed.items():
        if id_ not in calls or name not in calls[id_]["arch"] or calls[id_]["result"] != result:
            raise ValueError(f"intrinsics.toml: {name} needs an intrinsic {id_} that gives {result}")


def load_atoms(tables: dict, types: dict[str, dict], intrinsics: dict[str, dict]) -> None:
    """Name the atoms, give them their records, and prove those and the call; see lane_maps.py. Raises ValueError."""
    bits = {name: row["bits"] for name, row in types.items()}
    for atom in tables["atom"]:
        atom["name"] = "x".join(str(size) for size in atom["shape"])
        if atom["intrinsic"] not in intrinsics:
            raise ValueError(f"atom {atom['name']} names an unknown intrinsic {atom['intrinsic']}")
        unknown = set(atom["types"]) - set(types)
        if unknown:
            raise ValueError(f"atom {atom['name']}: no type {sorted(unknown)}; there are {', '.join(types)}")
        if atom.setdefault("convert", "") not in {"", *intrinsics}:
            raise ValueError(f"atom {atom['name']} names an unknown intrinsic {atom['convert']}")
        resolve_atom(atom, tables, bits)
        check_call(atom, intrinsics[atom["intrinsic"]], bits)
    check_bits(tables, bits)


def all_reads(name: str, reads: dict[str, int], kinds: list[str]) -> dict[str, int]:
    """The reads of an architecture by kind, 0 for those that it lacks."""
    if not set(reads) <= set(kinds):
        raise ValueError(f"{name} has reads {sorted(reads)}; there are {', '.join(kinds)}")
    return {kind: reads.get(kind, 0) for kind in kinds}


def load(directory: Path = HERE) -> Contract:
    """Read and check all tables.

    Raises ValueError for a reference to nothing, a lane map that misses an element, an architecture that lacks an intrinsic
    that its kernels call, or a message whose placeholders are not its arguments.
    """
    hasher = hashlib.sha256()
    raw = {}
    for table in TABLES:
        data = (directory / f"{table}.toml").read_bytes()
        hasher.update(data)
        try:
            raw[table] = tomllib.loads(data.decode())
        except ValueError as error:
            raise ValueError(f"{table}.toml: {error}") from None
    check_rows(raw)
    check_limits(raw["limits"])
    flavors = tuple(raw["arch"]["flavor"]["names"])
    arches = arches_of(raw["arch"])
    enum_words = {row["name"]: row["words"] for row in raw["fields"]["enum"]}
    lacking = [name for name in ("ReadKind", "Conversion") if name not in enum_words]
    if lacking:
        raise ValueError(f"fields.toml: no enum {', '.join(lacking)}; there are {', '.join(enum_words)}")
    kinds = enum_words["ReadKind"]
    for name, row in arches.items():
        row["reads"] = all_reads(name, row["reads"], kinds)
    for rows in (raw["atoms"]["atom"], raw["intrinsics"]["intrinsic"], raw["pipelines"]["pipeline"]):
        name_arches(rows, list(raw["arch"]["family"]), arches)
    types = raw["types"]["type"]
    check_inputs(arches, raw["atoms"]["atom"], raw["pipelines"]["pipeline"], types_of(types, "in_type"))
    plan_arches(arches, raw["atoms"]["atom"], raw["pipelines"]["pipeline"])

    for row in raw["intrinsics"]["intrinsic"]:
        row["name"] = by_flavor(row["name"], flavors)
        row["immediate"] = []
        arguments = []
        for argument in row["arguments"]:
            spread = by_flavor(argument, flavors)
            row["immediate"].append(any(text.endswith(" immarg") for text in spread))
            arguments.append(tuple(text.removesuffix(" immarg") for text in spread))
        row["arguments"] = arguments
    calls = {row["id"]: row for row in raw["intrinsics"]["intrinsic"]}
    load_atoms(raw["atoms"], types, calls)
    check_waves(raw["atoms"]["atom"], arches)
    steps = raw["pipelines"]["step"]
    for row in raw["pipelines"]["pipeline"]:
        check_schedule(row, tuple(step["name"] for step in steps))
    asked_atoms = emitted_atoms(raw["atoms"]["atom"], arches)
    for name, row in arches.items():
        if row["emits"]:
            check_machine(name, row, machine_of(name, row, raw["arch"]["vendor"]), calls, asked_atoms, types)
    allowed = {
        "arch": [name for name, row in arches.items() if row["emits"]],
        "atom": ["auto", *dict.fromkeys(row["name"] for row in asked_atoms)],
        "pipeline": list(dict.fromkeys(row["name"] for row in raw["pipelines"]["pipeline"])),
    }
    for field in raw["fields"]["field"]:
        if field.get("allowed") == "type":
            field["allowed"] = ["auto"] * ("automatic" in field) + types_of(types, field["name"])
            field["planned"] = types_of(types, field["name"], "planned")
            field["meanings"] = [types[name]["doc"] if name in types else "the input's own type" for name in field["allowed"]]
        if isinstance(field.get("allowed"), str):
            table = field["allowed"]
            if table not in allowed:
                given = f"fields.toml, field {field['name']}: allowed = {table!r}"
                raise ValueError(f"{given}; there are type, {', '.join(allowed)}")
            field["allowed"] = allowed[table]
            field["planned"] = [name for name in arches if name not in allowed[table]] if table == "arch" else []
            field["meanings"] = table_meanings(table, field["allowed"], arches, asked_atoms, raw["pipelines"]["pipeline"])
        if len(field.get("meanings", ())) != len(field.get("allowed", ())):
            raise ValueError(f"field {field['name']}: each of {field['allowed']} needs a meaning")
        field["arch"] = machines_of(field, arches)
    enums = enums_of(raw["fields"]["field"], raw["fields"]["enum"], steps, list(arches), types)
    check_types(types, enums["Conversion"].words)
    for alias in raw["fields"]["alias"]:
        if not set(alias["sets"]) <= {field["name"] for field in raw["fields"]["field"]}:
            raise ValueError(f"alias {alias['name']} sets unknown fields: {alias['sets']}")

    for rule in raw["rules"]["rule"]:
        names = [argument.split(":")[0] for argument in rule["arguments"]]
        if set(PLACEHOLDER.findall(rule["message"])) != set(names):
            raise ValueError(f"rule {rule['code']}: placeholders and arguments differ")
    return Contract(
        flavors=flavors,
        proven=tuple(raw["arch"]["flavor"]["proven"]),
        types=types,
        limits=raw["limits"],
        vendors=raw["arch"]["vendor"],
        arches=arches,
        atoms=raw["atoms"]["atom"],
        intrinsics=raw["intrinsics"]["intrinsic"],
        fields=raw["fields"]["field"],
        enums=enums,
        step_warps=tuple(step["warps"] for step in steps),
        aliases=raw["fields"]["alias"],
        rules=raw["rules"]["rule"],
        ways_out=check_ways_out(raw["rules"]["way_out"], raw["fields"]["field"]),
        pipelines=raw["pipelines"]["pipeline"],
        stages=[resolve(row, raw["fields"]["field"]) for row in raw["stages"]["stage"]],
        operations=check_operations(raw["operations"]),
        digest=hasher.hexdigest(),
    )
