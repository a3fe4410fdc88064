#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace brink {

/// A content hash; the name of everything that is stored once.
struct Sha256 {
  std::array<std::uint8_t, 32> bytes{};

  /// 64 lower-case hexadecimal digits.
  std::string hex() const;
  /// The first n hexadecimal digits, for people.
  std::string short_hex(int n = 12) const { return hex().substr(0, static_cast<std::size_t>(n)); }
  /// First 8 bytes, big-endian: where a seed or a rank is derived from a hash.
  std::uint64_t head() const;
  bool is_zero() const { return *this == Sha256{}; }

  static std::optional<Sha256> from_hex(std::string_view text);
  auto operator<=>(const Sha256&) const = default;
};

Sha256 sha256(std::string_view bytes);

/// Hash of a file's bytes, read in blocks. Throws Error(kInput) when it cannot be read.
Sha256 sha256_file(const std::filesystem::path& path);

}  // namespace brink

template <>
struct std::hash<brink::Sha256> {
  std::size_t operator()(const brink::Sha256& h) const noexcept { return static_cast<std::size_t>(h.head()); }
};
