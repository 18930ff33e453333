"""The C engine built aside, changed or instrumented, and loaded in the place of the package's own."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXTENSION = "twinkern.native._twinkern"
FLAGS = ("-std=c99", "-O1", "-w", "-fPIC", "-fvisibility=hidden")


def load_extension(path: str | Path) -> None:
    """Put an extension in the place of the package's own, before anything asks for that."""
    spec = importlib.util.spec_from_file_location(EXTENSION, path)
    sys.modules[EXTENSION] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sys.modules[EXTENSION])


def run(*command: object) -> None:
    """A command that must succeed."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


class Build:
    """The C engine of a checkout built in a directory, object by object, so that a change costs one; `flags` are the
    compiler's."""

    def __init__(self, where: Path, flags: Sequence[str] = FLAGS, root: Path = ROOT) -> None:
        spec = importlib.util.spec_from_file_location("build_native", root / "python/twinkern/native/build_native.py")
        build_native = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(build_native)
        self.where = where
        self.flags = flags
        self.source = where / "src"
        shutil.copytree(root / "cengine/src", self.source)
        shutil.copytree(root / "cengine/include", where / "include")
        build_native.make_builder(str).emit_c_code(str(where / "binding.c"))
        sources = {path.relative_to(self.source).as_posix(): path for path in self.source.rglob("*.c")}
        self.objects = {file: self.compile(path) for file, path in {**sources, "binding.c": where / "binding.c"}.items()}

    def compile(self, path: Path, to: str = "") -> Path:
        """The object of a source file."""
        made = self.where / f"{to or '_'.join(path.with_suffix('').parts[-2:])}.o"
        includes = (self.where / "include", self.source, sysconfig.get_paths()["include"])
        run("cc", *self.flags, *(f"-I{include}" for include in includes), "-c", path, "-o", made)
        return made

    def link(self, objects: dict[str, Path], name: str) -> Path:
        """The extension of these objects."""
        made = self.where / f"{name}.so"
        run("cc", "-shared", *self.flags, *objects.values(), "-o", made)
        return made
