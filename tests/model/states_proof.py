#!/usr/bin/env python3
"""Hidden states that brink keeps, against a forward pass written here from the architectures' definitions.

usage: states_proof.py BRINK [--model SMOLLM2.gguf]

The forward pass is NumPy in float64: token embedding, RMSNorm (Zhang & Sennrich 2019), rotary positions on half-split
heads (Su et al. 2021, as Hugging Face's rotate_half), grouped-query attention (Ainslie et al. 2023), SwiGLU (Shazeer
2020); qwen2 has biases on queries, keys and values. It shares no code with llama.cpp; weights are read with the package
gguf. Models: SmolLM2 (llama) with its weights written out as float32, where --model or BRINK_TEST_MODEL names it, and a
small qwen2 and a small llama of random weights made here.

Claims: at every layer from 0 to L and `final`, at every point that brink can read, the cosine is .9999 at least and
the norm within .1 %.
"""
import argparse
import json
import os
import sqlite3
import subprocess
import sys
import tempfile

SKIPPED = 77
try:
    import gguf
    import numpy as np
except ImportError as e:
    print(f"skipped: {e}: BRINK_PYTHON may name a Python with numpy and gguf")
    sys.exit(SKIPPED)

POINTS = ["last_prompt", "mean_prompt", "first_output", "fraction:0.5", "last_output"]
ITEMS = [
    {"id": "sky", "question": "What colour is a clear sky at noon?", "options": ["green", "blue", "red", "black"],
     "answer": 1},
    {"id": "sum", "question": "What is 17 + 25? Mind the carry; a passage of some length comes first. " + "So. " * 40,
     "options": ["42", "32", "41", "43"], "answer": 0},
]
TEMPLATE = ("{% for m in messages %}[{{ m.role }}] {{ m.content }}\n{% endfor %}"
            "{% if add_generation_prompt %}[assistant] {% endif %}")


