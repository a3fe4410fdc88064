#include "brink/run/run.h"

#include <chrono>
#include <unordered_map>
#include <unordered_set>

namespace brink {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

// How many options each request shows, by request id; its size is the number of different requests.
std::unordered_map<Sha256, int> option_counts(const PlannedConfiguration& configuration) {
  std::unordered_map<Sha256, int> out;
  for (const PlannedItem& item : configuration.items)
    for (const Cell& cell : item.cells) out.emplace(cell.record, static_cast<int>(cell.variant.order.size()));
  return out;
}

Origin origin_of(const Request& request) {
  if (request.prefix) return Fork{request.prefix->record};
  return Sampled{};
}

}  // namespace

RunSummary& RunSummary::operator+=(const RunSummary& other) {
  n_made += other.n_made;
  n_found += other.n_found;
  n_failed += other.n_failed;
  n_prefilled += other.n_prefilled;
  n_shared += other.n_shared;
  n_generated += other.n_generated;
  stopped |= other.stopped;
  wall_s += other.wall_s;
  plan_s += other.plan_s;
  store_s += other.store_s;
  read_s += other.read_s;
  return *this;
}

RunSummary run(std::span<const PlannedConfiguration> plan, Backend& backend, Store& store, const HasAnswer& has_answer,
               std::stop_token stop, const Watch& watch) {
  RunSummary summary;
  const auto planning = Clock::now();
  const Provenance made = backend.provenance();
  std::unordered_set<Sha256> recorded = store.record_ids();
  for (const PlannedConfiguration& configuration : plan)
    for (const PlannedItem& item : configuration.items) store.put_cells(item.cells);
  summary.plan_s = seconds_since(planning);

  for (const PlannedConfiguration& configuration : plan) {
    const auto start = Clock::now();
    const auto n_options = option_counts(configuration);
    Progress progress{.model = configuration.model, .dataset = configuration.dataset, .mode = configuration.mode};
    progress.n_total = static_cast<int>(n_options.size());
    for (const auto& [id, n] : n_options) progress.n_done += recorded.contains(id) ? 1 : 0;
    summary.n_found += progress.n_done;
    const std::vector<Bundle> bundles = to_send(configuration, recorded);
    watch(progress);

    const auto sink = [&](const Request& request, const Response& response) {
      Record record{request.id(), request, response, made, origin_of(request), {}};
      const auto storing = Clock::now();
      store.append(record);
      summary.store_s += seconds_since(storing);

      ++progress.n_done;
      ++progress.n_made;
      if (const auto* completion = std::get_if<Completion>(&response)) {
        const auto reading = Clock::now();
        progress.n_read += has_answer(*completion, n_options.at(record.id)) ? 1 : 0;
        summary.read_s += seconds_since(reading);
        progress.n_prefilled += completion->usage.n_prefilled;
        progress.n_shared += completion->usage.n_shared;
        progress.n_generated += completion->usage.n_generated;
      } else {
        ++progress.n_failed;
      }
      progress.elapsed_s = seconds_since(start);
      watch(progress);
    };
    const auto no_follow_ups = [](const Request&, const Response&) { return std::vector<Request>{}; };
    if (!bundles.empty()) backend.answer(bundles, sink, no_follow_ups, stop);

    progress.elapsed_s = seconds_since(start);
    progress.ended = true;
    watch(progress);
    summary.n_made += progress.n_made;
    summary.n_failed += progress.n_failed;
    summary.n_prefilled += progress.n_prefilled;
    summary.n_shared += progress.n_shared;
    summary.n_generated += progress.n_generated;
    summary.wall_s += progress.elapsed_s;
    if (stop.stop_requested()) {
      summary.stopped = true;
      break;
    }
  }
  return summary;
}

}  // namespace brink
