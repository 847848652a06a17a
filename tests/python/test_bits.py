"""What Python computes has the bits of C++, on the CPU and on the GPU."""

import os
import pickle
import subprocess
import unittest

import pliant
import scenes


class Bits(unittest.TestCase):
    def test_are_those_of_cpp(self):
        lines = subprocess.run([os.environ["PLIANT_PYTHON_REFERENCE"]], check=True, capture_output=True, text=True)
        expected = {name: (int(schedule), int(state))
                    for name, schedule, state in map(str.split, lines.stdout.splitlines())}
        self.assertEqual(set(expected), set(scenes.ALL))
        for name, (schedule_hash, state_hash) in expected.items():
            with self.subTest(scene=name):
                scene, settings, inputs = scenes.ALL[name]()
                schedule = scene.compile()
                self.assertEqual(schedule.hash, schedule_hash)
                self.assertEqual(scenes.stepped(pliant.CpuSolver(schedule), settings, inputs).hash, state_hash)

    def test_do_not_depend_on_threads_or_lanes(self):
        scene, settings, inputs = scenes.mixed_bodies()
        schedule = scene.compile()
        hashes = {scenes.stepped(pliant.CpuSolver(schedule, **options), settings, inputs).hash
                  for options in ({}, {"threads": 3}, {"wide": False}, {"by_tile": False})}
        self.assertEqual(len(hashes), 1)

    def test_are_the_same_on_the_gpu(self):
        gpu = pliant.Gpu(device=os.environ.get("PLIANT_TEST_DEVICE", ""))
        self.assertTrue(gpu.info.same_bits, gpu.info.name)
        for name in scenes.ALL:
            with self.subTest(scene=name):
                scene, settings, inputs = scenes.ALL[name]()
                schedule = scene.compile()
                on_cpu = scenes.stepped(pliant.CpuSolver(schedule), settings, inputs)
                on_gpu = scenes.stepped(pliant.GpuSolver(gpu, schedule), settings, inputs)
                difference = pliant.compare(on_gpu, on_cpu)
                self.assertEqual(difference.differing, 0, difference)
                self.assertEqual(difference.max_ulp, 0)
                self.assertEqual(on_gpu.hash, on_cpu.hash)

    def test_go_on_from_a_snapshot_on_the_other_backend(self):
        scene, settings, inputs = scenes.swing()
        schedule = scene.compile()
        whole = scenes.stepped(pliant.CpuSolver(schedule), settings, inputs, 20)
        gpu = pliant.GpuSolver(pliant.Gpu(), schedule)
        half = pickle.loads(pickle.dumps(scenes.stepped(gpu, settings, inputs, 8)))
        solver = pliant.CpuSolver(schedule)
        solver.restore(half)
        self.assertEqual(scenes.stepped(solver, settings, inputs, 12).hash, whole.hash)

    def test_go_on_where_a_body_is_added(self):
        scene, _, _ = scenes.hung_cloth()
        old = pliant.CpuSolver(scene.compile())
        old.step()
        before, count = old.snapshot(), len(scene)
        scene.add_grid(columns=4, rows=4, corner=(50, 0, 0))
        schedule = scene.compile()
        solver = pliant.CpuSolver(schedule)
        solver.restore(schedule.carry_over(before))
        old.step()
        solver.step()
        now, expected = solver.snapshot().positions[:count], old.snapshot().positions
        self.assertEqual(now.tobytes(), expected.tobytes())
        with self.assertRaises(pliant.BadInput):
            old.schedule.carry_over(solver.snapshot())

    def test_a_changed_bit_is_seen(self):
        scene, settings, inputs = scenes.hung_cloth()
        solver = pliant.CpuSolver(scene.compile())
        a = scenes.stepped(solver, settings, inputs, 2)
        b = a.copy()
        b.positions.view("uint32")[7, 1] ^= 1
        difference = pliant.compare(a, b)
        self.assertEqual((difference.differing, difference.first_particle, difference.max_ulp), (1, 7, 1))
        self.assertNotEqual(a.hash, b.hash)


if __name__ == "__main__":
    unittest.main()
