"""Pliant: cloth, ropes and jelly, on the CPU and on Vulkan with the same bits. SI units, y is up."""

from pliant import _pliant
from pliant._pliant import *  # noqa: F403  all of it is public
from pliant._pliant import __version__

__all__ = [name for name in dir(_pliant) if not name.startswith("_")]
