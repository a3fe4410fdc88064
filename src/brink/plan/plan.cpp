#include "brink/plan/plan.h"

#include <algorithm>

#include "brink/base/error.h"
#include "brink/prompt/prompt.h"

namespace brink {
namespace {

const Dataset& dataset_named(const std::string& name, std::span<const Dataset> datasets) {
  const auto found = std::find_if(datasets.begin(), datasets.end(), [&](const Dataset& d) { return d.name == name; });
  if (found == datasets.end()) throw Error(ErrorKind::kUsage, "data set '" + name + "' of the study was not read");
  return *found;
}

/// What every request of a configuration has in common.
Request common_request(const Study& study, const ModelKey& key, const ModeSpec& mode) {
  Request request;
  request.model = key;
  request.template_args = mode.template_args;
  request.decoding = study.decoding;
  if (mode.max_tokens) request.decoding.max_tokens = *mode.max_tokens;
  request.study_seed = study.seed;
  request.captures = study.captures;
  return request;
}

PlannedItem plan_item(const Item& item, const std::vector<Variant>& shown, const ModeSpec& mode, const RowKey& row,
                      const Request& common) {
  PlannedItem out;
  out.cells.reserve(shown.size());
  out.requests.reserve(shown.size());
  for (const Variant& variant : shown) {
    Request& request = out.requests.emplace_back(common);
    request.input = render(item, variant, mode);
    Cell& cell = out.cells.emplace_back(Cell{row, variant, request.id()});
    cell.key.item = item.hash;
    cell.key.occurrence = item.occurrence;
    cell.key.variant = static_cast<int>(out.cells.size()) - 1;
  }
  return out;
}

/// Throws Error(kInput) naming the first item that `test` holds for.
void refuse_any(const Dataset& dataset, const std::string& what, bool (*test)(const Item&), const std::string& hint) {
  const auto first = std::find_if(dataset.items.begin(), dataset.items.end(), test);
  if (first == dataset.items.end()) return;
  const auto n = std::count_if(first, dataset.items.end(), test);
  throw Error(ErrorKind::kInput,
              first->at.text() + ": item '" + first->id + "' " + what + " (" + std::to_string(n) + " such items in '" +
                  dataset.name + "')",
              hint);
}

}  // namespace

Dataset select_items(const Study& study, const DataSpec& spec, Dataset dataset) {
  refuse_any(
      dataset, "has no options", [](const Item& item) { return item.options.empty(); },
      "a study shows options in several orders and reads which one was chosen: leave such items out");
  const auto positional = [](const Item& item) { return item.flags.positional_options; };
  if (study.on_positional_options == OnPositional::kDrop) std::erase_if(dataset.items, positional);
  if (study.on_positional_options == OnPositional::kError)
    refuse_any(dataset, "has an option that names other options", positional,
               "on_positional_options = \"drop\" leaves them out, \"keep\" keeps and flags them");
  dataset.items = subset(std::move(dataset.items), study.seed, spec.limit);
  return dataset;
}

std::vector<PlannedConfiguration> plan(const Study& study, const ModelSpec& model, const ModelKey& key,
                                       std::span<const Dataset> datasets) {
  std::vector<PlannedConfiguration> out;
  for (const DataSpec& data : study.data) {
    const Dataset chosen = select_items(study, data, dataset_named(data.name, datasets));
    std::vector<std::vector<Variant>> shown;
    shown.reserve(chosen.items.size());
    for (const Item& item : chosen.items) shown.push_back(variants(item, study.permutations, study.seed));

    for (const ModeSpec& mode : study.modes) {
      PlannedConfiguration& configuration =
          out.emplace_back(PlannedConfiguration{model.name, data.name, mode.name, {}});
      configuration.items.reserve(chosen.items.size());
      RowKey row;
      row.model = model.name;
      row.dataset = data.name;
      row.mode = mode.name;
      const Request common = common_request(study, key, mode);
      for (std::size_t i = 0; i < chosen.items.size(); ++i)
        configuration.items.push_back(plan_item(chosen.items[i], shown[i], mode, row, common));
    }
  }
  return out;
}

std::vector<Bundle> to_send(const PlannedConfiguration& configuration, std::unordered_set<Sha256>& recorded) {
  std::vector<Bundle> out;
  for (const PlannedItem& item : configuration.items) {
    Bundle bundle;
    for (std::size_t i = 0; i < item.cells.size(); ++i)
      if (recorded.insert(item.cells[i].record).second) bundle.requests.push_back(item.requests[i]);
    if (!bundle.requests.empty()) out.push_back(std::move(bundle));
  }
  return out;
}

}  // namespace brink
