#!/usr/bin/env python3
"""Makes hidden_states.npz and hidden_states.json: hidden states by Hugging Face transformers.

usage: hidden_states.py BRINK [--model SMOLLM2.gguf] [--only ARCH]

Needs torch, transformers, gguf and numpy; the test that reads the oracle (tests/model/states_oracle.py) needs the last two
alone. Models: those of tests/model/random_gguf.py that transformers has, and SmolLM2 as float32. BRINK says which tokens
the prompts are and which it generates; transformers is given these ids, one prompt at a time, in float32. Layers 1 to L are
what the blocks return, 0 is what the first is given, and `final` the last of transformers' own hidden_states, whose others
are compared with these.

Of the small models whole states are kept, of SmolLM2 16 projections (rows of default_rng(1), scaled so that they keep
lengths in the mean) and the norm.
"""
import argparse
import importlib.metadata
import json
import os
import platform
import re
import sys
import tempfile

import gguf
import numpy as np
import torch
import transformers

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "model"))
import capturing  # noqa: E402
import random_gguf  # noqa: E402

SEED, N_PROJECTIONS = 7, 16


class File:
    def __init__(self, path):
        reader = gguf.GGUFReader(path)
        self.arch = reader.get_field("general.architecture").contents()
        self.fields = reader.fields
        self.tensors = {t.name: torch.from_numpy(gguf.dequantize(t.data, t.tensor_type).astype(np.float32).copy())
                        for t in reader.tensors}

    def key(self, name, default=None):
        field = self.fields.get(f"{self.arch}.{name}")
        return default if field is None else field.contents()


def common(f, **more):
    """Settings that decoders with rotary positions share."""
    d, heads = f.key("embedding_length"), f.key("attention.head_count")
    return dict(vocab_size=len(f.tensors["token_embd.weight"]), hidden_size=d, num_hidden_layers=f.key("block_count"),
                num_attention_heads=heads, num_key_value_heads=f.key("attention.head_count_kv", heads),
                intermediate_size=f.key("feed_forward_length"), max_position_embeddings=2048,
                rms_norm_eps=f.key("attention.layer_norm_rms_epsilon"), rope_theta=f.key("rope.freq_base", 10000.0),
                tie_word_embeddings="output.weight" not in f.tensors, pad_token_id=0, attn_implementation="eager", **more)


def experts(f, **more):
    return common(f, num_experts=f.key("expert_count"), num_experts_per_tok=f.key("expert_used_count"),
                  norm_topk_prob=False, **more)


