#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "brink/backends/llama/tiny_llama.h"

namespace brink {
namespace {

using namespace tiny_llama;

// With matrices of types whose kernels tell few rows from many in different ways.
class TinyLlamaOfType : public TinyLlama, public testing::WithParamInterface<ggml_type> {
 protected:
  std::unique_ptr<Backend> open_param(int n_parallel) const {
    return open(n_parallel, {.chat_template = kTemplate, .type = GetParam()});
  }
};

TEST_P(TinyLlamaOfType, AnswersAreTheSameBitsWhateverTheBatching) {
  const Answers reference = ask(*open_param(1), study());
  EXPECT_EQ(reference.size(), 16U);
  for (const int n_parallel : {2, 3, 8}) {
    SCOPED_TRACE(n_parallel);
    const auto backend = open_param(n_parallel);
    expect_same_bits(reference, ask(*backend, study()));
    expect_same_bits(reference, ask(*backend, study()));  // caches warm
  }
  Bundle reversed;
  for (const Bundle& b : study())
    reversed.requests.insert(reversed.requests.begin(), b.requests.rbegin(), b.requests.rend());
  expect_same_bits(reference, ask(*open_param(5), {reversed}));
  Answers fresh;
  for (const Bundle& b : study())
    for (const Request& r : b.requests) fresh.merge(ask(*open_param(1), {Bundle{{r}}}));
  expect_same_bits(reference, fresh);
}

TEST_P(TinyLlamaOfType, PromptsOfAnyLengthAreTheSameBitsWithAndWithoutSharing) {
  std::vector<Bundle> bundles;
  for (const std::size_t length : {0U, 2U, 509U, 510U, 511U}) {
    Bundle bundle;
    for (const char* end : {"", "a", "b", "ab"}) bundle.requests.push_back(raw(std::string(length, 'x') + end, 3));
    bundles.push_back(std::move(bundle));
  }
  const auto open_long = [&](int n) { return open(n, {.type = GetParam()}, true, 2048); };
  const Answers shared = ask(*open_long(4), bundles);
  Answers alone;
  for (const Bundle& b : bundles)
    for (const Request& r : b.requests) alone.merge(ask(*open_long(1), {Bundle{{r}}}));
  expect_same_bits(shared, alone);
}

TEST_P(TinyLlamaOfType, ForksAreTheSameBitsOnAWarmAndOnAColdCache) {
  const Request parent = chat({{"user", "Tell me everything."}}, 40);
  std::vector<Request> forks;
  const auto backend = open_param(3);
  const Answers warm = ask(*backend, {Bundle{{parent}}}, [&](const Request& q, const Response& r) {
    if (q.id() != parent.id()) return std::vector<Request>{};
    const auto& done = std::get<Completion>(r);
    for (const int n : {0, 1, 2, 17, 40})
      for (const char* suffix : {"", "!", " so"})
        for (const int max_tokens : {0, 6}) {
          if (n == 0 && *suffix == '\0') continue;  // the parent itself
          forks.push_back(fork(parent, done, n, suffix, max_tokens));
          if (max_tokens == 0) forks.back().captures = {{Site::Point::kResidPost, 1}, {Site::Point::kFinal}};
        }
    return forks;
  });
  EXPECT_EQ(warm.size(), forks.size() + 1);
  for (const Request& f : forks) {
    const auto& usage = std::get<Completion>(warm.at(f.id())).usage;
    // Its suffix, and the token before it; or what keeps a piece from being short.
    EXPECT_LE(usage.n_prefilled, std::max(static_cast<int>(f.prefix->suffix.size()) + 1, 8)) << f.prefix->n_tokens;
  }
  Answers cold = ask(*open_param(1), {Bundle{{parent}}});
  for (const Request& f : forks) cold.merge(ask(*open_param(2), {Bundle{{f}}}));
  expect_same_bits(warm, cold);
}

TEST_P(TinyLlamaOfType, ReadOutsAreTheSameBitsHoweverManyGoTogether) {
  std::vector<Bundle> parents;
  for (const char* text : {"Tell me everything.", "Tell me nothing at all."})
    parents.push_back({{chat({{"user", text}}, 40)}});
  std::vector<Request> forks;
  const auto read_outs = [&](const Request& q, const Response& r) {
    std::vector<Request> next;
    if (q.prefix) return next;
    const auto& done = std::get<Completion>(r);
    for (int n = 0; n <= static_cast<int>(done.tokens.size()); n += 4) {
      for (const char* suffix : {" The answer is (", "</think> The answer is ("})  // two lengths, mixed
        next.push_back(fork(q, done, n, suffix, 0));
      if (n % 8 == 0) next.push_back(fork(q, done, n, " and", 5));  // a continuation among them
    }
    forks.insert(forks.end(), next.begin(), next.end());
    return next;
  };
  const auto ask_with = [&](int n_parallel, int n_read_outs) {
    forks.clear();
    return ask(*open(n_parallel, {.chat_template = kTemplate, .type = GetParam()}, true, 512, n_read_outs), parents,
               read_outs);
  };
  const Answers one_by_one = ask_with(1, 0);
  EXPECT_EQ(one_by_one.size(), forks.size() + 2);
  for (const auto& [n_parallel, n_read_outs] : {std::pair{1, 1}, {1, 3}, {2, 8}, {4, 0}, {3, 20}}) {
    SCOPED_TRACE(testing::Message() << n_parallel << " and " << n_read_outs);
    expect_same_bits(one_by_one, ask_with(n_parallel, n_read_outs));
  }
  Answers cold;
  for (const Bundle& parent : parents) cold.merge(ask(*open_param(2), {parent}));
  for (const Request& f : forks) cold.merge(ask(*open_param(2), {Bundle{{f}}}));
  expect_same_bits(one_by_one, cold);
}

TEST_P(TinyLlamaOfType, AForkWithoutASuffixGoesOnAsItsParentDid) {
  const auto backend = open_param(2);
  const Request parent = raw("Once upon a time", 30);
  const Completion done = complete(*backend, parent);
  for (const int n : {1, 12, 29}) {
    SCOPED_TRACE(n);
    const Completion again = complete(*backend, fork(parent, done, n, "", 30 - n));
    EXPECT_EQ(again.tokens, std::vector<Token>(done.tokens.begin() + n, done.tokens.end()));
    EXPECT_EQ(again.logprobs_nats, std::vector<float>(done.logprobs_nats.begin() + n, done.logprobs_nats.end()));
    const Completion read = complete(*backend, fork(parent, done, n, "", 0));
    EXPECT_TRUE(read.tokens.empty());
    EXPECT_EQ(read.finish, Finish::kLength);
    EXPECT_EQ(read.read_out->top.front().logprob_nats, done.logprobs_nats[static_cast<std::size_t>(n)]);
    EXPECT_EQ(read.read_out->top.front().id, done.tokens[static_cast<std::size_t>(n)]);
  }
}

INSTANTIATE_TEST_SUITE_P(Weights, TinyLlamaOfType, testing::Values(GGML_TYPE_Q8_0, GGML_TYPE_F32, GGML_TYPE_Q4_K),
                         [](const auto& type) { return std::string(ggml_type_name(type.param)); });

TEST_F(TinyLlama, TheFastModeServesEveryRequestOnce) {
  const auto backend = open(3, {.chat_template = kTemplate}, false);
  EXPECT_FALSE(backend->capabilities().deterministic);
  const Answers answers = ask(*backend, study());
  EXPECT_EQ(answers.size(), 16U);
  for (const Bundle& b : study())
    for (const Request& r : b.requests) {
      const auto& c = std::get<Completion>(answers.at(r.id()));
      EXPECT_LE(static_cast<int>(c.tokens.size()), r.decoding.max_tokens);
      EXPECT_EQ(c.states.size(), r.captures.size());
      EXPECT_EQ(c.tokens.size(), c.logprobs_nats.size());
    }
}

}  // namespace
}  // namespace brink
