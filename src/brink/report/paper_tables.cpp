#include "brink/report/paper_tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "brink/report/format.h"
#include "brink/report/section.h"

namespace brink {
namespace {

using Results = std::span<const Result>;

std::string number(const Result* r, std::string (*text)(std::optional<double>)) {
  return text(r ? r->value : std::nullopt);
}
std::string whole(std::optional<double> v) { return v ? fmt::format("{:.0f}", *v) : "n/a"; }

std::vector<std::string> labels(const Configuration& c) {
  return {c.dataset, c.model, c.treatment == "none" ? c.mode : c.mode + " " + c.treatment};
}

std::string stars(std::optional<double> p) {
  if (!p) return "";
  return *p < .001 ? "***" : *p < .01 ? "**" : *p < .05 ? "*" : "";
}

std::string rho(Results results, const Configuration& c, const char* of) {
  const Result* r = find_result(results, c, "length_correlation", {{"of", of}, {"correlation", "spearman"}});
  return r && r->value ? signed_text(r->value) + stars(r->p) : "n/a";
}

PaperTable correlations(Results results) {
  PaperTable out{
      .title = "Partial correlation of length with PBS, accuracy held fixed (Spearman). * p < .05, ** .01, *** .001",
      .head = {"data", "model", "mode", "rho(length, PBS)", "rho(length, excess PBS)", "items"},
      .rows = {}};
  for (const Configuration& c : all_configurations(results)) {
    const Result* r = find_result(results, c, "length_correlation", {{"of", "pbs"}, {"correlation", "spearman"}});
    if (!r || !r->value) continue;
    auto& row = out.rows.emplace_back(labels(c));
    row.insert(row.end(), {rho(results, c, "pbs"), rho(results, c, "excess_pbs"), std::to_string(r->n_clusters)});
  }
  return out;
}

PaperTable configurations(Results results) {
  PaperTable out{.title = "Every configuration. Accuracy: mean over the orders",
                 .head = {"data", "model", "mode", "accuracy", "PBS", "excess PBS", "order test p", "CCP, A.3",
                          "CCP, eq. 2", "switches", "length", "read"},
                 .rows = {}};
  for (const Configuration& c : all_configurations(results)) {
    const auto find = [&](const char* metric) { return find_result_any_m(results, c, metric); };
    const Result* test = find("order_test");
    auto& row = out.rows.emplace_back(labels(c));
    row.insert(row.end(), {number(find("accuracy_mean"), percent_text), number(find("pbs"), number_text),
                           number(find("excess_pbs"), signed_text), p_text(test ? test->p : std::nullopt),
                           number(find("ccp"), number_text), number(find("ccp_eq2"), number_text),
                           number(find("switches"), number_text), number(find("length_chars"), whole),
                           number(find("extraction_rate"), percent_text)});
  }
  return out;
}

// "+" where PBS rises in every step, else how many do not; and the last bin's less the first's.
std::pair<std::string, std::string> bins(Results results, const Configuration& c, int k) {
  const std::string of = std::to_string(k);
  const Result* violations = find_result(results, c, "length_violations", {{"bins", of}});
  const Result* first = find_result(results, c, "pbs_by_length", {{"bins", of}, {"bin", "1"}});
  const Result* last = find_result(results, c, "pbs_by_length", {{"bins", of}, {"bin", of}});
  const bool has = violations && violations->value;
  return {has ? *violations->value == 0 ? "rises" : fmt::format("{:.0f} steps do not", *violations->value) : "n/a",
          first && last && first->value && last->value ? signed_text(*last->value - *first->value) : "n/a"};
}

PaperTable length_bins(Results results) {
  constexpr std::array kBins{3, 4, 5, 10};
  PaperTable out{.title = "PBS over bins of length: does it rise in every step, and from the first bin to the last",
                 .head = {"data", "model", "mode"},
                 .rows = {}};
  for (const int k : kBins) {
    out.head.push_back(fmt::format("k = {}", k));
    out.head.emplace_back("last - first");
  }
  for (const Configuration& c : all_configurations(results)) {
    std::vector<std::string> row = labels(c);
    bool any = false;
    for (const int k : kBins) {
      const auto [steps, gradient] = bins(results, c, k);
      any = any || steps != "n/a";
      row.push_back(steps);
      row.push_back(gradient);
    }
    if (any) out.rows.push_back(std::move(row));
  }
  return out;
}

std::string in_latex(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\')
      out += "\\textbackslash{}";
    else if (c == '~' || c == '^')
      out += fmt::format("\\{}{{}}", c);
    else if (std::string_view("&%$#_{}").find(c) != std::string_view::npos)
      out += std::string("\\") + c;
    else
      out += c;
  }
  return out;
}

std::string in_markdown(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("|<`*_").find(c) != std::string_view::npos) out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

std::string in_csv(const std::string& text) {
  if (text.find_first_of("\",\r\n") == text.npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

std::string line(const std::vector<std::string>& cells, std::string (*escaped)(const std::string&),
                 const char* between) {
  std::vector<std::string> out;
  out.reserve(cells.size());
  for (const std::string& cell : cells) out.push_back(escaped(cell));
  return fmt::format("{}", fmt::join(out, between));
}

std::string latex(const PaperTable& t) {
  std::string out =
      fmt::format("\\begin{{table}}\n\\caption{{{}}}\n\\begin{{tabular}}{{{}{}}}\n\\toprule\n{} \\\\\n\\midrule\n",
                  in_latex(t.title), std::string(t.n_labels, 'l'), std::string(t.head.size() - t.n_labels, 'r'),
                  line(t.head, in_latex, " & "));
  for (const auto& row : t.rows) out += line(row, in_latex, " & ") + " \\\\\n";
  return out + "\\bottomrule\n\\end{tabular}\n\\end{table}\n";
}

std::string markdown(const PaperTable& t) {
  std::string out = fmt::format("**{}**\n\n| {} |\n|", t.title, line(t.head, in_markdown, " | "));
  for (std::size_t i = 0; i < t.head.size(); ++i) out += i < t.n_labels ? "---|" : "--:|";
  out += "\n";
  for (const auto& row : t.rows) out += fmt::format("| {} |\n", line(row, in_markdown, " | "));
  return out;
}

std::string csv(const PaperTable& t) {
  std::string out = line(t.head, in_csv, ",") + "\n";
  for (const auto& row : t.rows) out += line(row, in_csv, ",") + "\n";
  return out;
}

}  // namespace

std::vector<PaperTable> paper_tables(std::span<const Result> results) {
  std::vector<PaperTable> out{configurations(results), correlations(results), length_bins(results)};
  std::erase_if(out, [](const PaperTable& t) { return t.rows.empty(); });
  return out;
}

std::string to_text(std::span<const PaperTable> tables, TableFormat format) {
  const auto text = format == TableFormat::kLatex ? latex : format == TableFormat::kMarkdown ? markdown : csv;
  std::string out;
  for (const PaperTable& t : tables) out += (out.empty() ? "" : "\n") + text(t);
  return out;
}

}  // namespace brink
