#include "brink/prompt/mode.h"

namespace brink {

extern const ModePreset kReasoningMode;
constinit const ModePreset kReasoningMode{
    .name = "position-bias/reasoning",
    .alias = "reasoning",
    .summary = "step by step at any length, then the letter; for models that think by themselves",
    .source = "arXiv 2605.06672, app. A.1",
    .system =
        "You are a helpful assistant that solves multiple-choice questions. Think step by step before giving "
        "your final answer. After your reasoning, clearly state your final answer as: The answer is (X).",
    .user = "{question}\n{options}\n\nThink step by step, then give your final answer.",
};

}  // namespace brink
