#include "brink/import/import.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <future>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "brink/base/canonical.h"
#include "brink/base/error.h"
#include "brink/base/queue.h"
#include "brink/base/text.h"
#include "brink/dataset/decimal.h"
#include "brink/dataset/gold.h"
#include "brink/model/state_group.h"
#include "brink/store/import_transaction.h"

namespace brink {
namespace {

constexpr std::size_t kMinOptions = 2, kMaxOptions = 26;

std::string trimmed(const std::string& text) { return std::string(trim(text)); }

std::vector<std::string> letters(std::size_t n) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < n; ++i) out.emplace_back(1, static_cast<char>('A' + i));
  return out;
}

// Two to 26 options, each with a text: else the question is an open one.
bool can_choose(const std::vector<std::string>& options) {
  return options.size() >= kMinOptions && options.size() <= kMaxOptions &&
         std::none_of(options.begin(), options.end(), [](const std::string& o) { return o.empty(); });
}

// A log of GSM8K keeps the worked solution with the number behind its mark.
Gold open_gold(std::string_view value) {
  constexpr std::string_view kMark = "####";
  const std::size_t mark = value.rfind(kMark);
  const std::string_view answer = trim(mark == value.npos ? value : value.substr(mark + kMark.size()));
  if (const auto number = parse_decimal(answer)) return *number;
  return std::string(answer);
}

Item item_of(const ImportRow& row, const ImportOptions& given, const std::string& file) {
  Item item;
  item.id = row.item.id.value_or("");
  item.stem = trimmed(row.item.stem);
  item.passage = trimmed(row.item.passage);
  for (const std::string& option : row.item.options) item.options.push_back(trimmed(option));
  if (item.options.empty() && given.n_options > 0) item.options = letters(static_cast<std::size_t>(given.n_options));
  if (!can_choose(item.options)) item.options.clear();
  // Without its question an item is known by its row alone.
  if (item.stem.empty())
    item.stem = "(the log does not keep the question of row " + (item.id.empty() ? row.key : item.id) + ")";
  item.labels = row.item.labels.size() == item.options.size() ? row.item.labels : letters(item.options.size());
  if (!item.options.empty()) {
    item.gold = resolve_gold(row.item.gold, item.options, item.labels).gold;
  } else if (!row.item.gold.values.empty()) {
    item.gold = open_gold(row.item.gold.values.front());
  }
  item.tags = row.item.tags;
  item.at = {file, row.line};
  std::vector<Item> one{std::move(item)};
  finish_items(one);
  return std::move(one.front());
}

Sha256 record_id(const Sha256& file, const std::string& key) {
  return sha256(Canonical("import.1").field("file", file.hex()).field("row", key).text());
}

// What an import is known by: its bytes, and what they were said to be. States under another name are another set.
Sha256 source_of(const std::filesystem::path& path, const ImportOptions& options) {
  const Sha256 file = sha256_file(path);
  if (options.labels.empty()) return file;
  Canonical out("import_labelled.1");
  out.field("file", file.hex()).field("labels", sha256_file(options.labels).hex());
  for (const std::string& layer : options.layers) out.field("layer", layer);
  for (const auto& [what, said] : {std::pair<std::string_view, const std::string&>{"model", options.model},
                                   {"dataset", options.dataset},
                                   {"mode", options.mode}})
    if (!said.empty()) out.field(what, said);
  return sha256(out.text());
}

Record record_of(ImportRow& row, const Sha256& file, const ImportFormat& format) {
  Record record;
  record.id = record_id(file, row.key);
  record.request.model.kind = "imported";
  record.request.input = std::move(row.input);
  record.request.decoding = row.decoding;
  record.response = std::move(row.response);
  if (auto* done = std::get_if<Completion>(&record.response)) done->rendered_prompt = std::move(row.prompt_tail);
  record.made = {{"imported", std::string(format.name)}};
  record.origin = Imported{file, row.key};
  for (Given& given : row.given) {
    if (record.verdicts.empty()) record.given = {given.answer, given.verdict};
    record.verdicts.push_back(std::move(given));
  }
  return record;
}

