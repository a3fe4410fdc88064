#include "brink/study/words.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>

namespace brink {
namespace {

std::optional<int> number(std::string_view digits, int least, int most) {
  int value = 0;
  const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (failure != std::errc{} || end != digits.data() + digits.size() || value < least || value > most)
    return std::nullopt;
  return value;
}

}  // namespace

std::optional<PermutationSpec> permutation_from_text(std::string_view text) {
  constexpr std::array<std::string_view, 6> kKinds{"cyclic", "none", "reversed", "both", "all", "pairs"};
  if (std::find(kKinds.begin(), kKinds.end(), text) != kKinds.end()) return PermutationSpec{std::string(text), 0};
  constexpr std::string_view kRandom = "random:";
  if (!text.starts_with(kRandom)) return std::nullopt;
  const auto n = number(text.substr(kRandom.size()), 1, 120);
  return n ? std::optional(PermutationSpec{"random", *n}) : std::nullopt;
}

std::optional<Site> site_from_text(std::string_view text) {
  if (text == "final") return Site{Site::Point::kFinal};
  const auto layer = number(text, 0, 100'000);
  return layer ? std::optional(Site{Site::Point::kResidPost, *layer}) : std::nullopt;
}

std::filesystem::path resolve_path(std::string_view text, const std::filesystem::path& study_file) {
  std::filesystem::path path(text);
  if (text.starts_with("~/"))
    if (const char* home = std::getenv("HOME")) path = std::filesystem::path(home) / text.substr(2);
  return (study_file.parent_path() / path).lexically_normal();
}

}  // namespace brink
