"""A rope that swings down, from a language that calls C: docs/C.md. The one argument is libpliant.so."""

import ctypes
import sys

lib = ctypes.CDLL(sys.argv[1])
lib.pliantErrorMessage.restype = ctypes.c_char_p


class Vec3(ctypes.Structure):
    _fields_ = [(axis, ctypes.c_float) for axis in "xyz"]


class Rope(ctypes.Structure):
    _fields_ = [
        ("structSize", ctypes.c_uint32), ("count", ctypes.c_uint32), ("name", ctypes.c_char_p),
        ("start", Vec3), ("end", Vec3), ("length", ctypes.c_float), ("linearDensity", ctypes.c_float),
        ("axialCompliance", ctypes.c_float), ("bendingStiffness", ctypes.c_float), ("material", ctypes.c_void_p),
    ]  # fmt: skip


def need(result):
    if result != 0:
        raise RuntimeError(lib.pliantErrorMessage().decode())


scene, schedule, solver, state = (ctypes.c_void_p() for _ in range(4))
rope, first = Rope(), ctypes.c_uint32(0)
need(lib.pliantCreateScene(ctypes.byref(scene)))
need(lib.pliantDefaultRope(ctypes.byref(rope), ctypes.c_size_t(ctypes.sizeof(rope))))
need(lib.pliantAddRope(scene, ctypes.byref(rope), None))
need(lib.pliantPinVertices(scene, 0, ctypes.byref(first), 1))
need(lib.pliantCompile(scene, None, ctypes.byref(schedule)))
need(lib.pliantCreateCpuSolver(schedule, None, ctypes.byref(solver)))
for _ in range(60):
    need(lib.pliantStep(solver, None, None))
need(lib.pliantTakeSnapshot(solver, ctypes.byref(state)))
places = (ctypes.c_float * (3 * rope.count))()
need(lib.pliantGetPositions(state, places, rope.count))
print("its end is at", places[-3:])

lib.pliantDestroySnapshot(state)
lib.pliantDestroySolver(solver)
lib.pliantDestroySchedule(schedule)
lib.pliantDestroyScene(scene)
sys.exit(0 if places[-2] < -0.1 else 1)
