#!/usr/bin/env python3
"""The tables of brink_bench_statistics with NumPy and SciPy, vectorised, and how many times as long they take.

usage: statistics_baseline.py BRINK_BENCH_STATISTICS [--repeat N] [--items N] [--draws N]

The program writes a simulated study (six configurations of 1,000 items x 4 cyclic orders) and computes its tables; this
script computes them from the same data, in turn, `--repeat` times. Printed: processor seconds of both and their ratio, per
table and together, the median over the repeats; and where a result differs by more than it may. One thread each
(OMP_NUM_THREADS=1 is set). Needs numpy, scipy; uses pingouin for the partial correlations where it is installed.
Versions of the last figures: numpy 2.4.6, scipy 1.17.1.
"""
import os

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"
import argparse, itertools, json, statistics, subprocess, tempfile, time

import numpy as np
from scipy import optimize, stats

M = 4
PERMUTATIONS = np.array(list(itertools.permutations(range(M))))  # [24, 4]


def bootstrap(rng, sums, counts, draws):
    """Percentile interval of the mean, clusters resampled."""
    at = rng.integers(0, len(sums), size=(draws, len(sums)))
    means = sums[at].sum(axis=1) / counts[at].sum(axis=1) if np.ptp(counts) else sums[at].mean(axis=1) / counts[0]
    return [sums.sum() / counts.sum(), *np.percentile(means, [2.5, 97.5])]


def slot_counts(contents):
    """Counts of slots under all 24 deals of an item's contents: [n, 24, 4]."""
    slots = (contents[:, PERMUTATIONS] + np.arange(M)) % M  # [n, 24, 4]
    return (slots[..., None] == np.arange(M)).sum(axis=2)


def pbs_of(counts):
    return np.sqrt(((counts / M - 1 / M) ** 2).sum(axis=-1))


def wald(difference, covariance):
    values, vectors = np.linalg.eigh(covariance)
    keep = values > 1e-9 * max(1, values.max())
    y = vectors.T @ difference
    return float((y[keep] ** 2 / values[keep]).sum())


def order_test(counts):
    """Conditional chi-square of counts [n, 24, 4], the first deal being the one observed."""
    mean = counts.mean(axis=1)
    centred = counts - mean[:, None]
    covariance = np.einsum("npj,npk->jk", centred, centred) / counts.shape[1]
    return wald((counts[:, 0] - mean).sum(axis=0), covariance)


def residuals(v, z):
    basis, _ = np.linalg.qr(np.column_stack([np.ones(len(v)), z]))
    return v - basis @ (basis.T @ v), basis


def partial(x, y, z):
    try:
        import pandas as pd, pingouin as pg
        frame = pd.DataFrame({"x": x, "y": y, "z": z})
        return [float(pg.partial_corr(frame, "x", "y", "z", method=m)["r"].iloc[0]) for m in ("pearson", "spearman")]
    except ImportError:
        out = []
        for a, b, c in ((x, y, z), map(stats.rankdata, (x, y, z))):
            ex, ey = residuals(a, c)[0], residuals(b, c)[0]
            out.append(float(ex @ ey / np.sqrt(ex @ ex * (ey @ ey))))
        return out


def correlation(rng, length, excess, accuracy, draws):
    pearson, spearman = partial(length, excess, accuracy)
    df = len(length) - 3
    x, y, z = map(stats.rankdata, (length, excess, accuracy))
    (ex, basis), (ey, _) = residuals(x, z), residuals(y, z)
    dealt = rng.permuted(np.broadcast_to(ey, (draws, len(ey))), axis=1)
    rest = ey @ ey - ((dealt @ basis) ** 2).sum(axis=1)
    r = np.abs(dealt @ ex) / np.sqrt(ex @ ex * rest)
    return {"pearson": pearson, "spearman": spearman,
            "p": float(2 * stats.t.sf(abs(spearman) * np.sqrt(df / (1 - spearman**2)), df)),
            "p_permutation": float((1 + (r >= abs(spearman) - 1e-12).sum()) / (draws + 1))}


def bins(rng, length, pbs, draws):
    out = []
    for part in np.array_split(np.argsort(length, kind="stable"), 4):
        out.append(bootstrap(rng, pbs[part], np.ones(len(part)), draws))
    return out


def regression(length, excess, accuracy):
    design = np.column_stack([np.log2(length)] + [accuracy == a for a in np.unique(accuracy)]).astype(float)
    bread = np.linalg.inv(design.T @ design)
    b = bread @ (design.T @ excess)
    leverage = np.einsum("ij,jk,ik->i", design, bread, design)
    left = 1 - leverage
    weight = np.where(left > 1e-10, (excess - design @ b) / np.maximum(left, 1e-10), 0)
    meat = (design * weight[:, None]).T @ (design * weight[:, None])
    half = stats.t.ppf(0.975, len(length) - design.shape[1]) * np.sqrt((bread @ meat @ bread)[0, 0])
    return [float(b[0]), float(b[0] - half), float(b[0] + half)]


