#!/usr/bin/env python3
"""Random inputs: `brink stat NAME` against the reference implementation.

usage: stat_differential.py BRINK GOLDEN [--rounds N] [--seed S] [--only NAME] [--save DIR]

GOLDEN is the folder with oracle.py and compare.py (needs numpy, scipy, pandas, statsmodels). Every round draws one input
per statistic, from ordinary to degenerate (gaps, no questions, all null, m = 2.., ties, zero margins), runs both, and
compares by the golden rules. --save writes each case that agreed as a golden-style JSON file: the files *_42_*.json of
tests/oracle/stats are the first four per statistic of 250 to 12,000 bytes with two questions or more, from
`--rounds 14 --seed 42`; the others there are golden cases. Versions: numpy 2.4, scipy 1.17, pandas 3.1, statsmodels 0.15.
Where the reference itself fails, brink must refuse the input with exit status 2 or answer.
"""
import argparse, contextlib, io, json, math, os, random, subprocess, sys, tempfile, warnings

TOL = dict(default_rel=1e-7, default_abs=1e-12)


def questions(r, most=9, complete=0.5, options=None):
    m = options or r.choice([2, 3, 4, 4, 4, 5, 6])
    n = r.choice([0, 1, 2, 3, r.randint(4, most), r.randint(4, most * 3), r.randint(100, 300) if m < 5 else 5])
    gap = 0 if r.random() < complete else r.choice([0.1, 0.5, 1.0])
    style = r.choice(["content", "guess", "mixed", "biased"])

    def answer(s, content):
        if r.random() < gap:
            return None
        p = {"content": (content + s) % m, "guess": r.randrange(m),
             "mixed": (content + s) % m if r.random() < 0.7 else r.randrange(m),
             "biased": 0 if r.random() < 0.6 else r.randrange(m)}[style]
        return r.choice([chr(65 + p)] * 8 + [p, chr(97 + p)])
    qs = []
    for i in range(n):
        content = r.randrange(m)
        q = {"answers": [answer(s, content) for s in range(m)]}
        if r.random() < 0.8:
            q["id"] = f"q{i}"
        if r.random() < 0.8:
            q["gold"] = r.choice([r.randrange(m), chr(65 + r.randrange(m)), None])
        qs.append(q)
    inp = {"questions": qs}
    if m != 4 or r.random() < 0.7:
        inp["n_options"] = m
    return inp


def with_mode(r, modes, **kw):
    inp = questions(r, **kw)
    if r.random() < 0.7:
        inp["mode"] = r.choice(modes)
    return inp


def number(r):
    return r.choice([r.gauss(0, 1), float(r.randint(-3, 3)), r.randint(0, 5) / 4, r.random() * 1e3])  # larger: equal replicates get numpy rounding as se


def g_rstd(r):
    inp = with_mode(r, ["complete", "all"])
    if r.random() < 0.5:
        inp["missing"] = r.choice(["exclude", "wrong"])
    return inp


def g_trajectory(r):
    n = r.choice([0, 1, 2, r.randint(3, 12)])
    length = r.choice([0, 100, 100, 1234.5, "nan", -1])
    letters = "ABCDabcd"[: r.choice([1, 2, 4, 8])]
    final = r.choice([None, "A", "B", "C", "d"])
    return {"mentions": [[r.choice(letters), r.choice([r.randint(0, 20), r.random() * 100])] for _ in range(n)],
            "length": length, "final": final}


def g_quantile_bins(r):
    n = r.choice([0, 1, 2, 5, 10, r.randint(3, 60)])
    kind = r.choice(["real", "ties", "constant", "integers"])
    v = [{"real": r.gauss(0, 1), "ties": float(r.randint(0, 4)), "constant": 2.5, "integers": r.randint(0, 50)}[kind]
         for _ in range(n)]
    inp = {"values": v, "k": r.choice([1, 2, 3, 4, 5, 7, 10, 13, 49])}
    if r.random() < 0.6:
        inp["y"] = [r.choice([r.random(), r.random(), r.random(), "nan" if r.random() < 0.1 else 1.0]) for _ in v]
    return inp


def g_monotonic(r):
    n = r.choice([0, 1, 2, 3, 6])
    v = [r.choice([r.random(), float(r.randint(0, 2))]) for _ in range(n)]
    if r.random() < 0.5:
        v.sort()
    if v and r.random() < 0.15:
        v[r.randrange(n)] = r.choice([None, "nan"])
    return {"means": v}


