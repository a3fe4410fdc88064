#!/usr/bin/env python3
"""brink against the paper's pipeline: llama-cpp-python as it comes, one request at a time.

    bench/against_llama_cpp_python.py --brink build/brink --model M.gguf --data examples/demo.jsonl

Both answer the same items under four cyclic orders, greedily, with equal token limits, in the same run on the same
machine; loading the model is left out on both sides. The requests come in the study's order, an item's four variants
after each other; llama-cpp-python keeps the prompt prefix that matches its last call, which is its own prefix reuse.
Each repeat runs brink in the fast mode, then the baseline, then brink in the bitwise mode.

Prints one JSON line per prompt mode; bench/README.md says what its members are. Needs llama-cpp-python 0.3.36.
"""
import argparse
import array
import json
import os
import sqlite3
import statistics
import subprocess
import tempfile
import time
from contextlib import closing

SIDES = ("fast", "bitwise")  # of brink
MAX_TOKENS = {"direct": 32, "cot": 128}
WANTED = {"direct": 1.5, "cot": 1.9}  # wall-clock ratio of the fast mode

# One row per request, in the order of the study's cells; cells may share a request.
RECORDS = """
select input.text as messages, record.max_tokens, completion.text, tokens.prompt, tokens.generated,
       record.n_prefilled, record.n_shared, record.n_generated, record.prefill_s, record.decode_s
from record
join (select record, min(seq) as seq from cell group by record) as asked on asked.record = record.id
join text as input on input.hash = record.input
join text as completion on completion.hash = record.text
join tokens on tokens.record = record.id
where record.status = 'completion'
order by asked.seq
"""


def ids(blob):
    """Token ids as the store keeps them: little-endian int32."""
    out = array.array("i")
    out.frombytes(blob)
    return out.tolist()


def run_brink(a, mode, side, folder, repeat):
    """brink's own summary of a run into a fresh store, and its records."""
    store = os.path.join(folder, f"{mode}-{side}-{repeat}.brink")
    command = [a.brink, "run", "--model", a.model, "--data", a.data, "--modes", mode, "--limit", str(a.items),
               "--max-tokens", str(limit_of(a, mode)), "--threads", str(a.threads), "--store", store, "--json"]
    done = subprocess.run(command + (["--fast"] if side == "fast" else []), stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)}: exit status {done.returncode}\n{done.stderr}")
    with closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as db:
        db.row_factory = sqlite3.Row
        records = [dict(row) for row in db.execute(RECORDS)]
    return json.loads(done.stdout), records


class Baseline:
    """llama-cpp-python with its calls watched: which tokens each request read and wrote, and when."""

    def __init__(self, a):
        import llama_cpp

        self.llm = llama_cpp.Llama(a.model, n_ctx=8192, n_threads=a.threads, n_threads_batch=a.threads, verbose=False)
        self.answers = []
        generate, evaluate, sample = self.llm.generate, self.llm.eval, self.llm.sample

        def watched_generate(tokens, *rest, **named):
            self.answers.append({"prompt": list(tokens), "generated": [], "n_prefilled": 0, "prefill_s": 0.0})
            return generate(tokens, *rest, **named)

        def watched_eval(tokens):
            start = time.monotonic()
            evaluate(tokens)
            answer = self.answers[-1]
            if not answer["generated"]:
                answer["n_prefilled"] += len(tokens)
                answer["prefill_s"] += time.monotonic() - start

        def watched_sample(*rest, **named):
            token = sample(*rest, **named)
            self.answers[-1]["generated"].append(token)
            return token

        self.llm.generate, self.llm.eval, self.llm.sample = watched_generate, watched_eval, watched_sample

    def run(self, records):
        """Seconds, and an answer per record. Ends of turn are dropped from the ids, as in brink's records."""
        self.answers = []
        self.llm.reset()
        start = time.monotonic()
        for record in records:
            out = self.llm.create_chat_completion(messages=json.loads(record["messages"]), temperature=0.0,
                                                  max_tokens=record["max_tokens"])
            if out["choices"][0]["finish_reason"] == "stop":
                self.answers[-1]["generated"].pop()
        return time.monotonic() - start, self.answers


def first_difference(a, b):
    """Position of the first token that differs, or None."""
    for i, (x, y) in enumerate(zip(a, b)):
        if x != y:
            return i
    return None if len(a) == len(b) else min(len(a), len(b))


