"""Whether the tables that both engines were built with are those of the contract, where the contract is at hand.

Cases show what a row does; a row that no spec can reach yet, or a number that none comes near, they cannot. So the gate also
holds the generated files to the contract, line by line.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SECONDS = 60.0
"""The limit for writing the tables anew; it takes a fraction of one."""


def stale_tables(cases: Path) -> str:
    """How the generated tables differ from the contract that lies beside a directory of cases; empty where they do not.

    Empty, too, where no contract is there: an installed package has its tables alone.
    """
    script = cases.resolve().parent / "contract" / "generate.py"
    if not script.is_file():
        return ""
    command = [sys.executable, str(script), "--check"]
    found = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    return "" if found.returncode == 0 else found.stderr.strip() or f"{script} ended with status {found.returncode}"
