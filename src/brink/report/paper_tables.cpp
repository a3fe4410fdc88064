#include "brink/report/paper_tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "brink/report/paper/tables.h"

namespace brink {
namespace {

std::string in_latex(const std::string& text) {
  constexpr std::string_view kPlusMinus = "±";
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (std::string_view(text).substr(i).starts_with(kPlusMinus)) {
      out += "$\\pm$";
      i += kPlusMinus.size() - 1;
      continue;
    }
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
  std::string out = fmt::format(
      "\\begin{{table}}\n\\caption{{{}}}\n\\label{{tab:{}}}\n\\begin{{tabular}}{{{}{}}}\n\\toprule\n{} "
      "\\\\\n\\midrule\n",
      in_latex(t.title), t.id, std::string(t.n_labels, 'l'), std::string(t.head.size() - t.n_labels, 'r'),
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
  constexpr std::array kTables{paper::every_configuration, paper::correlations, paper::length_bins,
                               paper::truncation,          paper::modes,        paper::probes};
  std::vector<PaperTable> out;
  for (const auto table : kTables)
    if (PaperTable t = table(results); !t.rows.empty()) out.push_back(std::move(t));
  return out;
}

std::string to_text(std::span<const PaperTable> tables, TableFormat format) {
  const auto text = format == TableFormat::kLatex ? latex : format == TableFormat::kMarkdown ? markdown : csv;
  std::string out;
  for (const PaperTable& t : tables) out += (out.empty() ? "" : "\n") + text(t);
  return out;
}

}  // namespace brink
