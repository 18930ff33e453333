"""The part of the build that pyproject.toml cannot say: the C engine as the extension twinkern.native._twinkern."""

from pathlib import Path

from setuptools import setup

BUILDER = "python/twinkern/native/build_native.py"

setup(cffi_modules=[f"{BUILDER}:ffibuilder"] if Path(BUILDER).exists() else [])
