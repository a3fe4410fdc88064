#include "brink/model/stop.h"

#include <gtest/gtest.h>

namespace brink {
namespace {

struct Case {
  const char* name;
  std::vector<std::string> stop;
  bool at_answer;
  const char* text;
  int kept;  // bytes kept, -1 = no hit
};

TEST(StopMatcher, FindsTheFirstEndInWholeTextsAndByteByByte) {
  const Case cases[] = {
      {"nothing to find", {}, true, "I wonder about (B)", -1},
      {"an answer in its frame", {}, true, "So the answer is (B). More", 20},
      {"bold answer", {}, true, "The answer is **(C)** now", 19},
      {"a restated instruction is no answer", {}, true, "answer is (X is", -1},
      {"an answer inside open thinking goes on", {}, true, "<think>the answer is (B) hm", -1},
      {"after thinking it counts", {}, true, "<think>the answer is (B)</think>The answer is (A)", 49},
      {"stop string is cut off", {"\n\n"}, false, "one\n\ntwo", 3},
      {"whichever comes first", {"END"}, true, "END the answer is (B)", 0},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    Decoding d;
    d.stop = c.stop;
    d.stop_at_answer = c.at_answer;
    const std::string text = c.text;
    const auto whole = StopMatcher(d).check(text);
    EXPECT_EQ(whole ? static_cast<int>(whole->text_size) : -1, c.kept);

    StopMatcher growing(d);
    int kept = -1;
    for (std::size_t n = 1; n <= text.size() && kept < 0; ++n)
      if (const auto hit = growing.check(std::string_view(text).substr(0, n))) kept = static_cast<int>(hit->text_size);
    EXPECT_EQ(kept, c.kept);
  }
}

}  // namespace
}  // namespace brink
