"""Looks up every link and picture of a site that has been built: files and anchors."""

import argparse
import html.parser
import pathlib
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.names, self.links = set(), []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.names.update(values[key] for key in ("id", "name") if values.get(key))
        self.links += [(self.getpos()[0], values[key]) for key in ("href", "src") if values.get(key)]


def wrong_links(folder):
    pages = {path: Page(path) for path in sorted(folder.rglob("*.html"))}
    for path, page in pages.items():
        for line, link in page.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            anchor = urllib.parse.unquote(parts.fragment)
            if parts.path.startswith("/") or not target.is_relative_to(folder) or not target.exists():
                yield f"{path.relative_to(folder)}:{line}: there is no {link}"
            elif anchor and target in pages and anchor not in pages[target].names:
                yield f"{path.relative_to(folder)}:{line}: {target.relative_to(folder)} has no #{anchor}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path, help="of the site")
    folder = parser.parse_args().folder.resolve()
    wrong = list(wrong_links(folder))
    for line in wrong:
        print(line, file=sys.stderr)
    if wrong:
        sys.exit(f"scripts/site/links.py: {len(wrong)} links lead nowhere")
    print("every link of the built site leads somewhere")


main()
