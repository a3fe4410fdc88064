#include "brink/base/problem.h"

namespace brink {

std::string describe(std::span<const Problem> problems) {
  std::string out;
  for (const Problem& p : problems) {
    if (!out.empty()) out += '\n';
    if (const std::string at = p.at.text(); !at.empty()) out += at + ": ";
    out += p.what;
    if (!p.hint.empty()) out += "\n  " + p.hint;
  }
  return out;
}

}  // namespace brink
