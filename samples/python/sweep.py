#!/usr/bin/env python3
"""Simulates a thousand variations of a cloth on many machines, by Dask, and writes a table of what became of them.

Each variation is described by a few numbers and answers with a few, so that little travels. What a worker had when it
died is done again by another: the same numbers give the same bits, wherever they are computed.

    sweep.py --variations 1000 --workers 8 --out sweep.csv                # all on this machine
    sweep.py --variations 1000 --address tcp://scheduler:8786             # wherever the scheduler's workers are

Machines that take part run `dask-worker tcp://scheduler:8786 --nworkers auto --nthreads 1`, and have the module pliant;
one runs `dask-scheduler`.
"""

import argparse
import contextlib
import csv
import sys

import pliant


def variations(count):
    """So many combinations of bending stiffness [N m], damping [s] and wind [m/s]."""
    return [{"bending_stiffness": 1e-6 * 2.0 ** (number % 10), "damping": 1e-4 * (number // 10 % 10),
             "wind": 0.5 * (number // 100)} for number in range(count)]


def simulate(variation, size=20, frames=30):
    """What became of one: its numbers, with the hash of its last state and two figures."""
    fabric = pliant.fabric("cotton").replace(
        bending_stiffness=variation["bending_stiffness"], damping=variation["damping"])
    scene = pliant.Scene()
    cloth = scene.add_grid(columns=size, rows=size, fabric=fabric)
    scene.pin_place(cloth, "first-row")
    scene.environment = scene.environment.replace(air_density=1.2, wind=(0, 0, variation["wind"]))
    solver = pliant.CpuSolver(scene.compile())
    for _ in range(frames):
        solver.step()
    state = solver.snapshot()
    return {**variation, "lowest": float(state.positions[:, 1].min()),
            "stretch": pliant.measure_stretch(scene, state).mean, "hash": f"{state.hash:016x}"}


def sweep(client, count, on_result=lambda done: None):
    """All results, in the order of the variations."""
    from distributed import as_completed

    futures = client.map(simulate, variations(count), pure=False)
    for done, _ in enumerate(as_completed(futures), 1):
        on_result(done)
    return client.gather(futures)


def write(results, path):
    with open(path, "w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, fieldnames=list(results[0]))
        table.writeheader()
        table.writerows(results)


@contextlib.contextmanager
def connect(options):
    """A client of the scheduler at the address, or of workers on this machine alone."""
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        sys.exit("sweep.py: Dask is missing (Debian: python3-distributed): nothing was simulated")
    if options.address:
        try:
            client = Client(options.address, timeout=options.timeout)
        except (OSError, ValueError) as error:  # nobody answers; no address
            sys.exit(f"sweep.py: --address {options.address}: no scheduler there: {error}")
        with client:
            yield client
        return
    with LocalCluster(n_workers=options.workers, threads_per_worker=1, dashboard_address=None) as cluster:
        with Client(cluster) as client:
            yield client


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--variations", type=int, default=1000)
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--address", help="of a scheduler, whose workers do the work")
    where.add_argument("--workers", type=int, default=None, help="processes on this machine; default: one per core")
    parser.add_argument("--timeout", type=float, default=30.0, help="for the scheduler to answer [s]")
    parser.add_argument("--out", default="sweep.csv")
    options = parser.parse_args()
    if options.variations < 1:
        parser.error(f"--variations is {options.variations}; it must be at least 1")

    def say(done):
        if done % 100 == 0 or done == options.variations:
            print(f"{done} of {options.variations}")

    with connect(options) as client:
        write(sweep(client, options.variations, say), options.out)
    print(f"wrote {options.out}")


if __name__ == "__main__":
    main()
