#pragma once

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "brink/base/rng.h"
#include "brink/model/record.h"
#include "brink/store/temporary_directory.h"

/// Test support: records that use every field, and a place to store them.
namespace brink::testing_support {

/// Draws values of every kind, the awkward ones often.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : rng_(seed) {}

  bool coin() { return rng_.below(2) == 0; }
  int up_to(int n) { return static_cast<int>(rng_.below(static_cast<std::size_t>(n) + 1)); }
  double real() { return (rng_.uniform() - 0.5) * 1e3; }
  Sha256 hash() { return sha256(std::to_string(rng_.next())); }

  std::string text() {
    static const std::vector<std::string> kPieces{
        "The answer is (B)",  "\n",       "\"", "\\", "é",      "日本", "\U0001F600", "'",
        std::string(1, '\0'), "</think>", "\t", "%s", "\u2028", "x"};
    std::string out;
    for (int n = up_to(12); n > 0; --n) out += kPieces[rng_.below(kPieces.size())];
    return out;
  }
  std::vector<Token> tokens() {
    std::vector<Token> out;
    for (int n = up_to(20); n > 0; --n) out.push_back(static_cast<Token>(rng_.next()));
    return out;
  }
  float number() { return coin() ? static_cast<float>(real()) : -std::numeric_limits<float>::infinity(); }
  std::vector<float> numbers() {
    std::vector<float> out;
    for (int n = up_to(20); n > 0; --n) out.push_back(number());
    return out;
  }
  std::vector<TokenLogprob> logprobs() {
    std::vector<TokenLogprob> out;
    for (int n = up_to(5); n > 0; --n) out.push_back({static_cast<Token>(rng_.next()), number()});
    return out;
  }
  Site site() {
    return {coin() ? Site::Point::kResidPost : Site::Point::kFinal, up_to(40),
            coin() ? Site::Pool::kLast : Site::Pool::kMeanInput};
  }
  std::map<std::string, std::string> map() {
    std::map<std::string, std::string> out;
    for (int n = up_to(3); n > 0; --n) out[text()] = text();
    return out;
  }
  template <class T, class Make>
  std::optional<T> maybe(const Make& make) {
    return coin() ? std::optional<T>(make()) : std::nullopt;
  }

  Input input() {
    switch (up_to(3)) {
      case 0:
        return Messages{{"system", text()}, {"user", text()}, {"assistant", text()}};
      case 1:
        return RawText{text()};
      case 2:
        return TokenIds{tokens()};
      default:
        return Unknown{};
    }
  }
  Intervention intervention() {
    switch (up_to(2)) {
      case 0:
        return Steer{site(), hash(), real()};
      case 1:
        return Ablate{site(), hash()};
      default:
        return Patch{site(), hash()};
    }
  }
  Request request() {
    Request r;
    r.model = {coin() ? "gguf" : "scripted", sha256(text()),        {}, text(),
               coin() ? "f16" : "q8_0",      coin() ? "" : "yarn:4"};
    if (coin()) r.model.adapters = {{hash(), real()}, {hash(), 1}};
    r.input = input();
    r.template_args = map();
    if (coin()) r.prefix = Prefix{hash(), up_to(9), text(), maybe<std::int64_t>([&] { return up_to(9); })};
    r.decoding = {up_to(512), std::abs(real()), rng_.uniform(), up_to(40), {}, coin()};
    if (coin()) r.decoding.stop = {text(), text()};
    for (int n = up_to(2); n > 0; --n) r.interventions.push_back(intervention());
    r.trial = up_to(3);
    r.study_seed = coin() ? rng_.next() : std::numeric_limits<std::uint64_t>::max();
    r.prefix_tokens = tokens();
    for (int n = up_to(2); n > 0; --n) r.captures.push_back(site());
    r.asked = tokens();
    return r;
  }
  Response response() {
    if (up_to(4) == 0) return Failure{static_cast<Failure::Kind>(up_to(5)), text()};
    Completion c;
    c.text = text();
    c.tokens = tokens();
    c.logprobs_nats = numbers();
    c.finish = static_cast<Finish>(up_to(4));
    if (coin()) c.read_out = ReadOut{real(), real(), real(), logprobs(), logprobs()};
    for (int n = up_to(3); n > 0; --n) c.states.push_back({site(), numbers()});
    c.rendered_prompt = text();
    c.prompt_tokens = tokens();
    c.system_merged = coin();
    c.usage = {up_to(900), up_to(900), up_to(900), up_to(900)};
    c.timings = {std::abs(real()), std::abs(real())};
    return c;
  }
  Origin origin() {
    switch (up_to(2)) {
      case 0:
        return Sampled{};
      case 1:
        return Imported{hash(), text()};
      default:
        return Fork{hash()};
    }
  }
  Record record() {
    const auto words = [&] { return text(); };
    const Request q = request();
    return {q.id(), q, response(), map(), origin(), {maybe<std::string>(words), maybe<std::string>(words)}};
  }

