#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "brink/base/json.h"

namespace brink {

/// A value as JSON; an absent one is null.
template <class T>
Json maybe(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

}  // namespace brink
