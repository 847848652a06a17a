"""The samples, in small."""

import contextlib
import io
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "samples" / "python"
sys.path.insert(0, str(SAMPLES))

try:
    import matplotlib
except ImportError:
    matplotlib = None
try:
    import distributed
except ImportError:
    distributed = None


def elastica_drop(load, steps=400):
    """Drop by length of a clamped strip under its own weight: t'' = -load (1 - s) cos t, t(0) = t'(1) = 0, by shooting
    from the free end and Runge-Kutta of fourth order."""
    def from_end(angle):
        h, t, curvature, y = 1.0 / steps, angle, 0.0, 0.0

        def slope(s, t, k):  # s: way from the free end
            return k, -load * s * math.cos(t), math.sin(t)

        for i in range(steps):
            s = i * h
            a = slope(s, t, curvature)
            b = slope(s + h / 2, t + h / 2 * a[0], curvature + h / 2 * a[1])
            c = slope(s + h / 2, t + h / 2 * b[0], curvature + h / 2 * b[1])
            d = slope(s + h, t + h * c[0], curvature + h * c[1])
            step = [h / 6 * (p + 2 * q + 2 * r + u) for p, q, r, u in zip(a, b, c, d)]
            t, curvature, y = t + step[0], curvature + step[1], y + step[2]
        return t, y

    low, high = 0.0, math.pi / 2
    while high - low > 1e-12:
        middle = 0.5 * (low + high)
        low, high = (middle, high) if from_end(middle)[0] < 0 else (low, middle)
    return from_end(low)[1]


class Refusals(unittest.TestCase):
    def test_are_one_line_and_no_traceback(self):
        for program, number, says in (("hang_cloth.py", "--seconds=0", "from 1/60 to 3600 s"),
                                      ("hang_cloth.py", "--size=0", "at least one of each"),
                                      ("fit_bending.py", "--drop=9", "less than the length"),
                                      ("fit_bending.py", "--density=nan", "areal_density is nan")):
            run = subprocess.run([sys.executable, SAMPLES / program, number], capture_output=True, text=True)
            self.assertEqual(run.returncode, 2)
            self.assertIn(says, run.stderr.splitlines()[-1])
            self.assertNotIn("Traceback", run.stderr)


class HangCloth(unittest.TestCase):
    def run_it(self, *arguments, **environment):
        return subprocess.run([sys.executable, SAMPLES / "hang_cloth.py", *arguments], capture_output=True, text=True,
                              check=True, env={**os.environ, **environment}).stdout

    @unittest.skipIf(matplotlib is None, "matplotlib is missing (Debian: python3-matplotlib)")
    def test_draws_a_picture(self):
        with tempfile.TemporaryDirectory() as folder:
            picture = pathlib.Path(folder) / "stretch.png"
            said = self.run_it("--size", "16", "--seconds", "1", "--out", str(picture), MPLCONFIGDIR=folder)
            self.assertIn("cotton: stretched by", said)
            self.assertEqual(picture.read_bytes()[:8], b"\x89PNG\r\n\x1a\n")

    def test_says_what_is_missing(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "matplotlib.py").write_text("raise ImportError('not here')")
            said = self.run_it("--size", "8", "--seconds", "0.1", PYTHONPATH=folder)
            self.assertIn("matplotlib is missing", said)


class FitBending(unittest.TestCase):
    def test_finds_the_stiffness_of_the_elastica(self):
        import fit_bending
        self.assertAlmostEqual(elastica_drop(1.0), 0.12347, places=4)  # as tests/bend_levels_test.cpp has it
        length, density, load = 0.15, 0.15, 8.0
        found = fit_bending.fit(elastica_drop(load) * length, length, density, tolerance=0.01)
        expected = density * 9.81 * length**3 / load
        self.assertAlmostEqual(found / expected, 1.0, delta=0.03)

    def test_refuses_what_cannot_be(self):
        import fit_bending
        with self.assertRaisesRegex(ValueError, "0.2 m"):
            fit_bending.fit(0.2, 0.15, 0.15)


def run_sweep(*arguments, **environment):
    return subprocess.run([sys.executable, SAMPLES / "sweep.py", *arguments], capture_output=True, text=True,
                          env={**os.environ, **environment})


class SweepRefuses(unittest.TestCase):
    def test_to_do_without_dask(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "distributed.py").write_text("raise ImportError('not here')")
            ended = run_sweep("--variations", "1", PYTHONPATH=folder)
            self.assertEqual(ended.returncode, 1)
            self.assertIn("Dask is missing", ended.stderr)

    def test_numbers_and_places_that_cannot_be(self):
        ended = run_sweep("--variations", "0")
        self.assertEqual(ended.returncode, 2)
        self.assertIn("--variations is 0; it must be at least 1", ended.stderr)

    @unittest.skipIf(distributed is None, "Dask is missing (Debian: python3-distributed)")
    def test_an_address_where_nobody_is(self):
        ended = run_sweep("--variations", "1", "--address", "tcp://127.0.0.1:9", "--timeout", "1")
        self.assertEqual(ended.returncode, 1)
        self.assertIn("--address tcp://127.0.0.1:9: no scheduler there", ended.stderr)


@unittest.skipIf(distributed is None, "Dask is missing (Debian: python3-distributed)")
class Sweep(unittest.TestCase):
    def test_loses_nothing_with_a_worker(self):
        import sweep
        from distributed import Client, LocalCluster
        os.environ["PYTHONPATH"] = os.pathsep.join([str(SAMPLES), os.environ.get("PYTHONPATH", "")])  # of the workers
        count = 24
        killed = []

        def kill_one(done):
            if not killed:  # after the first result, in the midst of the others
                pid = next(iter(client.run(os.getpid).values()))
                killed.append(pid)
                os.kill(pid, 9)

        said = io.StringIO()
        with contextlib.redirect_stderr(said), LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None,
                                                            silence_logs=50) as cluster, Client(cluster) as client:
            results = sweep.sweep(client, count, kill_one)
        self.assertEqual(len(killed), 1)
        self.assertEqual(results, [sweep.simulate(variation) for variation in sweep.variations(count)])
        self.assertEqual(len({result["hash"] for result in results}), count)

    def test_writes_a_table(self):
        with tempfile.TemporaryDirectory() as folder:
            table = pathlib.Path(folder) / "sweep.csv"
            self.assertEqual(run_sweep("--variations", "4", "--workers", "1", "--out", table).returncode, 0)
            lines = table.read_text().splitlines()
            self.assertEqual(lines[0], "bending_stiffness,damping,wind,lowest,stretch,hash")
            self.assertEqual(len(lines), 5)

    def test_is_done_by_the_workers_of_a_scheduler(self):
        import sweep
        from distributed import LocalCluster
        with tempfile.TemporaryDirectory() as folder, LocalCluster(
                n_workers=1, threads_per_worker=1, dashboard_address=None, silence_logs=50) as cluster:
            table = pathlib.Path(folder) / "sweep.csv"
            ended = run_sweep("--variations", "3", "--address", cluster.scheduler_address, "--out", table)
            self.assertEqual(ended.returncode, 0, ended.stderr)
            done = [line.rsplit(",", 1)[1] for line in table.read_text().splitlines()[1:]]
        self.assertEqual(done, [sweep.simulate(variation)["hash"] for variation in sweep.variations(3)])


if __name__ == "__main__":
    unittest.main()
