#include "brink/metrics/slot_choice.h"

#include <string>

#include "brink/base/error.h"

namespace brink {

SlotChoice parse_slot_choice(std::string_view text) {
  using enum SlotChoice::By;
  if (text.empty() || text == "cross-fitted") return {};
  if (text == "omnibus") return {kOmnibus};
  if (text.size() == 1 && text[0] >= 'A' && text[0] <= 'Z') return {kGiven, text[0] - 'A'};
  if (text.size() == 1 && text[0] >= 'a' && text[0] <= 'z') return {kGiven, text[0] - 'a'};
  throw Error(ErrorKind::kUsage, "'" + std::string(text) + "' is no way to choose a slot",
              "write cross-fitted, omnibus, or a slot: A = the first place");
}

}  // namespace brink
