#!/usr/bin/env python3
"""How often `brink read` reads what a person reads, on every labelled text there is.

    tests/reader_accuracy.py build/dev/apps/brink/brink [--shared ../shared] [--doc docs/reader.md] [--show tuned]

A label is an option's letter, or null where a careful person takes no single answer from the text. Sources of labels:
people (golden cases), the marker that a text itself ends with ("best answer is: (B)"), for texts without one
tests/oracle/reader_labels.json, read by a person without seeing what any program read, and, for brink's own runs
(tests/oracle/own_outputs.jsonl), what two readers took from each text, neither seeing the other's label nor a
program's; a text on which they differ is left out; tests/oracle/later_outputs.jsonl has one
reader's labels, part "prose" those of its writer and, the same throughout, of a second reader. Half of the real texts, by
a hash of their name, were held out while the reader was made. Exits with 77 where the texts are not there.
"""
import argparse
import collections
import gzip
import hashlib
import json
import os
import re
import subprocess
import sys

DATA = {"aqua": "data/aqua/test.json", "csqa": "data/commonsenseqa/dev_rand_split.jsonl",
        "mmlu": "data/mmlu/mmlu_test.jsonl.gz", "logiqa": "data/agieval/logiqa-zh.jsonl",
        "arc": "data/arc_challenge/ARC-Challenge-Test.jsonl", "arc-dev": "data/arc_challenge/ARC-Challenge-Dev.jsonl"}
FINISH = {"length": "length", "end": "stop", "answer": "stop"}
PROSE = "hard prose, written"  # known to be beyond the reader: no bound is set on it
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LETTERS = "ABCDEFGHIJ"


def json_lines(path):
    with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8") as f:
        return [json.loads(line) for line in f if line.strip()]


def option_texts(row):
    """Of a line of one of the DATA files, without the labels that some put before them."""
    if "choices" in row:
        return row["choices"]
    if "options" in row:
        return [re.sub(r"^\(?[A-E][).．]\s*", "", text).strip() for text in row["options"]]
    return [choice["text"] for choice in row["question"]["choices"]]


def last_marker(pattern, text):
    found = re.findall(pattern, text)
    return found[-1] if found else None


