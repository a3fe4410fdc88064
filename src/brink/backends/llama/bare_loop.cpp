#include "brink/backends/llama/bare_loop.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "brink/backends/llama/batch.h"
#include "brink/backends/llama/log.h"
#include "brink/base/error.h"

namespace brink::llama {
namespace {

// The tool's defaults.
constexpr int kBatch = 2048;
constexpr int kMicroBatch = 512;

constexpr int kPhrase = 16;  // tokens

bool is_ordinary(const Model& model, Token id) {
  constexpr unsigned kOthers =
      LLAMA_TOKEN_ATTR_UNKNOWN | LLAMA_TOKEN_ATTR_UNUSED | LLAMA_TOKEN_ATTR_CONTROL | LLAMA_TOKEN_ATTR_USER_DEFINED;
  return (static_cast<unsigned>(llama_vocab_get_attr(model.vocab, id)) & kOthers) == 0 &&
         !llama_vocab_is_eog(model.vocab, id);
}

Token ordinary_token(const Model& model, SplitMix64& rng) {
  const auto n_vocab = static_cast<std::size_t>(model.n_vocab);
  for (std::size_t tries = 0; tries < n_vocab; ++tries)
    if (const auto id = static_cast<Token>(rng.below(n_vocab)); is_ordinary(model, id)) return id;
  throw Error(ErrorKind::kModel, "the vocabulary has no ordinary tokens");
}

}  // namespace

std::vector<Token> dummy_prompt(const Model& model, SplitMix64& rng, int n) {
  std::vector<Token> out(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = i < kPhrase ? ordinary_token(model, rng) : out[i - kPhrase];
  return out;
}

BareLoop::BareLoop(const Model& model, const Options& options) : model_(model), options_(options), batch_{} {
  const LogCapture log;
  llama_context_params params = llama_context_default_params();
  params.n_seq_max = static_cast<std::uint32_t>(options.shape.width);
  params.n_ctx = params.n_seq_max * GGML_PAD(static_cast<std::uint32_t>(options.n_ctx), 256U);
  params.n_batch = kBatch;
  params.n_ubatch = kMicroBatch;
  params.n_threads = params.n_threads_batch = options.n_threads;
  params.flash_attn_type = options.flash_attention ? LLAMA_FLASH_ATTN_TYPE_AUTO : LLAMA_FLASH_ATTN_TYPE_DISABLED;
  params.swa_full = true;
  context_.reset(llama_init_from_model(model.weights.get(), params));
  if (!context_)
    throw Error(
        ErrorKind::kModel,
        fmt::format("no context of {} sequences of {} tokens for the bare loop", options.shape.width, options.n_ctx) +
            (log.last_error().empty() ? "" : "\n  llama.cpp: " + log.last_error()),
        "choose a smaller width or depth");
  batch_ = llama_batch_init(std::max(options.shape.width * options.shape.depth, options.shape.width), 0, 1);
}

BareLoop::~BareLoop() { llama_batch_free(batch_); }

// Evaluates the batch; seconds.
double BareLoop::decode() {
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < batch_.n_tokens; i += kBatch) {
    llama_batch piece = batch_;
    piece.n_tokens = std::min(kBatch, batch_.n_tokens - i);
    piece.token += i;
    piece.pos += i;
    piece.n_seq_id += i;
    piece.seq_id += i;
    piece.logits += i;
    if (const int code = llama_decode(context_.get(), piece); code != 0)
      throw Error(ErrorKind::kModel, fmt::format("the bare loop failed in llama_decode() (code {})", code));
  }
  llama_synchronize(context_.get());
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

BareLoop::Seconds BareLoop::run(SplitMix64& rng) {
  const LoopShape& shape = options_.shape;
  llama_memory_clear(llama_get_memory(context_.get()), false);

  Seconds out;
  batch_.n_tokens = 0;
  for (int s = 0; s < shape.width; ++s) {
    const std::vector<Token> prompt = dummy_prompt(model_, rng, shape.depth);
    for (int i = 0; i < shape.depth; ++i)
      add_row(batch_, prompt[static_cast<std::size_t>(i)], i, s, i + 1 == shape.depth);
  }
  out.prefill = decode();

  for (int step = 0; step < shape.n_steps; ++step) {
    batch_.n_tokens = 0;
    for (int s = 0; s < shape.width; ++s) add_row(batch_, ordinary_token(model_, rng), shape.depth + step, s, true);
    out.decode += decode();
  }
  return out;
}

}  // namespace brink::llama
