#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace brink {

/// Canonical encoding of a value for its content hash: `name:length:bytes\n` per field, in the order of the calls.
///
/// A field at its default is left out by the caller's use of the `_unless` forms, so a field added later, at its
/// default, changes no hash. Nested values are the encoding of another Canonical. Injective: lengths are explicit.
class Canonical {
 public:
  /// @param kind  what is encoded and the version of its field list, as "request.1".
  explicit Canonical(std::string_view kind) { field("kind", kind); }

  Canonical& field(std::string_view name, std::string_view value) {
    text_.append(name).append(":").append(std::to_string(value.size())).append(":").append(value).append("\n");
    return *this;
  }
  Canonical& field_unless_empty(std::string_view name, std::string_view value) {
    return value.empty() ? *this : field(name, value);
  }
  Canonical& field_unless(std::string_view name, std::int64_t value, std::int64_t standard) {
    return value == standard ? *this : field(name, std::to_string(value));
  }
  /// Numbers as their shortest decimal text, never as floating-point bytes.
  Canonical& field_unless(std::string_view name, double value, double standard);

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace brink
