#!/usr/bin/env python3
"""The dimensions of brink_bench_probes --geometry beside one product in single precision, and with scikit-dimension.

usage: geometry_baseline.py BRINK_BENCH_PROBES [--rows N] [--d D] [--their-rows N]

A product of the states with themselves, [N, d] by [d, N] in single precision, is what distances cost at least: timed in
the program by its own kernel, and here by NumPy's BLAS. scikit-dimension (TwoNN; MLE with K = 20, the estimator of Levina
and Bickel; lPCA with the participation ratio) is timed at --their-rows and scaled as its work grows: N^2 d for neighbours,
min(N, d)^2 max(N, d) for the spectrum. Processor seconds of one thread (OMP_NUM_THREADS=1 is set), on both sides. Needs
numpy, scikit-dimension.
"""
import os

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"
import argparse, json, subprocess, time, warnings

import numpy as np
import skdim


def timed(work):
    start = time.process_time()
    work()
    return time.process_time() - start


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("program")
    for name, default in (("rows", 10000), ("d", 4096), ("their-rows", 2000)):
        ap.add_argument("--" + name, type=int, default=default)
    a = ap.parse_args()
    warnings.filterwarnings("ignore")
    run = subprocess.run([a.program, "--geometry", "--rows", str(a.rows), "--d", str(a.d)],
                         capture_output=True, text=True, check=True)
    brink = json.loads(run.stdout)["seconds"]

    rng = np.random.default_rng(1)
    x = rng.random((a.rows, a.d), dtype=np.float32)
    blas = timed(lambda: x @ x.T)
    few = rng.random((a.their_rows, a.d))
    pairs = (a.rows / a.their_rows) ** 2
    spectrum = lambda n: min(n, a.d) ** 2 * max(n, a.d)
    theirs = {
        "effective dimension": (skdim.id.lPCA(ver="participation_ratio"), spectrum(a.rows) / spectrum(a.their_rows)),
        "TwoNN": (skdim.id.TwoNN(), pairs),
        "Levina-Bickel": (skdim.id.MLE(K=20), pairs),
    }
    own = brink["float product"]
    print(f"N = {a.rows}, d = {a.d}; a product in single precision: {own:.1f} s here, {blas:.1f} s by NumPy's BLAS;")
    print(f"scikit-dimension at N = {a.their_rows}, scaled")
    print("| | brink, s | of a product | of NumPy's | scikit-dimension, s | ratio |\n|---|---|---|---|---|---|")
    for what, (estimator, scale) in theirs.items():
        other = timed(lambda: estimator.fit(few)) * scale
        mine = brink[what]
        print(f"| {what} | {mine:.1f} | {mine / own:.2f} | {mine / blas:.2f} | {other:.0f} | {other / mine:.1f} |")


if __name__ == "__main__":
    main()
