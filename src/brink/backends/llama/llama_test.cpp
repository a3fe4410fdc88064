// The back end on a tiny model of random weights: everything that does not need an answer to make sense.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "brink/backends/backends.h"
#include "brink/backends/llama/kernels.h"
#include "brink/backends/llama/tiny_gguf.h"
#include "brink/base/error.h"
#include "brink/base/text.h"

namespace brink {
extern const BackendKind kLlama;

namespace {

namespace fs = std::filesystem;

// Turns as "[role] text", an open turn "[assistant] " at the end.
constexpr const char* kTemplate =
    "{% for m in messages %}[{{ m.role }}] {{ m.content }}\n{% endfor %}"
    "{% if add_generation_prompt %}[assistant] {% endif %}";

using Answers = std::map<Sha256, Response>;
const Backend::FollowUps kNoFollowUps;

Answers ask(Backend& backend, const std::vector<Bundle>& bundles, const Backend::FollowUps& follow_ups = kNoFollowUps) {
  Answers out;
  backend.answer(bundles, [&](const Request& q, const Response& r) { EXPECT_TRUE(out.emplace(q.id(), r).second); },
                 follow_ups, {});
  return out;
}

Response ask_one(Backend& backend, const Request& request) {
  return ask(backend, {Bundle{{request}}}).at(request.id());
}

Completion complete(Backend& backend, const Request& request) {
  const Response response = ask_one(backend, request);
  if (const Failure* f = std::get_if<Failure>(&response)) throw std::runtime_error(f->message);
  return std::get<Completion>(response);
}

Request raw(const std::string& text, int max_tokens) {
  Request r;
  r.input = RawText{text};
  r.decoding.max_tokens = max_tokens;
  return r;
}

Request chat(Messages messages, int max_tokens = 4) {
  Request r;
  r.input = std::move(messages);
  r.decoding.max_tokens = max_tokens;
  return r;
}

Request fork(const Request& parent, const Completion& done, int n_tokens, const std::string& suffix, int max_tokens) {
  Request r = parent;
  r.prefix = Prefix{parent.id(), n_tokens, suffix, std::nullopt};
  r.prefix_tokens.assign(done.tokens.begin(), done.tokens.begin() + n_tokens);
  r.decoding.max_tokens = max_tokens;
  return r;
}

void expect_same_bits(const Answers& a, const Answers& b) {
  ASSERT_EQ(a.size(), b.size());
  for (const auto& [id, response] : a) {
    SCOPED_TRACE(id.short_hex());
    ASSERT_TRUE(b.contains(id));
    const auto& x = std::get<Completion>(response);
    const auto& y = std::get<Completion>(b.at(id));
    EXPECT_EQ(x.text, y.text);
    EXPECT_EQ(x.tokens, y.tokens);
    EXPECT_EQ(x.logprobs_nats, y.logprobs_nats);
    EXPECT_EQ(x.finish, y.finish);
    EXPECT_EQ(x.read_out->logsumexp, y.read_out->logsumexp);
    EXPECT_EQ(x.read_out->top, y.read_out->top);
    ASSERT_EQ(x.states.size(), y.states.size());
    for (std::size_t i = 0; i < x.states.size(); ++i) EXPECT_TRUE(x.states[i].x == y.states[i].x) << i;
  }
}

class TinyLlama : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("brink_llama_test_" + std::to_string(::getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::unique_ptr<Backend> open(int n_parallel, const llama::TinyModel& model = {.chat_template = kTemplate},
                                bool deterministic = true, int n_ctx = 512) const {
    llama::write_tiny_gguf(folder_ / "model.gguf", model);
    EndpointSpec spec;
    spec.path = (folder_ / "model.gguf").string();
    spec.n_parallel = n_parallel;
    spec.deterministic = deterministic;
    spec.n_ctx = n_ctx;
    spec.n_threads = 1;  // so small a graph is all barriers
    return kLlama.open(spec);
  }

  fs::path folder_;
};

// With matrices of types whose kernels tell few rows from many in different ways.
class TinyLlamaOfType : public TinyLlama, public testing::WithParamInterface<ggml_type> {
 protected:
  std::unique_ptr<Backend> open_param(int n_parallel) const {
    return open(n_parallel, {.chat_template = kTemplate, .type = GetParam()});
  }
};

// Variants with a common beginning; some sampled, some reads, some with states.
std::vector<Bundle> study() {
  std::vector<Bundle> out;
  for (int item = 0; item < 4; ++item) {
    Bundle bundle;
    for (int variant = 0; variant < 4; ++variant) {
      Request r = chat({{"system", "Answer."},
                        {"user", std::string(static_cast<std::size_t>(20 * item), 'q') + " item " +
                                     std::to_string(item) + std::string(static_cast<std::size_t>(variant), 'v')}},
                       4 + 4 * item + variant);
      if (variant == 1) r.decoding.temperature = 0.8;
      if (variant == 2)
        r.captures = {{Site::Point::kResidPost, 0}, {Site::Point::kResidPost, 2}, {Site::Point::kFinal}};
      if (variant == 3 && item == 1) r.decoding.max_tokens = 0;
      bundle.requests.push_back(std::move(r));
    }
    out.push_back(std::move(bundle));
  }
  return out;
}

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

TEST(Kernels, AreUniformForTypesThatAreAlwaysMultipliedRowByRow) {
  using llama::Packing;
  EXPECT_EQ(llama::measure_kernels({GGML_TYPE_Q4_1}, Packing::kPlain).uniform_rows, 1);
  for (const ggml_type type : {GGML_TYPE_F32, GGML_TYPE_F16, GGML_TYPE_Q4_K, GGML_TYPE_Q6_K, GGML_TYPE_IQ4_NL}) {
    EXPECT_GT(llama::measure_kernels({type}, Packing::kPlain).uniform_rows, 0) << ggml_type_name(type);
    EXPECT_FALSE(llama::measure_kernels({type}, Packing::kPlain).repacked);
  }
  EXPECT_FALSE(llama::measure_kernels({GGML_TYPE_F32}, Packing::kRepacked).repacked) << "it has no such form";
}

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

TEST_F(TinyLlama, BeginsWithBosExactlyOnce) {
  const auto backend = open(1, {.chat_template = std::string("{{ bos_token }}") + kTemplate});
  for (const Request& r : {raw("hello", 0), chat({{"user", "hello"}}, 0)}) {
    const Completion c = complete(*backend, r);
    EXPECT_EQ(c.prompt_tokens.front(), 1);
    EXPECT_EQ(std::count(c.prompt_tokens.begin(), c.prompt_tokens.end(), 1), 1);
  }
  const Response twice = ask_one(*backend, raw("<s>hello", 0));
  EXPECT_EQ(std::get<Failure>(twice).kind, Failure::Kind::kTemplate);
  EXPECT_NE(std::get<Failure>(twice).message.find("BOS"), std::string::npos);
}

TEST_F(TinyLlama, RendersTheTemplateItHas) {
  struct Case {
    const char* name;
    std::string chat_template;
    Messages messages;
    std::map<std::string, std::string> args;
    std::string rendered;
    bool merged = false;
  };
  const Messages question = {{"system", "Be brief."}, {"user", "Why?"}};
  const std::string no_system =
      "{% for m in messages %}{% if m.role == 'system' %}{{ raise_exception('no system role') }}{% endif %}"
      "<{{ m.role }}>{{ m.content }}{% endfor %}{% if add_generation_prompt %}<model>{% endif %}";
  const Case cases[] = {
      {"turns", kTemplate, question, {}, "[system] Be brief.\n[user] Why?\n[assistant] "},
      {"an open turn goes on",
       kTemplate,
       {{"user", "Why?"}, {"assistant", "<think>\nBecause"}},
       {},
       "[user] Why?\n[assistant] <think>\nBecause"},
      {"system merged", no_system, question, {}, "<user>Be brief.\nWhy?<model>", true},
      {"arguments",
       "{{ messages[0].content }}{% if enable_thinking %}T{% endif %}{{ effort }}",
       {{"user", "x"}},
       {{"enable_thinking", "false"}, {"effort", "\"low\""}},
       "xlow"},
      {"thinking by default",
       "{{ messages[0].content }}{% if enable_thinking %}T{% endif %}",
       {{"user", "x"}},
       {},
       "xT"},
      {"a date that stays", "{{ date_string }}|{{ messages[0].content }}", {{"user", "x"}}, {}, "26 Jul 2024|x"},
      {"a date that is given",
       "{{ date_string }}|{{ messages[0].content }}",
       {{"user", "x"}},
       {{"date_string", "\"1 May 2025\""}},
       "1 May 2025|x"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    Request r = chat(c.messages, 0);
    r.template_args = c.args;
    const Completion done = complete(*open(1, {.chat_template = c.chat_template}), r);
    EXPECT_EQ(done.rendered_prompt, c.rendered);
    EXPECT_EQ(done.system_merged, c.merged);
  }
}

TEST_F(TinyLlama, RefusesWhatItCannotServeWithAReason) {
  struct Case {
    const char* name;
    std::string chat_template;
    Request request;
    Failure::Kind kind;
    const char* says;
  };
  const auto with = [](Request r, auto change) {
    change(r);
    return r;
  };
  const Case cases[] = {
      {"no template", "", chat({{"user", "x"}}), Failure::Kind::kTemplate, "chat_template"},
      {"a template that refuses", "{{ raise_exception('only tools') }}", chat({{"user", "x"}}),
       Failure::Kind::kTemplate, "only tools"},
      {"an argument that is not JSON", kTemplate,
       with(chat({{"user", "x"}}), [](Request& r) { r.template_args["a"] = "{"; }), Failure::Kind::kTemplate,
       "refuses"},
      {"an unknown prompt", "", with(raw("", 1), [](Request& r) { r.input = Unknown{}; }), Failure::Kind::kUnsupported,
       "not known"},
      {"ids out of range", "",
       with(raw("", 1),
            [](Request& r) {
              r.input = TokenIds{{1, 260}};
            }),
       Failure::Kind::kOther, "token 260"},
      {"no ids", "", with(raw("", 1), [](Request& r) { r.input = TokenIds{}; }), Failure::Kind::kOther, "no tokens"},
      {"asked out of range", "", with(raw("x", 1), [](Request& r) { r.asked = {-1}; }), Failure::Kind::kOther, "asked"},
      {"an intervention", "", with(raw("x", 1), [](Request& r) { r.interventions.emplace_back(Steer{}); }),
       Failure::Kind::kUnsupported, "interventions"},
      {"a layer too many", "",
       with(raw("x", 1),
            [](Request& r) {
              r.captures = {{Site::Point::kResidPost, 3}};
            }),
       Failure::Kind::kUnsupported, "resid_post:3"},
      {"a mean", "",
       with(raw("x", 1),
            [](Request& r) {
              r.captures = {{Site::Point::kFinal, 0, Site::Pool::kMeanInput}};
            }),
       Failure::Kind::kUnsupported, "mean"},
      {"prefix tokens missing", "",
       with(raw("x", 1),
            [](Request& r) {
              r.prefix = Prefix{Sha256{}, 3, "", std::nullopt};
            }),
       Failure::Kind::kOther, "prefix has 3"},
      {"a prompt that does not fit", "", raw(std::string(600, 'x'), 1), Failure::Kind::kContextFull,
       "602 tokens, the context holds 512"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const auto backend = open(2, {.chat_template = c.chat_template});
    const Response response = ask_one(*backend, c.request);
    ASSERT_TRUE(std::holds_alternative<Failure>(response));
    EXPECT_EQ(std::get<Failure>(response).kind, c.kind);
    EXPECT_NE(std::get<Failure>(response).message.find(c.says), std::string::npos)
        << std::get<Failure>(response).message;
    EXPECT_EQ(complete(*backend, raw("next", 2)).tokens.size(), 2U);
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
      kNoFollowUps, stop.get_token());
  EXPECT_GE(n_seen, 3);
  EXPECT_LT(n_seen, 6);
  expect_same_bits(reference, ask(*backend, study()));
  n_seen = 0;
  backend->answer(
      study(), [&](const Request&, const Response&) { ++n_seen; }, kNoFollowUps, stop.get_token());
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
