#pragma once

#include "brink/base/json.h"
#include "brink/stats/auroc.h"

namespace brink::stats {

/// The fields of `auroc_bootstrap`. @param n  rows.
Json to_json(const AurocBootstrap& bootstrap, std::size_t n);

}  // namespace brink::stats
