#!/usr/bin/env python3
"""Real logs of other tools: every answer is imported, and the accuracy that a log published is found again.

    tests/import_logs.py build/dev/apps/brink/brink [--shared ../shared] [--doc docs/imports.md]

What a log holds was counted by hand; it is counted here once more, from the file and without brink. With --doc the
table of a page is written anew. Exits with 77 where the logs are not there.
"""
import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
READERS = ("robust", "paper")
# What a log holds: its answers, and by scorer how many it graded and how many of these as right.
Held = collections.namedtuple("Held", "answers graded", defaults=({},))
Log = collections.namedtuple("Log", "title file format held count map note", defaults=(None, ""))


def rows_of(path):
    with open(path, encoding="utf-8") as f:
        text = f.read()
    return json.loads(text) if text.startswith("[") else [json.loads(line) for line in text.splitlines()]


def graded(rows, right):
    return len(rows), sum(right(r) for r in rows)


def lm_eval(path):
    rows = rows_of(path)
    n = len({r["doc_id"] for r in rows})
    filters = sorted({r["filter"] for r in rows}, key=[r["filter"] for r in rows].index)
    name = lambda f, m: m if f == "none" else f"{f} {m}"
    return Held(n, {name(f, m): graded([r for r in rows if r["filter"] == f], lambda r, m=m: r[m])
                    for f in filters for m in rows[0]["metrics"]})


def inspect(path):
    with open(path, encoding="utf-8") as f:
        samples = json.load(f)["samples"]
    scorers = sorted({name for s in samples for name in s["scores"]})
    return Held(len(samples), {name: graded(samples, lambda s, name=name: s["scores"][name]["value"] == "C")
                               for name in scorers})


def mmlu_pro(path):
    rows = rows_of(path)
    return Held(len(rows), {"pred": graded(rows, lambda r: r["pred"] == r["answer"])})


def games(path):
    return Held(2 * len(rows_of(path)))


def columns(*names):
    return lambda path: Held(sum(name in row for row in rows_of(path) for name in names))


def professor(path):
    rows = rows_of(path)
    return Held(len(rows), {"log": graded(rows, lambda r: r["answer"] == r["gt_answer"])})


LOGS = [
    Log("lm-eval 0.4.13, mmlu_anatomy", "gen_lmeval_0.4.13_samples_mmlu_anatomy.jsonl", "lm-eval",
        Held(20, {"acc": (20, 9)}), lm_eval),
    Log("lm-eval 0.4.13, arc_challenge", "gen_lmeval_0.4.13_samples_arc_challenge.jsonl", "lm-eval",
        Held(20, {"acc": (20, 6), "acc_norm": (20, 5)}), lm_eval, note="continuations are option texts"),
    Log("lm-eval 0.4.13, gsm8k", "gen_lmeval_0.4.13_samples_gsm8k.jsonl", "lm-eval",
        Held(15, {"strict-match exact_match": (15, 0), "flexible-extract exact_match": (15, 5)}), lm_eval,
        note="30 rows, two filters"),
    Log("Inspect 0.3.285, MMLU with a hint", "gen_inspect_0.3.285_mmlu_reasoning.json", "inspect",
        Held(15, {"choice": (15, 0)}), inspect, note="`.eval` alike; answers of a mock model"),
    Log("Inspect, popularity", "inspect_log_formats.json", "inspect", Held(1, {"match": (1, 0)}), inspect, note="`.eval` alike"),
    Log("Inspect, popularity", "inspect_log_read_sample.json", "inspect", Held(1, {"match": (1, 1)}), inspect, note="`.eval` alike"),
    Log("MMLU-Pro, Llama-3.1-8B-Instruct", "mmlupro_Meta-Llama-3_1-8B-Instruct.jsonl", "mmlu-pro",
        Held(354, {"pred": (354, 171)}), mmlu_pro),
    Log("MMLU-Pro, Mistral-7B-Instruct-v0.2", "mmlupro_Mistral-7B-Instruct-v0.2.jsonl", "mmlu-pro",
        Held(354, {"pred": (354, 105)}), mmlu_pro, note="68 rows without a `pred`"),
    Log("MT-Bench pairs, GPT-4 as judge", "mtbench_gpt4_pair.jsonl", "mt-bench", Held(150), games,
        note="both orders of 75 pairs; 3 failed"),
    Log("BBH date understanding, Codex", "bbh_codex_cot_date_understanding.jsonl", "jsonl", Held(250),
        columns("prediction"), "text=prediction,prompt=input,gold=target", "line 1, a canary, is passed over"),
    Log("DeepSeek-R1, hyperbaton", "r1_671b_hyperbaton_2opt.jsonl", "jsonl", Held(292), columns("unbiased", "biased"),
        "text=unbiased+biased,options=targets,gold_mask=correct", "2 modes; right option first in every row"),
    Log("DeepSeek-R1, logic", "r1_671b_logic_four_zero.jsonl", "jsonl", Held(108),
        columns("unbiased", "all_a", "sus", "syco"), "text=unbiased+all_a+sus+syco,options=targets,gold_mask=correct",
        "4 modes"),
    Log("R1-8B, ruin names", "r1_8b_ruin_names.jsonl", "jsonl", Held(440),
        columns("unbiased", "all_a", "sus", "syco", "conf"),
        "text=unbiased+all_a+sus+syco+conf,options=targets,gold_mask=correct",
        "5 modes; right option first in every row"),
    Log("thought branches, professor hint", "thoughtbranches_mmlu_professor_hint.json", "jsonl",
        Held(53, {"log": (53, 0)}), professor,
        "text=response_text,prompt=question_with_cue,gold=gt_answer,given=answer,id=pn",
        "3 models; rows were chosen for following a wrong hint"),
]


