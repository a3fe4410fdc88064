#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <set>

#include "brink/report/family.h"
#include "brink/report/format.h"
#include "brink/report/reference.h"
#include "brink/report/section.h"
#include "brink/report/table.h"

namespace brink {
namespace {

using Keys = std::map<std::string, std::string>;

const Keys kAtPrompt{{"point", "last_prompt"}};

bool of(const Result& r, const Configuration& c) {
  return r.key("model") == c.model && r.key("dataset") == c.dataset && r.key("mode") == c.mode &&
         r.key("treatment") == c.treatment;
}

/// Results of a metric that have these keys, whatever others.
std::vector<const Result*> all_of(const SectionInput& in, const Configuration& c, std::string_view metric,
                                  const Keys& keys) {
  std::vector<const Result*> out;
  for (const Result& r : in.results)
    if (r.metric == metric && of(r, c) &&
        std::ranges::all_of(keys, [&](const auto& key) { return r.key(key.first) == key.second; }))
      out.push_back(&r);
  return out;
}

const Result* first_of(const SectionInput& in, const Configuration& c, std::string_view metric, const Keys& keys) {
  const auto all = all_of(in, c, metric, keys);
  return all.empty() ? nullptr : all.front();
}

/// Depth of a layer's name, `final` behind every block; -1 for "all" and "selected".
int depth(const std::string& layer) {
  if (layer == "final") return std::numeric_limits<int>::max();
  int out = -1;
  std::from_chars(layer.data(), layer.data() + layer.size(), out);
  return out;
}

const Result* last_layer(const SectionInput& in, const Configuration& c, std::string_view metric) {
  const Result* last = nullptr;
  for (const Result* r : all_of(in, c, metric, kAtPrompt))
    if (depth(r->key("layer")) >= 0)
      if (!last || depth(r->key("layer")) > depth(last->key("layer"))) last = r;
  return last;
}

std::string cell(const Result* r, bool sign = false) { return r ? interval_text(*r, sign) : "n/a"; }

std::string baseline(const SectionInput& in, const Configuration& c) {
  const Result* r = best_baseline(in.results, c);
  return r ? fmt::format("{} {}", r->key("baseline"), number_text(r->value)) : "n/a";
}

Family family(const SectionInput& in) {
  std::vector<double> p;
  for (const Configuration& c : all_configurations(in.results))
    for (const Result* r : all_of(in, c, "state_auroc", {}))
      if (r->p) p.push_back(*r->p);
  return Family(std::move(p));
}

/// "layer 4 .61, layer 8 .70": the AUROC of each layer, or why none has one.
std::string curve(const SectionInput& in, const Configuration& c) {
  std::vector<const Result*> layers = all_of(in, c, "state_auroc", {{"point", "last_prompt"}, {"target", "correct"}});
  std::erase_if(layers, [](const Result* r) { return depth(r->key("layer")) < 0; });
  if (std::ranges::none_of(layers, [](const Result* r) { return r->value.has_value(); }))
    return layers.empty() ? "" : "n/a, " + layers.front()->reason;
  std::string out;
  for (const Result* r : layers) {
    const std::string& layer = r->key("layer");
    out += fmt::format("{}{} {}", out.empty() ? "" : ", ", layer == "final" ? layer : "layer " + layer,
                       number_text(r->value));
  }
  const Result* selected = first_of(in, c, "state_selected_layer", kAtPrompt);
  if (selected && selected->value) out += fmt::format("; validation takes {:.0f}", *selected->value);
  return out;
}

std::string others(const SectionInput& in, const Family& all) {
  TextTable table{
      .head = {"model", "mode", "point", "target", "AUROC [95%]", "p", "n", "items"}, .rows = {}, .n_labels = 4};
  for (const Configuration& c : in.configurations)
    for (const Result* r : all_of(in, c, "state_auroc", {{"layer", "all"}})) {
      if (r->key("target") == "correct" && r->key("point") == "last_prompt") continue;
      if (!r->value) continue;
      table.rows.push_back({c.model, c.mode, r->key("point"), r->key("target"), interval_text(*r),
                            r->p ? all.text(r->p) : "", std::to_string(r->n), std::to_string(r->n_clusters)});
    }
  return table.rows.empty() ? "" : "\nOther targets and points, all layers together\n" + to_text(table, in.width);
}

std::string transfers(const SectionInput& in) {
  std::string out;
  for (const auto& [metric, where] : {std::pair{"state_transfer", "in another mode"},
                                      {"state_transfer_dataset", "on another data set"},
                                      {"state_transfer_model", "in another model"}}) {
    TextTable table{.head = {"model", "trained on", "tested on", "AUROC [95%]", "items"}, .rows = {}, .n_labels = 3};
    for (const Configuration& c : in.configurations)
      for (const Result* r : all_of(in, c, metric, {}))
        if (!r->key("tested_on").empty())
          table.rows.push_back({c.model, c.mode, r->key("tested_on"), cell(r), std::to_string(r->n_clusters)});
    if (!table.rows.empty())
      out += fmt::format("\nDoes it hold {}? a right answer, held-out items\n", where) + to_text(table, in.width);
  }
  return out;
}

std::string text(const SectionInput& in) {
  TextTable table{.head = {"model", "mode", "d_eff [95%]", "noise", "corrected", "AUROC [95%]", "p", "folds [95%]",
                           "baseline", "added [95%]", "items"},
                  .rows = {},
                  .n_labels = 2};
  const Family all = family(in);
  std::string curves;
  for (const Configuration& c : in.configurations) {
    const Result *dimension = last_layer(in, c, "state_dimension"),
                 *probe = of_leading_probe(in.results, c, "state_auroc");
    if (!dimension && !probe) continue;
    const Result* corrected = last_layer(in, c, "state_dimension_corrected");
    const Result* added = added_value(in.results, c);
    table.rows.push_back({c.model, c.mode, cell(dimension), dimension ? number_text(dimension->null) : "n/a",
                          corrected ? number_text(corrected->value) : "n/a", cell(probe),
                          probe && probe->p ? all.text(probe->p) : "n/a",
                          cell(of_leading_probe(in.results, c, "state_auroc_nested")), baseline(in, c),
                          cell(added, true), std::to_string(probe ? probe->n_clusters : dimension->n_clusters)});
    if (const std::string line = curve(in, c); !line.empty())
      curves += wrap(fmt::format("{}: AUROC by layer: {}", configuration_name(c), line), in.width, "* ");
  }
  if (table.rows.empty()) return "";
  return to_text(table, in.width) + curves + others(in, all) + transfers(in) +
         wrap(
             "d_eff: directions that carry the variance in the last layer, one row an item; noise: what independent "
             "numbers give for so many rows, so that a d_eff near it says nothing; corrected: without that ceiling. "
             "AUROC: a linear probe of all layers for a right answer, on the fifth of the items that neither trained "
             "it nor "
             "chose its C; p: the same procedure on shuffled labels; folds: every item tested. Baseline: the best of "
             "prompt length, entropy and option margin by validation; added: AUROC over it.",
             in.width, "- ") +
         wrap(all.note("of this section"), in.width, "- ");
}

}  // namespace

extern constinit const Section kStatesSection{.title = "What do the hidden states hold?", .text = text};

}  // namespace brink
