#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
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

/// The row as an object of its columns.
template <class Row>
Json to_json(std::span<const Column<Row>> columns, const Row& row) {
  Json out;
  for (const auto& c : columns) out[std::string(c.name)] = c.get(row);
  return out;
}

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