def g_bootstrap(r):
    n = r.choice([0, 1, 2, 5, r.randint(3, 40)])
    v = [r.choice([number(r)] * 9 + ["nan", None]) if r.random() < 0.5 else number(r) for _ in range(n)]
    inp = {"values": v}
    if r.random() < 0.6:
        inp["clusters"] = [r.choice(["a", "b", "c", 1, 2, "1"]) for _ in v]
    if r.random() < 0.5:
        inp["level"] = r.choice([0.5, 0.9, 0.99, 0.999])
    inp.update(n_boot=r.choice([1, 2, 7, 50, 200]), seed=r.choice([0, 1, 7, 2**63 + 5, -3, 123456789]))
    if r.random() < 0.2 and all(x not in ("nan", None) for x in v) and v and "clusters" not in inp:
        inp["indices"] = [[r.randrange(n) for _ in range(n)] for _ in range(5)]
    return inp


def g_two_prop(r):
    out = {}
    for g in "12":
        n = r.choice([0, 1, 2, 10, r.randint(1, 500), 10**6]) if r.random() < 0.9 else 10**9
        out["n" + g] = n
        out["k" + g] = r.choice([0, n, r.randint(0, n)])
    return out


def g_padjust(r):
    n = r.choice([0, 1, 2, 5, r.randint(3, 40)])
    p = [r.choice([r.random(), r.random() ** 4, 0.01, 0.05, 0.0, 1.0, r.choice([None, "nan", 0.2])]) for _ in range(n)]
    inp = {"p": p}
    if r.random() < 0.4:
        inp["alpha"] = r.choice([0.01, 0.05, 0.1, 0.5])
    return inp


def g_chi2_contingency(r):
    rows, cols = r.choice([(2, 2), (2, 2), (2, 3), (3, 4), (1, 3), (3, 1), (1, 1)])
    most = r.choice([1, 3, 20, 1000, 10**7])
    return {"table": [[r.randint(0, most) for _ in range(cols)] for _ in range(rows)]}


def g_fisher(r):
    most = r.choice([1, 3, 8, 30, 30, 200, 3000])
    if r.random() < 0.2:  # symmetric: exact ties
        a, b = r.randint(0, most), r.randint(0, most)
        return {"table": [[a, b], [b, a]]}
    return {"table": [[r.randint(0, most), r.randint(0, most)], [r.randint(0, most), r.randint(0, most)]]}


def column(r, n, kind):
    return [{"real": r.gauss(0, 1), "length": round(math.exp(r.gauss(7, 0.6)), 1), "pbs": r.choice([0, 0, .353553, .5, .612372, .866025]),
             "share": r.randint(0, 4) / 4, "constant": 0.5, "two": float(r.randint(0, 1)), "big": r.gauss(0, 1) * 1e9 + 1e10}[kind]
            for _ in range(n)]


def with_gaps(r, v):
    rate = r.choice([0, 0, 0.1, 0.5])
    return [r.choice(["nan", None]) if r.random() < rate else x for x in v]


def g_partial_corr(r):
    n = r.choice([0, 1, 2, 3, 4, 5, 6, r.randint(5, 15), r.randint(16, 80), 300])
    kinds = ["real", "length", "pbs", "pbs", "share", "share", "constant", "two", "big"]
    x, y = (column(r, n, r.choice(kinds)) for _ in "xy")
    z = [column(r, n, r.choice(kinds)) for _ in range(r.choice([0, 1, 1, 1, 1, 2, 3]))]
    style = r.random()
    if style < 0.05:
        y = [2 * v + 1 for v in x]  # perfect
    elif style < 0.1 and z:
        x = [1 - v for v in z[0]]  # collinear
    elif style < 0.15 and len(z) > 1:
        z[1] = list(z[0])
    elif style < 0.4 and z:
        y = [a + 0.5 * b for a, b in zip(y, z[0])]
    x, y, z = with_gaps(r, x), with_gaps(r, y), [with_gaps(r, v) for v in z]
    return {"x": x, "y": y, "z": z[0] if len(z) == 1 and r.random() < 0.5 else z}


