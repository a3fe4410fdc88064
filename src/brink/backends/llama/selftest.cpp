#include "brink/backends/llama/selftest.h"

#include <fmt/format.h>

#include <map>
#include <utility>

namespace brink::llama {
namespace {

using Answers = std::map<Sha256, Response>;

constexpr int kForkAt = 7;

std::vector<Request> prompts() {
  std::vector<Request> out;
  const auto add = [&](std::string text, int max_tokens, double temperature) {
    Request r;
    r.input = RawText{std::move(text)};
    r.decoding.max_tokens = max_tokens;
    r.decoding.temperature = temperature;
    out.push_back(std::move(r));
  };
  std::string passage = "The river rises in the hills and runs north to the sea. ";
  for (int i = 0; i < 8; ++i) {
    add(passage + "Question " + std::to_string(i) + ": where does the river end?", 24 + 3 * i, i % 2 == 0 ? 0.0 : 0.7);
    if (i % 3 == 2) passage += passage;
  }
  return out;
}

Answers ask(Backend& backend, std::vector<Request> requests, const Backend::FollowUps& follow_ups) {
  Answers out;
  const Bundle bundle{std::move(requests)};
  backend.answer({&bundle, 1}, [&](const Request& q, const Response& r) { out.emplace(q.id(), r); }, follow_ups, {});
  return out;
}

std::vector<Request> forks_of(const Request& parent, const Response& response) {
  const auto* done = std::get_if<Completion>(&response);
  if (parent.prefix || done == nullptr || done->tokens.size() < kForkAt) return {};
  Request fork = parent;
  fork.prefix = Prefix{parent.id(), kForkAt, "\nThe answer is", std::nullopt};
  fork.prefix_tokens.assign(done->tokens.begin(), done->tokens.begin() + kForkAt);
  fork.decoding.max_tokens = 8;
  return {fork};
}

bool same_bits(const Response& a, const Response& b) {
  const auto* x = std::get_if<Completion>(&a);
  const auto* y = std::get_if<Completion>(&b);
  if (x == nullptr || y == nullptr) return x == y;
  return x->tokens == y->tokens && x->logprobs_nats == y->logprobs_nats && x->read_out && y->read_out &&
         x->read_out->logsumexp == y->read_out->logsumexp && x->read_out->top == y->read_out->top;
}

}  // namespace

SelftestReport selftest(Backend& backend) {
  SelftestReport report;
  const auto compare = [&](const Answers& reference, const Answers& others, const char* how) {
    for (const auto& [id, response] : others) {
      ++report.n_compared;
      const auto found = reference.find(id);
      if (found == reference.end() || !same_bits(found->second, response))
        report.differences.push_back(fmt::format("request {} differs {}", id.short_hex(), how));
    }
  };

  std::vector<Request> forks;
  const Answers together = ask(backend, prompts(), [&](const Request& q, const Response& r) {
    std::vector<Request> next = forks_of(q, r);
    forks.insert(forks.end(), next.begin(), next.end());
    return next;
  });
  const std::vector<Request> all = prompts();
  for (auto r = all.rbegin(); r != all.rend(); ++r) compare(together, ask(backend, {*r}, {}), "when asked alone");
  compare(together, ask(backend, {all.rbegin(), all.rend()}, {}), "in another order");
  compare(together, ask(backend, forks, {}), "when forked later");
  return report;
}

}  // namespace brink::llama
