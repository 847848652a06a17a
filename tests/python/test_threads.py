"""Other threads of Python run while a step does, and may use the same objects."""

import os
import signal
import subprocess
import sys
import threading
import unittest

import pliant
import scenes

MANY = 100_000  # steps: a bound for what waits for a state, never reached


class Threads(unittest.TestCase):
    def solvers(self):
        scene, settings, inputs = scenes.hung_cloth()
        schedule = scene.compile()
        return {"cpu": pliant.CpuSolver(schedule), "gpu": pliant.GpuSolver(pliant.Gpu(), schedule)}, settings, inputs

    def test_run_while_stepping(self):
        # With so long an interval no other thread runs unless this one lets go of Python's lock by itself.
        interval = sys.getswitchinterval()
        solvers, settings, inputs = self.solvers()
        for name, solver in solvers.items():
            with self.subTest(backend=name):
                begin, seen = threading.Event(), []
                other = threading.Thread(target=lambda: (begin.wait(), seen.append(True)))
                other.start()
                sys.setswitchinterval(1e6)
                try:
                    begin.set()
                    for _ in range(1000):
                        solver.step(settings, inputs)
                        if seen:
                            break
                finally:
                    sys.setswitchinterval(interval)
                self.assertTrue(seen)
                other.join()

    def test_may_share_a_solver(self):
        solvers, settings, inputs = self.solvers()
        for name, solver in solvers.items():
            with self.subTest(backend=name):
                threads = [threading.Thread(target=scenes.stepped, args=(solver, settings, inputs, 5))
                           for _ in range(4)]
                for thread in threads:
                    thread.start()
                for thread in threads:
                    thread.join()
                self.assertEqual(solver.snapshot().step_count, 20)
        self.assertEqual(solvers["cpu"].snapshot().hash, solvers["gpu"].snapshot().hash)

    def test_may_share_a_device(self):
        scene, settings, inputs = scenes.hung_cloth()
        schedule = scene.compile()
        gpu, hashes = pliant.Gpu(), []

        def work():
            for _ in range(3):  # solvers come and go while others step
                hashes.append(scenes.stepped(pliant.GpuSolver(gpu, schedule), settings, inputs, 3).hash)

        threads = [threading.Thread(target=work) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual((len(hashes), len(set(hashes))), (9, 1))

    def test_a_snapshot_may_be_written_while_it_is_restored(self):
        solvers, settings, inputs = self.solvers()
        state = solvers["cpu"].snapshot()
        done = threading.Event()

        def scribble():
            while not done.is_set():
                state.positions += 0

        other = threading.Thread(target=scribble)
        other.start()
        for _ in range(20):
            solvers["cpu"].restore(state)
        done.set()
        other.join()


class Stops(unittest.TestCase):
    def setUp(self):
        scene, _, self.inputs = scenes.hung_cloth()
        self.solver = pliant.CpuSolver(scene.compile(), threads=2)
        self.endless = pliant.StepSettings(dt=100.0, substeps=10_000_000)

    def check_that_it_goes_on(self):
        self.solver.restore(self.solver.schedule.initial_snapshot())
        self.solver.step()

    def test_where_it_is_asked_to(self):
        asked = []
        with self.assertRaises(pliant.Stopped) as caught:
            self.solver.step(self.endless, self.inputs, should_stop=lambda: asked.append(1) or len(asked) > 3)
        self.assertEqual((caught.exception.kind, len(asked)), ("stopped", 4))
        with self.assertRaises(pliant.BadInput) as caught:
            self.solver.snapshot()
        self.assertIn("restore()", str(caught.exception))
        self.check_that_it_goes_on()

    def test_with_the_error_of_who_was_asked(self):
        with self.assertRaises(ZeroDivisionError):
            self.solver.step(self.endless, self.inputs, should_stop=lambda: 1 // 0)
        self.check_that_it_goes_on()

    def test_without_waiting_for_itself(self):
        with self.assertRaises(pliant.BadInput) as caught:
            self.solver.step(self.endless, self.inputs, should_stop=self.solver.snapshot)
        self.assertIn("midst of a step", str(caught.exception))
        self.check_that_it_goes_on()

    def test_on_an_interrupt(self):
        # A signal before the first step would do as well: whoever waits for the step to end, waits for ever.
        main = threading.main_thread().ident
        timer = threading.Thread(target=lambda: signal.pthread_kill(main, signal.SIGINT))
        with self.assertRaises(KeyboardInterrupt):
            timer.start()
            self.solver.step(self.endless, self.inputs)
        timer.join()
        self.check_that_it_goes_on()


class Ends(unittest.TestCase):
    def test_of_programs_that_still_hold_a_device(self):
        program = """
import sys, pliant
scene = pliant.Scene()
scene.add_rope()
gpu = pliant.Gpu()
solver = pliant.GpuSolver(gpu, scene.compile())
solver.step()
held = [gpu, solver, solver.snapshot().positions]
held.append(held)  # in a cycle, for nobody to free
sys.modules["held"] = held
print("all there")
"""
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=os.environ)
        self.assertEqual((done.returncode, done.stdout), (0, "all there\n"), done.stderr)


if __name__ == "__main__":
    unittest.main()