class Texts:
    """Rows {id, source, label, input}; a row without a label is left out and counted."""

    def __init__(self, shared):
        self.shared, self.rows, self.unlabelled, self.differ = shared, [], collections.Counter(), 0
        with open(os.path.join(ROOT, "tests/oracle/reader_labels.json"), encoding="utf-8") as f:
            self.by_hand = json.load(f)["labels"]

    def path(self, name):
        return os.path.join(self.shared, name)

    def add(self, source, name, label, **text):
        hand = self.by_hand.get(source, {})
        if str(name) in hand:
            label = hand[str(name)]
        elif label is None and source not in ("golden, people", "golden, bug reports"):
            self.unlabelled[source] += 1
            return
        self.rows.append({"id": f"{source}/{name}", "source": source, "label": label, "input": text})

    def golden(self):
        for c in json_lines(self.path("golden/extract.jsonl")):
            if c["kind"] == "mcq":
                self.add("golden, people", c["id"], c["human"]["final"], text=c["text"])
            elif c["kind"] == "mcq_strict":
                self.add("golden, people", c["id"], c["human"]["answer"], text=c["text"], n_options=len(c["letters"]))
        for c in json_lines(self.path("golden/cases.jsonl")):
            if c["kind"] in ("extract", "channels") and "text" in c["input"]:
                self.add("golden, bug reports", c["id"], c["expected"]["answer"], **c["input"])

    def r1(self):
        for name in ("r1_671b_hyperbaton_2opt", "r1_671b_logic_four_zero", "r1_8b_ruin_names"):
            for i, row in enumerate(json_lines(self.path(f"outputs/{name}.jsonl"))):
                for condition, text in row.items():
                    if condition in ("targets", "correct") or not isinstance(text, str):
                        continue
                    response = text.rsplit("</think>", 1)[-1]
                    marker = last_marker(r"(?:best answer is:?\s*\**\(?|\\boxed\{|ANSWER: )([A-D])\b", response)
                    options = row["targets"] if len(row["targets"]) > 2 else ["(unknown)"] * 2
                    self.add("DeepSeek R1", f"{name}/{i}/{condition}", marker, text=text, options=options)
        with open(self.path("outputs/thoughtbranches_mmlu_professor_hint.json"), encoding="utf-8") as f:
            for row in json.load(f):
                self.add("DeepSeek R1, hints", row["pn"], row["answer"], reasoning=row["reasoning_text"],
                         content=row["post_reasoning"])

    def mmlu_pro(self):
        for model in ("Meta-Llama-3_1-8B-Instruct", "Mistral-7B-Instruct-v0.2"):
            for row in json_lines(self.path(f"outputs/mmlupro_{model}.jsonl")):
                text = row.get("generated_text") or row.get("model_outputs")
                marker = last_marker(r"answer is:? \(?([A-J])\)", text)
                self.add(f"MMLU-Pro, {model.split('-')[0]}", row["question_id"], marker, text=text,
                         options=row["options"])

    def bbh(self):
        for i, row in enumerate(json_lines(self.path("outputs/bbh_codex_cot_date_understanding.jsonl"))):
            if "prediction" in row:
                marker = last_marker(r"So the answer is \(([A-F])\)", row["prediction"])
                self.add("BBH, Codex", i, marker, text=row["prediction"], n_options=6)

    def gaokao(self):
        with open(self.path("outputs/gaokao_gpt4_0314_Geography.json"), encoding="utf-8") as f:
            for row in json.load(f)["example"]:
                parts = re.split(r"(?=（\d+）)", row["model_output"])
                parts = [p for p in parts if p.strip()]
                for i, (text, label) in enumerate(zip(parts, row["model_answer"])):
                    self.add("GAOKAO, GPT-4", f"{row['index']}/{i}", label, text=text)

    def inspect(self):
        with open(self.path("outputs/gen_inspect_0.3.285_mmlu_reasoning.json"), encoding="utf-8") as f:
            for sample in json.load(f)["samples"]:
                parts = sample["output"]["choices"][0]["message"]["content"]
                content = "".join(p.get("text", "") for p in parts)
                self.add("Inspect log", sample["id"], last_marker(r"answer is: \(([A-D])\)", content), content=content,
                         reasoning="".join(p.get("reasoning", "") for p in parts))

    def own(self):
        data = {name: json_lines(self.path(path)) for name, path in DATA.items()}
        for row in json_lines(os.path.join(ROOT, "tests/oracle/own_outputs.jsonl")):
            if row["reader_1"] != row["reader_2"]:
                self.differ += 1
                continue
            options = option_texts(data[row["dataset"]][row["line"] - 1])
            self.rows.append({"id": f"own runs/{row['id']}", "source": "own runs", "label": row["reader_1"],
                              "input": {"text": row["text"], "options": [options[i] for i in row["order"]],
                                        "finish_reason": FINISH[row["finish"]]}})

    def later(self):
        """Labelled by one reader before any program read them; the reader was mended with all but those of part "kept"."""
        data = {name: json_lines(self.path(path)) for name, path in DATA.items()}
        for row in json_lines(os.path.join(ROOT, "tests/oracle/later_outputs.jsonl")):
            source = "own runs, later" if "dataset" in row else PROSE if row["part"] == "prose" else "hard cases, written"
            text = {k: row[k] for k in ("text", "n_options", "options", "labels", "finish_reason") if k in row}
            if "dataset" in row:
                options = option_texts(data[row["dataset"]][row["line"] - 1])
                text |= {"options": [options[i] for i in row["order"]], "finish_reason": FINISH[row["finish"]]}
            self.rows.append({"id": f"later/{row['id']}", "source": source, "label": row["label"], "input": text,
                              "seen": row["part"] != "kept"})

    def all(self):
        for part in (self.golden, self.r1, self.mmlu_pro, self.bbh, self.gaokao, self.inspect, self.own, self.later):
            part()
        return self.rows


def held_out(row):
    return not row["seen"] if "seen" in row else hashlib.sha256(row["id"].encode()).digest()[0] % 2 == 1


def read(program, profile, rows):
    lines = "".join(json.dumps({"id": r["id"], **r["input"]}) + "\n" for r in rows)
    done = subprocess.run([program, "read", "--profile", profile], input=lines, text=True, stdout=subprocess.PIPE,
                          check=True)
    readings = {r["id"]: r for r in map(json.loads, done.stdout.splitlines())}
    for row in rows:  # labels of any alphabet by their place
        reading = readings[row["id"]]
        if "labels" in row["input"] and reading["answer"] is not None:
            reading["answer"] = LETTERS[reading["index"]]
    return readings


