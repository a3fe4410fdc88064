#pragma once

#include <span>
#include <string>

#include "brink/base/json.h"
#include "brink/metrics/audit.h"

namespace brink {

/// Imported answers beside what their log said: for each configuration how many were read, the published accuracy and
/// ours, where answers stood, and the first few of those on which the two differ. Empty without audits.
std::string audit_text(std::span<const Audit> audits, int width);

/// The same with every disagreement; documented in docs/imports.md.
Json audit_json(std::span<const Audit> audits);

}  // namespace brink
