#include "brink/dataset/decimal.h"

#include <gtest/gtest.h>

namespace brink {
namespace {

TEST(Decimals, HaveOneSpelling) {
  const std::pair<const char*, const char*> cases[] = {
      {"18", "18"},
      {" 2,125 ", "2125"},
      {"1,450,000", "1450000"},
      {"-10", "-10"},
      {"\u22123", "-3"},
      {"-0.50", "-0.5"},
      {"007", "7"},
      {"0", "0"},
      {"-0.0", "0"},
      {"3.", "3"},
      {"$1,600", "1600"},
      {"6/8", "6/8"},
      {"-1/2", "-1/2"},
      {"-0/5", "0/5"},
      {"0.05", "0.05"},
      {"1,000.25", "1000.25"},
  };
  for (const auto& [text, number] : cases) {
    const auto read = parse_decimal(text);
    ASSERT_TRUE(read) << text;
    EXPECT_EQ(read->text, number) << text;
  }
}

TEST(Decimals, AreNotGuessedFromOtherTexts) {
  for (const char* text : {"",          " ",   "-",    ".",     "$",     "twelve", "12 eggs", "3 4", "1,23", ",123",
                           "12,34,567", "1/0", "1/-2", "1.5/2", "1.2.3", "0x10",   "1e3",     "5-3", "--4",  ".5"})
    EXPECT_FALSE(parse_decimal(text)) << text;
}

}  // namespace
}  // namespace brink
