"""What the tests of the pages and of the reference share."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(__file__).resolve().parents[2]


def run(program, *arguments):
    """A program of scripts/site, with what it says."""
    return subprocess.run([sys.executable, SOURCE / "scripts/site" / program, *arguments], capture_output=True,
                          text=True)


class InFolder(unittest.TestCase):
    """Each test has an empty folder of its own."""

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
