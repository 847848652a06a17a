#!/usr/bin/env python3
"""Finds a fabric's bending stiffness from how far a strip of it hangs down over an edge.

Clamp a strip so that a length of it sticks out, and measure by how much its end is below the clamp. The same is done
here with one stiffness after another: a golden-section search (Kiefer 1953) over its logarithm for the drop that was
measured.

    fit_bending.py --length 0.15 --density 0.15 --drop 0.09
"""

import argparse
import math

import numpy as np
import pliant

GOLDEN = (math.sqrt(5) - 1) / 2


def drop_of(stiffness, length, density, particles=16, seconds=3.0):
    """How far the end of a strip of this stiffness [N m] hangs below its clamp [m], once it has come to rest."""
    width = 4
    spacing = length / (particles - 1.5)  # the clamp is halfway between two pinned rows
    fabric = pliant.Fabric(areal_density=density, bending_stiffness=stiffness, compression_compliance=0.0)
    scene = pliant.Scene()
    scene.add_grid(corner=(-0.5 * spacing, 0, 0), along_row=(0, 0, 1), along_column=(1, 0, 0), columns=width,
                   rows=particles, width=(width - 1) * spacing, height=length + 0.5 * spacing, fabric=fabric)
    scene.pinned = np.arange(len(scene)) < 2 * width
    # Time counts in the strip's own swings, so that short ones are damped as long ones are.
    swing = math.sqrt(length / 9.81)
    scene.environment = scene.environment.replace(damping=1.0 / swing)
    solver = pliant.CpuSolver(scene.compile())
    settings = pliant.StepSettings(dt=swing / 20)
    for _ in range(round(seconds * 60)):
        solver.step(settings)
    return -float(solver.snapshot().positions[-width:, 1].mean())


def golden_section(error, low, high, tolerance):
    """Where a function with one minimum between low and high has it, within the tolerance."""
    inner = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)]
    errors = [error(x) for x in inner]
    while high - low > tolerance:
        if errors[0] < errors[1]:
            high, inner[1], errors[1] = inner[1], inner[0], errors[0]
            inner[0] = high - GOLDEN * (high - low)
            errors[0] = error(inner[0])
        else:
            low, inner[0], errors[0] = inner[0], inner[1], errors[1]
            inner[1] = low + GOLDEN * (high - low)
            errors[1] = error(inner[1])
    return 0.5 * (low + high)


def fit(drop, length, density, tolerance=0.002, say=lambda text: None):
    """The bending stiffness [N m] whose strip drops as far, within the tolerance, a share of it."""
    if not 0.0 < drop < length:
        raise ValueError(f"the drop is {drop} m; it must be above 0 and less than the length, {length} m")
    # Load is weight times length cubed by stiffness: at 0.2 the drop is a fortieth of the length, at 300 nearly all.
    weight = density * 9.81 * length**3

    def error(log_load):
        stiffness = weight / math.exp(log_load)
        found = drop_of(stiffness, length, density)
        say(f"  {stiffness:10.3e} N m drops by {1000 * found:7.2f} mm")
        return abs(found - drop)

    return weight / math.exp(golden_section(error, math.log(0.2), math.log(300.0), tolerance))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--length", type=float, default=0.15, help="that sticks out [m]")
    parser.add_argument("--density", type=float, default=0.15, help="[kg/m^2]")
    parser.add_argument("--drop", type=float, default=0.09, help="of the end below the clamp, measured [m]")
    options = parser.parse_args()
    try:
        stiffness = fit(options.drop, options.length, options.density, say=print)
    except ValueError as error:  # of pliant too
        parser.error(str(error))
    print(f"bending stiffness {stiffness:.3e} N m")


if __name__ == "__main__":
    main()
