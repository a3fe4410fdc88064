#pragma once

#include <string>
#include <vector>

#include "brink/base/json.h"
#include "brink/extract/observations.h"

namespace brink::cli {

/// One item of a study with its rows, in the order of their keys.
struct ItemRows {
  std::string dataset;
  const Item* item;
  std::vector<const Observation*> rows;
};

/// Rows of the study proper, by data set, id, occurrence and hash, as Store::item_names(): numbers of the one are
/// numbers of the other.
std::vector<ItemRows> items_of(const Observations& obs);

/// A line for every item: how many of its cells are answered, in how many configurations the answer changes.
std::string list_text(const std::vector<ItemRows>& items);
Json list_json(const std::vector<ItemRows>& items);

}  // namespace brink::cli
