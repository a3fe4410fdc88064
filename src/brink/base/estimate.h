#pragma once

#include <cassert>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

namespace brink {

/// A number, or the reason there is none. Never NaN, never a stand-in 0.
struct Estimate {
  std::optional<double> value;
  std::string why_undefined;  // set exactly when value is not

  static Estimate of(double v) {
    assert(std::isfinite(v));
    return {v, {}};
  }
  static Estimate undefined(std::string why) { return {std::nullopt, std::move(why)}; }

  bool operator==(const Estimate&) const = default;
};

}  // namespace brink
