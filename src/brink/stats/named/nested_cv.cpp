#include "brink/stats/cross_validation.h"
#include "brink/stats/named/matrix.h"
#include "brink/stats/named/named.h"
#include "brink/stats/named/probe_input.h"

namespace brink::stats {
namespace {

Json compute(const Json& input) {
  const Field in = input_object(input);
  const Eigen::MatrixXd states = read_matrix(in.at("X"));
  const std::vector<bool> labels = read_labels(in.at("y"), states.rows());
  std::vector<std::int64_t> items;
  const auto items_field = in.find("items");
  for (Eigen::Index i = 0; i < states.rows(); ++i) items.push_back(i);
  if (items_field) {
    constexpr std::int64_t kMost = 1'000'000'000;
    items.clear();
    for (const Field& item : items_field->list()) items.push_back(item.integer(0, kMost));
    if (std::ssize(items) != states.rows()) items_field->refuse("must hold one number for each row");
  }
  const auto folds = in.find("folds"), repeats = in.find("repeats");
  const CrossValidatedAuroc found = cross_validated_auroc(
      states, labels, items, in.at("seed").seed(), folds ? static_cast<int>(folds->integer(3, 100)) : 5,
      repeats ? static_cast<int>(repeats->integer(1, 1000)) : 5, read_grid(in));
  return {{"auroc", to_json(found.mean)},
          {"se", to_json(found.se)},
          {"se_reason", reason(found.se.why_undefined)},
          {"ci", to_json(found.interval)},
          {"n_folds", found.n_folds},
          {"n_undefined", found.n_undefined},
          {"reason", reason(found.mean.why_undefined)}};
}

}  // namespace

extern constinit const NamedStatistic kNamedNestedCv{
    .name = "nested_cv",
    .summary = "AUROC of a probe over repeated folds, C chosen by a fold that is neither trained on nor tested",
    .help =
        "in:\n"
        "  X, y     [n][d], 0 or 1\n"
        "  seed     of the folds\n"
        "  items    (optional) item of each row; an item's rows stay together (default: each row its own)\n"
        "  folds, repeats  (default 5, 5; folds from 3)\n"
        "  grid     as probe\n"
        "out:\n"
        "  auroc    mean over folds; se and ci (95 %) by the influence of each item\n"
        "  n_folds, n_undefined  over all repeats; those where a part has one class\n"
        "  reason   \"no fold has both classes\"; se_reason also \"one item\", \"degenerate\"\n",
    .source = "LeDell, Petersen & van der Laan 2015",
    .compute = compute,
};

}  // namespace brink::stats
