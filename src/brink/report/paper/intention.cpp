// Tables of "Intention Collapse".
#include <fmt/format.h>

#include "brink/metrics/modes.h"
#include "brink/report/format.h"
#include "brink/report/paper/tables.h"
#include "brink/report/reference.h"
#include "brink/report/section.h"

namespace brink::paper {
namespace {

using Keys = std::map<std::string, std::string>;

const Keys kStates{{"point", "last_prompt"}, {"layer", "all"}};

bool has_value(const Result* r) { return r && r->value; }
std::string interval(const Result* r, bool sign = false) { return r ? interval_text(*r, sign) : "n/a"; }
std::string number(const Result* r) { return number_text(r ? r->value : std::nullopt); }

std::string mean_and_sd(const Result* mean, const Result* sd) {
  if (!has_value(mean)) return "n/a";
  return number_text(mean->value) + (has_value(sd) ? " ± " + number_text(sd->value) : "");
}

std::string baseline(const Result* r) {
  if (!has_value(r)) return "n/a";
  return fmt::format("{} {}", plain_words(r->key("baseline")), number_text(r->value));
}

/// With a star where the interval does not hold chance.
std::string auroc(const Result* r) {
  const bool off_chance = has_value(r) && r->low && r->high && (*r->low > .5 || *r->high < .5);
  return interval(r) + (off_chance ? "*" : "");
}

}  // namespace

PaperTable modes(Results results) {
  PaperTable out{
      .id = "modes",
      .title =
          "Modes before the first token. Right of all: answers that could not be read count as wrong. H: entropy of "
          "the next token at the end "
          "of the prompt, mean ± SD. Change: against the other mode, on the same items; CF: below 0, EC: above, n.s.: "
          "the interval holds 0. d_eff: weighted over layers. AUROC: linear probe of all layers for a right answer; "
          "* the interval does not hold 0.5. 95% intervals, of shares Wilson's",
      .head = {"data", "model", "mode", "items", "right of all", "H, bits", "against", "change of H", "pattern",
               "d_eff", "AUROC", "tokens"},
      .rows = {}};
  const std::vector<Configuration> all = all_configurations(results);
  for (const Configuration& c : all) {
    const auto find = [&](const char* metric, const Keys& keys = {}) { return find_result(results, c, metric, keys); };
    const Result *entropy = find("h_int"), *dimension = find("state_dimension", kStates),
                 *probe = of_leading_probe(results, c, "state_auroc");
    if (c.treatment != "none" || !(has_value(entropy) || has_value(dimension) || has_value(probe))) continue;
    const Configuration* reference = reference_of(all, results, c);
    const Result* change = reference ? find("h_int_change", {{"against", reference->mode}}) : nullptr;
    const Result *right = find("accuracy_of_all"), *tokens = find("length_tokens");
    auto& row = out.rows.emplace_back(labels(c));
    row.insert(row.end(),
               {right ? std::to_string(right->n) : "n/a", right ? percent_interval_text(*right) : "n/a",
                mean_and_sd(entropy, find("h_int_sd")), change ? reference->mode : "n/a", interval(change, true),
                change ? std::string(entropy_pattern(*change)) : "n/a", interval(dimension), auroc(probe),
                has_value(tokens) ? fmt::format("{:.0f}", *tokens->value) : "n/a"});
  }
  return out;
}

PaperTable probes(Results results) {
  PaperTable out{
      .id = "probes",
      .title =
          "Probes of the hidden states. Linear, for a right answer, of all layers at the end of the prompt: AUROC on "
          "training and test items with 95% interval, mean over shuffled labels with p, over folds, training less "
          "test; "
          "the baseline without states that validation takes, and what the probe adds to it",
      .head = {"data", "model", "mode", "items", "train", "test", "shuffled", "p", "folds", "gap", "baseline",
               "probe adds"},
      .rows = {}};
  for (const Configuration& c : all_configurations(results)) {
    const auto find = [&](const char* metric) { return of_leading_probe(results, c, metric); };
    const Result* test = find("state_auroc");
    if (!has_value(test)) continue;
    const Result* gap = find("state_auroc_gap");
    auto& row = out.rows.emplace_back(labels(c));
    row.insert(row.end(), {std::to_string(test->n_clusters), number(find("state_auroc_train")), interval(test),
                           number_text(test->p ? test->null : std::nullopt), p_text(test->p),
                           interval(find("state_auroc_nested")), signed_text(gap ? gap->value : std::nullopt),
                           baseline(best_baseline(results, c)), interval(find("state_added_value"), true)});
  }
  return out;
}

}  // namespace brink::paper