class Forward:
    """A decoder of architecture llama or qwen2, from a GGUF file."""

    def __init__(self, path):
        reader = gguf.GGUFReader(path)
        self.arch = reader.get_field("general.architecture").contents()
        self.w = {t.name: gguf.dequantize(t.data, t.tensor_type).astype(np.float64) for t in reader.tensors}

        def key(name, default=None):
            field = reader.get_field(f"{self.arch}.{name}")
            return default if field is None else field.contents()

        self.n_layers = key("block_count")
        self.n_heads = key("attention.head_count")
        self.n_kv = key("attention.head_count_kv", self.n_heads)
        self.eps = key("attention.layer_norm_rms_epsilon")
        self.base = key("rope.freq_base", 10000.0)
        self.d_head = key("embedding_length") // self.n_heads

    def norm(self, x, name):
        return x / np.sqrt(np.mean(x * x, axis=-1, keepdims=True) + self.eps) * self.w[name]

    def linear(self, x, name):
        y = x @ self.w[name + ".weight"].T
        bias = self.w.get(name + ".bias")
        return y if bias is None else y + bias

    def heads(self, x, name, n):
        """[positions, n, d_head]. In GGUF the rows of llama's queries and keys are interleaved; they are put back."""
        y = self.linear(x, name).reshape(len(x), n, self.d_head)
        if self.arch == "llama" and not name.endswith("_v"):
            y = y.reshape(len(x), n, self.d_head // 2, 2).swapaxes(2, 3).reshape(len(x), n, self.d_head)
        return y

    def rotate(self, x):
        half = self.d_head // 2
        angle = np.outer(np.arange(len(x)), self.base ** (-np.arange(half) / half))[:, None, :]
        a, b = x[..., :half], x[..., half:]
        return np.concatenate([a * np.cos(angle) - b * np.sin(angle), b * np.cos(angle) + a * np.sin(angle)], axis=-1)

    def attention(self, x, block):
        q = self.rotate(self.heads(x, block + "attn_q", self.n_heads))
        k = self.rotate(self.heads(x, block + "attn_k", self.n_kv))
        v = self.heads(x, block + "attn_v", self.n_kv)
        group = self.n_heads // self.n_kv
        k, v = np.repeat(k, group, axis=1), np.repeat(v, group, axis=1)
        scores = np.einsum("qhd,khd->hqk", q, k) / np.sqrt(self.d_head)
        scores += np.triu(np.full((len(x), len(x)), -np.inf), 1)
        p = np.exp(scores - scores.max(axis=-1, keepdims=True))
        p /= p.sum(axis=-1, keepdims=True)
        return self.linear(np.einsum("hqk,khd->qhd", p, v).reshape(len(x), -1), block + "attn_output")

    def states(self, ids):
        """name -> [positions, d_model]: resid_post 0..L, and final."""
        x = self.w["token_embd.weight"][ids]
        out = {0: x}
        for layer in range(self.n_layers):
            block = f"blk.{layer}."
            x = x + self.attention(self.norm(x, block + "attn_norm.weight"), block)
            h = self.norm(x, block + "ffn_norm.weight")
            gate = self.linear(h, block + "ffn_gate")
            x = x + self.linear(gate / (1 + np.exp(-gate)) * self.linear(h, block + "ffn_up"), block + "ffn_down")
            out[layer + 1] = x
        out["final"] = self.norm(x, "output_norm.weight")
        return out


def write_random(path, arch, seed):
    """A small model of random weights over bytes."""
    d, heads, kv, ff, blocks = 64, 4, 2, 96, 5
    rng = np.random.default_rng(seed)
    w = gguf.GGUFWriter(path, arch)
    w.add_context_length(2048)
    w.add_embedding_length(d)
    w.add_block_count(blocks)
    w.add_feed_forward_length(ff)
    w.add_head_count(heads)
    w.add_head_count_kv(kv)
    w.add_layer_norm_rms_eps(1e-6)
    w.add_rope_freq_base(1e6 if arch == "qwen2" else 1e4)
    tokens = ["<unk>", "<s>", "</s>"] + [f"<0x{b:02X}>" for b in range(256)] + ["\u2581"]
    w.add_tokenizer_model("llama")
    w.add_token_list(tokens)
    w.add_token_scores([0.0] * len(tokens))
    w.add_token_types([2, 3, 3] + [6] * 256 + [1])
    w.add_bos_token_id(1)
    w.add_eos_token_id(2)
    w.add_add_bos_token(True)
    w.add_chat_template(TEMPLATE)

    def add(name, *shape, scale=.15):
        w.add_tensor(name, (scale * rng.standard_normal(shape)).astype(np.float32))

    add("token_embd.weight", len(tokens), d, scale=1)
    add("output.weight", len(tokens), d)
    w.add_tensor("output_norm.weight", (1 + .2 * rng.standard_normal(d)).astype(np.float32))
    for i in range(blocks):
        b = f"blk.{i}."
        for norm in ("attn_norm", "ffn_norm"):
            w.add_tensor(b + norm + ".weight", (1 + .2 * rng.standard_normal(d)).astype(np.float32))
        for name, rows in (("attn_q", d), ("attn_k", d // heads * kv), ("attn_v", d // heads * kv)):
            add(b + name + ".weight", rows, d)
            if arch == "qwen2":
                add(b + name + ".bias", rows, scale=.5)
        add(b + "attn_output.weight", d, d)
        add(b + "ffn_gate.weight", ff, d)
        add(b + "ffn_up.weight", ff, d)
        add(b + "ffn_down.weight", d, ff)
    w.write_header_to_file()
    w.write_kv_data_to_file()
    w.write_tensors_to_file()
    w.close()


def write_as_float32(source, path):
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


def run_study(brink, folder, model, n_layers):
    data, study, store = (os.path.join(folder, f) for f in ("items.jsonl", "study.toml", "study.brink"))
    with open(data, "w") as out:
        out.writelines(json.dumps(item) + "\n" for item in ITEMS)
    layers = list(range(n_layers + 1)) + ["final"]
    with open(study, "w") as out:
        out.write(f"""modes = ["direct"]
permutations = "none"
[model.m]
path = {json.dumps(model)}
kv_type = "f32"
n_ctx = 1024
[data.d]
path = {json.dumps(data)}
[decoding]
max_tokens = 12
[states]
points = {json.dumps(POINTS)}
layers = {json.dumps(layers)}
dtype = "float32"
""")
    subprocess.run([brink, "run", study, "--json"], check=True, stdout=subprocess.DEVNULL)
    return store


def recorded(store):
    """(prompt ids, generated ids, {(point, layer): state}) of every answer."""
    db = sqlite3.connect(f"file:{store}?mode=ro", uri=True)

    def ids(record, column):
        blob = db.execute(f"SELECT {column} FROM tokens WHERE record = ?", (record,)).fetchone()[0]
        return np.frombuffer(blob, "<i4")

    for (record,) in db.execute("SELECT record FROM cell WHERE treatment = 'none'").fetchall():
        states = {}
        rows = [("last_prompt", record)] + db.execute(
            "SELECT point, record FROM cell WHERE treatment = 'states' AND parent = ?", (record,)).fetchall()
        for point, of in rows:
            for site, layer, pool, data in db.execute("SELECT point, layer, pool, data FROM state WHERE record = ?", (of,)):
                at = "mean_prompt" if pool == "mean_input" else point
                states[at, "final" if site == "final" else layer] = np.frombuffer(data, "<f4").astype(np.float64)
        yield ids(record, "prompt"), ids(record, "generated"), states


def check(brink, name, model):
    forward = Forward(model)
    lowest, farthest, n = 1.0, 0.0, 0
    with tempfile.TemporaryDirectory() as folder:
        for prompt, generated, states in recorded(run_study(brink, folder, model, forward.n_layers)):
            own = forward.states(np.concatenate([prompt, generated]))
            places = {"last_prompt": 0, "first_output": 1, "last_output": len(generated),
                      "fraction:0.5": int(len(generated) / 2 + .5)}
            assert {point for point, _ in states} == set(POINTS), sorted({point for point, _ in states})
            assert len(states) == len(POINTS) * (forward.n_layers + 2), len(states)
            for (point, layer), x in states.items():
                rows = own[layer]
                y = (rows[:len(prompt)].mean(axis=0) if point == "mean_prompt"
                     else rows[len(prompt) - 1 + places[point]])
                cosine = x @ y / (np.linalg.norm(x) * np.linalg.norm(y))
                norm = np.linalg.norm(x) / np.linalg.norm(y)
                assert cosine >= .9999 and abs(norm - 1) <= .001, (name, point, layer, cosine, norm)
                lowest, farthest, n = min(lowest, cosine), max(farthest, abs(norm - 1)), n + 1
    assert n > 0
    print(f"{name}: {n} states, lowest cosine {lowest:.8f}, norm within {farthest:.2g}")


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("brink")
    ap.add_argument("--model", default=os.environ.get("BRINK_TEST_MODEL"))
    a = ap.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for arch in ("llama", "qwen2"):
            path = os.path.join(folder, f"{arch}.gguf")
            write_random(path, arch, 7)
            check(a.brink, f"random {arch}", path)
        if not a.model:
            print("without a real model: BRINK_TEST_MODEL is not set")
            return 0
        path = os.path.join(folder, "float32.gguf")
        write_as_float32(a.model, path)
        check(a.brink, os.path.basename(a.model), path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
