#pragma once

#include <string>
#include <vector>

#include "brink/extract/observations.h"

namespace brink::cli {

/// A row of an item as `brink show` prints it: what was read, and the text it was read from.
struct ShownRow {
  const Observation* row;
  std::string text;                                 // what the model wrote; empty when nothing is recorded
  std::vector<const Observation*> follow_ups = {};  // recorded ones that follow it
};

struct ViewOptions {
  int width = 100;  // columns of the terminal
  bool colour = false;
  bool unicode = true;  // of what the view itself draws
};

/// The rows of one configuration side by side, as many as fit, the others below: each with its options as shown (">"
/// the choice, "*" the gold option), what was read, CCP by both definitions, switches, mentions, with a commitment
/// curve the forced probability of the choice along the trajectory and the forced CCP, and the whole text.
std::string view_variants(const std::vector<ShownRow>& rows, const ViewOptions& options);

/// The item itself: id, tags, passage and stem.
std::string view_item(const Item& item, const std::string& dataset, const ViewOptions& options);

}  // namespace brink::cli
