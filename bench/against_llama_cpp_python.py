#!/usr/bin/env python3
"""brink against the paper's pipeline: llama-cpp-python as it comes, one request at a time.

usage: against_llama_cpp_python.py --brink build/brink --model M.gguf --data D [--items 50] [--modes direct,cot]
                                   [--max-tokens 160] [--threads 2]

Both answer the same items under four cyclic orders, greedily, with equal token limits, in the same run on the same
machine; model loading is left out on both sides. llama-cpp-python keeps the prompt prefix that matches its last call,
which is its own prefix reuse. The order of requests is the study's: an item's four variants after each other.
Prints one JSON line per mode: seconds, tokens, ratios, and how many texts are equal. Needs llama-cpp-python 0.3.36.
"""
import argparse
import json
import os
import sqlite3
import subprocess
import tempfile
import time


def run_brink(a, mode, store, fast):
    command = [a.brink, "run", "--model", a.model, "--data", a.data, "--modes", mode, "--limit", str(a.items),
               "--max-tokens", str(a.max_tokens), "--threads", str(a.threads), "--store", store, "--json"]
    out = subprocess.run(command + (["--fast"] if fast else []), check=True, stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL, text=True)
    return json.loads(out.stdout)


def texts_by_prompt(store):
    """messages (as JSON text) -> answer, in the order the records were made."""
    with sqlite3.connect(store) as db:
        return dict(db.execute(QUERY))


QUERY = """select (select body from text where hash = record.input_hash), (select body from text where hash = record.text_hash)
           from record where status = 'completion' order by seq"""


def run_baseline(llm, prompts, max_tokens):
    start = time.monotonic()
    texts, n_tokens = [], 0
    for messages in prompts:
        out = llm.create_chat_completion(messages=messages, temperature=0.0, max_tokens=max_tokens)
        texts.append(out["choices"][0]["message"]["content"] or "")
        n_tokens += out["usage"]["completion_tokens"]
    return time.monotonic() - start, n_tokens, texts


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--brink", required=True)
    ap.add_argument("--model", required=True)
    ap.add_argument("--data", required=True)
    ap.add_argument("--items", type=int, default=50)
    ap.add_argument("--modes", default="direct,cot")
    ap.add_argument("--max-tokens", type=int, default=160)
    ap.add_argument("--threads", type=int, default=2)
    a = ap.parse_args()
    import llama_cpp

    for mode in a.modes.split(","):
        with tempfile.TemporaryDirectory() as folder:
            runs = {}
            for name, fast in (("fast", True), ("bitwise", False)):
                store = os.path.join(folder, name + ".brink")
                runs[name] = (run_brink(a, mode, store, fast), texts_by_prompt(store))
            llm = llama_cpp.Llama(a.model, n_ctx=8192, n_threads=a.threads, n_threads_batch=a.threads, verbose=False)
            fast_texts = runs["fast"][1]
            seconds, n_tokens, texts = run_baseline(llm, [json.loads(m) for m in fast_texts], a.max_tokens)
            del llm
            same = {name: sum(t == b for t, b in zip((texts_of[m] for m in fast_texts), texts))
                    for name, (_, texts_of) in runs.items()}
            print(json.dumps({
                "model": os.path.basename(a.model), "mode": mode, "requests": len(texts),
                "baseline_s": round(seconds, 2), "baseline_tokens": n_tokens,
                **{f"{name}_s": round(r["wall_s"], 2) for name, (r, _) in runs.items()},
                **{f"{name}_tokens": r["n_generated"] for name, (r, _) in runs.items()},
                **{f"{name}_ratio": round(seconds / r["wall_s"], 2) for name, (r, _) in runs.items()},
                **{f"{name}_equal_texts": same[name] for name in runs},
                "overhead_share": round((runs["fast"][0]["plan_s"] + runs["fast"][0]["store_s"]
                                         + runs["fast"][0]["read_s"]) / runs["fast"][0]["wall_s"], 4),
            }), flush=True)


if __name__ == "__main__":
    main()
