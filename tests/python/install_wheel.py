"""Builds a wheel as pip does and installs it into a new virtual environment.

    install_wheel.py SOURCE MODULE VERSION FOLDER CMAKE

setup.py configures as it always does. What it would then compile, in minutes, has been compiled already: MODULE.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import zipfile

PIP = ["-m", "pip", "--quiet", "--disable-pip-version-check"]


def missing():
    """Debian packages that are not there."""
    packages = {"pip": "python3-pip", "venv": "python3-venv", "setuptools": "python3-setuptools",
                "wheel": "python3-wheel", "numpy": "python3-numpy"}

    def has(module):
        return subprocess.run([sys.executable, "-c", f"import {module}"], capture_output=True).returncode == 0

    return [package for module, package in packages.items() if not has(module)]


def entries(folder):
    return {path for path in folder.iterdir()}


def put_first(cmake, module, folder):
    """A PATH on which `cmake --build` looks whether all that is to be compiled is there, and takes the module."""
    program = folder / "bin" / "cmake"
    program.parent.mkdir()
    program.write_text(f"""#!/bin/sh
[ "$1" = --build ] || exec "{cmake}" "$@"
ninja -C "$2" -t commands "$4" >"{folder}/would_compile.txt" || exit
mkdir -p "$2/python/pliant"
cp "{module}" "$2/python/pliant/"
""", encoding="utf-8")
    program.chmod(0o755)
    return os.pathsep.join([str(program.parent), os.environ["PATH"]])


def build(source, module, folder, cmake):
    """The wheel; with nothing from a network, and nothing left in the source tree."""
    environment = {**os.environ, "PATH": put_first(cmake, module, folder),
                   "PLIANT_PYTHON_BUILD_DIR": str(folder / "build")}
    before = entries(source)
    subprocess.run([sys.executable, *PIP, "wheel", "--no-build-isolation", "--no-deps", "--no-index", "--wheel-dir",
                    str(folder), str(source)], check=True, env=environment)
    left = entries(source) - before
    assert not left, f"the build left {left}"
    compiled = (folder / "would_compile.txt").read_text(encoding="utf-8")
    assert "cpu_solver.cpp" in compiled and "viewer/renderer.cpp" in compiled and "golden" not in compiled, compiled
    wheel, = folder.glob("*.whl")
    return wheel


def check(wheel, version):
    assert wheel.name.startswith(f"pliant-{version}-cp"), wheel.name
    names = zipfile.ZipFile(wheel).namelist()
    packed = sorted(name for name in names if ".dist-info/" not in name)
    plain = [name for name in packed if not name.endswith(".so")]
    assert plain == ["pliant/__init__.py", "pliant/__init__.pyi", "pliant/py.typed"], packed
    assert len(packed) == 4, packed


def install(wheel, folder, version):
    venv = folder / "venv"
    # pip itself comes from the system: to unpack one takes longer than all the rest.
    subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", "--without-pip", str(venv)], check=True)
    python = str(venv / "bin" / "python")
    subprocess.run([python, *PIP, "install", "--no-index", str(wheel)], check=True)  # numpy is there, or this fails
    code = "import pliant; print(pliant.__version__, pliant.__file__)"
    said = subprocess.run([python, "-c", code], check=True, capture_output=True, text=True, cwd=folder).stdout.split()
    assert said[0] == version and pathlib.Path(said[1]).is_relative_to(venv), said


def main():
    source, module, version, folder = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3], pathlib.Path(sys.argv[4])
    cmake = sys.argv[5]
    if missing():
        sys.exit(f"{', '.join(missing())} missing: ./test.sh installs them")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    wheel = build(source, module, folder, cmake)
    check(wheel, version)
    install(wheel, folder, version)
    print(f"{wheel.name}, installed")


if __name__ == "__main__":
    main()
