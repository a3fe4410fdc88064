#!/usr/bin/env python3
"""`brink import` and `brink report` of n made-up records against one scan of the same texts and one pattern.

    bench/import_speed.py --brink build/release/apps/brink/brink [--sizes 10000,100000,1000000]

The log is JSON lines of a question, four options, its answer and about 1 kB of reasoning; each question in four orders.
Baseline: sqlite3 reads every text of a table that holds nothing else, and one compiled pattern of Python's `re`, without
regard to case, is searched through each. A line of JSON per size: seconds by the clock and of processors of each side, the ratio
of both, peak memory in MiB. Import and report work on every core, the baseline on one; it is timed before and after them.
"""
import argparse
import json
import os
import random
import re
import sqlite3
import subprocess
import sys
import tempfile
import time

WORDS = ("the force on a moving body is therefore equal to its change of speed and so option seems less than likely "
         "which would need more energy. However, since pressure falls we can see that water density does not").split()
PATTERN = re.compile(r"(?:answer|option|choice)\s*(?:is|:)?\s*\(?([A-D])\b", re.IGNORECASE)
ORDERS = ((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2))


def words(rng, n):
    return " ".join(rng.choices(WORDS, k=n))


def answer(rng, share):
    def some(n):
        return words(rng, max(3, round(n * share)))

    letters = rng.choices("ABCD", k=3)
    return (f"<think>\n{some(50)}\nLet's consider option {letters[0]}: {some(50)}\nSo it must be {letters[1]}. "
            f"{some(30)}\n</think>\n\n{some(40)}\n\nThe answer is ({letters[2]}).")


def write_log(path, n, share):
    rng = random.Random(1)
    with open(path, "w", encoding="utf-8") as log:
        for i in range(n // 4):
            stem = f"{i}. {words(rng, 20)}?"
            options = [f"{j} {words(rng, 5)}" for j in range(4)]
            for order in ORDERS:
                log.write(json.dumps({"id": f"q{i}", "question": stem, "options": [options[o] for o in order],
                                      "answer": "ABCD"[order.index(i % 4)], "pred": rng.choice("ABCD"),
                                      "response": answer(rng, share), "finish_reason": "stop", "model": "made up"}) + "\n")


def write_table(path, log):
    with sqlite3.connect(path) as db, open(log, encoding="utf-8") as rows:
        db.execute("CREATE TABLE answer (text TEXT NOT NULL)")
        db.executemany("INSERT INTO answer VALUES (?)", ((json.loads(row)["response"],) for row in rows))


def scan_and_search(path):
    n = 0
    for (text,) in sqlite3.connect(path).execute("SELECT text FROM answer"):
        n += sum(1 for _ in PATTERN.finditer(text))
    return n


def timed(command):
    """Seconds by the clock, processor seconds, and peak memory of a child."""
    begin = time.monotonic()
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        child = subprocess.Popen(command, stdout=nowhere)
        _, status, used = os.wait4(child.pid, 0)
    if status != 0:
        sys.exit(f"failed: {' '.join(command)}")
    return time.monotonic() - begin, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def measure(brink, n, folder, share):
    log, store, table = (os.path.join(folder, f"{n}.{kind}") for kind in ("jsonl", "brink", "sqlite"))
    write_log(log, n, share)
    write_table(table, log)
    scan = [sys.executable, os.path.abspath(__file__), "--scan", table]
    before = timed(scan)
    sides = {"import": timed([brink, "import", "jsonl", log, "--store", store, "--no-audit", "--json"]),
             "report": timed([brink, "report", store, "--json"])}
    sides["baseline"] = tuple((x + y) / 2 for x, y in zip(before, timed(scan)))
    row = {"n": n, "mb_log": round(os.path.getsize(log) / 1e6)}
    for i, kind in enumerate(("seconds", "cpu_seconds")):
        row[kind] = {name: round(side[i], 2) for name, side in sides.items()}
        row[kind]["ratio"] = round((sides["import"][i] + sides["report"][i]) / sides["baseline"][i], 2)
    row["peak_mib"] = {name: round(side[2]) for name, side in sides.items()}
    for path in (log, store, table):
        os.remove(path)
    return row


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--brink", default="build/brink")
    p.add_argument("--sizes", default="10000,100000,1000000")
    p.add_argument("--share", type=float, default=1, help="length of the reasoning: 1 is about 1 kB")
    p.add_argument("--folder", help="where the files go; about 4 GB for a million records")
    p.add_argument("--scan", help=argparse.SUPPRESS)
    p.add_argument("--write", nargs=2, metavar=("N", "FILE"), help="write the log of N records and stop")
    a = p.parse_args()
    if a.scan:
        return print(scan_and_search(a.scan))
    if a.write:
        return write_log(a.write[1], int(a.write[0]), a.share)
    with tempfile.TemporaryDirectory(dir=a.folder) as folder:
        for n in a.sizes.split(","):
            print(json.dumps(measure(os.path.abspath(a.brink), int(n), folder, a.share)), flush=True)


if __name__ == "__main__":
    main()