def g_wilcoxon(r):
    n = r.choice([0, 1, 2, 3, 5, 8, r.randint(4, 20), r.randint(21, 60), 199, 200, 201, 250])
    kind = r.choice(["pbs", "pbs", "real", "share", "constant", "length"])
    x, y = column(r, n, kind), column(r, n, kind)
    if r.random() < 0.3:
        y = [v if r.random() < 0.5 else w for v, w in zip(x, y)]  # zeros
    inp = {"x": with_gaps(r, x), "y": with_gaps(r, y)}
    if r.random() < 0.7:
        inp["alternative"] = r.choice(["greater", "less", "two-sided"])
    if r.random() < 0.2:
        inp["tie_decimals"] = r.choice([0, 1, 6, 15])
    return inp


def g_truncation(r):
    m = r.choice([2, 3, 4, 4, 4, 5])
    letters = [chr(65 + i) for i in range(m)]
    gap = r.choice([0, 0.05, 0.5, 1])
    records = []
    for i in range(r.choice([0, 1, 2, 5, r.randint(3, 40)])):
        original = r.choice(letters + [None]) if r.random() < 0.2 else r.choice(letters)
        ccp = r.choice([None, 0, 1, 0.05, 0.15, 0.85]) if r.random() < 0.2 else round(r.random(), 3)
        for offset in r.sample([-0.15, -0.05, 0, 0.05, 0.15], r.randint(1, 5)):
            answers = [None if r.random() < gap else original if original and r.random() < 0.7 else r.choice(letters)
                       for _ in range(r.choice([0, 1, 3, 3, 3]))]
            records.append({"question": f"q{i}", "offset": offset, "ccp": ccp, "original": original, "answers": answers})
    inp = {"records": records, "preferred": r.choice(letters),
           "edges": r.choice([[0, .3, .5, .7, .9, 1], [0, .3, .6, .9, 1], [0, 1], [.2, .6], [0], []])}
    if m != 4 or r.random() < 0.5:
        inp["n_options"] = m
    return inp


