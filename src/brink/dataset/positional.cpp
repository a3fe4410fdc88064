#include "brink/dataset/item.h"

namespace brink {
bool names_other_options(std::string_view) { return false; }
}  // namespace brink
