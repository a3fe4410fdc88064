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

/// A model with a context: evaluates rows of tokens.
///
/// The bitwise mode (EndpointSpec::deterministic): a buffer per sequence, no flash attention, no repacked weights. In
/// it the logits of a position depend on the tokens before it and on the pass of each, not on the other rows of a
/// call, provided that prefills are alone in their call and not of one token. Where the model has float matrices, whose
/// kernels tell one row from several, a call of one row gets a second one that is thrown away.
class Engine {
 public:
  /// Throws Error(kModel) when there is no memory for one sequence of n_ctx tokens.
  Engine(const EndpointSpec& spec, Model model);
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
  int n_threads() const { return n_threads_; }
  int n_batch() const { return n_batch_; }

 private:
  struct ThreadpoolDeleter {
    void operator()(ggml_threadpool* pool) const;
  };

  void add(Token id, int position, int slot, bool output);
  int decode();

  Model model_;
  bool deterministic_;
  int n_ctx_;
  int n_threads_;
  int n_parallel_;
  int n_batch_ = 512;
  Capture capture_;
  std::stop_token stop_;  // of the evaluation in progress, for libllama's abort callback
  std::unique_ptr<ggml_threadpool, ThreadpoolDeleter> threadpool_;
  llama_context_ptr context_;
  std::unique_ptr<KvCache> cache_;
  llama_batch batch_;
  std::vector<int> index_;  // of each row in the batch
};

}  // namespace brink::llama
