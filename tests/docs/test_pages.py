"""What the README and the guides link to is there, and what is not is named by its line."""

import unittest

from support import InFolder, run


class Pages(InFolder):
    def tree(self, **files):
        for name, text in {"README.md": "# A tree\n", **files}.items():
            path = self.folder / "tree" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return self.folder / "tree"

    def test_all_links_of_the_guides_lead_somewhere(self):
        done = run("pages.py", self.folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for page in ("README.md", "docs/INSTALL.md", "samples/hello_gpu.cpp.md", "samples/index.md",
                     "docs/images/drape.png"):
            self.assertTrue((self.folder / page).is_file(), page)
        self.assertIn("](samples/hello_gpu.cpp.md)", (self.folder / "README.md").read_text(encoding="utf-8"))

    def test_links_that_lead_nowhere_are_named(self):
        tree = self.tree(**{
            "README.md": "# A tree\n\n[a](gone.md) and [b](CHANGELOG.md#gone)\n\n![c](gone.png)\n\n[d](../out.md)\n"
                         "[e](#gone) [f](#a-tree) [g](CHANGELOG.md#of-code-and-links) [h](https://example.org)\n",
            "CHANGELOG.md": "# Of `code` and [links](README.md)\n\n"
                            "```\n[no link](gone.md)\n# Gone\n```\n`[nor](this.md)`\n"})
        done = run("pages.py", self.folder / "out", tree)
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(sorted(done.stderr.splitlines()[:-1]), [
            "README.md:3: CHANGELOG.md has no heading #gone", "README.md:3: there is no gone.md",
            "README.md:5: there is no gone.png", "README.md:7: there is no ../out.md",
            "README.md:8: README.md has no heading #gone"])

    def test_a_guide_that_the_navigation_lacks_is_named(self):
        done = run("pages.py", self.folder / "out", self.tree(**{"docs/LOST.md": "# Lost\n"}))
        self.assertIn("docs/LOST.md: is not in the navigation", done.stderr)

    def test_broken_links_of_the_built_site_are_named(self):
        for name, text in {"a.html": '<a href="b.html#here">b</a> <a href="b.html#gone">b</a> <a href="c.html">c</a>',
                           "b.html": '<p id="here"><img src="gone.png"> <a href="/a.html">a</a> '
                                     '<a href="https://example.org">o</a>'}.items():
            (self.folder / name).write_text(text, encoding="utf-8")
        done = run("links.py", self.folder)
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(done.stderr.splitlines()[:-1], [
            "a.html:1: b.html has no #gone", "a.html:1: there is no c.html", "b.html:1: there is no gone.png",
            "b.html:1: there is no /a.html"])


if __name__ == "__main__":
    unittest.main()
