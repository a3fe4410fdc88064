#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>

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

// Ten times the text takes about ten times as long, whatever it holds; quadratic work would take a hundred times.
TEST(PaperReading, IsLinearInHostileTexts) {
  const auto cpu_seconds = [](const std::string& text) {
    double least = 1e9;
    for (int i = 0; i < 3; ++i) {
      const std::clock_t begin = std::clock();
      read_paper({.text = text, .n_options = 26});
      least = std::min(least, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
    }
    return least;
  };
  const auto repeated = [](std::string_view unit, std::size_t n_bytes) {
    std::string text;
    while (text.size() < n_bytes) text += unit;
    return text;
  };
  const auto expect_linear = [&](const auto& text_of) {
    EXPECT_LT(cpu_seconds(text_of(200'000)), 40 * cpu_seconds(text_of(20'000)) + 0.02);
  };
  for (const char* unit : {"I think ", "I think\n", "lean", "I ", "(A)", "x<think> ", "<think>\n", "</think>", " ",
                           "A ", "the answer is ", "answer ", "\xff", "选", "so it ", "\\boxed{"}) {
    SCOPED_TRACE(unit);
    expect_linear([&](std::size_t n) { return repeated(unit, n); });
  }
  expect_linear([&](std::size_t n) { return repeated("lean", n / 2) + std::string(n / 2, ' '); });
  expect_linear([&](std::size_t n) { return std::string(n / 2, ' ') + repeated("<think>", n / 2); });
  expect_linear([&](std::size_t n) { return "<think>" + std::string(n / 2, ' ') + "x" + repeated("<think>", n / 2); });
}

TEST(Profiles, AnUnknownOneIsRefusedNamingTheKnown) {
  EXPECT_EQ(profile("paper").read, read_paper);
  try {
    profile("papr");
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::kUsage);
    EXPECT_EQ(e.hint(), "did you mean 'paper'? known profiles: paper, robust, verdict");
  }
}

}  // namespace
}  // namespace brink
