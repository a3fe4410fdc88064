#include <algorithm>

#include "brink/dataset/labels.h"
#include "brink/prompt/prompt.h"
#include "brink/prompt/template.h"

namespace brink {

namespace {

std::string option_line(const std::string& form, const std::string& label, const std::string& option) {
  if (form.empty()) return (label.empty() ? "-" : label + ".") + " " + option;
  return fill(form, {{"label", label}, {"option", option}});
}

}  // namespace

Messages render(const Item& item, const Variant& variant, const ModeSpec& mode) {
  const std::vector<std::string> labels = slot_labels(variant);
  std::string options;
  for (std::size_t slot = 0; slot < variant.order.size(); ++slot) {
    if (slot > 0) options += mode.between;
    options += option_line(mode.option, labels[slot], item.options[static_cast<std::size_t>(variant.order[slot])]);
  }

  const std::string& user = item.options.empty() && !mode.open_user.empty() ? mode.open_user : mode.user;
  const auto places = placeholders(mode.system + user);
  const bool placed = std::find(places.begin(), places.end(), "passage") != places.end();
  const std::string lead = item.passage.empty() || placed ? "" : item.passage + "\n\n";
  const std::map<std::string, std::string, std::less<>> values{
      {"question", lead + item.stem}, {"options", options}, {"passage", item.passage}};

  Messages turns;
  if (!mode.system.empty()) turns.push_back({"system", fill(mode.system, values)});
  turns.push_back({"user", fill(user, values)});
  if (!mode.prefill.empty()) turns.push_back({"assistant", mode.prefill});
  return turns;
}

Input input_of(const Item& item, const Variant& variant, const ModeSpec& mode) {
  Messages turns = render(item, variant, mode);
  if (!mode.raw) return turns;
  RawText raw;
  for (const Message& turn : turns) raw.text += turn.content + (turn.role == "system" ? "\n\n" : "");
  return raw;
}

}  // namespace brink
