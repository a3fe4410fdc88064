#include "comparison_view.h"

#include <fmt/format.h>

#include <cmath>
#include <initializer_list>
#include <vector>

#include "brink/report/format.h"
#include "brink/report/table.h"
#include "styled_text.h"

namespace brink::cli {
namespace {

using brink::wrap;  // of strings; that of styled text is found by its argument

constexpr std::string_view kWilcoxon = "pbs_wilcoxon";
constexpr std::string_view kBoth = "both";  // side of what is about both
constexpr auto kWhyOtherLabels =
    "the two sides show the options under different labels, as judge/pair, which has one for a tie, and judge/best";

const Result* find(const Comparison& c, std::string_view metric, const std::string& key, const std::string& value) {
  for (const Result& r : c.results) {
    if (r.metric != metric) continue;
    if (key.empty()) return &r;
    if (const auto at = r.group.find(key); at != r.group.end() && at->second == value) return &r;
  }
  return nullptr;
}

std::string asked(const Configuration& c) { return c.mode + (c.treatment == "none" ? "" : " " + c.treatment); }

/// "quiz cot: a = small, b = large" or "quiz: a = small cot, b = small direct".
std::string title(const Comparison& c) {
  if (asked(c.a) == asked(c.b))
    return fmt::format("{} {}: a = {}, b = {}", c.a.dataset, asked(c.a), c.a.model, c.b.model);
  return fmt::format("{}: a = {} {}, b = {} {}", c.a.dataset, c.a.model, asked(c.a), c.b.model, asked(c.b));
}

const Result* wilcoxon(const Comparison& c, std::string_view direction, std::string_view method) {
  for (const Result& r : c.results)
    if (r.metric == kWilcoxon && r.key("side") == direction && r.group.contains("method") && r.key("method") == method)
      return &r;
  return nullptr;
}

std::string p_of(const Result* r) { return r ? p_text(r->p) : "n/a"; }

/// "PBS, Wilcoxon: a > b p = 0.01 (exact 0.02), b > a ...": both directions.
std::string wilcoxon_line(const Comparison& c) {
  const Result* r = wilcoxon(c, "a > b", "normal");
  if (!r || !r->value) return "";
  std::string out = "PBS by Wilcoxon, one-sided:";
  for (const char* direction : {"a > b", "b > a"}) {
    const Result* exact = wilcoxon(c, direction, "exact");
    out += fmt::format(" {} {}{};", direction, p_equation(wilcoxon(c, direction, "normal")->p),
                       exact && exact->p ? fmt::format(" (exact {})", p_text(exact->p)) : "");
  }
  return out + fmt::format(" {} of {} items differ, rank-biserial {}\n", r->n, r->n_clusters, signed_text(r->value));
}

/// "12 of 800 texts (1.5%)", of the pairs that were not equal.
std::string changed(const Comparison& c, std::string_view metric, std::string_view what) {
  const Result* r = find(c, metric, "", "");
  if (!r || !r->value) return fmt::format("{}: n/a", what);
  const long n_changed = r->n - std::lround(*r->value * r->n);
  return fmt::format("{} of {} {} ({})", n_changed, r->n, what, percent_text(1 - *r->value));
}

std::string token(const std::optional<Token>& id, const std::string& text, const std::optional<float>& logprob) {
  if (!id) return "end";
  std::string out = text.empty() ? fmt::format("token {}", *id) : fmt::format("'{}' ({})", one_line(text), *id);
  return logprob ? out + fmt::format(" at {:.3f} nats", *logprob) : out;
}

std::string example(const Divergence& d) {
  std::string out = fmt::format("{} order {}: after {} characters \"{}\" | \"{}\"", one_line(d.item), d.variant,
                                d.n_chars, one_line(d.text_a), one_line(d.text_b));
  if (!d.n_tokens) return out + fmt::format("; tokens: {}", d.why_no_tokens);
  out += fmt::format("; token {}: {} | {}", *d.n_tokens, token(d.token_a, d.token_text_a, d.logprob_a_nats),
                     token(d.token_b, d.token_text_b, d.logprob_b_nats));
  return out + (d.margin_nats.value ? fmt::format("; margin {:.4f} nats", *d.margin_nats.value)
                                    : fmt::format("; margin n/a: {}", d.margin_nats.why_undefined));
}

std::string divergences(const Comparison& c, int width) {
  std::string out;
  if (const Result* middle = find(c, "first_divergence", "quantile", "median"); middle && middle->value) {
    out += fmt::format("First divergent token: median {:g}, from {:g} to {:g} ({} pairs)\n", *middle->value,
                       find(c, "first_divergence", "quantile", "min")->value.value_or(0),
                       find(c, "first_divergence", "quantile", "max")->value.value_or(0), middle->n);
  } else if (middle && !middle->left_out.empty()) {
    for (const auto& [reason, n] : middle->left_out)
      out += fmt::format("First divergent token: n/a for {} pairs, {}\n", n, reason);
  }
  for (const Divergence& d : c.examples) out += wrap(example(d), width, "  ");
  return out;
}

/// "States, layer 8: CKA 0.91, debiased 0.83, RSA 0.77": how alike the two geometries are.
std::string alike(const Comparison& c) {
  std::string out;
  for (const Result& r : c.results) {
    if (r.metric != "state_cka") continue;
    const std::string& layer = r.key("layer");
    const auto value = [&](std::string_view metric) {
      for (const Result& other : c.results)
        if (other.metric == metric && other.key("layer") == layer) return number_text(other.value);
      return number_text({});
    };
    out += fmt::format("States, layer {}: CKA {}, debiased {}, RSA {} ({} items)\n", layer, number_text(r.value),
                       value("state_cka_debiased"), value("state_rsa"), r.n);
  }
  return out;
}

/// "24 same order under other labels, 2 not recorded in a".
std::string unpaired_cells(const Comparison& c) {
  std::string out;
  for (const auto& [reason, n] : c.unpaired) out += fmt::format("{}{} {}", out.empty() ? "" : ", ", n, reason);
  return out;
}

bool is_of_other_labels(const Comparison& c) {
  return c.n_pairs == 0 && c.unpaired.contains(std::string(kOtherLabels));
}

std::string unpaired(const Comparison& c) {
  const std::string cells = unpaired_cells(c);
  if (cells.empty()) return "";
  return "Not paired (cells): " + cells + "\n" +
         (is_of_other_labels(c) ? fmt::format("Nothing can be paired: {}.\n", kWhyOtherLabels) : "");
}

TextTable table(const Comparison& c) {
  TextTable out{.head = {"", "a", "b", "b - a [95%]", "p", "items"}, .rows = {}, .n_labels = 1};
  for (const Result& r : c.results) {
    const auto side = r.group.find("side");
    if (side == r.group.end() || r.metric == kWilcoxon || side->second == kBoth) continue;
    if (side->second == "a") {
      std::string label = r.metric;
      for (const char* key : {"slot", "status", "layer"})
        if (const auto at = r.group.find(key); at != r.group.end()) label += " " + at->second;
      out.rows.push_back({label, number_text(r.value), "", "", "", ""});
      continue;
    }
    auto& row = out.rows.back();
    if (side->second == "b") {
      row[2] = number_text(r.value);
    } else {
      const bool ratio = side->second == "b / a";
      row[3] = (ratio ? "x " : "") + interval_text(r, !ratio);
      row[4] = r.p ? p_text(r.p) : r.group.contains("pattern") ? r.key("pattern") : "";
      row[5] = std::to_string(r.n_clusters);
    }
  }
  return out;
}

/// What a mode changes before the first token and in the end.
std::string view_changes(std::span<const Comparison> comparisons, int width) {
  TextTable out{.head = {"data", "a", "b", "items", "right a", "right b", "b - a [95%]", "McNemar p", "H a", "H b",
                         "b - a, bits [95%]", "pattern"},
                .rows = {},
                .n_labels = 3};
  for (const Comparison& c : comparisons) {
    const Result *right = find(c, "accuracy_of_all", "side", "b - a"), *entropy = find(c, "h_int", "side", "b - a");
    if (!right || !entropy || (!right->value && !entropy->value)) continue;
    const auto pattern = entropy->group.find("pattern");
    out.rows.push_back({c.a.dataset, c.a.model + " " + c.a.mode, c.b.model + " " + c.b.mode,
                        std::to_string(right->n_clusters), percent_text(find(c, "accuracy_of_all", "side", "a")->value),
                        percent_text(find(c, "accuracy_of_all", "side", "b")->value), interval_text(*right, true),
                        p_text(right->p), number_text(find(c, "h_int", "side", "a")->value),
                        number_text(find(c, "h_int", "side", "b")->value), interval_text(*entropy, true),
                        pattern == entropy->group.end() ? "n/a" : pattern->second});
  }
  if (out.rows.empty()) return "";
  return to_text(out, width) +
         wrap(
             "In the order of the file, on the items asked on both sides. Right: unread answers count as wrong. H: "
             "entropy of the next token at the end of the prompt; CF: b's is the lower, EC: the higher, n.s.: the "
             "interval holds 0.",
             width, "- ");
}

/// How far apart the states of the two sides are, layer by layer.
std::string view_states(std::span<const Comparison> comparisons, int width) {
  TextTable out{
      .head = {"data", "a", "b", "layer", "items", "d_eff a", "d_eff b", "b - a [95%]", "CKA", "debiased", "RSA"},
      .rows = {},
      .n_labels = 4};
  for (const Comparison& c : comparisons)
    for (const Result& r : c.results) {
      if (r.metric != "state_dimension" || r.key("side") != "b - a") continue;
      const auto of = [&](std::string_view metric, std::string_view side) {
        for (const Result& other : c.results)
          if (other.metric == metric && other.key("side") == side && other.key("layer") == r.key("layer"))
            return number_text(other.value);
        return number_text({});
      };
      out.rows.push_back({c.a.dataset, c.a.model + " " + c.a.mode, c.b.model + " " + c.b.mode, r.key("layer"),
                          std::to_string(r.n_clusters), of("state_dimension", "a"), of("state_dimension", "b"),
                          interval_text(r, true), of("state_cka", kBoth), of("state_cka_debiased", kBoth),
                          of("state_rsa", kBoth)});
    }
  if (out.rows.empty()) return "";
  return to_text(out, width) +
         wrap(
             "States at the last prompt token, one row an item. d_eff: effective dimension without the ceiling of the "
             "number of rows. CKA and RSA: 1 where the two geometries are the same; plain CKA nears 1 for any states "
             "of "
             "more numbers than items, debiased CKA does not.",
             width, "- ");
}

/// Configurations that have no answer to the same item in the same order and labels.
std::string view_unpaired(std::span<const Comparison> comparisons, int width) {
  std::string out;
  bool other_labels = false;
  for (const Comparison& c : comparisons) {
    if (c.n_pairs > 0) continue;
    other_labels = other_labels || is_of_other_labels(c);
    out += wrap(fmt::format("{}; not paired (cells): {}", title(c), unpaired_cells(c)), width, "* ");
  }
  if (out.empty()) return "";
  return "Nothing can be paired:\n" + out +
         (other_labels ? wrap(fmt::format("Other labels: {}.", kWhyOtherLabels), width, "- ") : "");
}

/// The parts that are there, with an empty line between.
std::string apart(std::initializer_list<std::string> parts) {
  std::string out;
  for (const std::string& part : parts)
    if (!part.empty()) out += (out.empty() ? "" : "\n") + part;
  return out;
}

}  // namespace

std::string view_comparison(const Comparison& c, int width) {
  std::string out = fmt::format("{}; {} items, {} pairs\n", title(c), c.n_items, c.n_pairs);
  out += unpaired(c);
  out +=
      fmt::format("Different: {}, {}\n\n", changed(c, "equal_answers", "answers"), changed(c, "equal_texts", "texts"));
  return out + to_text(table(c), width) + wrap(wilcoxon_line(c), width) + alike(c) + "\n" + divergences(c, width);
}

std::string view_pairs(std::span<const Comparison> comparisons, int width) {
  TextTable out{.head = {"data", "a", "b", "PBS a", "PBS b", "b - a [95%]", "length b / a [95%]", "a > b, p", "Holm",
                         "BH", "b > a, p", "Holm", "BH", "differ", "rank-biserial"},
                .rows = {},
                .n_labels = 3};
  for (const Comparison& c : comparisons) {
    const Result* difference = find(c, "pbs", "side", "b - a");
    const Result* flips = find(c, "flip_rate", "side", "b - a");
    if (!difference->value && !(flips && flips->value)) continue;  // one order, or no options
    const Result* ratio = find(c, "length_ratio", "side", "b / a");
    const Result* test = wilcoxon(c, "a > b", "normal");
    auto& row = out.rows.emplace_back(std::vector<std::string>{
        c.a.dataset, c.a.model + " " + c.a.mode, c.b.model + " " + c.b.mode,
        number_text(find(c, "pbs", "side", "a")->value), number_text(find(c, "pbs", "side", "b")->value),
        interval_text(*difference, true), ratio ? interval_text(*ratio) : "n/a"});
    for (const char* direction : {"a > b", "b > a"}) {
      const Result* exact = wilcoxon(c, direction, "exact");
      for (const char* method : {exact && exact->p ? "exact" : "normal", "holm", "benjamini_hochberg"})
        row.push_back(p_of(wilcoxon(c, direction, method)));
    }
    row.push_back(test ? fmt::format("{}/{}", test->n, test->n_clusters) : "n/a");
    row.push_back(test ? signed_text(test->value) : "n/a");
  }
  const std::string changes = view_changes(comparisons, width), states = view_states(comparisons, width),
                    alone = view_unpaired(comparisons, width);
  if (out.rows.empty()) return apart({changes, states, alone});
  const std::string pairs =
      to_text(out, width) +
      wrap(
          "On the items that both sides answered in every order. p: Wilcoxon's signed ranks of the items' PBS, "
          "one-sided, exact up to 200 unequal pairs; differ: items of unequal PBS, of all; rank-biserial: positive "
          "where a's PBS is the "
          "greater. Holm and Benjamini-Hochberg (BH) over every p of this table, both directions.",
          width, "- ");
  return apart({pairs, changes, states, alone});
}

std::string view_repeat(const Comparison& c, int width) {
  return fmt::format("{} {} {}: changed on repeating: {}, {}\n", c.a.model, c.a.dataset, asked(c.a),
                     changed(c, "equal_answers", "answers"), changed(c, "equal_texts", "texts")) +
         divergences(c, width);
}

}  // namespace brink::cli
