#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "brink/model/backend.h"

namespace brink {

/// One row of the table in backends.cpp: a way to reach a model.
struct BackendKind {
  std::string_view name;                                  // as written in a study file
  std::string_view summary;                               // one sentence
  std::unique_ptr<Backend> (*open)(const EndpointSpec&);  // throws Error(kModel)
};

std::span<const BackendKind* const> backend_kinds();

/// Opens by EndpointSpec::backend; an unknown name is an Error(kUsage) with the known ones.
std::unique_ptr<Backend> open_backend(const EndpointSpec& spec);

}  // namespace brink
