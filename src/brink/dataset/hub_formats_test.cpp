// What the items of each published format are, from small files of their documented shapes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "brink/dataset/format.h"

namespace brink {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::UnorderedElementsAre;

const fs::path kData = BRINK_SOURCE_DIR "/tests/data";

std::vector<Item> items(const char* file) { return read_dataset(kData / file).items; }

std::vector<Sha256> hashes(const std::vector<Item>& of) {
  std::vector<Sha256> out;
  for (const Item& item : of) out.push_back(item.hash);
  return out;
}

TEST(AquaRat, OptionsLoseTheirLabels) {
  const auto d = items("aqua_rat/good/items.json");
  EXPECT_THAT(d.at(0).options, ElementsAre("3 m", "4 m", "6 m", "9 m", "None of these"));
  EXPECT_EQ(d[0].gold_option(), 1);
  EXPECT_TRUE(d[0].flags.positional_options);
}

TEST(Gsm8k, TheGoldIsANumberAndThereAreNoOptions) {
  const auto d = items("gsm8k/good/items.jsonl");
  EXPECT_EQ(std::get<Decimal>(d.at(0).gold).text, "12");
  EXPECT_EQ(std::get<Decimal>(d.at(1).gold).text, "2125");
  EXPECT_EQ(std::get<Decimal>(d.at(2).gold).text, "-3");
  EXPECT_THAT(d[0].options, testing::IsEmpty());
  EXPECT_THAT(d[0].labels, testing::IsEmpty());
}

TEST(CommonsenseQa, BothSchemasGiveTheSameItems) {
  const auto original = items("commonsense_qa/good/original.jsonl"), hf = items("commonsense_qa/good/hf.jsonl");
  EXPECT_EQ(hashes(original), hashes(hf));
  EXPECT_EQ(original.at(1).gold_option(), 2);
  EXPECT_EQ(original[1].tags.at("concept"), "boat");
  EXPECT_EQ(hf.at(1).tags.at("concept"), "boat");
}

TEST(TruthfulQa, EveryShapeGivesTheSameItemsInTheSameOrder) {
  const auto csv = items("truthful_qa/good/TruthfulQA.csv");
  for (const char* other : {"mc1.jsonl", "mc_task.json", "generation.jsonl"})
    EXPECT_EQ(hashes(items((std::string("truthful_qa/good/") + other).c_str())), hashes(csv)) << other;
  EXPECT_THAT(csv.at(0).options, UnorderedElementsAre("No, nobody has shown that goldfish count", "Yes, up to ten",
                                                      "Yes, goldfish count their eggs", "Only in the dark"));
  EXPECT_EQ(csv[0].options.at(static_cast<std::size_t>(csv[0].gold_option())),
            "No, nobody has shown that goldfish count");
  EXPECT_EQ(csv[0].tags.at("category"), "Animals");
  EXPECT_EQ(csv.at(1).n_options(), 2);
}

TEST(TruthfulQa, TheDrawnOrderIsRecordedOncePerFile) {
  const Dataset d = read_dataset(kData / "truthful_qa/good/mc1.jsonl");
  ASSERT_EQ(d.dirt.size(), 1u);
  EXPECT_EQ(d.dirt[0].kind, "gold first");
  EXPECT_THAT(d.dirt[0].what, testing::HasSubstr("2 items have an order drawn from their texts with seed 1"));
}

TEST(Gpqa, CellsMayHoldCommasAndLineBreaksAndTheRecordIdNamesTheItem) {
  const auto d = items("gpqa/good/own.csv");
  EXPECT_EQ(d.at(0).stem, "Which of these bodies, seen from afar,\nshines by its own light?");
  EXPECT_THAT(d[0].options, UnorderedElementsAre("a star", "a moon", "a comet, far out", "a ring"));
  EXPECT_EQ(d[0].options.at(static_cast<std::size_t>(d[0].gold_option())), "a star");
  EXPECT_EQ(d[0].id, "rec1");
  EXPECT_EQ(d[0].tags.at("subject"), "Physics");
  EXPECT_EQ(d.at(1).tags.at("subdomain"), "Elements");
}

TEST(MmluPro, HasTenOptionsOrFewerAndKeepsTheTextsThatLookEmpty) {
  const auto d = items("mmlu_pro/good/items.jsonl");
  EXPECT_EQ(d.at(0).n_options(), 10);
  EXPECT_EQ(d[0].gold_option(), 2);
  EXPECT_THAT(d.at(1).options, ElementsAre("steam", "ice", "N/A"));
  EXPECT_EQ(d[1].tags.at("category"), "physics");
}

TEST(Cmmlu, TheSubjectIsTheNameOfTheFile) {
  EXPECT_EQ(items("cmmlu/good/tea_val.csv").at(0).tags.at("subject"), "tea");
  const auto csv = items("cmmlu/good/rivers.csv"), json = items("cmmlu/good/rivers.jsonl");
  EXPECT_EQ(csv.at(0).hash, json.at(0).hash);
  EXPECT_EQ(csv.at(1).stem, "河水最后流入, 一般来说");
  EXPECT_EQ(csv[1].tags.at("subject"), "rivers");
}

TEST(Agieval, LabelsGoWhateverTheyLookLikeAndTheGoldMeansTheWrittenOne) {
  const auto d = items("agieval/good/shapes.jsonl");
  EXPECT_THAT(d.at(0).options, ElementsAre("2", "4", "6", "8"));
  EXPECT_EQ(std::get<std::vector<int>>(d.at(1).gold), (std::vector<int>{0, 2}));
  EXPECT_EQ(std::get<std::vector<int>>(d.at(2).gold), (std::vector<int>{1, 3})) << "a list of labels";
  EXPECT_EQ(d[2].passage, "Four numbers stand on a wall.");
  EXPECT_THAT(d.at(3).options, ElementsAre("水是湿的", "火是冷的", "冰是热的", "石头是软的"));
  const auto out_of_order = items("agieval/broken/out_of_order.jsonl");
  EXPECT_EQ(out_of_order.at(0).options, d[3].options);
  EXPECT_THAT(out_of_order[0].labels, ElementsAre("A", "C", "B", "D"));
  EXPECT_EQ(out_of_order[0].gold_option(), 1) << "the option that is written (C)";
  EXPECT_EQ(std::get<std::string>(d.at(4).gold), "\\frac{3}{2}");
}

TEST(Agieval, APublishedPromptIsCutBeforeItsOptions) {
  const auto d = items("agieval/good/prompted.jsonl");
  EXPECT_EQ(d.at(0).hash, items("agieval/good/shapes.jsonl").at(0).hash);
  EXPECT_EQ(d.at(1).stem, "下列哪些是偶数？");
  EXPECT_EQ(std::get<std::vector<int>>(d[1].gold), (std::vector<int>{0, 2}));
}

TEST(MtBench, APairIsAnItemWithTwoOptionsAndATieIsBoth) {
  const auto d = items("mt_bench/good/pairs.jsonl");
  EXPECT_EQ(d.at(0).stem, "Write a line about rain.");
  EXPECT_THAT(d[0].options, ElementsAre("Rain taps the roof.", "It rains."));
  EXPECT_EQ(d[0].gold_option(), 0);
  EXPECT_EQ(d[0].tags.at("model_b"), "two");
  EXPECT_EQ(d.at(1).options[1], "Assistant: It rains.\n\nUser: Now without the roof.\n\nAssistant: It still rains.");
  EXPECT_EQ(d[1].gold_option(), 1);
  EXPECT_EQ(std::get<std::vector<int>>(d.at(2).gold), (std::vector<int>{0, 1}));
  EXPECT_EQ(d[2].tags.at("winner"), "tie");
}

TEST(JudgeBench, TheLabelSaysWhichResponseIsRight) {
  const auto d = items("judge_bench/good/pairs.jsonl");
  EXPECT_THAT(d.at(0).options, ElementsAre("Yes.\nIts only divisors are 1 and 7.", "No, it is 1 times 7."));
  EXPECT_EQ(d[0].gold_option(), 0);
  EXPECT_EQ(d.at(1).gold_option(), 1);
  EXPECT_EQ(d[1].id, "p2");
}

TEST(Jsonl, AListAndAPageOfTheServerAreRowsToo) {
  const Dataset list = read_dataset(kData / "jsonl/good/list.json"),
                page = read_dataset(kData / "jsonl/good/page.json");
  ASSERT_EQ(list.items.size(), 2u);
  EXPECT_THAT(list.items[0].options, ElementsAre("3", "4, or {so}", "\"]"));
  EXPECT_THAT(list.items[1].options, ElementsAre("true", "false", "1.5"));
  EXPECT_EQ(list.items[0].at.line, 2);
  EXPECT_EQ(list.items[1].at.line, 5);
  ASSERT_EQ(page.items.size(), 2u);
  EXPECT_EQ(page.items[1].stem, "Two plus three?");
}

}  // namespace
}  // namespace brink
