import fnmatch
import pathlib
import shutil


def load(recipe, path):
    return pathlib.Path(path).read_text(encoding="utf-8")


def copy(recipe, pattern, src, dst, excludes=()):
    for path in pathlib.Path(src).rglob("*"):
        name = str(path.relative_to(src))
        if path.is_file() and fnmatch.fnmatch(name, pattern) and not any(fnmatch.fnmatch(name, e) for e in excludes):
            target = pathlib.Path(dst) / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)
