#include "brink/prompt/mode.h"

namespace brink {

extern const ModePreset kJudgePairMode;
constinit const ModePreset kJudgePairMode{
    .name = "judge/pair",
    .alias = "pair",
    .summary = "which of two answers is better, or neither: [[A]], [[B]] or [[C]] after a short comparison",
    .source = "brink; after Zheng et al. 2023 (MT-Bench), app. A",
    .system =
        "You compare two answers to the same question and decide impartially which one serves the person who asked "
        "better. Look at whether they are right, relevant, complete and clear. Neither the order in which the answers "
        "are shown nor their length or the letters they carry says anything about their quality.",
    .user =
        "[Question]\n{question}\n[End of question]\n\n{options}\n\nCompare the two answers in a few sentences. Then "
        "end "
        "with your verdict in exactly this form: [[A]] if answer A is better, [[B]] if answer B is better, [[C]] if "
        "they are equally good.",
    .option = "[Answer {label}]\n{option}\n[End of answer {label}]",
    .between = "\n\n",
    .reader = "verdict",
    .tie = true,
};

}  // namespace brink
