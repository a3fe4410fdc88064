#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>

#include "brink/backends/backends.h"
#include "brink/base/error.h"
#include "brink/base/text.h"

// Tests with real weights: the file of BRINK_TEST_MODEL, or SmolLM2-135M-Instruct where scripts/demo puts it.

namespace brink {
extern const BackendKind kLlama;

namespace {

namespace fs = std::filesystem;

fs::path test_model() {
  if (const char* path = std::getenv("BRINK_TEST_MODEL")) return path;
  const char* home = std::getenv("HOME");
  return fs::path(home ? home : ".") / ".cache/brink/models/smollm2-135m-instruct-q4_1.gguf";
}

EndpointSpec spec_of(int n_parallel, bool deterministic = true) {
  EndpointSpec spec;
  spec.path = test_model().string();
  spec.n_ctx = 512;
  spec.n_parallel = n_parallel;
  spec.deterministic = deterministic;
  return spec;
}

std::unique_ptr<Backend> open(const EndpointSpec& spec) { return kLlama.open(spec); }

using Answers = std::map<Sha256, Response>;
const Backend::FollowUps kNoFollowUps;

Answers ask(Backend& backend, std::vector<Bundle> bundles, const Backend::FollowUps& follow_ups = kNoFollowUps) {
  Answers out;
  backend.answer(bundles, [&](const Request& q, const Response& r) { EXPECT_TRUE(out.emplace(q.id(), r).second); },
                 follow_ups, {});
  return out;
}

const Completion& completion(const Answers& answers, const Request& request) {
  return std::get<Completion>(answers.at(request.id()));
}

// Four orders of an item's options, as a study asks them.
Bundle item(const std::string& stem, std::vector<std::string> options, int max_tokens) {
  Bundle bundle;
  for (std::size_t shift = 0; shift < options.size(); ++shift) {
    std::string user = stem;
    for (std::size_t i = 0; i < options.size(); ++i)
      user += "\n" + std::string(1, static_cast<char>('A' + i)) + ") " + options[(i + shift) % options.size()];
    Request r;
    r.input = Messages{{"system", "Answer the multiple-choice question."}, {"user", user}};
    r.decoding.max_tokens = max_tokens;
    bundle.requests.push_back(std::move(r));
  }
  return bundle;
}

std::vector<Bundle> study() {
  return {item("Which planet is known as the red planet?", {"Venus", "Mars", "Jupiter", "Saturn"}, 24),
          item("What is the chemical symbol of gold?", {"Go", "Gd", "Au", "Ag"}, 16),
          item("How many legs does a spider have?", {"Six", "Eight", "Ten", "Twelve"}, 20)};
}

void expect_same_bits(const Completion& a, const Completion& b) {
  EXPECT_EQ(a.text, b.text);
  EXPECT_EQ(a.tokens, b.tokens);
  EXPECT_EQ(a.logprobs_nats, b.logprobs_nats);
  EXPECT_EQ(a.finish, b.finish);
  ASSERT_TRUE(a.read_out && b.read_out);
  EXPECT_EQ(a.read_out->logsumexp, b.read_out->logsumexp);
  EXPECT_EQ(a.read_out->top, b.read_out->top);
  ASSERT_EQ(a.states.size(), b.states.size());
  for (std::size_t i = 0; i < a.states.size(); ++i) EXPECT_EQ(a.states[i].x, b.states[i].x);
}

void expect_same_bits(const Answers& a, const Answers& b) {
  ASSERT_EQ(a.size(), b.size());
  for (const auto& [id, response] : a) {
    SCOPED_TRACE(id.short_hex());
    ASSERT_TRUE(b.contains(id));
    expect_same_bits(std::get<Completion>(response), std::get<Completion>(b.at(id)));
  }
}

class Llama : public testing::Test {
 protected:
  void SetUp() override {
    if (!fs::exists(test_model())) GTEST_SKIP() << "no model at " << test_model() << "; scripts/demo fetches it";
  }
};

TEST_F(Llama, AnswersAreTheSameBitsWhateverTheBatching) {
  const auto one = open(spec_of(1));
  const auto eight = open(spec_of(8));
  const Answers reference = ask(*one, study());
  EXPECT_EQ(reference.size(), 12U);
  for (const auto& [id, r] : reference) EXPECT_FALSE(std::get<Completion>(r).tokens.empty());
  {
    SCOPED_TRACE("eight at once");
    expect_same_bits(reference, ask(*eight, study()));
  }
  {
    SCOPED_TRACE("eight at once, caches warm");
    expect_same_bits(reference, ask(*eight, study()));
  }
  {
    SCOPED_TRACE("reversed, one bundle");
    Bundle all;
    for (const Bundle& b : study()) all.requests.insert(all.requests.begin(), b.requests.begin(), b.requests.end());
    expect_same_bits(reference, ask(*open(spec_of(8)), {all}));
  }
  {
    SCOPED_TRACE("every request by itself in a new context");
    Answers single;
    for (const Bundle& b : study())
      for (const Request& r : b.requests) {
        const auto fresh = open(spec_of(2));
        single.merge(ask(*fresh, {Bundle{{r}}}));
      }
    expect_same_bits(reference, single);
  }
}

}  // namespace
}  // namespace brink
