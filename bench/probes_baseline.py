#!/usr/bin/env python3
"""The probe protocol of brink_bench_probes with scikit-learn, and how many times as long it takes.

usage: probes_baseline.py BRINK_BENCH_PROBES [--rows N] [--d D] [--layers L] [--shuffles N] [--repeats N] [--timed N]

Fits are what takes the time: StandardScaler once a training set, then LogisticRegression(C) for seven C. Each kind of fit
is timed `--timed` times (one layer; all layers together, labels shuffled each time) and scaled to as many as the protocol
needs: a layer each, one together, `--shuffles`, and five folds times `--repeats`, with the scaling of each. Processor
seconds of one thread (OMP_NUM_THREADS=1 is set), on both sides. Needs numpy, scikit-learn.
"""
import os

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"
import argparse, json, subprocess, time, warnings

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.preprocessing import StandardScaler

GRID = (1e-4, 1e-3, 1e-2, 1e-1, 1, 10, 100)


def timed(work):
    start = time.process_time()
    work()
    return time.process_time() - start


def probe(train, val, y, y_val):
    """Seven fits and their validation AUROC."""
    for c in GRID:
        fit = LogisticRegression(C=c, max_iter=1000).fit(train, y)
        roc_auc_score(y_val, fit.decision_function(val))


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("program")
    for name, default in (("rows", 200), ("d", 4096), ("layers", 4), ("shuffles", 1000), ("repeats", 5), ("timed", 3)):
        ap.add_argument("--" + name, type=int, default=default)
    a = ap.parse_args()
    warnings.filterwarnings("ignore")
    options = [x for name in ("rows", "d", "layers", "shuffles", "repeats") for x in (f"--{name}", str(vars(a)[name]))]
    brink = json.loads(subprocess.run([a.program, *options], capture_output=True, text=True, check=True).stdout)["seconds"]

    rng = np.random.default_rng(1)
    n_train, n_val = int(0.6 * a.rows), int(0.2 * a.rows)
    fit_s, scale_s = {}, {}
    for kind, d in (("layer", a.d), ("together", a.d * a.layers)):
        x = rng.random((n_train + n_val, d))
        scaler = StandardScaler()
        scale_s[kind] = timed(lambda: scaler.fit(x[:n_train]) and scaler.transform(x))
        x = scaler.fit(x[:n_train]).transform(x)
        seconds = []
        for _ in range(a.timed):
            y = rng.permutation(np.arange(len(x)) % 2)
            y_val = np.arange(n_val) % 2
            seconds.append(timed(lambda: probe(x[:n_train], x[n_train:], y[:n_train], y_val)))
        fit_s[kind] = sum(seconds) / len(seconds)
    theirs = {"layers": a.layers * (fit_s["layer"] + scale_s["layer"]), "together": fit_s["together"] + scale_s["together"],
              "shuffles": a.shuffles * fit_s["together"], "folds": 5 * a.repeats * (fit_s["together"] + scale_s["together"])}
    print(f"N = {a.rows}, {a.layers} layers of d = {a.d}; scikit-learn from {7 * a.timed} fits of each kind, scaled")
    print("| part | scikit-learn, s | brink, s | ratio |\n|---|---|---|---|")
    for part in (*theirs, "whole"):
        mine, other = (sum(brink.values()), sum(theirs.values())) if part == "whole" else (brink[part], theirs[part])
        print(f"| {part} | {other:.1f} | {mine:.2f} | {other / mine:.0f} |")


if __name__ == "__main__":
    main()
