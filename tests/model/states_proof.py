#!/usr/bin/env python3
"""Hidden states that brink keeps, against a forward pass written here from the architectures' definitions.

usage: states_proof.py BRINK [--model SMOLLM2.gguf]

The forward pass is NumPy in float64: token embedding, RMSNorm (Zhang & Sennrich 2019), rotary positions on half-split
heads (Su et al. 2021, as Hugging Face's rotate_half), grouped-query attention (Ainslie et al. 2023), SwiGLU (Shazeer
2020); qwen2 has biases on queries, keys and values. gemma2 and gemma3 (Gemma Team 2024, 2025) scale the embeddings, gate
by GELU, norm what attention and feed-forward give, and look back a window in some blocks; gemma2 caps the scores, gemma3
norms queries and keys, and turns them by another base where it looks back a window. It shares no code with llama.cpp;
weights are read with the package gguf. Models: small ones of random weights (random_gguf.py), and SmolLM2 (llama) with its
weights written out as float32, where --model or BRINK_TEST_MODEL names it.

Claims: at every layer from 0 to L and `final`, at every point, the cosine is .9999 at least and the norm within .1 %.
"""
import argparse
import os
import sys
import tempfile

SKIPPED = 77
try:
    import gguf
    import numpy as np

    import capturing
    import random_gguf
except ImportError as e:
    print(f"skipped: {e}: BRINK_PYTHON may name a Python with numpy and gguf")
    sys.exit(SKIPPED)

GEMMA_PERIOD = {"gemma2": 2, "gemma3": 6}  # of so many blocks the last looks back all the way, where the file says no other
LOCAL_BASE = 10000.0  # of gemma3's other blocks


class Forward:
    """A decoder of architecture llama, qwen2, gemma2 or gemma3, from a GGUF file."""

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
        self.d_head = key("attention.key_length", key("embedding_length") // self.n_heads)
        self.window = key("attention.sliding_window", 0)
        self.cap = key("attn_logit_softcapping", 0.0)
        self.is_gemma = self.arch in GEMMA_PERIOD
        self.period = key("attention.sliding_window_pattern", GEMMA_PERIOD.get(self.arch, 1))

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
        return self.norm(y, name + "_norm.weight") if name + "_norm.weight" in self.w else y

    def rotate(self, x, base):
        half = self.d_head // 2
        angle = np.outer(np.arange(len(x)), base ** (-np.arange(half) / half))[:, None, :]
        a, b = x[..., :half], x[..., half:]
        return np.concatenate([a * np.cos(angle) - b * np.sin(angle), b * np.cos(angle) + a * np.sin(angle)], axis=-1)

    def attention(self, x, block, base, looks_back):
        """looks_back: positions that a query sees, its own included."""
        q = self.rotate(self.heads(x, block + "attn_q", self.n_heads), base)
        k = self.rotate(self.heads(x, block + "attn_k", self.n_kv), base)
        v = self.heads(x, block + "attn_v", self.n_kv)
        group = self.n_heads // self.n_kv
        k, v = np.repeat(k, group, axis=1), np.repeat(v, group, axis=1)
        scores = np.einsum("qhd,khd->hqk", q, k) / np.sqrt(self.d_head)
        if self.cap:
            scores = self.cap * np.tanh(scores / self.cap)
        back = np.arange(len(x))[:, None] - np.arange(len(x))[None, :]
        scores[:, (back < 0) | (back >= looks_back)] = -np.inf
        p = np.exp(scores - scores.max(axis=-1, keepdims=True))
        p /= p.sum(axis=-1, keepdims=True)
        return self.linear(np.einsum("hqk,khd->qhd", p, v).reshape(len(x), -1), block + "attn_output")

    def gate(self, x):
        if self.is_gemma:
            return x / 2 * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + .044715 * x ** 3)))
        return x / (1 + np.exp(-x))

    def states(self, ids):
        """name -> [positions, d_model]: resid_post 0..L, and final."""
        x = self.w["token_embd.weight"][ids]
        if self.is_gemma:
            x = x * np.sqrt(x.shape[1])
        out = {0: x}
        for layer in range(self.n_layers):
            block = f"blk.{layer}."
            local = (layer + 1) % self.period != 0
            y = self.attention(self.norm(x, block + "attn_norm.weight"), block,
                               LOCAL_BASE if local and self.arch == "gemma3" else self.base,
                               self.window if local else len(ids))
            x = x + (self.norm(y, block + "post_attention_norm.weight") if self.is_gemma else y)
            h = self.norm(x, block + "ffn_norm.weight")
            y = self.linear(self.gate(self.linear(h, block + "ffn_gate")) * self.linear(h, block + "ffn_up"),
                            block + "ffn_down")
            x = x + (self.norm(y, block + "post_ffw_norm.weight") if self.is_gemma else y)
            out[layer + 1] = x
        out["final"] = self.norm(x, "output_norm.weight")
        return out


def check(brink, name, model):
    forward = Forward(model)
    lowest, farthest, n = 1.0, 0.0, 0
    for item, (prompt, generated, states) in capturing.captured(brink, model, forward.n_layers).items():
        own = {layer: capturing.at_points(rows, len(prompt))
               for layer, rows in forward.states(np.concatenate([prompt, generated])).items()}
        assert set(states) == {(point, layer) for layer in own for point in own[layer]}, sorted(map(str, states))
        for (point, layer), x in states.items():
            y = own[layer][point]
            cosine = x @ y / (np.linalg.norm(x) * np.linalg.norm(y))
            norm = np.linalg.norm(x) / np.linalg.norm(y)
            assert cosine >= .9999 and abs(norm - 1) <= .001, (name, item, point, layer, cosine, norm)
            lowest, farthest, n = min(lowest, cosine), max(farthest, abs(norm - 1)), n + 1
    assert n > 0
    print(f"{name}: {n} states, lowest cosine {lowest:.8f}, norm within {farthest:.2g}", flush=True)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("brink")
    ap.add_argument("--model", default=os.environ.get("BRINK_TEST_MODEL"))
    a = ap.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for arch in ("llama", "qwen2", "gemma2", "gemma3"):
            path = os.path.join(folder, f"{arch}.gguf")
            random_gguf.write(path, arch)
            check(a.brink, f"random {arch}", path)
        if not a.model:
            print("without a real model: BRINK_TEST_MODEL is not set")
            return 0
        path = os.path.join(folder, "float32.gguf")
        capturing.write_as_float32(a.model, path)
        check(a.brink, os.path.basename(a.model), path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
