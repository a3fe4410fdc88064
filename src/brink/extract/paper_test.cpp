#include <gtest/gtest.h>

#include <chrono>

#include "brink/base/error.h"
#include "brink/base/text.h"
#include "brink/extract/refusal.h"
#include "brink/extract/rules.h"

namespace brink {
namespace {

struct StatusCase {
  std::string name;
  ReadInput input;
  Status status;
  std::optional<char> letter = {};
  int rule = 0;
};

TEST(PaperStatus, IsTheFirstThatHolds) {
  const std::vector<StatusCase> cases{
      {"an answer", {.text = "The answer is (C)."}, Status::kOk, 'C', 1},
      {"thinking closed, answered",
       {.text = "Hm.</think>\nAnswer: B", .prompt_tail = "<think>\n"},
       Status::kOk,
       'B',
       2},
      {"cut in thinking that the prompt opened",
       {.text = "The answer is A if the river", .prompt_tail = "<think>\n", .finish = Finish::kLength},
       Status::kTruncatedInReasoning,
       'A',
       1},
      {"cut in thinking that the model opened",
       {.text = "<think>\nSo the", .finish = Finish::kContext},
       Status::kTruncatedInReasoning},
      {"not cut: the whole text is read, thinking too",
       {.text = "<think>The answer is A", .finish = Finish::kEnd},
       Status::kOk,
       'A',
       1},
      {"cut after an explicit answer",
       {.text = "The answer is B. Because", .finish = Finish::kLength},
       Status::kOk,
       'B',
       1},
      {"cut at a letter: where the limit fell, no answer",
       {.text = "A. copper\nB. zinc\nC", .finish = Finish::kLength},
       Status::kTruncated,
       'C',
       4},
      {"cut in an option list", {.text = "A. copper\nD. lead melts at", .finish = Finish::kLength}, Status::kTruncated},
      {"a letter the item does not have", {.text = "Answer: E"}, Status::kOutOfRange, 'E'},
      {"the same letter in a longer item", {.text = "Answer: E", .n_options = 5}, Status::kOk, 'E', 2},
      {"declined", {.text = "I'm sorry, but I can't help with that."}, Status::kRefused},
      {"undecided is not declined", {.text = "Actually I cannot decide between these."}, Status::kNoAnswer},
      {"no letter", {.text = "It has to be the Po."}, Status::kNoAnswer},
      {"nothing", {.text = ""}, Status::kNoAnswer},
      {"nothing, cut", {.text = "", .finish = Finish::kLength}, Status::kTruncated},
  };
  for (const StatusCase& c : cases) {
    SCOPED_TRACE(c.name);
    const Reading got = read_paper(c.input);
    EXPECT_EQ(to_string(got.status), to_string(c.status));
    EXPECT_EQ(got.letter, c.letter);
    EXPECT_EQ(got.rule, c.rule);
    EXPECT_EQ(got.slot.has_value(), c.status == Status::kOk);
    EXPECT_EQ(got.trajectory.ccp_reason == "no_final", c.status != Status::kOk);
  }
}

TEST(PaperStatus, AFailedRequestIsAnErrorWithItsMessage) {
  const Reading got = failed_reading("context_full: 9000 tokens");
  EXPECT_EQ(got.status, Status::kError);
  EXPECT_FALSE(got.slot);
  EXPECT_EQ(got.note, "context_full: 9000 tokens");
}

TEST(Refusal, NeedsInabilityAndWhatIsDeclined) {
  for (const char* yes : {"I can\u2019t assist with this.", "  I cannot answer that", "Sorry, I won't provide it",
                          "As an AI language model, I am unable to help"})
    EXPECT_TRUE(opens_with_refusal(yes)) << yes;
  for (const char* no : {"", "I can't see how B helps", "Sorry, the answer is B", "One might say I cannot help"})
    EXPECT_FALSE(opens_with_refusal(no)) << no;
}

TEST(PaperReading, CountsEachByteThatIsNotUtf8AsOneCharacter) {
  const Reading got = read_paper({.text = "\xff Option \xc3(B)"});
  ASSERT_EQ(got.mentions.size(), 1U);
  EXPECT_EQ(got.mentions[0].letter, 'B');
  EXPECT_EQ(got.mentions[0].pos, 11);
  EXPECT_EQ(got.n_chars, 13);
}

// Twice the text takes about twice as long, whatever it holds; quadratic work would take 16 times as long for 4 times.
TEST(PaperReading, IsLinearInHostileTexts) {
  const auto seconds = [](const std::string& text) {
    const auto begin = std::chrono::steady_clock::now();
    read_paper({.text = text, .n_options = 26});
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  const auto repeated = [](std::string_view unit, std::size_t n_bytes) {
    std::string text;
    while (text.size() < n_bytes) text += unit;
    return text;
  };
  for (const char* unit : {"I think ", "I think\n", "lean", "I ", "(A)", "x<think> ", "<think>\n", "</think>", " ",
                           "A ", "the answer is ", "answer ", "\xff", "选", "so it ", "\\boxed{"}) {
    SCOPED_TRACE(unit);
    double small = 1e9;
    for (int i = 0; i < 3; ++i) small = std::min(small, seconds(repeated(unit, 100'000)));
    EXPECT_LT(seconds(repeated(unit, 1'000'000)), 40 * small + 0.05);
  }
  EXPECT_LT(seconds(repeated("lean", 500'000) + std::string(500'000, ' ')), 2.0);
  EXPECT_LT(seconds(std::string(500'000, ' ') + repeated("<think>", 500'000)), 2.0);
}

TEST(Profiles, AnUnknownOneIsRefusedNamingTheKnown) {
  EXPECT_EQ(profile("paper").read, read_paper);
  try {
    profile("papr");
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::kUsage);
    EXPECT_EQ(e.hint(), "did you mean 'paper'? known profiles: paper");
  }
}

}  // namespace
}  // namespace brink
