#include "brink/backends/llama/sequence.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "brink/backends/llama/logits.h"
#include "brink/base/text.h"

namespace brink::llama {

Sequence::Sequence(Job j, int slot_, int n_reused)
    : job(std::move(j)),
      slot(slot_),
      n_done(n_reused),
      prompt(std::move(*job.prompt)),
      stop(job.request->decoding),
      sampler(*job.request) {
  out.usage.n_prompt = n_prompt();
  out.usage.n_shared = n_reused;
  out.usage.n_prefilled = n_prompt() - n_reused;
}

std::optional<Response> Sequence::take(std::span<const float> logits, const Model& model, int n_ctx) {
  const std::optional<Peak> peak = find_peak(logits);
  if (!peak)
    return Failure{Failure::Kind::kBadLogits, fmt::format("the logits after token {} are not numbers",
                                                          n_prompt() + static_cast<int>(out.tokens.size()) - 1)};
  if (!out.read_out) out.read_out = read_out(logits, *peak, request().asked);
  if (job.reads()) return finish(Finish::kLength);
  const Token token = sampler.choose(logits, *peak);
  if (const auto end = accept(token, peak->logprob(logits, token), model, n_ctx)) return finish(*end);
  return std::nullopt;
}

std::optional<Finish> Sequence::accept(Token token, float logprob_nats, const Model& model, int n_ctx) {
  if (llama_vocab_is_eog(model.vocab, token)) return Finish::kEnd;
  out.tokens.push_back(token);
  out.logprobs_nats.push_back(logprob_nats);
  out.text += model.piece(token);
  if (const auto hit = stop.check(out.text)) {
    out.text.resize(hit->text_size);
    return hit->finish;
  }
  const int n_generated = static_cast<int>(out.tokens.size());
  if (n_generated >= request().decoding.max_tokens) return Finish::kLength;
  if (n_prompt() + n_generated >= n_ctx) return Finish::kContext;
  return std::nullopt;
}

Completion Sequence::finish(Finish finish) {
  out.finish = finish;
  std::ranges::sort(out.states, {}, [&](const State& state) {
    return std::ranges::find(request().captures, state.site) - request().captures.begin();
  });
  out.text = to_valid_utf8(out.text);
  out.usage.n_generated = static_cast<int>(out.tokens.size());
  out.rendered_prompt = prompt.rendered;
  out.system_merged = prompt.system_merged;
  out.prompt_tokens = token_ids(prompt.cells);
  return std::move(out);
}

}  // namespace brink::llama
