"""Print the tables of the README that come from the contract."""

from __future__ import annotations

from load import Contract

BEGIN, END = "<!-- generated: {} -->\n", "<!-- end of generated -->"


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """A Markdown table."""
    lines = [head, ("---",) * len(head), *rows]
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)


def field_rows(contract: Contract) -> list[tuple[str, ...]]:
    """One row a field of a spec."""
    rows = []
    for field in contract.fields:
        low, high = field.get("range", (0, 0))
        takes = ", ".join(f"`{word}`" for word in field.get("allowed", ())) or f"{low} to {high}"
        if field["type"] == "integers":
            takes += ", one an axis"
        default = f"`{field['default']}`" if "default" in field else "required"
        if "automatic" in field:
            own = field["automatic"] == field.get("default")
            default += " (chosen for you)" if own else f" (`{field['automatic']}`: chosen for you)"
        rows.append((f"`{field['name']}`", takes, default, field["doc"]))
        for alias in contract.aliases:
            if field["name"] == alias["sets"][-1]:
                rows.append((f"`{alias['name']}`", takes, default, alias["doc"]))
    return rows


def pipeline_rows(contract: Contract) -> list[tuple[str, ...]]:
    """One row a pipeline and loader, and where it differs from what another library calls so."""
    return [(f"`{row['name']}`", row["loader"], row["doc"], row["elsewhere"]) for row in contract.pipelines]


SUPPORT = ("architecture", "fp16 atoms", "bf16 atoms", "fp32 atoms", "pipelines", "LLVM flavours")
"""What the table of `support_rows` has."""


def support_rows(contract: Contract) -> list[tuple[str, ...]]:
    """One row an architecture: its atoms, and the flavours, of which those that nothing links are marked."""
    rows = []
    for arch, row in contract.arches.items():
        flavors = ", ".join(name if name in contract.proven else f"{name} (unproven)" for name in row["flavors"])
        atoms = {}
        for atom in contract.atoms:
            if arch in atom["arch"]:
                atoms.setdefault(atom["types"][0], []).append(atom["name"])
        pipelines = ", ".join(dict.fromkeys(row["name"] for row in contract.pipelines if arch in row["arch"]))
        rows.append((arch, *(", ".join(atoms.get(key, ())) for key in ("fp16", "bf16", "fp32")), pipelines, flavors))
    return rows


def rule_rows(contract: Contract) -> list[tuple[str, ...]]:
    """One row a rule, its message with the places of its arguments."""
    messages = [rule["message"].replace("{{", "{").replace("}}", "}") for rule in contract.rules]
    return [(f"`{rule['code']}`", rule["class"], message) for rule, message in zip(contract.rules, messages, strict=True)]


def text(contract: Contract, readme: str) -> str:
    """The README with its generated tables replaced. Raises ValueError where a marker is missing."""
    tables = {
        "support": table(SUPPORT, support_rows(contract)),
        "fields": table(("field", "takes", "default", "meaning"), field_rows(contract)),
        "pipelines": table(("pipeline", "loader", "what it does", "composable_kernel's"), pipeline_rows(contract)),
        "rules": table(("code", "class", "message"), rule_rows(contract)),
    }
    for name, content in tables.items():
        before, marker, rest = readme.partition(BEGIN.format(name))
        _, end, after = rest.partition(END)
        if not marker or not end:
            raise ValueError(f"README.md has no generated section {name!r}")
        readme = before + marker + content + end + after
    return readme
