#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "brink/backends/llama/engine.h"
#include "brink/backends/llama/prompt.h"
#include "brink/backends/llama/sequence.h"
#include "brink/model/backend.h"

namespace brink::llama {

/// One call of Backend::answer(): continuous batching of its requests over the slots of an engine.
///
/// A request takes a slot as soon as one is idle, in the order of the bundles; follow-ups go first while their parent's
/// cache is there: read-outs, then the others, the longest prefix first. Running requests then advance together, one
/// token each a call. Prompts are prefilled in calls of their own, but for short last pieces that have as many rows,
/// most of them read-outs: these go together. Means over the input are read before it is prefilled, see read_means().
class Scheduler {
 public:
  Scheduler(Engine& engine, const PromptBuilder& prompts, const Backend::Sink& sink,
            const Backend::FollowUps& follow_ups, std::stop_token stop);
  /// Leaves every slot idle, its cache kept.
  ~Scheduler();
  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;

  void run(std::span<const Bundle> bundles);

 private:
  void admit();
  bool must_wait(const Job& job);
  std::optional<Failure> refuse(const Request& request, const LlamaPrompt& prompt) const;
  bool steps(const Sequence& s) const;
  bool joins(const Sequence& s) const;
  KvCache::Range slots_of(const Job& job) const;
  int piece(std::span<const Cell> cells, int at, int most) const;
  void read_means(Sequence& s);
  void prefill_alone(Sequence& s);
  bool prefill_together();
  void close_gaps();
  void step();
  bool evaluate(std::span<const Row> rows, double& seconds);
  void on_logits(Sequence& s, std::span<const float> logits);
  void end(Sequence& s, Response response);
  void deliver(const Request& request, const Response& response, int slot = -1);
  void forget_finished();

  Engine& engine_;
  const PromptBuilder& prompts_;
  const Backend::Sink& sink_;
  const Backend::FollowUps& follow_ups_;
  std::stop_token stop_;
  std::deque<Job> queue_;
  std::vector<std::unique_ptr<Sequence>> active_;  // by slot
  std::vector<Row> rows_;                          // scratch
};

}  // namespace brink::llama
