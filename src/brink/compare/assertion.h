#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "brink/metrics/metric.h"

namespace brink {

/// A bound that results must keep, as written on a command line:
///
///   METRIC[_low|_high|_null|_p]  > | >= | < | <= | == | !=  NUMBER[%]  [where KEY=VALUE ...]
///
/// "flip_rate < .1", "accuracy_low >= 50% where model=m mode=cot", "order_test_p > .01". A name of `brink list metrics`
/// comes first; what is behind its last underscore is a part only when the whole is no metric. "pull_p" is the p of
/// order_test, the one test of all pulls. Values with spaces stand in quotes.
struct Assertion {
  enum class Part { kValue, kLow, kHigh, kNull, kP };
  enum class Relation { kGreater, kGreaterEqual, kLess, kLessEqual, kEqual, kNotEqual };

  std::string text;  // as written
  std::string metric;
  Part part = Part::kValue;
  Relation relation = Relation::kLess;
  double bound = 0;
  std::map<std::string, std::string> where;  // keys of Result::group
};

/// Throws Error(kUsage) saying what was expected and where, with a suggestion for a name that is not known.
Assertion parse_assertion(std::string_view text);

/// What an assertion says of one result.
struct AssertionRow {
  const Result* result;
  std::optional<double> value;
  std::string reason;  // why there is none
  bool holds = false;  // never without a value
};

/// Every result that the assertion is about: one of each configuration, slot, status and tag value, as far as `where`
/// narrows none of them; all items, all numbers of options together and no single item unless `where` says otherwise.
/// Throws Error(kUsage) when `where` leaves nothing, Error(kInput) when there are no results at all.
std::vector<AssertionRow> check_assertion(const Assertion& assertion, std::span<const Result> results);

}  // namespace brink
