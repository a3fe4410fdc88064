#pragma once

#include <string>
#include <vector>

#include "brink/stats/stopping.h"

namespace brink {

/// A stopping policy as `policy` in a result's group: "equal:3", "margin:2", "eat:0.01", "budget:64".
struct NamedPolicy {
  std::string name;
  stats::Policy policy;
};

/// The policies that tables replay.
std::vector<NamedPolicy> stop_policies();

}  // namespace brink
