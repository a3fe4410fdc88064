// Questions without options, and the form of answers in letters: against Python's re and against people.
#include "brink/extract/open_reading.h"

#include <gtest/gtest.h>

#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>

#include "brink/base/json.h"
#include "brink/dataset/decimal.h"
#include "brink/extract/golden_cases.h"
#include "brink/extract/numbers.h"
#include "brink/extract/strict_choice.h"

namespace brink {
namespace {

bool same(const std::optional<std::string>& got, const Json& want) {
  if (!got || want.is_null()) return !got && want.is_null();
  return same_number(*parse_decimal(*got), *parse_decimal(want.get<std::string>()));
}

std::string read_number(std::string_view text, std::optional<Finish> finish = {}) {
  const Reading r = read_robust_open({.text = text, .finish = finish, .ask = Ask::kNumber});
  return r.status == Status::kOk ? *r.answer : std::string(to_string(r.status));
}

TEST(OpenGolden, NumbersEqualTheLiteralReadingAndThePersons) {
  const auto cases = golden("gsm8k");
  ASSERT_GE(cases.size(), 5U);
  for (const Json& c : cases) {
    SCOPED_TRACE(c["id"].get<std::string>());
    const auto text = c["text"].get<std::string>();
    EXPECT_TRUE(same(read_paper_open({.text = text, .ask = Ask::kNumber}).answer, c["literal"]["answer"]));
    const Reading robust = read_robust_open({.text = text, .ask = Ask::kNumber});
    EXPECT_TRUE(same(robust.answer, c["human"]["answer"])) << robust.answer.value_or("nothing");
  }
}

TEST(OpenGolden, TheFormOfAChoiceEqualsTheLiteralReadingAndThePersons) {
  const auto cases = golden("mcq_strict");
  ASSERT_GE(cases.size(), 3U);
  for (const Json& c : cases) {
    SCOPED_TRACE(c["id"].get<std::string>());
    const auto text = c["text"].get<std::string>();
    const StrictChoice got = strict_choice(text, static_cast<int>(c["letters"].get<std::string>().size()));
    EXPECT_EQ(letter_or_null(got.all), c["literal"]["all"]);
    EXPECT_EQ(letter_or_null(got.end), c["literal"]["end"]);
    EXPECT_EQ(got.compliant, c["literal"]["compliant"].get<bool>());
    EXPECT_EQ(got.n_letters, c["literal"]["n_tokens"].get<int>());
    EXPECT_EQ(got.compliant, c["human"]["compliant"].get<bool>());
  }
}

TEST(OpenOracle, EqualsPythonsReOnRandomTexts) {
  std::ifstream in(kOracle + "open_reading.json");
  const Json cases = Json::parse(in)["cases"];
  ASSERT_GE(cases.size(), 300U);
  for (const Json& c : cases) {
    SCOPED_TRACE(c.dump());
    const auto text = c["text"].get<std::string>();
    if (c["kind"] == "choice") {
      const StrictChoice got = strict_choice(text, c["n_options"].get<int>());
      EXPECT_EQ(letter_or_null(got.all), c["all"]);
      EXPECT_EQ(letter_or_null(got.end), c["end"]);
      EXPECT_EQ(got.compliant, c["compliant"].get<bool>());
      EXPECT_EQ(got.n_letters, c["n_tokens"].get<int>());
      continue;
    }
    const std::vector<NumberAt> numbers = paper_numbers(text);
    ASSERT_EQ(numbers.size(), c["tokens"].size());
    for (std::size_t i = 0; i < numbers.size(); ++i)
      EXPECT_TRUE(same(numbers[i].value.text, c["tokens"][i])) << numbers[i].value.text;
    EXPECT_TRUE(same(read_paper_open({.text = text, .ask = Ask::kNumber}).answer, c["answer"]));
  }
}

TEST(RobustNumber, ReadsWhatAPersonTakesFromTheText) {
  const struct {
    const char *text, *answer;
  } cases[] = {
      {"#### 18", "18"},
      {"#### $1,234.50", "1234.5"},
      {"#### -7", "-7"},
      {"#### \u22127", "-7"},
      {"#### 25%", "25"},
      {"#### 18.00", "18"},
      {"#### 3/4", "3/4"},
      {"#### 1 1/2 cups", "3/2"},
      {"#### $\\frac{3}{4}$", "3/4"},
      {"#### **18**", "18"},
      {"#### 5 apples (2 red and 3 green)", "5"},
      {"#### 2 + 3 = 5", "5"},
      {"#### Step 1: add 3 and 4\nThe sum is 7.\n\n#### 7", "7"},
      {"#### 1. Add the eggs\n16 - 7 = 9\nThe answer is 9.", "9"},
      {"#### 18\n\nProblem: Tom has 3 pens and buys 4.\nSolution: 3 + 4 = 7\n#### 7", "18"},
      {"Thus \\boxed{1{,}200} dollars.", "1200"},
      {"\\boxed{x = 12}", "12"},
      {"Therefore, the answer (arabic numerals) is 10.", "10"},
      {"**Answer:** 42 eggs for 6 people", "42"},
      {"Answer:\n\n12", "12"},
      {"The answer is 3. No, wait. The answer is 4.", "4"},
      {"The answer is that she needs 12 eggs", "12"},
      {"The answer is\n\n3 x 68 = 204\n2 x 80 = 160\n\nThe total cost was $364.", "364"},
      {"The answer is 5+3+3+1.", "no_answer"},
      {"The final price is $18.00.", "18"},
      {"12 - 5 = 7, so 7 apples are left for the 3 friends.", "7"},
      {"He has 5 pens. He buys 2. So he has 5 + 2 = 7 pens.", "7"},
      {"72", "72"},
      {"$72", "72"},
      {"<think>maybe 5</think>The answer is 6.", "6"},
      {"Twelve, I would say.", "no_answer"},
      {"5+3+3", "no_answer"},
      {"#### 5+3+3", "no_answer"},
      {"So we get 5+3+3", "no_answer"},
      {"#### 10 - 3", "no_answer"},
      {"#### 2^10", "no_answer"},
      {"#### 10**3", "no_answer"},
      {"#### 3/0", "no_answer"},
      {"#### 1e400", "no_answer"},
      {"So 10 - 3 = 7 apples are left.", "7"},
      {"\\boxed{\\frac{-1}{2}}", "-1/2"},
      {"\\boxed{\\frac12}", "1/2"},
      {"The answer is 1\\frac{1}{2}.", "3/2"},
      {"#### - 5", "-5"},
      {"#### \u20135", "-5"},
      {"#### 1\u00A0000", "1000"},
      {"#### 1'000", "1000"},
      {"I'm sorry, but I can't help with that.", "refused"},
      {"", "no_answer"},
  };
  for (const auto& c : cases) EXPECT_EQ(read_number(c.text), c.answer) << c.text;
}

TEST(RobustNumber, KnowsOtherScriptsDigitsFractionSignsAndPowersOfTen) {
  const struct {
    const char *text, *answer;
  } cases[] = {
      {"The answer is ４２.", "42"},
      {"答案是４２。", "42"},
      {"答案是42。", "42"},
      {"The answer is １，２３４．５", "1234.5"},
      {"The answer is −５.", "-5"},
      {"الجواب: ٤٢", "42"},
      {"الجواب هو ١٢٫٥", "12.5"},
      {"So the total is ४२ rupees.", "42"},
      {"The answer is ½.", "1/2"},
      {"The answer is 1½ cups.", "3/2"},
      {"Each gets ¾ of a cake.", "3/4"},
      {"The answer is 1⁄3.", "1/3"},
      {"The area is ½ × 3 × 4 = 6", "6"},
      {"The answer is 10².", "100"},
      {"#### 10³", "1000"},
      {"The speed is 3×10⁸ m/s.", "300000000"},
      {"The answer is 3 × 10^8.", "300000000"},
      {"\\boxed{3 \\times 10^{8}}", "300000000"},
      {"The answer is 3 × 10⁻².", "0.03"},
      {"The answer is 16 m².", "16"},
      {"2² = 4", "4"},
      {"The answer is 5² + 3².", "no_answer"},
      {"#### 5²", "no_answer"},
  };
  for (const auto& c : cases) EXPECT_EQ(read_number(c.text), c.answer) << c.text;
  const Reading r = read_robust_open({.text = "é: ٤٢.", .ask = Ask::kNumber});
  EXPECT_EQ(r.raw, "٤٢");
  EXPECT_EQ(r.span, (Span{3, 5, 4, 8}));
}

TEST(RobustNumber, WhatIsDeniedIsNoAnswer) {
  const struct {
    const char *text, *answer;
  } cases[] = {
      {"The answer is not 5.", "no_answer"},
      {"It cannot be 5.", "no_answer"},
      {"It isn't **12**.", "no_answer"},
      {"The answer is certainly not 12, and it is not 13.", "no_answer"},
      {"The answer is not 5 but 7.", "7"},
      {"So we get 7, not 5.", "7"},
      {"The answer is 7, not 5.", "7"},
      {"She has 7 apples. Not 5.", "7"},
      {"There are 2, rather than 3, solutions.", "2"},
      {"It is not 5; it is 7.", "7"},
      {"Not only 12 but 24 apples are left.", "24"},
  };
  for (const auto& c : cases) EXPECT_EQ(read_number(c.text), c.answer) << c.text;
}

TEST(RobustNumber, IsLinearInHostileTexts) {
  const auto cpu_seconds = [](const std::string& text) {
    const std::clock_t begin = std::clock();
    read_robust_open({.text = text, .ask = Ask::kNumber});
    return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  };
  const auto repeated = [](std::string_view unit, std::size_t n_bytes) {
    std::string text;
    while (text.size() < n_bytes) text += unit;
    return text;
  };
  for (const char* unit : {"####", "#### ", "the answer is ", "answer:", "answer:\n", "#### Step 2\n", "answer (",
                           "5+3 ", "the 3 ", "answer is not 5. ", "½", "٤²", "10^"}) {
    SCOPED_TRACE(unit);
    EXPECT_LT(cpu_seconds(repeated(unit, 200'000)), 40 * cpu_seconds(repeated(unit, 20'000)) + 0.05);
  }
}

TEST(RobustNumber, ACutTextCountsOnlyWhatItSaidInFull) {
  EXPECT_EQ(read_number("#### 18\n\nNow", Finish::kLength), "18");
  EXPECT_EQ(read_number("#### 18", Finish::kLength), "truncated") << "it may be 180";
  EXPECT_EQ(read_number("16 - 3 = 13 and then", Finish::kLength), "truncated");
  EXPECT_EQ(read_number("<think>16 - 3 = 13, the answer is 13. Wait", Finish::kLength), "truncated_in_reasoning");
}

TEST(RobustNumber, SpansAreOfTheWholeText) {
  const Reading r = read_robust_open({.text = "é <think>5</think> Answer: $7.", .ask = Ask::kNumber});
  EXPECT_EQ(r.raw, "$7");
  EXPECT_EQ(r.span.pos, 27);
  EXPECT_EQ(r.span.byte, 28);
  EXPECT_EQ(r.rule_name, "answer_frame");
}

TEST(OpenText, WordsAreComparedWithoutCaseMarkupAndArticle) {
  const auto read_text = [](std::string_view text) {
    return read_robust_open({.text = text, .ask = Ask::kText}).answer.value_or("nothing");
  };
  EXPECT_EQ(read_text("It flows north.\nThe answer is the **River  Nile**."), "river nile");
  EXPECT_EQ(read_text("Nile"), "nile");
  EXPECT_EQ(read_text("***"), "nothing");
  EXPECT_EQ(normal_words("\"An Apple!\""), "apple");
}

TEST(StrictChoice, TheStricterFormIsTheLetterAlone) {
  for (const char* text :
       {"B", "(B)", "**B**", "B.", "because ...\nB\n", "Final answer: B", "**Answer:** (B)", "The answer is B."})
    EXPECT_TRUE(strict_choice(text, 4).compliant_strict) << text;
  for (const char* text : {"B) zinc", "I choose B", "B\nbecause it is", "A and B", "answer: A or B", "E", "b", ""})
    EXPECT_FALSE(strict_choice(text, 4).compliant_strict) << text;
}

TEST(Decimal, EqualValuesAreEqualWhateverTheirSpelling) {
  const auto equal = [](const char* a, const char* b) { return same_number(*parse_decimal(a), *parse_decimal(b)); };
  EXPECT_TRUE(equal("0.75", "3/4"));
  EXPECT_TRUE(equal("6/8", "3/4"));
  EXPECT_TRUE(equal("-1,000.00", "-1000"));
  EXPECT_TRUE(equal("0", "-0"));
  EXPECT_TRUE(equal("123456789012345678901234567890", "123456789012345678901234567890.0"));
  EXPECT_FALSE(equal("123456789012345678901234567890", "123456789012345678901234567891"));
  EXPECT_FALSE(equal("0.3333333333333333", "1/3"));
  EXPECT_FALSE(equal("1", "-1"));
}

}  // namespace
}  // namespace brink
