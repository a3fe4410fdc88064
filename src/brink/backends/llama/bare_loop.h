#pragma once

#include <span>
#include <vector>

#include "brink/backends/llama/model.h"
#include "brink/base/rng.h"
#include "brink/model/input.h"
#include "llama-cpp.h"

namespace brink::llama {

/// What a loop evaluates: `width` sequences of `depth` prompt tokens each, then `n_steps` calls of one token for each.
struct LoopShape {
  int width = 8;
  int depth = 128;
  int n_steps = 47;
};

/// A prompt that costs what any prompt of its length costs: a phrase of random ordinary tokens over and over, which
/// models tend to go on with instead of ending their turn.
/// @return [n] ids, control and unused tokens left out.
std::vector<Token> dummy_prompt(const Model& model, SplitMix64& rng, int n);

/// What the machine gives when nothing but llama_decode() is called: the loop of llama.cpp's llama-batched-bench, with
/// its context settings (its batch sizes and its threads, which it lets ggml start for every call).
class BareLoop {
 public:
  struct Options {
    LoopShape shape;
    int n_ctx = 1024;  // cells per sequence
    int n_threads = 1;
    bool flash_attention = false;  // where libllama has it
  };
  /// @param model  loaded for the same mode; must outlive the loop. Throws Error(kModel) when memory lacks.
  BareLoop(const Model& model, const Options& options);
  ~BareLoop();
  BareLoop(const BareLoop&) = delete;
  BareLoop& operator=(const BareLoop&) = delete;

  struct Seconds {
    double prefill = 0;  // of width * depth tokens
    double decode = 0;   // of width * n_steps tokens
  };
  /// Throws Error(kModel) when libllama fails.
  Seconds run(SplitMix64& rng);

 private:
  double decode();

  const Model& model_;
  Options options_;
  llama_context_ptr context_;
  llama_batch batch_;
};

}  // namespace brink::llama
