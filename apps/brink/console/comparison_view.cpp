#include "comparison_view.h"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "brink/report/format.h"
#include "brink/report/table.h"
#include "styled_text.h"

namespace brink::cli {
namespace {

using brink::wrap;  // of strings; that of styled text is found by its argument

const Result* find(const Comparison& c, std::string_view metric, const std::string& key, const std::string& value) {
  for (const Result& r : c.results) {
    if (r.metric != metric) continue;
    if (key.empty()) return &r;
    if (const auto at = r.group.find(key); at != r.group.end() && at->second == value) return &r;
  }
  return nullptr;
}

std::string name(const Configuration& c) {
  return fmt::format("{} {}{}", c.dataset, c.mode, c.treatment == "none" ? "" : " " + c.treatment);
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

std::string unpaired(const Comparison& c) {
  std::string out;
  for (const auto& [reason, n] : c.unpaired) out += fmt::format("{}{} {}", out.empty() ? "" : ", ", n, reason);
  return out.empty() ? "" : "Not paired (cells): " + out + "\n";
}

TextTable table(const Comparison& c) {
  TextTable out{.head = {"", "a", "b", "b - a [95%]", "p", "items"}, .rows = {}, .n_labels = 1};
  for (const Result& r : c.results) {
    const auto side = r.group.find("side");
    if (side == r.group.end()) continue;
    if (side->second == "a") {
      std::string label = r.metric;
      for (const char* key : {"slot", "status"})
        if (const auto at = r.group.find(key); at != r.group.end()) label += " " + at->second;
      out.rows.push_back({label, number_text(r.value), "", "", "", ""});
      continue;
    }
    auto& row = out.rows.back();
    if (side->second == "b") {
      row[2] = number_text(r.value);
    } else {
      row[3] = interval_text(r, true);
      row[4] = r.p ? p_text(r.p) : "";
      row[5] = std::to_string(r.n_clusters);
    }
  }
  return out;
}

}  // namespace

std::string view_comparison(const Comparison& c, int width) {
  std::string out =
      fmt::format("{}: a = {}, b = {}; {} items, {} pairs\n", name(c.a), c.a.model, c.b.model, c.n_items, c.n_pairs);
  out += unpaired(c);
  out +=
      fmt::format("Different: {}, {}\n\n", changed(c, "equal_answers", "answers"), changed(c, "equal_texts", "texts"));
  return out + to_text(table(c), width) + "\n" + divergences(c, width);
}

std::string view_repeat(const Comparison& c, int width) {
  return fmt::format("{} {}: changed on repeating: {}, {}\n", c.a.model, name(c.a),
                     changed(c, "equal_answers", "answers"), changed(c, "equal_texts", "texts")) +
         divergences(c, width);
}

}  // namespace brink::cli
