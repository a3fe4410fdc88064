#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "brink/base/error.h"
#include "brink/base/estimate.h"
#include "brink/base/json.h"

namespace brink::stats {

/// A value of an input with the path that leads to it ("questions[3].answers[0]"), so that every complaint says where.
class Field {
 public:
  Field(const Json& value, std::string path) : value_(&value), path_(std::move(path)) {}

  const Json& json() const { return *value_; }
  const std::string& path() const { return path_; }
  bool is_null() const { return value_->is_null(); }

  /// Throws Error(kUsage, "<path>: <what>").
  [[noreturn]] void refuse(const std::string& what) const;

  /// Member of an object: required, or nothing when it is missing or null.
  Field at(std::string_view name) const;
  std::optional<Field> find(std::string_view name) const;
  /// Elements of a list.
  std::vector<Field> list() const;

  /// A number; null and "nan" are NaN, "inf" and "-inf" infinite.
  double number() const;
  /// A number that is not NaN and not infinite.
  double finite() const;
  /// A whole number in [low, high]; 4.0 is one.
  std::int64_t integer(std::int64_t low, std::int64_t high) const;
  std::string text() const;
  /// Seed of a generator: any whole number, negative ones modulo 2^64.
  std::uint64_t seed() const;
  /// A position among n options: letter, or 0-based number. null and "" are nothing.
  std::optional<int> option(int n) const;
  /// One of the words.
  std::string one_of(std::initializer_list<std::string_view> words) const;

 private:
  const Json* value_;
  std::string path_;
};

/// The input as a whole: refuses anything but an object.
Field input_object(const Json& input);

/// null for an absent or non-finite value.
Json to_json(const std::optional<double>& value);
inline Json to_json(const Estimate& estimate) { return to_json(estimate.value); }
Json to_json(double value);

/// null or the text.
Json reason(const std::string& why);

}  // namespace brink::stats
