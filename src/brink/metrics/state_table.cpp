#include "brink/metrics/state_table.h"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

#include "brink/base/canonical.h"
#include "brink/metrics/answers.h"
#include "brink/model/state_group.h"
#include "brink/stats/pbs_null.h"

namespace brink {
namespace {

using Label = std::optional<int>;
using ItemLabels = std::map<Sha256, Label>;

// The group that labels of imported states give a row, which holds rows of several items together; "" = none.
std::string_view group_of(const Observation& row) {
  if (!of_state_labels(row)) return {};
  const auto tag = row.item->tags.find(std::string(kStateGroup));
  return tag == row.item->tags.end() ? std::string_view{} : tag->second;
}

// What is dealt out whole: an item, or a group of items.
Sha256 dealt_out(const Observation& row) {
  const std::string_view group = group_of(row);
  return group.empty() ? row.key.item : sha256(std::string("group ").append(group));
}

// Recorded answers of the study proper; the repeats of an imported log's row are answers too.
void take_answers(StateTable& table, std::span<const Observation* const> rows) {
  for (const Observation* row : rows) {
    const bool own = row->key.point == "end" && row->key.parent.is_zero() && (row->key.trial == 0 || row->imported);
    if (!own) continue;
    if (row->key.occurrence > 0)
      ++table.left_out["repeated item"];
    else if (!row->recorded)
      ++table.left_out["missing"];
    else if (row->reading.status == Status::kError)
      ++table.left_out["error"];
    else
      table.answers.push_back(row);
  }
  const auto place = [](const Observation* row) {
    return std::tuple(group_of(*row), std::string_view(row->item->id), row->key.item, row->key.variant, row->key.trial);
  };
  std::ranges::sort(table.answers, {}, place);
  for (std::size_t i = 0; i < table.answers.size(); ++i)
    table.items.push_back(i == 0                                                             ? 0
                          : dealt_out(*table.answers[i]) == dealt_out(*table.answers[i - 1]) ? table.items.back()
                                                                                             : table.items.back() + 1);
}

/// Part of every item, or group of items, of a model and data set.
std::map<Sha256, stats::Part> split(std::span<const StateTable* const> tables, std::uint64_t seed) {
  std::map<Sha256, std::pair<int, int>> right;  // right, graded
  for (const StateTable* table : tables)
    for (const Observation* row : table->answers) {
      auto& [n_right, n_graded] = right[dealt_out(*row)];
      if (const auto is = graded_right(*row)) n_right += *is, ++n_graded;
    }
  std::vector<Sha256> hashes;
  std::vector<int> strata;
  for (const auto& [item, counts] : right) {
    hashes.push_back(item);
    strata.push_back(counts.first == 0 ? 0 : counts.first == counts.second ? 2 : 1);
  }
  const stats::ItemSplit parts = stats::hashed_split(std::to_string(seed), hashes, strata);
  std::map<Sha256, stats::Part> out;
  for (std::size_t i = 0; i < hashes.size(); ++i) out[hashes[i]] = parts.parts[i];
  return out;
}

Label label_if(bool known, int label) { return known ? Label(label) : std::nullopt; }

Label correct(const Observation& row) {
  const auto right = graded_right(row);
  return label_if(right.has_value(), right.value_or(false));
}
Label compliant(const Observation& row) {
  const bool asked = row.item->n_options() >= 2 && row.reading.n_chars > 0;
  return label_if(asked, row.reading.status == Status::kOk && row.reading.rule == 1);
}
Label gold(const Observation& row) {
  const int slot = gold_slot(row);
  return label_if(slot >= 0, slot);
}
Label chosen(const Observation& row) {
  if (!of_state_labels(row)) return row.reading.slot;
  const auto& letter = row.given.front().answer;
  return label_if(letter.has_value(), letter ? letter->front() - 'A' : 0);
}
/// The class that a person's own labels give imported states.
const std::string* class_of(const Observation& row) {
  for (const Given& given : row.given)
    if (given.scorer == kStateClass && given.answer) return &*given.answer;
  return nullptr;
}
Label own_class(const Observation& row) { return label_if(class_of(row) != nullptr, 0); }  // numbered later

ItemLabels flips(const MetricInput& input) {
  ItemLabels out;
  for (const ItemAnswers& item : answers(input)) {
    const auto& contents = item.read.contents;
    out[item.item().hash] = label_if(item.complete() && contents.size() >= 2,
                                     std::ranges::any_of(contents, [&](int c) { return c != contents.front(); }));
  }
  return out;
}

ItemLabels large_excess(const MetricInput& input) {
  stats::PbsNullTables nulls(input.seed);
  std::map<Sha256, std::optional<double>> excess;
  std::vector<double> values;
  for (const ItemAnswers& item : answers(input)) {
    auto& own = excess[item.item().hash];
    if (!item.complete() || item.n_read() < 2) continue;
    const stats::ItemPbs pbs = nulls.compare(item.read);
    if (!pbs.informative()) continue;
    own = pbs.excess().value;
    if (own) values.push_back(*own);
  }
  std::ranges::sort(values);
  const double median = values.empty() ? 0 : (values[(values.size() - 1) / 2] + values[values.size() / 2]) / 2;
  ItemLabels out;
  for (const auto& [item, value] : excess) out[item] = label_if(value.has_value(), value.value_or(0) > median + 1e-12);
  return out;
}

struct TargetRow {
  StateTarget target;
  Label (*of_answer)(const Observation&);
  ItemLabels (*of_items)(const MetricInput&);
  std::string_view why_left_out;
};

constexpr std::array kTargets{
    TargetRow{{"correct", "the answer is right", false}, correct, nullptr, "answer not graded"},
    TargetRow{{"compliant", "the answer is in the form that was asked for", false},
              compliant,
              nullptr,
              "no text, or an open question"},
    TargetRow{
        {"gold", "slot of the right option, each against the others", false}, gold, nullptr, "no single right slot"},
    TargetRow{{"chosen", "slot answered, each against the others", false}, chosen, nullptr, "no answer"},
    TargetRow{
        {"label", "class given with imported states, each against the others", false}, own_class, nullptr, "no label"},
    TargetRow{{"flips", "the item's content changes with the order", true}, nullptr, flips, "incomplete item"},
    TargetRow{{"excess", "the item's excess PBS is above the median of informative items", true},
              nullptr,
              large_excess,
              "item not informative"},
};

/// Classes are the names in order: of two, the later is the positive one.
void number_classes(StateQuestion& question, const StateTable& table) {
  const auto name_of = [&](const auto& unit) { return *class_of(*table.answers[unit.front()]); };
  std::set<std::string> names;
  for (const auto& unit : question.units) names.insert(name_of(unit));
  for (std::size_t i = 0; i < question.units.size(); ++i)
    question.probe.classes[i] = static_cast<int>(std::distance(names.begin(), names.find(name_of(question.units[i]))));
  question.probe.n_classes = std::max(2, static_cast<int>(names.size()));
}

void add_unit(StateQuestion& question, const StateTable& table, std::vector<std::size_t> unit, const Label& label,
              std::string_view why) {
  if (!label) {
    ++question.left_out[std::string(why)];
    return;
  }
  question.probe.classes.push_back(*label);
  question.probe.items.push_back(table.items[unit.front()]);
  question.parts.push_back(table.parts[unit.front()]);
  question.units.push_back(std::move(unit));
}

StateQuestion question_of(const TargetRow& row, const MetricInput& input, const StateTable& table) {
  StateQuestion out;
  out.target = row.target.name;
  if (!row.target.of_items) {
    for (std::size_t i = 0; i < table.answers.size(); ++i)
      add_unit(out, table, {i}, row.of_answer(*table.answers[i]), row.why_left_out);
  } else {
    const ItemLabels labels = row.of_items(input);
    for (std::size_t i = 0; i < table.answers.size();) {
      std::vector<std::size_t> unit;
      const std::int64_t item = table.items[i];
      for (; i < table.answers.size() && table.items[i] == item; ++i) unit.push_back(i);
      const auto label = labels.find(table.answers[unit.front()]->key.item);
      add_unit(out, table, std::move(unit), label == labels.end() ? Label{} : label->second, row.why_left_out);
    }
  }
  if (out.target == "label") {
    number_classes(out, table);
  } else {
    for (const int c : out.probe.classes) out.probe.n_classes = std::max(out.probe.n_classes, c + 1);
  }
  return out;
}

}  // namespace

std::optional<bool> graded_right(const Observation& row) {
  if (!of_state_labels(row)) return is_right(row);
  const auto& verdict = row.given.front().verdict;
  return verdict ? std::optional(*verdict == "1") : std::nullopt;
}

Sha256 question_hash(const Observation& row) {
  Canonical out("question.1");
  const std::string_view group = group_of(row);
  if (group.empty())
    out.field("stem", row.item->stem).field_unless_empty("passage", row.item->passage);
  else
    out.field("group", group);
  return sha256(out.text());
}

std::vector<std::size_t> StateTable::one_each() const {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < answers.size(); ++i)
    if (i == 0 || items[i] != items[i - 1]) out.push_back(i);
  return out;
}

