#include "brink/extract/observations.h"

#include <algorithm>
#include <charconv>
#include <deque>
#include <functional>
#include <future>
#include <nlohmann/json.hpp>
#include <numeric>
#include <span>
#include <thread>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>

#include "brink/base/error.h"
#include "brink/base/json.h"
#include "brink/base/text.h"
#include "brink/dataset/labels.h"
#include "brink/extract/rules.h"
#include "brink/extract/scan.h"
#include "brink/extract/strict_choice.h"

namespace brink {
namespace {

using ItemKey = std::tuple<std::string, Sha256, int>;  // data set, hash, occurrence

std::map<ItemKey, const Item*> index_items(const Store& store, const std::optional<Sha256>& only,
                                           std::vector<std::vector<Item>>& items) {
  const std::vector<std::string> names = store.datasets();
  for (const std::string& name : names) items.push_back(store.dataset(name, only).items);
  std::map<ItemKey, const Item*> index;
  for (std::size_t d = 0; d < names.size(); ++d)
    for (const Item& item : items[d]) index.emplace(ItemKey{names[d], item.hash, item.occurrence}, &item);
  return index;
}

// Which profile reads a mode.
class Readers {
 public:
  Readers(const Store& store, std::string_view profile) : any_(&brink::profile(profile.empty() ? "robust" : profile)) {
    const auto study = store.study();
    if (!profile.empty() || !study) return;
    const Json canonical = Json::parse(study->canonical, nullptr, false);
    if (!canonical.is_object() || !canonical.contains("modes")) return;
    for (const Json& mode : canonical["modes"])
      if (mode.contains("name") && mode.contains("reader"))
        of_mode_[mode["name"].get<std::string>()] = &brink::profile(mode["reader"].get<std::string>());
  }

  const Profile& of(const std::string& mode) const {
    const auto found = of_mode_.find(mode);
    return found == of_mode_.end() ? *any_ : *found->second;
  }

