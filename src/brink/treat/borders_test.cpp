#include "brink/treat/borders.h"

#include <gtest/gtest.h>

namespace brink {
namespace {

using Texts = std::vector<std::string>;

TEST(Borders, CutsAtTokensOfWholeCharacters) {
  const Texts tokens{"I ", "th", "ink \xE2\x82", "\xAC.", " So", " B."};
  const std::string text = "I think €. So B.";
  const Borders borders(text, tokens);
  EXPECT_EQ(borders.n_tokens(), 6);
  EXPECT_EQ(borders.at_token(3), 2) << "the third token ends inside a character";
  EXPECT_EQ(borders.byte(2), 4u);
  EXPECT_EQ(borders.at_byte(11), 2);
  EXPECT_EQ(borders.at_byte(12), 4);
  EXPECT_EQ(borders.at_byte(999), 6);
  EXPECT_EQ(borders.at_byte(0), 0);
}

TEST(Borders, EndWhereTheTokensLeaveTheText) {
  EXPECT_EQ(Borders("a b", {"a", " b", " stop"}).n_tokens(), 2);
  EXPECT_EQ(Borders("a b", {"a", " c"}).n_tokens(), 1);
  EXPECT_EQ(Borders("a b", {"x"}).n_tokens(), 0);
  EXPECT_EQ(Borders("", {}).n_tokens(), 0);
}

TEST(Borders, SentencesEndWithStopsAndLines) {
  const Texts tokens{"One", ".", " Two", " is", " 3", ".", "5", "!", "\n", "Three"};
  std::string text;
  for (const std::string& t : tokens) text += t;
  const Borders borders(text, tokens);
  EXPECT_EQ(borders.near_sentence_end(3, 1), 2);
  EXPECT_EQ(borders.near_sentence_end(4, 1), 4) << "none within reach";
  EXPECT_EQ(borders.near_sentence_end(6, 0), 6) << "the stop of 3.5 ends no sentence";
  EXPECT_EQ(borders.near_sentence_end(7, 1), 8);
  EXPECT_EQ(borders.near_sentence_end(1, 1), 0) << "the beginning, before the end that is as near";
  EXPECT_EQ(borders.sentence_end_before(7), 2);
  EXPECT_EQ(borders.sentence_end_before(10), 9);
  EXPECT_EQ(borders.sentence_end_before(1), 0);
}

}  // namespace
}  // namespace brink
