#!/usr/bin/env python3
"""`brink selftest` on a small model of random weights of every architecture in random_gguf.py.

usage: states_architectures.py BRINK [ARCH ...]

Claims: layers 0 to L and `final` are named and are what they are called, and neither company, order nor a later fork moves a
state further than the mode allows; or the self-test fails, for those where that is known. That the states between are right, oracles say (states_oracle.py, states_proof.py).
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


# Whose states depend on what runs beside them, and of which the self-test has to say so.
NOT_TO_BE_RELIED_ON = {"rwkv7"}


def check(brink, arch, path):
    random_gguf.write(path, arch)
    run = subprocess.run([brink, "selftest", path, "--threads", "1", "--json"], capture_output=True, text=True)
    assert run.stdout, f"{arch}: {run.stderr}"
    report = json.loads(run.stdout)
    if arch in NOT_TO_BE_RELIED_ON:
        assert run.returncode == 1 and not report["ok"], f"{arch}: the self-test finds nothing wrong any more"
        print(f"{arch}: refused by the self-test", flush=True)
        return
    wrong = [row for row in report["rows"] if not row["ok"] or row["n"] == 0]
    assert run.returncode == 0 and not wrong, f"{arch}: {json.dumps(wrong, indent=1)}"
    cosine = min(row["lowest_cosine"] for row in report["rows"])
    print(f"{arch}: {'bitwise' if report['bitwise'] else 'not bitwise'}, lowest cosine {cosine:.8f}", flush=True)


def main():
    brink, *chosen = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        for arch in chosen or random_gguf.ARCHITECTURES:
            check(brink, arch, os.path.join(folder, "model.gguf"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