def logit(counts, length):
    """Conditional logit over the deals, each content's repeats counted as one: likelihood ratio and slope of slot 0."""
    informative = counts.std(axis=1).sum(axis=1) > 1e-12
    n = counts[informative].astype(float)
    x = np.log(length[informative])
    x = x - x.mean()

    def objective(b, with_slope):
        eta = np.append(0, b[:3]) + (np.outer(x, np.append(0, b[3:])) if with_slope else np.zeros((len(x), 1)))
        score = np.einsum("npj,nj->np", n, eta)
        top = score.max(axis=1, keepdims=True)
        weight = np.exp(score - top)
        total = weight.sum(axis=1)
        difference = n[:, 0] - np.einsum("np,npj->nj", weight, n) / total[:, None]
        gradient = difference[:, 1:].sum(axis=0)
        if with_slope:
            gradient = np.append(gradient, (x[:, None] * difference[:, 1:]).sum(axis=0))
        return -(score[:, 0] - top[:, 0] - np.log(total)).sum(), -gradient

    without = optimize.minimize(objective, np.zeros(3), (False,), "BFGS", jac=True)
    both = optimize.minimize(objective, np.append(without.x, np.zeros(3)), (True,), "BFGS", jac=True)
    slopes = np.append(0, both.x[3:])
    return {"ratio": 2 * (without.fun - both.fun), "slope": float(slopes[0] - slopes.mean())}


def cuts(rng, changed, draws):
    """changed [n, w, content]: where variant w's answers changed to. Deals: variant w's at variant v's slots."""
    slots = np.stack([np.roll(changed, v, axis=2) for v in range(M)], axis=2)  # [n, w, v, slot]
    dealt = sum(slots[:, w, PERMUTATIONS[:, w]] for w in range(M))  # [n, 24, slot]
    to_slot = dealt[:, :, 0].astype(float)
    at = rng.integers(0, len(PERMUTATIONS), size=(draws, len(to_slot)))
    drawn = to_slot[np.arange(len(to_slot)), at].sum(axis=1)
    n_changes, observed = changed.sum(), to_slot[:, 0].sum()
    mean = dealt.mean(axis=1)
    difference, variance = dealt[:, 0] - mean, dealt.var(axis=1)
    halves = rng.integers(0, 2, size=(50, len(to_slot)))
    sums, variances = np.stack([1 - halves, halves]) @ difference, halves @ variance
    slot = sums[0].argmax(axis=1)
    rows = np.arange(50)
    p = stats.norm.sf(sums[1][rows, slot] / np.sqrt(variances[rows, slot]))
    return {"share": observed / n_changes, "null_share": to_slot.mean(axis=1).sum() / n_changes,
            "p": float((1 + (drawn >= observed).sum()) / (draws + 1)), "omnibus": order_test(dealt),
            "preferred_p": float(min(1, 2 * np.median(p)))}


def soft_pbs(p):
    """p [n, w, slot]: dealt out as contents."""
    contents = np.stack([np.roll(p[:, w], -w, axis=1) for w in range(M)], axis=1)
    shown = np.stack([np.roll(contents, v, axis=2) for v in range(M)], axis=2)  # [n, w, v, slot]
    mean = sum(shown[:, w, PERMUTATIONS[:, w]] for w in range(M)) / M
    values = np.sqrt(((mean - 1 / M) ** 2).sum(axis=2))
    excess = values[:, 0] - values.mean(axis=1)
    return {"excess": float(excess.mean()), "z": float(excess.sum() / np.sqrt(values.var(axis=1).sum()))}


def paired(rng, pbs, other, right, draws):
    signs = rng.integers(0, 2, size=(draws, len(right)), dtype=np.int8) * 2 - 1
    sums = signs @ right.astype(np.int64)
    return {"wilcoxon": float(stats.wilcoxon(np.round(pbs - other, 12), alternative="greater", method="asymptotic").pvalue),
            "sign_flip": float((1 + (sums >= right.sum()).sum()) / (draws + 1))}