// What the thread that reads the log hands to the one that writes the store.
struct Answer {
  ImportRow row;  // less what the record has
  Item item;
  Record record;
};
struct Skipped {
  Dirt dirt;
};
struct Note {
  std::string text;
};
using Step = std::variant<Answer, Skipped, Note>;

// The writer has failed: thrown through the reader.
struct NobodyTakes {};

class Steps {
 public:
  void push(Step step, std::size_t n_bytes = 0) {
    if (!queue_.push(std::move(step), n_bytes + sizeof(Step))) throw NobodyTakes{};
  }
  std::vector<Step> take() { return queue_.take(); }

  // Whichever way a side leaves, the other is not left waiting.
  struct Reads {
    Steps& steps;
    ~Reads() { steps.queue_.end(); }
  };
  struct Writes {
    Steps& steps;
    ~Writes() { steps.queue_.close(); }
  };

 private:
  Queue<Step> queue_{std::size_t{1} << 20U};
};

using ItemsById = std::map<std::string, Item>;

// What labels say of an item.
std::string group_of(const Item& item) {
  const auto tag = item.tags.find(std::string(kStateGroup));
  return tag == item.tags.end() ? "none" : "'" + tag->second + "'";
}
std::string gold_of(const Item& item) {
  const int gold = item.gold_option();
  return gold < 0 ? "none" : item.labels[static_cast<std::size_t>(gold)];
}
std::string letters_of(const Item& item) { return item.labels.empty() ? "none" : "A to " + item.labels.back(); }

struct SaidOfAnItem {
  const char* what;
  std::string (*of)(const Item&);
};
constexpr std::array kSaidOfAnItem{SaidOfAnItem{"group", group_of}, SaidOfAnItem{"gold", gold_of},
                                   SaidOfAnItem{"letters", letters_of}};

class Importer {
 public:
  Importer(Store& store, const std::filesystem::path& path, const ImportFormat& format, const ImportOptions& options)
      : store_(store),
        path_(path),
        format_(format),
        options_(options),
        file_(source_of(path, options)),
        files_(store.imported_files()),
        write_(store) {
    for (const ImportedFile& f : files_)
      if (f.file == file_ && f.format == format.name) known_ = true;
  }

  ImportSummary run() {
    Steps steps;
    std::future<void> reading = std::async(std::launch::async, [&] {
      const Steps::Reads reads{steps};
      read(steps);
    });
    {
      const Steps::Writes writes{steps};
      for (std::vector<Step> some = steps.take(); !some.empty(); some = steps.take())
        for (Step& step : some) std::visit([&](auto& one) { write(std::move(one)); }, step);
    }
    reading.get();
    if (out_.n_rows == 0)
      throw Error(ErrorKind::kInput, path_.string() + ": holds no answers",
                  out_.n_skipped > 0 ? fmt::format("all of its {} rows were passed over; the first: {}", out_.n_skipped,
                                                   first_skipped_)
                                     : "is the format right? `brink list imports` names them");
    note_repeats();
    write_.commit();
    return out_;
  }

 private:
  void read(Steps& steps) const {
    const auto skipped = [&](int line, std::string kind, std::string what) {
      steps.push(Skipped{{{path_.string(), line}, std::move(kind), std::move(what), Policy::kSkipped}});
    };
    format_.read({.path = path_,
                  .options = options_,
                  .row =
                      [&](ImportRow row) {
                        Item item = item_of(row, options_, path_.string());
                        if (item.id.empty()) item.id = row.key;
                        Record record = record_of(row, file_, format_);
                        const auto* done = std::get_if<Completion>(&record.response);
                        const std::size_t n_bytes = done ? done->text.size() + done->rendered_prompt.size() : 0;
                        steps.push(Answer{std::move(row), std::move(item), std::move(record)}, n_bytes);
                      },
                  .skipped = skipped,
                  .note = [&](std::string note) { steps.push(Note{std::move(note)}); }});
  }

  void write(Note note) { out_.notes.push_back(std::move(note.text)); }

  void write(Skipped skipped) { skip(skipped.dirt); }

