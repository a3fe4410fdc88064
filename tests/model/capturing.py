"""Runs brink on a model and gives back the states that it kept, for the tests and oracles beside this file."""
import hashlib
import json
import os
import sqlite3
import subprocess
import tempfile

import gguf
import numpy as np

POINTS = ["last_prompt", "mean_prompt", "first_output", "fraction:0.5", "last_output"]
# Of one word, of a line, and longer than a window and a piece of a prefill: asked together, so that lengths are mixed.
PROMPTS = {
    "word": "Rain",
    "line": "Question: what colour is a clear sky at noon?\nAnswer:",
    "passage": "The river rises in the hills, passes two mills and a weir, and runs north to the sea. " * 2 + "Why?",
}


def write_as_float32(source, path):
    """The same GGUF file with every tensor as float32."""
    reader = gguf.GGUFReader(source)
    w = gguf.GGUFWriter(path, reader.get_field("general.architecture").contents())
    for field in reader.fields.values():
        if field.name.startswith("GGUF.") or field.name in ("general.architecture", "general.file_type"):
            continue
        kind = field.types[0]
        sub = field.types[-1] if kind == gguf.GGUFValueType.ARRAY else None
        w.add_key_value(field.name, field.contents(), kind, sub_type=sub)
    for t in reader.tensors:
        w.add_tensor(t.name, gguf.dequantize(t.data, t.tensor_type).astype(np.float32))
    w.write_header_to_file()
    w.write_kv_data_to_file()
    w.write_tensors_to_file()
    w.close()


def weights_hash(path):
    """Of the tensors of a GGUF file: names, shapes and bytes."""
    h = hashlib.sha256()
    for t in sorted(gguf.GGUFReader(path).tensors, key=lambda t: t.name):
        h.update(f"{t.name} {[int(n) for n in t.shape]} ".encode())
        h.update(t.data.tobytes())
    return h.hexdigest()


def run_study(brink, folder, model, n_layers, max_tokens=8):
    """A study of the prompts as they stand, asked together; every layer at every point as float32."""
    data, study, store = (os.path.join(folder, f) for f in ("items.jsonl", "study.toml", "study.brink"))
    with open(data, "w") as out:
        out.writelines(json.dumps({"id": i, "question": q, "answer": "#### 1"}) + "\n" for i, q in PROMPTS.items())
    with open(study, "w") as out:
        out.write(f"""modes = ["as_it_stands"]
[mode.as_it_stands]
user = "{{question}}"
template = "raw"
[model.m]
path = {json.dumps(model)}
kv_type = "f32"
threads = 1
n_ctx = 1024
n_parallel = {len(PROMPTS)}
[data.d]
path = {json.dumps(data)}
format = "gsm8k"
[decoding]
max_tokens = {max_tokens}
[states]
points = {json.dumps(POINTS)}
layers = {json.dumps(list(range(n_layers + 1)) + ["final"])}
dtype = "float32"
""")
    run = subprocess.run([brink, "run", study, "--json"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if run.returncode != 0:
        raise RuntimeError(f"brink run: exit status {run.returncode}\n{run.stderr}")
    return store


def captured(brink, model, n_layers):
    """id of the prompt -> (ids of its tokens, generated ids, {(point, layer): state})."""
    with tempfile.TemporaryDirectory() as folder:
        return recorded(run_study(brink, folder, model, n_layers))


def recorded(store):
    db = sqlite3.connect(f"file:{store}?mode=ro", uri=True)

    def ids(record, column):
        blob = db.execute(f"SELECT {column} FROM tokens WHERE record = ?", (record,)).fetchone()[0]
        return np.frombuffer(blob, "<i4")

    out = {}
    for record, item in db.execute("SELECT cell.record, item.id FROM cell JOIN item ON item.hash = cell.item"
                                   " WHERE treatment = 'none'").fetchall():
        states = {}
        rows = [("last_prompt", record)] + db.execute(
            "SELECT point, record FROM cell WHERE treatment = 'states' AND parent = ?", (record,)).fetchall()
        for point, of in rows:
            for site, layer, pool, data in db.execute("SELECT point, layer, pool, data FROM state WHERE record = ?", (of,)):
                at = "mean_prompt" if pool == "mean_input" else point
                states[at, "final" if site == "final" else layer] = np.frombuffer(data, "<f4").astype(np.float64)
        out[item] = ids(record, "prompt"), ids(record, "generated"), states
    db.close()
    return out


def at_points(rows, n_prompt):
    """What the points of a forward pass over prompt and answer hold: [positions, d] -> point -> [d]. An empty answer has
    those of the prompt alone."""
    n_generated = len(rows) - n_prompt
    of_prompt = {"last_prompt": rows[n_prompt - 1], "mean_prompt": rows[:n_prompt].mean(axis=0)}
    if n_generated == 0:
        return of_prompt
    return {**of_prompt, "first_output": rows[n_prompt], "fraction:0.5": rows[n_prompt - 1 + int(n_generated / 2 + .5)],
            "last_output": rows[-1]}
