#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "brink/base/problem.h"
#include "brink/base/sha256.h"

namespace brink {

/// An exact decimal or fraction as text ("18", "-0.5", "3/4"); compared by value, never as floating point.
struct Decimal {
  std::string text;
  bool operator==(const Decimal&) const = default;
};

/// What is right: nothing known, one option (index in Item::options), several options, a number, a text.
using Gold = std::variant<std::monostate, int, std::vector<int>, Decimal, std::string>;

/// What an item's text says about itself; kept, shown, and a filter in every table.
struct Flags {
  bool positional_options = false;  // an option names other options ("all of the above", "both A and B")
  bool duplicate_options = false;   // two options with equal text: one content
  bool duplicate_item = false;      // an equal item stands earlier in the same data set
  bool operator==(const Flags&) const = default;
};

/// One question. Order of `options` is the data file's.
struct Item {
  Sha256 hash;         // content hash: see item_hash()
  int occurrence = 0;  // 0 for the first item with this hash in its data set, 1 for the next, ...
  std::string id;      // as in the file, or "<row>" counted from 1
  std::string stem, passage;
  std::vector<std::string> options;
  std::vector<std::string> labels;  // as in the file ("A".., "1"..); what the model is shown is Variant::label_set
  Gold gold;
  std::map<std::string, std::string> tags;  // subject, level, ...: every table groups by them
  SourceLine at;
  Flags flags;

  int n_options() const { return static_cast<int>(options.size()); }
  /// Index of the only right option, or -1 when the gold is not one option.
  int gold_option() const {
    const int* one = std::get_if<int>(&gold);
    return one ? *one : -1;
  }
};

/// Content hash over stem, passage, options (in file order) and gold; id, tags and labels are not content.
Sha256 item_hash(const Item& item);

/// Whether an option's text names other options, so that moving it changes its meaning: "all of the above",
/// "none of these", "both A and B", "A and C only", "I and II" is not one. Case does not matter.
bool names_other_options(std::string_view option);

/// Sets hash, occurrence and flags of every item, in order. Readers call it last.
void finish_items(std::vector<Item>& items);

/// One order of an item's options as shown: order[slot] = index in Item::options. Foundation 5.
struct Variant {
  std::vector<int> order;
  std::string label_set = "letters";
  bool operator==(const Variant&) const = default;
};

/// What a reader did about a dirty row.
enum class Policy { kKept, kRepaired, kSkipped };

/// A dirty row: kept with a flag, repaired, or skipped; never silently.
struct Dirt {
  SourceLine at;
  std::string kind;  // "duplicate options", "unknown gold", ... the words of dataset/formats/README or docs/formats.md
  std::string what;  // one sentence
  Policy policy;
};

struct Dataset {
  std::string name;
  Sha256 file;  // hash of the file's bytes
  std::vector<Item> items;
  std::vector<Dirt> dirt;
};

/// The first n items by SHA-256(seed, item hash, occurrence), in that order; all of them when n <= 0.
/// A larger n extends a smaller one, and half a run is a random half.
std::vector<Item> subset(std::vector<Item> items, std::uint64_t seed, int n);

}  // namespace brink