def rows(r, n, d):
    kind = r.choice(["real", "real", "plane", "far", "twins", "constant", "sparse"])
    X = [[r.gauss(0, 1) for _ in range(d)] for _ in range(n)]
    if kind == "plane":
        X = [[x[0] + j * x[-1] + 1e-3 * x[j] for j in range(d)] for x in X]
    elif kind == "far":
        X = [[v + 1e4 for v in x] for x in X]
    elif kind == "twins" and n > 2:
        X = [X[r.randrange(1 + i // 2)] if r.random() < 0.5 else x for i, x in enumerate(X)]
    elif kind == "constant":
        X = [list(X[0]) for _ in X]
    elif kind == "sparse":
        X = [[v if j % 3 else 2.5 for j, v in enumerate(x)] for x in X]
    return X


def labels(r, n):
    p = r.choice([0.5, 0.5, 0.5, 0.1, 0, 1])
    return [int(r.random() < p) for _ in range(n)]


def g_mcnemar(r):
    if r.random() < 0.3:
        n = r.choice([0, 1, 5, 40])
        return {"before": labels(r, n), "after": labels(r, n)}
    most = r.choice([0, 1, 3, 10, 50, 2000])
    return {"b": r.randint(0, most), "c": r.randint(0, most)}


def g_entropy(r):
    n = r.choice([0, 1, 2, 3, 10, r.randint(4, 60), 3000])
    scale = r.choice([0, 1, 10, 300, 1e308])
    l = [r.choice([r.gauss(0, 1), r.randint(-2, 2)]) * scale if scale < 1e300 else r.uniform(-1, 1) * 1e308 for _ in range(n)]
    masked = r.choice([0, 0, 0.3, 0.9, 1])
    l = ["-inf" if r.random() < masked else x for x in l]
    if n and r.random() < 0.1:
        l[r.randrange(n)] = r.choice(["nan", None, "inf"])
    inp = {"logits": l}
    if n and r.random() < 0.6:
        ids = r.sample(range(n), min(n, r.randint(1, 8)))
        k = r.randint(1, len(ids))
        inp["options"] = [i if len(own) == 1 and r.random() < 0.5 else own for own in [ids[j::k] for j in range(k)] for i in own[:1]]
    if r.random() < 0.4:
        inp["top_k"] = r.choice([1, 2, 100])
    return inp


def g_deff(r):
    n, d = r.choice([1, 2, 3, 4, 5, r.randint(3, 25)]), r.choice([1, 2, 3, r.randint(2, 40)])
    inp = {"layers": [rows(r, n, d) for _ in range(r.choice([1, 1, 2, 4]))]}
    if r.random() < 0.5:
        inp["subsets"] = [r.sample(range(n), r.randint(1, n)) for _ in range(r.choice([1, 3, 8]))]
    return inp


def g_twonn(r):
    inp = {"X": rows(r, r.choice([1, 2, 3, 4, 5, r.randint(5, 60)]), r.choice([1, 2, 3, 10]))}
    if r.random() < 0.1:
        inp["X"] = [[i, j] for i in range(4) for j in range(4)]
    if r.random() < 0.5:
        inp["discard"] = r.choice([0, 0.1, 0.25, 0.5, 0.9])
    return inp


def g_lb_mle(r):
    inp = {"X": rows(r, r.choice([1, 3, 5, r.randint(5, 60)]), r.choice([1, 2, 3, 10]))}
    if r.random() < 0.1:
        inp["X"] = [[i, j] for i in range(4) for j in range(4)]
    if r.random() < 0.7:
        inp["k1"] = r.choice([2, 3, 5])
        inp["k2"] = inp["k1"] + r.choice([0, 1, 4])
    return inp


def scores(r, n):
    kind = r.choice(["real", "ties", "constant", "infinite", "gap"])
    v = [{"real": r.gauss(0, 1), "ties": r.randint(0, 3), "constant": 1, "gap": r.gauss(0, 1),
          "infinite": r.choice(["inf", "-inf", 0, r.random()])}[kind] for _ in range(n)]
    if kind == "gap" and n:
        v[r.randrange(n)] = r.choice(["nan", None])
    return v


def g_auroc(r):
    n = r.choice([0, 1, 2, 3, 10, r.randint(4, 60), 300])
    return {"y": labels(r, n), "scores": scores(r, n)}


def g_auroc_bootstrap(r):
    n = r.choice([1, 2, 3, 4, 10, r.randint(4, 40)])
    inp = {"y": labels(r, n), "scores": scores(r, n), "n_boot": r.choice([1, 2, 20, 100]), "seed": r.choice([0, 1, 7, 2**63 + 5])}
    if r.random() < 0.2:
        inp["indices"] = [[r.randrange(n) for _ in range(n)] for _ in range(5)]
    if r.random() < 0.3:
        inp["level"] = r.choice([0.5, 0.9, 0.99])
    return inp


def planted(r, X):
    noise = r.choice([0, 0.5, 2, 100])
    y = [int(sum(x[:2]) + noise * r.gauss(0, 1) > 2 * X[0][0] * (len(X) > 1 and X[0] == X[1])) for x in X]
    return y if r.random() < 0.9 else labels(r, len(X))


def g_logreg(r):
    n, d = r.choice([2, 3, 5, r.randint(4, 40)]), r.choice([1, 2, 5, r.randint(2, 60)])
    X = rows(r, n, d)
    inp = {"X": X, "y": planted(r, X), "C": r.choice([1e-4, 1e-2, 1, 1, 10, 100])}
    if r.random() < 0.5:
        inp["X_eval"] = rows(r, r.randint(1, 5), d)
    return inp


def parts(r, n):
    return [r.choice(["train"] * 3 + ["val", "test"]) for _ in range(n)] if r.random() < 0.9 else ["train"] * n


def g_probe(r):
    n, d = r.choice([3, 10, r.randint(8, 50), r.randint(8, 50)]), r.choice([1, 2, 5, r.randint(2, 80)])
    X = rows(r, n, d)
    inp = {"X": X, "y": planted(r, X), "split": parts(r, n)}
    if r.random() < 0.4:
        inp.update(n_boot=20, seed=r.randint(0, 99))
    if r.random() < 0.2:
        inp["grid"] = [0.01, 1]
    return inp


def g_transfer(r):
    n, d = r.randint(8, 40), r.choice([1, 3, r.randint(2, 60)])
    regimes = {}
    for name in ["baseline", "cot", "babble"][: r.randint(1, 3)]:
        X = rows(r, n, d)
        regimes[name] = {"X": X, "y": planted(r, X)}
    return {"regimes": regimes, "split": parts(r, n)}


def g_split(r):
    n = r.choice([0, 1, 2, 3, 4, 5, 10, r.randint(6, 60)])
    inp = {"items": [r.choice([f"q{i}", i, f"q{i // 3}"]) for i in range(n)], "seed": r.choice([0, 1, 7, 2**63 + 5, -3])}
    if r.random() < 0.4:
        inp["strata"] = [r.choice(["a", "b", None, 3]) for _ in range(n)]
    return inp


def g_semantic_entropy(r):
    return {"clusters": [r.choice(["a", "b", 1, "1", 2.5, None]) for _ in range(r.choice([0, 1, 2, 5, 20]))]}


def g_self_consistency(r):
    inp = {"answers": [r.choice(["A", "B", "C", "", 1, None]) for _ in range(r.choice([0, 1, 2, 5, 20]))]}
    if r.random() < 0.6:
        inp["gold"] = r.choice(["A", "B", 1, None])
    return inp


GENERATORS = {
    "pbs": questions,
    "flip": questions,
    "pbs_null": lambda r: with_mode(r, ["complete", "partial"]),
    "position_chi2": lambda r: with_mode(r, ["complete", "partial"]),
    "rstd": g_rstd,
    "trajectory": g_trajectory,
    "quantile_bins": g_quantile_bins,
    "monotonic": g_monotonic,
    "bootstrap": g_bootstrap,
    "two_prop": g_two_prop,
    "padjust": g_padjust,
    "chi2_contingency": g_chi2_contingency,
    "fisher": g_fisher,
    "partial_corr": g_partial_corr,
    "wilcoxon": g_wilcoxon,
    "truncation": g_truncation,
    "mcnemar": g_mcnemar,
    "entropy": g_entropy,
    "deff": g_deff,
    "twonn": g_twonn,
    "lb_mle": g_lb_mle,
    "auroc": g_auroc,
    "auroc_bootstrap": g_auroc_bootstrap,
    "logreg": g_logreg,
    "split": g_split,
    "probe": g_probe,
    "transfer": g_transfer,
    "semantic_entropy": g_semantic_entropy,
    "self_consistency": g_self_consistency,
}
# The fits are compared as the golden cases are.
TOLERANCES = {name: dict(default_rel=1e-6, default_abs=1e-6, fields=dict(grad_norm="ignore", objective=1e-9))
              for name in ("logreg", "probe", "transfer")}


def run_brink(brink, name, text):
    p = subprocess.run([brink, "stat", name], input=text, capture_output=True, text=True, timeout=120)
    return p.returncode, p.stdout, p.stderr


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("brink")
    ap.add_argument("golden")
    ap.add_argument("--rounds", type=int, default=50)
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--only")
    ap.add_argument("--save")
    a = ap.parse_args()
    os.environ.setdefault("ORACLE_NOCHECK", "1")
    sys.path.insert(0, a.golden)
    import compare, oracle
    warnings.simplefilter("ignore")
    counts = {}
    for name, generate in GENERATORS.items():
        if a.only and name != a.only:
            continue
        r = random.Random(f"{a.seed} {name}")
        ok = refused = 0
        for i in range(a.rounds):
            inp = generate(r)
            text = json.dumps(inp)
            try:
                expected = oracle.clean(oracle.REG[name](json.loads(text)))
            except Exception as e:  # the reference has no answer: brink answers or refuses, but does not break
                expected = None
                why = e
            code, out, err = run_brink(a.brink, name, text)
            if expected is None:
                refused += 1
                if code not in (0, 2):
                    print(f"{name} #{i}: reference fails ({why}); brink: exit {code}: {err}\n  {text}")
                    counts["bad"] = counts.get("bad", 0) + 1
                continue
            if code != 0:
                print(f"{name} #{i}: exit {code}: {err}\n  {text}")
                counts["bad"] = counts.get("bad", 0) + 1
                continue
            case = dict(id=f"{name}_{a.seed}_{i}", metric=name, note="random", tol=TOLERANCES.get(name, TOL), input=inp, output=expected)
            with tempfile.TemporaryDirectory() as d:
                files = [os.path.join(d, "case.json"), os.path.join(d, "out.json")]
                json.dump(case, open(files[0], "w"))
                open(files[1], "w").write(out)
                report = io.StringIO()
                with contextlib.redirect_stdout(report):
                    bad = compare.main(*files)
            if bad:
                print(f"{name} #{i}:\n{report.getvalue()}  {text}")
                counts["bad"] = counts.get("bad", 0) + 1
            else:
                ok += 1
                if a.save:
                    with open(os.path.join(a.save, case["id"] + ".json"), "w") as f:
                        json.dump(case, f)
        print(f"{name}: {ok} agree, {refused} without a reference")
    return 1 if counts.get("bad") else 0


if __name__ == "__main__":
    sys.exit(main())