 private:
  const Profile* any_;
  std::map<std::string, const Profile*> of_mode_;
};

// The options' texts as the model was shown them.
std::vector<std::string> shown_options(const Item& item, const Variant& variant) {
  std::vector<std::string> shown;
  for (const int option : variant.order) shown.push_back(item.options.at(static_cast<std::size_t>(option)));
  return shown;
}

ReadInput input_of(const Completion& completion) {
  ReadInput input{.text = completion.text, .prompt_tail = completion.rendered_prompt, .finish = completion.finish};
  if (completion.n_thinking_bytes) input.n_thinking_bytes = static_cast<std::size_t>(*completion.n_thinking_bytes);
  return input;
}

// A question without options; where nothing is known of what is right, a number is looked for.
Reading read_open(const Profile& profile, const Completion& completion, const Item& item) {
  ReadInput input = input_of(completion);
  input.ask = std::holds_alternative<std::string>(item.gold) ? Ask::kText : Ask::kNumber;
  Reading reading = read_by(profile, input);
  reading.n_tokens = completion.usage.n_generated;
  return reading;
}

// The form of an answer in letters, in the response alone.
void judge_form(Reading& reading, const ReadInput& input, int n_options) {
  const scan::ValidText text(input.text);
  const StrictChoice form = strict_choice(channels_of(text.view(), input).response, n_options);
  reading.compliant = form.compliant;
  reading.compliant_strict = form.compliant_strict;
}

// What an answer may be called: the slots' labels, then the tie's.
std::vector<std::string> labels_of(const Variant& variant) {
  std::vector<std::string> labels = slot_labels(variant);
  const LabelSet set = label_set(variant.label_set);
  if (auto tie = tie_label(set, static_cast<int>(labels.size()))) labels.push_back(*std::move(tie));
  if (set.base == "none") labels.clear();
  return labels;
}

// Slot of each letter, 'A' first: what rotated letters need. Identity for letters in order.
std::vector<std::size_t> slots_by_letter(const std::vector<std::string>& labels) {
  std::vector<std::size_t> slots(labels.size());
  std::iota(slots.begin(), slots.end(), 0);
  std::ranges::sort(slots, {}, [&](std::size_t slot) -> const std::string& { return labels[slot]; });
  return slots;
}

// Letters as read become canonical, 'A' + slot.
void place_letters(Reading& reading, const std::vector<std::size_t>& slots) {
  const auto slot_of = [&](int letter) {
    const auto i = static_cast<std::size_t>(letter);
    return i < slots.size() ? static_cast<int>(slots[i]) : letter;
  };
  const auto place = [&](char& letter) { letter = static_cast<char>('A' + slot_of(letter - 'A')); };
  if (reading.slot) reading.slot = slot_of(*reading.slot);
  if (reading.letter) place(*reading.letter);
  if (reading.last_commitment) place(*reading.last_commitment);
  for (Mention& mention : reading.mentions) place(mention.letter);
}

// What stands for an answer whose labels the reader does not know.
void forget_answer(Reading& reading, const Profile& profile) {
  reading.note = "profile " + std::string(profile.name) + " reads the labels A, B, ... alone";
  if (reading.status == Status::kOk || reading.status == Status::kOutOfRange) reading.status = Status::kNoAnswer;
  reading.letter.reset();
  reading.slot.reset();
  reading.rule = 0;
  reading.pos = -1;
  reading.mentions.clear();
  reading.trajectory = trajectory_of({}, std::nullopt, reading.n_chars);
}

Reading read(const Profile& profile, const Completion& completion, const Variant& variant,
             const std::vector<std::string>& options, std::span<const std::string> token_texts = {}) {
  const int m = static_cast<int>(options.size());
  const std::vector<std::string> labels = labels_of(variant);
  const bool letters = are_letters(label_set(variant.label_set), m);
  ReadInput input = input_of(completion);
  input.token_texts = token_texts;
  input.n_options = std::max(m, static_cast<int>(labels.size()));
  input.options = options;
  // Letters in another order are still letters: "a" the article, "I" the pronoun. So they are read in theirs.
  const std::vector<std::size_t> slots = letters ? slots_by_letter(labels) : std::vector<std::size_t>{};
  std::vector<std::string> options_by_letter;
  for (const std::size_t slot : slots)
    if (slot < options.size()) options_by_letter.push_back(options[slot]);
  if (letters)
    input.options = options_by_letter;
  else
    input.labels = labels;
  Reading reading = profile.read(input);
  reading.n_tokens = completion.usage.n_generated;
  if (letters) judge_form(reading, input, input.n_options);
  if (letters)
    place_letters(reading, slots);
  else if (!profile.reads_labels)
    forget_answer(reading, profile);
  reading.tie = reading.slot == m;
  if (reading.tie) reading.slot.reset();
  return reading;
}

Reading read(const Profile& profile, const Response& response, const Item& item, const Variant& variant,
             const std::vector<std::string>& options, std::span<const std::string> token_texts) {
  if (const auto* done = std::get_if<Completion>(&response))
    return item.options.empty() ? read_open(profile, *done, item) : read(profile, *done, variant, options, token_texts);
  const auto& failure = std::get<Failure>(response);
  return failed_reading(std::string(to_string(failure.kind)) + ": " + failure.message);
}

[[noreturn]] void damaged(const std::string& what) {
  throw Error(ErrorKind::kStore, "the store has " + what,
              "the file is damaged or was edited; run the study again into a new store");
}

// The completions that others begin with, as far as they are kept.
class Kept {
 public:
  explicit Kept(const Store& store) : store_(store) {}

