#include <algorithm>

#include "brink/base/text.h"
#include "brink/dataset/gold.h"
#include "brink/import/options_in_text.h"
#include "brink/import/row_source.h"

namespace brink {
namespace {

std::vector<std::string> trimmed(const std::vector<std::string>& texts) {
  std::vector<std::string> out;
  for (const std::string& text : texts) out.emplace_back(trim(text));
  return out;
}

bool same_texts(std::vector<std::string> a, std::vector<std::string> b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  return a == b;
}

// "(B)" as "B".
void without_brackets(GoldCell& gold) {
  for (std::string& value : gold.values)
    if (value.size() == 3 && value.front() == '(' && value.back() == ')') value = value.substr(1, 1);
}

}  // namespace

void read_prompt(RawItem& item, std::string_view prompt) {
  without_brackets(item.gold);
  const auto shown = question_in_text(prompt);
  if (!shown) return;
  if (item.options.empty()) {
    item.options = shown->options;
    if (item.stem.empty() || item.stem == prompt) item.stem = shown->stem;
    return;
  }
  const std::vector<std::string> listed = trimmed(item.options);
  if (listed == shown->options || !same_texts(listed, shown->options)) return;
  if (item.labels.empty())
    for (std::size_t i = 0; i < listed.size(); ++i) item.labels.emplace_back(1, static_cast<char>('A' + i));
  const ResolvedGold gold = resolve_gold(item.gold, listed, item.labels);
  if (const int* option = std::get_if<int>(&gold.gold))
    item.gold = {.kind = GoldCell::Kind::kText, .values = {listed[static_cast<std::size_t>(*option)]}};
  item.options = shown->options;
  item.labels.clear();
}

}  // namespace brink
