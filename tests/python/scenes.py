"""The scenes of reference.cpp, described in Python."""

import numpy as np
import pliant


def hung_cloth(columns=24, rows=20):
    scene = pliant.Scene()
    cotton = pliant.fabric("cotton").replace(compression_compliance=0.3)
    cloth = scene.add_grid(columns=columns, rows=rows, fabric=cotton)
    scene.pin_place(cloth, "first-row-corners")
    ball = pliant.Collider(shape="sphere", radius=0.2, pose=(0.5, -0.25, 0.5))
    return scene, pliant.StepSettings(), pliant.StepInputs(colliders=[ball])


def mixed_bodies():
    scene = pliant.Scene()
    scene.add_rope(start=(0, 1, 0), end=(1, 1, 0), count=30, bending_stiffness=1e-3, axial_compliance=1e-5)
    vertices = np.array([[2, 1, 0], [3, 1, 0], [3, 1, 1], [2, 1, 1], [2.5, 1.25, 0.5]])
    scene.add_mesh(vertices, np.array([[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]]), fabric=pliant.fabric("denim"))
    edge = pliant.StickMaterial(response="compliant", compliance=1e-4, compression_compliance=1e-3)
    scene.add_block(centre=(-1, 0.3, 0), size=(0.5, 0.5, 0.5), cells=(3, 3, 3), material=pliant.TetMaterial(edge=edge))
    balloon = scene.add_mesh(*pliant.sphere_mesh((-3, 1, 0), 0.3, 2), name="balloon")
    scene.add_enclosure(balloon, filling="gas", pressure=500)
    scene.environment = scene.environment.replace(air_density=1.2, damping=0.25)
    inputs = pliant.StepInputs(colliders=[pliant.Collider()], wind=(3, 0, 1))
    inputs.move([0], [[0.1, 1.1, 0.2]])
    inputs.pull(np.array([29]), np.array([[0.1, 1.1, 0.2]], np.float32), 1e-2)
    return scene, pliant.StepSettings(dt=1 / 50, substeps=9), inputs


def swing():
    scene = pliant.Scene()
    rope = scene.add_rope(count=8, material=pliant.StickMaterial(response="hooke", stiffness=200))
    scene.set_integrator(rope, "runge-kutta-4")
    scene.pin_vertices(rope, [0])
    return scene, pliant.StepSettings(), pliant.StepInputs()


def sheets():
    scene = pliant.Scene()
    for index, contact in enumerate([{}, {"thickness": 0.05, "friction": 0.6, "category": 2, "mask": 1}]):
        sheet = scene.add_grid(corner=(0.1 * index, 0.1 + 0.1 * index, 0), columns=12, rows=12, width=0.5, height=0.5)
        scene.add_contact(sheet, **contact)
    return scene, pliant.StepSettings(), pliant.StepInputs(colliders=[pliant.Collider()])


def on_mesh():
    scene = pliant.Scene()
    scene.add_contact(scene.add_grid(corner=(-0.3, 0.27, -0.3), columns=16, rows=16, width=0.6, height=0.6))
    vertices, faces = pliant.sphere_mesh((0, 0, 0), 0.2, 2)
    ball = scene.add_obstacle(vertices, faces, thickness=0.04, friction=0.5, spacing=0.03)
    inputs = pliant.StepInputs()
    inputs.move_obstacle(scene, ball, vertices + np.float32([0, 0.0625, 0]))
    return scene, pliant.StepSettings(), inputs


def caught():
    scene = pliant.Scene()
    sheet = scene.add_grid(corner=(-0.3, 0, -0.3), columns=16, rows=16, width=0.6, height=0.6)
    scene.pin_place(sheet, "four-corners")
    scene.add_contact(sheet)
    vertices, faces = pliant.sphere_mesh((0, 0, 0), 0.125, 2)
    pose = pliant.Pose(position=(0, 0.1875, 0), rotation=(0, 1, 0, 0))
    scene.add_rigid_body(vertices, faces, pose=pose, density=300, spacing=0.05, friction=0.5)
    return scene, pliant.StepSettings(order="second"), pliant.StepInputs()


ALL = {"cloth": hung_cloth, "bodies": mixed_bodies, "swing": swing, "sheets": sheets, "obstacle": on_mesh,
       "rigid": caught}


def stepped(solver, settings, inputs, steps=12):
    """The solver's state after so many steps."""
    for _ in range(steps):
        solver.step(settings, inputs)
    return solver.snapshot()
