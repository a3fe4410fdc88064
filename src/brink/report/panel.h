#pragma once

#include <initializer_list>
#include <span>
#include <string_view>

#include "brink/base/json.h"
#include "brink/report/section.h"

namespace brink {

/// How rows are drawn. A row has `value`, and perhaps `low` and `high` (its interval) and `null`.
enum class ChartKind {
  kDots,     // a line for every configuration or other word, values along x
  kPlaces,   // places along x, or what else is a word; a dot for every configuration
  kLines,    // a number along x, bands for intervals
  kScatter,  // two numbers; `label` beside each point
  kTrend,    // rows whose `part` is "bin" as points, "line" as a line with its band, "means" as a dashed line
  kHeat,     // two words; the value as colour
};

/// What stands where. Fields name members of the rows.
struct Chart {
  ChartKind kind;
  std::string_view x = {}, x_title = {};      // of kDots the lines: empty = the configuration
  std::string_view x_format = "~g";           // of a number along x
  std::string_view y_title = {};              // of the value
  std::string_view series = "configuration";  // by colour and shape; the y of kHeat
  std::string_view series_title = {};         // of the legend, or of the y of kHeat
  std::string_view format = ".3f";            // of the value, as d3-format has it
  std::string_view label = {};                // of kScatter and kTrend, beside the points that have one
  std::string_view size = {};                 // of kScatter: a number that a point's area stands for
  std::string_view part = {};                 // a member: a figure for every value of it
  bool log_x = false, whole_x = false;
  double least = 0, middle = .5, greatest = 1;  // of kHeat: where the colours begin, turn and end
  bool from_zero = false;
  bool identity = false;  // of kScatter: two shares from 0 to 1, and the line where they are equal
};

/// The questions a report answers, in its order.
inline constexpr std::string_view kOrder = "order", kLength = "length", kCommitment = "commitment", kBefore = "before",
                                  kRemedies = "remedies";

/// One row of the table in panels/panels.cpp: a figure of the page, once for every data set that has rows for it.
struct Panel {
  std::string_view id;        // in links and names of files
  std::string_view question;  // kOrder, ...
  std::string_view title;
  std::string_view what;  // what is drawn, its interval, its null: a sentence or two
  Chart chart;
  Json (*rows)(const SectionInput&);  // objects with `configuration`, `model`, `mode` first; none = no figure
};

std::span<const Panel* const> panels();

/// A row for every result of these metrics that has a value: the configuration, `metric` where there are several, the
/// further keys of its group, value, interval, null, p, n and items. Items with one number of options only where there
/// is no value of all together. Left out: values of fewer than kMinResampled items, and those that too few have for an
/// interval.
Json rows_of(const SectionInput& in, std::initializer_list<std::string_view> metrics);

/// The rows whose member `key` is one of these words.
Json rows_where(Json rows, std::string_view key, std::initializer_list<std::string_view> values);
/// The rows whose member `key` is the word of a number, with that number.
Json with_number(Json rows, std::string_view key);

/// The rows of the probe of states that reports lead with, or of its baselines: for right answers, at the end of the
/// prompt, of any layer.
Json of_leading_probe(Json rows);

/// The rows with the words for the metric that they are `of`.
Json name_metrics(Json rows);
/// The rows with the words for their `point`, where hidden states were kept.
Json name_points(Json rows);

/// The chart as a Vega-Lite specification without data.
Json vega_lite(const Panel& panel);

}  // namespace brink
