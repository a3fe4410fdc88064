// Profile `paper` against Python's re: the shared golden cases and random texts (tests/oracle/paper_reading.py).
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "brink/base/json.h"
#include "brink/base/text.h"
#include "brink/extract/golden_cases.h"
#include "brink/extract/reading.h"

namespace brink {
namespace {

Json or_null(const std::optional<double>& v) { return v ? Json(*v) : Json(); }

TEST(PaperGolden, FinalMentionsAndTrajectoryEqualTheLiteralReading) {
  const auto cases = golden("mcq");
  ASSERT_GE(cases.size(), 18U);
  for (const Json& c : cases) {
    SCOPED_TRACE(c["id"].get<std::string>());
    const auto text = c["text"].get<std::string>();
    const Json& want = c["literal"];
    const Reading got = read_paper({.text = text});
    const bool ok = got.status == Status::kOk;
    EXPECT_EQ(letter_or_null(ok ? got.letter : std::nullopt), want["final"]);
    EXPECT_EQ(got.rule > 0 ? Json(got.rule) : Json(), want["final_pattern"]);
    EXPECT_EQ(ok ? Json(got.pos) : Json(), want["final_letter_pos"]);
    EXPECT_EQ(got.n_chars, want["n_chars"].get<int>());

    Json mentions = Json::array();
    for (const Mention& m : got.mentions) mentions.push_back({letter_or_null(m.letter), m.pos, m.byte, m.pattern});
    Json expected = Json::array();
    for (const Json& m : want["mentions"]) expected.push_back({m["letter"], m["pos"], m["byte"], m["patterns"][0]});
    EXPECT_EQ(mentions, expected);

    const Json& path = want["trajectory"];
    EXPECT_EQ(got.trajectory.n_mentions, path["n_mentions"].get<int>());
    EXPECT_EQ(got.trajectory.n_switches, path["n_switches"].get<int>());
    EXPECT_EQ(or_null(got.trajectory.ccp), path["ccp"]);
    EXPECT_EQ(got.trajectory.ccp ? Json() : Json(got.trajectory.ccp_reason), path["ccp_reason"]);
    EXPECT_EQ(or_null(got.trajectory.ccp_literal), path["ccp_literal"]);
    EXPECT_EQ(or_null(got.trajectory.ccp_eq2), path["ccp_eq2"]);
  }
}

TEST(PaperGolden, ThinkSplitEqualsTheLiteralRegex) {
  const auto cases = golden("think");
  ASSERT_GE(cases.size(), 4U);
  for (const Json& c : cases) {
    SCOPED_TRACE(c["id"].get<std::string>());
    const auto text = c["text"].get<std::string>();
    const ThinkSplit got = paper_think_split(text);
    EXPECT_EQ(got.thinking, c["literal"]["thinking"].get<std::string>());
    EXPECT_EQ(got.response, c["literal"]["response"].get<std::string>());
    EXPECT_EQ(got.matched, c["literal"]["matched"].get<bool>());
  }
}

TEST(PaperGolden, ChannelsEqualWhatAPersonTakesFromTheText) {
  for (const Json& c : golden("think")) {
    SCOPED_TRACE(c["id"].get<std::string>());
    const Channels got = split_channels(c["text"].get<std::string>(), "");
    EXPECT_EQ(got.thinking, c["human"]["thinking"].get<std::string>());
    EXPECT_EQ(got.response, c["human"]["response"].get<std::string>());
  }
}

TEST(PaperOracle, EqualsPythonsReOnRandomTexts) {
  std::ifstream in(kOracle + "paper_reading.json");
  const Json cases = Json::parse(in)["cases"];
  ASSERT_EQ(cases.size(), 300U);
  for (const Json& c : cases) {
    SCOPED_TRACE(c.dump());
    const auto text = c["text"].get<std::string>();
    const int n_options = c["n_options"].get<int>();
    const auto final = paper_final(text, n_options);
    EXPECT_EQ(letter_or_null(final ? std::optional(final->letter) : std::nullopt), c["final"]);
    EXPECT_EQ(final ? Json(final->pattern) : Json(), c["rule"]);
    EXPECT_EQ(final ? Json(final->letter_pos) : Json(), c["pos"]);
    Json mentions = Json::array();
    for (const Mention& m : paper_mentions(text, n_options))
      mentions.push_back({letter_or_null(m.letter), m.pos, m.byte, m.pattern});
    EXPECT_EQ(mentions, c["mentions"]);
  }
}

}  // namespace
}  // namespace brink
