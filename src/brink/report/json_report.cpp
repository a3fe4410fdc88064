#include "brink/report/json_report.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
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

}  // namespace

Json json_report(std::span<const Result> results) {
  const std::map<std::size_t, Adjusted> of_p = adjusted(results);
  Json list = Json::array();
  for (std::size_t i = 0; i < results.size(); ++i) {
    Json& row = list.emplace_back(result_json(results[i]));
    const auto found = of_p.find(i);
    const bool has = found != of_p.end();
    row["p_holm"] = has ? Json(found->second.holm) : Json(nullptr);
    row["p_bh"] = has ? Json(found->second.benjamini_hochberg) : Json(nullptr);
    row["n_family"] = has ? found->second.n_family : 0;
  }
  return {{"brink_report", kReportFormat}, {"results", std::move(list)}};
}

}  // namespace brink
