#include "brink/study/treatment.h"

#include <algorithm>
#include <charconv>

namespace brink {

namespace {

struct Kind {
  const char* name;
  std::vector<std::string> settings;
};

const std::vector<Kind>& kinds() {
  static const std::vector<std::string> at_ccp{"offsets", "ccp", "draws", "temperature", "top_p"};
  static const std::vector<Kind> kAll{{"curve", {"checkpoints"}},
                                      {"eat", {}},
                                      {"free", {"checkpoints", "draws", "temperature", "top_p", "max_tokens"}},
                                      {"truncate", at_ccp},
                                      {"placebo", at_ccp},
                                      {"resample", {"draws", "temperature", "top_p"}},
                                      {"budget", {}}};
  return kAll;
}

}  // namespace

const std::vector<std::string>& treatment_kinds() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names;
    for (const Kind& kind : kinds()) names.emplace_back(kind.name);
    return names;
  }();
  return kNames;
}

const std::vector<std::string>& treatment_settings(std::string_view kind) {
  return std::ranges::find(kinds(), kind, [](const Kind& k) { return std::string_view(k.name); })->settings;
}

std::optional<TreatmentSpec> treatment_from_text(std::string_view text) {
  constexpr int kMost = 1'000'000;
  TreatmentSpec out;
  out.name = text;
  out.kind = text.substr(0, text.find(':'));
  if (std::ranges::find(treatment_kinds(), out.kind) == treatment_kinds().end()) return std::nullopt;
  if (out.kind == "free") {  // several short continuations at fewer places
    out.checkpoints = 4;
    out.draws = 5;
  }
  const std::string_view number = text.substr(out.kind.size());
  if (out.kind != "budget") return number.empty() ? std::optional(out) : std::nullopt;
  if (number.size() < 2 || number[1] == '0') return std::nullopt;
  const auto [end, failure] = std::from_chars(number.data() + 1, number.data() + number.size(), out.n);
  if (failure != std::errc{} || end != number.data() + number.size() || out.n < 1 || out.n > kMost) return std::nullopt;
  return out;
}

}  // namespace brink
