#include "brink/prompt/template.h"

#include <gtest/gtest.h>

namespace brink {
namespace {

using Names = std::vector<std::string>;

TEST(Template, APlaceholderIsALowerCaseNameInBraces) {
  EXPECT_EQ(placeholders("{question}\n{options}{question}"), (Names{"question", "options", "question"}));
  EXPECT_EQ(placeholders(R"(Reply as {"answer": "X"} or {} or {Q} or {a b} or {open)"), Names{});
  EXPECT_EQ(placeholders("{{question}}"), Names{"question"});
}

TEST(Template, FillReplacesOnceAndKeepsWhatHasNoValue) {
  EXPECT_EQ(fill("{a}-{b}-{c}", {{"a", "{b}"}, {"b", "x"}}), "{b}-x-{c}");
  EXPECT_EQ(fill("{\"k\": {a}}", {{"a", "1"}}), "{\"k\": 1}");
  EXPECT_EQ(fill("", {{"a", "1"}}), "");
}

}  // namespace
}  // namespace brink
