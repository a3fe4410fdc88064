#include "brink/report/json_report.h"

#include <algorithm>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
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

/// The p-values of a family as they come, then adjusted, to be taken in the same order.
class Family {
 public:
  void add(double p) { p_.push_back(p); }
  Adjusted next() {
    if (holm_.empty()) {
      holm_ = stats::holm(p_);
      bh_ = stats::benjamini_hochberg(p_);
    }
    const std::size_t i = n_taken_++;
    return {holm_.at(i), bh_.at(i), p_.size()};
  }

 private:
  std::vector<double> p_, holm_, bh_;
  std::size_t n_taken_ = 0;
};

/// Calls f(result, adjusted p or nothing) with each result.
template <class Each, class F>
void each_adjusted(const Each& each, const F& f) {
  std::map<FamilyKey, Family> families;
  each(true, [&](const Result& r) {
    if (r.p) families[family_of(r)].add(*r.p);
  });
  each(false, [&](const Result& r) {
    std::optional<Adjusted> adjusted;
    if (r.p) adjusted = families[family_of(r)].next();
    f(r, adjusted);
  });
}

ItemResults each_of(std::span<const Result> results) {
  return [results](bool, const std::function<void(const Result&)>& visit) {
    for (const Result& r : results) visit(r);
  };
}

// As Json's dump() has it.
void append_string(std::string& out, std::string_view text) {
  const auto as_it_is = [](char c) { return c >= ' ' && c < 0x7f && c != '"' && c != '\\'; };
  if (std::ranges::all_of(text, as_it_is))
    out.append(1, '"').append(text).append(1, '"');
  else
    out += Json(text).dump();
}

template <class Map, class Append>
void append_members(std::string& out, const Map& map, const Append& append) {
  const char* before = "{\n        ";
  for (const auto& [key, value] : map) {
    out += std::exchange(before, ",\n        ");
    append_string(out, key);
    out += ": ";
    append(value);
  }
  out += map.empty() ? "{}" : "\n      }";
}

// A row of json_report() as it stands there, without a tree of it: those of single items are many.
void append_row(std::string& out, const Result& r, const std::optional<Adjusted>& adjusted) {
  const char* before = "{\n      \"";
  const auto name = [&](const char* member) -> std::string& {
    return out.append(std::exchange(before, ",\n      \"")).append(member).append("\": ");
  };
  const auto number = [&](const char* member, const std::optional<double>& value) {
    name(member) += value ? Json(*value).dump() : "null";
  };
  append_string(name("metric"), r.metric);
  append_members(name("group"), r.group, [&](const std::string& value) { append_string(out, value); });
  number("value", r.value);
  number("low", r.low);
  number("high", r.high);
  number("null", r.null);
  number("p", r.p);
  append_string(name("p_kind"), r.p_kind);
  name("n") += std::to_string(r.n);
  name("n_clusters") += std::to_string(r.n_clusters);
  append_members(name("left_out"), r.left_out, [&](int n) { out += std::to_string(n); });
  append_string(name("unit"), r.unit);
  append_string(name("reason"), r.reason);
  number("p_holm", adjusted ? std::optional(adjusted->holm) : std::nullopt);
  number("p_bh", adjusted ? std::optional(adjusted->benjamini_hochberg) : std::nullopt);
  name("n_family") += std::to_string(adjusted ? adjusted->n_family : 0);
  out += "\n    }";
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
  each_adjusted(each_of(results), [&](const Result& r, const std::optional<Adjusted>& adjusted) {
    Json& row = list.emplace_back(result_json(r));
    row["p_holm"] = adjusted ? Json(adjusted->holm) : Json(nullptr);
    row["p_bh"] = adjusted ? Json(adjusted->benjamini_hochberg) : Json(nullptr);
    row["n_family"] = adjusted ? adjusted->n_family : 0;
  });
  return {{"brink_report", kReportFormat}, {"results", std::move(list)}};
}

void write_json_report(std::ostream& out, std::span<const Result> results, const ItemResults& items,
                       const std::function<Json()>& audits_of) {
  out << "{\n  \"brink_report\": " << kReportFormat << ",\n  \"results\": [";
  const char* before = "\n    ";
  std::string row;
  const auto write = [&](const Result& r, const std::optional<Adjusted>& adjusted) {
    row.clear();
    append_row(row, r, adjusted);
    out << std::exchange(before, ",\n    ") << row;
  };
  each_adjusted(each_of(results), write);
  each_adjusted(items, write);
  out << (*before == '\n' ? "]" : "\n  ]");
  if (const Json audits = audits_of(); !audits.empty()) {
    out << ",\n  \"audits\": ";
    write_indented(out, audits, 2);
  }
  out << "\n}";
}

}  // namespace brink
