#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "brink/backends/llama/kernels.h"
#include "brink/backends/llama/tiny_llama.h"
#include "brink/base/error.h"
#include "brink/base/text.h"

namespace brink {
namespace {

using namespace tiny_llama;

TEST(Kernels, AreUniformForTypesThatAreAlwaysMultipliedRowByRow) {
  using llama::Packing;
  EXPECT_EQ(llama::measure_kernels({GGML_TYPE_Q4_1}, Packing::kPlain).uniform_rows, 1);
  for (const ggml_type type : {GGML_TYPE_F32, GGML_TYPE_F16, GGML_TYPE_Q4_K, GGML_TYPE_Q6_K, GGML_TYPE_IQ4_NL}) {
    EXPECT_GT(llama::measure_kernels({type}, Packing::kPlain).uniform_rows, 0) << ggml_type_name(type);
    EXPECT_FALSE(llama::measure_kernels({type}, Packing::kPlain).repacked);
  }
  EXPECT_FALSE(llama::measure_kernels({GGML_TYPE_F32}, Packing::kRepacked).repacked) << "it has no such form";
}

TEST_F(TinyLlama, TakesNoMemoryForLongerSequencesThanThereWillBe) {
  const auto whole = open(2, {.chat_template = kTemplate}, true, 2048);
  EndpointSpec spec;
  spec.path = (folder_ / "model.gguf").string();
  spec.n_parallel = 2;
  spec.n_read_outs = 3;
  spec.n_ctx = 2048;
  spec.n_threads = 1;
  std::size_t n_prompt = 0;
  spec.most_tokens = [&](const Backend& backend) {
    EXPECT_GT(backend.capabilities().n_layers, 0);
    n_prompt = backend.prompt_tokens(chat({{"user", "Tell me."}}, 4)).value().size();
    return 300;
  };
  const auto fitted = kLlama.open(spec);
  EXPECT_GT(n_prompt, 0U);
  const Capabilities c = fitted->capabilities();
  EXPECT_GE(c.n_ctx, 300);
  EXPECT_LE(c.n_ctx, 512);
  EXPECT_EQ(c.n_read_outs, 3);
  EXPECT_EQ(c.read_out_bytes * static_cast<std::size_t>(c.n_sequences), 3 * c.cache_bytes);
  EXPECT_LT(c.cache_bytes / static_cast<std::size_t>(c.n_sequences),
            whole->capabilities().cache_bytes / static_cast<std::size_t>(whole->capabilities().n_sequences) / 3);
  expect_same_bits(ask(*whole, study()), ask(*fitted, study()));
}

TEST_F(TinyLlama, VariantsPrefillTheirCommonBeginningOnce) {
  for (const bool deterministic : {true, false}) {
    SCOPED_TRACE(deterministic ? "bitwise" : "fast");
    const auto backend = open(8, {}, deterministic);
    const std::string stem(200, 's');
    Bundle bundle;
    for (const char* tail : {" A B C D", " B C D A", " C D A B", " D A B C"})
      bundle.requests.push_back(raw(stem + tail, 2));
    int n_prefilled = 0;
    for (const auto& [id, r] : ask(*backend, {bundle})) {
      const Usage& usage = std::get<Completion>(r).usage;
      EXPECT_EQ(usage.n_prefilled + usage.n_shared, usage.n_prompt);
      n_prefilled += usage.n_prefilled;
    }
    const int once = 1 + 1 + 200 + 1;  // BOS, the space SentencePiece puts first, the stem, the space after it
    EXPECT_LE(n_prefilled, (once + 4 * 7) * 1.05);
    EXPECT_GE(n_prefilled, once + 4 * 7);
  }
}

TEST_F(TinyLlama, AReadOutEvaluatesItsSuffixHoweverItsAnswerWentOn) {
  for (const bool deterministic : {true, false}) {
    SCOPED_TRACE(deterministic ? "bitwise" : "fast");
    const auto backend = open(2, {.chat_template = kTemplate}, deterministic, 512, 6);
    int n_read_outs = 0;
    const auto read_outs = [&](const Request& q, const Response& r) {
      std::vector<Request> next;
      const auto& done = std::get<Completion>(r);
      for (int n = 1; !q.prefix && n + 3 < static_cast<int>(done.tokens.size()); n += 3) {
        std::string suffix;  // as the answer goes on, then otherwise
        for (int i = n; i < n + 3; ++i) suffix += *backend->token_text(done.tokens[static_cast<std::size_t>(i)]);
        if (first_invalid_utf8(suffix) == std::string::npos) next.push_back(fork(q, done, n, suffix + "?", 0));
      }
      return next;
    };
    for (const auto& [id, r] : ask(*backend, {Bundle{{chat({{"user", "Tell me everything."}}, 60)}}}, read_outs)) {
      const auto& c = std::get<Completion>(r);
      if (!c.tokens.empty()) continue;
      ++n_read_outs;
      EXPECT_GE(c.usage.n_prefilled, 4);
    }
    EXPECT_GT(n_read_outs, 0);
  }
}

// Draws from one prompt: some beside the first, some that follow it, one that needs the prompt's last state.
TEST_F(TinyLlama, ManyAnswersToOnePromptEvaluateItOnce) {
  const auto draw = [](int trial) {
    Request r = raw("roll the dice", 6);
    r.decoding.temperature = 1.5;
    r.trial = trial;
    if (trial == 9) r.captures = {{Site::Point::kFinal}};
    return r;
  };
  for (const bool deterministic : {true, false}) {
    SCOPED_TRACE(deterministic ? "bitwise" : "fast");
    const auto backend = open(4, {}, deterministic);
    const Answers answers =
        ask(*backend, {Bundle{{draw(0), draw(1), draw(2)}}}, [&](const Request& q, const Response&) {
          return q.trial == 0 ? std::vector{draw(3), draw(4), draw(5), draw(6), draw(7), draw(8), draw(9)}
                              : std::vector<Request>{};
        });
    ASSERT_EQ(answers.size(), 10U);
    int n_prefilled = 0;
    std::set<std::vector<Token>> seen;
    for (const auto& [id, r] : answers) {
      const auto& c = std::get<Completion>(r);
      EXPECT_EQ(c.usage.n_prefilled + c.usage.n_shared, c.usage.n_prompt);
      if (c.states.empty()) n_prefilled += c.usage.n_prefilled;
      EXPECT_TRUE(c.states.empty() || c.usage.n_prefilled > 0);
      seen.insert(c.tokens);
    }
    EXPECT_EQ(n_prefilled, std::get<Completion>(answers.begin()->second).usage.n_prompt);
    EXPECT_EQ(seen.size(), 10U);
    if (!deterministic) continue;
    Answers alone;
    for (int trial = 0; trial < 10; ++trial) alone.merge(ask(*open(1, {}), {Bundle{{draw(trial)}}}));
    expect_same_bits(answers, alone);
  }
}

TEST_F(TinyLlama, LogitsThatAreNotNumbersAreAFailureWithTheirPosition) {
  const Response response = ask_one(*open(1, {.nan_output = true}), raw("abc", 1));
  EXPECT_EQ(std::get<Failure>(response).kind, Failure::Kind::kBadLogits);
  EXPECT_NE(std::get<Failure>(response).message.find("token 4"), std::string::npos)
      << std::get<Failure>(response).message;
}

TEST_F(TinyLlama, EndsWhereItShould) {
  const auto backend = open(2);
  const Completion free = complete(*backend, raw("go", 60));
  EXPECT_EQ(free.finish, Finish::kLength);
  EXPECT_EQ(free.tokens.size(), 60U);

  Request stopped = raw("go", 60);
  stopped.decoding.stop = {*backend->token_text(free.tokens[10])};
  const Completion c = complete(*backend, stopped);
  EXPECT_EQ(c.finish, Finish::kStopString);
  EXPECT_LE(c.tokens.size(), 11U);
  EXPECT_EQ(c.tokens,
            std::vector<Token>(free.tokens.begin(), free.tokens.begin() + static_cast<long>(c.tokens.size())));

  const Completion full = complete(*backend, raw(std::string(500, 'x'), 200));
  EXPECT_EQ(full.finish, Finish::kContext);
  EXPECT_EQ(full.tokens.size(), 10U);  // 502 prompt tokens of 512
}

TEST_F(TinyLlama, EndsAtTheEndOfTurnAndDoesNotKeepIt) {
  const auto backend = open(4);
  Bundle bundle;
  for (int trial = 0; trial < 4; ++trial) {
    Request r = raw("dice", 400);
    r.decoding.temperature = 1e6;  // every token is as likely: the end of turn comes in about 260
    r.trial = trial;
    bundle.requests.push_back(std::move(r));
  }
  int n_ended = 0;
  for (const auto& [id, response] : ask(*backend, {bundle})) {
    const auto& c = std::get<Completion>(response);
    EXPECT_EQ(std::count(c.tokens.begin(), c.tokens.end(), 2), 0);
    EXPECT_EQ(c.tokens.size(), c.logprobs_nats.size());
    EXPECT_EQ(c.finish == Finish::kEnd, c.tokens.size() < 400);
    n_ended += c.finish == Finish::kEnd ? 1 : 0;
  }
  EXPECT_GT(n_ended, 0);
}

TEST_F(TinyLlama, TextIsValidUtf8WhateverTheTokens) {
  const auto backend = open(2);
  for (int trial = 0; trial < 20; ++trial) {
    Request r = raw("bytes", 30);
    r.decoding.temperature = 2;
    r.trial = trial;
    const Completion c = complete(*backend, r);
    EXPECT_EQ(first_invalid_utf8(c.text), std::string::npos);
    std::string bytes;
    for (const Token id : c.tokens) bytes += *backend->token_text(id);
    EXPECT_EQ(c.text, to_valid_utf8(bytes));
  }
}

TEST_F(TinyLlama, SampledAnswersDifferByTrialAndRepeatBySeed) {
  Request r = raw("dice", 20);
  r.decoding.temperature = 1.5;
  std::set<std::vector<Token>> seen;
  for (r.trial = 0; r.trial < 5; ++r.trial) {
    const auto tokens = complete(*open(1), r).tokens;
    EXPECT_EQ(complete(*open(4), r).tokens, tokens);
    seen.insert(tokens);
  }
  EXPECT_EQ(seen.size(), 5U);
}

TEST_F(TinyLlama, ReadsTheLastInputPosition) {
  const auto backend = open(2);
  Request r = raw("where", 0);
  r.asked = {5, 3 + 'B'};
  r.captures = {{Site::Point::kFinal}, {Site::Point::kResidPost, 2}, {Site::Point::kResidPost, 0}};
  const Completion read = complete(*backend, r);
  EXPECT_TRUE(read.text.empty());
  ASSERT_TRUE(read.read_out);
  EXPECT_EQ(read.read_out->top.size(), 100U);
  EXPECT_EQ(read.read_out->asked[1].id, 3 + 'B');
  ASSERT_EQ(read.states.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(read.states[i].site, r.captures[i]);
    EXPECT_EQ(read.states[i].x.size(), 256U);
  }
  // The norm's weights are ones: the final state is the last residual over its root mean square.
  double square = 0;
  for (const float x : read.states[1].x) square += static_cast<double>(x) * x / 256;
  for (std::size_t i = 0; i < 256; ++i)
    EXPECT_NEAR(read.states[0].x[i], read.states[1].x[i] / std::sqrt(square + 1e-5), 1e-4);
  // The embedding depends on the last token alone.
  Request other = raw("elsewhere", 0);
  other.captures = {{Site::Point::kResidPost, 0}, {Site::Point::kFinal}};
  const Completion c = complete(*backend, other);
  EXPECT_EQ(c.states[0].x, read.states[2].x);
  EXPECT_NE(c.states[1].x, read.states[0].x);
}

// Every place where states are read, as a mean and at the last position.
std::vector<Site> every_site(Site::Pool pool) {
  return {{Site::Point::kResidPost, 0, pool},
          {Site::Point::kResidPost, 1, pool},
          {Site::Point::kResidPost, 2, pool},
          {Site::Point::kFinal, 0, pool}};
}

TEST_F(TinyLlama, AMeanIsThatOfTheStatesAtEveryInputPosition) {
  for (const bool deterministic : {true, false}) {  // fast: kernels of few and of many rows
    SCOPED_TRACE(deterministic ? "bitwise" : "fast");
    const auto backend = open(3, {.chat_template = kTemplate, .type = GGML_TYPE_F32}, deterministic);
    for (const int n : {1, 3, 70, 140}) {  // steps; one piece; several, the last of them short
      SCOPED_TRACE(n);
      std::vector<Token> ids;
      for (int i = 0; i < n; ++i) ids.push_back(3 + (7 * i + n) % 200);
      std::vector<std::vector<double>> sums(4, std::vector<double>(256));
      for (int length = 1; length <= n; ++length) {
        Request r = raw("", 0);
        r.input = TokenIds{{ids.begin(), ids.begin() + length}};
        r.captures = every_site(Site::Pool::kLast);
        const Completion c = complete(*backend, r);
        for (std::size_t s = 0; s < 4; ++s)
          for (std::size_t i = 0; i < 256; ++i) sums[s][i] += c.states[s].x[i] / static_cast<double>(n);
      }
      Request r = raw("", 1);
      r.input = TokenIds{ids};
      r.captures = every_site(Site::Pool::kMeanInput);
      r.captures.push_back({Site::Point::kResidPost, 2});
      const Completion c = complete(*backend, r);
      ASSERT_EQ(c.states.size(), 5U);
      for (std::size_t s = 0; s < 5; ++s) EXPECT_EQ(c.states[s].site, r.captures[s]);
      for (std::size_t s = 0; s < 4; ++s)
        for (std::size_t i = 0; i < 256; ++i)
          EXPECT_NEAR(c.states[s].x[i], sums[s][i], deterministic ? 2e-4 : 2e-3) << s << " " << i;
      EXPECT_EQ(c.usage.n_shared, 0);
    }
  }
}

TEST_F(TinyLlama, CapturingChangesNoBitOfAnAnswer) {
  for (const ggml_type type : {GGML_TYPE_Q8_0, GGML_TYPE_F16, GGML_TYPE_Q4_K}) {
    SCOPED_TRACE(ggml_type_name(type));
    const llama::TinyModel model{.chat_template = kTemplate, .type = type};
    std::vector<Bundle> plain = study();
    for (Bundle& bundle : plain)
      for (Request& r : bundle.requests) r.captures.clear();
    std::vector<Bundle> captured = plain;
    for (Bundle& bundle : captured)
      for (Request& r : bundle.requests) {
        r.captures = every_site(Site::Pool::kMeanInput);
        for (const Site& site : every_site(Site::Pool::kLast)) r.captures.push_back(site);
      }
    Answers with = ask(*open(4, model), captured);
    for (auto& [id, response] : with) {
      EXPECT_EQ(std::get<Completion>(response).states.size(), 8U);
      std::get<Completion>(response).states.clear();
    }
    expect_same_bits(ask(*open(4, model), plain), with);
  }
}

TEST_F(TinyLlama, StatesOfASequenceAreItsOwnWhateverRunsBeside) {
  const auto backend = open(4);
  std::vector<Bundle> bundles = study();
  for (Bundle& bundle : bundles)
    for (Request& r : bundle.requests) r.captures = every_site(Site::Pool::kMeanInput);
  const Answers together = ask(*backend, bundles);
  Answers alone;
  for (const Bundle& bundle : bundles)
    for (const Request& r : bundle.requests) alone.merge(ask(*open(1), {Bundle{{r}}}));
  expect_same_bits(together, alone);
  std::set<std::vector<float>> different;
  for (const auto& [id, response] : together) different.insert(std::get<Completion>(response).states[2].x);
  EXPECT_EQ(different.size(), together.size());
}

TEST_F(TinyLlama, AReadNeedsNoRoomForAnAnswer) {
  const auto backend = open(1);
  EXPECT_EQ(complete(*backend, raw(std::string(510, 'x'), 0)).prompt_tokens.size(), 512U);
  EXPECT_EQ(std::get<Failure>(ask_one(*backend, raw(std::string(511, 'x'), 0))).kind, Failure::Kind::kContextFull);
  EXPECT_EQ(std::get<Failure>(ask_one(*backend, raw(std::string(510, 'x'), 1))).kind, Failure::Kind::kContextFull);
}

TEST_F(TinyLlama, StopsSoonAndCanBeUsedAgain) {
  const auto backend = open(2, {.chat_template = kTemplate});
  const Answers reference = ask(*open(2), study());
  std::stop_source stop;
  int n_seen = 0;
  backend->answer(
      study(),
      [&](const Request&, const Response&) {
        if (++n_seen == 3) stop.request_stop();
      },
      {}, stop.get_token());
  EXPECT_GE(n_seen, 3);
  EXPECT_LT(n_seen, 6);
  expect_same_bits(reference, ask(*backend, study()));
  n_seen = 0;
  backend->answer(
      study(), [&](const Request&, const Response&) { ++n_seen; }, {}, stop.get_token());
  EXPECT_EQ(n_seen, 0);
}

TEST_F(TinyLlama, ExceptionsOfTheCallerPassThroughAndItCanBeUsedAgain) {
  const auto backend = open(3, {.chat_template = kTemplate});
  const Answers reference = ask(*open(3), study());
  for (const bool from_sink : {true, false}) {
    int n_seen = 0;
    const auto perhaps_throw = [&](bool here) {
      if (here && ++n_seen == 4) throw std::runtime_error("disk full");
    };
    EXPECT_THROW(backend->answer(
                     study(), [&](const Request&, const Response&) { perhaps_throw(from_sink); },
                     [&](const Request&, const Response&) {
                       perhaps_throw(!from_sink);
                       return std::vector<Request>{};
                     },
                     {}),
                 std::runtime_error);
    expect_same_bits(reference, ask(*backend, study()));
  }
}

TEST_F(TinyLlama, FollowUpsMayHaveFollowUps) {
  const auto backend = open(2);
  const Request first = raw("chain", 3);
  int depth = 0;
  const Answers answers = ask(*backend, {Bundle{{first}}}, [&](const Request& q, const Response&) {
    std::vector<Request> next;
    if (++depth < 4) {
      next.push_back(q);
      std::get<RawText>(next.back().input).text += "+";
    }
    return next;
  });
  EXPECT_EQ(depth, 4);
  EXPECT_EQ(answers.size(), 4U);
}

}  // namespace
}  // namespace brink