std::span<const StateTarget> state_targets() {
  static const auto all = [] {
    std::vector<StateTarget> out;
    for (const TargetRow& row : kTargets) out.push_back(row.target);
    return out;
  }();
  return all;
}

std::vector<StateQuestion> state_questions(const MetricInput& input, const StateTable& table) {
  std::vector<StateQuestion> out;
  for (const TargetRow& row : kTargets) out.push_back(question_of(row, input, table));
  return out;
}

UnitStates unit_states(const StateRows& rows, const StateQuestion& question) {
  std::map<std::size_t, Eigen::Index> place;
  for (std::size_t i = 0; i < rows.rows.size(); ++i) place[rows.rows[i]] = static_cast<Eigen::Index>(i);
  UnitStates out;
  std::vector<std::vector<Eigen::Index>> means;
  for (std::size_t u = 0; u < question.units.size(); ++u) {
    std::vector<Eigen::Index> own;
    for (const std::size_t answer : question.units[u])
      if (const auto at = place.find(answer); at != place.end()) own.push_back(at->second);
    if (own.empty()) continue;
    out.units.push_back(u);
    means.push_back(std::move(own));
  }
  out.x = Eigen::MatrixXd::Zero(std::ssize(means), rows.x.cols());
  for (std::size_t u = 0; u < means.size(); ++u) {
    auto row = out.x.row(static_cast<Eigen::Index>(u));
    for (const Eigen::Index i : means[u]) row += rows.x.row(i).cast<double>();
    row /= static_cast<double>(means[u].size());
  }
  return out;
}

