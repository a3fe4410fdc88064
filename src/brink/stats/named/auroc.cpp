#include "brink/stats/auroc.h"

#include <unordered_map>

#include "brink/stats/named/auroc.h"
#include "brink/stats/named/matrix.h"
#include "brink/stats/named/named.h"

namespace brink::stats {
namespace {

constexpr int kMostReplicates = 1'000'000;

struct Scored {
  std::vector<bool> labels;
  std::vector<double> scores;
};

Scored read_scored(const Field& in) {
  Scored out;
  for (const Field& score : in.at("scores").list()) out.scores.push_back(score.number());
  out.labels = read_labels(in.at("y"), std::ssize(out.scores));
  return out;
}

double read_level(const Field& in) {
  const auto field = in.find("level");
  const double level = field ? field->finite() : 0.95;
  if (!(level > 0 && level < 1)) field->refuse("must lie between 0 and 1");
  return level;
}

Json to_json(const AurocError& error) {
  return {{"se", stats::to_json(error.se)},
          {"ci", stats::to_json(error.interval)},
          {"reason", reason(error.se.why_undefined)}};
}

Json compute_auroc(const Json& input) {
  const Field in = input_object(input);
  const auto [labels, scores] = read_scored(in);
  const auto clusters_field = in.find("clusters");
  std::vector<std::int64_t> clusters;
  std::unordered_map<std::string, std::int64_t> numbers;
  for (const Field& cluster : clusters_field ? clusters_field->list() : std::vector<Field>()) {
    clusters.push_back(numbers.try_emplace(cluster.json().dump(), std::ssize(numbers)).first->second);
  }
  if (clusters_field && clusters.size() != labels.size()) clusters_field->refuse("must be as long as scores");
  const Auroc area = auroc(labels, scores);
  Json out{{"auroc", stats::to_json(area.value)},
           {"n_pos", area.n_positive},
           {"n_neg", area.n_negative},
           {"n_tied_pairs", area.n_tied_pairs},
           {"hanley_mcneil_se", stats::to_json(area.hanley_mcneil_se)},
           {"delong", to_json(delong(labels, scores))},
           {"reason", reason(area.value.why_undefined)}};
  if (clusters_field) out["clustered"] = to_json(clustered_auroc(labels, scores, clusters));
  return out;
}

Json compute_bootstrap(const Json& input) {
  const Field in = input_object(input);
  const auto [labels, scores] = read_scored(in);
  const double level = read_level(in);
  if (const auto indices = in.find("indices")) {
    std::vector<std::vector<std::size_t>> resamples;
    for (const Field& resample : indices->list()) {
      std::vector<std::size_t>& rows = resamples.emplace_back();
      for (const Field& row : resample.list()) {
        rows.push_back(static_cast<std::size_t>(row.integer(0, std::ssize(labels) - 1)));
      }
    }
    return to_json(bootstrap_auroc(labels, scores, resamples, level), labels.size());
  }
  const int n_boot = static_cast<int>(in.at("n_boot").integer(1, kMostReplicates));
  return to_json(bootstrap_auroc(labels, scores, n_boot, in.at("seed").seed(), level), labels.size());
}

}  // namespace

Json to_json(const AurocBootstrap& bootstrap, std::size_t n) {
  const bool defined = bootstrap.value.value.has_value();
  Json out{{"auroc", to_json(bootstrap.value)},
           {"n", n},
           {"n_undefined", defined ? Json(bootstrap.n_undefined) : Json(nullptr)},
           {"ci_skip", to_json(bootstrap.skip)},
           {"ci_strict", to_json(bootstrap.strict)},
           {"ci_stratified", to_json(bootstrap.stratified)},
           {"reason", reason(bootstrap.value.why_undefined)}};
  if (defined) out["n_boot"] = bootstrap.n_boot;
  return out;
}

extern constinit const NamedStatistic kNamedAuroc{
    .name = "auroc",
    .summary = "area under the ROC curve, with DeLong's interval",
    .help =
        "in:\n"
        "  y         0 or 1\n"
        "  scores    numbers; infinite ones are ranks\n"
        "  clusters  (optional) strings or numbers: rows that hang together\n"
        "out:\n"
        "  auroc (equal scores count half), n_pos, n_neg, n_tied_pairs, hanley_mcneil_se\n"
        "  delong     se, ci (95 %); null with reason \"fewer than 2 per class\", \"degenerate\" (no variance)\n"
        "  clustered  the same, by clusters\n"
        "  reason     \"one class\", \"nan score\"\n",
    .source = "Hanley & McNeil 1982; DeLong et al. 1988; Obuchowski 1997",
    .compute = compute_auroc,
};

extern constinit const NamedStatistic kNamedAurocBootstrap{
    .name = "auroc_bootstrap",
    .summary = "percentile bootstrap of the area under the ROC curve",
    .help =
        "in:\n"
        "  y, scores     as auroc\n"
        "  n_boot, seed  or indices: rows of each resample\n"
        "  level         (default 0.95)\n"
        "out:\n"
        "  auroc, n, n_boot, n_undefined (replicates of one class)\n"
        "  ci_skip        over the others, null if they are less than half\n"
        "  ci_strict      null as soon as one replicate is undefined\n"
        "  ci_stratified  positives and negatives drawn apart\n"
        "  reason         \"one class\", \"nan score\"\n",
    .source = "Intention Collapse, section 5",
    .compute = compute_bootstrap,
};

}  // namespace brink::stats
