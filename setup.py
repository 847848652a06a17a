"""Packs the Python module; CMake builds it. What is made on the way lies in build/pip.

PLIANT_PYTHON_BUILD_DIR: another folder for that.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent
BUILD = pathlib.Path(os.environ.get("PLIANT_PYTHON_BUILD_DIR", ROOT / "build" / "pip"))
PACKAGE = "src/pliant/python/package"


def version():
    """That of src/pliant/version.h, which has it once for all."""
    text = (ROOT / "src/pliant/version.h").read_text(encoding="utf-8")
    return ".".join(re.findall(r"^#define PLIANT_VERSION_[A-Z]+ ([0-9]+)$", text, re.MULTILINE))


def build_module():
    """The extension, built by CMake with nothing but the libraries."""
    folder = BUILD / "cmake"
    options = ["-DPLIANT_PYTHON=ON", "-DPLIANT_RENDERER=ON", "-DPLIANT_TESTS=OFF", "-DPLIANT_SAMPLES=OFF",
               "-DPLIANT_BENCHMARKS=OFF", "-DPLIANT_WERROR=OFF", "-DCMAKE_BUILD_TYPE=Release",
               f"-DPython_EXECUTABLE={sys.executable}"]
    generator = ["-G", "Ninja"] if shutil.which("ninja") else []
    subprocess.run(["cmake", "-S", str(ROOT), "-B", str(folder), *generator, *options], check=True)
    subprocess.run(["cmake", "--build", str(folder), "--target", "pliant_python", "--parallel"], check=True)
    return next((folder / "python" / "pliant").glob("_pliant*.so"))


class BuildWithCMake(build_ext):
    """In place of a compiler."""

    def build_extension(self, ext):
        target = pathlib.Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(build_module(), target)
        target.chmod(0o755)


BUILD.mkdir(parents=True, exist_ok=True)
setup(
    version=version(),
    packages=["pliant"],
    package_dir={"pliant": PACKAGE},
    package_data={"pliant": ["py.typed", "*.pyi"]},
    ext_modules=[Extension("pliant._pliant", sources=[])],
    cmdclass={"build_ext": BuildWithCMake},
    # setuptools would write into build/, which is CMake's, and beside the sources.
    options={"build": {"build_base": str(BUILD / "setuptools")}, "egg_info": {"egg_base": str(BUILD)}},
)
