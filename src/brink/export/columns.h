#pragma once

#include <span>
#include <string_view>

#include "brink/base/json.h"
#include "brink/extract/observations.h"
#include "brink/metrics/metric.h"

namespace brink {

/// One column of an exported table: the CSV header, the JSON member and the line of schema.json come from it.
template <class Row>
struct Column {
  std::string_view name;
  std::string_view type;  // "string", "integer", "number", "boolean", "json"
  std::string_view what;  // one sentence
  Json (*get)(const Row&);
};

struct MentionRow {
  const Observation* row;
  const Mention* mention;
};
struct ItemRow {
  std::string_view dataset;
  const Item* item;
};

std::span<const Column<Observation>> record_columns();
std::span<const Column<MentionRow>> mention_columns();
std::span<const Column<ItemRow>> item_columns();

/// Columns of a result besides its group, whose keys are columns of their own.
std::span<const Column<Result>> result_columns();

}  // namespace brink
