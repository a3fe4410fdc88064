#include "brink/backends/llama/tiny_gguf.h"

#include <fmt/format.h>
#include <ggml.h>
#include <gguf.h>

#include <cmath>
#include <limits>
#include <memory>
#include <numbers>
#include <vector>

#include "brink/base/rng.h"

namespace brink::llama {
namespace {

constexpr int kWidth = 64;
constexpr int kHeads = 4;
constexpr int kKvHeads = 2;
constexpr int kFeedForward = 128;
constexpr int kBlocks = 2;
constexpr int kContext = 2048;
constexpr int kControlTokens = 3;
constexpr int kVocab = kControlTokens + 256 + 1;

struct Free {
  void operator()(gguf_context* g) const { gguf_free(g); }
  void operator()(ggml_context* c) const { ggml_free(c); }
};

class Writer {
 public:
  explicit Writer(const TinyModel& model)
      : model_(model),
        rng_(model.seed),
        gguf_(gguf_init_empty()),
        tensors_(ggml_init({.mem_size = std::size_t{8} << 20U, .mem_buffer = nullptr, .no_alloc = false})) {}

  void write(const std::filesystem::path& path) {
    architecture();
    vocabulary();
    weights();
    gguf_write_to_file(gguf_.get(), path.c_str(), false);
  }

 private:
  void architecture() {
    gguf_context* g = gguf_.get();
    gguf_set_val_str(g, "general.architecture", "llama");
    gguf_set_val_u32(g, "llama.context_length", kContext);
    gguf_set_val_u32(g, "llama.embedding_length", kWidth);
    gguf_set_val_u32(g, "llama.block_count", kBlocks);
    gguf_set_val_u32(g, "llama.feed_forward_length", kFeedForward);
    gguf_set_val_u32(g, "llama.attention.head_count", kHeads);
    gguf_set_val_u32(g, "llama.attention.head_count_kv", kKvHeads);
    gguf_set_val_u32(g, "llama.rope.dimension_count", kWidth / kHeads);
    gguf_set_val_f32(g, "llama.attention.layer_norm_rms_epsilon", 1e-5F);
  }

  // Control tokens, the 256 bytes, and the space mark of SentencePiece.
  void vocabulary() {
    std::vector<std::string> tokens = {"<unk>", "<s>", "</s>"};
    std::vector<int> types = {2, 3, 3};  // unknown, control, control
    for (int byte = 0; byte < 256; ++byte) {
      tokens.push_back(fmt::format("<0x{:02X}>", byte));
      types.push_back(6);  // byte
    }
    tokens.emplace_back("\xE2\x96\x81");
    types.push_back(1);  // normal
    const std::vector<float> scores(tokens.size(), 0.0F);
    std::vector<const char*> text;
    for (const std::string& t : tokens) text.push_back(t.c_str());

    gguf_context* g = gguf_.get();
    gguf_set_val_str(g, "tokenizer.ggml.model", "llama");
    gguf_set_arr_str(g, "tokenizer.ggml.tokens", text.data(), text.size());
    gguf_set_arr_data(g, "tokenizer.ggml.scores", GGUF_TYPE_FLOAT32, scores.data(), scores.size());
    gguf_set_arr_data(g, "tokenizer.ggml.token_type", GGUF_TYPE_INT32, types.data(), types.size());
    gguf_set_val_u32(g, "tokenizer.ggml.bos_token_id", 1);
    gguf_set_val_u32(g, "tokenizer.ggml.eos_token_id", 2);
    gguf_set_val_bool(g, "tokenizer.ggml.add_bos_token", true);
    if (!model_.chat_template.empty()) gguf_set_val_str(g, "tokenizer.chat_template", model_.chat_template.c_str());
  }

  void weights() {
    constexpr int kKvWidth = kWidth / kHeads * kKvHeads;
    matrix("token_embd.weight", kWidth, kVocab, 1.0);
    matrix("output.weight", kWidth, kVocab, model_.nan_output ? std::numeric_limits<double>::quiet_NaN() : 0.3);
    ones("output_norm.weight");
    for (int i = 0; i < kBlocks; ++i) {
      const auto name = [&](const char* part) { return fmt::format("blk.{}.{}.weight", i, part); };
      ones(name("attn_norm"));
      matrix(name("attn_q"), kWidth, kWidth, 0.3);
      matrix(name("attn_k"), kWidth, kKvWidth, 0.3);
      matrix(name("attn_v"), kWidth, kKvWidth, 0.3);
      matrix(name("attn_output"), kWidth, kWidth, 0.3);
      ones(name("ffn_norm"));
      matrix(name("ffn_gate"), kWidth, kFeedForward, 0.3);
      matrix(name("ffn_up"), kWidth, kFeedForward, 0.3);
      matrix(name("ffn_down"), kFeedForward, kWidth, 0.3);
    }
  }

  double normal() {  // Box-Muller
    const double radius = std::sqrt(-2 * std::log(1 - rng_.uniform()));
    return radius * std::cos(2 * std::numbers::pi * rng_.uniform());
  }

  void matrix(const std::string& name, int columns, int rows, double scale) {
    std::vector<float> values(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows));
    for (float& v : values) v = static_cast<float>(scale * normal());
    if (name == "output.weight") std::fill_n(values.begin(), kControlTokens * columns, static_cast<float>(0 * scale));
    const bool quantized = model_.quantized && !std::isnan(scale);
    const ggml_type type = quantized ? GGML_TYPE_Q8_0 : GGML_TYPE_F32;
    ggml_tensor* t = ggml_new_tensor_2d(tensors_.get(), type, columns, rows);
    if (quantized)
      ggml_quantize_chunk(type, values.data(), t->data, 0, rows, columns, nullptr);
    else
      std::copy(values.begin(), values.end(), static_cast<float*>(t->data));
    add(t, name);
  }

  void ones(const std::string& name) {
    ggml_tensor* t = ggml_new_tensor_1d(tensors_.get(), GGML_TYPE_F32, kWidth);
    std::fill_n(static_cast<float*>(t->data), kWidth, 1.0F);
    add(t, name);
  }

  void add(ggml_tensor* t, const std::string& name) {
    ggml_set_name(t, name.c_str());
    gguf_add_tensor(gguf_.get(), t);
  }

  const TinyModel& model_;
  SplitMix64 rng_;
  std::unique_ptr<gguf_context, Free> gguf_;
  std::unique_ptr<ggml_context, Free> tensors_;
};

}  // namespace

void write_tiny_gguf(const std::filesystem::path& path, const TinyModel& model) { Writer(model).write(path); }

}  // namespace brink::llama
