#include <gtest/gtest.h>

#include "brink/dataset/item.h"

namespace brink {
namespace {

TEST(Positional, OptionsThatNameOtherOptionsAreFound) {
  for (const char* option : {"All of the above",
                             "none of the above.",
                             "All of above",
                             "all the above",
                             "None of these",
                             "Both of these.",
                             "Neither of these",
                             "any 2 of the above values",
                             "Both A and B",
                             "both a & c",
                             "neither (A) nor (B)",
                             "Either A or B.",
                             "A and C only",
                             "(A), (B), and (C)",
                             "A, B and D",
                             "b and c",
                             "Options A and B",
                             "All choices are false",
                             "All of these options",
                             "None of the options given is correct.",
                             "both of the answers",
                             "a. and c. above",
                             "Moons contribute to all of the above",
                             "None of the above; it is a matter of taste",
                             "both A and B are correct; either would do",
                             "以上都不对",
                             "以上选项都正确",
                             "上述说法均不正确。",
                             "以上三项",
                             "The former",
                             "the latter two.",
                             "Latter option"})
    EXPECT_TRUE(names_other_options(option)) << option;
}

TEST(Positional, OptionsThatOnlyLookLikeItAreNot) {
  for (const char* option : {"Vitamin A and B12",
                             "Vitamin A and D",
                             "18岁以上都可以",
                             "上述论证均不成立",
                             "以上海为中心",
                             "Excess consumption of vitamins A and C",
                             "A and B are equally good athletes.",
                             "P(A and B) = P(A) P(B)",
                             "I and II",
                             "both I and II only",
                             "above average",
                             "No choice",
                             "98% or above",
                             "None",
                             "Both",
                             "All men are mortal",
                             "None of these particles decays",
                             "All of these theories are speculation",
                             "Both studies are experiments",
                             "the answer cannot be known",
                             "A",
                             "a and the",
                             "Multiple choice",
                             "",
                             "plants have both chloroplasts and mitochondria",
                             "Counterexample when C and D are true",
                             "Nobody is above the law",
                             "better than all other options",
                             "The former president",
                             "the latter half of the century",
                             "Formerly"})
    EXPECT_FALSE(names_other_options(option)) << option;
}

}  // namespace
}  // namespace brink
