#include "brink/prompt/mode.h"

namespace brink {

extern const ModePreset kJudgeBestMode;
constinit const ModePreset kJudgeBestMode{
    .name = "judge/best",
    .alias = "best",
    .summary = "which of several answers is best: its letter in double brackets after a short comparison",
    .source = "brink; after Zheng et al. 2023 (MT-Bench), app. A",
    .system =
        "You compare several answers to the same question and decide impartially which one serves the person who asked "
        "best. Look at whether they are right, relevant, complete and clear. Neither the order in which the answers "
        "are "
        "shown nor their length or the letters they carry says anything about their quality.",
    .user =
        "[Question]\n{question}\n[End of question]\n\n{options}\n\nCompare the answers in a few sentences. Then end "
        "with the letter of the best one in double brackets, in exactly this form: [[A]] if answer A is best.",
    .option = "[Answer {label}]\n{option}\n[End of answer {label}]",
    .between = "\n\n",
    .reader = "verdict",
};

}  // namespace brink
