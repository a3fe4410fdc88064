#include "brink/plan/plan.h"

#include <algorithm>
#include <utility>

#include "brink/base/error.h"
#include "brink/dataset/labels.h"
#include "brink/dataset/reshape.h"
#include "brink/prompt/prompt.h"

namespace brink {
namespace {

const Dataset& dataset_named(const std::string& name, std::span<const Dataset> datasets) {
  const auto found = std::find_if(datasets.begin(), datasets.end(), [&](const Dataset& d) { return d.name == name; });
  if (found == datasets.end()) throw Error(ErrorKind::kUsage, "data set '" + name + "' of the study was not read");
  return *found;
}

Request common_request(const Study& study, const ModelKey& key, const ModeSpec& mode) {
  Request request;
  request.model = key;
  request.template_args = mode.template_args;
  request.decoding = study.decoding;
  if (mode.max_tokens) request.decoding.max_tokens = *mode.max_tokens;
  request.study_seed = study.seed;
  return request;
}

bool is_for(const std::vector<std::string>& modes, const ModeSpec& mode) {
  return modes.empty() || std::ranges::find(modes, mode.name) != modes.end();
}

PlannedStates states_of(const Study& study, const ModeSpec& mode, int n_layers) {
  if (study.states.points.empty() || !is_for(study.states.modes, mode)) return {};
  return {study.states.points, state_sites(study.states, n_layers), study.states.type};
}

std::vector<Site> input_sites(const PlannedStates& states) {
  std::vector<Site> out;
  for (const auto& [point, pool] : {std::pair{kLastPrompt, Site::Pool::kLast}, {kMeanPrompt, Site::Pool::kMeanInput}})
    if (std::ranges::find(states.points, point) != states.points.end())
      for (Site site : states.sites) {
        site.pool = pool;
        out.push_back(site);
      }
  return out;
}

std::vector<TreatmentSpec> treatments_of(const Study& study, const ModeSpec& mode, bool with_states) {
  std::vector<TreatmentSpec> out;
  for (const TreatmentSpec& spec : study.treatments)
    if (is_for(spec.modes, mode)) out.push_back(spec);
  if (with_states) {
    TreatmentSpec& states = out.emplace_back();
    states.name = states.kind = kStates;
  }
  return out;
}

/// Adds a cell for each variant.
void plan_variants(PlannedItem& out, std::vector<Variant> all, const std::string& treatment, const Item& item,
                   const PlannedConfiguration& configuration) {
  RowKey key;
  key.model = configuration.model;
  key.dataset = configuration.dataset;
  key.item = item.hash;
  key.occurrence = item.occurrence;
  key.mode = configuration.mode;
  key.treatment = treatment;
  key.trial = configuration.common.trial;
  for (Variant& variant : labelled(std::move(all), item, configuration.labels, configuration.how.tie)) {
    Request& request = out.requests.emplace_back(configuration.common);
    request.input = input_of(item, variant, configuration.how);
    out.cells.push_back({key, std::move(variant), request.id()});
    ++key.variant;
  }
}

PlannedItem plan_item(const Item& item, const PlannedConfiguration& configuration) {
  PlannedItem out;
  plan_variants(out, variants(item, configuration.permutations, configuration.common.study_seed), "none", item,
                configuration);
  if (configuration.label_rotate)
    plan_variants(out, label_rotations(item), std::string(kLabelRotate), item, configuration);
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

bool has_options(const Item& item) { return !item.options.empty(); }

bool asked(const Study& study, const Item& item) {
  return std::ranges::any_of(study.modes, [&](const ModeSpec& mode) { return asks(mode, has_options(item)); });
}

/// Items with options stand first: those that a mode asks lie together.
std::span<const Item> items_of(const ModeSpec& mode, const Dataset& dataset) {
  const auto border = std::ranges::partition_point(dataset.items, has_options);
  const auto from = asks(mode, true) ? dataset.items.begin() : border;
  const auto to = asks(mode, false) ? dataset.items.end() : border;
  return {from, to};
}

}  // namespace

Dataset select_items(const Study& study, const DataSpec& spec, Dataset dataset) {
  const auto positional = [](const Item& item) { return item.flags.positional_options; };
  if (study.on_positional_options == OnPositional::kDrop) std::erase_if(dataset.items, positional);
  if (study.on_positional_options == OnPositional::kError)
    refuse_any(dataset, "has an option that names other options", positional,
               "on_positional_options = \"drop\" leaves them out, \"keep\" keeps and flags them");
  dataset.items = subset(std::move(dataset.items), study.seed, spec.limit);
  if (spec.as == "open") as_open(dataset);
  if (spec.as == "choice") as_choice(dataset, spec.options, study.seed);
  if (!dataset.items.empty() &&
      std::ranges::none_of(dataset.items, [&](const Item& item) { return asked(study, item); }))
    throw Error(
        ErrorKind::kUsage,
        dataset.items.front().at.text() + ": no mode of the study asks items " +
            (has_options(dataset.items.front()) ? "with options, as those of '" : "without options, as those of '") +
            dataset.name + "'",
        has_options(dataset.items.front())
            ? "add a mode whose text shows {options}, such as \"direct\" or \"intention/baseline\""
            : "add a mode whose text shows no {options}, such as \"intention/baseline\", or give the data "
              "options with as = \"choice\"");
  std::stable_partition(dataset.items.begin(), dataset.items.end(), has_options);
  const bool tie = std::any_of(study.modes.begin(), study.modes.end(), [](const ModeSpec& m) { return m.tie; });
  for (const Item& item : dataset.items)  // throws where it cannot be
    labelled(variants(item, study.permutations, study.seed), item, study.labels, tie);
  return dataset;
}

std::vector<PlannedConfiguration> plan(const Study& study, const ModelSpec& model, const ModelKey& key,
                                       std::span<const Dataset> selected, int n_layers) {
  std::vector<PlannedConfiguration> out;
  for (const DataSpec& data : study.data)
    for (const ModeSpec& mode : study.modes) {
      const Dataset& dataset = dataset_named(data.name, selected);
      const std::span<const Item> items = items_of(mode, dataset);
      if (items.empty() && !dataset.items.empty()) continue;
      PlannedStates states = states_of(study, mode, n_layers);
      Request common = common_request(study, key, mode);
      common.captures = input_sites(states);
      out.push_back({model.name, data.name, mode.name, items, mode, study.permutations, study.labels,
                     study.label_rotate, treatments_of(study, mode, !states.points.empty()), std::move(states),
                     std::move(common)});
    }
  return out;
}

std::vector<std::string> not_asked(const Study& study, std::span<const Dataset> selected) {
  std::vector<std::string> out;
  for (const Dataset& dataset : selected)
    for (const ModeSpec& mode : study.modes) {
      const std::size_t n = dataset.items.size() - items_of(mode, dataset).size();
      if (n > 0)
        out.push_back("mode '" + mode.name + "' asks items with" + (asks(mode, true) ? "" : "out") +
                      " options: it is not put to " +
                      (n == dataset.items.size() ? "" : std::to_string(n) + " items of ") + "data set '" +
                      dataset.name + "'");
    }
  return out;
}

std::vector<PlannedItem> plan_piece(const PlannedConfiguration& configuration, std::size_t first,
                                    std::size_t n_requests) {
  std::vector<PlannedItem> out;
  for (std::size_t n = 0; first < configuration.items.size() && n < n_requests; ++first) {
    out.push_back(plan_item(configuration.items[first], configuration));
    n += out.back().requests.size();
  }
  return out;
}

std::vector<Bundle> to_send(std::vector<PlannedItem> piece, std::unordered_set<Sha256>& recorded) {
  std::vector<Bundle> out;
  for (PlannedItem& item : piece) {
    Bundle bundle;
    for (std::size_t i = 0; i < item.cells.size(); ++i)
      if (recorded.insert(item.cells[i].record).second) bundle.requests.push_back(std::move(item.requests[i]));
    if (!bundle.requests.empty()) out.push_back(std::move(bundle));
  }
  return out;
}

}  // namespace brink
