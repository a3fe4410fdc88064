#include "brink/model/record.h"

namespace brink {

std::string anchor_kind(const RowKey& key) { return key.point == "end" ? key.treatment : key.point; }

}  // namespace brink
