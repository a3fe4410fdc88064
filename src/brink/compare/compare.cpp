#include "brink/compare/compare.h"

#include <algorithm>

#include "brink/base/error.h"
#include "brink/base/text.h"

namespace brink {
namespace {

using Names = std::vector<std::string>;

Names model_names(const Store& store) {
  Names out;
  for (const Store::ModelRow& row : store.models())
    if (std::ranges::find(out, row.name) == out.end()) out.push_back(row.name);
  return out;
}

std::string joined(const Names& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ", ") + name;
  return out.empty() ? "none" : out;
}

void require(const std::string& name, const Names& known, const char* side) {
  if (std::ranges::find(known, name) != known.end()) return;
  const std::string near = closest(name, known);
  throw Error(ErrorKind::kUsage, std::string("store ") + side + " has no model '" + name + "'",
              (near.empty() ? "" : "did you mean '" + near + "'? ") + "models there: " + joined(known));
}

std::vector<std::pair<std::string, std::string>> pair_models(const Names& a, const Names& b,
                                                             const ComparisonOptions& options) {
  for (const auto& [name_a, name_b] : options.models) {
    require(name_a, a, "a");
    require(name_b, b, "b");
  }
  if (!options.models.empty()) return options.models;
  std::vector<std::pair<std::string, std::string>> out;
  for (const std::string& name : a)
    if (std::ranges::find(b, name) != b.end()) out.emplace_back(name, name);
  if (out.empty() && a.size() == 1 && b.size() == 1) out.emplace_back(a[0], b[0]);
  if (out.empty())
    throw Error(ErrorKind::kUsage, "no model of the one store has the name of a model of the other",
                "say which to compare, as --models NAME=NAME; a has " + joined(a) + "; b has " + joined(b));
  return out;
}

std::uint64_t seed_of(const Store& store) {
  const auto study = store.study();
  return study ? study->seed : 0;
}

Comparison compare(const Pairing& pairing, const Store& a, const Store& b, int n_examples) {
  Comparison out{pairing.a, pairing.b, static_cast<int>(pairing.items.size()), 0, pairing.unpaired, {}, {}};
  for (const ItemPair& item : pairing.items) out.n_pairs += static_cast<int>(item.cells.size());
  const std::uint64_t seed = seed_of(a);
  Agreement same = agreement(pairing, a, b, seed, n_examples);
  out.results = std::move(same.results);
  out.examples = std::move(same.examples);
  std::ranges::move(differences(pairing, seed), std::back_inserter(out.results));
  for (Result& r : out.results)
    r.group.insert({{"model_a", pairing.a.model},
                    {"model_b", pairing.b.model},
                    {"dataset", pairing.a.dataset},
                    {"mode", pairing.a.mode},
                    {"treatment", pairing.a.treatment}});
  return out;
}

}  // namespace

StoreComparison compare_stores(const Store& a, const Store& b, const ComparisonOptions& options) {
  StoreComparison out;
  const auto models = pair_models(model_names(a), model_names(b), options);
  for (const auto& [name_a, name_b] : models) {
    const Observations obs_a = observe(a, {}, {.model = name_a, .dataset = {}, .mode = {}, .item = {}});
    const Observations obs_b = observe(b, {}, {.model = name_b, .dataset = {}, .mode = {}, .item = {}});
    for (const Pairing& pairing : pair_up({&obs_a, name_a}, {&obs_b, name_b}, out.alone))
      out.comparisons.push_back(compare(pairing, a, b, options.n_examples));
  }
  return out;
}

std::vector<Comparison> compare_trials(const Store& store, const std::string& model, int trial, int n_examples) {
  const Observations obs = observe(store, {}, {.model = model, .dataset = {}, .mode = {}, .item = {}});
  std::vector<std::string> alone;  // a mode that was not repeated is no finding
  std::vector<Comparison> out;
  for (const Pairing& pairing : pair_up({&obs, model}, {&obs, model, trial}, alone))
    out.push_back(compare(pairing, store, store, n_examples));
  return out;
}

}  // namespace brink
