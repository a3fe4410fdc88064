#!/usr/bin/env python3
"""Texts for profile `paper`, with the readings of Python's own `re`.

paper_reading.py EXTRACT_PY make > paper_reading.json     the committed cases
paper_reading.py EXTRACT_PY compare BRINK N [SEED]        N random texts through `brink read`, every difference shown

EXTRACT_PY is the reference: a file with final_answer(text, last) and mentions(text, last).
Texts are random mixes of the words of the patterns with what the patterns are sensitive to: odd white space, letters of
other scripts against word boundaries, characters that equal an ASCII letter when case is ignored, newlines.
Letters are compared as A..Z: upper() leaves U+0130 and U+212A as they are, which are read as I and K.
"""
import importlib.util
import json
import platform
import random
import subprocess
import sys
import unicodedata

SPACES = [" "] * 12 + ["\n"] * 3 + ["  ", "\t", "\r\n", "\r", "\x0b", "\x0c", "\x1c", "\x1f", "\x85", "\u00a0", "\u2003",
                                    "\u2028", "\u3000", " \n ", "\n\n", "\u200b", "\u180e", ""]
PUNCTUATION = list(".,:;()[]{}*'\"-_?!$\\/") + ["\uff1a", "\u2019", "\u3002", "\uff0e", "...", "**", "\\boxed{", "}", ").", "(("]
OTHERS = ["选", "é", "β", "٣", "²", "Ⅷ", "½", "ſ", "ı", "İ", "\u212a", "\u0301", "Ａ", "😀", "_", "7", "\ufffd", "ﬁ", "ß",
          "\x00", "µ", "ǅ", "ʰ", "\u203f", "\u0903"]
PHRASES = ["the answer is", "The answer is", "THE ANSWER IS", "the answer is:", "answer", "Answer", "**Answer**", "*answer**",
           "Answer:", "answer\uff1a", "ANSWER", "choice", "Choice is", "select", "Select:", "option", "Option", "OPTION",
           "choose", "pick", "go with", "go", "with", "lean", "leaning toward", "leans to", "leaned towards", "leanlean",
           "lean to", "towards", "to", "so", "So", "so it's", "so it\u2019s", "so its", "So the answer is", "also", "I think",
           "I believe", "i  think", "I", "think", "believe", "Hi think that", "is correct", "is right", "seems better",
           "seem more", "looks right", "appears correct", "appear more", "is", "seems", "\\boxed{", "\\BOXED{", "boxed",
           "but", "a", "because", "The", "the", "it", "it's"]
SPECIALS = {"s": "ſ", "i": "ıİ", "k": "\u212a", "S": "ſ", "I": "ıİ", "K": "\u212a"}
N_OPTIONS = [4] * 8 + [2, 3, 5, 8, 9, 10, 11, 18, 19, 26]

# What random mixes seldom meet: (options, text).
BY_HAND = [
    (9, "I think I\nthink A"),  # the second "I think" begins inside the first match
    (4, "the answer is\uff1aB."),  # only the second final pattern takes the full-width colon
    (4, "The answer is: (B)"), (4, "The answer is(B)"), (4, "the answer is : B-"), (4, "The  answer\nis\u3000(\u00a0C)"),
    (4, "**Answer:** D because"), (4, "*Answer**: D"), (4, "Answer ***: D"), (4, "answer \uff1a ( C"),
    (4, "vitamin C\n"), (4, "vitamin C \n . \n\n"), (4, "vitamin C .."), (4, "选B"), (4, "选 B"), (4, "_B"), (4, "\u0301B"), (4, ""),
    (4, "I think\n\nA is it and B too\nC"), (4, "I think \nno letter\nA"), (4, "I thinkA"), (4, "I believe A, B, C\u2028D\nA"),
    (4, "lean A"), (4, "leaning to (C"), (4, "leans  towards D"), (4, "lean toward\u017f B"), (4, "leanlean to A lean"),
    (4, "so its A"), (4, "So it\u2019s (B"), (4, "so the answer is C"), (4, "so the answer C"), (4, "also a"), (4, "so it A"),
    (4, "answer is is A"), (4, "answer:: A"), (4, "selectA"), (4, "choice is: B"), (4, "answer i\u017f (D"),
    (4, "B.\n"), (4, "B."), (4, "AB. "), (4, "b.\u3000"), (4, "A is  more, B seem right, C appearss better, D lookS correct"),
    (26, "so \u212a."), (26, "\u0130. \u0131. \u017f. \u212a. "), (11, "option \u212a"), (10, "option \u212a"), (2, "(C) (B) (b)"),
    (26, "\u0145?)"), (26, "\u0140\u0143"),  # their second bytes look like the first of a character
]


