#!/usr/bin/env python3
"""Hidden states that brink keeps, against those of Hugging Face transformers on the same weights and tokens.

usage: states_oracle.py BRINK [--model SMOLLM2.gguf]

The states are those of tests/oracle/hidden_states.npz; torch is not needed. Claims, for every layer from 0 to L and
`final`, every point and every prompt, asked together: brink takes the same tokens; the cosine is .9999 at least and the
norm within .1 %. Of SmolLM2 (--model or BRINK_TEST_MODEL, written out as float32) the oracle has 16 projections and the
norm: their distance is less than what such a cosine leaves room for.
"""
import argparse
import json
import os
import sys
import tempfile

SKIPPED = 77
try:
    import numpy as np

    import capturing
    import random_gguf
except ImportError as e:
    print(f"skipped: {e}: BRINK_PYTHON may name a Python with numpy and gguf")
    sys.exit(SKIPPED)

ORACLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "oracle", "hidden_states")
LEAST_COSINE, MOST_NORM = .9999, .001
MOST_DISTANCE = np.sqrt(2 * (1 - LEAST_COSINE))  # of unit vectors of that cosine


def compare(x, expected, whole):
    """(how far apart, in the mean, the directions are as a share of the norm; how far apart the norms)."""
    norm = np.linalg.norm(x)
    if whole:
        size = np.linalg.norm(expected)
        return np.linalg.norm(x / norm - expected / size), abs(norm / size - 1)
    rows, size = np.random.default_rng(1).standard_normal((len(expected) - 1, len(x))), expected[-1]
    distance = rows / np.sqrt(len(rows)) @ x / norm - expected[:-1] / size
    return np.linalg.norm(distance), abs(norm / size - 1)


def check(brink, name, path, entry, arrays):
    assert capturing.weights_hash(path) == entry["weights"], f"{name}: other weights than the oracle's"
    farthest, off, n = 0.0, 0.0, 0
    for item, (prompt, generated, states) in capturing.captured(brink, path, entry["n_layers"]).items():
        known = entry["prompts"][item]
        assert prompt.tolist() == known["prompt"], f"{name}, {item}: the prompt is other tokens"
        assert generated.tolist() == known["generated"], f"{name}, {item}: other tokens are generated"
        for (point, layer), x in states.items():
            distance, norm = compare(x, arrays[f"{name}/{item}/{point}/{layer}"].astype(np.float64), entry["whole"])
            assert distance <= MOST_DISTANCE and norm <= MOST_NORM, (name, item, point, layer, distance, norm)
            farthest, off, n = max(farthest, distance), max(off, norm), n + 1
    expected = len(entry["prompts"]) * len(capturing.POINTS) * (entry["n_layers"] + 2)
    assert n == expected, f"{name}: {n} states, not {expected}"
    print(f"{name}: {n} states, lowest cosine {1 - farthest ** 2 / 2:.8f}, norm within {off:.2g}", flush=True)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("brink")
    ap.add_argument("--model", default=os.environ.get("BRINK_TEST_MODEL"))
    a = ap.parse_args()
    with open(ORACLE + ".json") as f:
        oracle = json.load(f)
    arrays = np.load(ORACLE + ".npz")
    assert oracle["prompts"] == capturing.PROMPTS, "other prompts: make the oracle again"
    with tempfile.TemporaryDirectory() as folder:
        for name, entry in oracle["models"].items():
            path = os.path.join(folder, "model.gguf")
            if entry["whole"]:
                random_gguf.write(path, name, oracle["seed"])
            elif a.model and os.path.basename(a.model) == name:
                capturing.write_as_float32(a.model, path)
            else:
                print(f"without {name}: BRINK_TEST_MODEL does not name it")
                continue
            check(a.brink, name, path, entry, arrays)
    return 0


if __name__ == "__main__":
    sys.exit(main())
