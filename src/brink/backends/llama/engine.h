#pragma once

#include <memory>
#include <span>
#include <stop_token>
#include <vector>

#include "brink/backends/llama/capture.h"
#include "brink/backends/llama/kv_cache.h"
#include "brink/backends/llama/model.h"
#include "llama-cpp.h"

struct ggml_threadpool;

namespace brink::llama {

/// A token to evaluate at the end of a slot's cache.
struct Row {
  int slot;
  Cell cell;
  bool output;  // its logits are wanted
};

/// Whether attention is one fused operation: in the fast mode, where a GPU has layers or the cache is quantised.
bool flash_attention(const EndpointSpec& spec);
/// Whether the bits of an answer are known not to depend on the batching.
bool bitwise(const EndpointSpec& spec, const Model& model);
/// Rows of a prefill that may be evaluated by themselves.
int min_piece(const EndpointSpec& spec, const Model& model);

/// Rows of a call that may have logits, beside one for each sequence.
inline constexpr int kMostOutputs = 64;

/// A model with a context: evaluates rows of tokens.
///
/// Every sequence has a buffer of its own, so that libllama evaluates neighbouring slots in one graph where they have
/// as many rows each, and others one after another.
///
/// The bitwise mode (EndpointSpec::deterministic): no flash attention, weights repacked only where the number of rows
/// then changes no bit. In it the logits of a position depend on the tokens before it and on
/// the pass of each, not on the other rows of a call: prefills are alone in their call, in pieces of at least
/// min_piece() rows, or beside others of as many rows; and where the weights' kernels tell few rows from many
/// (Model::uniform_rows), a step or a prefill of few rows gets company that is thrown away, and a longer prefill more
/// rows with logits than are wanted, so that they always take the kernels of many.
class Engine {
 public:
  /// @param model        must outlive this
  /// @param most_tokens  that a sequence will hold, where that is less than spec.n_ctx; 0 = not known
  /// Throws Error(kModel) when there is no memory for one sequence.
  Engine(const EndpointSpec& spec, const Model& model, int most_tokens = 0);
  ~Engine();

  /// Evaluates the rows, grouped by slot in ascending order, in one call of at most n_batch() rows.
  /// @return false when `stop` was requested meanwhile: the slots' caches are dropped.
  /// Throws Error(kModel) when libllama fails.
  bool evaluate(std::span<const Row> rows, std::stop_token stop);

  /// Logits of row i of the last evaluate(), [n_vocab]; the row must have had `output`.
  std::span<const float> logits(int row) const;

  const Model& model() const { return model_; }
  KvCache& cache() { return *cache_; }
  Capture& capture() { return capture_; }
  bool deterministic() const { return deterministic_; }
  int n_ctx() const { return n_ctx_; }
  int n_parallel() const { return n_parallel_; }
  /// The slots in which answers are generated, and those of read-outs: the same where these have none of their own.
  KvCache::Range answer_slots() const { return {0, n_parallel_}; }
  KvCache::Range read_out_slots() const {
    return n_read_outs_ > 0 ? KvCache::Range{n_parallel_, n_parallel_ + n_read_outs_} : answer_slots();
  }
  int n_threads() const { return n_threads_; }
  int n_batch() const { return n_batch_; }
  int min_piece() const { return min_piece_; }
  bool bitwise() const { return bitwise_; }
  /// Whether prefills of as many rows may share a call.
  bool joins_prefills() const { return bitwise_ || !deterministic_; }
  /// Sequences that have a buffer in the cache, and bytes of each.
  int n_buffers() const { return n_buffers_; }
  std::size_t buffer_bytes() const { return buffer_bytes_; }
  /// Of them, those for read-outs alone.
  int n_read_out_buffers() const { return n_read_outs_; }

 private:
  struct ThreadpoolDeleter {
    void operator()(ggml_threadpool* pool) const;
  };

  bool needs_company(std::span<const Row> rows) const;
  std::vector<int> company(std::span<const Row> rows, int n) const;
  void want_more_outputs();
  int decode();

  const Model& model_;
  bool deterministic_;
  bool bitwise_;
  int n_ctx_;
  int n_threads_;
  int n_parallel_;
  int n_read_outs_;
  int n_batch_ = 512;
  int min_piece_;
  int n_buffers_ = 1;
  std::size_t buffer_bytes_ = 0;
  Capture capture_;
  std::stop_token stop_;  // of the evaluation in progress, for libllama's abort callback
  std::unique_ptr<ggml_threadpool, ThreadpoolDeleter> threadpool_;
  llama_context_ptr context_;
  std::unique_ptr<KvCache> cache_;
  llama_batch batch_;
  std::vector<int> index_;  // of each row in the batch
};

}  // namespace brink::llama
