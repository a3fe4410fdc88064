#include "brink/stats/bootstrap.h"

#include <cmath>
#include <unordered_map>

#include "brink/stats/named/field.h"
#include "brink/stats/named/named.h"

namespace brink::stats {
namespace {

constexpr int kMostReplicates = 10'000'000;

/// What a cluster is told apart by: 1 and "1" are one cluster.
std::string cluster_name(const Field& field) {
  if (field.json().is_string()) return field.text();
  if (field.json().is_structured()) field.refuse("must be a string or a number");
  return field.json().dump();
}

std::vector<std::vector<std::size_t>> read_resamples(const Field& field, std::size_t n_units) {
  std::vector<std::vector<std::size_t>> resamples;
  for (const Field& resample : field.list()) {
    std::vector<std::size_t>& drawn = resamples.emplace_back();
    for (const Field& unit : resample.list()) {
      drawn.push_back(static_cast<std::size_t>(unit.integer(0, static_cast<std::int64_t>(n_units) - 1)));
    }
    if (drawn.empty()) resample.refuse("must draw at least one unit");
  }
  if (resamples.empty()) field.refuse("must hold at least one resample");
  return resamples;
}

Json compute(const Json& input) {
  const Field in = input_object(input);
  const Field values_field = in.at("values");
  const std::vector<Field> given = values_field.list();
  const auto clusters_field = in.find("clusters");
  const std::vector<Field> names = clusters_field ? clusters_field->list() : std::vector<Field>();
  if (clusters_field && names.size() != given.size()) clusters_field->refuse("must be as long as values");
  const auto level_field = in.find("level");
  const double level = level_field ? level_field->finite() : 0.95;
  if (!(level > 0 && level < 1)) level_field->refuse("must lie between 0 and 1");

  std::vector<double> values;
  std::vector<std::int64_t> clusters;
  std::unordered_map<std::string, std::int64_t> numbers;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const double v = given[i].number();
    if (std::isinf(v)) given[i].refuse("must not be infinite");
    const auto number = static_cast<std::int64_t>(i);
    const std::int64_t cluster =
        clusters_field ? numbers.try_emplace(cluster_name(names[i]), number).first->second : number;
    if (std::isnan(v)) continue;
    values.push_back(v);
    clusters.push_back(cluster);
  }
  if (values.empty()) {
    return {{"estimate", nullptr}, {"n", 0}, {"n_units", 0}, {"se", nullptr}, {"ci", nullptr}, {"reason", "empty"}};
  }
  const std::vector<ClusterSum> units = cluster_sums(values, clusters);
  const auto indices = in.find("indices");
  const Bootstrap b = indices ? bootstrap_mean(units, read_resamples(*indices, units.size()), level)
                              : bootstrap_mean(units, static_cast<int>(in.at("n_boot").integer(1, kMostReplicates)),
                                               in.at("seed").seed(), level);
  const auto n_shown = std::min<std::size_t>(5, b.replicates.size());
  Json first = Json::array();
  for (std::size_t i = 0; i < n_shown; ++i) first.push_back(to_json(b.replicates[i]));
  return {{"estimate", to_json(b.estimate)},
          {"n", b.n},
          {"n_units", b.n_units},
          {"se", to_json(b.se)},
          {"se_reason", reason(b.se.why_undefined)},
          {"ci", {to_json(b.low), to_json(b.high)}},
          {"first_replicates", std::move(first)},
          {"reason", nullptr}};
}

}  // namespace

extern constinit const NamedStatistic kNamedBootstrap{
    .name = "bootstrap",
    .summary = "percentile bootstrap interval of a mean, by record or by cluster",
    .help =
        "in:\n"
        "  values    numbers; null or \"nan\" is dropped, with its cluster's entry\n"
        "  clusters  strings or numbers, parallel to values (optional; each value its own)\n"
        "  n_boot, seed  replicates and SplitMix64 seed, or\n"
        "  indices   the resamples themselves: lists of unit numbers\n"
        "  level     of the interval (default 0.95)\n"
        "out:\n"
        "  estimate, n (values), n_units (clusters), se (ddof 1; null for one replicate), ci [low, high] (type-7\n"
        "  percentiles), first_replicates (five). One replicate draws n_units clusters with replacement, in order, "
        "and\n"
        "  takes the mean over all their values.\n",
    .source = "Efron & Tibshirani 1993",
    .compute = compute,
};

}  // namespace brink::stats
