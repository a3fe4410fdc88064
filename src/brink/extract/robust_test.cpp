// Profile `robust`: hand-written cases (tests/oracle/robust_reading.jsonl), the shared labelled cases, and what holds
// of any text.
#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "brink/base/json.h"
#include "brink/base/text.h"
#include "brink/extract/reading.h"
#include "brink/extract/robust/frames.h"

namespace brink {
namespace {

std::vector<Json> json_lines(const std::string& path) {
  std::ifstream in(path);
  std::vector<Json> rows;
  for (std::string line; std::getline(in, line);)
    if (!line.empty()) rows.push_back(Json::parse(line));
  return rows;
}

// An input and what it points to.
struct Case {
  explicit Case(std::string_view text_, const Json& more = Json::object()) : text(text_) {
    if (more.contains("options")) options = more["options"].get<std::vector<std::string>>();
    if (more.contains("labels")) labels = more["labels"].get<std::vector<std::string>>();
    tail = more.value("prompt_tail", "");
    const int n =
        options.empty() ? static_cast<int>(labels.empty() ? 4 : labels.size()) : static_cast<int>(options.size());
    n_options = more.value("n_options", n);
    has_labels = more.contains("labels");
    cut = more.value("finish", "") == "length";
  }
  ReadInput input() const {
    ReadInput in{.text = text, .n_options = n_options, .prompt_tail = tail, .options = options};
    if (has_labels) in.labels = labels;
    if (cut) in.finish = Finish::kLength;
    return in;
  }
  std::string text, tail;
  std::vector<std::string> options, labels;
  int n_options = 4;
  bool has_labels = false, cut = false;
};

// The label that was read, else the status.
std::string outcome(const Reading& reading, const Case& c) {
  if (!reading.slot) return std::string(to_string(reading.status));
  return c.labels.empty() ? std::string(1, *reading.letter) : c.labels.at(static_cast<std::size_t>(*reading.slot));
}

TEST(RobustCases, ReadAsACarefulPersonReads) {
  const auto cases = json_lines(std::string(BRINK_SOURCE_DIR) + "/tests/oracle/robust_reading.jsonl");
  ASSERT_GE(cases.size(), 500U);
  for (const Json& row : cases) {
    SCOPED_TRACE(row.dump());
    const Json more = row.size() > 3 ? row[3] : Json::object();
    const Case c(row[1].get<std::string>(), more);
    const Reading got = read_robust(c.input());
    EXPECT_EQ(outcome(got, c), row[2].get<std::string>());
    if (more.contains("rule")) {
      EXPECT_EQ(got.rule_name, more["rule"].get<std::string>());
    }
    if (more.contains("flags")) {
      EXPECT_EQ(Json(got.flags), more["flags"]);
    }
    EXPECT_EQ(got.slot.has_value(), got.status == Status::kOk);
  }
}

TEST(RobustCases, EveryLanguageOfTheTableHasSome) {
  const std::map<std::string, std::string> groups{{"de", "german"},  {"fr", "french"},     {"es", "spanish"},
                                                  {"it", "italian"}, {"pt", "portuguese"}, {"ru", "russian"},
                                                  {"zh", "chinese"}, {"ja", "japanese"},   {"ko", "korean"},
                                                  {"ar", "arabic"},  {"hi", "hindi"},      {"en", "frame"}};
  const auto cases = json_lines(std::string(BRINK_SOURCE_DIR) + "/tests/oracle/robust_reading.jsonl");
  for (const robust::FrameRow& row : robust::frame_rows()) {
    if (row.language.empty()) continue;
    const auto group = groups.find(std::string(row.language));
    ASSERT_NE(group, groups.end()) << row.language;
    EXPECT_GE(std::ranges::count_if(cases, [&](const Json& c) { return c[0] == group->second; }), 6) << row.language;
  }
}

struct KindCase {
  std::string text;
  std::vector<std::string> mentions;
  std::optional<int> switches = {};
};

TEST(RobustMentions, AreTyped) {
  const std::vector<KindCase> cases{
      {"The answer is A. Wait, I dropped a sign. Redoing it, the answer is D.", {"A asserted", "D final"}, 1},
      {"Option A is wrong. Option B is wrong. So option D.", {"A eliminated", "B eliminated", "D final"}, 0},
      {"The answer is A. No, A is wrong. It's C.", {"A asserted", "A retracted", "C final"}, 1},
      {"A) copper\nB) zinc\nC) tin\nD) lead\nAnswer: B",
       {"A restated", "B restated", "C restated", "D restated", "B final"},
       0},
      {"Suppose it is A. Could it be B? The answer is C.", {"A hypothetical", "B hypothetical", "C final"}, 0},
      {"I think this is a subtle point about a lens.", {}, 0},
      {"It is between A and C. A looks more plausible. But C is correct. Final answer: C",
       {"A hypothetical", "C hypothetical", "A asserted", "C asserted", "C final"},
       1},
      {"The answer is B or C.", {"B asserted", "C asserted"}},
      {"B", {"B final"}, 0},
      {"If x = 2, the answer is B. But x = 3, so the answer is C.", {"B hypothetical", "C final"}, 0},
      {"If x = 2, the answer is B.", {"B final"}, 0},
  };
  for (const KindCase& c : cases) {
    SCOPED_TRACE(c.text);
    const Reading got = read_robust({.text = c.text});
    std::vector<std::string> mentions;
    for (const Mention& m : got.mentions) mentions.push_back(std::string(1, m.letter) + " " + std::string(m.kind));
    EXPECT_EQ(mentions, c.mentions);
    if (c.switches) {
      EXPECT_EQ(got.trajectory.n_switches, *c.switches);
    }
  }
}

TEST(RobustMentions, OnlyWhatWasAssertedCountsForTheCommitmentPoint) {
  const Reading got = read_robust({.text = "Suppose it is A. So B. Not C. The answer is B."});
  EXPECT_EQ(got.trajectory.n_mentions, 2);
  EXPECT_EQ(got.trajectory.ccp, 0.0);
  EXPECT_EQ(got.trajectory.ccp_eq2, 20.0 / 46);
}

TEST(RobustSpans, AreCodePointsAndBytes) {
  const Reading got = read_robust({.text = "é 答案：(Ｂ)。"});
  ASSERT_EQ(got.status, Status::kOk);
  EXPECT_EQ(got.letter, 'B');
  EXPECT_EQ(got.span, (Span{2, 7, 3, 16}));
  EXPECT_EQ(got.raw, "Ｂ");
  ASSERT_EQ(got.mentions.size(), 1U);
  EXPECT_EQ(got.mentions[0].pos, 6);
  EXPECT_EQ(got.mentions[0].byte, 13);
  EXPECT_EQ(got.mentions[0].pos_end, 7);
  EXPECT_EQ(got.mentions[0].byte_end, 16);
  EXPECT_EQ(got.frame, "zh: 答案 : @");
}

TEST(RobustSpans, KnowTheTokenWhereTokensAreKnown) {
  const std::vector<std::string> tokens{"The", " answer", " is", " B", "."};
  ReadInput input{.text = "The answer is B."};
  EXPECT_EQ(read_robust(input).mentions.at(0).token, -1);
  input.token_texts = tokens;
  EXPECT_EQ(read_robust(input).mentions.at(0).token, 3);
}

TEST(RobustChannels, ComeFromAnApiAsWellAsFromTags) {
  ReadInput input{.text = "The answer is A.Answer: C", .n_thinking_bytes = 16};
  EXPECT_EQ(read_robust(input).letter, 'C');
  input.text = "The answer is A.";
  EXPECT_EQ(read_robust(input).letter, 'A');
  EXPECT_EQ(read_robust(input).flags, std::vector<std::string>{"from_thinking"});
  input.finish = Finish::kLength;
  const Reading cut = read_robust(input);
  EXPECT_EQ(cut.status, Status::kTruncatedInReasoning);
  EXPECT_EQ(cut.last_commitment, 'A');
}

TEST(RobustChannels, AFamilysTagsAloneCount) {
  const std::string text = "[THINK]It's A.[/THINK]<think> is a tag. Answer: B";
  EXPECT_EQ(split_channels(text, "", "mistral").thinking, "It's A.");
  EXPECT_EQ(split_channels(text, "", "none").response, text);
}

// Ten times the text takes about ten times as long, whatever it holds; quadratic work would take a hundred times.
TEST(RobustReading, IsLinearInHostileTexts) {
  const std::vector<std::string> options{"a a a a a a a a b", "the answer is the answer is", "(", "a", "b b"};
  const auto cpu_seconds = [&](const std::string& text) {
    double least = 1e9;
    for (int i = 0; i < 3; ++i) {
      const std::clock_t begin = std::clock();
      read_robust({.text = text, .n_options = 5, .options = options});
      least = std::min(least, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
    }
    return least;
  };
  const auto repeated = [](std::string_view unit, std::size_t n_bytes) {
    std::string text;
    while (text.size() < n_bytes) text += unit;
    return text;
  };
  for (const char* unit : {"(",
                           ")",
                           "the answer is ",
                           "A ",
                           "a ",
                           "A, ",
                           "A and ",
                           "(A) ",
                           "A)\n",
                           "A: yes. B: yes. C: no. ",
                           "A. x\nB. x\n",
                           "\u0301",
                           "x\u0301",
                           "the ",
                           "is ",
                           "答案",
                           "選",
                           "\\boxed{",
                           "\\",
                           "#",
                           "**",
                           "\n",
                           ". ",
                           "not ",
                           "if ",
                           "wait, no ",
                           "A/",
                           "A. ",
                           "I ",
                           "the answer is A ",
                           "B is correct ",
                           "<think>",
                           "analysis",
                           "assistantfinal",
                           "1.",
                           "a'",
                           "\"answer\": ",
                           "b b ",
                           "the answer is A or ",
                           "\xff",
                           "A\n",
                           "Ⓑ",
                           "\u0391 ",
                           "answer : the the the the the the the the A ",
                           "answer is a a a a ",
                           "answer:\n",
                           "the answer is A.\nthe answer is B.\n",
                           "A. a\nC. b b\nB. a\n",
                           "so it is the a, ",
                           "A. a or ",
                           "|",
                           "| A | wrong |\n",
                           "unless ",
                           "unless A ; ",
                           "so. A. ",
                           "answer: ",
                           "I think a ",
                           "if x is even, B, but ",
                           "unless A, ",
                           "with a would be B ",
                           "is it B? yes. ",
                           "everything except B is wrong ",
                           "wait, B. ",
                           "答えはBですが、",
                           "a a a a a a a a, "}) {
    SCOPED_TRACE(unit);
    EXPECT_LT(cpu_seconds(repeated(unit, 100'000)), 40 * cpu_seconds(repeated(unit, 10'000)) + 0.02);
  }
}

TEST(RobustGolden, SharedLabelledTextsReadAsPeopleRead) {
  const std::string shared = std::string(BRINK_SHARED_DIR) + "/golden/";
  if (!std::ifstream(shared + "cases.jsonl")) GTEST_SKIP() << shared << " is absent";
  int n = 0;
  for (const Json& row : json_lines(shared + "cases.jsonl")) {
    if ((row["kind"] != "extract" && row["kind"] != "channels") || !row["input"].contains("text")) continue;
    if (row["input"].value("finish_reason", "") == "error") continue;  // a request that failed has no text to read
    SCOPED_TRACE(row["id"].get<std::string>());
    Json input = row["input"];
    input["finish"] = input.value("finish_reason", "");
    const Case c(input["text"].get<std::string>(), input);
    const Reading got = read_robust(c.input());
    const Json& want = row["expected"];
    EXPECT_EQ(got.slot ? Json(std::string(1, *got.letter)) : Json(), want["answer"]);
    if (want.contains("status")) {
      EXPECT_EQ(to_string(got.status), want["status"].get<std::string>());
    }
    if (want.contains("rule")) {
      EXPECT_EQ(got.rule_name, want["rule"].get<std::string>());
    }
    if (want.contains("raw")) {
      EXPECT_EQ(got.raw, want["raw"].get<std::string>());
    }
    if (want.contains("last_commitment")) {
      EXPECT_EQ(got.last_commitment, want["last_commitment"].get<std::string>()[0]);
    }
    if (want.contains("n_commitments")) {
      EXPECT_EQ(got.trajectory.n_mentions, want["n_commitments"].get<int>());
    }
    ++n;
  }
  EXPECT_GE(n, 17);
}

}  // namespace
}  // namespace brink
