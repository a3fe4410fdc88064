#include "brink/dataset/collector.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "brink/base/error.h"
#include "brink/base/text.h"
#include "brink/dataset/gold.h"

namespace brink {
namespace {

constexpr std::size_t kMinOptions = 2, kMaxOptions = 26;

std::vector<std::string> letters(std::size_t n) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < n; ++i) out.emplace_back(1, static_cast<char>('A' + i));
  return out;
}

// Length of a written label of that slot at the front of an option: "(A)", "A)", "A．" (full stop of CJK text), or 0.
std::size_t label_length(std::string_view option, std::string_view label) {
  const std::string l(label);
  for (const std::string& form : {"(" + l + ")", l + ")", l + "．"})
    if (option.starts_with(form)) return form.size();
  return 0;
}

// Options that carry their labels would show "B. (A) text" once they move.
bool strip_labels(std::vector<std::string>& options, const std::vector<std::string>& labels) {
  for (std::size_t i = 0; i < options.size(); ++i)
    if (label_length(options[i], labels[i]) == 0) return false;
  for (std::size_t i = 0; i < options.size(); ++i)
    options[i] = trim(std::string_view(options[i]).substr(label_length(options[i], labels[i])));
  return true;
}

std::string gold_sentence(std::string_view problem, const GoldCell& cell) {
  if (problem == "missing gold") return "the file does not say which option is right";
  const std::string value = cell.values.empty() ? "" : cell.values.front();
  return problem == "unknown gold" ? fmt::format("'{}' is neither a label, an index nor the text of one option", value)
                                   : fmt::format("'{}' names different options as label, index or text", value);
}

}  // namespace

void Collector::note(int line, std::string kind, std::string what, Policy policy) {
  if (policy == Policy::kSkipped) ++n_skipped_;
  out_.dirt.push_back({{file_, line}, std::move(kind), std::move(what), policy});
}

void Collector::broken(int line, std::string kind, std::string what) {
  ++n_rows_;
  note(line, std::move(kind), std::move(what), Policy::kSkipped);
}

bool Collector::trim_all(RawItem& row) {
  bool changed = false;
  const auto one = [&](std::string& text) {
    const std::string_view trimmed = trim(text);
    if (trimmed.size() == text.size()) return;
    changed = true;
    text = std::string(trimmed);
  };
  one(row.stem);
  one(row.passage);
  for (std::string& option : row.options) one(option);
  for (std::string& label : row.labels) one(label);
  return changed;
}

std::string Collector::unique_id(const RawItem& row) {
  const std::string wanted = row.id && !trim(*row.id).empty() ? std::string(trim(*row.id)) : std::to_string(n_rows_);
  std::string id = wanted;
  for (int n = 2; !ids_.insert(id).second; ++n) id = wanted + "#" + std::to_string(n);
  if (id != wanted)
    note(row.line, "duplicate id", fmt::format("the id '{}' is taken: named '{}' here", wanted, id), Policy::kRepaired);
  return id;
}

void Collector::add(RawItem row) {
  ++n_rows_;
  const auto skip = [&](std::string kind, std::string what) {
    note(row.line, std::move(kind), std::move(what), Policy::kSkipped);
  };
  const bool untrimmed = trim_all(row);
  if (row.stem.empty()) return skip("empty stem", "there is no question");
  if (row.options.size() < kMinOptions)
    return skip("too few options", fmt::format("{} options; an item has at least 2", row.options.size()));
  if (row.options.size() > kMaxOptions)
    return skip("too many options", fmt::format("{} options; an item has at most 26", row.options.size()));
  if (row.labels.empty()) row.labels = letters(row.options.size());
  if (row.labels.size() != row.options.size())
    return skip("broken row", fmt::format("{} labels for {} options", row.labels.size(), row.options.size()));
  const bool labelled = strip_labels(row.options, row.labels);
  if (const auto empty = std::find(row.options.begin(), row.options.end(), ""); empty != row.options.end())
    return skip("empty option", fmt::format("option {} has no text",
                                            row.labels[static_cast<std::size_t>(empty - row.options.begin())]));

  if (untrimmed) note(row.line, "untrimmed text", "white space at the ends was removed", Policy::kRepaired);
  if (labelled) note(row.line, "labelled options", "the label was removed from each option's text", Policy::kRepaired);
  const ResolvedGold resolved = resolve_gold(row.gold, row.options, row.labels);
  if (!resolved.problem.empty())
    note(row.line, std::string(resolved.problem), gold_sentence(resolved.problem, row.gold), Policy::kKept);

  Item item;
  item.id = unique_id(row);
  item.stem = std::move(row.stem);
  item.passage = std::move(row.passage);
  item.options = std::move(row.options);
  item.labels = std::move(row.labels);
  item.gold = resolved.gold;
  item.tags = std::move(row.tags);
  item.at = {file_, row.line};
  out_.items.push_back(std::move(item));
}

Dataset Collector::finish() {
  if (n_rows_ == 0) throw Error(ErrorKind::kInput, file_ + ": holds no rows");
  const auto by_line = [](const Dirt& a, const Dirt& b) { return a.at.line < b.at.line; };
  if (2 * n_skipped_ > n_rows_) {
    constexpr std::size_t kShown = 5;
    std::stable_sort(out_.dirt.begin(), out_.dirt.end(), by_line);
    std::vector<Problem> shown;
    for (const Dirt& d : out_.dirt)
      if (d.policy == Policy::kSkipped && shown.size() < kShown) shown.push_back({d.at, d.kind + ": " + d.what, ""});
    throw Error(ErrorKind::kInput,
                fmt::format("{}: {} of {} rows cannot be used\n{}", file_, n_skipped_, n_rows_, describe(shown)),
                "is the format right? `brink list formats` names them; a column map names the columns");
  }

  finish_items(out_.items);
  std::map<Sha256, int> first_line;
  for (const Item& item : out_.items) {
    first_line.try_emplace(item.hash, item.at.line);
    if (item.flags.duplicate_options)
      note(item.at.line, "duplicate options", "two options have the same text", Policy::kKept);
    if (item.flags.duplicate_item)
      note(item.at.line, "duplicate item", fmt::format("the same item as on line {}", first_line[item.hash]),
           Policy::kKept);
  }
  std::stable_sort(out_.dirt.begin(), out_.dirt.end(), by_line);
  return std::move(out_);
}

}  // namespace brink
