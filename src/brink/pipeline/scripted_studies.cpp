#include "brink/pipeline/scripted_studies.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "brink/base/sha256.h"
#include "brink/compare/compare.h"
#include "brink/metrics/measured.h"
#include "brink/metrics/metric_input.h"
#include "brink/pipeline/brink.h"
#include "brink/prompt/mode.h"

namespace brink {
namespace {

constexpr int kOptions = 4;

// Right is the content that the script takes for its own: the option of the least hash.
void write_items(const ScriptedStudies& of, int study, const std::filesystem::path& path) {
  std::ofstream out(path);
  for (int i = 0; i < of.n_items; ++i) {
    const std::string name = std::to_string(of.seed) + "." + std::to_string(study) + "." + std::to_string(i);
    std::vector<std::string> options;
    for (int k = 0; k < kOptions; ++k) options.push_back("word " + name + "." + std::to_string(k));
    const auto least = std::ranges::min_element(options, {}, [](const std::string& o) { return sha256(o); });
    out << Json{{"id", name},
                {"question", "Which of " + name + "?"},
                {"options", options},
                {"answer", least - options.begin()}}
        << "\n";
  }
}

TreatmentSpec once(const char* kind) {
  TreatmentSpec out = *treatment_from_text(kind);
  out.checkpoints = 1;
  out.draws = 1;
  out.offsets = {-.15, .15};
  return out;
}

Study scripted_study(const ScriptedStudies& of, int study, const std::filesystem::path& folder) {
  Study out;
  out.seed = of.seed + static_cast<std::uint64_t>(study);
  out.models.push_back({"model", {.backend = "scripted", .path = of.script}, {}});
  out.data.push_back({"items", folder / "items.jsonl", {}, {}, 0, {}});
  out.modes = {to_mode(*find_mode("direct")), to_mode(*find_mode("cot"))};
  out.decoding.max_tokens = 2000;
  out.treatments = {once("curve"), once("truncate"), once("resample")};
  out.store = folder / "study.brink";
  return out;
}

constexpr std::array kOfStudy{"model",   "dataset", "mode",    "treatment", "items",
                              "against", "model_a", "model_b", "mode_a",    "mode_b"};

// Metric and keys; those that say which study, model and mode left out.
std::string name_of(const Result& r) {
  std::string out = r.metric;
  for (const auto& [key, value] : r.group)
    if (std::ranges::find(kOfStudy, key) == kOfStudy.end()) out += ", " + key + " " + value;
  return out;
}

stats::Tally::Kind kind_of(const Result& r) {
  const bool exact = r.p_kind.starts_with("exact") || r.p_kind == "cross-fitted" || r.p_kind == "sign flip";
  return exact ? stats::Tally::kExact : stats::Tally::kAsymptotic;
}

// The mean over items of the chance of their own content, for sureness uniform in 0..3 logits.
double accuracy_of_law() { return (std::log(std::exp(3.0) + kOptions - 1) - std::log(kOptions)) / 3; }

/// What an interval is about, where the order does not matter; nothing where that is not known.
std::optional<double> truth(const Result& r) {
  if (r.key("side") == "b - a") return 0;
  if (r.key("side") == "b / a") return 1;
  if (r.metric == "accuracy" || r.metric == "accuracy_mean") return accuracy_of_law();
  // What these are held against is itself estimated from the same items.
  const bool estimated = r.metric == "change_to_preferred" || r.metric == "pbs" || r.metric == "soft_pbs";
  return estimated ? std::nullopt : r.null;
}

void add(stats::Tally& rows, const Result& r) {
  if (!r.key("item").empty() || !r.key("chars").empty()) return;  // places along a line are other ones in each study
  rows.test(name_of(r), kind_of(r), r.p);
  if (const auto true_value = truth(r); true_value && r.low && !r.key("side").starts_with("a"))
    rows.interval(name_of(r) + (r.n_clusters < 100 ? kFewItems : ""), *r.low, *r.high, *true_value);
}

void add_items(const Observations& obs, ScriptedReports& to) {
  const StudyRows all = study_rows(obs);
  for (const auto& [configuration, rows] : all.configurations) {
    to.n_unread +=
        static_cast<int>(std::ranges::count_if(rows, [](const Observation* row) { return !row->reading.slot; }));
    const MetricInput input = metric_input(all, configuration, 0);
    for (const MeasuredItem& item : measured_items(input)) {
      if (!item.excess || !item.accuracy) continue;
      ScriptedReports::Sums& at = to.excess_at[*item.accuracy];
      ++at.n;
      at.sum += *item.excess;
      at.squares += *item.excess * *item.excess;
    }
  }
}

}  // namespace

ScriptedReports report_on(const ScriptedStudies& studies, const std::filesystem::path& folder) {
  ScriptedReports out;
  stats::Tally rows;
  for (int i = 0; i < studies.n_studies; ++i) {
    const Study study = scripted_study(studies, i, folder);
    write_items(studies, i, study.data[0].path);
    run_study(study, {}, {}, [](const Progress&) {});
    {
      const Store store = Store::open(study.store, Store::Mode::kRead);
      const Analysis analysis = analyse(store, {.per_item = false});
      for (const Result& r : analysis.results) add(rows, r);
      for (const Comparison& c : compare_all(store))
        for (const Result& r : c.results) add(rows, r);
      add_items(analysis.observations, out);
    }
    std::filesystem::remove(study.store);
  }
  out.rows = std::move(rows.out);
  return out;
}

bool of_difficulty(const std::string& row) {
  constexpr std::array kBegin{"predictor_auroc", "known_kappa", "calibration", "h_int"};
  constexpr std::array kHas{"of pbs", "items_compared with each other"};
  return std::ranges::any_of(kHas, [&](const char* part) { return row.find(part) != row.npos; }) ||
         std::ranges::any_of(kBegin, [&](const char* metric) { return row.starts_with(metric); });
}

}  // namespace brink
