"""Gathers the pages of the site: README.md, the guides and all that they link to, with every link looked up.

The tree's own places are kept, so that links stay as they are. What is no page becomes one: a source file its listing,
a folder a list of its files. A link that leads nowhere, or to a heading that is not there, is refused with its line."""

import pathlib
import re
import shutil
import sys
import unicodedata

from folders import folder_and_source

STARTS = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs/*.md", "tests/*.md", "tests/bench/*.md"]
COPIED = {".png", ".svg", ".jpg", ".gif"}
LANGUAGES = {".cpp": "cpp", ".h": "cpp", ".hpp": "cpp", ".c": "c", ".py": "python", ".glsl": "glsl", ".cmake": "cmake",
             ".sh": "bash", ".json": "json", ".xml": "xml"}
LINK = re.compile(r"(\]\()([^)\s]+)")


def lines_without_code(text):
    """(number, line with its code left out) of all lines outside of fences."""
    fence = None
    for number, line in enumerate(text.splitlines(), 1):
        mark = re.match(r" *(```+|~~~+)", line)
        if mark and (fence is None or line.strip() == fence):
            fence = mark.group(1) if fence is None else None
        elif fence is None:
            yield number, re.sub(r"(`+).*?\1", lambda code: " " * len(code.group()), line)


def anchors_of(text):
    """As GitHub makes them of headings, and Python-Markdown with the slugify of mkdocs.yml."""
    text = re.sub(r"^(```+).*?^\1", "", text, flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ +(.*?) *$", text, re.MULTILINE)
    plain = (re.sub(r"\[([^]]*)\]\([^)]*\)|[`*]", lambda m: m.group(1) or "", heading) for heading in headings)
    words = (re.sub(r"[^\w\- ]", "", unicodedata.normalize("NFC", heading)) for heading in plain)
    return {heading.strip().lower().replace(" ", "-") for heading in words}


class Site:
    def __init__(self, source, folder):
        self.source, self.folder = source, folder
        self.wrong, self.done = [], set()
        self.waiting = sorted(path.relative_to(source) for start in STARTS for path in source.glob(start))

    def gather(self):
        while self.waiting:
            path = self.waiting.pop()
            if path in self.done:
                continue
            self.done.add(path)
            write = self.folder_page if (self.source / path).is_dir() else \
                self.copy if path.suffix in COPIED else self.page if path.suffix == ".md" else self.listing
            write(path)

    def place(self, path):
        """Where a file or folder of the tree is in the site."""
        if (self.source / path).is_dir():
            return path / "index.md"
        return path if path.suffix in COPIED | {".md"} else path.with_name(path.name + ".md")

    def write(self, path, text):
        target = self.folder / self.place(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")

    def copy(self, path):
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(self.source / path, target)

    def listing(self, path):
        text = (self.source / path).read_text(encoding="utf-8")
        fence = "`" * max([3] + [len(ticks) + 1 for ticks in re.findall(r"`+", text)])
        self.write(path, f"---\nsearch:\n  exclude: true\n---\n\n# {path.name}\n\n`{path}`\n\n"
                         f"{fence}{LANGUAGES.get(path.suffix, 'text')}\n{text}\n{fence}\n")

    def folder_page(self, path):
        inside = sorted(p.relative_to(self.source) for p in (self.source / path).iterdir() if p.name[0] not in "._")
        files = [p for p in inside if (self.source / p).is_file()]
        self.waiting += files
        links = [f"- [{p.name}]({self.place(p).name})\n" for p in files]
        links += [f"- {p.name}/\n" for p in inside if p not in files]  # whole programs: guides link into them
        self.write(path, f"# {path}\n\n{''.join(links)}")

    def page(self, path):
        text = (self.source / path).read_text(encoding="utf-8")
        lines = text.splitlines()
        for number, plain in lines_without_code(text):
            for link in reversed(list(LINK.finditer(plain))):
                new = self.look_up(path, number, link.group(2), text)
                line = lines[number - 1]
                lines[number - 1] = line[:link.start(2)] + new + line[link.end(2):]
        self.write(path, "\n".join(lines) + "\n")

    def look_up(self, page, number, link, text):
        """The link as it is in the site."""
        if re.match(r"[a-z]+:", link):
            return link
        to, _, anchor = link.partition("#")
        target = (self.source / page.parent / to).resolve() if to else self.source / page
        if not target.is_relative_to(self.source) or not target.exists():
            self.wrong.append(f"{page}:{number}: there is no {link}")
            return link
        path = target.relative_to(self.source)
        if anchor and path.suffix == ".md" and anchor not in anchors_of(target.read_text(encoding="utf-8")):
            self.wrong.append(f"{page}:{number}: {path} has no heading #{anchor}")
        if not to:
            return link
        self.waiting.append(path)
        new = f"{to.rstrip('/')}/index.md" if target.is_dir() else to[:len(to) - len(path.name)] + self.place(path).name
        return f"{new}#{anchor}" if anchor else new


def main():
    folder, source = folder_and_source(__doc__)
    site = Site(source, folder)
    site.gather()
    nav = (pathlib.Path(__file__).parent / "mkdocs.yml").read_text(encoding="utf-8")
    site.wrong += [f"{page}: is not in the navigation of scripts/site/mkdocs.yml"
                   for page in sorted(site.done) if page.match("docs/*.md") and f" {page}\n" not in nav]
    for line in site.wrong:
        print(line, file=sys.stderr)
    if site.wrong:
        sys.exit(f"scripts/site/pages.py: {len(site.wrong)} faults in the pages")
    print(f"{len(site.done)} pages and pictures; their links lead somewhere")


main()