def audited(brink, log, path, reader):
    with tempfile.TemporaryDirectory() as folder:
        command = [brink, "import", log.format, path, "--store", folder + "/a.brink", "--profile", reader, "--json"]
        done = subprocess.run(command + (["--map", log.map] if log.map else []), capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{log.file}: {done.stderr}")
    return json.loads(done.stdout)


def held_by(report):
    scorers = collections.defaultdict(lambda: [0, 0])
    for audit in report["audits"]:
        for s in audit["scorers"]:
            scorers[s["scorer"]][0] += s["n"]
            scorers[s["scorer"]][1] += round(s["n"] * s["published"])
    return Held(report["files"][0]["n_added"], {name: tuple(pair) for name, pair in scorers.items()})


def percent(part, whole):
    return "n/a" if whole == 0 else f"{100 * part / whole:.1f} %"


def cells(reports):
    """What each reader reads and what it makes of the log's grades."""
    read, ours = [], []
    for report in reports:
        audits = report["audits"]
        n_read = sum(a["statuses"].get("ok", 0) for a in audits)
        read.append(str(n_read))
        right = sum(round(a["scorers"][0]["n"] * (a["scorers"][0]["ours"] or 0)) for a in audits if a["scorers"])
        graded_n = sum(a["scorers"][0]["n"] for a in audits if a["scorers"])
        ours.append(percent(right, graded_n if n_read else 0))
    return read, ours


def table(measured):
    out = ["| log | format, map | answers | robust / paper read | the log's accuracy | robust / paper |",
           "|---|---|---|---|---|---|"]
    for log, reports in measured:
        read, ours = cells(reports)
        published = ", ".join(f"{name} {percent(right, n)}" for name, (n, right) in log.held.graded.items()) or "n/a"
        how = log.format + (f", `{log.map}`" if log.map else "")
        answers = str(log.held.answers) + (f": {log.note}" if log.note else "")
        out.append(f"| {log.title} | {how} | {answers} | {' / '.join(read)} | {published} | {' / '.join(ours)} |")
    return "\n".join(out)


def write_table(page, text):
    with open(page, encoding="utf-8") as f:
        whole = f.read()
    begin, end = "<!-- logs: begin -->\n", "<!-- logs: end -->"
    head, rest = whole.split(begin)
    with open(page, "w", encoding="utf-8") as f:
        f.write(head + begin + "\n" + text + "\n\n" + end + rest.split(end)[1])


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("brink")
    p.add_argument("--shared", default=os.environ.get("BRINK_SHARED_DIR", os.path.join(ROOT, "../shared")))
    p.add_argument("--doc", help="page whose text between the two marks is replaced by the table")
    a = p.parse_args()
    folder = os.path.join(a.shared, "outputs")
    if not os.path.isdir(folder):
        print(f"skipped: there is no {folder}")
        return 77
    measured, bad = [], []
    for log in LOGS:
        path = os.path.join(folder, log.file)
        if log.count(path) != log.held:
            bad.append(f"{log.file}: holds {log.count(path)}, not {log.held}")
        files = [path] + ([path[:-4] + "eval"] if log.format == "inspect" else [])
        for file in files:
            reports = [audited(a.brink, log, file, reader) for reader in READERS]
            if any(held_by(report) != log.held for report in reports):
                bad.append(f"{file}: imported as {held_by(reports[0])}, not {log.held}")
        measured.append((log, reports))
    text = table(measured)
    if a.doc:
        write_table(a.doc, text)
    print("\n".join([text] + bad))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