StateQuestion take_units(const StateQuestion& question, const std::vector<std::size_t>& units) {
  StateQuestion out;
  out.target = question.target;
  out.left_out = question.left_out;
  out.probe.n_classes = question.probe.n_classes;
  for (const std::size_t u : units) {
    out.units.push_back(question.units[u]);
    out.probe.classes.push_back(question.probe.classes[u]);
    out.probe.items.push_back(question.probe.items[u]);
    out.parts.push_back(question.parts[u]);
  }
  if (const auto n = question.units.size() - units.size(); n > 0) out.left_out["no state"] += static_cast<int>(n);
  return out;
}

StateStudy::StateStudy(const Observations& obs, const Store& store, std::uint64_t seed) : store_(&store) {
  for (const auto& [configuration, rows] : by_configuration(obs)) {
    StateTable table;
    table.configuration = configuration;
    take_answers(table, rows);
    table.records = state_records(obs, table.answers);
    table.columns = state_columns(store, table.records);
    if (!table.columns.empty()) tables_.emplace(configuration, std::move(table));
  }
  std::map<std::pair<std::string, std::string>, std::vector<StateTable*>> models;
  for (auto& [c, table] : tables_) models[{c.model, c.dataset}].push_back(&table);
  for (auto& [model, tables] : models) {
    const auto parts = split(std::vector<const StateTable*>(tables.begin(), tables.end()), seed);
    for (StateTable* table : tables)
      for (const Observation* row : table->answers) table->parts.push_back(parts.at(dealt_out(*row)));
  }
}

const StateTable* StateStudy::find(const Configuration& configuration) const {
  const auto found = tables_.find(configuration);
  return found == tables_.end() ? nullptr : &found->second;
}

}  // namespace brink
