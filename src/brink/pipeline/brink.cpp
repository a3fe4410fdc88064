#include "brink/pipeline/brink.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <unordered_set>

#include "brink/backends/backends.h"
#include "brink/base/error.h"
#include "brink/base/json.h"
#include "brink/pipeline/open.h"
#include "brink/pipeline/states.h"
#include "brink/pipeline/steps.h"
#include "brink/plan/plan.h"
#include "brink/treat/treat.h"

namespace brink {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

void forget_failures(Store& store, std::span<const PlannedConfiguration> plan) {
  const std::unordered_set<Sha256> failed = store.failed_ids(), following = store.failed_follow_ups();
  if (failed.empty()) return;
  std::vector<Sha256> ids(following.begin(), following.end());
  for (const PlannedConfiguration& configuration : plan)
    for (std::size_t first = 0; first < configuration.items.size();)
      for (const PlannedItem& item : plan_piece(configuration, first)) {
        ++first;
        for (const Cell& cell : item.cells)
          if (failed.contains(cell.record)) ids.push_back(cell.record);
      }
  store.forget_failures(ids);
}

// Opens every model once, so that one which does not open, or whose states cannot be read, is known before anything is
// asked or written; the first is opened last, and stays open.
std::unique_ptr<Backend> open_all(const Study& study, std::span<const Dataset> datasets, double most_state_bytes) {
  std::unique_ptr<Backend> first;
  double state_bytes = 0;
  const bool in_turns = std::ranges::any_of(study.modes, [](const ModeSpec& mode) { return !mode.raw; });
  for (auto model = study.models.rbegin(); model != study.models.rend(); ++model) {
    first.reset();  // one model in memory at a time
    first = open_for(study, *model, datasets);
    if (in_turns && first->model().chat_template.empty())
      throw Error(ErrorKind::kModel,
                  "model '" + model->name + "' has no chat template (a base model?), and a mode asks in turns",
                  "send texts as they stand, template = \"raw\"; or name a file with a template, chat_template = "
                  "\"FILE\" in the model's table, such as {% for m in messages %}{{ m.content }}\\n{% endfor %}");
    require_states(study, *model, *first);
    state_bytes += missing_state_bytes(plan(study, *model, first->model(), datasets, first->capabilities().n_layers),
                                       study.store, *first);
  }
  if (state_bytes > most_state_bytes)
    throw Error(ErrorKind::kUsage,
                "the hidden states of this study would take " + bytes_text(state_bytes) + " of the store, more than " +
                    bytes_text(most_state_bytes),
                "keep fewer layers or points in [states], or say --yes");
  return first;
}

// The layers whose states a study keeps, null where it keeps none.
Json kept_layers(const std::string& canonical) {
  const Json study = Json::parse(canonical, nullptr, false);
  return study.is_object() && study.contains("states") ? study["states"].value("layers", Json()) : Json();
}

// What was read at a point of an answer is not read again for further layers.
std::string other_layers(const Store& store, const Study& study) {
  const Json layers = kept_layers(study.canonical());
  if (layers.is_null()) return {};
  for (const Store::StudyRow& before : store.studies())
    if (const Json kept = kept_layers(before.canonical); !kept.is_null() && kept != layers)
      return fmt::format(
          "{}: states were kept at layers {}, the study names {}: points that were read before keep the "
          "layers they have; use another --store to read them all again",
          study.store.string(), kept.dump(), layers.dump());
  return {};
}

}  // namespace

std::vector<std::string> backend_names() {
  std::vector<std::string> out;
  for (const BackendKind* kind : backend_kinds()) out.emplace_back(kind->name);
  return out;
}

StudyOutcome run_study(const Study& study, const RunOptions& options, const std::stop_token& stop, const Watch& watch) {
  if (study.store.filename().empty())
    throw Error(ErrorKind::kUsage, "'store' names no file", "give a path, as store = \"study.brink\"");
  StudyOutcome outcome;
  const auto reading = Clock::now();
  const std::vector<Dataset> datasets = read_selected(study, outcome.warnings);
  outcome.summary.plan_s = seconds_since(reading);

  std::unique_ptr<Backend> backend = open_all(study, datasets, options.most_state_bytes);
  const auto storing = Clock::now();
  Store store = Store::open(study.store, Store::Mode::kWrite);
  if (const auto before = store.study(); before && before->canonical != study.canonical())
    outcome.warnings.push_back(fmt::format(
        "{}: begun by a study that differs (file, seed, limit, modes, ...): tables show what both ask, and where "
        "they ask the same cell otherwise, the answers of the latest; use another --store to keep them apart",
        study.store.string()));
  if (std::string warning = other_layers(store, study); !warning.empty())
    outcome.warnings.push_back(std::move(warning));
  store.put_study(study.canonical(), options.source_text, study.seed);
  for (const Dataset& dataset : datasets) store.put_dataset(dataset);
  outcome.summary.plan_s += seconds_since(storing);

  for (const ModelSpec& model : study.models) {
    if (!backend) backend = open_for(study, model, datasets);
    store.put_model(model.name, backend->model(), backend->provenance());
    const auto planned = plan(study, model, backend->model(), datasets, backend->capabilities().n_layers);
    if (options.retry_failed) forget_failures(store, planned);
    LabelTokens labels(*backend);
    Treatments treatments(*backend, labels);
    const auto follow = [&](const auto&... of) { return treatments.follow(of...); };
    const RunSummary summary = run(planned, *backend, labels, store, has_answer, follow, stop, watch);
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

Analysis analyse(const Store& store, const AnalysisOptions& options) {
  Analysis out;
  out.observations = observe(store, options.profile, {}, options.evidence);
  if (const auto study = store.study()) out.seed = study->seed;
  out.results = compute_metrics(out.observations, out.seed, options.group_by, options.per_item,
                                {&store, options.thorough}, options.preferred);
  return out;
}

}  // namespace brink
