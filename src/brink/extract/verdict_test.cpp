#include <gtest/gtest.h>

#include "brink/extract/reading.h"

namespace brink {
namespace {

struct Case {
  const char* name;
  std::string text;
  Status status;
  std::optional<int> slot;
};

TEST(Verdict, TheLastOneInTheResponseCounts) {
  const Case cases[] = {
      {"plain", "B is vague. [[A]]", Status::kOk, 0},
      {"the last", "At first [[A]], but no: [[B]]", Status::kOk, 1},
      {"a tie, third label", "Both are good: [[C]].", Status::kOk, 2},
      {"space inside", "[[ B ]]", Status::kOk, 1},
      {"thinking does not count", "<think>[[A]]</think>It depends.", Status::kNoAnswer, {}},
      {"after thinking", "<think>[[A]]</think>[[B]]", Status::kOk, 1},
      {"no such label", "[[D]]", Status::kOutOfRange, {}},
      {"single brackets", "[A]", Status::kNoAnswer, {}},
      {"the letter alone", "The answer is (A).", Status::kNoAnswer, {}},
      {"refusal", "I'm sorry, but I can't help with that.", Status::kRefused, {}},
      {"brackets that never close", "[[A and [[", Status::kNoAnswer, {}},
      {"not UTF-8", "\xff[[B]]", Status::kOk, 1},
      {"empty", "", Status::kNoAnswer, {}},
  };
  for (const Case& c : cases) {
    const Reading r = read_verdict({.text = c.text, .n_options = 3});
    EXPECT_EQ(r.status, c.status) << c.name;
    EXPECT_EQ(r.slot, c.slot) << c.name;
  }
}

TEST(Verdict, ACutTextIsReadWhereItsVerdictIsWhole) {
  EXPECT_EQ(read_verdict({.text = "[[A]] because", .n_options = 3, .finish = Finish::kLength}).slot, 0);
  EXPECT_EQ(read_verdict({.text = "So [[A", .n_options = 3, .finish = Finish::kLength}).status, Status::kTruncated);
  EXPECT_EQ(read_verdict({.text = "<think>[[A]]", .n_options = 3, .finish = Finish::kLength}).status,
            Status::kTruncatedInReasoning);
}

TEST(Verdict, ReadsTheLabelsThatWereShown) {
  const std::vector<std::string> labels{"first", "second", "neither"};
  EXPECT_EQ(read_verdict({.text = "[[neither]]", .labels = labels}).slot, 2);
  EXPECT_EQ(read_verdict({.text = "[[A]]", .labels = labels}).status, Status::kOutOfRange);
}

TEST(Verdict, ItsPlaceIsCountedInCodePoints) {
  const Reading r = read_verdict({.text = "é [[A]] ü [[B]]", .n_options = 3});
  ASSERT_EQ(r.mentions.size(), 2u);
  EXPECT_EQ(r.mentions[0].pos, 4);
  EXPECT_EQ(r.pos, 12);
  EXPECT_EQ(r.mentions[1].byte, 14);
  EXPECT_EQ(r.trajectory.n_switches, 1);
}

}  // namespace
}  // namespace brink
