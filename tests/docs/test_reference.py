"""Every public symbol has a docstring, and one that has none is found."""

import re
import shutil
import unittest

from support import SOURCE, InFolder, run


class Reference(InFolder):
    def copied(self):
        """The headers, in a tree of their own that can be changed."""
        source = self.folder / "source"
        library = SOURCE / "src/pliant"
        for path in [*library.glob("**/*.h"), library / "pliant.hpp", library / "install.cmake"]:
            copy = source / path.relative_to(SOURCE)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, copy)
        return source

    def test_every_public_symbol_has_a_docstring(self):
        done = run("reference.py", self.folder, SOURCE)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertGreater(int(done.stdout.split()[0]), 1000)
        page = (self.folder / "html" / "structpliant_1_1RopeDescription.html").read_text(encoding="utf-8")
        self.assertIn("of the rope at rest [m]", page)

    def test_what_lacks_one_is_named(self):
        source = self.copied()
        wanted = []
        for header, code, symbol in (
                ("version.h", "#define PLIANT_VERSION PLIANT", "macro PLIANT_VERSION"),
                ("c/scene_types.h", "    PLIANT_HOOKE = 2", "enum value PLIANT_HOOKE"),
                ("pliant.h", "PLIANT_API PliantResult pliantStep(", "function pliantStep"),
                ("scene/rope.h", "struct RopeDescription {", "struct pliant::RopeDescription"),
                ("scene/rope.h", "    vec3 from{0.0f};", "member pliant::RopeDescription::from"),
                ("scene/rope.h", "PLIANT_API Result<std::uint32_t> addRope(", "function pliant::addRope"),
                ("cpu/cpu_solver.h", "    Snapshot snapshot() const;", "function pliant::CpuSolver::snapshot() const"),
                ("schedule/schedule.h", "using SchedulePtr", "type pliant::SchedulePtr"),
                ("schedule/step_inputs.h", "    enum class Action", "enum pliant::PinInput::Action"),
                ("schedule/pass_kinds.h", "    PASS(Integrate, ", "enum value Integrate")):
            path = source / "src/pliant" / header
            path.write_text(self.without_docstring(path.read_text(encoding="utf-8"), code), encoding="utf-8")
            wanted.append(symbol)
        done = run("reference.py", self.folder / "out", source)
        self.assertNotEqual(done.returncode, 0)
        for symbol in wanted:
            self.assertRegex(done.stderr, rf": {re.escape(symbol)}\b.* has no docstring")

    def without_docstring(self, text, code):
        lines = text.split("\n")
        at = next(i for i, line in enumerate(lines) if line.startswith(code))
        if "PASS(" in code:
            lines[at - 1] = "    /*  */ \\"
        lines[at] = lines[at].split("  ///<")[0]
        while lines[at - 1].lstrip().startswith("///"):
            del lines[at - 1]
            at -= 1
        while lines[at + 1].lstrip().startswith("///<"):
            del lines[at + 1]
        return "\n".join(lines)

    def test_what_cannot_be_read_is_named(self):
        source = self.copied()
        rope = source / "src/pliant/scene/rope.h"
        rope.write_text(rope.read_text(encoding="utf-8").replace("///< first particle [m]", "///< [m]: first particle"),
                        encoding="utf-8")
        shape = source / "src/pliant/scene/shape.h"
        text = shape.read_text(encoding="utf-8").replace("/// The first rule", "/// @unheard The first rule", 1)
        shape.write_text(text, encoding="utf-8")
        done = run("reference.py", self.folder / "out", source)
        self.assertNotEqual(done.returncode, 0)
        self.assertRegex(done.stderr, r"rope\.h:\d+: Markdown takes")
        self.assertRegex(done.stderr, r"unheard")


if __name__ == "__main__":
    unittest.main()