  void write(Answer answer) {
    auto& [row, item, record] = answer;
    const bool is_known = write_.has_record(record.id);
    if (is_known && is_other_answer(record))
      return skip({{path_.string(), row.line},
                   "repeated id",
                   "another answer under an id that has one: '" + row.key + "'",
                   Policy::kSkipped});
    ++out_.n_rows;
    if (is_known) {
      for (const Given& given : record.verdicts) write_.put_given(record.id, given);
      return;
    }
    ++out_.n_added;
    RowKey key{.model = name(options_.model, row.model),
               .dataset = name(options_.dataset, row.dataset),
               .item = {},
               .mode = options_.mode.empty() ? (row.mode.empty() ? "imported" : row.mode) : options_.mode,
               .parent = {}};
    if (format_.takes_labels) require_own(key);
    begin(key.dataset);
    if (models_.insert(key.model).second) write_.put_model(key.model, record.request.model, record.made);
    require_same_item(key.dataset, item);
    if (!item.options.empty() && !row.item.gold.values.empty() && !trim(row.item.gold.values.front()).empty() &&
        std::holds_alternative<std::monostate>(item.gold))
      note_unknown_gold(key.dataset, row);
    ImportTransaction::Place place = write_.put_item(key.dataset, item);
    key.item = place.item;
    key.occurrence = place.occurrence;
    if (write_.put_record(record, key, {std::move(place.order), row.label_set}) > 0 && n_repeats_++ == 0)
      first_repeat_ = row.line > 0 ? fmt::format("'{}' on line {}", item.id, row.line) : "'" + item.id + "'";
  }

  // Kept: its answer can be read. But nobody can grade it.
  void note_unknown_gold(const std::string& dataset, const ImportRow& row) {
    const Dirt dirt{{path_.string(), row.line},
                    "unknown gold",
                    "the right answer, '" + row.item.gold.values.front() + "', is none of the options",
                    Policy::kKept};
    write_.put_dirt(dataset, dirt);
    if (n_unknown_golds_++ == 0) first_unknown_gold_ = dirt;
  }

  // A row for each filter repeats the answer; a log of several runs in one has others under the same ids.
  bool is_other_answer(const Record& record) {
    const auto* done = std::get_if<Completion>(&record.response);
    return done && !write_.is_answer(record.id, done->text, done->rendered_prompt);
  }

  // Neither is an error of itself; a person who did not mean it would look for the answers in vain.
  void note_repeats() {
    if (format_.takes_labels) return;  // its rows repeat by design: the format says so
    if (n_unknown_golds_ > 0)
      out_.notes.push_back(fmt::format("{} answers are graded by nobody; the first, {}: {}", n_unknown_golds_,
                                       first_unknown_gold_.at.text(), first_unknown_gold_.what));
    if (n_repeats_ > 0)
      out_.notes.push_back(fmt::format(
          "{} answers repeat an item in an order that has one already (the first: {}): they are further trials, "
          "which the audit counts and tables of order do not",
          n_repeats_, first_repeat_));
    if (out_.n_added == 0) {
      if (out_.n_rows > 0 && !(options_.model + options_.dataset + options_.mode).empty())
        out_.notes.push_back(
            "every answer of this file is in the store already, under the names it was given then; --model, "
            "--dataset and --mode name new answers alone");
      return;
    }
    for (const std::string& dataset : datasets_)
      if (const auto shared = write_.shared_ids(dataset); shared.n > 0)
        out_.notes.push_back(fmt::format(
            "data set '{}': {} ids name several items each, of other questions, options or golds (the first: "
            "'{}')",
            dataset, shared.n, shared.first));
  }

  // States of one configuration are one set.
  void require_own(const RowKey& key) {
    if (!sets_.emplace(key.model, key.dataset, key.mode).second) return;
    const auto other = write_.other_source(key, file_);
    if (!other) return;
    const auto from = std::ranges::find(files_, *other, &ImportedFile::file);
    throw Error(
        ErrorKind::kInput,
        fmt::format("{}: the store has answers of model '{}', data set '{}', mode '{}' already{}", path_.string(),
                    key.model, key.dataset, key.mode,
                    from == files_.end() ? ""
                                         : ", from " + from->path +
                                               (from->path == path_.string() ? " with other labels or layers" : "")),
        "two sets of states would be taken for repeats of one: give this one another --mode, --model or "
        "--dataset, or another --store");
  }

