// Probes of one mode on the test items of another: does what the states say hold there?
#include <algorithm>

#include "brink/metrics/state_results.h"
#include "brink/metrics/support.h"

namespace brink {
namespace {

constexpr int kBootstrap = 1000, kNoBootstrap = 1;
constexpr auto kMetric = "state_transfer";
constexpr auto kNoStates = "answers without a state, or of another length";

/// Answers of another configuration that are tested: whether they are right, on test items alone.
struct Tested {
  const StateTable* table;
  StateQuestion question;  // test units
  Eigen::MatrixXd with_train;
};

StateQuestion correct_of(const StateTable& table) {
  const MetricInput none{.configuration = table.configuration, .items = {}};
  for (StateQuestion& question : state_questions(none, table))
    if (question.target == "correct") return std::move(question);
  return {};
}

std::vector<std::size_t> test_units(const StateQuestion& question) {
  std::vector<std::size_t> out;
  for (std::size_t u = 0; u < question.units.size(); ++u)
    if (question.parts[u] == stats::Part::kTest) out.push_back(u);
  return out;
}

std::vector<Tested> others(const StateStudy& study, const Configuration& of) {
  std::vector<Tested> out;
  for (const auto& [c, table] : study.tables())
    if (c.model == of.model && c.dataset == of.dataset && c.treatment == of.treatment && c.mode != of.mode) {
      const StateQuestion question = correct_of(table);
      out.push_back({&table, take_units(question, test_units(question)), {}});
    }
  return out;
}

/// Adds one layer's products of the tested rows with the training rows; false where rows lack the layer.
bool add_layer(const StateStudy& study, const StateColumn& column, const UnitStates& trained,
               std::span<const stats::Part> parts, Tested& tested) {
  const StateRows rows = read_states(study.store(), tested.table->records, column);
  if (!rows.why_none.empty()) return false;
  const UnitStates units = unit_states(rows, tested.question);
  if (units.units.size() != tested.question.units.size() || units.x.cols() != trained.x.cols()) return false;
  const stats::ScaledProducts products = stats::scaled_products(trained.x, parts, units.x);
  if (tested.with_train.size() == 0)
    tested.with_train = products.with_train;
  else
    tested.with_train += products.with_train;
  return true;
}

Result transferred(const stats::Recoverability& found, const Tested& tested, std::uint64_t seed) {
  if (!found.test.value) return undefined(found.test.why_undefined);
  if (tested.question.units.empty() || tested.with_train.size() == 0) return undefined(kNoStates);
  stats::ScoredRows scored{tested.question.probe.classes, tested.question.probe.items, {1}, {}};
  const Eigen::VectorXd scores = found.fits.front().scores(tested.with_train);
  scored.scores.emplace_back(scores.begin(), scores.end());
  const Estimate value = stats::macro_auroc(scored);
  if (!value.value) return undefined("test " + value.why_undefined);
  Result r = tested_result(value, stats::bootstrap_macro_auroc(scored, kBootstrap, seed));
  r.null = 0.5;
  r.n = static_cast<int>(scored.classes.size());
  std::ranges::sort(scored.items);
  r.n_clusters =
      static_cast<int>(std::ranges::distance(scored.items.begin(), std::ranges::unique(scored.items).begin()));
  return r;
}

}  // namespace

void add_transfer(StateResults& out, const StateStudy& study, const StateTable& table, const MetricInput& input) {
  std::vector<Tested> all = others(study, table.configuration);
  const auto columns = columns_by_point(table);
  const auto at_prompt = columns.find(std::string(kLastPrompt));
  if (all.empty() || at_prompt == columns.end()) return;
  const StateQuestion question = correct_of(table);
  stats::ScaledProducts together;
  bool whole = !question.units.empty();
  for (const StateColumn& column : at_prompt->second) {
    const StateRows rows = read_states(study.store(), table.records, column);
    const UnitStates units = rows.why_none.empty() ? unit_states(rows, question) : UnitStates{};
    whole = whole && units.units.size() == question.units.size() &&
            !stats::rows_of(question.parts, stats::Part::kTrain).empty();
    if (!whole) break;
    together += stats::scaled_products(units.x, question.parts);
    for (Tested& tested : all)
      if (!add_layer(study, column, units, question.parts, tested)) tested.question = {};
  }
  stats::Recoverability found;
  if (whole)
    found = stats::recover(stats::ProbeSpace(together, question.parts), question.probe, kNoBootstrap, input.seed);
  for (const Tested& tested : all) {
    Result r = whole ? transferred(found, tested, input.seed) : undefined(kNoStates);
    r.group[kPoint] = kLastPrompt;
    r.group[kLayer] = kAllLayers;
    r.group[kTarget] = "correct";
    r.group["tested_on"] = tested.table->configuration.mode;
    out[kMetric].push_back(std::move(r));
  }
}

}  // namespace brink