def put_halves_back(x, n):
    """GGUF has llama's queries and keys with the halves of each head interleaved."""
    d = len(x) // n
    return x.reshape(n, d // 2, 2, -1).transpose(1, 2).reshape(len(x), -1)


def llama_change(name, x, f):
    if name.endswith("q_proj.weight"):
        return put_halves_back(x, f.key("attention.head_count"))
    if name.endswith("k_proj.weight"):
        return put_halves_back(x, f.key("attention.head_count_kv"))
    return x


def gemma_change(name, x, f):
    return x - 1 if "norm" in name else x  # a weight of 0 is no change there


def gpt2_change(name, x, f):
    return x.T if x.ndim == 2 and ".h." in name else x  # Conv1D


def neox_change(name, x, f):
    """Rows by head there, by query, key and value in GGUF."""
    if "query_key_value" not in name:
        return x
    heads = f.key("attention.head_count")
    return x.reshape(3, heads, len(x) // 3 // heads, -1).transpose(0, 1).reshape(x.shape)


def mamba_change(name, x, f):
    if name.endswith("A_log"):
        return torch.log(-x)
    return x[:, None, :] if name.endswith("conv1d.weight") else x


def no_change(name, x, f):
    return x


T = transformers


def gemma2(f):
    return T.Gemma2ForCausalLM(T.Gemma2Config(**common(
        f, head_dim=f.key("attention.key_length"), query_pre_attn_scalar=f.key("attention.key_length"),
        sliding_window=f.key("attention.sliding_window"), attn_logit_softcapping=f.key("attn_logit_softcapping"),
        final_logit_softcapping=f.key("final_logit_softcapping"))))


def qwen2moe(f):
    return T.Qwen2MoeForCausalLM(T.Qwen2MoeConfig(**experts(
        f, moe_intermediate_size=f.key("expert_feed_forward_length"),
        shared_expert_intermediate_size=f.key("expert_shared_feed_forward_length"), decoder_sparse_step=1)))


def gpt2(f):
    return T.GPT2LMHeadModel(T.GPT2Config(
        vocab_size=len(f.tensors["token_embd.weight"]), n_embd=f.key("embedding_length"), n_layer=f.key("block_count"),
        n_head=f.key("attention.head_count"), n_inner=f.key("feed_forward_length"), n_positions=2048,
        layer_norm_epsilon=f.key("attention.layer_norm_epsilon"), tie_word_embeddings=False,
        attn_implementation="eager"))


def gptneox(f):
    """hidden_act: llama.cpp has GELU by its tanh formula for every model, transformers for this one by erf."""
    return T.GPTNeoXForCausalLM(T.GPTNeoXConfig(
        vocab_size=len(f.tensors["token_embd.weight"]), hidden_size=f.key("embedding_length"),
        num_hidden_layers=f.key("block_count"), num_attention_heads=f.key("attention.head_count"),
        intermediate_size=f.key("feed_forward_length"), max_position_embeddings=2048, hidden_act="gelu_new",
        rotary_pct=f.key("rope.dimension_count") * f.key("attention.head_count") / f.key("embedding_length"),
        layer_norm_eps=f.key("attention.layer_norm_epsilon"), use_parallel_residual=f.key("use_parallel_residual"),
        tie_word_embeddings=False, attn_implementation="eager"))


def mamba(f):
    return T.MambaForCausalLM(T.MambaConfig(
        vocab_size=len(f.tensors["token_embd.weight"]), hidden_size=f.key("embedding_length"),
        state_size=f.key("ssm.state_size"), num_hidden_layers=f.key("block_count"), expand=2,
        conv_kernel=f.key("ssm.conv_kernel"), time_step_rank=f.key("ssm.time_step_rank"),
        layer_norm_epsilon=f.key("attention.layer_norm_rms_epsilon"), tie_word_embeddings=False))


# arch -> (the model without its weights, what becomes of a tensor of the file)
MODELS = {
    "llama": (lambda f: T.LlamaForCausalLM(T.LlamaConfig(**common(f))), llama_change),
    "qwen2": (lambda f: T.Qwen2ForCausalLM(T.Qwen2Config(**common(f))), no_change),
    "gemma2": (gemma2, gemma_change),
    "qwen2moe": (qwen2moe, no_change),
    "olmoe": (lambda f: T.OlmoeForCausalLM(T.OlmoeConfig(**experts(f))), no_change),
    "phi3": (lambda f: T.Phi3ForCausalLM(T.Phi3Config(**common(f, sliding_window=None))), no_change),
    "gpt2": (gpt2, gpt2_change),
    "gptneox": (gptneox, neox_change),
    "mamba": (mamba, mamba_change),
}


def tensor_of(f, names, key):
    """The tensor of a file that transformers calls `key`; experts are one tensor there, and many here."""
    expert = re.fullmatch(r"model\.layers\.(\d+)\.mlp\.experts\.(\d+)\.(gate|up|down)_proj\.weight", key)
    if expert:
        return f.tensors[f"blk.{expert[1]}.ffn_{expert[3]}_exps.weight"][int(expert[2])]
    name = names.get_name(key, try_suffixes=(".weight", ".bias")) or names.get_name(key)
    return f.tensors[name] if name in f.tensors else None


def load(path):
    f = File(path)
    make, change = MODELS[f.arch]
    torch.manual_seed(0)
    model = make(f).float().eval()
    arch = next(number for number, name in gguf.MODEL_ARCH_NAMES.items() if name == f.arch)
    names = gguf.get_tensor_name_map(arch, f.key("block_count"))
    state, used = model.state_dict(), 0
    with torch.no_grad():
        for key, to in state.items():
            if key.endswith(("masked_bias", ".attn.bias", "attention.bias", "inv_freq")):
                continue  # buffers
            if key == "lm_head.weight" and "output.weight" not in f.tensors:
                continue  # tied
            x = tensor_of(f, names, key)
            assert x is not None, f"{path} has nothing for {key}"
            x = change(key, x, f)
            to.copy_(x.reshape(to.shape) if x.numel() == to.numel() and x.ndim != to.ndim else x)
            used += x.numel()
    in_file = sum(x.numel() for x in f.tensors.values())
    assert used == in_file, f"{f.arch}: {used} of {in_file} numbers of the file are in the model"
    return model


def blocks_of(model):
    base = model.base_model
    return base.h if hasattr(base, "h") else base.layers


def states(model, ids):
    """name -> [positions, d]: 0 to L, and final."""
    seen = []
    hooks = [block.register_forward_hook(lambda _m, _i, out: seen.append(out[0] if isinstance(out, tuple) else out))
             for block in blocks_of(model)]
    hooks.append(blocks_of(model)[0].register_forward_pre_hook(lambda _m, given: seen.append(given[0])))
    with torch.no_grad():
        out = model(torch.tensor(ids[None].astype(np.int64)), output_hidden_states=True, use_cache=False)
    for hook in hooks:
        hook.remove()
    rows = {layer: x[0] for layer, x in enumerate(seen)}
    rows["final"] = out.hidden_states[-1][0]
    if model.config.model_type != "mamba":  # which leaves the embeddings out of its hidden_states
        for layer, x in enumerate(out.hidden_states[:-1]):
            assert torch.equal(rows[layer], x[0]), layer
    return {layer: x.numpy().astype(np.float32) for layer, x in rows.items()}


def projections(d):
    return np.random.default_rng(1).standard_normal((N_PROJECTIONS, d)) / np.sqrt(N_PROJECTIONS)


def add(oracle, arrays, name, path, brink, whole):
    model = load(path)
    n_layers = len(blocks_of(model))
    entry = oracle["models"][name] = {"n_layers": n_layers, "weights": capturing.weights_hash(path), "whole": whole,
                                      "prompts": {}}
    worst = 1.0
    for item, (prompt, generated, kept) in capturing.captured(brink, path, n_layers).items():
        entry["prompts"][item] = {"prompt": prompt.tolist(), "generated": generated.tolist()}
        own = states(model, np.concatenate([prompt, generated]))
        for layer, rows in own.items():
            for point, x in capturing.at_points(rows.astype(np.float64), len(prompt)).items():
                y = kept[point, layer]
                worst = min(worst, x @ y / np.linalg.norm(x) / np.linalg.norm(y))
                if not whole:
                    x = np.append(projections(len(x)) @ x, np.linalg.norm(x))
                arrays[f"{name}/{item}/{point}/{layer}"] = x.astype(np.float32)
    print(f"{name}: lowest cosine with brink's {worst:.8f}", flush=True)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("brink")
    ap.add_argument("--model")
    ap.add_argument("--only")
    a = ap.parse_args()
    oracle = {"made_by": "tests/oracle/hidden_states.py", "python": platform.python_version(),
              "torch": torch.__version__, "transformers": transformers.__version__, "numpy": np.__version__,
              "gguf": importlib.metadata.version("gguf"), "seed": SEED, "prompts": capturing.PROMPTS, "models": {}}
    arrays = {}
    with tempfile.TemporaryDirectory() as folder:
        for arch in MODELS:
            if a.only in (None, arch):
                path = os.path.join(folder, f"{arch}.gguf")
                random_gguf.write(path, arch, SEED)
                add(oracle, arrays, arch, path, a.brink, whole=True)
        if a.model:
            path = os.path.join(folder, "float32.gguf")
            capturing.write_as_float32(a.model, path)
            add(oracle, arrays, os.path.basename(a.model), path, a.brink, whole=False)
    if a.only is None:
        np.savez_compressed(os.path.join(HERE, "hidden_states.npz"), **arrays)
        with open(os.path.join(HERE, "hidden_states.json"), "w") as out:
            json.dump(oracle, out, indent=1)
            out.write("\n")


if __name__ == "__main__":
    main()
