#include "brink/plan/label_tokens.h"

#include <algorithm>
#include <utility>

#include "brink/dataset/labels.h"

namespace brink {

const std::vector<Token>& LabelTokens::of(const Variant& variant) {
  std::vector<std::string> labels = slot_labels(variant);
  std::ranges::sort(labels);
  std::string joined;
  for (const std::string& label : labels) joined += label + ",";
  const auto [found, is_new] = of_labels_.try_emplace(std::move(joined));
  if (!is_new) return found->second;
  for (Token token = 0;; ++token) {
    std::optional<std::string> text = backend_.token_text(token);
    if (!text) break;
    const std::string label(spelled_label(*text));
    if (label.empty() || !std::ranges::binary_search(labels, label)) continue;
    found->second.push_back(token);
    texts_.emplace(token, *std::move(text));
  }
  return found->second;
}

}  // namespace brink
