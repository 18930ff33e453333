"""What a table may say that no engine knows: it is refused by name, or does not compile; no kernel is printed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.gate.built_engine import ROOT
from tests.gate.other_contract import OtherEngines, replaced

ASKED = {"problem": {"n": 1, "c": 32, "k": 32, "input": [4, 4], "filter": [1, 1]}, "direction": "forward"}

# Architectures of families for which there is no kernel yet.

PLANNED = {"gfx1151": "gfx11", "gfx1150": "gfx11", "gfx1201": "gfx12", "gfx1200": "gfx12"}
KNOWN = {"gfx940": ("cdna3", "gfx942"), "sm_86": ("sm80", "sm_80")}
"""Architectures that are not there, of families that are emitted: the family, and another of it."""


def other_arches(contract: Path) -> None:
    """Every family's architectures asked for: those there are, one more of some, and one more of a family that is emitted."""
    table = contract / "arch.toml"
    text = table.read_text(encoding="utf-8").replace("emits = false", "emits = true")
    for name, family in (PLANNED | {name: family for name, (family, _) in KNOWN.items()}).items():
        if f"[arch.{name}]" not in text:
            text += f'\n[arch.{name}]\nfamily = "{family}"\nemits = true\ncores = 1\n'
    table.write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def engines(tmp_path_factory: pytest.TempPathFactory) -> OtherEngines:
    return OtherEngines(tmp_path_factory.mktemp("arches"), other_arches)


@pytest.mark.parametrize("arch", PLANNED)
def test_an_architecture_whose_family_has_no_kernels(engines: OtherEngines, arch: str) -> None:
    message = f"arch = {arch} is not implemented yet; allowed are gfx90a, gfx942, gfx950, gfx1250, sm_80, sm_90, gfx940, sm_86"
    assert engines.ask({**ASKED, "arch": arch}) == {"refused": [["FIELD_PLANNED", message]]}


@pytest.mark.parametrize("arch", KNOWN)
def test_a_new_architecture_of_a_known_family_is_one_row(engines: OtherEngines, arch: str) -> None:
    other = KNOWN[arch][1]
    texts = [engines.ask({**ASKED, "arch": name})["text"] for name in (arch, other)]
    assert f'"target-cpu"="{arch}"' in texts[0]
    names = [text[text.index("@forward_") + 1 : text.index("(", text.index("@forward_"))] for text in texts]
    assert texts[0].replace(names[0], names[1]).replace(arch, other) == texts[1]


