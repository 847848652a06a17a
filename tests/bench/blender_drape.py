"""The drape of `pliant simulate drape` in Blender's own cloth, and triangles that go through each other in either.

    blender --background --factory-startup --python tests/bench/blender_drape.py -- simulate SIZE FRAMES QUALITY
    blender --background --factory-startup --python tests/bench/blender_drape.py -- count MESH.obj MOTION.pc2 EVERY

A sheet of 2 m x 2 m, SIZE x SIZE vertices, cotton as Blender's preset has it with QUALITY steps per frame (the preset: 5), falls over a
ball of 1 m that stands on a floor, for FRAMES of 1/60 s; every tenth is counted, or every EVERY-th. Pairs of triangles that share a
vertex are left out. It keeps off itself by a quarter of the spacing of its vertices: by half of it neighbours push each other, and it
hangs in the air."""

import struct
import sys
import time

import bpy
from mathutils.bvhtree import BVHTree


def crossing_pairs(places, triangles):
    tree = BVHTree.FromPolygons(places, triangles)
    return sum(1 for a, b in tree.overlap(tree) if a < b and not set(triangles[a]) & set(triangles[b]))


def grid(size):
    step = 2.0 / (size - 1)
    places = [(-1.0 + column * step, 1.0 - row * step, 1.3) for row in range(size) for column in range(size)]
    quads = [(at, at + size, at + size + 1, at + 1) for row in range(size - 1) for column in range(size - 1)
             for at in (row * size + column,)]
    return places, quads


def halves(quads):
    return [half for a, b, c, d in quads for half in ((a, b, c), (a, c, d))]


def add_collider(thickness):
    body = bpy.context.object
    body.modifiers.new("Collision", "COLLISION")
    body.collision.thickness_outer = thickness
    body.collision.cloth_friction = 5.0


def add_cloth(size, quality):
    places, quads = grid(size)
    mesh = bpy.data.meshes.new("sheet")
    mesh.from_pydata(places, [], quads)
    sheet = bpy.data.objects.new("sheet", mesh)
    bpy.context.collection.objects.link(sheet)
    modifier = sheet.modifiers.new("Cloth", "CLOTH")
    cloth, touches = modifier.settings, modifier.collision_settings
    cloth.quality = quality
    cloth.tension_stiffness = cloth.compression_stiffness = 15.0
    cloth.shear_stiffness = 15.0
    cloth.bending_stiffness = 0.5
    cloth.air_damping = 0.0
    cloth.time_scale = 0.52  # so that at 60 frames per second it falls as 9.81 m/s^2 says
    touches.collision_quality = 2
    touches.use_self_collision = True
    touches.self_distance_min = 0.25 * 2.0 / (size - 1)
    touches.distance_min = 0.003
    return sheet


def simulate(size, frames, quality):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.fps = 60
    scene.frame_end = frames
    bpy.ops.mesh.primitive_plane_add(size=8.0, location=(0.0, 0.0, 0.0))
    add_collider(0.005)
    bpy.ops.mesh.primitive_uv_sphere_add(segments=96, ring_count=48, radius=0.5, location=(0.0, 0.0, 0.6))
    add_collider(0.005)
    sheet = add_cloth(size, quality)
    sheet.modifiers["Cloth"].point_cache.frame_end = frames
    triangles = halves(grid(size)[1])
    seconds, worst, at_end = 0.0, 0, 0
    for frame in range(1, frames + 1):
        began = time.perf_counter()
        scene.frame_set(frame)
        places = [vertex.co for vertex in sheet.evaluated_get(bpy.context.evaluated_depsgraph_get()).data.vertices]
        seconds += time.perf_counter() - began
        if frame % 10 == 0:
            at_end = crossing_pairs(places, triangles)
            worst = max(worst, at_end)
            print(f"frame {frame}: {at_end} pairs, {1e3 * seconds / frame:.1f} ms per frame, lowest "
                  f"{min(p.z for p in places):.3f}", flush=True)
    print(f"{size} x {size}: {1e3 * seconds / frames:.1f} ms per frame; pairs at worst {worst}, at the end {at_end}")


def count(mesh, motion, every):
    triangles = []
    for line in open(mesh, encoding="utf-8"):
        if line.startswith("f "):
            corners = [int(word.split("/")[0]) - 1 for word in line.split()[1:]]
            triangles += [(corners[0], corners[k], corners[k + 1]) for k in range(1, len(corners) - 1)]
    data = open(motion, "rb").read()
    vertices, samples = struct.unpack_from("<i", data, 16)[0], struct.unpack_from("<i", data, 28)[0]
    worst, pairs = 0, 0
    for sample in range(every, samples, every):
        numbers = struct.unpack_from(f"<{3 * vertices}f", data, 32 + 12 * vertices * sample)
        places = [numbers[3 * i:3 * i + 3] for i in range(vertices)]
        pairs = crossing_pairs(places, triangles)
        worst = max(worst, pairs)
        print(f"frame {sample}: {pairs} pairs", flush=True)
    print(f"pairs at worst {worst}, at the end {pairs}")


told = sys.argv[sys.argv.index("--") + 1:]
if told[0] == "simulate":
    simulate(*map(int, told[1:]))
else:
    count(told[1], told[2], int(told[3]))