  /// What stands before the generated text of a record in this cell: the parent's kept tokens, then the suffix.
  std::string text_before(const Prefix& prefix, const RowKey& key) {
    const Parent& parent = this->parent(prefix.record);
    const auto anchor = std::ranges::find(parent.anchors, anchor_kind(key), &Anchor::kind);
    std::size_t n_bytes = 0;
    if (anchor == parent.anchors.end() || anchor->n_tokens != prefix.n_tokens ||
        std::from_chars(anchor->value.data(), anchor->value.data() + anchor->value.size(), n_bytes).ec != std::errc{} ||
        n_bytes > parent.text.size())
      damaged("a record that begins with a part of " + prefix.record.short_hex() + ", and no place where it is cut");
    return parent.text.substr(0, n_bytes) + prefix.suffix;
  }

  /// What each generated token adds to the text, where all of it is known and spells the text.
  std::vector<std::string> generated_texts(const Record& record) {
    const auto* done = std::get_if<Completion>(&record.response);
    if (!done || record.request.prefix || done->tokens.empty()) return {};
    const std::map<Token, std::string>& known = token_texts(record.request.model.weights);
    std::vector<std::string> out;
    std::string_view rest = done->text;
    for (const Token token : done->tokens) {
      const auto text = known.find(token);
      if (text == known.end()) return {};
      // The last ones may go on behind a stop string, which has cut the text.
      const std::size_t n = std::min(rest.size(), text->second.size());
      if (rest.substr(0, n) != std::string_view(text->second).substr(0, n)) return {};
      rest.remove_prefix(n);
      out.push_back(text->second);
    }
    return out;
  }

  /// Texts of the tokens that read-outs and answers of a model name.
  const std::map<Token, std::string>& token_texts(const Sha256& weights) {
    const auto found = texts_.find(weights);
    return found != texts_.end() ? found->second : texts_.emplace(weights, store_.token_texts(weights)).first->second;
  }

 private:
  struct Parent {
    std::string text;
    std::vector<Anchor> anchors;
  };

  const Parent& parent(const Sha256& id) {
    constexpr std::size_t kMost = 64;  // records that follow one stand close together
    if (const auto found = parents_.find(id); found != parents_.end()) return found->second;
    if (parents_.size() >= kMost) parents_.clear();
    const std::optional<Record> record = store_.record(id);
    const auto* completion = record ? std::get_if<Completion>(&record->response) : nullptr;
    if (!completion) damaged("a record that begins with a part of " + id.short_hex() + ", which is not there");
    return parents_[id] = {completion->text, store_.anchors(id)};
  }

  const Store& store_;
  std::unordered_map<Sha256, Parent> parents_;
  std::map<Sha256, std::map<Token, std::string>> texts_;
};

// A record with all that reading it needs of the store.
struct ToRead {
  Record record;
  std::span<const std::uint32_t> rows;   // the cells that it fills
  std::vector<std::string> before = {};  // per row, what stands before the text of a record from a prefix
  std::vector<std::string> token_texts = {};
};

bool is_continuation(const Record& record) {
  return record.request.prefix && std::holds_alternative<Completion>(record.response);
}

// Reads batches beside the one that fetches the next.
class Batches {
 public:
  explicit Batches(std::function<void(const ToRead&)> read) : read_(std::move(read)) {}

  void add(ToRead one) {
    constexpr std::size_t kBytes = std::size_t{1} << 19U;
    if (const auto* done = std::get_if<Completion>(&one.record.response)) n_bytes_ += done->text.size();
    n_bytes_ += sizeof(ToRead);
    batch_.push_back(std::move(one));
    if (n_bytes_ >= kBytes) hand_over();
  }

  void finish() {
    hand_over();
    while (!running_.empty()) wait_for_one();
  }

 private:
  void hand_over() {
    if (running_.size() >= std::max(1U, std::thread::hardware_concurrency())) wait_for_one();
    // Where no thread can be had, the batch is read when it is waited for.
    running_.push_back(std::async(std::launch::async | std::launch::deferred,
                                  [this, batch = std::exchange(batch_, {})] { std::ranges::for_each(batch, read_); }));
    n_bytes_ = 0;
  }

