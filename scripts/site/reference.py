"""The reference of the public headers, by Doxygen; refused where a public symbol has no docstring.

It goes to folder/html and folder/xml. Public is what `cmake --install` installs, less what scripts/site/Doxyfile leaves
out."""

import os
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree as ET

from folders import folder_and_source

HERE = pathlib.Path(__file__).resolve().parent
LEFT_OUT = "shared/"  # see Doxyfile
KINDS = {"define": "macro", "function": "function", "variable": "member", "typedef": "type", "enum": "enum"}


def public_headers(source):
    library = source / "src/pliant"
    listed = (library / "install.cmake").read_text(encoding="utf-8")
    names = re.search(r"set\(PLIANT_PUBLIC_HEADERS([^)]*)\)", listed).group(1).split()
    elements = sorted(library.glob("elements/*.h"))  # which install.cmake finds by themselves
    return [library / name for name in names if not name.startswith(LEFT_OUT)] + elements


def version(source):
    text = (source / "src/pliant/version.h").read_text(encoding="utf-8")
    return ".".join(re.findall(r"#define PLIANT_VERSION_[A-Z]+ (\d+)", text))


def run_doxygen(source, folder):
    folder.mkdir(parents=True, exist_ok=True)
    environment = os.environ | {
        "PLIANT_SOURCE": str(source), "PLIANT_OUT": str(folder), "PLIANT_SITE": str(HERE),
        "PLIANT_VERSION": version(source), "PLIANT_HEADERS": " ".join(f'"{path}"' for path in public_headers(source))}
    try:
        done = subprocess.run(["doxygen", str(HERE / "Doxyfile")], env=environment, capture_output=True, text=True)
    except FileNotFoundError:
        sys.exit("scripts/site/reference.py: there is no doxygen; Debian's package is called so")
    return [line for line in done.stderr.splitlines() if line] or ([] if done.returncode == 0 else ["doxygen failed"])


def is_said(element):
    return any("".join(part.itertext()).strip() for part in element.findall("briefdescription") +
               element.findall("detaileddescription"))


def symbols(xml):
    """(file, line, kind, name, whether it has a docstring) of all that is public. A symbol may come twice."""
    for path in sorted(xml.glob("*.xml")):
        for compound in ET.parse(path).getroot().iter("compounddef"):
            if compound.get("prot") != "private" and compound.get("kind") in ("struct", "class", "union", "namespace"):
                yield (*place_of(compound), compound.get("kind"), compound.findtext("compoundname"), is_said(compound))
            for member in compound.iter("memberdef"):
                if member.get("prot") == "private" or member.get("kind") not in KINDS:
                    continue
                name = (member.findtext("qualifiedname") or member.findtext("name")) + (
                    member.findtext("argsstring") or "" if member.get("kind") == "function" else "")
                yield (*place_of(member), KINDS[member.get("kind")], name, is_said(member))
                for value in member.iter("enumvalue"):
                    yield (*place_of(member), "enum value", value.findtext("name"), is_said(value))


def place_of(element):
    place = element.find("location")
    return (place.get("file"), int(place.get("line"))) if place is not None else ("", 0)


def faults(source, xml):
    """One sentence per fault: no docstring; a docstring that Markdown would swallow; what Doxygen has not seen."""
    found = sorted(set(symbols(xml)))
    for file, line, kind, name, said in found:
        if not said:
            yield f"{file}:{line}: {kind} {name} has no docstring"
    names = {re.split(r"[(<]", name)[0].split("::")[-1].strip() for *_, name, _ in found}
    for header in public_headers(source):
        text = header.read_text(encoding="utf-8")
        for number, line in enumerate(text.splitlines(), 1):
            if re.search(r"///<? *\[[^]]*\]:", line):
                yield f"{header}:{number}: Markdown takes '[...]:' for a link and leaves it out; write a comma"
        for name in re.findall(r"^ *PLIANT_API [^;({]*?(\w+)\(|^(?:class|struct) PLIANT_API (\w+) ", text, re.M):
            if "".join(name) not in names:
                yield f"{header}: {''.join(name)} is not in the reference"


def main():
    folder, source = folder_and_source(__doc__)
    wrong = run_doxygen(source, folder)
    wrong += faults(source, folder / "xml")
    for line in wrong:
        print(line, file=sys.stderr)
    if wrong:
        sys.exit(f"scripts/site/reference.py: {len(wrong)} faults in the reference")
    print(f"{len(set(symbols(folder / 'xml')))} public symbols, each with a docstring")


main()
