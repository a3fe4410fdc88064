#include "brink/dataset/labels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace brink {
namespace {

using testing::ElementsAre;

TEST(LabelSet, TextAndValueAreTheSame) {
  for (const char* text : {"letters", "digits@3", "lower+tie", "none", "I,II,III,IV@2", "letters@1+tie"})
    EXPECT_EQ(label_set(text).text(), text);
  EXPECT_EQ(label_set("letters@2+tie"), (LabelSet{.base = "letters", .rotation = 2, .tie = true}));
}

TEST(LabelSet, LabelIStandsAtSlotIPlusTheRotation) {
  EXPECT_THAT(slot_labels(label_set("letters"), 4), ElementsAre("A", "B", "C", "D"));
  EXPECT_THAT(slot_labels(label_set("letters@1"), 4), ElementsAre("D", "A", "B", "C"));
  EXPECT_THAT(slot_labels(label_set("digits@3"), 4), ElementsAre("2", "3", "4", "1"));
  EXPECT_THAT(slot_labels(label_set("lower"), 2), ElementsAre("a", "b"));
  EXPECT_THAT(slot_labels(label_set("I,II,III@1"), 3), ElementsAre("III", "I", "II"));
  EXPECT_THAT(slot_labels(label_set("I,II,III@1"), 2), ElementsAre("II", "I")) << "the first two of the list";
  EXPECT_THAT(slot_labels(label_set("none"), 2), ElementsAre("", ""));
  EXPECT_THAT(label_indices(label_set("letters@1"), 4), ElementsAre(3, 0, 1, 2));
}

TEST(LabelSet, OverAllRotationsEachSlotHasEachLabelOnce) {
  for (int m = 2; m <= 26; ++m)
    for (int slot = 0; slot < m; ++slot) {
      std::set<std::string> seen;
      for (int r = 0; r < m; ++r) seen.insert(slot_labels(LabelSet{.rotation = r}, m)[static_cast<std::size_t>(slot)]);
      EXPECT_EQ(seen.size(), static_cast<std::size_t>(m));
    }
}

TEST(LabelSet, ATieHasTheLabelBehindTheLast) {
  EXPECT_EQ(tie_label(label_set("letters+tie"), 2), "C");
  EXPECT_EQ(tie_label(label_set("letters@1+tie"), 2), "C");
  EXPECT_EQ(tie_label(label_set("one,two,neither+tie"), 2), "neither");
  EXPECT_EQ(tie_label(label_set("letters"), 2), std::nullopt);
  EXPECT_EQ(n_labels(label_set("letters+tie")), 25);
  EXPECT_EQ(n_labels(label_set("one,two,neither+tie")), 2);
}

TEST(LabelSet, KnowsWhatAReaderOfLettersReads) {
  EXPECT_TRUE(are_letters(label_set("letters@2+tie"), 4));
  EXPECT_TRUE(are_letters(label_set("B,A"), 2));
  EXPECT_TRUE(are_letters(label_set("A,B,C+tie"), 2));
  EXPECT_FALSE(are_letters(label_set("A,B,T+tie"), 2));
  EXPECT_FALSE(are_letters(label_set("P,Q"), 2));
  for (const char* base : {"digits", "lower", "none"}) EXPECT_FALSE(are_letters(label_set(base), 4)) << base;
}

TEST(LabelSet, AListIsCheckedBeforeItIsUsed) {
  EXPECT_EQ(label_problem(label_set("letters")), "");
  EXPECT_EQ(label_problem(label_set("I,II")), "");
  EXPECT_EQ(label_problem(LabelSet{.base = "only"}), "a list of labels has two or more");
  EXPECT_EQ(label_problem(LabelSet{.base = "I,I"}), "a label stands twice");
  for (const char* list : {"a b,c", ",c", "a@1,b", "x+,y"})
    EXPECT_THAT(label_problem(LabelSet{.base = list}), testing::HasSubstr("is not a label")) << list;
}

}  // namespace
}  // namespace brink
