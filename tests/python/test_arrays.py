"""Arrays: what is a view, what is a copy, and who owns it."""

import gc
import unittest

import numpy as np
import pliant
import scenes


def address(array):
    return array.__array_interface__["data"][0]


class Arrays(unittest.TestCase):
    def setUp(self):
        self.scene, self.settings, self.inputs = scenes.hung_cloth()
        self.solver = pliant.CpuSolver(self.scene.compile())

    def test_of_snapshots_are_views(self):
        state = scenes.stepped(self.solver, self.settings, self.inputs, 2)
        for name, width in (("positions", 3), ("previous", 3), ("carry", 4)):
            with self.subTest(name=name):
                array = getattr(state, name)
                self.assertEqual((array.dtype, array.shape), (np.float32, (len(self.scene), width)))
                self.assertEqual(address(array), address(getattr(state, name)))
                self.assertIs(array.base, state)
                self.assertTrue(array.flags.writeable)
                self.assertFalse(array.flags.owndata)
        self.assertEqual(address(state.pinned), address(state.pinned))
        before = state.hash
        state.positions[3] += 1
        self.assertNotEqual(state.hash, before)

    def test_keep_their_snapshot_alive(self):
        positions = self.solver.snapshot().positions
        expected = positions.copy()
        row = positions[10:12]
        del positions
        gc.collect()
        rubbish = [self.solver.snapshot() for _ in range(20)]
        np.testing.assert_array_equal(row, expected[10:12])
        self.assertEqual(len(rubbish), 20)

    def test_assigned_to_a_snapshot_stay_in_place(self):
        state = self.solver.snapshot()
        there = address(state.positions)
        state.positions = np.asarray(state.positions, np.float64) + 1
        self.assertEqual(address(state.positions), there)
        self.solver.restore(state)
        np.testing.assert_array_equal(self.solver.snapshot().positions, state.positions)

    def test_of_scenes_are_copies_to_be_read(self):
        for name in ("positions", "masses", "pinned", "sticks", "rest_lengths", "structural"):
            with self.subTest(name=name):
                array = getattr(self.scene, name)
                self.assertFalse(array.flags.writeable)
                with self.assertRaises(ValueError):
                    array[0] = 0
        positions = self.scene.positions
        for _ in range(50):
            self.scene.add_rope(start=(0, 5, 0), end=(1, 5, 0))
        np.testing.assert_array_equal(positions, self.scene.positions[:len(positions)])

    def test_assigned_to_a_scene_are_what_it_has(self):
        moved = self.scene.positions.astype(float) + [0, 1, 0]
        self.scene.positions = moved
        self.scene.masses = np.linspace(0.1, 0.2, len(self.scene))
        self.scene.pinned = np.arange(len(self.scene)) % 2 == 0
        np.testing.assert_array_equal(self.scene.positions, moved.astype(np.float32))
        self.assertEqual(self.scene.masses[-1], np.float32(0.2))
        self.assertEqual(int(self.scene.pinned.sum()), len(self.scene) // 2)

    def test_of_any_layout_and_type_are_taken(self):
        vertices, faces = pliant.sphere_mesh(subdivisions=1)
        hashes = set()
        for points in (vertices, vertices.astype(np.float64), np.asfortranarray(vertices), vertices.tolist(),
                       np.repeat(vertices, 2, axis=0)[::2]):
            for corners in (faces, faces.astype(np.int8), faces.tolist(), np.asfortranarray(faces)):
                scene = pliant.Scene()
                scene.add_mesh(points, corners, fabric="silk")
                hashes.add(scene.compile().hash)
        self.assertEqual(len(hashes), 1)

    def test_of_bodies_are_views_to_be_read(self):
        body = self.scene.bodies[0]
        self.assertEqual((body.name, body.columns, body.rows), ("cloth", 24, 20))
        particles = body.vertex_particles
        self.assertIs(particles.base, body)
        self.assertFalse(particles.flags.writeable)
        np.testing.assert_array_equal(particles, np.arange(480))
        self.assertEqual(int(body.face_sizes.sum()), len(body.face_corners))

    def test_of_nothing_are_empty(self):
        empty = pliant.Scene()
        self.assertEqual(empty.positions.shape, (0, 3))
        self.assertEqual(empty.sticks.shape, (0, 2))
        self.assertEqual(empty.bodies, ())
        rope = pliant.Scene()
        rope.add_rope(count=2)
        self.assertEqual(rope.compile().initial_snapshot().shape_turns.shape, (0, 4))
        self.assertEqual(rope.bodies[0].face_sizes.shape, (0,))

    def test_velocities_are_those_of_the_last_substep(self):
        scene = pliant.Scene()
        scene.add_particles([[0, 0, 0], [5, 0, 0]], 1.0)
        scene.environment = pliant.Environment(gravity=(0, 0, 0), damping=0)
        solver = pliant.CpuSolver(scene.compile())
        state = solver.snapshot()
        self.assertFalse(state.velocities.any())
        state.set_velocities([[1, 0, 0], [0, 2, -3]], substep=1 / 720)
        solver.restore(state)
        for _ in range(60):
            solver.step()
        state = solver.snapshot()
        np.testing.assert_allclose(state.velocities, [[1, 0, 0], [0, 2, -3]], atol=1e-4)
        np.testing.assert_allclose(state.positions, [[1, 0, 0], [5, 2, -3]], atol=1e-4)
        self.assertFalse(state.velocities.flags.writeable)

    def test_velocities_of_what_forces_move(self):
        scene, settings, inputs = scenes.swing()
        solver = pliant.CpuSolver(scene.compile())
        state = solver.snapshot()
        thrown = np.tile([0, 0, 2.0], (len(scene), 1))
        state.set_velocities(thrown, substep=1e-3)
        self.assertEqual(state.velocities[3, 2], 2)
        self.assertEqual(state.velocities[0, 2], 0, "it is pinned")
        solver.restore(state)
        after = scenes.stepped(solver, settings, inputs, 3)
        self.assertGreater(after.positions[-1, 2], 0.05)


class Obstacles(unittest.TestCase):
    def test_lift_what_lies_on_them(self):
        scene = pliant.Scene()
        sheet = scene.add_grid(corner=(-0.3, 0.25, -0.3), columns=16, rows=16, width=0.6, height=0.6)
        scene.add_contact(sheet)
        vertices, faces = pliant.sphere_mesh((0, 0, 0), 0.2, 2)
        ball = scene.add_obstacle(vertices, faces, thickness=0.04)
        self.assertEqual((ball.body, repr(ball)), (1, "Obstacle(body=1)"))
        body = scene.bodies[ball.body]
        self.assertEqual(body.name, "obstacle")
        self.assertEqual(len(body.vertex_particles), len(vertices))
        self.assertTrue(scene.pinned[body.first_particle:].all())
        solver = pliant.CpuSolver(scene.compile())
        for frame in range(1, 31):
            inputs = pliant.StepInputs()
            inputs.move_obstacle(scene, ball, vertices + [0, 0.02 * frame, 0])
            self.assertEqual(inputs.pin_count, body.particle_count)
            solver.step(inputs=inputs)
        state = solver.snapshot()
        np.testing.assert_allclose(state.positions[body.vertex_particles], vertices + [0, 0.6, 0], atol=1e-6)
        self.assertGreater(state.positions[:256, 1].max(), 0.8)
        self.assertEqual(state.crowded, 0)


class RigidBodies(unittest.TestCase):
    def test_fall_where_their_pose_says(self):
        scene = pliant.Scene()
        scene.environment = scene.environment.replace(damping=0)
        vertices, faces = pliant.sphere_mesh((0, 0, 0), 0.2, 1)
        ball = scene.add_rigid_body(vertices, faces, pose=(1, 2, 3), mass=0.5, spacing=0.15)
        self.assertEqual((ball.body, repr(ball)), (0, "RigidBody(body=0)"))
        body = scene.bodies[ball.body]
        self.assertEqual(body.name, "rigid body")
        self.assertAlmostEqual(scene.masses.sum(), 0.5, 6)
        solver = pliant.CpuSolver(scene.compile())
        state = solver.snapshot()
        np.testing.assert_allclose(ball.pose(scene, state).origin, (1, 2, 3), atol=1e-6)
        ball.set_motion(scene, state, velocity=(1, 0, 0), turning=(0, 2, 0), substep=1 / 720)
        np.testing.assert_allclose(state.velocities.mean(axis=0), (1, 0, 0), atol=1e-3)
        solver.restore(state)
        for _ in range(30):
            solver.step()
        pose = ball.pose(scene, solver.snapshot())
        self.assertAlmostEqual(pose.origin[1], 2 - 9.81 / 8, 1)
        self.assertGreater(pose.origin[0], 1.4)
        self.assertAlmostEqual(abs(pose.rotation[2]), np.sin(0.5), 1)


class Measures(unittest.TestCase):
    def test_stretch_is_that_of_the_sticks(self):
        scene, settings, inputs = scenes.hung_cloth()
        state = scenes.stepped(pliant.CpuSolver(scene.compile()), settings, inputs)
        ends = scene.sticks[scene.structural]
        rest = scene.rest_lengths[scene.structural].astype(float)
        x = state.positions.astype(float)
        error = np.linalg.norm(x[ends[:, 0]] - x[ends[:, 1]], axis=1) / rest - 1
        stretch = pliant.measure_stretch(scene, state)
        self.assertAlmostEqual(stretch.mean, np.maximum(error, 0).mean(), places=12)
        self.assertAlmostEqual(stretch.max, error.max(), places=12)
        self.assertAlmostEqual(stretch.pressed, np.maximum(-error, 0).mean(), places=12)
        self.assertEqual(pliant.measure_stretch(scene, state.positions), stretch)
        report = pliant.report(scene, state, inputs.colliders)
        self.assertEqual(report.largest_stretch, stretch.max)
        self.assertEqual(report.penetrations, 0)
        self.assertAlmostEqual(report.fastest, float(np.linalg.norm(state.velocities, axis=1).max()), places=4)

    def test_crossings_are_edges_and_faces(self):
        scene, _, _ = scenes.hung_cloth(9, 9)
        number = scene.add_rope(start=(0.5, 1, 0.45), end=(0.5, -1, 0.45), count=2)
        rope = scene.bodies[number]
        state = pliant.CpuSolver(scene.compile()).snapshot()
        edges, faces = pliant.crossings(scene, state)
        self.assertEqual(edges.tolist(), [rope.vertex_particles.tolist()] * 2)  # through an edge of two
        self.assertEqual(faces.shape, (2, 3))
        self.assertEqual(faces.dtype, np.uint32)
        self.assertTrue((faces == 40).any(axis=1).all())
        again = pliant.crossings(scene, state.positions)
        self.assertEqual([part.tolist() for part in again], [edges.tolist(), faces.tolist()])
        places = state.positions.copy()
        places[rope.vertex_particles] += (5, 0, 0)
        self.assertEqual([part.shape for part in pliant.crossings(scene, places)], [(0, 2), (0, 3)])

    def test_what_is_crossed_comes_apart(self):
        scene, _, _ = scenes.hung_cloth(9, 9)
        scene.add_rope(start=(0.5, 1, 0.45), end=(0.5, -1, 0.45), count=2)
        schedule = scene.compile()
        before = schedule.initial_snapshot()
        state, done = pliant.untangle(scene, before)
        self.assertEqual((done.before, done.after), (2, 0))
        self.assertGreater(done.rounds, 0)
        self.assertEqual([len(part) for part in pliant.crossings(scene, before)], [2, 2])  # which stays as it was
        self.assertEqual([len(part) for part in pliant.crossings(scene, state)], [0, 0])
        ways = np.linalg.norm(state.positions - before.positions, axis=1)
        self.assertAlmostEqual(done.farthest, float(ways.max()), places=6)
        pliant.CpuSolver(schedule).restore(state)
        self.assertEqual(pliant.untangle(scene, before, rounds=0)[1].after, 2)

    def test_stability_names_the_integrator(self):
        bound, = pliant.stability(scenes.swing()[0])
        self.assertEqual(bound.integrator, "runge-kutta-4")
        self.assertAlmostEqual(bound.longest_substep * bound.frequency, 2.83, delta=0.3)


if __name__ == "__main__":
    unittest.main()
