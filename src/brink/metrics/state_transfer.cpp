// Probes of one configuration on held-out items of another: does what the states say hold there?
#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "brink/metrics/minima.h"
#include "brink/metrics/state_results.h"
#include "brink/metrics/support.h"

namespace brink {
namespace {

constexpr int kBootstrap = 1000, kNoBootstrap = 1;
constexpr auto kNoStates = "answers without a state, or of another length";

/// What a probe is tried on: configurations that differ from its own in one thing alone.
struct Across {
  std::string_view metric;
  std::string Configuration::*differs;  // and names the other
  bool always;                          // also where the study is not asked for thoroughly
};
constexpr Across kAcross[] = {{"state_transfer", &Configuration::mode, true},
                              {"state_transfer_dataset", &Configuration::dataset, false},
                              {"state_transfer_model", &Configuration::model, false}};

/// Answers of another configuration that are tested: whether they are right, on held-out items alone.
struct Tested {
  const Across* across;
  const StateTable* table;
  StateQuestion question;            // held-out units
  std::vector<StateColumn> columns;  // that stand for those of the probe, in their order; empty: none do
  Eigen::MatrixXd with_train;
};

/// Which questions neither trained a probe nor chose its C. Data sets may share some, and the same question is split
/// anew for each model and data set.
class HeldOut {
 public:
  explicit HeldOut(const StateTable& trained) {
    for (std::size_t i = 0; i < trained.answers.size(); ++i) {
      stats::Part& part = parts_.try_emplace(question_hash(*trained.answers[i]), stats::Part::kTest).first->second;
      if (trained.parts[i] != stats::Part::kTest) part = trained.parts[i];
    }
  }

  /// Those of a question's units; of items that the probe has never seen, the ones that their own split tests.
  StateQuestion units_of(const StateQuestion& question, const StateTable& table) const {
    std::vector<std::size_t> out;
    for (std::size_t u = 0; u < question.units.size(); ++u) {
      const auto seen = parts_.find(question_hash(*table.answers[question.units[u].front()]));
      if ((seen == parts_.end() ? question.parts[u] : seen->second) == stats::Part::kTest) out.push_back(u);
    }
    return take_units(question, out);
  }

 private:
  std::map<Sha256, stats::Part> parts_;
};

StateQuestion correct_of(const StateTable& table) {
  MetricInput none;
  none.configuration = table.configuration;
  for (StateQuestion& question : state_questions(none, table))
    if (question.target == "correct") return std::move(question);
  return {};
}

/// The layers that another configuration has for those of the probe: the same of the same model; of another model those
/// at their place in depth, where there are as many.
std::vector<StateColumn> standing_for(const std::vector<StateColumn>& own, const StateTable& table, bool same_model) {
  const auto points = columns_by_point(table);
  const auto at_prompt = points.find(std::string(kLastPrompt));
  if (at_prompt == points.end()) return {};
  const std::vector<StateColumn>& theirs = at_prompt->second;
  if (same_model) return std::ranges::includes(theirs, own) ? own : std::vector<StateColumn>{};
  return theirs.size() == own.size() ? theirs : std::vector<StateColumn>{};
}

/// How many keys of two configurations differ.
int n_different(const Configuration& a, const Configuration& b) {
  return (a.model != b.model) + (a.dataset != b.dataset) + (a.mode != b.mode) + (a.treatment != b.treatment);
}

std::vector<Tested> others(const StateStudy& study, const StateTable& trained, const std::vector<StateColumn>& columns,
                           bool thorough) {
  const Configuration& of = trained.configuration;
  const HeldOut held_out(trained);
  std::vector<Tested> out;
  for (const Across& across : kAcross)
    for (const auto& [c, table] : study.tables()) {
      if (n_different(c, of) != 1 || c.*across.differs == of.*across.differs || !(across.always || thorough)) continue;
      out.push_back({&across,
                     &table,
                     held_out.units_of(correct_of(table), table),
                     standing_for(columns, table, c.model == of.model),
                     {}});
    }
  return out;
}

/// Adds one layer's products of the tested rows with the training rows; false where rows lack the layer.
bool add_layer(const StateStudy& study, std::size_t layer, const UnitStates& trained,
               std::span<const stats::Part> parts, Tested& tested) {
  if (layer >= tested.columns.size()) return false;
  const StateRows rows = read_states(study.store(), tested.table->records, tested.columns[layer]);
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
  const std::set<std::int64_t> items(scored.items.begin(), scored.items.end());
  if (std::ssize(items) < kMinTested) return undefined(fewer_than(kMinTested, "items to test on"));
  const Estimate value = stats::macro_auroc(scored);
  if (!value.value) return undefined("test " + value.why_undefined);
  Result r = tested_result(value, stats::bootstrap_macro_auroc(scored, kBootstrap, seed));
  r.null = 0.5;
  r.n = static_cast<int>(scored.classes.size());
  r.n_clusters = static_cast<int>(items.size());
  return r;
}

}  // namespace

void add_transfer(StateResults& out, const StateStudy& study, const StateTable& table, const MetricInput& input,
                  bool thorough) {
  const auto points = columns_by_point(table);
  const auto at_prompt = points.find(std::string(kLastPrompt));
  if (at_prompt == points.end()) return;
  const std::vector<StateColumn>& columns = at_prompt->second;
  std::vector<Tested> all = others(study, table, columns, thorough);
  if (all.empty()) return;
  const StateQuestion question = correct_of(table);
  stats::ScaledProducts together;
  bool whole = !question.units.empty();
  for (std::size_t layer = 0; layer < columns.size(); ++layer) {
    const StateRows rows = read_states(study.store(), table.records, columns[layer]);
    const UnitStates units = rows.why_none.empty() ? unit_states(rows, question) : UnitStates{};
    whole = whole && units.units.size() == question.units.size() &&
            !stats::rows_of(question.parts, stats::Part::kTrain).empty();
    if (!whole) break;
    together += stats::scaled_products(units.x, question.parts);
    for (Tested& tested : all)
      if (!add_layer(study, layer, units, question.parts, tested)) tested.question = {};
  }
  stats::Recoverability found;
  if (whole)
    found = stats::recover(stats::ProbeSpace(together, question.parts), question.probe, kNoBootstrap, input.seed);
  for (const Tested& tested : all) {
    Result r = whole ? transferred(found, tested, input.seed) : undefined(kNoStates);
    r.group[kPoint] = kLastPrompt;
    r.group[kLayer] = kAllLayers;
    r.group[kTarget] = "correct";
    r.group["tested_on"] = tested.table->configuration.*tested.across->differs;
    out[tested.across->metric].push_back(std::move(r));
  }
}

}  // namespace brink
