#include "brink/store/merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>

#include "brink/base/error.h"
#include "brink/base/text.h"
#include "brink/store/import_transaction.h"

namespace brink {
namespace {

std::string words_after(const std::string& text, std::size_t from) {
  constexpr std::size_t kBytes = 30;
  return to_valid_utf8(text.substr(std::min(from, text.size()), kBytes));
}

/// How two answers to one request differ, "" when they do not. Only what the model did counts, not how long it took.
std::string difference(const Completion& a, const Completion& b) {
  if (a.text != b.text) {
    std::size_t n = 0;
    while (n < std::min(a.text.size(), b.text.size()) && a.text[n] == b.text[n]) ++n;
    while (n > 0 && n < a.text.size() && (static_cast<unsigned char>(a.text[n]) & 0xC0) == 0x80) --n;
    return "texts part after " + std::to_string(count_code_points(std::string_view(a.text).substr(0, n))) +
           " characters: \"" + words_after(a.text, n) + "\" stays, \"" + words_after(b.text, n) + "\" does not enter";
  }
  if (a.tokens != b.tokens) {
    const auto at = std::mismatch(a.tokens.begin(), a.tokens.end(), b.tokens.begin(), b.tokens.end()).first;
    return "equal texts of different tokens, from token " + std::to_string(at - a.tokens.begin()) + " on";
  }
  if (a.finish != b.finish)
    return "equal texts that ended differently: '" + std::string(to_string(a.finish)) + "' stays, '" +
           std::string(to_string(b.finish)) + "' does not enter";
  return {};
}

/// How the states of two equal answers differ, "" when they do not. In memory both are float32, so bits of one type are
/// equal exactly where those in the store are.
std::string state_difference(const Completion& a, const Completion& b) {
  int n_other = 0;
  double most = 0;
  std::string first;
  const auto bits = [](float v) { return std::bit_cast<std::uint32_t>(v); };
  for (const State& x : a.states) {
    const State* y = nullptr;
    bool same = false;
    for (const State& other : b.states) {
      if (other.site != x.site || other.type != x.type) continue;
      y = &other;
      same = same || std::ranges::equal(x.x, other.x, {}, bits, bits);
    }
    if (!y || same) continue;
    if (n_other++ == 0) first = site_name(x.site);
    for (std::size_t i = 0; i < std::min(x.x.size(), y->x.size()); ++i)
      most = std::max(most, std::abs(static_cast<double>(x.x[i]) - y->x[i]));
  }
  if (n_other == 0) return {};
  return fmt::format(
      "equal answers of different hidden states, {} of {}, {} the first, by up to {:.2g} in a dimension; "
      "those that are there stay",
      n_other, a.states.size(), first, most);
}

void merge_studies(Store& out, const Store& in, MergeSummary& summary) {
  const std::vector<Store::StudyRow> known = out.studies();
  for (const Store::StudyRow& study : in.studies()) {
    if (std::ranges::find(known, study) != known.end()) continue;
    if (std::ranges::none_of(known, [&](const Store::StudyRow& k) { return k.canonical == study.canonical; }) &&
        !known.empty())
      summary.notes.emplace_back("its study is another one: both are kept, the later one is the store's");
    out.put_study(study.canonical, study.source_text, study.seed);
  }
}

void merge_dataset(Store& out, Dataset added, MergeSummary& summary) {
  const std::vector<std::string> names = out.datasets();
  if (std::ranges::find(names, added.name) == names.end()) return out.put_dataset(added);
  Dataset joined = out.dataset(added.name);
  if (joined.file != added.file)
    summary.notes.push_back("data set '" + added.name + "' was read from another file: items of both are kept");
  std::set<std::pair<Sha256, int>> items;
  for (const Item& item : joined.items) items.emplace(item.hash, item.occurrence);
  for (Item& item : added.items)
    if (items.emplace(item.hash, item.occurrence).second) joined.items.push_back(std::move(item));
  const auto key = [](const Dirt& d) { return std::tuple(d.at.file, d.at.line, d.kind, d.what); };
  std::set<decltype(key(joined.dirt.front()))> dirt;
  for (const Dirt& d : joined.dirt) dirt.insert(key(d));
  for (Dirt& d : added.dirt)
    if (dirt.insert(key(d)).second) joined.dirt.push_back(std::move(d));
  out.put_dataset(joined);
}

void merge_cells(Store& out, const Store& in, MergeSummary& summary) {
  std::map<RowKey, Sha256> known;
  for (Cell& cell : out.cells()) known.emplace(std::move(cell.key), cell.record);
  std::vector<Cell> added;
  for (Cell& cell : in.cells()) {
    const auto [at, is_new] = known.emplace(cell.key, cell.record);
    if (is_new)
      added.push_back(std::move(cell));
    else if (at->second != cell.record)
      summary.conflicts.push_back({cell.record, "the cell " + cell.key.model + " " + cell.key.dataset + " " +
                                                    cell.key.mode + " " + cell.key.item.short_hex() + " order " +
                                                    std::to_string(cell.key.variant) + " belongs to record " +
                                                    at->second.short_hex() + ", which stays"});
  }
  out.put_cells(added);
}

/// @return whether the record is in `out` now with an equal answer.
bool merge_record(Store& out, const Record& record, MergeSummary& summary, int& n_without_states) {
  ++summary.n_records;
  if (out.append(record)) {
    ++summary.n_added;
    return true;
  }
  const auto* added = std::get_if<Completion>(&record.response);
  const std::optional<Record> known = out.record(record.id);
  const auto* there = std::get_if<Completion>(&known->response);
  if (!added) {  // a failure adds nothing to what is there
    ++summary.n_equal;
    return false;
  }
  if (!there) {
    out.forget_failures({&record.id, 1});
    out.append(record);
    ++summary.n_replaced;
    return true;
  }
  std::string what = difference(*there, *added);
  if (what.empty()) what = state_difference(*there, *added);
  if (!what.empty()) {
    summary.conflicts.push_back({record.id, std::move(what)});
    return false;
  }
  ++summary.n_equal;
  n_without_states += added->states.size() > there->states.size() ? 1 : 0;
  return true;
}

}  // namespace

MergeSummary merge_into(Store& out, const Store& in) {
  ImportTransaction whole(out);
  MergeSummary summary;
  merge_studies(out, in, summary);
  for (const Store::ModelRow& model : in.models()) {
    out.put_model(model.name, model.key, model.made);
    out.put_token_texts(model.key.weights, in.token_texts(model.key.weights));
  }
  for (const std::string& name : in.datasets()) merge_dataset(out, in.dataset(name), summary);
  int n_without_states = 0;
  in.each_record([&](const Record& record) {
    if (merge_record(out, record, summary, n_without_states)) out.put_anchors(in.anchors(record.id));
  });
  if (n_without_states > 0)
    summary.notes.push_back(std::to_string(n_without_states) +
                            " equal records have further hidden states here, which do not enter");
  merge_cells(out, in, summary);
  whole.commit();
  return summary;
}

std::vector<MergeSummary> merge_files(const std::filesystem::path& out, std::span<const std::string> stores) {
  namespace fs = std::filesystem;
  std::error_code none;
  for (const std::string& store : stores) {
    Store::open(store, Store::Mode::kRead);  // a store that cannot be read is known before anything is written
    if (fs::equivalent(store, out, none))
      throw Error(ErrorKind::kUsage, store + ": it is the store to merge into", "leave it out: what it holds stays");
  }
  const bool is_new = !fs::exists(out, none);
  const fs::path file = is_new ? fs::path(out.string() + ".merging") : out;
  const auto remove_new = [&] {
    for (const char* suffix : {"", "-wal", "-shm"})
      if (is_new) fs::remove(file.string() + suffix, none);
  };
  std::vector<MergeSummary> summaries;
  try {
    remove_new();  // what is left of a merge that was killed
    Store store = Store::open(file, Store::Mode::kWrite);
    ImportTransaction all(store);
    for (const std::string& in : stores) summaries.push_back(merge_into(store, Store::open(in, Store::Mode::kRead)));
    all.commit();
  } catch (...) {
    remove_new();
    throw;
  }
  if (is_new) fs::rename(file, out);
  return summaries;
}

}  // namespace brink
