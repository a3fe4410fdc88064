#include "brink/run/following.h"

#include <algorithm>
#include <utility>

namespace brink {

Following::Following(const PlannedConfiguration& configuration, const FollowUps& follow, Store& store,
                     std::unordered_set<Sha256>& recorded, std::unordered_map<Sha256, bool>& before)
    : configuration_(configuration),
      follow_(follow),
      store_(store),
      recorded_(recorded),
      before_(before),
      waits_(std::ranges::find(configuration.treatments, "forced", &TreatmentSpec::ccp) !=
             configuration.treatments.end()) {}

std::vector<Request> Following::start(const Shown& shown, const Record& record) {
  std::vector<Request> requests;
  if (configuration_.treatments.empty()) return requests;
  std::vector<Cell> cells;
  std::vector<Anchor> anchors;
  const std::vector<Anchor> known = store_.anchors(record.id);
  const RecordOf record_of = [&](const Sha256& id) { return store_.record(id); };
  for (const Cell& cell : shown.cells)
    for (FollowUp& one : follow_(configuration_, *shown.item, cell, record, known, record_of)) {
      if (one.anchor) anchors.push_back(*std::move(one.anchor));
      if (recorded_.insert(one.cell.record).second) {
        if (waits_ && one.request.decoding.max_tokens == 0 && parent_of_.emplace(one.cell.record, record.id).second)
          ++n_open_[record.id];
        requests.push_back(std::move(one.request));
      } else if (const auto was = before_.find(one.cell.record); was != before_.end()) {
        ++n_found_;
        n_failed_found_ += was->second ? 1 : 0;
        before_.erase(was);
      }
      cells.push_back(std::move(one.cell));
    }
  if (!anchors.empty()) store_.put_anchors(anchors);
  if (!cells.empty()) store_.put_cells(cells);
  return requests;
}

std::vector<Request> Following::after(const Record& follow_up, const ShownById& shown) {
  const auto read_out = parent_of_.find(follow_up.id);
  if (read_out == parent_of_.end()) return {};
  const Sha256 parent = read_out->second;
  parent_of_.erase(read_out);
  if (--n_open_[parent] > 0) return {};
  n_open_.erase(parent);
  const auto question = shown.find(parent);
  const std::optional<Record> record = store_.record(parent);
  return question == shown.end() || !record ? std::vector<Request>{} : start(question->second, *record);
}

std::vector<Bundle> Following::found(const ShownById& shown) {
  std::vector<Bundle> out;
  if (configuration_.treatments.empty()) return out;
  for (const auto& [id, what] : shown) {
    if (!recorded_.contains(id)) continue;
    const std::optional<Record> record = store_.record(id);
    if (!record) continue;
    if (auto requests = start(what, *record); !requests.empty()) out.push_back({std::move(requests)});
  }
  return out;
}

}  // namespace brink
