#include "brink/extract/states.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace brink {
namespace {

// As captures stand in a record of the answer itself.
std::string_view point_of(const Site& site) { return site.pool == Site::Pool::kLast ? kLastPrompt : kMeanPrompt; }

const std::vector<Sha256>& records_at(const StateRecords& records, const std::string& point) {
  const auto after = records.after.find(point);
  return after == records.after.end() ? records.own : after->second;
}

}  // namespace

bool of_state_labels(const Observation& row) { return !row.given.empty() && row.given.front().scorer == kStateLabels; }

std::string layer_name(const Site& site) {
  return site.what == Site::Point::kFinal ? "final" : std::to_string(site.layer);
}

StateRecords state_records(const Observations& obs, std::span<const Observation* const> answers) {
  StateRecords out;
  std::unordered_map<Sha256, std::vector<std::size_t>> places;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    out.own.push_back(answers[i]->record);
    places[answers[i]->record].push_back(i);
  }
  for (const Observation& row : obs.rows) {
    if (!row.recorded || row.key.treatment != kStates) continue;
    const auto parent = places.find(row.key.parent);
    if (parent == places.end()) continue;
    auto& at = out.after[row.key.point];
    at.resize(answers.size());
    for (const std::size_t i : parent->second)
      if (answers[i]->key.variant == row.key.variant && answers[i]->key.mode == row.key.mode) at[i] = row.record;
  }
  return out;
}

std::vector<StateColumn> state_columns(const Store& store, const StateRecords& records) {
  std::vector<StateColumn> out;
  for (const Site& site : store.state_sites(records.own)) out.push_back({std::string(point_of(site)), site});
  for (const auto& [point, ids] : records.after)
    for (const Site& site : store.state_sites(ids))
      if (site.pool == Site::Pool::kLast) out.push_back({point, site});
  std::ranges::sort(out);
  return out;
}

StateRows read_states(const Store& store, const StateRecords& records, const StateColumn& column) {
  StateRows out;
  const std::vector<Sha256>& ids = records_at(records, column.point);
  std::vector<float> numbers;  // row after row
  std::size_t d = 0;
  store.each_state(ids, column.site, [&](std::size_t i, std::span<const float> x) {
    if (!out.why_none.empty()) return;
    if (!std::ranges::all_of(x, [](float v) { return std::isfinite(v); })) {
      ++out.left_out["state is not finite"];
      return;
    }
    if (out.rows.empty()) d = x.size();
    if (x.size() != d || d == 0) {
      out.why_none = "the states of records " + ids[out.rows.empty() ? i : out.rows.front()].short_hex() + " and " +
                     ids[i].short_hex() + " have " + std::to_string(d) + " and " + std::to_string(x.size()) +
                     " numbers";
      return;
    }
    out.rows.push_back(i);
    numbers.insert(numbers.end(), x.begin(), x.end());
  });
  if (!out.why_none.empty() || out.rows.empty()) {
    if (out.why_none.empty()) out.why_none = "no state";
    out.rows.clear();
    return out;
  }
  int n_seen = static_cast<int>(out.rows.size());
  for (const auto& [why, n] : out.left_out) n_seen += n;
  if (const int n_without = static_cast<int>(ids.size()) - n_seen; n_without > 0) out.left_out["no state"] = n_without;
  using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  out.x = Eigen::Map<const RowMajor>(numbers.data(), std::ssize(out.rows), static_cast<Eigen::Index>(d));
  return out;
}

}  // namespace brink
