#!/usr/bin/env python3
"""Hangs a cloth by two corners and plots its stretch: how it settles, and where it is stretched when it has.

    hang_cloth.py --fabric silk --size 64 --seconds 3 --out stretch.png
"""

import argparse

import numpy as np
import pliant


def hang(fabric, size, seconds):
    """The scene, its last snapshot, and (time, mean, largest stretch) of each frame of 1/60 s."""
    if not 1 / 60 <= seconds <= 3600:
        raise ValueError(f"the time is {seconds} s; it must be from 1/60 to 3600 s")
    scene = pliant.Scene()
    cloth = scene.add_grid(columns=size, rows=size, fabric=fabric)
    scene.pin_place(cloth, "first-row-corners")
    scene.environment = scene.environment.replace(damping=1.0)
    solver = pliant.CpuSolver(scene.compile(), threads=2)
    history = []
    for frame in range(1, round(60 * seconds) + 1):
        solver.step()
        stretch = pliant.measure_stretch(scene, solver.snapshot())
        history.append((frame / 60, stretch.mean, stretch.max))
    return scene, solver.snapshot(), np.array(history)


def stretch_of_particles(scene, snapshot):
    """Per particle the largest stretch of a structural stick at it, as a share."""
    ends = scene.sticks[scene.structural]
    rest = scene.rest_lengths[scene.structural]
    x = snapshot.positions
    stretch = np.linalg.norm(x[ends[:, 0]] - x[ends[:, 1]], axis=1) / rest - 1
    largest = np.zeros(len(scene))
    for side in (0, 1):
        np.maximum.at(largest, ends[:, side], stretch)
    return largest


def plot(scene, snapshot, history, title, path):
    import matplotlib
    matplotlib.use("Agg")  # into a file, without a display
    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(11, 4.5), layout="constrained")
    left.semilogy(history[:, 0], 100 * history[:, 2], label="largest")
    left.semilogy(history[:, 0], 100 * history[:, 1], label="mean")
    left.set(xlabel="time [s]", ylabel="stretch [%]", title=title)
    left.legend()
    x = snapshot.positions
    dots = right.scatter(x[:, 0], x[:, 1], c=100 * stretch_of_particles(scene, snapshot), s=6, cmap="viridis")
    right.set(xlabel="x [m]", ylabel="y [m]", title="at the end, seen along z", aspect="equal")
    figure.colorbar(dots, label="largest stretch at a particle [%]")
    figure.savefig(path, dpi=110)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fabric", default="cotton", choices=sorted(pliant.fabrics()))
    parser.add_argument("--size", type=int, default=48, help="particles along an edge of 1 m")
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--out", default="stretch.png", help="the picture")
    options = parser.parse_args()
    try:
        scene, snapshot, history = hang(options.fabric, options.size, options.seconds)
    except ValueError as error:  # of pliant
        parser.error(str(error))
    _, mean, largest = history[-1]
    print(f"{options.fabric}: stretched by {100 * mean:.3f} % on the mean, {100 * largest:.2f} % at most "
          f"after {options.seconds:g} s")
    try:
        plot(scene, snapshot, history, options.fabric, options.out)
        print(f"wrote {options.out}")
    except ImportError:
        print("matplotlib is missing (Debian: python3-matplotlib): no picture")


if __name__ == "__main__":
    main()