  void wait_for_one() {
    std::future<void> first = std::move(running_.front());
    running_.pop_front();
    first.get();
  }

  std::function<void(const ToRead&)> read_;
  std::vector<ToRead> batch_;
  std::size_t n_bytes_ = 0;
  std::deque<std::future<void>> running_;  // the last member: its end waits for those who use the others
};

void fill_forced(Observation& row, const Record& record, Kept& kept) {
  const auto* done = std::get_if<Completion>(&record.response);
  if (!done || !done->read_out || done->read_out->asked.empty()) return;
  row.forced = forced_answer(*done->read_out, kept.token_texts(record.request.model.weights), slot_labels(row.variant));
}

void fill(Observation& row, const Record& record, const Reading& reading) {
  row.recorded = true;
  row.reading = reading;
  row.given = record.verdicts;
  row.imported = std::holds_alternative<Imported>(record.origin);
  if (record.request.prefix) {
    row.n_kept = record.request.prefix->n_tokens;
    row.reading.n_tokens += row.n_kept;  // of the whole text, as its code points are
  }
  if (reading.slot) row.reading.option = row.variant.order.at(static_cast<std::size_t>(*reading.slot));
  if (const auto* done = std::get_if<Completion>(&record.response)) {
    row.read_out = done->read_out;
    if (!row.key.parent.is_zero()) row.text_hash = sha256(done->text).head();
    row.usage = done->usage;
    row.finish = done->finish;
  }
}

// What a store says is looked up in lists later.
void check_order(const Observation& row) {
  const int n = row.item->n_options();
  const auto outside = [n](int option) { return option < 0 || option >= n; };
  if (static_cast<int>(row.variant.order.size()) != n ||
      std::any_of(row.variant.order.begin(), row.variant.order.end(), outside))
    damaged("a cell of item '" + row.item->id + "' whose order is not one of its " + std::to_string(n) + " options");
  if (row.item->gold_option() >= n)
    damaged("an item '" + row.item->id + "' whose gold is not one of its " + std::to_string(n) + " options");
}

// Leaves what figures are made of.
void drop_evidence(Reading& reading) {
  reading.mentions = {};
  reading.flags = {};
  reading.frame = {};
  reading.raw = {};
  reading.trajectory.normalized_positions = {};
}

// The answers that others follow.
std::unordered_set<Sha256> followed(std::span<const Cell> cells) {
  std::unordered_set<Sha256> out;
  for (const Cell& cell : cells)
    if (!cell.key.parent.is_zero()) out.insert(cell.key.parent);
  return out;
}

auto sort_key(const RowKey& k, const Item& item) {
  return std::tie(k.model, k.dataset, k.mode, k.treatment, item.id, k.occurrence, k.item, k.variant, k.trial, k.point,
                  k.parent);
}

// Rows in their order, which stays: they are large.
std::vector<Observation> empty_rows(std::vector<Cell> cells, const std::map<ItemKey, const Item*>& items) {
  std::vector<const Item*> item_of;
  for (const Cell& cell : cells) {
    const auto item = items.find({cell.key.dataset, cell.key.item, cell.key.occurrence});
    if (item == items.end())
      damaged("a cell of an item that data set '" + cell.key.dataset + "' lacks: " + cell.key.item.short_hex());
    item_of.push_back(item->second);
  }
  std::vector<std::uint32_t> order(cells.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, {}, [&](std::uint32_t i) { return sort_key(cells[i].key, *item_of[i]); });
  std::vector<Observation> rows;
  rows.reserve(cells.size());
  for (const std::uint32_t i : order) {
    Observation& row = rows.emplace_back();
    row.key = std::move(cells[i].key);
    row.record = cells[i].record;
    row.item = item_of[i];
    row.variant = std::move(cells[i].variant);
    check_order(row);
  }
  return rows;
}

}  // namespace

Reading read_completion(const Profile& profile, const Completion& completion, const Item& item,
                        const Variant& variant) {
  return item.options.empty() ? read_open(profile, completion, item)
                              : read(profile, completion, variant, shown_options(item, variant));
}

bool of_study(const RowKey& key) { return key.trial == 0 && key.point == "end" && key.parent.is_zero(); }

std::map<Configuration, std::vector<const Observation*>> by_configuration(const Observations& obs) {
  std::map<Configuration, std::vector<const Observation*>> groups;
  for (const Observation& row : obs.rows)
    if (row.key.parent.is_zero())
      groups[{row.key.model, row.key.dataset, row.key.mode, row.key.treatment}].push_back(&row);
  return groups;
}

Observations observe(const Store& store, std::string_view profile_name, const Selection& of, Evidence evidence) {
  const Readers readers(store, profile_name);
  Observations obs;
  std::vector<Cell> cells = store.cells(of);
  const std::unordered_set<Sha256> parents =
      evidence == Evidence::kAll ? std::unordered_set<Sha256>{} : followed(cells);
  obs.rows = empty_rows(std::move(cells), index_items(store, of.item, obs.items));

  // Places in obs.rows, by record: few bytes a row, since a store may have a million.
  const auto record_of = [&](std::uint32_t row) -> const Sha256& { return obs.rows[row].record; };
  std::vector<std::uint32_t> by_record(obs.rows.size());
  std::iota(by_record.begin(), by_record.end(), 0U);
  std::ranges::stable_sort(by_record, {}, record_of);

  const auto read_rows = [&](const ToRead& all) {
    const bool has_text = !all.record.request.prefix || all.record.request.decoding.max_tokens > 0 ||
                          std::holds_alternative<Failure>(all.record.response);
    // Cells that share a record show the same options, but nothing rests on it.
    const Profile* last_profile = nullptr;
    std::vector<std::string> last_options;
    std::string_view last_labels;
    Reading reading;
    for (std::size_t i = 0; i < all.rows.size(); ++i) {
      Observation& row = obs.rows[all.rows[i]];
      const Profile& profile = readers.of(row.key.mode);
      std::vector<std::string> options = shown_options(*row.item, row.variant);
      const bool is_new = &profile != last_profile || options.empty() || options != last_options ||
                          row.variant.label_set != last_labels;
      if (is_new && has_text) {  // a read-out has none, unless it is why it failed
        if (all.before.empty()) {
          reading = read(profile, all.record.response, *row.item, row.variant, options, all.token_texts);
        } else {  // as if the whole text had been generated
          Completion whole = std::get<Completion>(all.record.response);
          whole.text.insert(0, all.before[i]);
          reading = read(profile, whole, *row.item, row.variant, options, all.token_texts);
        }
        if (evidence != Evidence::kAll && !parents.contains(all.record.id)) drop_evidence(reading);
      }
      last_profile = &profile;
      last_options = std::move(options);
      last_labels = row.variant.label_set;
      fill(row, all.record, reading);
    }
  };

  Kept kept(store);
  Batches batches(read_rows);
  const auto take = [&](Record record) {
    const std::span<const std::uint32_t> rows(std::ranges::lower_bound(by_record, record.id, {}, record_of),
                                              std::ranges::upper_bound(by_record, record.id, {}, record_of));
    if (rows.empty()) return;
    ToRead out{.record = std::move(record), .rows = rows};
    out.token_texts = kept.generated_texts(out.record);
    for (const std::uint32_t r : rows) {
      fill_forced(obs.rows[r], out.record, kept);
      if (is_continuation(out.record))
        out.before.push_back(kept.text_before(*out.record.request.prefix, obs.rows[r].key));
    }
    batches.add(std::move(out));
  };
  store.each_text(take, of);
  batches.finish();
  return obs;
}

}  // namespace brink
