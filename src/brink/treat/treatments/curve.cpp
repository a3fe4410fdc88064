#include <fmt/format.h>

#include <set>

#include "brink/treat/treatment.h"

namespace brink {
namespace {

struct Checkpoint {
  std::string point;
  int n_tokens;
};

// k of K parts of the trajectory, moved to the nearest end of a sentence, as far as the answer is not stated; then the
// last place before it is.
std::vector<Checkpoint> checkpoints(const Parent& parent, int n_parts, bool with_last) {
  const int n = parent.borders.n_tokens();
  const double step = static_cast<double>(n) / n_parts;
  std::vector<Checkpoint> out;
  std::set<int> taken;
  for (int k = 0; k < n_parts; ++k) {
    const int at = parent.borders.near_sentence_end(static_cast<int>(k * step + .5), static_cast<int>(step / 2));
    if (at <= parent.n_stated && taken.insert(at).second)
      out.push_back({fmt::format("fraction:{:.4g}", static_cast<double>(k) / n_parts), at});
  }
  if (with_last && taken.insert(parent.n_stated).second) out.push_back({"before_answer", parent.n_stated});
  return out;
}

std::vector<FollowUp> curve(const TreatmentSpec& spec, const Parent& parent) {
  std::vector<FollowUp> out;
  for (const auto& [point, n_tokens] : checkpoints(parent, spec.checkpoints, true)) {
    FollowUp& one = out.emplace_back(parent.cut(spec.name, point, 0, point, n_tokens));
    one.request.prefix->suffix = parent.commit_suffix(one.request.prefix->n_tokens);
    one.request.decoding = {};
    one.request.decoding.max_tokens = 0;
    one.request.asked.assign(parent.spellings.begin(), parent.spellings.end());
  }
  return out;
}

std::vector<FollowUp> free_answers(const TreatmentSpec& spec, const Parent& parent) {
  std::vector<FollowUp> out;
  for (const auto& [point, n_tokens] : checkpoints(parent, spec.checkpoints, false))
    for (int draw = 0; draw < spec.draws; ++draw) {
      FollowUp& one = out.emplace_back(parent.cut(spec.name, point, draw, point, n_tokens));
      sample(one.request.decoding, spec);
      one.request.decoding.max_tokens = spec.max_tokens;
    }
  return out;
}

}  // namespace

extern const Treatment kCurve{
    .name = "curve",
    .summary = "At places along the trajectory, the answer that the commit suffix forces: option probabilities.",
    .source = "brink; after arXiv 2605.06672, eq. 2",
    .follow_ups = curve,
    .most =
        [](const TreatmentSpec& spec, const PlannedConfiguration&) {
          return MostFollowUps{spec.checkpoints + 1, true, 0};
        },
};

extern const Treatment kFree{
    .name = "free",
    .summary = "At fewer places, several short sampled continuations, read as usual: what it would answer by itself.",
    .source = "brink; after arXiv 2604.06613",
    .follow_ups = free_answers,
    .most =
        [](const TreatmentSpec& spec, const PlannedConfiguration&) {
          return MostFollowUps{spec.checkpoints * spec.draws, false, spec.max_tokens};
        },
};

}  // namespace brink
