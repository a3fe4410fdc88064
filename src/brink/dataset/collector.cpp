#include "brink/dataset/collector.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "brink/base/canonical.h"
#include "brink/base/error.h"
#include "brink/base/text.h"
#include "brink/dataset/gold.h"

namespace brink {
namespace {

constexpr std::size_t kMinOptions = 2, kMaxOptions = 26;
constexpr int kOrderSeed = 1;  // recorded with the data set: another seed gives other items

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

// Options that carry their labels would show "B. (A) text" once they move. Returns how many did; removed if all do.
std::size_t strip_labels(std::vector<std::string>& options, const std::vector<std::string>& labels) {
  std::size_t n_labelled = 0;
  for (std::size_t i = 0; i < options.size(); ++i) n_labelled += label_length(options[i], labels[i]) > 0 ? 1 : 0;
  if (n_labelled == options.size())
    for (std::size_t i = 0; i < options.size(); ++i)
      options[i] = trim(std::string_view(options[i]).substr(label_length(options[i], labels[i])));
  return n_labelled;
}

// The letters that the options begin with, where each has another one; else nothing.
std::optional<std::vector<std::string>> written_labels(const std::vector<std::string>& options) {
  std::vector<std::string> out;
  for (const std::string& option : options) {
    const auto at = std::find_if(option.begin(), option.end(), [](char c) { return c != '('; });
    if (at == option.end() || *at < 'A' || *at > 'Z') return std::nullopt;
    std::string label(1, *at);
    if (label_length(option, label) == 0 || std::find(out.begin(), out.end(), label) != out.end()) return std::nullopt;
    out.push_back(std::move(label));
  }
  return out;
}

bool are_single(const std::vector<std::string>& labels) {
  return std::all_of(labels.begin(), labels.end(), [](const std::string& l) { return l.size() == 1; });
}

// Of labels in order, each one character: the first of A, B, ... or 1, 2, ... that is passed over, or nothing. Labels
// that pass over as many as there are begin elsewhere: F, G, H, J.
std::optional<char> missing_label(const std::vector<std::string>& labels) {
  const char first = labels.front()[0];
  char expected = first >= 'a' ? 'a' : first >= 'A' ? 'A' : '1';
  const std::ptrdiff_t n_missing = labels.back()[0] - expected + 1 - std::ssize(labels);
  if (n_missing >= std::ssize(labels)) return std::nullopt;
  for (const std::string& label : labels)
    if (label[0] != expected++) return n_missing > 0 ? std::optional(static_cast<char>(expected - 1)) : std::nullopt;
  return std::nullopt;
}

std::string gold_sentence(std::string_view problem, const GoldCell& cell) {
  if (!cell.conflict.empty()) return cell.conflict;
  if (problem == "missing gold") return "the file does not say what is right";
  const std::string value = cell.values.empty() ? "" : cell.values.front();
  if (cell.kind == GoldCell::Kind::kNumber) return fmt::format("'{}' is not one number", value);
  return problem == "unknown gold" ? fmt::format("'{}' is neither a label, an index nor the text of one option", value)
                                   : fmt::format("'{}' names different options as label, index or text", value);
}

bool trim_all(RawItem& row) {
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

// See Collector: the order is drawn from the texts; the gold follows its option.
void shuffle_options(Item& item) {
  std::vector<std::pair<Sha256, std::size_t>> rank;
  for (std::size_t i = 0; i < item.options.size(); ++i)
    rank.emplace_back(sha256(Canonical("option_order.1")
                                 .field("seed", std::to_string(kOrderSeed))
                                 .field("stem", item.stem)
                                 .field("option", item.options[i])
                                 .text()),
                      i);
  std::sort(rank.begin(), rank.end());
  const int gold = item.gold_option();
  std::vector<std::string> options;
  for (const auto& [hash, i] : rank) {
    if (static_cast<int>(i) == gold) item.gold = static_cast<int>(options.size());
    options.push_back(std::move(item.options[i]));
  }
  item.options = std::move(options);
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

void Collector::repaired(int line, std::string kind, std::string what) {
  note(line, std::move(kind), std::move(what), Policy::kRepaired);
}

std::string Collector::unique_id(const RawItem& row) {
  const std::string wanted = row.id && !trim(*row.id).empty() ? std::string(trim(*row.id)) : std::to_string(n_rows_);
  std::string id = wanted;
  for (int n = 2; !ids_.insert(id).second; ++n) id = wanted + "#" + std::to_string(n);
  if (id != wanted)
    note(row.line, "duplicate id", fmt::format("the id '{}' is taken: named '{}' here", wanted, id), Policy::kRepaired);
  return id;
}

// False when the row was skipped.
bool Collector::check_options(RawItem& row) {
  const auto skip = [&](std::string kind, std::string what) {
    note(row.line, std::move(kind), std::move(what), Policy::kSkipped);
    return false;
  };
  if (row.options.size() < kMinOptions)
    return skip("too few options", fmt::format("{} options; an item has at least 2", row.options.size()));
  if (row.options.size() > kMaxOptions)
    return skip("too many options", fmt::format("{} options; an item has at most 26", row.options.size()));
  if (row.labels.empty()) row.labels = written_labels(row.options).value_or(letters(row.options.size()));
  if (row.labels.size() != row.options.size())
    return skip("broken row", fmt::format("{} labels for {} options", row.labels.size(), row.options.size()));
  if (are_single(row.labels)) {
    const std::string labelled = fmt::format("the options are labelled {}", fmt::join(row.labels, ", "));
    if (!std::is_sorted(row.labels.begin(), row.labels.end()))
      note(row.line, "labels out of order", labelled, Policy::kKept);
    else if (const auto missing = missing_label(row.labels))
      note(row.line, "missing option", fmt::format("{}: there is no {}", labelled, *missing), Policy::kKept);
  }
  const std::size_t n_labelled = strip_labels(row.options, row.labels);
  if (const auto empty = std::find(row.options.begin(), row.options.end(), ""); empty != row.options.end())
    return skip("empty option", fmt::format("option {} has no text",
                                            row.labels[static_cast<std::size_t>(empty - row.options.begin())]));
  if (n_labelled == row.options.size())
    repaired(row.line, "labelled options", "the label was removed from each option's text");
  else if (2 * n_labelled >= row.options.size())
    note(row.line, "partly labelled options",
         fmt::format("{} of {} options begin with their label", n_labelled, row.options.size()), Policy::kKept);
  return true;
}

void Collector::add(RawItem row) {
  ++n_rows_;
  const bool untrimmed = trim_all(row);
  if (row.stem.empty()) return note(row.line, "empty stem", "there is no question", Policy::kSkipped);
  if (row.gold.is_open() && !row.options.empty())
    return note(row.line, "broken row", "a question without options has options", Policy::kSkipped);
  if (!row.gold.is_open() && !check_options(row)) return;

  if (untrimmed) repaired(row.line, "untrimmed text", "white space at the ends was removed");
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
  if (row.gold_first) {
    shuffle_options(item);
    ++n_gold_first_;
  }
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

  if (n_gold_first_ > 0)
    repaired(0, "gold first",
             fmt::format("the file lists the right option first: {} items have an order drawn from their texts with "
                         "seed {}",
                         n_gold_first_, kOrderSeed));
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
