#pragma once

#include <memory>
#include <optional>
#include <span>

#include "brink/backends/llama/model.h"
#include "brink/backends/llama/prompt.h"
#include "brink/backends/llama/sampler.h"
#include "brink/model/request.h"
#include "brink/model/response.h"
#include "brink/model/stop.h"

namespace brink::llama {

/// A request that waits for a slot.
struct Job {
  const Request* request;
  std::unique_ptr<Request> owned;  // a follow-up
  std::optional<LlamaPrompt> prompt;
  int parent_slot = -1;  // of a follow-up: where its parent's cache was left

  /// Nothing is generated: only the model's state behind the prompt is read.
  bool reads() const { return request->decoding.max_tokens <= 0; }
};

/// A request with a slot: what it has got so far.
struct Sequence {
  /// @param n_reused  leading cells of the prompt that are in the slot
  Sequence(Job job, int slot, int n_reused);

  const Request& request() const { return *job.request; }
  int n_prompt() const { return static_cast<int>(prompt.cells.size()); }
  bool in_prompt() const { return n_done < n_prompt(); }
  const Cell& next_cell() const { return prompt.cells[static_cast<std::size_t>(n_done)]; }

  /// Takes the logits behind all it has: its read-out, if it has none yet, and the next token.
  /// @param n_ctx  tokens that the slot holds
  /// @return the response that this ends it with
  std::optional<Response> take(std::span<const float> logits, const Model& model, int n_ctx);

  Job job;
  int slot;
  int n_done;  // prompt cells in the cache
  LlamaPrompt prompt;
  StopMatcher stop;
  Sampler sampler;
  Completion out;
  bool finished = false;

 private:
  std::optional<Finish> accept(Token token, float logprob_nats, const Model& model, int n_ctx);
  Completion finish(Finish finish);
};

}  // namespace brink::llama
