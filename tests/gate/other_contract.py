"""Both engines built aside with another contract, and asked there for kernels."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.gate.built_engine import ROOT, Build

ASK = """
import json, sys
import twinkern
from twinkern.engine.ir.verifier import InternalError
spec, flavor = json.loads(sys.argv[1]), sys.argv[2]
answers = []
programs = []
for engine in ("python", "c"):
    try:
        program = twinkern.emit(spec, engine=engine, flavor=flavor)
        programs.append(program)
        answers.append({"text": program.text, "manifest": program.manifest_text})
    except twinkern.Refusal as refusal:
        answers.append({"refused": [[row.code, row.message] for row in refusal.violations]})
    except (twinkern.SpecError, InternalError) as error:
        answers.append({"error": type(error).__name__, "message": str(error)})
if sys.argv[3] == "simulate":
    run = twinkern.simulate(programs[0])
    answers = [{**answer, "right": run.ok, "findings": [str(finding) for finding in run.findings]} for answer in answers]
print(json.dumps(answers))
"""


class OtherEngines:
    """Both engines in a copy of the checkout whose contract `edit` has changed, given the folder of its tables."""

    def __init__(self, where: Path, edit: Callable[[Path], None]) -> None:
        self.where = where
        for folder in ("parity/contract", "python", "cengine"):
            shutil.copytree(ROOT / folder, where / folder, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
        shutil.copy(ROOT / "README.md", where)
        edit(where / "parity/contract")
        generator = where / "parity/contract/generate.py"
        done = subprocess.run([sys.executable, generator], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        build = Build(where / "build", root=where)
        made = build.link(build.objects, "engine")
        shutil.copy(made, where / "python/twinkern/native/_twinkern.abi3.so")

    def ask(self, spec: dict[str, Any], *, flavor: str = "llvm22", simulate: bool = False) -> dict[str, Any]:
        """What both engines answer to a spec: text and manifest, the rules that it breaks, or an error. They must agree.

        `simulate`: whether the simulator finds the text right, too, and what it finds.
        """
        command = [sys.executable, "-c", ASK, json.dumps(spec), flavor, "simulate" if simulate else ""]
        environment = {**os.environ, "PYTHONPATH": str(self.where / "python")}
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=self.where, env=environment)
        assert done.returncode == 0, done.stderr
        python, c = json.loads(done.stdout)
        assert python == c, (python, c)
        return python


def replaced(table: Path, *changes: tuple[str, str]) -> None:
    """Replace texts that stand once in a table."""
    text = table.read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1, (table.name, old, text.count(old))
        text = text.replace(old, new)
    table.write_text(text, encoding="utf-8")
