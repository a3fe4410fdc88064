#!/usr/bin/env python3
"""Texts for the numeric and the strict choice rules, with the readings of Python's own `re`.

open_reading.py EXTRACT_PY make > open_reading.json     the committed cases
open_reading.py EXTRACT_PY compare BRINK N [SEED]       N random texts through `brink read`, every difference shown

EXTRACT_PY is the reference: a file with gsm8k(text) and mcq_strict(text, letters). Numbers are compared by value.
Digits are ASCII's: Python's \\d also takes those of other scripts.
"""
import importlib.util
import json
import platform
import random
import subprocess
import sys
from fractions import Fraction

SPACES = [" "] * 10 + ["\n"] * 4 + ["  ", "\t", "\r\n", "\x0b", "\u00a0", "\u2028", "\x85", "\u3000", ""]
AROUND = ["####", "### ", "answer is", "Answer:", "so", "x", "_", "é", "选", "(", ")", "%", "$", "$$", "=", "+", "-", "--", "\u2212",
          "/", "*", ".", ",", "..", ":", "e", "E", "e5", "km", "USD", "½", "²", "\u200b", "\\boxed{", "}", "<<", ">>"]
LETTERS = ["A", "B", "C", "D", "E", "F", "a", "(A)", "(C)", "**B**", "D.", "AB", "A1", "éA", "Aé", "A_", "_B", "A.\n", "answer: B"]

BY_HAND = ["", "####", "#### ", "#### 18", "#### 3/4", "#### -5", "#### $-5", "#### -$5", "#### \u22125", "#### +5", "5-3", "(5)-3",
           "50%-3", "$-3", "1,234", "12,34", "1,2345", "1,234,5678", "1234,567", "01,234", "1,234.50", ".5", "a.5", "..5", "1.5.3",
           "1e5", "1e100", "1e-2", "1E+3", "1e", "2e5x", "x2", "2x", "CO2", "_2", "7.", "7.0", "$18.00.", "$ 18", "1,000,000",
           "#### 18 #### x", "+-5", "-+5", "--5", "#### 1 2 3", "12-15", "\u22121,000", "0.10", "-0", "000", "$-.5", "-.5", "+.5"]
CHOICE_BY_HAND = ["C", "C\n\nwhy", "A or B", "answer: C", "A is wrong. Answer: C", "(D)", "D\n \n", "AB", "A1", "a", "É A", "B\x85C",
                  "B\u2028 \u2028", "A\rB", "A\x1cB", "E"]


def number(rng):
    n = str(rng.randrange(10 ** rng.randrange(1, 8)))
    if rng.random() < .3:
        n = f"{int(n):,}"
    if rng.random() < .1:
        n = n[:1] + "," + n[1:]
    if rng.random() < .25:
        n += "." + str(rng.randrange(1000))
    if rng.random() < .1:
        n += rng.choice("eE") + rng.choice(["", "-", "+"]) + str(rng.randrange(120))
    return rng.choice([""] * 6 + ["-", "$", "-$", "$-", "+", "\u2212"]) + n


def text(rng, parts):
    return "".join(rng.choice(parts)(rng) + (rng.choice(SPACES) if rng.random() < .6 else "")
                   for _ in range(rng.choice([1, 2, 3, 5, 8, 13])))


def number_text(rng):
    return text(rng, [number, lambda r: r.choice(AROUND)])


def choice_text(rng):
    return text(rng, [lambda r: r.choice(LETTERS), lambda r: r.choice(AROUND), lambda r: r.choice(["so", "no", "\n"])])


def choice(reference, t, n):
    want = reference.mcq_strict(t, "ABCDEFGHIJ"[:n])
    return {k: want[k] for k in ("all", "end", "compliant", "n_tokens")}


def value(answer):
    return None if answer is None else Fraction(answer)


def make(reference):
    rng = random.Random(1)
    numbers = BY_HAND + [number_text(rng) for _ in range(150)]
    choices = [(t, 4) for t in CHOICE_BY_HAND] + [(choice_text(rng), rng.choice([2, 4, 5])) for _ in range(100)]
    rows = []
    for t in numbers:
        tokens = [[k, str(reference.normalize_number(k)), len(t[:s].encode())] for k, s in reference.numeric_tokens(t)]
        rows.append(dict(kind="number", text=t, tokens=[v for _, v, _ in tokens],
                         answer=tokens_of_span(reference, t)))
    rows += [dict(kind="choice", text=t, n_options=n, **choice(reference, t, n)) for t, n in choices]
    print('{"made_by": ' + json.dumps(f"open_reading.py, Python {platform.python_version()}") + ', "cases": [')
    print(",\n".join(json.dumps(r, ensure_ascii=True) for r in rows))
    print("]}")


def tokens_of_span(reference, t):
    """the answer as an exact fraction: gsm8k() shows at most 15 digits"""
    token = reference.gsm8k(t)["token"]
    return None if token is None else str(reference.normalize_number(token))


def compare(reference, brink, n_texts, seed):
    rng = random.Random(seed)
    cases = [("number", t, 0) for t in BY_HAND] + [("choice", t, 4) for t in CHOICE_BY_HAND]
    for _ in range(n_texts):
        cases.append(("number", number_text(rng), 0) if rng.random() < .7 else ("choice", choice_text(rng), rng.choice([2, 4, 5])))
    lines = "".join(json.dumps(dict(id=i, kind=k, text=t, **({"n_options": n} if n else {}))) + "\n"
                    for i, (k, t, n) in enumerate(cases))
    got = subprocess.run([brink, "read", "--profile", "paper"], input=lines, capture_output=True, text=True, check=True)
    rows = list(map(json.loads, got.stdout.rstrip("\n").split("\n")))
    assert len(rows) == len(cases)
    wrong = 0
    for (kind, t, n), row in zip(cases, rows):
        if kind == "number":
            want, have = value(tokens_of_span(reference, t)), value(row["answer"])
        else:
            want, have = choice(reference, t, n), dict(row["strict"], compliant=row["compliant"])
        if want != have:
            wrong += 1
            if wrong <= 10:
                print(kind, n, ascii(t), "\n  want", want, "\n  have", have)
    print(f"{len(cases)} texts, {wrong} differ")
    return wrong > 0


def main(a):
    spec = importlib.util.spec_from_file_location("reference", a[1])
    reference = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(reference)
    if a[2] == "make":
        return make(reference)
    return compare(reference, a[3], int(a[4]), int(a[5]) if len(a) > 5 else 7)


if __name__ == "__main__":
    sys.exit(main(sys.argv))
