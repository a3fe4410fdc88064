// The published files themselves, where they are at hand: what they hold and what their dirt is, as docs/formats.md
// lists it. The page's rows are made here; a failure prints the row that belongs there.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "brink/dataset/format.h"

namespace brink {
namespace {

namespace fs = std::filesystem;

const fs::path kShared = BRINK_SHARED_DIR "/data";

struct Case {
  const char* file;
  const char* format;
  std::size_t n_items;
};

constexpr Case kCases[] = {
    {"mmlu/mmlu_test.jsonl.gz", "mmlu", 14042},
    {"mmlu/mmlu_dev.jsonl.gz", "mmlu", 285},
    {"mmlu/abstract_algebra_test.csv", "mmlu", 100},
    {"arc_challenge/ARC-Challenge-Test.jsonl", "arc", 1172},
    {"arc_challenge/ARC-Challenge-Dev.jsonl", "arc", 299},
    {"commonsenseqa/dev_rand_split.jsonl", "commonsense_qa", 1221},
    {"truthfulqa/TruthfulQA.csv", "truthful_qa", 813},
    {"aqua/test.json", "aqua_rat", 254},
    {"aqua/dev.json", "aqua_rat", 254},
    {"gsm8k/test.jsonl", "gsm8k", 1319},
    {"agieval/gaokao-mathqa.jsonl", "agieval", 351},
    {"agieval/logiqa-zh.jsonl", "agieval", 651},
    {"agieval/sat-math.jsonl", "agieval", 220},
    {"../outputs/mmlupro_Mistral-7B-Instruct-v0.2.jsonl", "mmlu_pro", 354},
    {"../outputs/mmlupro_Meta-Llama-3_1-8B-Instruct.jsonl", "mmlu_pro", 354},
};

template <class Key>
std::string counts_text(const std::map<Key, int>& counts) {
  std::string out;
  for (const auto& [key, n] : counts) out += fmt::format("{}{}: {}", out.empty() ? "" : ", ", key, n);
  return out.empty() ? "none" : out;
}

// "| file | format | items | options | several right | name others | dirt |"
std::string table_row(const Case& c, const Dataset& d) {
  std::map<int, int> n_options;
  std::map<std::string, int> dirt;
  int several = 0, positional = 0;
  for (const Item& item : d.items) {
    ++n_options[item.n_options()];
    several += std::holds_alternative<std::vector<int>>(item.gold) ? 1 : 0;
    positional += item.flags.positional_options ? 1 : 0;
  }
  for (const Dirt& one : d.dirt) ++dirt[one.kind];
  return fmt::format("| {} | {} | {} | {} | {} | {} | {} |", fs::path(c.file).filename().string(), c.format,
                     d.items.size(), counts_text(n_options), several, positional, counts_text(dirt));
}

class RealFiles : public testing::TestWithParam<Case> {};

TEST_P(RealFiles, IsReadWholeAndItsDirtIsTheDocumentedOne) {
  const fs::path path = kShared / GetParam().file;
  if (!fs::exists(path)) GTEST_SKIP() << "there is no " << path;
  const Dataset d = read_dataset(path);
  EXPECT_EQ(d.items.size(), GetParam().n_items);
  EXPECT_TRUE(std::all_of(d.items.begin(), d.items.end(),
                          [](const Item& i) { return !std::holds_alternative<std::monostate>(i.gold); }));

  const Dataset named = read_dataset(path, GetParam().format);
  ASSERT_EQ(named.items.size(), d.items.size());
  for (std::size_t i = 0; i < d.items.size(); ++i) EXPECT_EQ(named.items[i].hash, d.items[i].hash);

  std::ifstream page(BRINK_SOURCE_DIR "/docs/formats.md");
  const std::string text{std::istreambuf_iterator<char>(page), {}};
  EXPECT_THAT(text, testing::HasSubstr("\n" + table_row(GetParam(), d) + "\n"));
}

INSTANTIATE_TEST_SUITE_P(Published, RealFiles, testing::ValuesIn(kCases), [](const auto& of) {
  std::string name = of.param.file;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
});

TEST(RealFileContents, AboutSixHundredFiftyMmluItemsReferToOtherOptions) {
  if (!fs::exists(kShared)) GTEST_SKIP() << "no published data sets beside the checkout";
  const Dataset d = read_dataset(kShared / "mmlu/mmlu_test.jsonl.gz");
  const auto n =
      std::count_if(d.items.begin(), d.items.end(), [](const Item& i) { return i.flags.positional_options; });
  EXPECT_NEAR(static_cast<double>(n), 644, 30) << "644 by another tool's list of phrases";
}

// Which slot the right option stands in must not follow from its place in the file, which is always the first.
TEST(RealFileContents, TruthfulQaGoldsAreSpreadOverTheSlots) {
  const fs::path path = kShared / "truthfulqa/TruthfulQA.csv";
  if (!fs::exists(path)) GTEST_SKIP() << "there is no " << path;
  const Dataset d = read_dataset(path);
  std::vector<double> seen(13), expected(13);
  for (const Item& item : d.items) {
    seen.at(static_cast<std::size_t>(item.gold_option())) += 1;
    for (std::size_t slot = 0; slot < item.options.size(); ++slot) expected[slot] += 1.0 / item.n_options();
  }
  double chi_square = 0;
  for (std::size_t slot = 0; slot < 8; ++slot)
    chi_square += (seen[slot] - expected[slot]) * (seen[slot] - expected[slot]) / expected[slot];
  EXPECT_LT(chi_square, 26.1) << "the .001 quantile with 8 degrees of freedom";
}

}  // namespace
}  // namespace brink
