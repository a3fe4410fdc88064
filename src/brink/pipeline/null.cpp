#include "brink/pipeline/null.h"

#include <algorithm>
#include <deque>
#include <memory>

#include "brink/backends/backends.h"
#include "brink/base/error.h"
#include "brink/pipeline/steps.h"

namespace brink {
namespace {

constexpr int kTrial = 1;

Study limited(Study study, int limit) {
  for (DataSpec& data : study.data)
    if (limit > 0) data.limit = data.limit > 0 ? std::min(data.limit, limit) : limit;
  return study;
}

// The items of a configuration whose every order has a record.
std::vector<Item> recorded_items(const PlannedConfiguration& configuration,
                                 const std::unordered_set<Sha256>& recorded) {
  std::vector<Item> out;
  for (std::size_t first = 0; first < configuration.items.size();)
    for (const PlannedItem& item : plan_piece(configuration, first)) {
      const bool all =
          std::ranges::all_of(item.cells, [&](const Cell& cell) { return recorded.contains(cell.record); });
      if (all) out.push_back(configuration.items[first]);
      ++first;
    }
  return out;
}

void name_tokens(std::vector<Comparison>& comparisons, const Backend& backend) {
  const auto name = [&](const std::optional<Token>& id, std::string& text) {
    if (id) text = backend.token_text(*id).value_or("");
  };
  for (Comparison& c : comparisons)
    for (Divergence& d : c.examples) {
      name(d.token_a, d.token_text_a);
      name(d.token_b, d.token_text_b);
    }
}

}  // namespace

NullOutcome null_study(const Study& study, const NullOptions& options, std::stop_token stop, const Watch& watch) {
  NullOutcome out;
  Store::open(study.store, Store::Mode::kRead);  // throws where there is none: writing would make one
  const Study repeated = limited(study, options.limit);
  const std::vector<Dataset> datasets = read_selected(repeated, out.warnings);
  Store store = Store::open(study.store, Store::Mode::kWrite);
  int n_repeated = 0;
  for (const ModelSpec& model : repeated.models) {
    const std::unique_ptr<Backend> backend = open_backend(model.endpoint);
    std::vector<PlannedConfiguration> planned =
        plan(repeated, model, backend->model(), datasets, backend->capabilities().n_layers);
    const std::unordered_set<Sha256> recorded = store.record_ids();
    std::deque<std::vector<Item>> items;  // what the plan looks into
    for (PlannedConfiguration& configuration : planned) {
      items.push_back(recorded_items(configuration, recorded));
      n_repeated += static_cast<int>(items.back().size());
      out.n_items_not_run += static_cast<int>(configuration.items.size() - items.back().size());
      configuration.items = items.back();
      configuration.common.trial = kTrial;
      configuration.treatments.clear();
    }
    store.put_model(model.name, backend->model(), backend->provenance());
    LabelTokens labels(*backend);
    out.summary += run(planned, *backend, labels, store, has_answer, {}, stop, watch);
    std::vector<Comparison> found = compare_trials(store, model.name, kTrial, options.n_examples);
    name_tokens(found, *backend);
    std::ranges::move(found, std::back_inserter(out.comparisons));
    if (out.summary.stopped) return out;
  }
  if (n_repeated == 0)
    throw Error(ErrorKind::kUsage,
                study.store.string() + ": nothing to repeat: no item of the study has all its answers",
                "`brink run` with the same study first");
  return out;
}

}  // namespace brink
