#include "brink/stats/named/field.h"

#include <fmt/core.h>

#include <cmath>
#include <limits>

namespace brink::stats {

void Field::refuse(const std::string& what) const {
  throw Error(ErrorKind::kUsage, fmt::format("{}: {}", path_.empty() ? "input" : path_, what),
              "brink stat NAME --help describes the input");
}

Field Field::at(std::string_view name) const {
  if (!value_->is_object()) refuse("must be an object");
  const auto member = value_->find(name);
  const std::string path = path_.empty() ? std::string(name) : fmt::format("{}.{}", path_, name);
  if (member == value_->end()) Field(*value_, path).refuse("is missing");
  return {*member, path};
}

std::optional<Field> Field::find(std::string_view name) const {
  if (!value_->is_object()) refuse("must be an object");
  const auto member = value_->find(name);
  if (member == value_->end() || member->is_null()) return std::nullopt;
  return at(name);
}

std::vector<Field> Field::list() const {
  if (!value_->is_array()) refuse("must be a list");
  std::vector<Field> elements;
  elements.reserve(value_->size());
  for (std::size_t i = 0; i < value_->size(); ++i) elements.emplace_back((*value_)[i], fmt::format("{}[{}]", path_, i));
  return elements;
}

double Field::number() const {
  if (value_->is_null()) return std::numeric_limits<double>::quiet_NaN();
  if (value_->is_number()) return value_->get<double>();
  if (value_->is_string()) {
    const auto& word = value_->get_ref<const std::string&>();
    if (word == "nan") return std::numeric_limits<double>::quiet_NaN();
    if (word == "inf") return std::numeric_limits<double>::infinity();
    if (word == "-inf") return -std::numeric_limits<double>::infinity();
  }
  refuse("must be a number, \"nan\", \"inf\" or \"-inf\"");
}

double Field::finite() const {
  const double v = number();
  if (!std::isfinite(v)) refuse("must be a finite number");
  return v;
}

std::int64_t Field::integer(std::int64_t low, std::int64_t high) const {
  const auto outside = [&] { refuse(fmt::format("must be a whole number from {} to {}", low, high)); };
  if (!value_->is_number()) outside();
  if (value_->is_number_unsigned() && value_->get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX)) outside();
  if (value_->is_number_float()) {
    const double v = value_->get<double>();
    if (!(std::abs(v) <= 0x1.0p53) || v != std::floor(v)) outside();
  }
  const auto v = value_->get<std::int64_t>();
  if (v < low || v > high) outside();
  return v;
}

std::string Field::text() const {
  if (!value_->is_string()) refuse("must be a string");
  return value_->get<std::string>();
}

std::uint64_t Field::seed() const {
  if (value_->is_number_unsigned()) return value_->get<std::uint64_t>();
  return static_cast<std::uint64_t>(integer(INT64_MIN, INT64_MAX));
}

std::optional<int> Field::option(int n) const {
  if (value_->is_null()) return std::nullopt;
  const std::string expected = fmt::format("must be a letter A..{0:c}, a position 0..{1} or null", 'A' + n - 1, n - 1);
  if (value_->is_string()) {
    const auto& letter = value_->get_ref<const std::string&>();
    if (letter.empty()) return std::nullopt;
    const int position = letter[0] >= 'a' ? letter[0] - 'a' : letter[0] - 'A';
    if (letter.size() != 1 || position < 0 || position >= n) refuse(expected);
    return position;
  }
  if (!value_->is_number()) refuse(expected);
  return static_cast<int>(integer(0, n - 1));
}

std::string Field::one_of(std::initializer_list<std::string_view> words) const {
  std::string known;
  for (const std::string_view word : words) {
    if (value_->is_string() && value_->get_ref<const std::string&>() == word) return std::string(word);
    known += fmt::format("{}\"{}\"", known.empty() ? "" : ", ", word);
  }
  refuse("must be one of " + known);
}

Field input_object(const Json& input) {
  if (!input.is_object()) Field(input, "").refuse("must be a JSON object");
  return {input, ""};
}

Json to_json(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json to_json(const std::optional<double>& value) { return value ? to_json(*value) : Json(nullptr); }

Json reason(const std::string& why) { return why.empty() ? Json(nullptr) : Json(why); }

}  // namespace brink::stats
