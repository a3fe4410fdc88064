#include "brink/backends/llama/logits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "brink/backends/llama/sampler.h"
#include "brink/base/rng.h"

namespace brink::llama {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

std::vector<float> random_logits(std::size_t n, double scale, std::uint64_t seed) {
  SplitMix64 rng(seed);
  std::vector<float> out(n);
  for (float& x : out) x = static_cast<float>(scale * (rng.uniform() - 0.5));
  return out;
}

double exact_logsumexp(const std::vector<float>& x) {
  const double top = *std::max_element(x.begin(), x.end());
  double sum = 0;
  for (const float v : x) sum += std::exp(v - top);
  return top + std::log(sum);
}

TEST(FindPeak, AgreesWithDoublePrecision) {
  for (const std::size_t n : {1U, 7U, 256U, 257U, 49152U}) {
    for (const double scale : {0.0, 1.0, 40.0, 1000.0}) {
      SCOPED_TRACE(testing::Message() << "n=" << n << " scale=" << scale);
      const std::vector<float> x = random_logits(n, scale, n);
      const auto peak = find_peak(x);
      ASSERT_TRUE(peak);
      EXPECT_NEAR(peak->logsumexp, exact_logsumexp(x), 1e-6 + 1e-7 * scale);
      EXPECT_EQ(peak->best, std::max_element(x.begin(), x.end()) - x.begin());
    }
  }
}

TEST(FindPeak, TakesTheLowestIdOfEquals) { EXPECT_EQ(find_peak(std::vector{1.0F, 3.0F, 3.0F, 2.0F})->best, 1); }

TEST(FindPeak, AllowsMaskedTokensButNoOtherNonNumbers) {
  EXPECT_NEAR(find_peak(std::vector{-kInf, 2.0F, 2.0F})->logsumexp, 2 + std::log(2.0), 1e-7);
  EXPECT_FALSE(find_peak(std::vector{1.0F, kNan, 2.0F}));
  EXPECT_FALSE(find_peak(std::vector{1.0F, kInf}));
  EXPECT_FALSE(find_peak(std::vector{-kInf, -kInf}));
  std::vector<float> late(1000, 0.0F);
  late.back() = kNan;
  EXPECT_FALSE(find_peak(late));
}

TEST(ReadOutOfLogits, AgreesWithDoublePrecision) {
  const std::vector<float> x = random_logits(5000, 20, 3);
  const ReadOut out = read_out(x, *find_peak(x), std::vector<Token>{4999, 0});

  std::vector<Token> order(x.size());
  std::iota(order.begin(), order.end(), 0);
  const auto logit = [&](Token id) { return static_cast<double>(x[static_cast<std::size_t>(id)]); };
  std::stable_sort(order.begin(), order.end(), [&](Token a, Token b) { return logit(a) > logit(b); });
  const double lse = exact_logsumexp(x);
  const auto entropy = [&](std::size_t n) {
    double mass = 0;
    double h = 0;
    for (std::size_t i = 0; i < n; ++i) mass += std::exp(logit(order[i]) - lse);
    for (std::size_t i = 0; i < n; ++i) {
      const double p = std::exp(logit(order[i]) - lse) / mass;
      h -= p * std::log2(p);
    }
    return h;
  };
  EXPECT_NEAR(out.entropy_bits, entropy(x.size()), 1e-5);
  EXPECT_NEAR(out.entropy_top100_bits, entropy(100), 1e-9);
  ASSERT_EQ(out.top.size(), 100U);
  for (std::size_t i = 0; i < 100; ++i) EXPECT_EQ(out.top[i].id, order[i]) << i;
  EXPECT_EQ(out.asked[0].id, 4999);
  EXPECT_NEAR(out.asked[1].logprob_nats, logit(0) - lse, 1e-5);
}

TEST(ReadOutOfLogits, OrdersEqualsByIdAndKnowsTheUniform) {
  const std::vector<float> x(256, 1.5F);
  const ReadOut out = read_out(x, *find_peak(x), {});
  EXPECT_NEAR(out.entropy_bits, 8, 1e-6);
  EXPECT_NEAR(out.entropy_top100_bits, std::log2(100), 1e-9);
  for (std::size_t i = 0; i < out.top.size(); ++i) EXPECT_EQ(out.top[i].id, static_cast<Token>(i));
}

TEST(ReadOutOfLogits, HoldsFewerThanAHundredOfASmallVocabulary) {
  const std::vector<float> x = {0, -kInf, 1};
  const ReadOut out = read_out(x, *find_peak(x), {});
  ASSERT_EQ(out.top.size(), 3U);
  EXPECT_EQ(out.top.front().id, 2);
  EXPECT_TRUE(std::isfinite(out.entropy_bits));
}

Request sampled(double temperature, int top_k, double top_p, int trial = 0) {
  Request r;
  r.input = RawText{"x"};
  r.decoding.temperature = temperature;
  r.decoding.top_k = top_k;
  r.decoding.top_p = top_p;
  r.trial = trial;
  return r;
}

std::vector<double> frequencies(const Request& request, const std::vector<float>& logits, int n_draws) {
  Sampler sampler(request);
  const Peak peak = *find_peak(logits);
  std::vector<double> out(logits.size());
  for (int i = 0; i < n_draws; ++i) out[static_cast<std::size_t>(sampler.choose(logits, peak))] += 1.0 / n_draws;
  return out;
}

TEST(Sampling, DrawsWithTheProbabilitiesAsked) {
  struct Case {
    const char* name;
    double temperature;
    int top_k;
    double top_p;
    std::vector<double> expected;
  };
  // Logits are logs of 4, 3, 2, 1.
  const std::vector<float> logits = {std::log(2.0F), std::log(4.0F), std::log(1.0F), std::log(3.0F)};
  const Case cases[] = {
      {"greedy", 0, 0, 1, {0, 1, 0, 0}},
      {"temperature 1", 1, 0, 1, {.2, .4, .1, .3}},
      {"temperature 1/2 squares", .5, 0, 1, {4. / 30, 16. / 30, 1. / 30, 9. / 30}},
      {"top_k 2", 1, 2, 1, {0, 4. / 7, 0, 3. / 7}},
      {"top_k above the vocabulary", 1, 9, 1, {.2, .4, .1, .3}},
      {"top_p reached by the first", 1, 0, .3, {0, 1, 0, 0}},
      {"top_p reached by the third", 1, 0, .8, {2. / 9, 4. / 9, 0, 3. / 9}},
      {"top_p after top_k", 1, 2, .6, {0, 4. / 7, 0, 3. / 7}},
      {"top_p 0 keeps one", 1, 0, 0, {0, 1, 0, 0}},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const std::vector<double> seen = frequencies(sampled(c.temperature, c.top_k, c.top_p), logits, 20000);
    for (std::size_t i = 0; i < logits.size(); ++i) EXPECT_NEAR(seen[i], c.expected[i], .015) << i;
  }
}

TEST(Sampling, TopPOfManyKeepsTheFewestThatReachIt) {
  // 1000 equals: ties by id, so .3 of them are the first 300. Then 1000 of which higher ids are more probable.
  for (const bool rising : {false, true}) {
    SCOPED_TRACE(rising);
    std::vector<float> logits(1000);
    for (std::size_t i = 0; rising && i < logits.size(); ++i) logits[i] = static_cast<float>(i) / 1000;
    double total = 0, reached = 0;
    for (const float x : logits) total += std::exp(static_cast<double>(x));
    std::size_t n_kept = 0;
    while (reached < .3 * total) reached += std::exp(static_cast<double>(logits[rising ? 999 - n_kept++ : n_kept++]));
    const std::vector<double> seen = frequencies(sampled(1, 0, .3), logits, 20000);
    std::size_t n_seen = 0;
    for (std::size_t i = 0; i < logits.size(); ++i) {
      const bool kept = (rising ? 999 - i : i) < n_kept;
      EXPECT_TRUE(kept || seen[i] == 0) << i;
      n_seen += seen[i] > 0 ? 1 : 0;
    }
    EXPECT_GT(static_cast<double>(n_seen), .99 * static_cast<double>(n_kept));
  }
}

TEST(Sampling, FollowsTheSeedOfTheRequest) {
  const std::vector<float> logits = random_logits(1000, 4, 9);
  const Peak peak = *find_peak(logits);
  const auto draw = [&](const Request& r) {
    Sampler sampler(r);
    std::vector<Token> out(20);
    for (Token& t : out) t = sampler.choose(logits, peak);
    return out;
  };
  EXPECT_EQ(draw(sampled(1, 0, 1)), draw(sampled(1, 0, 1)));
  EXPECT_NE(draw(sampled(1, 0, 1)), draw(sampled(1, 0, 1, 1)));
}

}  // namespace
}  // namespace brink::llama
