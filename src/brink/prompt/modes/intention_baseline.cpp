#include "brink/prompt/modes/intention.h"

namespace brink {
namespace {

constexpr std::string_view kChoice =
    "Choose the correct option. Reply with only one letter from the available choices.\n\n"
    "Question: {question}\nChoices: {options}\nAnswer:";
constexpr std::string_view kNumeric =
    "Solve this math problem. Give only the final numerical answer.\n\nProblem: {question}\nAnswer:";
constexpr std::string_view kSummary = "the answer alone";
constexpr int kMaxTokens = 50;

}  // namespace

extern const ModePreset kIntentionBaseline, kChoiceBaseline, kNumericBaseline;
constinit const ModePreset kIntentionBaseline =
    intention_mode("intention/baseline", kSummary, kChoice, kNumeric, kMaxTokens);
constinit const ModePreset kChoiceBaseline =
    intention_mode("intention/choice/baseline", kSummary, kChoice, {}, kMaxTokens);
constinit const ModePreset kNumericBaseline =
    intention_mode("intention/numeric/baseline", kSummary, {}, kNumeric, kMaxTokens);

}  // namespace brink