def letter(rng, n):
    c = chr(65 + rng.randrange(n if rng.random() < .85 else 26))
    if rng.random() < .3:
        c = c.lower()
    return rng.choice(SPECIALS[c]) if c in SPECIALS and rng.random() < .3 else c


def warp(rng, phrase):
    """the phrase with other spaces, other case, folding exceptions, or a character lost"""
    if rng.random() < .3:
        phrase = "".join(rng.choice(SPACES) if c == " " else c for c in phrase)
    if rng.random() < .15:
        phrase = phrase.swapcase() if rng.random() < .5 else phrase.upper()
    if rng.random() < .15:
        phrase = "".join(rng.choice(SPECIALS[c]) if c in SPECIALS and rng.random() < .5 else c for c in phrase)
    if rng.random() < .05 and phrase:
        i = rng.randrange(len(phrase))
        phrase = phrase[:i] + phrase[i + 1:]
    return phrase


def stated(rng, n):
    """a letter as the patterns expect it, more or less"""
    space = lambda: rng.choice(SPACES)
    l = letter(rng, n)
    forms = ["({})", "{}", "{}.", "({}", "{})", "{}" + space(), "{}." + space(), "\\boxed{{{}}}", ":" + space() + "{}",
             space() + "({})", "{}" + rng.choice(OTHERS), rng.choice(OTHERS) + "{}", "{}" + space() + "." + space()]
    return rng.choice(forms).format(l)


def text(rng, n):
    out = []
    for _ in range(rng.choice([1, 2, 3, 5, 8, 13, 30])):
        r = rng.random()
        if r < .42:
            out.append(warp(rng, rng.choice(PHRASES)))
        elif r < .78:
            out.append(stated(rng, n))
        elif r < .86:
            out.append(rng.choice(PUNCTUATION))
        elif r < .92:
            out.append(rng.choice(OTHERS))
        else:
            out.append(random_character(rng))
        if rng.random() < .8:
            out.append(rng.choice(SPACES))
    return "".join(out)


def random_character(rng):
    while True:
        c = chr(rng.choice([rng.randrange(0x250), rng.randrange(0x3100), rng.randrange(0x20000)]))
        if unicodedata.category(c) not in ("Cn", "Cs"):
            return c


def plain(c):
    return {"\u0130": "I", "\u212a": "K"}.get(c, c)


def expected(reference, t, n):
    last = chr(64 + n)
    f = reference.final_answer(t, last)
    return dict(final=f and f["letter"], rule=f and f["pattern"], pos=f and f["letter_pos"],
                mentions=[[plain(m["letter"]), m["pos"], m["byte"], m["patterns"][0]] for m in reference.mentions(t, last)])


def make(reference):
    rng = random.Random(1)
    chosen, seen = [dict(n_options=n, text=t, **expected(reference, t, n)) for n, t in BY_HAND], {}
    while len(chosen) < 300:
        n = rng.choice(N_OPTIONS)
        t = text(rng, n)
        want = expected(reference, t, n)
        # An even spread over rules and patterns, so that none is left to chance.
        kind = (want["rule"], tuple(sorted({m[3] for m in want["mentions"]}))[:2])
        if len(t) > 300 or seen.get(kind, 0) >= 9:
            continue
        seen[kind] = seen.get(kind, 0) + 1
        chosen.append(dict(n_options=n, text=t, **want))
    made = f"paper_reading.py, Python {platform.python_version()}, Unicode {unicodedata.unidata_version}"
    print('{"made_by": ' + json.dumps(made) + ', "cases": [')
    print(",\n".join(json.dumps(c, ensure_ascii=True) for c in chosen))
    print("]}")


def compare(reference, brink, n_texts, seed):
    rng = random.Random(seed)
    wrong = 0  # the texts written by hand are among each block
    for begin in range(0, n_texts, 20000):
        cases = []
        for _ in range(min(20000, n_texts - begin)):
            n = rng.choice(N_OPTIONS)
            cases.append((text(rng, n), n))
        cases += [(t, n) for n, t in BY_HAND]
        lines = "".join(json.dumps(dict(id=i, text=t, n_options=n)) + "\n" for i, (t, n) in enumerate(cases))
        got = subprocess.run([brink, "read", "--profile", "paper"], input=lines, capture_output=True, text=True, check=True)
        rows = got.stdout.splitlines()
        assert len(rows) == len(cases), (len(rows), len(cases), got.stderr)
        for (t, n), row in zip(cases, map(json.loads, rows)):
            want = expected(reference, t, n)
            have = dict(final=row["answer"], rule=row["rule"], pos=row["letter_pos"] if row["answer"] else None,
                        mentions=[[m["letter"], m["pos"], m["byte"], m["pattern"]] for m in row["mentions"]])
            if want != have:
                wrong += 1
                if wrong <= 10:
                    print(n, ascii(t), "\n  want", want, "\n  have", have)
    print(f"{n_texts} texts, {wrong} differ")
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
