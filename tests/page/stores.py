#!/usr/bin/env python3
"""Stores to draw, made without weights, and their pages.

usage: stores.py PROGRAM FOLDER NAME     FOLDER/NAME/ gets the store NAME: golden, plain, hostile, large, huge
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

LETTERS = "ABCD"

# What an attacker, or a careless tokenizer, would put into any field.
HOSTILE = [
    "<script>window.hit = 1</script>", "</script><script>window.hit = 2</script>", "--><img src=x onerror='window.hit = 3'>",
    "<!--<script>", "]]>", "javascript:window.hit=4", "\u2028\u2029", "a\u202eb\u2066c\u200fd", "nul\0nul", "\x1b[31mred",
    "'\"`${window.hit=5}", "{{constructor.constructor('window.hit=6')()}}", "<svg onload=window.hit=7>", "&lt;b&gt;&#60;",
    "__proto__", "constructor", "../../etc/passwd", "%00%3Cscript%3E", "\ud83d\ude00 e\u0301 \u5b57", "x" * 300,
]


def brink(program: Path, folder: Path, *arguments: str) -> None:
    done = subprocess.run([program, *arguments], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode not in (0, 3):
        raise RuntimeError(f"brink {' '.join(arguments)}: {done.stdout.decode()}")


def report(program: Path, folder: Path, store: str, *arguments: str) -> Path:
    done = subprocess.run([program, "report", store, *arguments], cwd=folder, capture_output=True, check=True)
    return folder / done.stdout.decode().splitlines()[-1]


def questions(folder: Path, name: str, n: int, m: int = 4) -> None:
    with (folder / f"{name}.jsonl").open("w") as out:
        for i in range(n):
            row = {"id": f"{name}-{i}", "question": f"Which word belongs to number {i} of {name}?",
                   "options": [f"word {i}{'abcdefgh'[j]}" for j in range(m)], "answer": i % m, "subject": f"part {i % 3}"}
            out.write(json.dumps(row) + "\n")


def golden(program: Path, folder: Path) -> Path:
    """Two models, two data sets, two modes, every treatment: a row for every panel."""
    questions(folder, "words", 40)
    questions(folder, "three", 8, 3)
    (folder / "golden.toml").write_text("""
seed = 3
modes = ["direct", "cot"]
label_rotate = true
treatments = ["curve", "free", "truncate", "placebo", "resample", "budget:8", "budget:32"]
[model.leans]
backend = "scripted"
path = "mixed:0.2"
[model.thinks]
backend = "scripted"
path = "think"
[data.words]
path = "words.jsonl"
[data.three]
path = "three.jsonl"
[decoding]
max_tokens = 60
[treatment.curve]
checkpoints = 5
[treatment.free]
draws = 2
[treatment.truncate]
draws = 2
[treatment.placebo]
draws = 2
[treatment.resample]
draws = 2
[states]
points = ["last_prompt"]
""")
    brink(program, folder, "run", "golden.toml")
    return report(program, folder, "golden.brink")


LONG_WORDS = ["photosynthesis and respiration", "thermodynamic equilibrium", "electromagnetic interference", "counterrevolutionaries"]


def one_order(program: Path, folder: Path) -> Path:
    """Nothing that a verdict could be about; options of long words."""
    with (folder / "plain.jsonl").open("w") as out:
        for i in range(4):
            out.write(json.dumps({"id": f"p{i}", "question": f"What is number {i}?", "options": LONG_WORDS, "answer": i}) + "\n")
    (folder / "plain.toml").write_text("""
modes = ["direct", "cot"]
permutations = "none"
[model."second-generation-instruct-Q4_K_M"]
backend = "scripted"
path = "first"
[data.plain]
path = "plain.jsonl"
""")
    brink(program, folder, "run", "plain.toml")
    return report(program, folder, "plain.brink")


def hostile(program: Path, folder: Path) -> Path:
    """Every field of an imported log holds what must not run."""
    with (folder / "log.jsonl").open("w") as out:
        for i, bad in enumerate(HOSTILE):
            for shift in range(4):
                options = [f"{bad} {j}" for j in range(4)]
                shown = [options[(slot - shift) % 4] for slot in range(4)]
                answer = LETTERS[(i + shift) % 4]
                row = {"doc": bad + str(i), "model": bad, "question": f"{bad}\n{i}", "passage": bad, "options": shown,
                       "answer": shown.index(options[0]), "output": f"<think>{bad} option B</think>{bad}\nThe answer is ({answer}). {bad}",
                       "pred": bad, "score": 1, "tag": bad}
                out.write(json.dumps(row) + "\n")
    brink(program, folder, "import", "jsonl", "log.jsonl", "--store", "hostile.brink", "--map",
          "id=doc,text=output,stem=question,gold_index=answer,passage=passage,given=pred,verdict=score,model=model,tags=tag")
    return report(program, folder, "hostile.brink")


def large(program: Path, folder: Path, n_items: int = 2500, n_chars: int = 3000) -> Path:
    """10,000 records with texts that do not repeat."""
    words = [f"{a}{b}{c}" for a in "bdfglmnprst" for b in "aeiou" for c in ("n", "st", "rk", "lly", "m", "d")]
    with (folder / "large.jsonl").open("w") as out:
        state = 1
        for i in range(n_items):
            options = [f"option {j} of {i}" for j in range(4)]
            for shift in range(4):
                shown = [options[(slot - shift) % 4] for slot in range(4)]
                text, size = [], 0
                while size < n_chars:
                    state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
                    text.append(words[(state >> 33) % len(words)])
                    size += len(text[-1]) + 1
                row = {"doc": f"q{i}", "question": f"Number {i}?", "options": shown, "answer": shown.index(options[i % 4]),
                       "output": " ".join(text) + f". The answer is ({LETTERS[(state >> 20) % 4]})."}
                out.write(json.dumps(row) + "\n")
    brink(program, folder, "import", "jsonl", "large.jsonl", "--store", "large.brink", "--map",
          "id=doc,text=output,stem=question,gold_index=answer")
    return report(program, folder, "large.brink")


STORES = {"golden": golden, "plain": one_order, "hostile": hostile, "large": large,
          "huge": lambda program, folder: large(program, folder, 10_000, 2000)}


def page_of(program: Path, folder: Path, name: str) -> Path:
    """The page of a store; both are made where they are not there."""
    own = folder / name
    if not (pages := sorted(own.glob("*.html"))):
        own.mkdir(parents=True, exist_ok=True)
        return STORES[name](program, own)
    return pages[0]


def main() -> int:
    if len(sys.argv) != 4 or sys.argv[3] not in STORES:
        print(__doc__)
        return 2
    program, folder, name = Path(sys.argv[1]).resolve(), Path(sys.argv[2]), sys.argv[3]
    shutil.rmtree(folder / name, ignore_errors=True)
    print(page_of(program, folder, name))
    return 0


if __name__ == "__main__":
    sys.exit(main())
