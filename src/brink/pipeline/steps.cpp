#include "brink/pipeline/steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "brink/dataset/format.h"
#include "brink/dataset/generate.h"
#include "brink/extract/observations.h"
#include "brink/extract/rules.h"
#include "brink/plan/plan.h"

namespace brink {
namespace {

// "mmlu: 12 rows duplicate options (kept), 3 rows ragged row (skipped)", or "" for clean data.
std::string dirt_summary(const Dataset& dataset) {
  static constexpr std::string_view kPolicies[] = {"kept", "repaired", "skipped"};
  std::map<std::pair<std::string, Policy>, int> counts;
  for (const Dirt& d : dataset.dirt) ++counts[{d.kind, d.policy}];
  std::string out;
  for (const auto& [key, n] : counts)
    out += fmt::format("{}{} {} ({})", out.empty() ? "" : ", ", n, key.first,
                       kPolicies[static_cast<std::size_t>(key.second)]);
  if (out.empty()) return out;
  constexpr std::size_t kShown = 3;
  out = fmt::format("data set '{}': {}", dataset.name, out);
  for (std::size_t i = 0; i < std::min(kShown, dataset.dirt.size()); ++i)
    out += fmt::format("\n  {}: {}", dataset.dirt[i].at.text(), dataset.dirt[i].what);
  if (dataset.dirt.size() > kShown) out += fmt::format("\n  and {} more", dataset.dirt.size() - kShown);
  return out;
}

}  // namespace

Dataset read_whole(const Study& study, const DataSpec& spec) {
  Dataset out = spec.generate.empty() ? read_dataset(spec.path, spec.format, spec.columns)
                                      : generator(spec.generate).make(spec.n, spec.options, study.seed);
  out.name = spec.name;
  return out;
}

std::vector<Dataset> read_selected(const Study& study, std::vector<std::string>& warnings) {
  std::vector<Dataset> out;
  for (const DataSpec& spec : study.data) {
    out.push_back(select_items(study, spec, read_whole(study, spec)));
    if (std::string dirt = dirt_summary(out.back()); !dirt.empty()) warnings.push_back(std::move(dirt));
  }
  for (std::string& note : not_asked(study, out)) warnings.push_back(std::move(note));
  return out;
}

bool has_answer(const Completion& completion, const ModeSpec& mode, const Item& item, const Variant& variant) {
  return read_completion(profile(mode.reader), completion, item, variant).status == Status::kOk;
}

}  // namespace brink
