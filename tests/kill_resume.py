#!/usr/bin/env python3
"""Kills `brink run` with SIGKILL at random moments and resumes it.

usage: kill_resume.py BRINK [--kills 100] [--weights] [--states] [--model M] [--data FILE] [--items N] [--max-tokens T] [--seed S]

Claims: after every kill the store is sound and holds every record it held before; the run that is left alone at the
end gives the same tables, byte for byte, as one that was never killed, and the same hidden states.
"""
import argparse
import contextlib
import filecmp
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time


SKIPPED = 77


def write_items(path, n):
    rng = random.Random(7)
    with open(path, "w") as out:
        for i in range(n):
            options = [f"thing {rng.randrange(10**6)}" for _ in range(4)]
            row = {"id": f"i{i}", "question": f"Which of these is number {i}?", "options": options, "answer": i % 4}
            out.write(json.dumps(row) + "\n")


def records(path):
    """id -> (every column of the record, its states), as stored; checks the file's integrity on the way."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        verdict = db.execute("pragma integrity_check").fetchone()[0]
        assert verdict == "ok", f"{path}: {verdict}"
        if not db.execute("select 1 from sqlite_master where name = 'record'").fetchone():
            return {}
        states = {}
        for row in db.execute("select record, * from state order by record, seq"):
            states.setdefault(row[0], []).append(row)
        return {row[0]: (row, states.get(row[0])) for row in db.execute("select id, * from record")}


def write_study(path, backend, model, data, limit, max_tokens):
    points = ["last_prompt", "mean_prompt", "first_output", "last_think", "fraction:0.5", "last_output"]
    with open(path, "w") as out:
        out.write(f'''modes = ["direct", "cot"]
[model.m]
backend = "{backend}"
path = {json.dumps(model)}
[data.d]
path = {json.dumps(data)}
limit = {limit}
[decoding]
max_tokens = {max_tokens}
[states]
points = {json.dumps(points)}
''')


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("brink")
    ap.add_argument("--kills", type=int, default=100)
    ap.add_argument("--weights", action="store_true", help="a GGUF model: --model, else that of BRINK_TEST_MODEL")
    ap.add_argument("--states", action="store_true", help="a study that keeps hidden states")
    ap.add_argument("--model")
    ap.add_argument("--data")
    ap.add_argument("--items", type=int, default=400)
    ap.add_argument("--max-tokens", type=int, default=64)
    ap.add_argument("--seed", type=int, default=1)
    a = ap.parse_args()
    backend = "llama" if a.weights else "scripted"
    model = a.model or (os.environ.get("BRINK_TEST_MODEL") if a.weights else "position:0.5")
    if not model:
        print("skipped: no model: BRINK_TEST_MODEL is not set")
        return SKIPPED
    rng = random.Random(a.seed)
    with tempfile.TemporaryDirectory() as folder:
        data = a.data or os.path.join(folder, "items.jsonl")
        if not a.data:
            write_items(data, a.items)

        study = os.path.join(folder, "study.toml")
        write_study(study, backend, model, data, a.items, a.max_tokens)

        def command(store):
            if a.states:
                return [a.brink, "run", study, "--store", store]
            return [a.brink, "run", "--backend", backend, "--model", model, "--data", data, "--modes", "direct,cot",
                    "--limit", str(a.items), "--max-tokens", str(a.max_tokens), "--store", store]

        whole = os.path.join(folder, "whole.brink")
        start = time.monotonic()
        subprocess.run(command(whole), check=True, capture_output=True)
        duration = time.monotonic() - start
        wanted = records(whole)

        killed = os.path.join(folder, "killed.brink")
        known, landed = {}, 0
        for _ in range(a.kills):
            process = subprocess.Popen(command(killed), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            # Most kills early in a run: each run gets a little further than the one before.
            time.sleep(rng.random() * duration * (0.2 if rng.random() < 0.8 else 1.0))
            process.send_signal(signal.SIGKILL)
            landed += process.wait() == -signal.SIGKILL
            if os.path.exists(killed):
                now = records(killed)
                for record, row in known.items():
                    assert now.get(record) == row, f"record {record} was lost or changed"
                known = now
        subprocess.run(command(killed), check=True, capture_output=True)
        resumed = records(killed)
        assert set(resumed) == set(wanted), "the resumed run has other records"
        for record, (_, states) in wanted.items():
            assert resumed[record][1] == states, f"record {record} has other states"

        for store in (whole, killed):
            subprocess.run([a.brink, "export", store, store + ".export"], check=True, capture_output=True)
        names = sorted(os.listdir(whole + ".export"))
        _, differ, errors = filecmp.cmpfiles(whole + ".export", killed + ".export", names, shallow=False)
        assert not differ and not errors, f"tables differ after resuming: {differ} {errors}"
        print(f"{model}: {a.kills} kills ({landed} while running), {len(wanted)} records, {len(names)} tables byte-equal")


if __name__ == "__main__":
    sys.exit(main())
