#include "brink/model/record.h"

namespace brink {

std::string anchor_kind(const RowKey& key) {
  if (key.treatment == kStates) return key.treatment + ":" + key.point;
  return key.point == "end" ? key.treatment : key.point;
}

}  // namespace brink
