#include "brink/stats/curve.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "brink/dataset/labels.h"
#include "brink/extract/forced.h"
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

// A read-out at every checkpoint. @param suffix  (tokens kept) -> text behind them
template <class Suffix>
std::vector<FollowUp> read_outs(const TreatmentSpec& spec, const Parent& parent, Suffix&& suffix) {
  std::vector<FollowUp> out;
  for (const auto& [point, n_tokens] : checkpoints(parent, spec.checkpoints, true)) {
    FollowUp& one = out.emplace_back(parent.cut(spec.name, point, 0, point, n_tokens));
    one.request.prefix->suffix = suffix(one.request.prefix->n_tokens);
    one.request.decoding = {};
    one.request.decoding.max_tokens = 0;
  }
  return out;
}

std::vector<FollowUp> curve(const TreatmentSpec& spec, const Parent& parent) {
  std::vector<FollowUp> out = read_outs(spec, parent, [&](int n_tokens) { return parent.commit_suffix(n_tokens); });
  for (FollowUp& one : out) one.request.asked.assign(parent.spellings.begin(), parent.spellings.end());
  return out;
}

std::vector<FollowUp> eat(const TreatmentSpec& spec, const Parent& parent) {
  return read_outs(spec, parent, [&](int n_tokens) { return parent.closing_tag(n_tokens); });
}

MostFollowUps most_read_outs(const TreatmentSpec& spec, const PlannedConfiguration&) {
  return MostFollowUps{spec.checkpoints + 1, true, 0};
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

std::optional<double> forced_ccp(const Parent& parent) {
  const auto spec = std::ranges::find(parent.configuration.treatments, "curve", &TreatmentSpec::kind);
  if (spec == parent.configuration.treatments.end()) return std::nullopt;
  std::vector<stats::Checkpoint> read_outs;
  const std::vector<std::string> labels = slot_labels(parent.cell.variant);
  for (const FollowUp& one : curve(*spec, parent)) {
    const std::optional<Record> record = parent.record_of ? parent.record_of(one.request.id()) : std::nullopt;
    const auto* done = record ? std::get_if<Completion>(&record->response) : nullptr;
    if (!done || !done->read_out) return std::nullopt;
    if (const auto forced = forced_answer(*done->read_out, parent.texts, labels))
      read_outs.push_back({one.request.prefix->n_tokens, forced->p});
  }
  return stats::commitment(stats::curve_of(std::move(read_outs), parent.completion.usage.n_generated)).ccp.value;
}

extern const Treatment kCurve{
    .name = "curve",
    .summary = "At places along the trajectory, the answer that the commit suffix forces: option probabilities.",
    .source = "brink; after arXiv 2605.06672, eq. 2",
    .follow_ups = curve,
    .most = most_read_outs,
};

extern const Treatment kEat{
    .name = "eat",
    .summary = "At the same places, the entropy of the next token right behind the tag that closes the thinking.",
    .source = "arXiv 2509.26522 (EAT)",
    .follow_ups = eat,
    .most = most_read_outs,
};

extern const Treatment kFree{
    .name = "free",
    .summary = "At fewer places, several short sampled continuations, read as usual: what it would answer by itself.",
    .source = "brink; after arXiv 2604.06613",
    .follow_ups = free_answers,
    .most =
        [](const TreatmentSpec& spec, const PlannedConfiguration&) {
          return MostFollowUps{spec.checkpoints * spec.draws, false, spec.max_tokens, spec.max_tokens};
        },
};

}  // namespace brink
