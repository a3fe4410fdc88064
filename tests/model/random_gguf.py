"""Small models of random weights over bytes, one for each architecture named here, written as GGUF ("name/variant": the
same architecture with other sizes).

Every tensor has an effect: norms are not 1, biases not 0, a window is shorter than the prompts, experts are several.
The same architecture and seed give the same numbers (NumPy's PCG64).
"""
import gguf
import numpy as np

D, HEADS, KV, FF, BLOCKS = 32, 4, 2, 48, 4
D_HEAD = D // HEADS
EXPERTS, EXPERTS_USED, FF_EXPERT = 6, 2, 24
WINDOW = 24
TEMPLATE = ("{% for m in messages %}[{{ m.role }}] {{ m.content }}\n{% endfor %}"
            "{% if add_generation_prompt %}[assistant] {% endif %}")
TOKENS = ["<unk>", "<s>", "</s>"] + [f"<0x{b:02X}>" for b in range(256)] + ["\u2581"]


class Writer:
    def __init__(self, path, arch, seed):
        self.rng = np.random.default_rng(seed)
        self.gguf = w = gguf.GGUFWriter(path, arch)
        self.arch = arch
        self.d = D
        w.add_context_length(2048)
        w.add_block_count(BLOCKS)
        w.add_tokenizer_model("llama")
        w.add_token_list(TOKENS)
        w.add_token_scores([0.0] * len(TOKENS))
        w.add_token_types([2, 3, 3] + [6] * 256 + [1])
        w.add_bos_token_id(1)
        w.add_eos_token_id(2)
        w.add_add_bos_token(True)
        w.add_chat_template(TEMPLATE)

    def put(self, name, x):
        self.gguf.add_tensor(name, np.ascontiguousarray(x, dtype=np.float32))

    def add(self, name, *shape, scale=.3, mean=0.0):
        self.put(name, mean + scale * self.rng.standard_normal(shape))

    def norm(self, name, n=None, bias=False):
        self.add(name + ".weight", n or self.d, scale=.2, mean=1)
        if bias:
            self.add(name + ".bias", n or self.d, scale=.2)

    def linear(self, name, rows, columns, bias=False):
        self.add(name + ".weight", rows, columns)
        if bias:
            self.add(name + ".bias", rows, scale=.5)

    def close(self):
        self.gguf.add_embedding_length(self.d)
        self.gguf.write_header_to_file()
        self.gguf.write_kv_data_to_file()
        self.gguf.write_tensors_to_file()
        self.gguf.close()


def attention(w, b, bias=False, kv=KV):
    w.linear(b + "attn_q", D, D, bias)
    w.linear(b + "attn_k", D_HEAD * kv, D, bias)
    w.linear(b + "attn_v", D_HEAD * kv, D, bias)
    w.linear(b + "attn_output", D, D)


def gated(w, b, suffix="", ff=FF):
    w.linear(b + "ffn_gate" + suffix, ff, D)
    w.linear(b + "ffn_up" + suffix, ff, D)
    w.linear(b + "ffn_down" + suffix, D, ff)


def experts(w, b, ff):
    w.linear(b + "ffn_gate_inp", EXPERTS, D)
    w.add(b + "ffn_gate_exps.weight", EXPERTS, ff, D)
    w.add(b + "ffn_up_exps.weight", EXPERTS, ff, D)
    w.add(b + "ffn_down_exps.weight", EXPERTS, D, ff)


def heads(w, kv=KV, rms=True):
    w.gguf.add_head_count(HEADS)
    w.gguf.add_head_count_kv(kv)
    w.gguf.add_feed_forward_length(FF)
    (w.gguf.add_layer_norm_rms_eps if rms else w.gguf.add_layer_norm_eps)(1e-5)


def ends(w, output=True, bias=False):
    w.add("token_embd.weight", len(TOKENS), w.d, scale=1)
    if output:
        w.linear("output", len(TOKENS), w.d)
    w.norm("output_norm", bias=bias)


def llama_like(w, bias=False):
    heads(w)
    w.gguf.add_rope_freq_base(1e6 if bias else 1e4)
    ends(w)
    for b in blocks():
        w.norm(b + "attn_norm")
        w.norm(b + "ffn_norm")
        attention(w, b, bias)
        gated(w, b)


def blocks():
    return [f"blk.{i}." for i in range(BLOCKS)]


