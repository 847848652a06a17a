"""What docs/PYTHON.md says is so."""

import contextlib
import io
import pathlib
import re
import unittest

import numpy as np
import pliant

PAGE = (pathlib.Path(__file__).resolve().parents[2] / "docs" / "PYTHON.md").read_text(encoding="utf-8")


class Docs(unittest.TestCase):
    def test_the_twenty_lines_work(self):
        program, = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            exec(compile(program, "PYTHON.md", "exec"), {})
        self.assertRegex(said.getvalue(),
                         r"lowest point -0\.\d+ m\nfastest [\d.]+ m/s\nStretch\(mean=.*\nhash [0-9a-f]{16}")

    def test_the_errors_read_as_shown(self):
        scene = pliant.Scene()
        rope = scene.add_rope(count=30)
        for act in (lambda: scene.add_mesh([[0, 0, 0], [1, 0, 0], [0, np.nan, 1]], [[0, 1, 2]]),
                    lambda: scene.add_rope(count=-1), lambda: scene.pin_vertices(rope, [30])):
            with self.assertRaises(pliant.BadInput) as caught:
                act()
            self.assertIn(f"\n{caught.exception}\n", PAGE)

    def test_names_are_there(self):
        for name in re.findall(r"`Snapshot\.(\w+)`|, `\.(\w+)`", PAGE.split("## Errors")[0]):
            name = name[0] or name[1]
            self.assertTrue(any(hasattr(kind, name) for kind in (pliant.Snapshot, pliant.Body, pliant.Scene)), name)


if __name__ == "__main__":
    unittest.main()
