"""The operations of the IR: their rows checked, and printed as tables of both engines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

Table = Mapping[str, Any]

KINDS = ("void", "integer", "float", "pointer", "vector", "struct")
"""What a type of the IR is; C states them in ir/types.h, beside the types."""
WIDTHS = {"narrower": -1, "any": 0, "wider": 1}
ANY_NUMBER = -1
"""Operands of an operation that takes any number."""
DEFAULTS = {"multiple": "one", "of": "void", "to": "void", "width": "any"}
"""What a row says that has no such column."""
OUTCOMES = "<=>"
"""How one integer may compare to another."""
PYTHON_ENUMS = {"typing": "Typing", "shape": "Shape", "multiple": "Multiple"}
"""What a row says by a word, by the name of its enum in Python."""
WORDS = {"predicate": "Predicate", "update": "Update", "ordering": "Ordering", "sync_scope": "SyncScope"}
"""What an operation may be given, which prints as its word."""
ENUM_DOCS = {
    "typing": "The rule that the operands and the result of an operation keep",
    "shape": "How an operation prints",
    "multiple": "What power of two a result is known to be a multiple of",
    "predicate": "What a comparison asks",
    "update": "What an atomic update does with the old value and the operand",
    "ordering": "How an atomic access or a fence is ordered with others",
    "sync_scope": "Who sees an atomic access in order",
}


def words(table: Table, name: str) -> list[str]:
    """The words of an enum, in order."""
    return [row if isinstance(row, str) else row["name"] for row in table[name]]


def check_operations(table: Table) -> Table:
    """The tables, whose rows name nothing that is not there.

    Raises ValueError for an unknown typing rule, shape, multiple, kind, width or word, and for a name that stands twice.
    """
    for name in ("operation", *WORDS):
        found = words(table, name)
        if len(set(found)) != len(found):
            raise ValueError(f"operations: a name stands twice in {name}: {found}")
    for row in table["operation"]:
        for key, values in (*((key, table[key]) for key in PYTHON_ENUMS), ("of", KINDS), ("to", KINDS), ("width", WIDTHS)):
            if row.get(key, DEFAULTS.get(key)) not in values:
                raise ValueError(f"operation {row['name']}: there is no {key} {row.get(key)!r}")
        takes = set(row.get("takes", ()))
        if not (takes <= set(words(table, "predicate")) or takes <= set(table["ordering"])):
            raise ValueError(f"operation {row['name']}: {sorted(takes)} are neither predicates nor orderings")
    for row in table["predicate"]:
        if not set(row.get("holds", "")) <= set(OUTCOMES):
            raise ValueError(f"predicate {row['name']}: {row['holds']!r} are not of {OUTCOMES}")
    return table


def outcomes(row: Mapping[str, Any]) -> int:
    """For which outcomes a predicate holds: bit 0 for less, 1 for equal, 2 for greater."""
    return sum(1 << OUTCOMES.index(sign) for sign in row.get("holds", ""))


def c_enum(name: str, prefix: str, members: Iterable[str], doc: str) -> str:
    """An enum of C, and beside it how many members it has."""
    members = list(members)
    listed = ",\n".join(f"    TWK_{prefix}_{member.upper()}" for member in members)
    return (
        f"/* {doc}. */\ntypedef enum twk_{name} {{\n{listed}\n}} twk_{name};\n"
        f"enum {{ TWK_{name.upper()}_COUNT = {len(members)} }};\n"
    )


C_ROWS = """
/* One operation; see operations.toml. `definition` is how its line goes on after the name of its result. `operands` is
 * negative for any number. `index` is NULL where it names no part. `width` is the sign of the result's bits less the
 * operand's, 0 for any. `takes` has bit i set for each predicate or ordering i that it may be given. */
typedef struct twk_operation_row {
    const char *mnemonic;
    const char *definition;
    size_t definition_length;
    const char *index;
    int operands;
    twk_typing typing;
    twk_shape shape;
    twk_multiple multiple;
    twk_type_kind of;
    twk_type_kind to;
    int width;
    uint32_t takes;
} twk_operation_row;

/* One predicate: `holds` has bit 0 set where it holds of an integer that is less than the other, bit 1 of one that is
 * equal, bit 2 of one that is greater; none where it is of floats alone. */
typedef struct twk_predicate_row {
    const char *word;
    int holds;
    bool is_unsigned;
} twk_predicate_row;

typedef struct twk_update_row {
    const char *word;
    twk_type_kind of;
} twk_update_row;

