#include "brink/compare/assertion.h"

#include <algorithm>
#include <set>

#include "brink/base/error.h"
#include "brink/base/text.h"

namespace brink {
namespace {

std::optional<double> part_of(const Result& r, Assertion::Part part) {
  switch (part) {
    case Assertion::Part::kLow:
      return r.low;
    case Assertion::Part::kHigh:
      return r.high;
    case Assertion::Part::kNull:
      return r.null;
    case Assertion::Part::kP:
      return r.p;
    case Assertion::Part::kValue:
      break;
  }
  return r.value;
}

bool holds(double value, Assertion::Relation relation, double bound) {
  switch (relation) {
    case Assertion::Relation::kGreater:
      return value > bound;
    case Assertion::Relation::kGreaterEqual:
      return value >= bound;
    case Assertion::Relation::kLess:
      return value < bound;
    case Assertion::Relation::kLessEqual:
      return value <= bound;
    case Assertion::Relation::kEqual:
      return value == bound;
    case Assertion::Relation::kNotEqual:
      break;
  }
  return value != bound;
}

bool is_meant(const Result& r, const Assertion& assertion) {
  if (r.metric != assertion.metric) return false;
  for (const auto& [key, value] : assertion.where) {
    const auto at = r.group.find(key);
    if (at == r.group.end() || at->second != value) return false;
  }
  const auto unless_named = [&](const char* key) { return assertion.where.contains(key) || !r.group.contains(key); };
  if (!unless_named("item") || !unless_named("n_options")) return false;
  const auto items = r.group.find("items");
  return items == r.group.end() || assertion.where.contains("items") || items->second == kAllItems;
}

/// Says which word of `where` is in no result.
[[noreturn]] void nothing_meant(const Assertion& assertion, std::span<const Result> results) {
  const std::string start = "assertion \"" + assertion.text + "\": ";
  for (const auto& [key, value] : assertion.where) {
    std::set<std::string> keys, values;
    for (const Result& r : results) {
      if (r.metric != assertion.metric) continue;
      for (const auto& [k, v] : r.group) keys.insert(k);
      if (const auto at = r.group.find(key); at != r.group.end()) values.insert(at->second);
    }
    if (values.contains(value)) continue;
    const std::set<std::string>& known = values.empty() ? keys : values;
    const std::string& wrong = values.empty() ? key : value;
    std::string list;
    for (const std::string& word : known) list += (list.empty() ? "" : ", ") + word;
    const std::string near = closest(wrong, {known.begin(), known.end()});
    throw Error(ErrorKind::kUsage,
                start + (values.empty() ? "no result has the key '" + key + "'"
                                        : "no result has " + key + " = '" + value + "'"),
                (near.empty() ? "" : "did you mean '" + near + "'? ") + "known: " + list +
                    (values.empty() ? "; --by adds a tag" : ""));
  }
  throw Error(ErrorKind::kUsage, start + "no result has all of these together",
              "`brink report --json` has all results");
}

}  // namespace

std::vector<AssertionRow> check_assertion(const Assertion& assertion, std::span<const Result> results) {
  if (results.empty()) throw Error(ErrorKind::kInput, "there are no results to check", "`brink run` makes them");
  std::vector<AssertionRow> out;
  for (const Result& r : results) {
    if (!is_meant(r, assertion)) continue;
    AssertionRow row{&r, part_of(r, assertion.part), {}, false};
    if (row.value)
      row.holds = holds(*row.value, assertion.relation, assertion.bound);
    else
      row.reason = r.reason.empty() ? "the metric has none" : r.reason;
    out.push_back(std::move(row));
  }
  if (out.empty()) nothing_meant(assertion, results);
  return out;
}

}  // namespace brink
