#include <algorithm>

#include "brink/treat/treatment.h"

namespace brink {
namespace {

constexpr int kAnswerTokens = 8;  // a label, what closes it, and a few more

// A design of its own: every variant is answered after the same number of tokens, or where it stated its answer before.
std::vector<FollowUp> budget(const TreatmentSpec& spec, const Parent& parent) {
  FollowUp one = parent.cut(spec.name, "end", 0, spec.name, std::min(spec.n, parent.n_stated));
  one.cell.key.parent = {};
  one.request.prefix->suffix = parent.commit_suffix(one.request.prefix->n_tokens);
  one.request.decoding.max_tokens = kAnswerTokens;
  return {one};
}

}  // namespace

extern const Treatment kBudget{
    .name = "budget",
    .summary = "The trajectory stopped after n tokens, then the commit suffix: an assigned length.",
    .source = "brink; after arXiv 2605.06672, sec. 6.3",
    .follow_ups = budget,
    .most =
        [](const TreatmentSpec&, const PlannedConfiguration&) {
          return MostFollowUps{1, true, kAnswerTokens, kAnswerTokens};
        },
};

}  // namespace brink
