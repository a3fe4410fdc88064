#include <algorithm>
#include <set>
#include <tuple>

#include "brink/pipeline/check.h"
#include "brink/treat/treatment.h"

namespace brink {
namespace {

using Answer = std::tuple<Sha256, int, int>;  // item, occurrence, variant

// The answers of a configuration that have follow-ups of a treatment.
std::set<Answer> answers_with(const std::string& treatment, const PlannedConfiguration& planned,
                              std::span<const Cell> treated) {
  std::set<Answer> out;
  for (const auto& [key, variant, record] : treated)
    if (key.treatment == treatment && key.model == planned.model && key.dataset == planned.dataset &&
        key.mode == planned.mode)
      out.emplace(key.item, key.occurrence, key.variant);
  return out;
}

// Tokens of the commit suffix; as many as its bytes where the back end cannot count.
double suffix_tokens(const PlannedConfiguration& planned, const Backend& backend) {
  Request plain = plan_piece(planned, 0, 1).front().requests.front();
  Request asked = plain;
  asked.prefix = Prefix{{}, 0, planned.how.commit_suffix, {}};
  const auto without = backend.prompt_tokens(plain), with = backend.prompt_tokens(asked);
  if (!without || !with) return static_cast<double>(planned.how.commit_suffix.size());
  return static_cast<double>(with->size()) - static_cast<double>(without->size());
}

}  // namespace

FollowUpCost follow_up_cost(const PlannedConfiguration& planned, std::span<const Cell> treated,
                            const Backend& backend) {
  FollowUpCost out;
  if (planned.treatments.empty()) return out;
  const double suffix = suffix_tokens(planned, backend);
  std::vector<Answer> open, closed;  // to questions without options, and with
  for (std::size_t first = 0; first < planned.items.size();)
    for (const PlannedItem& item : plan_piece(planned, first)) {
      std::vector<Answer>& of_kind = planned.items[first++].options.empty() ? open : closed;
      for (const Cell& cell : item.cells)
        if (cell.key.treatment == "none") of_kind.emplace_back(cell.key.item, cell.key.occurrence, cell.key.variant);
    }
  for (const TreatmentSpec& spec : planned.treatments) {
    const auto row = std::ranges::find(treatments(), spec.kind, [](const Treatment* t) { return t->name; });
    const MostFollowUps most = (*row)->most(spec, planned);
    const std::set<Answer> done = answers_with(spec.name, planned, treated);
    const auto is_left = [&](const Answer& a) { return !done.contains(a); };
    auto n_left = std::ranges::count_if(closed, is_left);
    // In an open answer there is nothing to force or to cut at; its states can be read.
    if (spec.kind == kStates) n_left += std::ranges::count_if(open, is_left);
    const double n = static_cast<double>(n_left) * most.n_requests;
    out.n_requests += n;
    out.n_evaluated += n * (most.with_suffix ? 1 + suffix : 1);
    out.n_generated += n * most.n_generated;
    if (spec.kind == kStates) out.n_states += n * static_cast<double>(planned.states.sites.size());
  }
  return out;
}

}  // namespace brink
