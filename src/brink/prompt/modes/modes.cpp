#include <algorithm>
#include <array>

#include "brink/prompt/mode.h"

namespace brink {

extern const ModePreset kDirectMode, kCotMode, kReasoningMode, kJudgePairMode, kJudgeBestMode;

std::span<const ModePreset* const> mode_presets() {
  static constexpr std::array kAll{&kDirectMode, &kCotMode, &kReasoningMode, &kJudgePairMode, &kJudgeBestMode};
  return kAll;
}

namespace {

std::string_view short_name(const ModePreset& preset) { return preset.name.substr(preset.name.rfind('/') + 1); }

}  // namespace

const ModePreset* find_mode(std::string_view name) {
  const auto all = mode_presets();
  const auto named = [&](const ModePreset* p) { return p->name == name; };
  if (const auto full = std::find_if(all.begin(), all.end(), named); full != all.end()) return *full;
  const auto shortly = [&](const ModePreset* p) { return short_name(*p) == name; };
  const auto found = std::find_if(all.begin(), all.end(), shortly);
  if (found == all.end() || std::find_if(found + 1, all.end(), shortly) != all.end()) return nullptr;
  return *found;
}

ModeSpec to_mode(const ModePreset& preset) {
  ModeSpec mode;
  mode.name = short_name(preset);
  mode.system = preset.system;
  mode.user = preset.user;
  mode.prefill = preset.prefill;
  mode.option = preset.option;
  if (!preset.between.empty()) mode.between = preset.between;
  if (!preset.reader.empty()) mode.reader = preset.reader;
  mode.tie = preset.tie;
  return mode;
}

}  // namespace brink
