// What the benchmark counts, on a tiny model of random weights; how fast it is, is for `brink bench` to say.
#include "brink/backends/llama/bench.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <set>
#include <string>

#include "brink/backends/llama/bare_loop.h"
#include "brink/backends/llama/tiny_gguf.h"
#include "brink/base/error.h"

namespace brink::llama {
namespace {

namespace fs = std::filesystem;

class Bench : public testing::Test {
 protected:
  void SetUp() override {
    write_tiny_gguf(path_, {});
    options_.path = path_.string();
    options_.width = 3;
    options_.depth = 32;
    options_.n_tokens = 4;
    options_.n_threads = 1;
    options_.n_repeats = 2;
  }
  void TearDown() override { fs::remove(path_); }

  fs::path path_ = fs::temp_directory_path() / ("brink_bench_test_" + std::to_string(::getpid()) + ".gguf");
  BenchOptions options_;
};

TEST_F(Bench, ComparesBothModesWithTheirReferencesInTurn) {
  std::vector<std::string> order;
  const BenchReport report = bench(options_, [&](const std::string& mode, int) { order.push_back(mode); });
  EXPECT_THAT(order, testing::ElementsAre("bitwise", "fast", "bitwise", "fast"));
  EXPECT_EQ(report.n_answers, 2 * 2 * 3);
  EXPECT_EQ(report.n_ended_early, 0);
  std::set<std::string> rows;
  for (const BenchRow& row : report.rows) {
    SCOPED_TRACE(row.mode + " " + row.what);
    EXPECT_TRUE(rows.insert(row.mode + row.what + row.reference_name).second);
    EXPECT_GT(row.value, 0);
    EXPECT_GT(row.reference, 0);
    EXPECT_LE(row.low, row.ratio);
    EXPECT_LE(row.ratio, row.high);
  }
  EXPECT_EQ(rows.size(), 2U * 6 + 1);
}

TEST_F(Bench, CountsTheSharedBeginningOfVariantsOnce) {
  const BenchReport report = bench(options_, {});
  int n = 0;
  for (const BenchRow& row : report.rows) {
    if (row.unit != "tokens prefilled") continue;
    ++n;
    EXPECT_EQ(row.reference, 24 + 4 * 8) << row.mode;
    EXPECT_GE(row.ratio, 1) << row.mode;
    EXPECT_LE(row.ratio, 1.05) << row.mode;
  }
  EXPECT_EQ(n, 2);
}

TEST_F(Bench, RefusesAModelThatIsNotThere) {
  options_.path += ".missing";
  EXPECT_THROW(bench(options_, {}), Error);
}

TEST_F(Bench, ADummyPromptIsAPhraseOfOrdinaryTokensOverAndOver) {
  EndpointSpec spec;
  spec.path = options_.path;
  const Model model = load_model(spec);
  SplitMix64 rng(1);
  const std::vector<Token> prompt = dummy_prompt(model, rng, 50);
  ASSERT_EQ(prompt.size(), 50U);
  for (std::size_t i = 0; i < prompt.size(); ++i) {
    EXPECT_FALSE(llama_vocab_is_control(model.vocab, prompt[i]));
    EXPECT_EQ(prompt[i], prompt[i % 16]);
  }
  EXPECT_NE(prompt, dummy_prompt(model, rng, 50));
}

}  // namespace
}  // namespace brink::llama