# Words that no code knows.


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the contract and of both engines."""
    for folder in ("parity/contract", "python", "cengine"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    shutil.copy(ROOT / "README.md", tmp_path)
    return tmp_path


def run(tree: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """A command in a tree, whose package is its own."""
    environment = {**os.environ, "PYTHONPATH": str(tree / "python")}
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=tree, env=environment)


NEW_WORDS = {
    "a step": (
        "pipelines", [('name = "drain"', 'name = "pause"\nwarps = "all"\ndoc = "nothing"\n\n[[step]]\nname = "drain"')],
        "tile/pipeline.c", "TWK_STEP_PAUSE", "AttributeError: type object 'MainLoop' has no attribute 'do_pause'",
    ),
    "a direction": (
        "fields", [('"wgrad"]\nmeanings = [', '"wgrad", "both"]\nmeanings = ["",')],
        "plan/views.c", "TWK_DIRECTION_BOTH", "TypeError: Direction: no entry for both",
    ),
    "an operation's typing rule": (
        "operations",
        [('1, typing = "same"', '1, typing = "novel"'), ("\n[typing]\n", '\n[typing]\nnovel = ""\n')],
        "ir/verifier.c", "TWK_TYPING_NOVEL", "AttributeError: type object 'Verifier' has no attribute 'novel'",
    ),
    "an operation's shape": (
        "operations",
        [('of = "float", shape = "typed"', 'of = "float", shape = "novel"'), ("\n[shape]\n", '\n[shape]\nnovel = ""\n')],
        "ir/printer.c", "TWK_SHAPE_NOVEL", "AttributeError: type object 'Printer' has no attribute 'novel'",
    ),
    "what an operation's result is a multiple of": (
        "operations",
        [('multiple = "chosen"', 'multiple = "novel"'), ("\n[multiple]\n", '\n[multiple]\nnovel = ""\n')],
        "ir/verifier.c", "TWK_MULTIPLE_NOVEL", "KeyError: <Multiple.NOVEL: 'novel'>",
    ),
    "an epilogue": (
        "fields", [('"direct", "cshuffle"]' + "\nmeanings = [", '"direct", "cshuffle", "novel"]' + '\nmeanings = ["", ')],
        "tile/output_chain.c", "TWK_EPILOGUE_NOVEL", "TypeError: Epilogue: no entry for novel",
    ),
    "a loader": (
        "fields", [('"coalesced", "async"]' + "\nmeanings = [", '"coalesced", "async", "novel"]' + '\nmeanings = ["", ')],
        "tile/kernel.c", "TWK_LOADER_NOVEL", "TypeError: LoaderKind: no entry for novel",
    ),
    "a layout of tiles": (
        "fields", [('"auto", "on", "off"]' + "\nmeanings = [", '"auto", "on", "off", "novel"]' + '\nmeanings = ["", ')],
        "plan/operands.c", "TWK_K_OUTER_NOVEL", "TypeError: KOuter: no entry for novel",
    ),
    "a swizzle": (
        "fields", [('"none", "xor"]' + "\nmeanings = [", '"none", "xor", "novel"]' + '\nmeanings = ["", ')],
        "plan/operands.c", "TWK_SWIZZLE_NOVEL", "TypeError: Swizzle: no entry for novel",
    ),
    "a way to unroll": (
        "fields", [('["off", "full"]' + "\nmeanings = [", '["off", "full", "novel"]' + '\nmeanings = ["", ')],
        "plan/policy.c", "TWK_UNROLL_NOVEL", "TypeError: Unroll: no entry for novel",
    ),
    "a use of accumulation registers": (
        "fields", [('["allowed", "none"]' + "\nmeanings = [", '["allowed", "none", "novel"]' + '\nmeanings = ["", ')],
        "plan/budget.c", "TWK_ACCUMULATION_REGISTERS_NOVEL", "TypeError: AccumulationRegisters: no entry for novel",
    ),
    "a part of the warps": (
        "fields", [('"all", "loading", "computing"]', '"all", "loading", "computing", "novel"]')],
        "tile/pipeline.c", "TWK_WARP_ROLE_NOVEL", "TypeError: WarpRole: no entry for novel",
    ),
    "a machine": (
        "fields", [('words = ["amdgcn", "nvptx"]', 'words = ["amdgcn", "nvptx", "novel"]')],
        "machine/interface.c", "TWK_MACHINE_NOVEL", "TypeError: MachineName: no entry for novel",
    ),
}  # fmt: skip


@pytest.mark.parametrize("word", NEW_WORDS)
def test_a_word_without_a_case(tree: Path, word: str) -> None:
    """C does not compile, and Python's package is not imported."""
    table, changes, file, name, message = NEW_WORDS[word]
    replaced(tree / f"parity/contract/{table}.toml", *changes)
    assert run(tree, sys.executable, "parity/contract/generate.py").returncode == 0
    flags = ("-std=c99", "-Wall", "-Wextra", "-Wswitch-enum", "-Werror", "-Icengine/include", "-Icengine/src")
    compiled = run(tree, "cc", *flags, "-c", f"cengine/src/{file}", "-o", "object.o")
    assert compiled.returncode != 0 and re.search(f"{name}\\W+not handled in switch", compiled.stderr)
    imported = run(tree, sys.executable, "-c", "import twinkern.engines")
    assert imported.returncode != 0 and message in imported.stderr


def test_every_build_refuses_a_word_without_a_case() -> None:
    assert "-Wswitch-enum -Werror" in (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "-Werror=switch-enum" in (ROOT / "cengine/CMakeLists.txt").read_text(encoding="utf-8")
    assert "-Werror=switch-enum" in (ROOT / "python/twinkern/native/build_native.py").read_text(encoding="utf-8")
