#include <algorithm>
#include <cassert>

#include "brink/prompt/prompt.h"
#include "brink/prompt/template.h"

namespace brink {

std::string slot_label(const Variant& variant, int slot) {
  assert(variant.label_set == "letters" && slot >= 0 && slot < 26);
  return std::string(1, static_cast<char>('A' + slot));
}

Messages render(const Item& item, const Variant& variant, const ModeSpec& mode) {
  std::string options;
  for (int slot = 0; slot < static_cast<int>(variant.order.size()); ++slot) {
    if (slot > 0) options += '\n';
    const auto option = static_cast<std::size_t>(variant.order[static_cast<std::size_t>(slot)]);
    options += slot_label(variant, slot) + ". " + item.options[option];
  }

  const auto places = placeholders(mode.system + mode.user);
  const bool placed = std::find(places.begin(), places.end(), "passage") != places.end();
  const std::string lead = item.passage.empty() || placed ? "" : item.passage + "\n\n";
  const std::map<std::string, std::string, std::less<>> values{
      {"question", lead + item.stem}, {"options", options}, {"passage", item.passage}};

  Messages turns;
  if (!mode.system.empty()) turns.push_back({"system", fill(mode.system, values)});
  turns.push_back({"user", fill(mode.user, values)});
  if (!mode.prefill.empty()) turns.push_back({"assistant", mode.prefill});
  return turns;
}

}  // namespace brink
