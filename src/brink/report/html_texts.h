#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "brink/extract/reading.h"
#include "brink/store/store.h"

namespace brink {

/// What a record says, as the page shows it.
struct ShownText {
  std::string text;                     // generated; behind a prefix, what follows it
  std::vector<Channels::Piece> pieces;  // of the text, thinking and response apart; where there is no prefix
  std::optional<Prefix> prefix;
};

/// The texts of these records, in one pass over the store.
std::unordered_map<Sha256, ShownText> shown_texts(const Store& store, const std::unordered_set<Sha256>& records);

}  // namespace brink