  ItemsById items_of(const std::string& dataset) const {
    ItemsById out;
    const std::vector<std::string> known = store_.datasets();
    if (std::ranges::find(known, dataset) == known.end()) return out;
    for (Item& item : store_.dataset(dataset).items) {
      std::string id = item.id;
      out.emplace(std::move(id), std::move(item));
    }
    return out;
  }

  // An id that was imported before is that item, which has one right option, one group and the same letters.
  void require_same_item(const std::string& dataset, const Item& item) const {
    const auto items = items_.find(dataset);
    if (items == items_.end()) return;
    const auto found = items->second.find(item.id);
    if (found == items->second.end() || found->second.stem != item.stem) return;
    const Item& known = found->second;
    for (const auto& [what, of] : kSaidOfAnItem)
      if (of(known) != of(item))
        throw Error(ErrorKind::kInput,
                    fmt::format("{}: line {}: '{}' has {} {}, and {} where data set '{}' was imported before",
                                options_.labels.string(), item.at.line, item.id, what, of(item), of(known), dataset),
                    "rows of one id are one item, in one part of every split: say the same of it in both files, give "
                    "this one another --dataset or --store, or where letters differ both --n-options");
  }

  void skip(const Dirt& dirt) {
    if (out_.n_skipped++ == 0) first_skipped_ = dirt.what;
    if (known_) return;
    const std::string dataset = name(options_.dataset, "");
    begin(dataset);
    write_.put_dirt(dataset, dirt);
  }

  void begin(const std::string& dataset) {
    if (!datasets_.insert(dataset).second) return;
    if (format_.takes_labels) items_[dataset] = items_of(dataset);  // before this file adds its own
    write_.put_dataset(dataset, file_);
    write_.put_file({file_, path_.string(), std::string(format_.name), dataset});
  }

  // What a person said, else what the log says, else the file's name.
  std::string name(const std::string& said, const std::string& found) const {
    if (!said.empty()) return said;
    return found.empty() ? path_.stem().string() : found;
  }

  const Store& store_;
  std::filesystem::path path_;
  const ImportFormat& format_;
  const ImportOptions& options_;
  Sha256 file_;
  std::vector<ImportedFile> files_;          // that the store has had
  std::map<std::string, ItemsById> items_;   // of the store, by data set, where labels say what items are
  bool known_ = false;                       // imported before: its dirt is in the store
  std::set<std::string> datasets_, models_;  // that this file has been found to hold
  std::set<std::tuple<std::string, std::string, std::string>> sets_;  // model, data set, mode that are this file's
  int n_repeats_ = 0;                                                 // answers beyond the first in their cell
  std::string first_repeat_, first_skipped_;
  int n_unknown_golds_ = 0;  // answers whose right option the log names, and as none of them
  Dirt first_unknown_gold_{};
  ImportTransaction write_;
  ImportSummary out_;
};

}  // namespace

ImportSummary import_file(Store& store, const std::filesystem::path& path, std::string_view format,
                          const ImportOptions& options) {
  const ImportFormat& reader = import_format(format);
  if (!options.columns.empty() && !reader.takes_columns)
    throw Error(ErrorKind::kUsage, "--map: the format '" + std::string(format) + "' has fixed columns",
                "use \"jsonl\" or \"csv\" with a column map");
  if (!reader.takes_labels && !(options.labels.empty() && options.layers.empty()))
    throw Error(ErrorKind::kUsage, "--labels, --layers: the format '" + std::string(format) + "' has its own labels",
                "they are of the format \"states\"");
  std::error_code none;
  if (std::filesystem::is_regular_file(path, none) && std::filesystem::is_empty(path, none))
    throw Error(ErrorKind::kInput, path.string() + ": the file is empty", "was the log written to its end?");
  return Importer(store, path, reader, options).run();
}

}  // namespace brink
