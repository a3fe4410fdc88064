#include "styled_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace brink::cli {
namespace {

using testing::ElementsAre;

StyledText styled(std::string_view text, Style style = Style::kPlain) {
  StyledText out;
  append(out, text, style);
  return out;
}

std::vector<std::string> wrapped(std::string_view text, int width) {
  std::vector<std::string> out;
  for (const StyledText& line : wrap(styled(text), width)) out.push_back(render(line, 0, false));
  return out;
}

TEST(StyledText, MakesWhatATerminalWouldActOnInert) {
  const auto shown = [](std::string_view text) { return render(styled(text), 0, false); };
  EXPECT_EQ(shown("\x1b[2J\a\x7f"), "\u241b[2J\u2407\u2421");
  EXPECT_EQ(shown("a\tb\rc"), "a b c");
  EXPECT_EQ(shown("\u202eabc\u0085\xff"), "\ufffdabc\ufffd\ufffd");
  for (int c = 0; c < 0x20; ++c) {
    if (c == '\n') continue;
    const std::string out = shown(std::string(1, static_cast<char>(c)));
    EXPECT_TRUE(out == " " || static_cast<unsigned char>(out[0]) >= 0x80) << c;
  }
}

TEST(StyledText, BreaksAtSpacesAndCutsLongerWords) {
  EXPECT_THAT(wrapped("one two three", 8), ElementsAre("one two ", "three"));
  EXPECT_THAT(wrapped("abcdefgh", 3), ElementsAre("abc", "def", "gh"));
  EXPECT_THAT(wrapped("a\n\nb", 5), ElementsAre("a", "", "b"));
  EXPECT_THAT(wrapped("", 5), ElementsAre(""));
}

TEST(StyledText, CountsColumnsNotCharacters) {
  EXPECT_EQ(width_of(styled("锌e\u0301")), 3);
  EXPECT_THAT(wrapped("锌比铜轻", 5), ElementsAre("锌比", "铜轻"));
  EXPECT_EQ(side_by_side({styled("锌"), styled("x")}, 4, 1, false), "锌   x\n");
}

TEST(StyledText, NoLineIsWiderThanAsked) {
  const std::string text = "一 a 二三 bcd e\u0301fghij 四五六七 k\nl mn";
  for (int width = 2; width < 20; ++width)
    for (const StyledText& line : wrap(styled(text), width)) EXPECT_LE(width_of(line), width);
}

TEST(StyledText, ColoursOnlyWhenAsked) {
  EXPECT_EQ(render(styled("B", Style::kMention), 2, true), "\x1b[1;33mB\x1b[0m ");
  EXPECT_EQ(render(styled("B", Style::kMention), 2, false), "B ");
}

}  // namespace
}  // namespace brink::cli
