"""Pictures as arrays."""

import unittest

import numpy as np
import pliant

WIDTH, HEIGHT = 160, 90


def cloth(size=12, steps=20):
    scene = pliant.Scene()
    body = scene.add_grid(columns=size, rows=size)
    scene.pin_place(body, "first-row-corners")
    solver = pliant.CpuSolver(scene.compile())
    for _ in range(steps):
        solver.step()
    return scene, solver.snapshot()


def differing(a, b):
    """Share of pixels."""
    return np.any(a != b, axis=2).mean()


class Render(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scene, cls.state = cloth()
        cls.renderer = pliant.Renderer(cls.scene, width=WIDTH, height=HEIGHT)
        cls.picture = cls.renderer.render(cls.state)

    def test_is_an_array_of_its_own(self):
        self.assertEqual((self.picture.shape, self.picture.dtype), ((HEIGHT, WIDTH, 4), np.uint8))
        self.assertTrue((self.picture[:, :, 3] == 255).all())
        self.assertGreater(len(np.unique(self.picture[:, :, :3].reshape(-1, 3), axis=0)), 100)
        self.assertEqual(differing(self.picture, self.renderer.render(self.state)), 0.0)

    def test_outlives_the_renderer(self):
        renderer = pliant.Renderer(self.scene, width=WIDTH, height=HEIGHT)
        picture = renderer.render(self.state)
        del renderer
        self.assertEqual(differing(picture, self.picture), 0.0)

    def test_shows_the_state(self):
        flat = self.scene.compile().initial_snapshot()
        self.assertGreater(differing(self.picture, self.renderer.render(flat)), 0.02)
        self.assertEqual(differing(self.picture, self.renderer.render(self.state)), 0.0)

    def test_shows_what_is_asked_for(self):
        ball = pliant.Collider(shape="sphere", radius=0.2, pose=(0.5, -0.3, 0.5))
        for choice in ({"show": "stretch"}, {"show": "colours"}, {"wireframe": True}, {"yaw": 120}, {"pitch": 60},
                       {"distance": 9.0}, {"target": (0, 0, 0)}, {"colliders": [ball]}):
            with self.subTest(**choice):
                self.assertGreater(differing(self.picture, self.renderer.render(self.state, **choice)), 0.005)

    def test_refuses_what_cannot_be_drawn(self):
        other = cloth(size=5, steps=0)[1]
        render = self.renderer.render
        for act, says in ((lambda: render(other), "25"),
                          (lambda: render(self.state, yaw=1000), "yaw is 1000; it must be from -360 to 360"),
                          (lambda: render(self.state, pitch=float("nan")), "pitch is nan"),
                          (lambda: render(self.state, distance=0), "distance is 0"),
                          (lambda: render(self.state, target=(0, float("nan"), 0)), "target[1] is nan"),
                          (lambda: render(self.state, show="heat"), "must be one of fabric, stretch, colours"),
                          (lambda: pliant.Renderer(self.scene, width=0), "0"),
                          (lambda: pliant.Renderer(self.scene, width=10_000_000), "10000000"),
                          (lambda: pliant.Renderer(pliant.Scene()), "")):
            with self.assertRaises(pliant.BadInput) as caught:
                act()
            self.assertIn(says, str(caught.exception))
        with self.assertRaises(pliant.Unsupported) as caught:
            pliant.Renderer(self.scene, device="no such device")
        self.assertIn("no such device", str(caught.exception))
        with self.assertRaises(TypeError):
            self.renderer.render(self.state, size=3)
        self.assertEqual(differing(self.picture, self.renderer.render(self.state)), 0.0)


if __name__ == "__main__":
    unittest.main()