def gemma(w, version):
    """Embeddings times sqrt(d), norms behind attention and feed-forward too, windows; 2: soft caps; 3: normed heads."""
    heads(w)
    w.gguf.add_key_length(D_HEAD)
    w.gguf.add_value_length(D_HEAD)
    w.gguf.add_rope_freq_base(1e4 if version == 2 else 1e6)
    w.gguf.add_sliding_window(WINDOW)
    if version == 3:
        w.gguf.add_sliding_window_pattern(3)
    if version == 2:
        w.gguf.add_attn_logit_softcapping(5.0)
        w.gguf.add_final_logit_softcapping(3.0)
    ends(w, output=False)
    for b in blocks():
        for name in ("attn_norm", "post_attention_norm", "ffn_norm", "post_ffw_norm"):
            w.norm(b + name)
        if version == 3:
            w.norm(b + "attn_q_norm", D_HEAD)
            w.norm(b + "attn_k_norm", D_HEAD)
        attention(w, b)
        gated(w, b)


def qwen2moe(w):
    heads(w)
    w.gguf.add_rope_freq_base(1e6)
    w.gguf.add_expert_count(EXPERTS)
    w.gguf.add_expert_used_count(EXPERTS_USED)
    w.gguf.add_expert_feed_forward_length(FF_EXPERT)
    w.gguf.add_expert_shared_feed_forward_length(FF)
    ends(w)
    for b in blocks():
        w.norm(b + "attn_norm")
        w.norm(b + "ffn_norm")
        attention(w, b, bias=True)
        experts(w, b, FF_EXPERT)
        w.add(b + "ffn_gate_inp_shexp.weight", D)
        gated(w, b, "_shexp")


def olmoe(w):
    heads(w, kv=HEADS)
    w.gguf.add_rope_freq_base(1e4)
    w.gguf.add_expert_count(EXPERTS)
    w.gguf.add_expert_used_count(EXPERTS_USED)
    ends(w)
    for b in blocks():
        for name in ("attn_norm", "ffn_norm", "attn_q_norm", "attn_k_norm"):
            w.norm(b + name)
        attention(w, b, kv=HEADS)
        experts(w, b, FF)


def phi3(w):
    """Queries, keys and values in one matrix, gate and up in another."""
    heads(w)
    w.gguf.add_rope_freq_base(1e4)
    w.gguf.add_rope_dimension_count(D_HEAD)
    ends(w)
    for b in blocks():
        w.norm(b + "attn_norm")
        w.norm(b + "ffn_norm")
        w.linear(b + "attn_qkv", D + 2 * KV * D_HEAD, D)
        w.linear(b + "attn_output", D, D)
        w.linear(b + "ffn_up", 2 * FF, D)
        w.linear(b + "ffn_down", D, FF)


