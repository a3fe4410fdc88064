#include "brink/prompt/modes/intention.h"

namespace brink {
namespace {

// A numeric kind is not needed: the paper's own leaves room for the steps.
constexpr ModePreset cot_open(std::string_view name) {
  ModePreset out = intention_mode(
      name, "step by step, with room for the steps: ends in \"Reasoning:\"",
      "Think step by step, then choose the correct option. At the end, reply with only one letter from the available "
      "choices.\n\nQuestion: {question}\nChoices: {options}\nReasoning:",
      {}, 512);
  out.source = "brink; after Intention Collapse, app. A.3";
  return out;
}

}  // namespace

extern const ModePreset kIntentionCotOpen, kChoiceCotOpen;
constinit const ModePreset kIntentionCotOpen = cot_open("intention/cot-open");
constinit const ModePreset kChoiceCotOpen = cot_open("intention/choice/cot-open");

}  // namespace brink
