#include "brink/prompt/mode.h"

namespace brink {

extern const ModePreset kCotMode;
constinit const ModePreset kCotMode{
    .name = "position-bias/cot",
    .alias = "cot",
    .summary = "step by step and concise, then the letter",
    .source = "arXiv 2605.06672, app. A.1",
    .system =
        "You are a helpful assistant that solves multiple-choice questions. Think step by step before giving "
        "your final answer. Keep your reasoning concise. After your reasoning, clearly state your final answer "
        "as: The answer is (X).",
    .user = "{question}\n{options}\n\nThink step by step, then give your final answer.",
};

}  // namespace brink
