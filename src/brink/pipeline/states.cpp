#include "brink/pipeline/states.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_set>
#include <vector>

#include "brink/base/error.h"
#include "brink/store/store.h"

namespace brink {

void require_states(const Study& study, const ModelSpec& model, Backend& backend) {
  if (study.states.points.empty()) return;
  Bundle bundle;
  Request& probe = bundle.requests.emplace_back();
  probe.model = backend.model();
  probe.input = RawText{"The answer is"};
  probe.decoding.max_tokens = 0;
  probe.captures = state_sites(study.states, backend.capabilities().n_layers);
  if (std::ranges::find(study.states.points, kMeanPrompt) != study.states.points.end())
    for (const std::size_t n = probe.captures.size(); probe.captures.size() < 2 * n;) {
      Site mean = probe.captures[probe.captures.size() - n];
      mean.pool = Site::Pool::kMeanInput;
      probe.captures.push_back(mean);
    }
  backend.answer({&bundle, 1},
                 [&](const Request&, const Response& response) {
                   const auto* failure = std::get_if<Failure>(&response);
                   if (failure && failure->kind == Failure::Kind::kUnsupported)
                     throw Error(ErrorKind::kModel,
                                 "model '" + model.name + "': its hidden states cannot be read: " + failure->message,
                                 "leave [states] out of the study, or ask another model");
                 },
                 {}, {});
}

double state_bytes(const PlannedConfiguration& planned, double n_to_send, double n_states, int d_model) {
  const double size = planned.states.type == StateType::kFloat16 ? 2 : 4;
  return (n_to_send * static_cast<double>(planned.common.captures.size()) + n_states) * d_model * size;
}

double missing_state_bytes(std::span<const PlannedConfiguration> planned, const std::filesystem::path& store,
                           const Backend& backend) {
  if (std::ranges::all_of(planned, [](const auto& c) { return c.states.points.empty(); })) return 0;
  std::unordered_set<Sha256> known;
  std::vector<Cell> cells;
  if (std::filesystem::exists(store)) {
    const Store existing = Store::open(store, Store::Mode::kRead);
    known = existing.record_ids();
    cells = existing.cells();
  }
  double bytes = 0;
  for (const PlannedConfiguration& configuration : planned) {
    if (configuration.states.points.empty() || configuration.items.empty()) continue;
    int n_to_send = 0;
    for (std::size_t first = 0; first < configuration.items.size();)
      for (const PlannedItem& item : plan_piece(configuration, first)) {
        ++first;
        for (const Cell& cell : item.cells) n_to_send += known.insert(cell.record).second ? 1 : 0;
      }
    const double n_states = follow_up_cost(configuration, cells, backend).n_states;
    bytes += state_bytes(configuration, n_to_send, n_states, backend.capabilities().d_model);
  }
  return bytes;
}

std::string bytes_text(double bytes) {
  static constexpr std::array kUnits{"bytes", "KiB", "MiB", "GiB", "TiB"};
  std::size_t unit = 0;
  for (; bytes >= 1024 && unit + 1 < kUnits.size(); ++unit) bytes /= 1024;
  return fmt::format("{:.{}f} {}", bytes, unit == 0 ? 0 : 1, kUnits[unit]);
}

}  // namespace brink
