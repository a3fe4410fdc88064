#include "brink/pipeline/brink.h"

#include <fmt/format.h>

#include <chrono>
#include <map>

#include "brink/backends/backends.h"
#include "brink/base/error.h"
#include "brink/dataset/generate.h"
#include "brink/plan/plan.h"

namespace brink {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

// "mmlu: 12 rows duplicate options (kept), 3 rows ragged row (skipped)", or "" for clean data.
std::string dirt_summary(const Dataset& dataset) {
  static constexpr std::string_view kPolicies[] = {"kept", "repaired", "skipped"};
  std::map<std::pair<std::string, Policy>, int> counts;
  for (const Dirt& d : dataset.dirt) ++counts[{d.kind, d.policy}];
  std::string out;
  for (const auto& [key, n] : counts)
    out += fmt::format("{}{} {} ({})", out.empty() ? "" : ", ", n, key.first,
                       kPolicies[static_cast<std::size_t>(key.second)]);
  return out.empty() ? out : fmt::format("data set '{}': {}; `brink show` flags them", dataset.name, out);
}

// By either form that presets ask for; of a verdict a tie is one too.
bool has_answer(const Completion& completion, int n_options) {
  ReadInput input{.text = completion.text,
                  .n_options = n_options,
                  .prompt_tail = completion.rendered_prompt,
                  .finish = completion.finish};
  if (read_paper(input).status == Status::kOk) return true;
  ++input.n_options;
  return read_verdict(input).status == Status::kOk;
}

void forget_failures(Store& store, std::span<const PlannedConfiguration> plan) {
  for (const PlannedConfiguration& configuration : plan)
    for (std::size_t first = 0; first < configuration.items.size();) {
      std::vector<Sha256> ids;
      for (const PlannedItem& item : plan_piece(configuration, first)) {
        ++first;
        for (const Cell& cell : item.cells) ids.push_back(cell.record);
      }
      store.forget_failures(ids);
    }
}

// Opens every model once, so that one which does not open is known before anything is asked or written; the first is
// opened last, and stays open.
std::unique_ptr<Backend> open_all(std::span<const ModelSpec> models) {
  std::unique_ptr<Backend> first;
  for (auto model = models.rbegin(); model != models.rend(); ++model) {
    first.reset();  // one model in memory at a time
    first = open_backend(model->endpoint);
  }
  return first;
}

}  // namespace

std::vector<std::string> backend_names() {
  std::vector<std::string> out;
  for (const BackendKind* kind : backend_kinds()) out.emplace_back(kind->name);
  return out;
}

StudyOutcome run_study(const Study& study, const RunOptions& options, std::stop_token stop, const Watch& watch) {
  StudyOutcome outcome;
  const auto reading = Clock::now();
  std::vector<Dataset> datasets;
  for (const DataSpec& spec : study.data) {
    Dataset dataset = spec.generate.empty() ? read_dataset(spec.path, spec.format, spec.columns)
                                            : generator(spec.generate).make(spec.n, spec.options, study.seed);
    dataset.name = spec.name;
    if (std::string dirt = dirt_summary(dataset); !dirt.empty()) outcome.warnings.push_back(std::move(dirt));
    datasets.push_back(select_items(study, spec, std::move(dataset)));
  }
  outcome.summary.plan_s = seconds_since(reading);

  std::unique_ptr<Backend> backend = open_all(study.models);
  const auto storing = Clock::now();
  Store store = Store::open(study.store, Store::Mode::kWrite);
  store.put_study(study.canonical(), options.source_text, study.seed);
  for (const Dataset& dataset : datasets) store.put_dataset(dataset);
  outcome.summary.plan_s += seconds_since(storing);

  for (const ModelSpec& model : study.models) {
    if (!backend) backend = open_backend(model.endpoint);
    store.put_model(model.name, backend->model(), backend->provenance());
    const auto planned = plan(study, model, backend->model(), datasets);
    if (options.retry_failed) forget_failures(store, planned);
    const RunSummary summary = run(planned, *backend, store, has_answer, stop, watch);
    if (summary.n_other_tokens > 0)
      outcome.warnings.push_back(fmt::format(
          "model '{}': {} of {} recorded prompts that were compared are other tokens in this build, so what was "
          "recorded before and now is not of one kind; use a new store, or the build that the records name",
          model.name, summary.n_other_tokens, summary.n_compared));
    outcome.summary += summary;
    if (outcome.summary.stopped) break;
    backend.reset();  // before the next is loaded
  }
  return outcome;
}

Analysis analyse(const Store& store, std::string_view group_by) {
  Analysis out;
  out.observations = observe(store);
  const auto study = store.study();
  out.results = compute_metrics(out.observations, study ? study->seed : 0, group_by);
  return out;
}

}  // namespace brink
