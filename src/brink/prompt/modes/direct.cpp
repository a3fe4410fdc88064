#include "brink/prompt/mode.h"

namespace brink {

extern const ModePreset kDirectMode;
constinit const ModePreset kDirectMode{
    .name = "position-bias/direct",
    .alias = "direct",
    .summary = "the letter alone, without reasoning",
    .source = "arXiv 2605.06672, app. A.1",
    .system =
        "You are a helpful assistant. Answer the multiple-choice question with ONLY the letter of the correct "
        "answer in this exact format: The answer is (X). Do NOT explain your reasoning. Do NOT show any work.",
    .user = "{question}\n{options}",
};

}  // namespace brink