def compare(records, answers):
    """How far brink's tokens are the baseline's."""
    places = [first_difference(ids(r["generated"]), b["generated"]) for r, b in zip(records, answers)]
    places = sorted(p for p in places if p is not None)
    return {"equal_prompts": sum(ids(r["prompt"]) == b["prompt"] for r, b in zip(records, answers)),
            "equal_outputs": len(records) - len(places),
            "first_difference_at_token": places}


def spread(x):
    return {"median": round(statistics.median(x), 3), "low": round(min(x), 3), "high": round(max(x), 3)}


def rate(n, seconds):
    return round(n / seconds, 1) if seconds > 0 else None


def cost_of_baseline(wall_s, answers):
    n_prefilled, prefill_s = sum(b["n_prefilled"] for b in answers), sum(b["prefill_s"] for b in answers)
    n_generated = sum(len(b["generated"]) for b in answers)
    return {"n_prefilled": n_prefilled, "n_shared": sum(len(b["prompt"]) for b in answers) - n_prefilled,
            "n_generated": n_generated, "prefill_tokens_per_s": rate(n_prefilled, prefill_s),
            "decode_tokens_per_s": rate(n_generated, wall_s - prefill_s)}


def cost_of_brink(records):
    total = {name: sum(r[name] for r in records) for name in
             ("n_prefilled", "n_shared", "n_generated", "prefill_s", "decode_s")}
    return {**{name: total[name] for name in ("n_prefilled", "n_shared", "n_generated")},
            "prefill_tokens_per_s": rate(total["n_prefilled"], total["prefill_s"]),
            "decode_tokens_per_s": rate(total["n_generated"], total["decode_s"])}


def limit_of(a, mode):
    return a.max_tokens or MAX_TOKENS.get(mode, MAX_TOKENS["cot"])


def overhead_share(summary):
    """Planning, storing and reading, of the run."""
    overhead_s = summary["plan_s"] + summary["store_s"] + summary["read_s"]
    return overhead_s / (summary["wall_s"] + summary["plan_s"])


def measure(a, mode, baseline, folder):
    seconds = {side: [] for side in ("baseline", *SIDES)}
    overhead = {side: [] for side in SIDES}
    for repeat in range(a.repeat):
        records = {}
        for side in SIDES:
            summary, records[side] = run_brink(a, mode, side, folder, repeat)
            seconds[side].append(summary["wall_s"])
            overhead[side].append(overhead_share(summary))
            if side == SIDES[0]:  # what is asked stands in its store
                wall_s, answers = baseline.run(records[side])
                seconds["baseline"].append(wall_s)
    return {
        "model": os.path.basename(a.model), "data": os.path.basename(a.data), "mode": mode, "items": a.items,
        "requests": len(answers), "max_tokens": limit_of(a, mode), "threads": a.threads, "repeats": a.repeat,
        "seconds": {side: spread(x) for side, x in seconds.items()},
        "ratio": {side: spread([b / s for b, s in zip(seconds["baseline"], seconds[side])]) for side in SIDES},
        "ratio_wanted": {"fast": WANTED.get(mode)},
        "tokens": {"baseline": cost_of_baseline(wall_s, answers),
                   **{side: cost_of_brink(records[side]) for side in SIDES}},
        "against_baseline": {side: compare(records[side], answers) for side in SIDES},
        "overhead_share": {side: spread(x) for side, x in overhead.items()},
        "overhead_share_wanted": "< 0.02",
    }


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--brink", required=True, help="the program")
    ap.add_argument("--model", required=True, help="GGUF file")
    ap.add_argument("--data", required=True, help="data file that brink reads")
    ap.add_argument("--items", type=int, default=50)
    ap.add_argument("--modes", default="direct,cot")
    ap.add_argument("--max-tokens", type=int, default=0, help="of an answer; 0 = 32 in direct, 128 in the others")
    ap.add_argument("--threads", type=int, default=2)
    ap.add_argument("--repeat", type=int, default=1)
    a = ap.parse_args()
    baseline = Baseline(a)
    with tempfile.TemporaryDirectory() as folder:
        for mode in a.modes.split(","):
            print(json.dumps(measure(a, mode, baseline, folder)), flush=True)


if __name__ == "__main__":
    main()
