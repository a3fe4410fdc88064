#include "brink/compare/compare.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "brink/base/error.h"
#include "brink/base/text.h"
#include "brink/compare/state_differences.h"
#include "brink/stats/padjust.h"

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

void require(const std::string& key, const std::string& name, const Names& known, const char* side) {
  if (std::ranges::find(known, name) != known.end()) return;
  const std::string near = closest(name, known);
  throw Error(ErrorKind::kUsage, std::string("store ") + side + " has no " + key + " '" + name + "'",
              (near.empty() ? "" : "did you mean '" + near + "'? ") + key + "s there: " + joined(known));
}

std::vector<std::pair<std::string, std::string>> pair_models(const Names& a, const Names& b,
                                                             const ComparisonOptions& options) {
  for (const auto& [name_a, name_b] : options.models) {
    require("model", name_a, a, "a");
    require("model", name_b, b, "b");
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

/// Differences of a pairing, without a word on its texts.
Comparison compare_answers(const Pairing& pairing, const Store& a, const Store& b, std::uint64_t seed) {
  Comparison out{pairing.a, pairing.b, static_cast<int>(pairing.items.size()), 0, pairing.unpaired, {}, {}};
  for (const ItemPair& item : pairing.items) out.n_pairs += static_cast<int>(item.cells.size());
  out.results = differences(pairing, seed);
  DifferenceRows of_states(seed);
  add_state_differences(of_states, pairing, a, b);
  std::ranges::move(of_states.take(), std::back_inserter(out.results));
  return out;
}

void name_sides(Comparison& c) {
  std::map<std::string, std::string> group{{"model_a", c.a.model}, {"model_b", c.b.model}, {"dataset", c.a.dataset}};
  for (const auto& [key, value] : {std::pair{"mode", &Configuration::mode}, {"treatment", &Configuration::treatment}}) {
    if (c.a.*value == c.b.*value) {
      group[key] = c.a.*value;
    } else {
      group[std::string(key) + "_a"] = c.a.*value;
      group[std::string(key) + "_b"] = c.b.*value;
    }
  }
  for (Result& r : c.results) r.group.insert(group.begin(), group.end());
}

Comparison compare(const Pairing& pairing, const Store& a, const Store& b, int n_examples) {
  const std::uint64_t seed = seed_of(a);
  Comparison out = compare_answers(pairing, a, b, seed);
  Agreement same = agreement(pairing, a, b, seed, n_examples);
  out.results.insert(out.results.begin(), std::make_move_iterator(same.results.begin()),
                     std::make_move_iterator(same.results.end()));
  out.examples = std::move(same.examples);
  name_sides(out);
  return out;
}

// Whether this is the p that counts of its direction: the exact one where there is one.
bool counts(const Comparison& c, const Result& r) {
  if (r.metric != "pbs_wilcoxon" || !r.p) return false;
  const auto is_exact = [&](const Result& other) {
    return other.metric == r.metric && other.p && other.group.at("side") == r.group.at("side") &&
           other.group.at("method") == "exact";
  };
  return r.group.at("method") == (std::ranges::any_of(c.results, is_exact) ? "exact" : "normal");
}

// The family is every p of pbs_wilcoxon, both directions.
void adjust(std::vector<Comparison>& comparisons) {
  std::vector<std::pair<Comparison*, Result>> family;
  std::vector<double> p;
  for (Comparison& c : comparisons)
    for (const Result& r : c.results) {
      if (!counts(c, r)) continue;
      family.emplace_back(&c, r);
      p.push_back(*r.p);
    }
  for (const auto& [method, adjusted] :
       {std::pair{"holm", stats::holm(p)}, {"benjamini_hochberg", stats::benjamini_hochberg(p)}})
    for (std::size_t i = 0; i < family.size(); ++i) {
      Result& r = family[i].first->results.emplace_back(family[i].second);
      r.group["method"] = method;
      r.p_kind = method;
      r.p = adjusted[i];
    }
}

void require(const Choice& given, const Observations& obs, const char* side) {
  std::map<std::string, std::set<std::string>> there;
  for (const auto& [c, rows] : by_configuration(obs)) {
    there["model"].insert(c.model);
    there["dataset"].insert(c.dataset);
    there["mode"].insert(c.mode);
    there["treatment"].insert(c.treatment);
  }
  for (const auto& [key, value] : {std::pair{"model", &given.model},
                                   {"dataset", &given.dataset},
                                   {"mode", &given.mode},
                                   {"treatment", &given.treatment}})
    if (!value->empty()) require(key, *value, {there[key].begin(), there[key].end()}, side);
}

// Of a model, or of all.
Observations rows_of(const Store& store, const std::string& model = {}) {
  return observe(store, {}, {.model = model, .dataset = {}, .mode = {}, .item = {}}, Evidence::kOfFollowed);
}

}  // namespace

StoreComparison compare_stores(const Store& a, const Store& b, const ComparisonOptions& options) {
  StoreComparison out;
  const auto models = pair_models(model_names(a), model_names(b), options);
  for (const auto& [name_a, name_b] : models) {
    const Observations obs_a = rows_of(a, name_a);
    const Observations obs_b = rows_of(b, name_b);
    for (const Pairing& pairing : pair_up({&obs_a, {.model = name_a}}, {&obs_b, {.model = name_b}}, out.alone))
      out.comparisons.push_back(compare(pairing, a, b, options.n_examples));
  }
  return out;
}

StoreComparison compare_configurations(const Store& a, const Choice& of_a, const Store& b, const Choice& of_b,
                                       int n_examples) {
  const Observations obs_a = rows_of(a), other = &a == &b ? Observations{} : rows_of(b);
  const Observations& obs_b = &a == &b ? obs_a : other;
  require(of_a, obs_a, "a");
  require(of_b, obs_b, "b");
  StoreComparison out;
  for (const Pairing& pairing : pair_up({&obs_a, of_a}, {&obs_b, of_b}, out.alone))
    out.comparisons.push_back(compare(pairing, a, b, n_examples));
  if (out.comparisons.empty())
    throw Error(ErrorKind::kUsage, "nothing to compare: no two configurations agree in what is not given",
                "the data set is the same on both sides, and so is each key that is not given on both: "
                "--a mode=cot --b mode=direct");
  adjust(out.comparisons);
  return out;
}

std::vector<Comparison> compare_all(const Store& store) {
  const Observations obs = rows_of(store);
  const std::uint64_t seed = seed_of(store);
  std::vector<Configuration> all;
  for (const auto& [c, rows] : by_configuration(obs))
    if (c.treatment == "none") all.push_back(c);
  std::vector<Comparison> out;
  std::vector<std::string> alone;
  for (const bool modes : {true, false})  // of a model, then models of a mode
    for (std::size_t i = 0; i < all.size(); ++i)
      for (std::size_t j = i + 1; j < all.size(); ++j) {
        const Configuration &a = all[i], &b = all[j];
        if (a.dataset != b.dataset || (a.model == b.model) != modes || (a.mode == b.mode) == modes) continue;
        for (const Pairing& pairing : pair_up({&obs, {a.model, a.dataset, a.mode, a.treatment}},
                                              {&obs, {b.model, b.dataset, b.mode, b.treatment}}, alone))
          name_sides(out.emplace_back(compare_answers(pairing, store, store, seed)));
      }
  adjust(out);
  return out;
}

std::vector<Comparison> compare_trials(const Store& store, const std::string& model, int trial, int n_examples) {
  const Observations obs = rows_of(store, model);
  std::vector<std::string> alone;  // a mode that was not repeated is no finding
  std::vector<Comparison> out;
  for (const Pairing& pairing : pair_up({&obs, {.model = model}}, {&obs, {.model = model}, trial}, alone))
    out.push_back(compare(pairing, store, store, n_examples));
  return out;
}

}  // namespace brink
