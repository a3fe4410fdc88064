#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <numeric>
#include <set>

#include "brink/base/canonical.h"
#include "brink/base/file_name.h"
#include "brink/base/json.h"
#include "brink/base/natural_order.h"
#include "brink/base/rng.h"
#include "brink/base/sha256.h"
#include "brink/base/text.h"

namespace brink {
namespace {

TEST(Sha256, EqualsThePublishedVectors) {
  EXPECT_EQ(sha256("").hex(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc").hex(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256("abc").head(), 0xba7816bf8f01cfeaULL);
}

TEST(Sha256, HexReadsBackAndRefusesAnythingElse) {
  const Sha256 h = sha256("x");
  EXPECT_EQ(Sha256::from_hex(h.hex()), h);
  EXPECT_FALSE(Sha256::from_hex("ab"));
  EXPECT_FALSE(Sha256::from_hex(std::string(63, 'a') + "G"));
}

TEST(Canonical, IsInjectiveWhereJoiningWouldNotBe) {
  EXPECT_NE(Canonical("k").field("a", "b").field("c", "d").text(), Canonical("k").field("a", "b\nc:1:d").text());
  EXPECT_EQ(Canonical("k").field_unless("x", 0.5, 0.5).text(), Canonical("k").text());
  EXPECT_EQ(Canonical("k").field_unless("x", 0.7, 0.0).text(), "kind:1:k\nx:3:0.7\n");
}

TEST(SplitMix64, EqualsTheReferenceSequence) {
  // First outputs for seed 0, as published with the generator.
  SplitMix64 rng(0);
  EXPECT_EQ(rng.next(), 0xe220a8397b1dcdafULL);
  EXPECT_EQ(rng.next(), 0x6e789e6aa1b965f4ULL);
  std::vector<int> a(50);
  std::iota(a.begin(), a.end(), 0);
  rng.shuffle(std::span<int>(a));
  EXPECT_EQ(std::set<int>(a.begin(), a.end()).size(), 50u);
}

TEST(Text, FindsAndMendsInvalidUtf8) {
  EXPECT_EQ(first_invalid_utf8("aé选"), std::string_view::npos);
  EXPECT_EQ(first_invalid_utf8("a\xFFz"), 1u);
  EXPECT_EQ(first_invalid_utf8("a\xE9\x80"), 1u) << "cut in the middle of a character";
  EXPECT_EQ(to_valid_utf8("a\xE9\x80z\xFF"), "a\xEF\xBF\xBDz\xEF\xBF\xBD");
  EXPECT_EQ(count_code_points("aé选"), 3u);
  EXPECT_EQ(to_code_points("é选"), U"é选");
}

TEST(Text, CountsTheColumnsOfATerminal) {
  for (const auto& [text, n] : {std::pair{"", 0u}, std::pair{"abc", 3u}, std::pair{"é", 1u}, std::pair{"e\u0301", 1u},
                                std::pair{"选项", 4u}, std::pair{"한글", 4u}, std::pair{"Ａ", 2u}, std::pair{"😀", 2u},
                                std::pair{"a\u200Bb", 2u}, std::pair{"±0.1", 4u}})
    EXPECT_EQ(count_columns(text), n) << text;
}

TEST(Text, TrimsUnicodeSpace) {
  EXPECT_EQ(trim("\u00A0 a b\u3000\n"), "a b");
  EXPECT_EQ(trim(" \t"), "");
}

TEST(Text, DecimalTextIsShortAndHasNoExponent) {
  EXPECT_EQ(decimal_text(0.7), "0.7");
  EXPECT_EQ(decimal_text(1), "1");
  EXPECT_EQ(decimal_text(1e-7), "0.0000001");
}

TEST(Text, NumbersInNamesAreOrderedAsPeopleCount) {
  const std::vector<std::string> in_order{"",
                                          "10",
                                          "B2",
                                          "a",
                                          "a0",
                                          "a01",
                                          "a1",
                                          "a1b",
                                          "a2",
                                          "a10",
                                          "a10.2",
                                          "a10.10",
                                          "a99999999999999999999",
                                          "a100000000000000000000",
                                          "b",
                                          "\xC3\xA9"};
  for (std::size_t i = 0; i < in_order.size(); ++i)
    for (std::size_t j = 0; j < in_order.size(); ++j)
      EXPECT_EQ(natural_less(in_order[i], in_order[j]), i < j) << in_order[i] << " " << in_order[j];
}

TEST(Text, SuggestsOnlyWhatIsNear) {
  const std::vector<std::string> modes{"direct", "reasoning", "cot"};
  for (const auto& [word, meant] :
       {std::pair{"coto", "cot"}, std::pair{"cto", "cot"}, std::pair{"direcct", "direct"}, std::pair{"drect", "direct"},
        std::pair{"dircet", "direct"}, std::pair{"idrect", "direct"}, std::pair{"", ""}, std::pair{"tco", ""}})
    EXPECT_EQ(closest(word, modes), meant) << word;
  EXPECT_EQ(closest("babbel", {"baseline", "babble", "cot"}), "babble");
  EXPECT_EQ(closest("temprature", {"temperature", "top_p"}), "temperature");
  EXPECT_EQ(closest("zzz", {"temperature", "top_p"}), "");
}

TEST(LongIntegers, AreQuotedWhereTheyAreValues) {
  const auto quoted = [](std::string_view text) { return with_long_integers_quoted(text).value_or("as it was"); };
  EXPECT_EQ(quoted(R"({"id": 123456789012345678901234, "n": 4})"), R"({"id": "123456789012345678901234", "n": 4})");
  EXPECT_EQ(quoted("[-98765432109876543210,18446744073709551616]"),
            "[\"-98765432109876543210\",\"18446744073709551616\"]");
  EXPECT_EQ(quoted("18446744073709551616"), "\"18446744073709551616\"");
  for (const char* text :
       {"[18446744073709551615, -9223372036854775808]", "[0.12345678901234567890123]", "[1e12345678901234567890123]",
        "[1E-12345678901234567890123]", "[12345678901234567890123.5]", "[12345678901234567890123e1]",
        R"({"a \" 12345678901234567890123": "12345678901234567890123"})", "", "\"12345678901234567890123"})
    EXPECT_EQ(quoted(text), "as it was") << text;
}

TEST(ParseJson, RefusesWhatIsNestedTooDeeply) {
  const auto nested = [](int n) {
    return std::string(static_cast<std::size_t>(n), '[') + std::string(static_cast<std::size_t>(n), ']');
  };
  EXPECT_TRUE(parse_json(nested(512)).is_array());
  EXPECT_THROW(parse_json(nested(513)), Json::parse_error);
  EXPECT_THROW(parse_json("{\"a\": " + nested(200'000) + "}"), Json::parse_error);
  EXPECT_TRUE(parse_json("\"" + std::string(2000, '[') + "\\\"[\"").is_string());
  EXPECT_TRUE(parse_json("[" + std::string("[],").append(std::string(3000, ' ')) + "[]]").is_array());
}

TEST(FileSafe, KeepsNothingThatASystemOrAPathTakesForMore) {
  EXPECT_EQ(file_safe("MMLU-Pro_v1.2"), "MMLU-Pro_v1.2");
  EXPECT_EQ(file_safe("../a b:c\n"), "_._a_b_c_");
  EXPECT_EQ(file_safe("\xC3\xA9"), "__");
  EXPECT_EQ(file_safe(".hidden"), "_hidden");
  EXPECT_EQ(file_safe(""), "_");
}

}  // namespace
}  // namespace brink
