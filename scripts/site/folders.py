"""What the programs of the site are told."""

import argparse
import pathlib


def folder_and_source(description):
    """Where to write, and the tree to read: this one unless said otherwise. Both absolute."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, help="where to write")
    parser.add_argument("source", type=pathlib.Path, nargs="?", default=pathlib.Path(__file__).parents[2],
                        help="the tree to read; this one unless said otherwise")
    told = parser.parse_args()
    return told.folder.resolve(), told.source.resolve()
