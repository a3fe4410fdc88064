#include "item_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "brink/metrics/hand_made.h"
#include "sparkline.h"

namespace brink::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

class ItemView : public testing::Test {
 protected:
  ItemView() {
    item.id = "q1";
    item.stem = "Which metal?";
    item.options = {"copper", "zinc"};
    item.gold = 1;
    const std::vector<std::string> texts{"So A. The answer is (B).", "The answer is (B).", ""};
    for (int v = 0; v < 3; ++v) {
      Observation row;
      row.item = &item;
      row.key.variant = v;
      row.variant.order = v == 1 ? std::vector{1, 0} : std::vector{0, 1};
      row.recorded = v < 2;
      row.reading = read_paper({.text = texts[static_cast<std::size_t>(v)], .n_options = 2});
      if (row.reading.slot) row.reading.option = row.variant.order[static_cast<std::size_t>(*row.reading.slot)];
      rows.push_back(row);
    }
    for (std::size_t v = 0; v < rows.size(); ++v) shown.push_back({&rows[v], texts[v]});
  }

  Item item;
  std::vector<Observation> rows;
  std::vector<ShownRow> shown;
};

TEST_F(ItemView, MarksChoiceAndGoldInTheOrderShown) {
  const std::string out = view_variants({shown[0]}, {.width = 60});
  EXPECT_THAT(out, HasSubstr("  A. copper\n>*B. zinc\n"));
  EXPECT_THAT(out, HasSubstr("ok, rule 1, B = zinc\nCCP 0.875, eq. 2 0.875\nswitches 1, mentions 2: A@3 B@21\n"));
  EXPECT_THAT(view_variants({shown[1]}, {.width = 60}), HasSubstr(" *A. zinc\n> B. copper\n"));
  EXPECT_THAT(view_variants({shown[2]}, {.width = 60}), HasSubstr("not asked yet"));
}

TEST_F(ItemView, SaysHowSureTheFirstTokenIsWhereThatIsRecorded) {
  EXPECT_THAT(view_variants({shown[0]}, {.width = 60}), Not(HasSubstr("entropy")));
  rows[0].read_out = ReadOut{.entropy_bits = 1.25, .top = {}, .asked = {}};
  EXPECT_THAT(view_variants({shown[0]}, {.width = 60}), HasSubstr("\nfirst token: entropy 1.25 bits\n"));
}

TEST(Sparkline, HasACharacterForEveryShare) {
  const std::array shares{0.0, .124, .126, .5, .99, 1.0};
  EXPECT_EQ(sparkline(shares, true), "▁▁▂▅██");
  EXPECT_EQ(sparkline(shares, false), "011599");
}

TEST_F(ItemView, DrawsTheForcedProbabilityOfTheAnswerAlongTheText) {
  EXPECT_THAT(view_variants({shown[0]}, {.width = 60}), Not(HasSubstr("forced")));
  rows[0].record = sha256("answer");
  rows[0].reading.n_tokens = 20;
  const std::vector<Observation> read_outs{hand_made::checkpoint(rows[0], 10, {.25, .75}),
                                           hand_made::checkpoint(rows[0], 0, {.8, .2})};
  for (const Observation& o : read_outs) shown[0].follow_ups.push_back(&o);
  // B was read: .2 over the first half of the text, .75 from there.
  EXPECT_THAT(view_variants({shown[0]}, {.width = 36}), HasSubstr("\nforced B ▂▂▂▂▂▂▇▇▇▇▇▇ CCP 0.500\n"));
  EXPECT_THAT(view_variants({shown[0]}, {.width = 36, .unicode = false}),
              HasSubstr("\nforced B 222222777777 CCP 0.500\n"));
  rows[0].reading.slot.reset();
  EXPECT_THAT(view_variants({shown[0]}, {.width = 36}), HasSubstr("\nforced B ▂▂")) << "the last forced one";
}

TEST_F(ItemView, ColoursMentionsAndTheAnswer) {
  EXPECT_THAT(view_variants({shown[0]}, {.width = 60, .colour = true}),
              HasSubstr("So \x1b[1;33mA\x1b[0m. The answer is (\x1b[1;7mB\x1b[0m)."));
  EXPECT_THAT(view_variants(shown, {.width = 60}), Not(HasSubstr("\x1b")));
}

TEST_F(ItemView, PutsAsManyOrdersSideBySideAsFit) {
  EXPECT_THAT(view_variants(shown, {.width = 120}), testing::ContainsRegex("variant 0 +variant 1 +variant 2\n"));
  const std::string two = view_variants(shown, {.width = 80});
  EXPECT_THAT(two, testing::ContainsRegex("variant 0 +variant 1\n"));
  EXPECT_THAT(two, HasSubstr("\nvariant 2\n"));
  EXPECT_THAT(view_variants(shown, {.width = 30}), HasSubstr("variant 0\n"));
  EXPECT_EQ(view_variants({}, {.width = 80}), "");
}

}  // namespace
}  // namespace brink::cli
