#include "brink/base/canonical.h"

#include "brink/base/text.h"

namespace brink {

Canonical& Canonical::field_unless(std::string_view name, double value, double standard) {
  return value == standard ? *this : field(name, decimal_text(value));
}

}  // namespace brink