 private:
  SplitMix64 rng_;
};

inline void expect_same_request(const Request& a, const Request& b) {
  EXPECT_EQ(a.model, b.model);
  EXPECT_EQ(a.input, b.input);
  EXPECT_EQ(a.template_args, b.template_args);
  EXPECT_EQ(a.prefix, b.prefix);
  EXPECT_EQ(a.decoding, b.decoding);
  EXPECT_EQ(a.interventions, b.interventions);
  EXPECT_EQ(a.trial, b.trial);
  EXPECT_EQ(a.study_seed, b.study_seed);
  EXPECT_EQ(a.prefix_tokens, b.prefix_tokens);
  EXPECT_EQ(a.captures, b.captures);
  EXPECT_EQ(a.asked, b.asked);
  EXPECT_EQ(a.id(), b.id());
}

inline void expect_same_response(const Response& a, const Response& b) {
  ASSERT_EQ(a.index(), b.index());
  if (const auto* f = std::get_if<Failure>(&a)) {
    EXPECT_EQ(f->kind, std::get<Failure>(b).kind);
    EXPECT_EQ(f->message, std::get<Failure>(b).message);
    return;
  }
  const auto& x = std::get<Completion>(a);
  const auto& y = std::get<Completion>(b);
  EXPECT_EQ(x.text, y.text);
  EXPECT_EQ(x.tokens, y.tokens);
  EXPECT_EQ(x.logprobs_nats, y.logprobs_nats);
  EXPECT_EQ(x.finish, y.finish);
  ASSERT_EQ(x.read_out.has_value(), y.read_out.has_value());
  if (x.read_out) {
    EXPECT_EQ(x.read_out->entropy_bits, y.read_out->entropy_bits);
    EXPECT_EQ(x.read_out->entropy_top100_bits, y.read_out->entropy_top100_bits);
    EXPECT_EQ(x.read_out->logsumexp, y.read_out->logsumexp);
    EXPECT_EQ(x.read_out->top, y.read_out->top);
    EXPECT_EQ(x.read_out->asked, y.read_out->asked);
  }
  ASSERT_EQ(x.states.size(), y.states.size());
  for (std::size_t i = 0; i < x.states.size(); ++i) {
    EXPECT_EQ(x.states[i].site, y.states[i].site);
    EXPECT_EQ(x.states[i].x, y.states[i].x);
    EXPECT_EQ(x.states[i].type, y.states[i].type);
  }
  EXPECT_EQ(x.rendered_prompt, y.rendered_prompt);
  EXPECT_EQ(x.prompt_tokens, y.prompt_tokens);
  EXPECT_EQ(x.system_merged, y.system_merged);
  EXPECT_EQ(x.usage.n_prompt, y.usage.n_prompt);
  EXPECT_EQ(x.usage.n_prefilled, y.usage.n_prefilled);
  EXPECT_EQ(x.usage.n_shared, y.usage.n_shared);
  EXPECT_EQ(x.usage.n_generated, y.usage.n_generated);
  EXPECT_EQ(x.timings.prefill_s, y.timings.prefill_s);
  EXPECT_EQ(x.timings.decode_s, y.timings.decode_s);
}

inline void expect_same_record(const Record& a, const Record& b) {
  EXPECT_EQ(a.id, b.id);
  expect_same_request(a.request, b.request);
  expect_same_response(a.response, b.response);
  EXPECT_EQ(a.made, b.made);
  EXPECT_EQ(a.origin, b.origin);
  EXPECT_EQ(a.given, b.given);
}

}  // namespace brink::testing_support
