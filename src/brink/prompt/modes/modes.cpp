#include <algorithm>
#include <array>

#include "brink/prompt/mode.h"
#include "brink/prompt/template.h"

namespace brink {

extern const ModePreset kDirectMode, kCotMode, kReasoningMode, kJudgePairMode, kJudgeBestMode;
extern const ModePreset kIntentionBaseline, kIntentionCot, kIntentionCotOpen, kIntentionBabble, kChoiceBaseline,
    kChoiceCot, kChoiceCotOpen, kChoiceBabble, kNumericBaseline, kNumericCot, kNumericBabble;

std::span<const ModePreset* const> mode_presets() {
  static constexpr std::array kAll{
      &kDirectMode,   &kCotMode,          &kReasoningMode,   &kJudgePairMode,  &kJudgeBestMode, &kIntentionBaseline,
      &kIntentionCot, &kIntentionCotOpen, &kIntentionBabble, &kChoiceBaseline, &kChoiceCot,     &kChoiceCotOpen,
      &kChoiceBabble, &kNumericBaseline,  &kNumericCot,      &kNumericBabble,
  };
  return kAll;
}

const ModePreset* find_mode(std::string_view name) {
  const auto all = mode_presets();
  if (name.empty()) return nullptr;
  for (const ModePreset* preset : all)
    if (preset->name == name || preset->alias == name) return preset;
  const std::string ending = "/" + std::string(name);
  const ModePreset* found = nullptr;
  bool unique = false;
  for (const ModePreset* preset : all) {
    if (!preset->name.ends_with(ending) || (found && preset->name.size() > found->name.size())) continue;
    unique = !found || preset->name.size() < found->name.size();
    found = preset;
  }
  return unique ? found : nullptr;
}

ModeSpec to_mode(const ModePreset& preset) {
  ModeSpec mode;
  mode.name = preset.alias.empty() ? preset.name : preset.alias;
  mode.system = preset.system;
  mode.user = preset.user;
  mode.open_user = preset.open_user;
  mode.prefill = preset.prefill;
  mode.option = preset.option;
  if (!preset.between.empty()) mode.between = preset.between;
  if (!preset.reader.empty()) mode.reader = preset.reader;
  mode.tie = preset.tie;
  if (preset.max_tokens > 0) mode.max_tokens = preset.max_tokens;
  return mode;
}

bool asks(const ModeSpec& mode, bool with_options) {
  const auto places = placeholders(mode.system + mode.user);
  const bool shows_options = std::ranges::find(places, "options") != places.end();
  return with_options ? shows_options : !shows_options || !mode.open_user.empty();
}

}  // namespace brink
