"""Bad input is an error that says what and where, and changes nothing."""

import pickle
import unittest

import numpy as np
import pliant
import scenes

SQUARE = [[0, 0, 0], [1, 0, 0], [1, 0, 1], [0, 0, 1]]
FACES = [[0, 1, 2], [2, 3, 0]]


class Errors(unittest.TestCase):
    def refused(self, words, act, kind=pliant.BadInput):
        with self.assertRaises(kind) as caught:
            act()
        for word in words.split("|"):
            self.assertIn(word, str(caught.exception))
        return caught.exception

    def test_have_kinds(self):
        error = self.refused("wool|silk", lambda: pliant.fabric("wool"))
        self.assertEqual(error.kind, "bad-input")
        self.assertIsInstance(error, pliant.Error)
        self.assertIsInstance(error, ValueError)
        error = self.refused("/nowhere/at.obj", lambda: pliant.read_mesh("/nowhere/at.obj"), pliant.FileError)
        self.assertEqual(error.kind, "file")
        kinds = {name: getattr(pliant, name).kind for name in pliant.__all__
                 if isinstance(getattr(pliant, name), type) and issubclass(getattr(pliant, name), pliant.Error)}
        self.assertEqual(kinds, {
            "Error": "error", "BadInput": "bad-input", "OutOfMemory": "out-of-memory", "DeviceLost": "device-lost",
            "Unsupported": "unsupported", "FileError": "file", "Stopped": "stopped"})
        again = pickle.loads(pickle.dumps(error))
        self.assertEqual((type(again), str(again)), (pliant.FileError, str(error)))

    def test_name_the_array_and_the_item(self):
        scene = pliant.Scene()
        mesh = scene.add_mesh
        bad = [
            ("add_mesh: vertices|(4, 2)|(n, 3)", lambda: mesh(np.zeros((4, 2)), FACES)),
            ("add_mesh: vertices|(3,)", lambda: mesh([1.0, 2.0, 3.0], FACES)),
            ("vertices[2, 1]|nan", lambda: mesh([[0, 0, 0], [1, 0, 0], [0, np.nan, 1]], [[0, 1, 2]])),
            ("vertices[1, 0]|1e+300|finite", lambda: mesh([[0, 0, 0], [1e300, 0, 0], [0, 0, 1]], [[0, 1, 2]])),
            ("vertices|complex", lambda: mesh(np.zeros((3, 3), complex), FACES)),
            ("vertices|<U1", lambda: mesh([["a", "b", "c"]], FACES)),
            ("vertices|object", lambda: mesh(np.full((3, 3), None), FACES)),
            ("vertices", lambda: mesh([[0, 0, 0], [1, 0]], FACES)),
            ("faces|float64", lambda: mesh(SQUARE, np.array(FACES, float))),
            ("faces[1]|float64", lambda: mesh(SQUARE, [[0, 1, 2], [2, 3, 0.5]])),
            ("faces[1, 2]|-1", lambda: mesh(SQUARE, np.array([[0, 1, 2], [2, 3, -1]]))),
            ("faces|(6,)", lambda: mesh(SQUARE, np.arange(6))),
            ("face 0|vertex 9", lambda: mesh(SQUARE, np.array([[0, 1, 9]]))),
            ("faces|shape ()", lambda: mesh(SQUARE, 3)),
            ("faces|bool", lambda: mesh(SQUARE, np.ones((2, 3), bool))),
            ("masses|(2,)", lambda: scene.add_particles(SQUARE, [1, 2])),
            ("masses[0]|0", lambda: scene.add_particles(SQUARE, 0)),
            ("positions[3]", lambda: scene.add_particles(SQUARE[:3] + [[0, 2e9, 0]], 1)),
            ("pairs[0]|particle", lambda: scene.add_sticks([[0, 1]])),
            ("pairs|(1, 3)", lambda: scene.add_sticks([[0, 1, 2]])),
        ]
        for words, act in bad:
            with self.subTest(words=words):
                self.refused(words, act)
                self.assertEqual((len(scene), len(scene.sticks), len(scene.bodies)), (0, 0, 0))

    def test_name_the_keyword(self):
        scene = pliant.Scene()
        bad = [
            ("add_rope: count|-1", lambda: scene.add_rope(count=-1)),
            ("add_rope: count|float", lambda: scene.add_rope(count=2.0)),
            ("add_rope: count|bool", lambda: scene.add_rope(count=True)),
            ("add_rope: count", lambda: scene.add_rope(count=2**80)),
            ("add_rope: start[1]|nan", lambda: scene.add_rope(start=(0, float("nan"), 0))),
            ("add_rope: start|2 numbers", lambda: scene.add_rope(start=(0, 1))),
            ("add_rope: end|str", lambda: scene.add_rope(end="abc")),
            ("add_rope: linear_density|float32", lambda: scene.add_rope(linear_density=1e300)),
            ("add_rope: linear_density|NoneType", lambda: scene.add_rope(linear_density=None)),
            ("add_rope: name|int", lambda: scene.add_rope(name=3)),
            ("add_rope: name|Unicode", lambda: scene.add_rope(name="\ud800")),
            ("add_rope: material|Fabric", lambda: scene.add_rope(material=pliant.fabric("silk"))),
            ("add_grid: fabric|int", lambda: scene.add_grid(fabric=3)),
            ("'cloth'|-1", lambda: scene.add_grid(width=-1)),
            ("Fabric|density|0", lambda: pliant.Fabric()),
            ("StickMaterial: response|'stiff'|hooke", lambda: pliant.StickMaterial(response="stiff")),
            ("compliance|-1", lambda: pliant.StickMaterial(response="compliant", compliance=-1)),
            ("radius|-1", lambda: pliant.Collider(shape="sphere", radius=-1)),
            ("Collider: pose|str", lambda: pliant.Collider(pose="here")),
            ("Collider: pose", lambda: pliant.Collider(pose=pliant.FramePose())),
            ("rotation", lambda: pliant.Pose(rotation=(1, 1, 0, 0))),
            ("damping|-1", lambda: pliant.Environment().replace(damping=-1)),
            ("colliders[1]|int", lambda: pliant.StepInputs(colliders=[pliant.Collider(), 3])),
            ("wind|nan", lambda: pliant.StepInputs(wind=(0, 0, float("nan")))),
            ("tether_slack|11", lambda: setattr(scene, "tether_slack", 11)),
            ("distance|0 m", lambda: pliant.Sleep(distance=0)),
            ("subdivisions|9", lambda: pliant.sphere_mesh(subdivisions=9)),
            ("tile", lambda: scenes.hung_cloth()[0].compile(tile_particles=1)),
        ]
        for words, act in bad:
            with self.subTest(words=words):
                self.refused(words.replace("Fabric|density", "density"), act)
        self.assertEqual(len(scene), 0)
        self.refused("'lenght'|length", lambda: scene.add_rope(lenght=1), TypeError)
        self.refused("'mas'", lambda: pliant.Environment(mas=1), TypeError)
        self.refused("", lambda: pliant.CpuSolver(scene), TypeError)
        self.refused("", lambda: pliant.CpuSolver(None), TypeError)
        self.refused("", lambda: pliant.GpuSolver(None, scenes.swing()[0].compile()), TypeError)
        self.refused("", lambda: pliant.GpuSolver(pliant.Gpu(), None), TypeError)
        self.refused("", lambda: pliant.CpuSolver(scenes.swing()[0].compile()).restore(None), TypeError)
        self.refused("", lambda: pliant.report(None, None), TypeError)
        self.refused("", lambda: pliant.compare(1, 2), TypeError)

    def test_of_pins_shapes_and_frames_change_nothing(self):
        scene, _, _ = scenes.mixed_bodies()
        before = scene.compile().hash
        bad = [
            ("no body 9", lambda: scene.pin_place(9, "first-row")),
            ("no grid", lambda: scene.pin_place(0, "first-row")),
            ("'middle'|four-corners", lambda: scene.pin_place(0, "middle")),
            ("vertex 30", lambda: scene.pin_vertices(0, [0, 30])),
            ("vertices[1]|-2", lambda: scene.pin_vertices(0, [0, -2])),
            ("box", lambda: scene.pin_box(0, (5, 5, 5), (6, 6, 6))),
            ("particle", lambda: scene.add_shape([0, 10**6])),
            ("pairs[1]", lambda: scene.add_sticks([[0, 1], [1, 1]])),
            ("add_enclosure: there is no body 7", lambda: scene.add_enclosure(7)),
            ("", lambda: scene.add_enclosure(0)),
            ("there is no body 7", lambda: scene.add_contact(7)),
            ("friction of -1", lambda: scene.add_contact(0, friction=-1)),
            ("inertia", lambda: scene.add_frame(inertia=2)),
            ("", lambda: scene.set_frame(0, 3)),
            ("integrator|verlet", lambda: scene.set_integrator(0, "euler")),
            ("positions has 3 rows", lambda: setattr(scene, "positions", np.zeros((3, 3)))),
            ("masses[0]|-1", lambda: setattr(scene, "masses", -1)),
            ("pinned", lambda: setattr(scene, "pinned", [1, 0])),
        ]
        for words, act in bad:
            with self.subTest(words=words):
                self.refused(words, act)
                self.assertEqual(scene.compile().hash, before)

    def test_of_obstacles_change_nothing(self):
        scene, _, _ = scenes.on_mesh()
        before = scene.compile().hash
        vertices, faces = pliant.sphere_mesh((0, 0, 0), 0.2, 2)
        ball = pliant.Scene().add_obstacle(vertices, faces)
        add, inputs = scene.add_obstacle, pliant.StepInputs()
        planar = pliant.Scene()
        planar.planar = True
        bad = [
            ("add_obstacle: vertices[1, 2]|nan", lambda: add([[0, 0, 0], [1, 0, np.nan], [0, 0, 1]], [[0, 1, 2]])),
            ("add_obstacle: faces|float64", lambda: add(vertices, faces.astype(float))),
            ("face 0|vertex 9", lambda: add(SQUARE, np.array([[0, 1, 9]]))),
            ("add_obstacle: thickness|NoneType", lambda: add(vertices, faces, thickness=None)),
            ("thickness of -1 m", lambda: add(vertices, faces, thickness=-1)),
            ("friction of -1", lambda: add(vertices, faces, friction=-1)),
            ("spacing of 0 m", lambda: add(vertices, faces, spacing=0)),
            ("at most 4194304", lambda: add(vertices, faces, spacing=1e-5)),
            ("planar", lambda: planar.add_obstacle(vertices, faces)),
            ("body 0, 'cloth', is not this obstacle", lambda: inputs.move_obstacle(scene, ball, vertices)),
            ("there is no body 0", lambda: inputs.move_obstacle(pliant.Scene(), ball, vertices)),
        ]
        for words, act in bad:
            with self.subTest(words=words):
                self.refused(words, act)
                self.assertEqual(scene.compile().hash, before)
        ours = add(vertices, faces)
        nowhere = np.full_like(vertices, np.inf)
        self.refused("vertices, not 3", lambda: inputs.move_obstacle(scene, ours, vertices[:3]))
        self.refused("move_obstacle: vertices[0, 0]|inf", lambda: inputs.move_obstacle(scene, ours, nowhere))
        self.refused("", lambda: inputs.move_obstacle(scene, 1, vertices), TypeError)
        self.assertEqual(inputs.pin_count, 0)

    def test_of_rigid_bodies_change_nothing(self):
        vertices, faces = pliant.sphere_mesh((0, 0, 0), 0.2, 1)
        scene = pliant.Scene()
        ball = scene.add_rigid_body(vertices, faces, spacing=0.15)
        before = scene.compile().hash
        state = pliant.CpuSolver(scene.compile()).snapshot()
        add = scene.add_rigid_body
        bad = [
            ("add_rigid_body: faces|float64", lambda: add(vertices, faces.astype(float))),
            ("one each way", lambda: add(vertices, faces[1:])),
            ("counter-clockwise", lambda: add(vertices, faces[:, ::-1])),
            ("mass of -1 kg", lambda: add(vertices, faces, mass=-1)),
            ("a density or a mass, not both", lambda: add(vertices, faces, density=300, mass=1)),
            ("add_rigid_body: density|NoneType", lambda: add(vertices, faces, density=None)),
            ("spacing of 0 m", lambda: add(vertices, faces, spacing=0)),
            ("there is no body 0", lambda: ball.pose(pliant.Scene(), state)),
            ("a first substep of 0 s", lambda: ball.set_motion(scene, state)),
            ("at most 10000", lambda: ball.set_motion(scene, state, velocity=(0, 1e5, 0), substep=0.001)),
            ("set_motion: turning", lambda: ball.set_motion(scene, state, turning=(0, "fast", 0), substep=0.001)),
        ]
        for words, act in bad:
            with self.subTest(words=words):
                self.refused(words, act)
                self.assertEqual(scene.compile().hash, before)

    def test_of_a_step_move_nothing(self):
        scene, settings, inputs = scenes.hung_cloth()
        solver = pliant.CpuSolver(scene.compile())
        before = scenes.stepped(solver, settings, inputs, 3).hash
        twice, far = pliant.StepInputs(), pliant.StepInputs()
        twice.move([3, 3], [[0, 0, 0], [0, 0, 0]])
        far.hold([len(scene)])
        bad = [
            ("dt|-1", lambda: solver.step(pliant.StepSettings(dt=-1))),
            ("settings|int", lambda: solver.step(5)),
            ("inputs|list", lambda: solver.step(None, [])),
            ("should_stop", lambda: solver.step(should_stop=3)),
            ("3", lambda: solver.step(inputs=twice)),
            (str(len(scene)), lambda: solver.step(inputs=far)),
            ("targets has 1 rows for 2", lambda: pliant.StepInputs().move([0, 1], [[0, 0, 0]])),
            ("frame|'here'", lambda: pliant.StepInputs().move([0], [[0, 0, 0]], frame="here")),
            ("threads|0", lambda: pliant.CpuSolver(scene.compile(), threads=0)),
            ("particles", lambda: solver.restore(scenes.swing()[0].compile().initial_snapshot())),
        ]
        for words, act in bad:
            with self.subTest(words=words):
                self.refused(words, act)
                self.assertEqual(solver.snapshot().hash, before)

    def test_of_states_name_the_particle(self):
        scene, _, _ = scenes.hung_cloth()
        solver = pliant.CpuSolver(scene.compile())
        state = solver.snapshot()
        state.positions[5, 2] = np.nan
        self.refused("particle 5", lambda: solver.restore(state))
        self.refused("rows", lambda: pliant.measure_stretch(scene, np.zeros((3, 3))))
        self.refused("rows", lambda: pliant.crossings(scene, np.zeros((3, 3))))
        self.refused("particles", lambda: pliant.report(scenes.swing()[0], state))
        self.refused("particles", lambda: pliant.untangle(scenes.swing()[0], state))
        self.refused("rounds", lambda: pliant.untangle(scene, state, rounds=-1))
        self.refused("rows", lambda: setattr(state, "positions", np.zeros((3, 3))))
        self.refused("substep", lambda: solver.snapshot().set_velocities(np.zeros((len(scene), 3))))

    def test_damaged_pickles_are_refused(self):
        state = scenes.swing()[0].compile().initial_snapshot()
        values = list(state.__getstate__())
        for damaged in (values[:-1], [values[0][:-1]] + values[1:], [b""] + values[1:],
                        values[:5] + [b"\1"] + values[6:]):
            with self.assertRaises(pliant.BadInput):
                pliant.Snapshot.__new__(pliant.Snapshot).__setstate__(tuple(damaged))

    def test_objects_that_were_not_made_are_refused(self):
        for name in ("Snapshot", "Schedule", "Gpu", "Body", "Stretch"):
            with self.subTest(name=name), self.assertRaises(TypeError):
                getattr(pliant, name)(1)
        schedule = scenes.swing()[0].compile()
        half_made = {name: thing.__new__(thing) for name, thing in vars(pliant).items()
                     if isinstance(thing, type) and not issubclass(thing, pliant.Error)}
        for name, thing in half_made.items():
            members = [m for m in vars(type(thing)) if not m.startswith("_") or m in ("__len__", "__repr__")]
            for member in members:
                with self.subTest(name=name, member=member), self.assertRaises((TypeError, RuntimeError)):
                    value = getattr(thing, member)  # a property is refused here, a method there
                    value()
        for act in (lambda: pliant.GpuSolver(half_made["Gpu"], schedule),
                    lambda: pliant.CpuSolver(half_made["Schedule"]),
                    lambda: pliant.compare(half_made["Snapshot"], schedule.initial_snapshot()),
                    lambda: pliant.CpuSolver(schedule).restore(half_made["Snapshot"])):
            self.refused("", act, TypeError)
        self.refused("", lambda: pliant.CpuSolver(schedule).step(inputs=half_made["StepInputs"]), RuntimeError)
        self.refused("", lambda: pliant.Collider(pose=half_made["Pose"]), RuntimeError)

    def test_of_devices_name_them(self):
        self.refused("no such thing", lambda: pliant.Gpu(device="no such thing"), pliant.Error)
        scene, _, _ = scenes.hung_cloth()
        self.refused("workgroup", lambda: pliant.GpuSolver(pliant.Gpu(), scene.compile(), workgroup_size=3))
        scene.add_rope(start=(0, 3, 0), end=(1, 3, 0), count=3,
                       material=pliant.StickMaterial(response="hooke", stiffness=10))
        scene.set_integrator(1, "backward-euler")
        self.refused("backward Euler", lambda: pliant.GpuSolver(pliant.Gpu(), scene.compile()), pliant.Error)


if __name__ == "__main__":
    unittest.main()
