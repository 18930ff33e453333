"""Write the tables of both engines from the contract, or check that they are current.

    python parity/contract/generate.py            write them
    python parity/contract/generate.py --check    exit status 1, with a diff, where a table is not what would be written
"""

from __future__ import annotations

import difflib
import os
import sys
from itertools import islice
from pathlib import Path

import generate_c
import generate_python
import generate_readme
from load import HERE, emitting, load

ROOT = HERE.parent.parent
SHOWN_LINES = 12
"""Lines of a diff that are printed."""


def outputs() -> dict[Path, str]:
    """The generated files and their text."""
    contract = load()
    return {
        ROOT / "python/twinkern/_contract.py": generate_python.text(contract),
        ROOT / "cengine/src/contract_gen.h": generate_c.header(emitting(contract)),
        ROOT / "cengine/src/contract_gen.c": generate_c.source(emitting(contract)),
        ROOT / "README.md": generate_readme.text(emitting(contract), (ROOT / "README.md").read_text(encoding="utf-8")),
    }


def report(path: Path, text: str) -> None:
    """Print how a file differs from what would be written."""
    name = str(path.relative_to(ROOT))
    print(f"{name} is not what the contract says; run `make gen`", file=sys.stderr)
    present = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    lines = difflib.unified_diff(text.splitlines(), present, "the contract", name, lineterm="", n=0)
    print("\n".join(islice(lines, SHOWN_LINES)), file=sys.stderr)


def main(arguments: list[str]) -> int:
    """Write the files, or compare them when `--check` is given; returns the exit status."""
    if arguments not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        texts = outputs()
    except ValueError as error:
        print(f"the contract: {error}", file=sys.stderr)
        return 2
    stale = 0
    for path, text in texts.items():
        if arguments:
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                report(path, text)
                stale = 1
        else:
            temporary = path.with_name(path.name + ".new")
            temporary.write_text(text, encoding="utf-8")
            os.replace(temporary, path)
    return stale


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
