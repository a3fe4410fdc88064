#pragma once

#include <string_view>

namespace brink {

/// How the slot that changed answers may go to is chosen, and its p: a choice of the analysis, of no request
/// (statistics.md 6).
struct SlotChoice {
  enum class By {
    kCrossFitted,  // on one half of the items, tested on the other, over 50 splits
    kOmnibus,      // the slot with the greatest pull, beside the test of all slots together
    kGiven,        // named beforehand: the only one whose own test is exact
  };
  By by = By::kCrossFitted;
  int slot = 0;  // of kGiven
};

inline constexpr auto kSlotChoiceHelp =
    "how the slot that changed answers go to is chosen: cross-fitted (as where it is not given), omnibus (a test of "
    "all slots together), or the slot that was named before the run, A = the first place";

/// "cross-fitted", "omnibus", or "A".."Z", also lower case; "" = cross-fitted. Throws Error(kUsage).
SlotChoice parse_slot_choice(std::string_view text);

}  // namespace brink
