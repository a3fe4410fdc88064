#include "brink/prompt/modes/intention.h"

namespace brink {
namespace {

constexpr std::string_view kChoice =
    "Write a long stream of consciousness about the topic and the possible answers. Do NOT solve the problem. At the "
    "end, still output exactly one letter from the available choices.\n\n"
    "Question: {question}\nChoices: {options}\nStream of consciousness:\nFinal answer:";
constexpr std::string_view kNumeric =
    "Given this math problem, write a long stream of consciousness about numbers, calculations, and mathematical "
    "concepts. Do NOT solve the problem - just write loosely related mathematical musings for about 100 words.\n\n"
    "Problem: {question}\nStream of consciousness:";
constexpr std::string_view kSummary = "a stream of words that does not solve the problem: the control for length";
constexpr int kMaxTokens = 512;

}  // namespace

extern const ModePreset kIntentionBabble, kChoiceBabble, kNumericBabble;
constinit const ModePreset kIntentionBabble =
    intention_mode("intention/babble", kSummary, kChoice, kNumeric, kMaxTokens);
constinit const ModePreset kChoiceBabble = intention_mode("intention/choice/babble", kSummary, kChoice, {}, kMaxTokens);
constinit const ModePreset kNumericBabble =
    intention_mode("intention/numeric/babble", kSummary, {}, kNumeric, kMaxTokens);

}  // namespace brink
