#include <algorithm>

#include "brink/stats/named/auroc.h"
#include "brink/stats/named/matrix.h"
#include "brink/stats/named/named.h"
#include "brink/stats/named/probe_input.h"
#include "brink/stats/probe_null.h"

namespace brink::stats {
namespace {

constexpr int kMostReplicates = 1'000'000;
constexpr Part kParts[] = {Part::kTrain, Part::kVal, Part::kTest};

/// Labels of the training rows replaced by those of `field`.
ProbeData with_train_labels(ProbeData data, const Field& field) {
  const std::vector<bool> labels = read_labels(field, std::count(data.parts.begin(), data.parts.end(), Part::kTrain));
  std::size_t next = 0;
  for (std::size_t i = 0; i < data.parts.size(); ++i) {
    if (data.parts[i] == Part::kTrain) data.labels[i] = labels[next++];
  }
  return data;
}

Json to_json(const ProbeNull& null) {
  return {{"n_shuffles", null.n_shuffles},
          {"mean", stats::to_json(null.mean)},
          {"sd", stats::to_json(null.sd)},
          {"p", stats::to_json(null.p)},
          {"reason", reason(null.mean.why_undefined)}};
}

ProbeNull read_null(const Field& in, const ProbeData& data, double observed, int n_shuffles,
                    const std::vector<double>& grid) {
  std::vector<std::int64_t> items(data.labels.size());
  for (std::size_t i = 0; i < items.size(); ++i) items[i] = static_cast<std::int64_t>(i);
  return shuffled_labels(data, items, observed, n_shuffles, in.at("seed").seed(), grid);
}

Json compute(const Json& input) {
  const Field in = input_object(input);
  const ProbeData data = read_data(in.at("X"), in.at("y"), in.at("split"));
  const std::vector<double> grid = read_grid(in);
  const auto n_boot = in.find("n_boot"), shuffled = in.find("shuffle_y_train"), n_shuffles = in.find("n_shuffles");
  Json n = Json::array(), n_pos = Json::array();
  for (const Part part : kParts) {
    const ProbeData rows = data.of(part);
    n.push_back(rows.labels.size());
    n_pos.push_back(std::count(rows.labels.begin(), rows.labels.end(), true));
  }
  Json out{{"n", n},
           {"n_pos", n_pos},
           {"C", nullptr},
           {"val_auroc", nullptr},
           {"train_auroc", nullptr},
           {"test_auroc", nullptr},
           {"gap", nullptr},
           {"test_scores", nullptr},
           {"ci", nullptr},
           {"reason", nullptr}};
  const ProbeFit fit = fit_probe(data, grid);
  if (!fit.why_undefined.empty()) {
    out["reason"] = fit.why_undefined;
    return out;
  }
  const ProbeData test = data.of(Part::kTest);
  const std::vector<double> scores = fit.probe.scores(test.states);
  const Estimate on_train = auroc_on(fit.probe, data.of(Part::kTrain)), on_test = auroc(test.labels, scores).value;
  out["C"] = fit.c;
  out["val_auroc"] = fit.validation_aurocs;
  out["train_auroc"] = stats::to_json(on_train);
  out["test_auroc"] = stats::to_json(on_test);
  out["test_scores"] = scores;
  if (on_test.value) {
    out["gap"] = *on_train.value - *on_test.value;
    if (n_boot) {
      const int replicates = static_cast<int>(n_boot->integer(1, kMostReplicates));
      out["ci"] = to_json(bootstrap_auroc(test.labels, scores, replicates, in.at("seed").seed()), scores.size());
    }
    if (n_shuffles) {
      out["shuffles"] =
          to_json(read_null(in, data, *on_test.value, static_cast<int>(n_shuffles->integer(2, 100'000)), grid));
    }
  } else {
    out["reason"] = "test one class";
  }
  if (shuffled) {
    const ProbeFit null = fit_probe(with_train_labels(data, *shuffled), grid);
    if (!null.why_undefined.empty()) shuffled->refuse("must hold both classes");
    out["shuffle_C"] = null.c;
    out["shuffle_test_auroc"] = stats::to_json(auroc_on(null.probe, test));
  }
  return out;
}

}  // namespace

extern constinit const NamedStatistic kNamedProbe{
    .name = "probe",
    .summary = "how well a linear probe of states finds a label (recoverability)",
    .help =
        "in:\n"
        "  X, y         [n][d], 0 or 1\n"
        "  split        \"train\", \"val\" or \"test\" per row\n"
        "  grid         of C, ascending (default 1e-4 .. 1e2)\n"
        "  n_boot, seed (optional) of ci\n"
        "  n_shuffles   (optional; needs seed) train and validation labels dealt out anew so often\n"
        "  shuffle_y_train  (optional) other training labels\n"
        "out:\n"
        "  C (largest validation AUROC, smallest C of equal ones), val_auroc per C, train_auroc, test_auroc,\n"
        "  gap = train - test, n and n_pos per part, test_scores, ci (as auroc_bootstrap)\n"
        "  shuffles     mean, sd of the test AUROC, p\n"
        "  shuffle_C, shuffle_test_auroc  of shuffle_y_train\n"
        "  reason       \"train one class\", \"val one class\", \"test one class\"\n",
    .source = "Intention Collapse, equations 7-9",
    .compute = compute,
};

}  // namespace brink::stats
