#!/usr/bin/env python3
"""`brink selftest` on a small model of random weights of every architecture in random_gguf.py.

usage: states_architectures.py BRINK [ARCH ...]

Claims: layers 0 to L and `final` are named and are what they are called, and neither company, order nor a later fork moves a
state further than the mode allows; `brink check` takes a study that keeps them. Where states are not their prompt's own the
self-test fails and `brink check` refuses. That the states between are right, oracles say (states_oracle.py, states_proof.py).
"""
import json
import os
import subprocess
import sys
import tempfile

SKIPPED = 77
try:
    import random_gguf
except ImportError as e:
    print(f"skipped: {e}: BRINK_PYTHON may name a Python with numpy and gguf")
    sys.exit(SKIPPED)


def has_avx512():
    try:
        with open("/proc/cpuinfo") as f:
            return " avx512f" in f.read()
    except OSError:
        return False


# Heads of 32 where llama.cpp's kernel takes 64 numbers at a time: it reads and writes what is beside them.
NOT_TO_BE_RELIED_ON = {"rwkv7/32"} if has_avx512() else set()

STUDY = """modes = ["direct"]
[model.m]
path = "model.gguf"
threads = 1
[data.d]
path = "d.jsonl"
[states]
points = ["last_prompt", "last_output"]
layers = "all"
"""


def check_study(brink, folder):
    with open(os.path.join(folder, "study.toml"), "w") as f:
        f.write(STUDY)
    with open(os.path.join(folder, "d.jsonl"), "w") as f:
        f.write(json.dumps({"question": "Where does it end?", "options": ["hills", "sea"], "answer": "B"}) + "\n")
    return subprocess.run([brink, "check", "study.toml", "--no-probe"], capture_output=True, text=True, cwd=folder)


def check(brink, arch, folder):
    path = os.path.join(folder, "model.gguf")
    random_gguf.write(path, arch)
    run = subprocess.run([brink, "selftest", path, "--threads", "1", "--json"], capture_output=True, text=True)
    assert run.stdout, f"{arch}: {run.stderr}"
    report = json.loads(run.stdout)
    study = check_study(brink, folder)
    if arch in NOT_TO_BE_RELIED_ON:
        assert run.returncode == 1 and not report["ok"], f"{arch}: the self-test finds nothing wrong"
        assert study.returncode == 1 and "its hidden states cannot be relied on" in study.stderr, f"{arch}: {study.stderr}"
        print(f"{arch}: refused: {study.stderr.splitlines()[0]}", flush=True)
        return
    assert study.returncode == 0, f"{arch}: {study.stdout} {study.stderr}"
    wrong = [row for row in report["rows"] if not row["ok"] or row["n"] == 0]
    assert run.returncode == 0 and not wrong, f"{arch}: {json.dumps(wrong, indent=1)}"
    cosine = min(row["lowest_cosine"] for row in report["rows"])
    print(f"{arch}: {'bitwise' if report['bitwise'] else 'not bitwise'}, lowest cosine {cosine:.8f}", flush=True)


def main():
    brink, *chosen = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        for arch in chosen or random_gguf.ARCHITECTURES:
            check(os.path.abspath(brink), arch, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
