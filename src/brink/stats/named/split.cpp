#include <algorithm>
#include <unordered_map>

#include "brink/stats/item_split.h"
#include "brink/stats/named/field.h"
#include "brink/stats/named/named.h"

namespace brink::stats {
namespace {

std::string item_name(const Field& field) {
  if (field.json().is_string()) return field.text();
  if (!field.json().is_number_integer()) field.refuse("must be a string or a whole number");
  return field.json().dump();
}

Json compute(const Json& input) {
  const Field in = input_object(input);
  const auto strata_field = in.find("strata");
  const std::vector<Field> strata = strata_field ? strata_field->list() : std::vector<Field>();
  std::vector<std::string> names;      // distinct items, in order of first appearance
  std::vector<std::size_t> of_record;  // record -> item
  std::vector<int> stratum;            // item -> stratum, that of its first record
  std::vector<Json> stratum_values;
  std::unordered_map<std::string, std::size_t> numbers;
  const std::vector<Field> records = in.at("items").list();
  if (strata_field && strata.size() != records.size()) strata_field->refuse("must be as long as items");
  for (std::size_t i = 0; i < records.size(); ++i) {
    const auto [at, added] = numbers.try_emplace(item_name(records[i]), names.size());
    of_record.push_back(at->second);
    if (!added) continue;
    names.push_back(at->first);
    const Json value = strata_field ? strata[i].json() : Json();
    const auto known = std::find(stratum_values.begin(), stratum_values.end(), value);
    stratum.push_back(static_cast<int>(known - stratum_values.begin()));
    if (known == stratum_values.end()) stratum_values.push_back(value);
  }
  const ItemSplit split = shuffled_split(stratum, in.at("seed").seed());
  constexpr const char* kNames[] = {"train", "val", "test"};
  Json parts = Json::array(), order = Json::array(), sizes{{"train", 0}, {"val", 0}, {"test", 0}};
  for (const std::size_t item : of_record) parts.push_back(kNames[static_cast<int>(split.parts[item])]);
  for (const int item : split.order) order.push_back(names[static_cast<std::size_t>(item)]);
  for (const Part part : split.parts) {
    Json& size = sizes[kNames[static_cast<int>(part)]];
    size = size.get<int>() + 1;
  }
  return {{"split", parts}, {"item_order", order}, {"sizes", sizes}};
}

}  // namespace

extern constinit const NamedStatistic kNamedSplit{
    .name = "split",
    .summary = "items dealt out to training, validation and test, 60/20/20",
    .help =
        "in:\n"
        "  items   of each record, repeats allowed\n"
        "  seed\n"
        "  strata  (optional) of each record; an item's is that of its first\n"
        "out:\n"
        "  split       \"train\", \"val\" or \"test\" per record; an item's records stay together\n"
        "  item_order  items as shuffled, stratum by stratum; sizes: items of each part\n",
    .source = "Intention Collapse, section 5",
    .compute = compute,
};

}  // namespace brink::stats
