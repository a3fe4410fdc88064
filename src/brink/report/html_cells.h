#pragma once

#include <unordered_map>
#include <vector>

#include "brink/base/json.h"
#include "brink/extract/observations.h"
#include "brink/report/html_texts.h"

namespace brink {

/// An item's rows as the page shows them.
struct ShownItem {
  std::string dataset;
  const Item* item = nullptr;
  int occurrence = 0;
  std::vector<const Observation*> rows;        // whole answers of the study, by configuration and variant
  std::vector<const Observation*> other;       // the same by the other reader, or nullptr; parallel to rows
  std::vector<const Observation*> follow_ups;  // read-outs and continuations of these
};

/// An item with its cells and their texts: docs/report-page.md. Offsets are code points of a cell's text.
Json item_json(const ShownItem& item, const Store& store, const std::unordered_map<Sha256, ShownText>& texts);

/// Whether a follow-up is a sampled text that goes on from a cut answer; the others are read-outs and states.
bool is_continuation(const Observation& follow_up);

/// Whether two readers of one text disagree: on the slot, or on whether there is an answer.
bool disagree(const Observation& row, const Observation* other);

}  // namespace brink