def tables(study, draws, seconds):
    out = []
    rng = np.random.default_rng(1)

    def timed(name, table):
        start = time.process_time()
        result = table()
        seconds[name] = seconds.get(name, 0) + time.process_time() - start
        return result

    for c, items in enumerate(study):
        other = study[(c + 1) % len(study)]
        row, shared = {}, {}

        def pbs():
            counts = slot_counts((items["slots"] - np.arange(M)) % M)
            values = pbs_of(counts)
            shared.update(counts=counts, pbs=values[:, 0], excess=np.round(values[:, 0] - values.mean(axis=1), 12),
                          other=pbs_of((other["slots"][..., None] == np.arange(M)).sum(axis=1)))
            squares = (counts**2).sum(axis=2)
            at = rng.integers(0, len(PERMUTATIONS), size=(draws, len(squares)))
            drawn = squares[np.arange(len(squares)), at].sum(axis=1)
            return {"mean": bootstrap(rng, shared["pbs"], np.ones(len(squares)), draws),
                    "excess": float(shared["excess"].mean()),
                    "p": float((1 + (drawn >= squares[:, 0].sum()).sum()) / (draws + 1)),
                    "chi_square": order_test(counts),
                    "pull": float((counts[:, 0, 0] - counts[:, :, 0].mean(axis=1)).sum() / counts[:, 0].sum())}

        row["pbs"] = timed("pbs", pbs)
        length, accuracy = items["length"], items["accuracy"]
        row["accuracy"] = timed("accuracy", lambda: bootstrap(rng, M * accuracy, np.full(len(accuracy), M), draws))
        row["correlation"] = timed("correlation", lambda: correlation(rng, length, shared["excess"], accuracy, draws))
        row["bins"] = timed("bins", lambda: bins(rng, length, shared["pbs"], draws))
        row["regression"] = timed("regression", lambda: regression(length, shared["excess"], accuracy))
        row["logit"] = timed("logit", lambda: logit(shared["counts"], length))
        right = np.rint(M * (accuracy - other["accuracy"]))
        row["paired"] = timed("paired", lambda: paired(rng, shared["pbs"], shared["other"], right, draws))
        row["cuts"] = timed("cuts", lambda: cuts(rng, items["changed"], draws))
        row["soft_pbs"] = timed("soft_pbs", lambda: soft_pbs(items["p"]))
        out.append(row)
    return out


def read(file):
    study = []
    for items in json.load(open(file)):
        changed = np.array([[np.bincount(d, minlength=M) if d else np.zeros(M, int) for d in item["destinations"]]
                            for item in items])
        study.append({name: np.array([item[name] for item in items]) for name in ("slots", "length", "accuracy", "p")}
                     | {"changed": changed})
    return study


def compare(mine, theirs, path, draws):
    """Monte-Carlo figures may differ by four standard errors, interval ends by a little, the logit by its prior."""
    if isinstance(mine, dict):
        for name in mine:
            compare(mine[name], theirs[name], f"{path}.{name}", draws)
    elif isinstance(mine, list):
        for i, (a, b) in enumerate(zip(mine, theirs)):
            compare(a, b, f"{path}[{i}]", draws)
    else:
        name = path.rsplit(".", 1)[-1]
        slack = 1e-6 * max(1, abs(mine))
        if name in ("p", "p_permutation", "sign_flip"):
            slack += 4 * (max(mine * (1 - mine), 1e-4) * 2 / draws) ** 0.5
        elif "[" in name:
            slack += 0.01
        elif name in ("ratio", "slope"):
            slack += 0.02 * max(0.2, abs(mine))
        elif name == "preferred_p":
            slack += 0.3
        if abs(mine - theirs) > slack:
            print(f"differs: {path}: {mine} here, {theirs} in brink")


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("program")
    ap.add_argument("--repeat", type=int, default=3)
    ap.add_argument("--items", type=int, default=1000)
    ap.add_argument("--draws", type=int, default=10_000)
    a = ap.parse_args()
    ours, brinks = [], []
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "study.json")
        for _ in range(a.repeat):
            run = subprocess.run([a.program, "--items", str(a.items), "--draws", str(a.draws), "--data", file],
                                 capture_output=True, text=True, check=True)
            brink = json.loads(run.stdout)
            brinks.append(brink["seconds"])
            ours.append({})
            results = tables(read(file), a.draws, ours[-1])
    for c, (mine, theirs) in enumerate(zip(results, brink["results"])):
        compare(mine, theirs, f"configuration {c}", a.draws)
    print(f"| table | NumPy, s | brink, s | ratio |\n|---|---|---|---|")
    for name in [*ours[0], "together"]:
        pick = (lambda s: sum(s.values())) if name == "together" else (lambda s: s[name])
        pairs = [(pick(m), pick(b)) for m, b in zip(ours, brinks)]
        middle = [statistics.median(p[i] for p in pairs) for i in (0, 1)]
        print(f"| {name} | {middle[0]:.3f} | {middle[1]:.4f} | {statistics.median(m / b for m, b in pairs):.1f} |")


if __name__ == "__main__":
    main()
