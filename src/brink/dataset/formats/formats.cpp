#include <array>

#include "brink/dataset/format.h"

namespace brink {

extern const DataFormat kMmlu, kArc, kCsv, kJsonl;

// Special formats before the generic ones: the first that matches a file reads it.
std::span<const DataFormat* const> data_formats() {
  static constexpr std::array kAll{&kMmlu, &kArc, &kJsonl, &kCsv};
  return kAll;
}

}  // namespace brink
