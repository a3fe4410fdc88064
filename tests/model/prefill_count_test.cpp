// What an item's variants cost, with real weights, tokenizer and prompts: the file of BRINK_TEST_MODEL, or
// SmolLM2-135M-Instruct where scripts/demo puts it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "brink/backends/backends.h"
#include "brink/dataset/format.h"
#include "brink/prompt/prompt.h"

namespace brink {
extern const BackendKind kLlama;

namespace {

namespace fs = std::filesystem;

constexpr int kItems = 2;
constexpr double kMostExtra = 1.05;

fs::path test_model() {
  if (const char* path = std::getenv("BRINK_TEST_MODEL")) return path;
  const char* home = std::getenv("HOME");
  return fs::path(home ? home : ".") / ".cache/brink/models/smollm2-135m-instruct-q4_1.gguf";
}

std::vector<Bundle> demo_bundles() {
  const ModeSpec mode = to_mode(*find_mode("direct"));
  const Dataset demo = read_dataset(fs::path(BRINK_SOURCE_DIR) / "examples/demo.jsonl", {}, {});
  std::vector<Bundle> out;
  for (const Item& item : subset(demo.items, 0, kItems)) {
    Bundle& bundle = out.emplace_back();
    for (const Variant& variant : variants(item, {}, 0)) {
      Request& request = bundle.requests.emplace_back();
      request.input = render(item, variant, mode);
      request.decoding.max_tokens = 1;
    }
  }
  return out;
}

// Tokens of the beginning that all prompts share, once, and of the rest of each.
int shared_once_and_tails(const std::vector<const std::vector<Token>*>& prompts) {
  auto shared = static_cast<std::ptrdiff_t>(prompts.front()->size());
  for (const auto* p : prompts)
    shared = std::min(shared,
                      std::mismatch(p->begin(), p->end(), prompts[0]->begin(), prompts[0]->end()).first - p->begin());
  std::ptrdiff_t n = shared;
  for (const auto* p : prompts) n += static_cast<std::ptrdiff_t>(p->size()) - shared;
  return static_cast<int>(n);
}

struct Case {
  const char* name;
  bool deterministic;
  int n_parallel;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

class PrefillCount : public testing::TestWithParam<Case> {};

TEST_P(PrefillCount, AnItemsVariantsPrefillTheirSharedBeginningOnce) {
  if (!fs::exists(test_model())) GTEST_SKIP() << "no model at " << test_model() << "; scripts/demo fetches it";
  EndpointSpec spec;
  spec.path = test_model().string();
  spec.n_ctx = 512;
  spec.n_parallel = GetParam().n_parallel;
  spec.deterministic = GetParam().deterministic;
  const auto backend = kLlama.open(spec);
  const std::vector<Bundle> bundles = demo_bundles();
  std::map<const Request*, Completion> answers;
  backend->answer(bundles, [&](const Request& q, const Response& r) { answers.emplace(&q, std::get<Completion>(r)); },
                  {}, {});
  for (const Bundle& bundle : bundles) {
    SCOPED_TRACE(testing::Message() << "item " << &bundle - bundles.data());
    ASSERT_EQ(bundle.requests.size(), 4U);
    std::vector<const std::vector<Token>*> prompts;
    int n_prefilled = 0;
    for (const Request& request : bundle.requests) {
      const Completion& answer = answers.at(&request);
      prompts.push_back(&answer.prompt_tokens);
      n_prefilled += answer.usage.n_prefilled;
      EXPECT_EQ(answer.usage.n_prefilled + answer.usage.n_shared, answer.usage.n_prompt);
      EXPECT_EQ(answer.usage.n_prompt, static_cast<int>(answer.prompt_tokens.size()));
    }
    EXPECT_LE(n_prefilled, kMostExtra * shared_once_and_tails(prompts));
  }
}

INSTANTIATE_TEST_SUITE_P(Modes, PrefillCount,
                         testing::Values(Case{"bitwise", true, 8}, Case{"bitwise_in_pairs", true, 2},
                                         Case{"fast", false, 8}),
                         [](const auto& c) { return std::string(c.param.name); });

}  // namespace
}  // namespace brink
