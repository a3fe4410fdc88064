#include "brink/extract/thinking_tags.h"

#include <algorithm>
#include <array>
#include <optional>

#include "brink/base/text.h"

namespace brink {
namespace {

struct Tag {
  std::string_view text;
  TagAt::Kind kind;
  TagFamily family;
};

using enum TagFamily;

// The one list of tags. No tag is the beginning of another.
constexpr std::array kTags{
    Tag{"<think>", TagAt::kOpen, kThink},  // DeepSeek R1, Qwen 3, GLM, Nemotron, SmolLM3, ...
    Tag{"</think>", TagAt::kClose, kThink},
    Tag{"<thinking>", TagAt::kOpen, kThinking},
    Tag{"</thinking>", TagAt::kClose, kThinking},
    Tag{"<thought>", TagAt::kOpen, kThought},
    Tag{"</thought>", TagAt::kClose, kThought},
    Tag{"<reasoning>", TagAt::kOpen, kReasoning},
    Tag{"</reasoning>", TagAt::kClose, kReasoning},
    Tag{"[THINK]", TagAt::kOpen, kBracket},  // Mistral
    Tag{"[/THINK]", TagAt::kClose, kBracket},
    Tag{"<seed:think>", TagAt::kOpen, kSeed},
    Tag{"</seed:think>", TagAt::kClose, kSeed},
    Tag{"<mm:think>", TagAt::kOpen, kMiniMax},
    Tag{"</mm:think>", TagAt::kClose, kMiniMax},
    Tag{"◁think▷", TagAt::kOpen, kKimi},
    Tag{"◁/think▷", TagAt::kClose, kKimi},
    Tag{"<|START_THINKING|>", TagAt::kOpen, kCommand},
    Tag{"<|END_THINKING|>", TagAt::kClose, kCommand},
    Tag{"<|START_RESPONSE|>", TagAt::kToken, kCommand},
    Tag{"<|END_RESPONSE|>", TagAt::kToken, kCommand},
    Tag{"<|inner_prefix|>", TagAt::kOpen, kApertus},
    Tag{"<|inner_suffix|>", TagAt::kClose, kApertus},
    Tag{"<|channel>thought", TagAt::kOpen, kGemma},
    Tag{"<channel|>", TagAt::kClose, kGemma},
    Tag{"<|channel|>analysis<|message|>", TagAt::kOpen, kHarmony},  // gpt-oss
    Tag{"<|channel|>final<|message|>", TagAt::kToken, kHarmony},
    Tag{"<|channel|>commentary<|message|>", TagAt::kToken, kHarmony},
    Tag{"<|start|>assistant", TagAt::kToken, kHarmony},
    Tag{"<|end|>", TagAt::kToken, kHarmony},
    Tag{"<|return|>", TagAt::kToken, kHarmony},
};

struct FamilyName {
  std::string_view name;
  std::optional<TagFamily> family;  // none: nothing is thinking
};
constexpr std::array kFamilyNames{
    FamilyName{"think", kThink},       FamilyName{"deepseek", kThink},  FamilyName{"qwen3", kThink},
    FamilyName{"glm", kThink},         FamilyName{"nemotron", kThink},  FamilyName{"smollm3", kThink},
    FamilyName{"thinking", kThinking}, FamilyName{"thought", kThought}, FamilyName{"reasoning", kReasoning},
    FamilyName{"bracket", kBracket},   FamilyName{"mistral", kBracket}, FamilyName{"magistral", kBracket},
    FamilyName{"seed", kSeed},         FamilyName{"minimax", kMiniMax}, FamilyName{"kimi", kKimi},
    FamilyName{"command", kCommand},   FamilyName{"cohere", kCommand},  FamilyName{"apertus", kApertus},
    FamilyName{"gemma", kGemma},       FamilyName{"harmony", kHarmony}, FamilyName{"gpt-oss", kHarmony},
    FamilyName{"none", std::nullopt}};

constexpr auto kFirstBytes = [] {
  std::array<bool, 256> is_first{};
  for (const Tag& tag : kTags) is_first[static_cast<unsigned char>(tag.text.front())] = true;
  return is_first;
}();

bool begins_with(std::string_view text, std::string_view tag) {
  return text.size() >= tag.size() && std::equal(tag.begin(), tag.end(), text.begin(),
                                                 [](char a, char b) { return ascii_lower(a) == ascii_lower(b); });
}

}  // namespace

std::vector<std::string> thinking_families() {
  std::vector<std::string> names;
  for (const FamilyName& row : kFamilyNames) names.emplace_back(row.name);
  return names;
}

std::string_view closing_text(TagFamily family) {
  // Harmony's thinking is a message of its own: another one has to begin.
  if (family == kHarmony) return "<|end|><|start|>assistant<|channel|>final<|message|>";
  return std::ranges::find_if(kTags, [&](const Tag& t) { return t.family == family && t.kind == TagAt::kClose; })->text;
}

std::vector<TagAt> find_thinking_tags(std::string_view text, std::string_view family) {
  std::optional<TagFamily> only;
  if (!family.empty()) {
    const auto row = std::ranges::find(kFamilyNames, family, &FamilyName::name);
    if (row == kFamilyNames.end() || !row->family) return {};
    only = row->family;
  }
  std::vector<TagAt> found;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!kFirstBytes[static_cast<unsigned char>(text[i])]) continue;
    const auto tag = std::ranges::find_if(kTags, [&](const Tag& t) { return begins_with(text.substr(i), t.text); });
    if (tag == kTags.end() || (only && tag->family != *only)) continue;
    found.push_back({i, i + tag->text.size(), tag->kind, tag->family});
    i += tag->text.size() - 1;
  }
  return found;
}

}  // namespace brink
