#include "brink/dataset/item.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>
#include <unordered_map>

#include "brink/base/canonical.h"

namespace brink {
namespace {

std::string encode(const Gold& gold) {
  struct Encoder {
    std::string operator()(std::monostate) const { return {}; }
    std::string operator()(int option) const { return Canonical("option.1").field("i", std::to_string(option)).text(); }
    std::string operator()(const std::vector<int>& options) const {
      Canonical out("options.1");
      for (const int option : options) out.field("i", std::to_string(option));
      return out.text();
    }
    std::string operator()(const Decimal& number) const { return Canonical("number.1").field("n", number.text).text(); }
    std::string operator()(const std::string& text) const { return Canonical("text.1").field("t", text).text(); }
  };
  return std::visit(Encoder{}, gold);
}

}  // namespace

Sha256 item_hash(const Item& item) {
  Canonical out("item.1");
  out.field("stem", item.stem).field_unless_empty("passage", item.passage);
  for (const std::string& option : item.options) out.field("option", option);
  out.field_unless_empty("gold", encode(item.gold));
  return sha256(out.text());
}

void finish_items(std::vector<Item>& items) {
  std::unordered_map<Sha256, int> seen;
  for (Item& item : items) {
    item.hash = item_hash(item);
    item.occurrence = seen[item.hash]++;
    item.flags.duplicate_item = item.occurrence > 0;
    item.flags.duplicate_options =
        std::set<std::string>(item.options.begin(), item.options.end()).size() < item.options.size();
    item.flags.positional_options = std::any_of(item.options.begin(), item.options.end(), names_other_options);
  }
}

std::vector<Item> subset(std::vector<Item> items, std::uint64_t seed, int n) {
  std::vector<std::pair<Sha256, std::size_t>> rank;
  rank.reserve(items.size());
  for (std::size_t i = 0; i < items.size(); ++i)
    rank.emplace_back(sha256(Canonical("subset.1")
                                 .field("seed", std::to_string(seed))
                                 .field("item", items[i].hash.hex())
                                 .field("occurrence", std::to_string(items[i].occurrence))
                                 .text()),
                      i);
  std::sort(rank.begin(), rank.end());
  if (n > 0 && static_cast<std::size_t>(n) < rank.size()) rank.resize(static_cast<std::size_t>(n));
  std::vector<Item> out;
  out.reserve(rank.size());
  for (const auto& [hash, i] : rank) out.push_back(std::move(items[i]));
  return out;
}

}  // namespace brink
