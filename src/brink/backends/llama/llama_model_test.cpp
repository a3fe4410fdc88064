// The back end on real weights: the file of BRINK_TEST_MODEL, or SmolLM2-135M-Instruct where scripts/demo puts it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "brink/backends/backends.h"
#include "brink/backends/llama/selftest.h"

namespace brink {
extern const BackendKind kLlama;

namespace {

namespace fs = std::filesystem;

fs::path model_path() {
  if (const char* path = std::getenv("BRINK_TEST_MODEL")) return path;
  const char* home = std::getenv("HOME");
  return fs::path(home ? home : ".") / ".cache/brink/models/smollm2-135m-instruct-q4_1.gguf";
}

class LlamaModel : public testing::Test {
 protected:
  void SetUp() override {
    if (!fs::exists(model_path())) GTEST_SKIP() << "no model at " << model_path() << "; scripts/demo fetches it";
  }

  static std::unique_ptr<Backend> open(int n_parallel, int n_threads = 0) {
    EndpointSpec spec;
    spec.path = model_path().string();
    spec.n_ctx = 512;
    spec.n_parallel = n_parallel;
    spec.n_threads = n_threads;
    return kLlama.open(spec);
  }

  static Completion complete(Backend& backend, const Request& request) {
    const Bundle bundle{{request}};
    Response out;
    backend.answer({&bundle, 1}, [&](const Request&, const Response& r) { out = r; }, {}, {});
    return std::get<Completion>(out);
  }
};

TEST_F(LlamaModel, AnswersAreTheSameBitsWhateverTheBatching) {
  const llama::SelftestReport report = llama::selftest({.path = model_path().string(), .n_ctx = 512, .n_parallel = 8});
  EXPECT_TRUE(report.bitwise);
  EXPECT_EQ(report.rows.size(), 7U);
  for (const llama::SelftestRow& row : report.rows) {
    EXPECT_TRUE(row.ok()) << row.what << ": " << row.note;
    EXPECT_GT(row.n, 0) << row.what << ": " << row.note;
  }
}

TEST_F(LlamaModel, AnswersAreTheSameBitsWhateverTheThreadsAndSlots) {
  Request r;
  r.input = RawText{"The capital of France is"};
  r.decoding.max_tokens = 12;
  r.captures = {{Site::Point::kFinal}};
  const Completion reference = complete(*open(4, 2), r);
  EXPECT_EQ(reference.tokens.size(), 12U);
  const Completion other = complete(*open(1, 1), r);
  EXPECT_EQ(other.tokens, reference.tokens);
  EXPECT_EQ(other.logprobs_nats, reference.logprobs_nats);
  EXPECT_TRUE(other.states[0].x == reference.states[0].x);
}

TEST_F(LlamaModel, ShowsTheTokensOfAPromptAsItsText) {
  const auto backend = open(1);
  const std::string text = "na\u00efve \u65e5\u672c\u8a9e \U0001F980 x";
  Request r;
  r.input = RawText{text};
  r.decoding.max_tokens = 0;
  std::string shown;
  for (const Token id : complete(*backend, r).prompt_tokens) shown += *backend->token_text(id);
  EXPECT_NE(shown.find(text), std::string::npos) << shown;
}

TEST_F(LlamaModel, KeepsTheDefaultSystemMessageOfItsTemplate) {
  const auto backend = open(1);
  const std::string message = "You are a helpful AI assistant named SmolLM";
  if (backend->model().chat_template.find(message) == std::string::npos)
    GTEST_SKIP() << "the template of " << model_path() << " has no such message";
  Request r;
  r.input = Messages{{"user", "Hello"}};
  r.decoding.max_tokens = 0;
  EXPECT_NE(complete(*backend, r).rendered_prompt.find(message), std::string::npos);
}

}  // namespace
}  // namespace brink
