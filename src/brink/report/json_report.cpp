#include "brink/report/json_report.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "brink/metrics/result_json.h"
#include "brink/stats/padjust.h"

namespace brink {
namespace {

using Group = std::map<std::string, std::string>;

/// The metric, and the set of items: `items`, and tags. Rows of single items are a family of their own.
using FamilyKey = std::pair<std::string, Group>;

FamilyKey family_of(const Result& r) {
  const auto keys = group_keys();
  Group set;
  for (const auto& [key, value] : r.group) {
    const bool is_tag = std::ranges::find(keys, key, &GroupKey::name) == keys.end();
    if (is_tag || key == "items") set[key] = value;
    if (key == "item") set[key];
  }
  return {r.metric, std::move(set)};
}

struct Adjusted {
  double holm, benjamini_hochberg;
  std::size_t n_family;
};

/// Of the results that have a p, by number.
std::map<std::size_t, Adjusted> adjusted(std::span<const Result> results) {
  std::map<FamilyKey, std::vector<std::size_t>> families;
  for (std::size_t i = 0; i < results.size(); ++i)
    if (results[i].p) families[family_of(results[i])].push_back(i);
  std::map<std::size_t, Adjusted> out;
  for (const auto& [key, members] : families) {
    std::vector<double> p;
    for (const std::size_t i : members) p.push_back(*results[i].p);
    const std::vector<double> holm = stats::holm(p), bh = stats::benjamini_hochberg(p);
    for (std::size_t k = 0; k < members.size(); ++k) out[members[k]] = {holm[k], bh[k], members.size()};
  }
  return out;
}

// Calls f with each result's row.
template <class F>
void each_row(std::span<const Result> results, const F& f) {
  const std::map<std::size_t, Adjusted> of_p = adjusted(results);
  for (std::size_t i = 0; i < results.size(); ++i) {
    Json row = result_json(results[i]);
    const auto found = of_p.find(i);
    const bool has = found != of_p.end();
    row["p_holm"] = has ? Json(found->second.holm) : Json(nullptr);
    row["p_bh"] = has ? Json(found->second.benjamini_hochberg) : Json(nullptr);
    row["n_family"] = has ? found->second.n_family : 0;
    f(std::move(row));
  }
}

// A value as it stands inside others.
void write_indented(std::ostream& out, const Json& value, std::size_t indent) {
  const std::string line_end = "\n" + std::string(indent, ' ');
  const std::string text = value.dump(2);  // in which a line end is never part of a string
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (begin > 0) out << line_end;
    out << std::string_view(text).substr(begin, end - begin);
    begin = end + 1;
  }
}

}  // namespace

Json json_report(std::span<const Result> results) {
  Json list = Json::array();
  each_row(results, [&](Json row) { list.push_back(std::move(row)); });
  return {{"brink_report", kReportFormat}, {"results", std::move(list)}};
}

void write_json_report(std::ostream& out, std::span<const Result> results, const Json& audits) {
  out << "{\n  \"brink_report\": " << kReportFormat << ",\n  \"results\": [";
  const char* before = "\n    ";
  each_row(results, [&](const Json& row) {
    out << std::exchange(before, ",\n    ");
    write_indented(out, row, 4);
  });
  out << (results.empty() ? "]" : "\n  ]");
  if (!audits.empty()) {
    out << ",\n  \"audits\": ";
    write_indented(out, audits, 2);
  }
  out << "\n}";
}

}  // namespace brink
