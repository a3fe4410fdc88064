#!/usr/bin/env python3
"""Hidden states as .safetensors, against the Python package `safetensors`: what it writes is imported, what `brink export
states` writes it reads, to the bit.

usage: safetensors_files.py BRINK
"""
import csv
import json
import os
import subprocess
import sys
import tempfile

SKIPPED = 77
try:
    import numpy as np
    import safetensors
    import safetensors.numpy
except ImportError as e:
    print(f"skipped: {e}: BRINK_PYTHON may name a Python with numpy and safetensors")
    sys.exit(SKIPPED)

ROWS, WIDE = 30, 5000  # wide: a file of several MiB


def brink(program, *arguments):
    run = subprocess.run([program, *arguments], capture_output=True, text=True)
    assert run.returncode == 0, f"brink {' '.join(arguments)}: {run.stderr}"


def labels(path):
    with open(path, "w") as f:
        for i in range(ROWS):
            f.write(json.dumps({"id": f"q{i}", "gold": "AB"[i % 2], "chosen": "AB"[i % 3 == 0]}) + "\n")


def loaded(folder, name):
    """By the two readers of the package, which must agree; and the index's rows of it."""
    path = os.path.join(folder, name + ".safetensors")
    tensors = safetensors.numpy.load_file(path)
    assert list(tensors) == [name], list(tensors)
    with safetensors.safe_open(path, framework="numpy") as f:
        assert np.array_equal(f.get_tensor(name), tensors[name])
    with open(path, "rb") as f:
        n_header = int.from_bytes(f.read(8), "little")
    assert n_header % 8 == 0, f"{name}: numbers begin at {8 + n_header}"
    with open(os.path.join(folder, "index.csv"), newline="") as f:
        index = [row for row in csv.DictReader(f) if row[name]]
    assert [int(row[name]) for row in index] == list(range(len(tensors[name]))), name
    return tensors[name], index


def own_states(program):
    rng = np.random.default_rng(3)
    labels("rows.jsonl")
    narrow = rng.standard_normal((ROWS, 3))
    narrow[4, 1] = 6.1e-5  # not normal in float16
    tensors = {
        "layer_2": narrow.astype(np.float16),
        "layer_10": narrow.astype(np.float32),
        "model.layers.7": narrow,
        "final": rng.standard_normal((ROWS, WIDE)).astype(np.float32),
    }
    safetensors.numpy.save_file(tensors, "X.safetensors", metadata={"made_by": "a test"})
    brink(program, "import", "states", "X.safetensors", "--labels", "rows.jsonl", "--model", "m", "--store", "a.brink")
    brink(program, "export", "states", "a.brink", "out", "--format", "safetensors")
    for name, column in {"layer_2": "layer_2", "layer_10": "layer_10", "model.layers.7": "layer_7", "final": "final"}.items():
        back, index = loaded("out/m", "last_prompt." + column)
        assert back.dtype == np.float32 and np.array_equal(back, tensors[name].astype(np.float32)), name
        assert [row["item"] for row in index] == [f"q{i}" for i in range(ROWS)]
    # Three dimensions are rows, layers, d.
    cube = rng.standard_normal((ROWS, 2, 4)).astype(np.float16)
    safetensors.numpy.save_file({"h": cube}, "cube.safetensors")
    brink(program, "import", "states", "cube.safetensors", "--labels", "rows.jsonl", "--layers", "8,final", "--model", "m",
          "--store", "b.brink")
    brink(program, "export", "states", "b.brink", "cube", "--format", "safetensors")
    for layer, name in enumerate(["last_prompt.layer_8", "last_prompt.final"]):
        assert np.array_equal(loaded("cube/m", name)[0], cube[:, layer].astype(np.float32))
    # What was exported is taken back.
    brink(program, "import", "states", "cube/m/last_prompt.layer_8.safetensors", "--labels", "rows.jsonl", "--model", "m",
          "--store", "c.brink")
    brink(program, "export", "states", "c.brink", "again", "--format", "safetensors")
    assert np.array_equal(loaded("again/m", "last_prompt.layer_8")[0], cube[:, 0].astype(np.float32))
    print(f"own states: {len(tensors) + 1} tensors there and back, the largest {ROWS} x {WIDE}", flush=True)


def states_of_a_study(program):
    with open("d.jsonl", "w") as f:
        for i in range(4):
            f.write(json.dumps({"question": f"Which is {i}?", "options": list("wxyz"), "answer": "ABCD"[i]}) + "\n")
    for dtype in ("float16", "float32"):
        with open("study.toml", "w") as f:
            f.write(f"""modes = ["cot"]
[model.m]
backend = "scripted"
path = "think"
[data.d]
path = "d.jsonl"
[states]
points = ["last_prompt", "mean_prompt", "last_think", "fraction:0.5"]
layers = "all"
dtype = "{dtype}"
""")
        store = dtype + ".brink"
        brink(program, "run", "study.toml", "--store", store)
        for form in ("npy", "safetensors"):
            brink(program, "export", "states", store, f"{dtype}.{form}", "--format", form)
        names = sorted(f[:-4] for f in os.listdir(f"{dtype}.npy/m") if f.endswith(".npy"))
        assert len(names) == 4 * 5, names
        for name in names:
            tensor, index = loaded(f"{dtype}.safetensors/m", name)
            assert np.array_equal(tensor, np.load(f"{dtype}.npy/m/{name}.npy")), name
            assert len(index) == 16 and {row["item"] for row in index} == {"1", "2", "3", "4"}, name
            rounded = tensor.astype(np.float16).astype(np.float32)
            assert np.array_equal(tensor, rounded) == (dtype == "float16"), f"{name}: kept as {dtype}"
    print(f"a study: {len(names)} columns in two types, as .npy has them", flush=True)


def main():
    program = os.path.abspath(sys.argv[1])
    print(f"safetensors {safetensors.__version__}, numpy {np.__version__}")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        own_states(program)
        states_of_a_study(program)
        os.chdir("/")
    return 0


if __name__ == "__main__":
    sys.exit(main())