def judge(row, reading):
    answer, label = reading["answer"], row["label"]
    if answer == label:
        return "right" if label else "right, none"
    if answer is None:
        return "missed"
    return "wrong"


def table(rows, readings):
    out = ["| texts | n | right | missed | wrong | read where a person reads none |", "|---|---|---|---|---|---|"]
    sources = list(dict.fromkeys(r["source"] for r in rows))
    for source in sources + ["all"]:
        mine = [r for r in rows if source in (r["source"], "all")]
        n = collections.Counter()
        for r in mine:
            verdict = judge(r, readings[r["id"]])
            n["extra" if verdict == "wrong" and r["label"] is None else verdict] += 1
        answered = sum(r["label"] is not None for r in mine)
        share = lambda k: f"{n[k]} ({100 * n[k] / answered:.1f} %)" if answered else "0"
        out.append(f"| {source} | {answered} + {len(mine) - answered} | {share('right')} | {share('missed')} | "
                   f"{share('wrong')} | {n['extra']} |")
    return out


def letters(rows, readings):
    out = ["| letter | read wrongly | of its readings | right answers of this letter missed |", "|---|---|---|---|"]
    for letter in LETTERS:
        mine = [r for r in rows if readings[r["id"]]["answer"] == letter]
        labelled = [r for r in rows if r["label"] == letter]
        if mine or labelled:
            out.append(f"| {letter} | {sum(r['label'] != letter for r in mine)} | {len(mine)} | "
                       f"{sum(readings[r['id']]['answer'] is None for r in labelled)} of {len(labelled)} |")
    return out


def report(program, rows, texts):
    out = []
    for profile in ("robust", "paper"):
        readings = read(program, profile, rows)
        for title, part in (("held out", [r for r in rows if held_out(r)]),
                            ("looked at while tuning", [r for r in rows if not held_out(r)])):
            out += ["", f"### Profile `{profile}`, {title}", ""] + table(part, readings)
        out += ["", f"### Profile `{profile}`, by letter, all texts", ""] + letters(rows, readings)
    out += ["", "Left out, without a label: " +
            (", ".join(f"{source} {n}" for source, n in texts.unlabelled.items()) or "none") +
            f"; because the readers differ: {texts.differ}."]
    return "\n".join(out) + "\n"


def show(program, rows, which):
    readings = read(program, "robust", rows)
    for r in rows:
        if held_out(r) == (which == "held-out") and not judge(r, readings[r["id"]]).startswith("right"):
            text = r["input"].get("text") or r["input"]["content"]
            print(judge(r, readings[r["id"]]), r["id"], "label", r["label"], json.dumps(
                {k: v for k, v in readings[r["id"]].items() if k in ("answer", "status", "rule", "frame", "raw", "flags")},
                ensure_ascii=False), "\n   ", repr(text[-500:]))


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("program")
    ap.add_argument("--shared", default=os.environ.get("BRINK_SHARED_DIR", os.path.join(ROOT, "../shared")))
    ap.add_argument("--doc", help="file whose text between the two marks is replaced by the tables")
    ap.add_argument("--show", choices=("tuned", "held-out"), help="print what is not right")
    ap.add_argument("--right", type=float, help="exit with 1 when a smaller share of the answers is read right")
    ap.add_argument("--wrong", type=float, help="exit with 1 when a larger share is read wrong")
    a = ap.parse_args()
    if not os.path.exists(os.path.join(a.shared, "golden/extract.jsonl")):
        print(f"skipped: the labelled texts are not in {a.shared}")
        return 77
    texts = Texts(a.shared)
    rows = texts.all()
    if a.show:
        show(a.program, rows, a.show)
        return 0
    tables = report(a.program, rows, texts)
    if a.doc:
        begin, end = "<!-- accuracy: begin -->\n", "<!-- accuracy: end -->"
        with open(a.doc, encoding="utf-8") as f:
            before, _, rest = f.read().partition(begin)
        with open(a.doc, "w", encoding="utf-8") as f:
            f.write(before + begin + tables + end + rest.partition(end)[2])
    else:
        print(tables)
    bounded = [r for r in rows if r["source"] != PROSE]
    readings = read(a.program, "robust", bounded)
    verdicts = collections.Counter(judge(r, readings[r["id"]]) for r in bounded)
    answered = sum(r["label"] is not None for r in bounded)
    ok = (a.right is None or verdicts["right"] >= a.right * answered) and (
        a.wrong is None or verdicts["wrong"] <= a.wrong * answered)
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