def gpt2(w, parallel=None):
    """Learned positions, norms with a mean; gptneox: rotary positions, attention and feed-forward side by side."""
    heads(w, kv=HEADS, rms=False)
    if parallel is None:
        w.add("position_embd.weight", 2048, D, scale=.3)
    else:
        w.gguf.add_parallel_residual(parallel)
        w.gguf.add_rope_dimension_count(D_HEAD // 2)
    ends(w, bias=True)
    for b in blocks():
        w.norm(b + "attn_norm", bias=True)
        w.norm(b + "ffn_norm", bias=True)
        w.linear(b + "attn_qkv", 3 * D, D, bias=True)
        w.linear(b + "attn_output", D, D, bias=True)
        w.linear(b + "ffn_up", FF, D, bias=True)
        w.linear(b + "ffn_down", D, FF, bias=True)


def mamba(w):
    inner, state, rank, kernel = 2 * D, 8, 4, 4
    w.gguf.add_head_count(0)
    w.gguf.add_feed_forward_length(0)
    w.gguf.add_layer_norm_rms_eps(1e-5)
    w.gguf.add_ssm_conv_kernel(kernel)
    w.gguf.add_ssm_inner_size(inner)
    w.gguf.add_ssm_state_size(state)
    w.gguf.add_ssm_time_step_rank(rank)
    ends(w)
    for b in blocks():
        w.norm(b + "attn_norm")
        w.linear(b + "ssm_in", 2 * inner, D)
        w.add(b + "ssm_conv1d.weight", inner, kernel, scale=.4)
        w.add(b + "ssm_conv1d.bias", inner)
        w.linear(b + "ssm_x", rank + 2 * state, inner)
        w.linear(b + "ssm_dt", inner, rank, bias=True)
        w.put(b + "ssm_a", -w.rng.uniform(.3, 4, (inner, state)))
        w.add(b + "ssm_d", inner, mean=1)
        w.linear(b + "ssm_out", D, inner)


def falcon_h1(w):
    """Attention and a state-space model side by side in every block."""
    inner, state, groups, n_heads, kernel = 32, 8, 1, 4, 4
    heads(w)
    w.gguf.add_rope_freq_base(1e6)
    w.gguf.add_key_length(D_HEAD)
    w.gguf.add_value_length(D_HEAD)
    w.gguf.add_ssm_conv_kernel(kernel)
    w.gguf.add_ssm_inner_size(inner)
    w.gguf.add_ssm_state_size(state)
    w.gguf.add_ssm_time_step_rank(n_heads)
    w.gguf.add_ssm_group_count(groups)
    ends(w)
    width = inner + 2 * groups * state
    for b in blocks():
        w.norm(b + "attn_norm")
        w.add(b + "ffn_norm", D, scale=.2, mean=1)
        attention(w, b)
        gated(w, b)
        w.linear(b + "ssm_in", inner + width + n_heads, D)
        w.add(b + "ssm_conv1d.weight", width, kernel, scale=.4)
        w.add(b + "ssm_conv1d.bias", width)
        w.add(b + "ssm_dt.bias", n_heads, scale=.5)
        w.put(b + "ssm_a", -w.rng.uniform(.3, 4, (n_heads, 1)))
        w.add(b + "ssm_d", n_heads, 1, mean=1)
        w.add(b + "ssm_norm.weight", groups, inner // groups, scale=.2, mean=1)
        w.linear(b + "ssm_out", D, inner)


def lfm2(w):
    """Short convolutions, and attention in every other block."""
    heads(w, kv=[0 if i % 2 == 0 else KV for i in range(BLOCKS)])
    w.gguf.add_rope_freq_base(1e6)
    w.gguf.add_shortconv_l_cache(3)
    w.add("token_embd.weight", len(TOKENS), D, scale=1)
    w.norm("token_embd_norm")  # the final norm, under this name
    for i, b in enumerate(blocks()):
        w.norm(b + "attn_norm")
        w.norm(b + "ffn_norm")
        gated(w, b)
        if i % 2 == 0:
            w.add(b + "shortconv.conv.weight", D, 3, scale=.4)
            w.linear(b + "shortconv.in_proj", 3 * D, D)
            w.linear(b + "shortconv.out_proj", D, D)
        else:
            attention(w, b)
            w.norm(b + "attn_q_norm", D_HEAD)
            w.norm(b + "attn_k_norm", D_HEAD)


def rwkv7(w, d=128, head=64):
    """Heads of 64 as every released model has them; llama.cpp's kernel reads beyond heads narrower than its vectors."""
    rank = 8
    w.d = d
    w.gguf.add_head_count(0)
    w.gguf.add_feed_forward_length(FF)
    w.gguf.add_layer_norm_eps(1e-5)
    w.gguf.add_wkv_head_size(head)
    w.gguf.add_decay_lora_rank(rank)
    w.gguf.add_iclr_lora_rank(rank)
    w.gguf.add_value_residual_mix_lora_rank(rank)
    w.gguf.add_gate_lora_rank(rank)
    w.gguf.add_token_shift_count(2)
    ends(w, bias=True)
    w.norm("token_embd_norm", bias=True)
    for b in blocks():
        w.norm(b + "attn_norm", bias=True)
        w.norm(b + "attn_norm_2", bias=True)
        for part in "wav":
            w.add(f"{b}time_mix_{part}0.weight", d, scale=.5)
            w.linear(f"{b}time_mix_{part}1", rank, d)
            w.linear(f"{b}time_mix_{part}2", d, rank)
        w.linear(b + "time_mix_g1", rank, d)
        w.linear(b + "time_mix_g2", d, rank)
        w.add(b + "time_mix_lerp_fused.weight", 6, 1, 1, d, scale=.3, mean=.5)
        for part in ("k_k", "k_a", "r_k"):
            w.add(f"{b}time_mix_{part}.weight", d, mean=.7)
        for part in ("key", "value", "receptance", "output"):
            w.linear(f"{b}time_mix_{part}", d, d)
        w.norm(b + "time_mix_ln", bias=True)
        w.add(b + "channel_mix_lerp_k.weight", 1, 1, d, scale=.3, mean=.5)
        w.linear(b + "channel_mix_key", FF, d)
        w.linear(b + "channel_mix_value", d, FF)


ARCHITECTURES = {
    "llama": llama_like,
    "qwen2": lambda w: llama_like(w, bias=True),
    "gemma2": lambda w: gemma(w, 2),
    "gemma3": lambda w: gemma(w, 3),
    "qwen2moe": qwen2moe,
    "olmoe": olmoe,
    "phi3": phi3,
    "gpt2": gpt2,
    "gptneox": lambda w: gpt2(w, parallel=True),
    "mamba": mamba,
    "falcon-h1": falcon_h1,
    "lfm2": lfm2,
    "rwkv7": rwkv7,
    "rwkv7/32": lambda w: rwkv7(w, d=32, head=32),
}


def write(path, name, seed=7):
    w = Writer(path, name.split("/")[0], seed)
    ARCHITECTURES[name](w)
    w.close()