extern const twk_operation_row twk_operations[TWK_OPERATION_COUNT];
extern const twk_predicate_row twk_predicates[TWK_PREDICATE_COUNT];
extern const twk_update_row twk_updates[TWK_UPDATE_COUNT];
extern const char *const twk_orderings[TWK_ORDERING_COUNT];
"""


def c_header(table: Table) -> str:
    """Enums and rows of C."""
    out = [c_enum("operation", "OP", words(table, "operation"), "An operation or a value of the IR")]
    out += [c_enum(name, name.upper(), words(table, name), doc) for name, doc in ENUM_DOCS.items()]
    return "\n".join(out) + C_ROWS


def mask(row: Mapping[str, Any], table: Table) -> int:
    """The words that an operation may be given, bit i for word i of their enum."""
    takes = row.get("takes", ())
    known = words(table, "predicate")
    if not set(takes) <= set(known):
        known = table["ordering"]
    return sum(1 << known.index(word) for word in takes)


def c_source(table: Table) -> str:
    """The tables of C."""
    out = ["const twk_operation_row twk_operations[TWK_OPERATION_COUNT] = {"]
    for row in table["operation"]:
        mnemonic = row.get("mnemonic", row["name"])
        definition = f" = {mnemonic} {row.get('lead', '')}"
        index = f'"{row["index"]}"' if "index" in row else "NULL"
        enums = ", ".join(f"TWK_{key.upper()}_{row.get(key, DEFAULTS.get(key)).upper()}" for key in PYTHON_ENUMS)
        kinds = ", ".join(f"TWK_KIND_{row.get(key, DEFAULTS[key]).upper()}" for key in ("of", "to"))
        out.append(
            f'    {{"{mnemonic}", "{definition}", {len(definition)}, {index}, {row.get("operands", ANY_NUMBER)}, {enums},'
            f" {kinds}, {WIDTHS[row.get('width', 'any')]}, 0x{mask(row, table):x}u}},"
        )
    out.append("};\n\nconst twk_predicate_row twk_predicates[TWK_PREDICATE_COUNT] = {")
    for row in table["predicate"]:
        out.append(f'    {{"{row["name"]}", {outcomes(row)}, {str(row.get("unsigned", False)).lower()}}},')
    out.append("};\n\nconst twk_update_row twk_updates[TWK_UPDATE_COUNT] = {")
    out += [f'    {{"{row["name"]}", TWK_KIND_{row["of"].upper()}}},' for row in table["update"]]
    orderings = ", ".join(f'"{word}"' for word in table["ordering"])
    out.append(f"}};\n\nconst char *const twk_orderings[TWK_ORDERING_COUNT] = {{{orderings}}};\n")
    return "\n".join(out)


PYTHON_ROWS = '''

@dataclass(frozen=True, slots=True)
class OperationRow:
    """One operation; see operations.toml. `operands` is negative for any number; `width` is the sign of the result's bits less
    the operand's, 0 for any; `takes` are the predicates or orderings that it may be given."""

    mnemonic: str
    lead: str
    index: str
    operands: int
    typing: Typing
    shape: Shape
    multiple: Multiple
    of: Kind
    to: Kind
    width: int
    takes: tuple[Predicate | Ordering, ...]


'''


def python_enum(name: str, base: str, members: Mapping[str, object], doc: str) -> str:
    """An enum of Python."""
    listed = "".join(f"    {member.upper()} = {value!r}\n" for member, value in members.items())
    return f'\n\nclass {name}({base}):\n    """{doc}."""\n\n{listed}'


def python_text(table: Table) -> str:
    """Enums and tables of Python."""
    numbered = {name: number for number, name in enumerate(words(table, "operation"))}
    out = [python_enum("Kind", "Enum", {kind: kind for kind in KINDS}, "What a type of the IR is")]
    out.append(python_enum("Operation", "IntEnum", numbered, "An operation or a value of the IR"))
    for enums, base in ((PYTHON_ENUMS, "Enum"), (WORDS, "StrEnum")):
        for key, name in enums.items():
            out.append(python_enum(name, base, {word: word for word in words(table, key)}, ENUM_DOCS[key]))
    out += [PYTHON_ROWS, "OPERATIONS = (\n"]
    for row in table["operation"]:
        chosen = ", ".join(f"{PYTHON_ENUMS[key]}.{row.get(key, DEFAULTS.get(key)).upper()}" for key in PYTHON_ENUMS)
        kinds = ", ".join(f"Kind.{row.get(key, DEFAULTS[key]).upper()}" for key in ("of", "to"))
        of = "Predicate" if row.get("typing") == "comparison" else "Ordering"
        takes = "".join(f"{of}.{word.upper()}, " for word in row.get("takes", ()))
        texts = ", ".join(map(repr, (row.get("mnemonic", row["name"]), row.get("lead", ""), row.get("index", ""))))
        out.append(
            f"    OperationRow({texts}, {row.get('operands', ANY_NUMBER)}, {chosen}, {kinds},"
            f" {WIDTHS[row.get('width', 'any')]}, ({takes.rstrip(' ')})),\n"
        )
    out.append(")\n\nPREDICATES = {\n")
    for row in table["predicate"]:
        out.append(f"    Predicate.{row['name'].upper()}: ({row.get('holds', '')!r}, {row.get('unsigned', False)}),\n")
    out.append("}\n" + '"""For which outcomes a predicate holds of integers, and whether they are unsigned."""\n')
    updates = ", ".join(f"Update.{row['name'].upper()}: Kind.{row['of'].upper()}" for row in table["update"])
    return "".join(out) + f"\nUPDATES = {{{updates}}}\n"
