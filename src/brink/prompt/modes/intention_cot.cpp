#include "brink/prompt/modes/intention.h"

namespace brink {
namespace {

// Ends in "Final answer:" as the paper prints it, so that the first token is the answer: see docs/intention.md.
constexpr std::string_view kChoice =
    "Think step by step, then choose the correct option. At the end, reply with only one letter from the available "
    "choices.\n\nQuestion: {question}\nChoices: {options}\nReasoning:\nFinal answer:";
constexpr std::string_view kNumeric =
    "Solve this math problem step by step. Show your reasoning, then give the final answer after ####.\n\n"
    "Problem: {question}\nSolution:";
constexpr std::string_view kSummary = "step by step, then the answer";
constexpr int kMaxTokens = 512;

}  // namespace

extern const ModePreset kIntentionCot, kChoiceCot, kNumericCot;
constinit const ModePreset kIntentionCot = intention_mode("intention/cot", kSummary, kChoice, kNumeric, kMaxTokens);
constinit const ModePreset kChoiceCot = intention_mode("intention/choice/cot", kSummary, kChoice, {}, kMaxTokens);
constinit const ModePreset kNumericCot = intention_mode("intention/numeric/cot", kSummary, {}, kNumeric, kMaxTokens);

}  // namespace brink
