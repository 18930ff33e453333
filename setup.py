"""The part of the build that pyproject.toml cannot say: the C engine as the extension twinkern.native._twinkern, and beside it,
in a wheel, what a program links with and the cases that `twinkern prove` shows.
"""

from pathlib import Path

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

BUILDER = "python/twinkern/native/build_native.py"
SHIPPED = {"cengine/include/twinkern.h": "include/twinkern.h", "parity/cases/showpieces.toml": "showpieces.toml"}
"""Files of the source tree that the package holds when it is built, by their place in it."""


class BuildPackage(build_py):
    """The package with the files that stand elsewhere in the source tree."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            for source, place in SHIPPED.items():
                target = Path(self.build_lib, "twinkern", place)
                self.mkpath(str(target.parent))
                self.copy_file(source, str(target))

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        shipped = [] if self.editable_mode else [str(Path(self.build_lib, "twinkern", place)) for place in SHIPPED.values()]
        return super().get_outputs(include_bytecode) + shipped


class BuildEngine(build_ext):
    """The extension, and its engine as a static library."""

    def build_extension(self, extension) -> None:
        super().build_extension(extension)
        if not self.editable_mode:
            sources = [source for source in extension.sources if "cengine/src/" in source]
            objects = self.compiler.object_filenames(sources, output_dir=self.build_temp)
            self.compiler.create_static_lib(objects, "twinkern", output_dir=str(Path(self.build_lib, "twinkern/lib")))


setup(
    cffi_modules=[f"{BUILDER}:ffibuilder"] if Path(BUILDER).exists() else [],
    cmdclass={"build_py": BuildPackage, "build_ext": BuildEngine},
    options={
        # Built anew each time: setuptools goes by the dates of files, and the library says which contents it was built from.
        "build_ext": {"force": True},
        # The extension is built for the stable ABI of the oldest Python that we run on.
        "bdist_wheel": {"py_limited_api": "cp311"},
    },
)
