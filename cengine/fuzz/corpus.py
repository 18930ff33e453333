"""Write the cases as files for the C fuzzers to start from, and their words as a dictionary: `corpus.py DIRECTORY`."""

from __future__ import annotations

import sys
from pathlib import Path

from twinkern._contract import FIELDS
from twinkern.gate.cases import cases_directory, load_cases


def main(directory: Path) -> None:
    """One file a case in `directory`, and the words of the contract in `directory`.dict, as libFuzzer reads them."""
    directory.mkdir(parents=True, exist_ok=True)
    for old in directory.iterdir():
        old.unlink()
    for case in load_cases(cases_directory()):
        (directory / case.name).write_bytes(case.data)
    words = dict.fromkeys(word for field in FIELDS for word in (field.name, *field.allowed))
    directory.with_suffix(".dict").write_text("".join(f'"\\"{word}\\""\n' for word in words), encoding="ascii")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
