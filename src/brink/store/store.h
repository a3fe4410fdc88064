#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "brink/dataset/item.h"
#include "brink/model/record.h"

namespace brink {

struct ImportedFile;

/// Some of a store's cells: an empty member stands for any.
struct Selection {
  std::string model, dataset, mode;
  std::optional<Sha256> item;
  bool operator==(const Selection&) const = default;
};

/// One study's file. SQLite in WAL mode; the only place that includes sqlite3.h. Records are appended whole in one
/// transaction each and never edited; prompts and long texts are stored once by hash. Schema: docs/store.md.
///
/// All functions throw Error(kStore) with the path, what failed (read-only, disk full, locked by process N, made by a
/// newer version) and what to do.
class Store {
 public:
  enum class Mode {
    kRead,   // may be opened beside a writer; nothing is created
    kWrite,  // created when missing; one writer at a time, a second gets an Error naming the first's process
  };
  static Store open(const std::filesystem::path& path, Mode mode);

  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  ~Store();

  // The study: canonical text, hash, study file as written, seed. A store holds one study; a run with another study's
  // canonical text adds a row (what was asked before stays), latest last.
  void put_study(const std::string& canonical, const std::string& source_text, std::uint64_t seed);
  struct StudyRow {
    std::string canonical, source_text;
    std::uint64_t seed = 0;
    bool operator==(const StudyRow&) const = default;
  };
  std::optional<StudyRow> study() const;  // the latest
  std::vector<StudyRow> studies() const;  // the latest last

  void put_model(const std::string& name, const ModelKey& key, const Provenance& made);
  struct ModelRow {
    std::string name;
    ModelKey key;
    Provenance made;
  };
  std::vector<ModelRow> models() const;  // in order of first use; a name returns when its key or provenance changed
  /// Idempotent. Items add to those of an earlier call (a larger subset extends a smaller one); dirt is the latest.
  void put_dataset(const Dataset& dataset);
  std::vector<std::string> datasets() const;
  /// @param item  only the items of that hash; all when empty.
  Dataset dataset(const std::string& name, const std::optional<Sha256>& item = {}) const;
  struct ItemName {
    std::string dataset, id;
    int occurrence = 0;
    Sha256 hash;
  };
  /// The items that the selected cells are about, each once, by data set, id, occurrence, hash.
  std::vector<ItemName> item_names(const Selection& of = {}) const;

  /// Marks which cells the study has; idempotent, one transaction. A cell put again with another record (the study
  /// changed) belongs to the later one; the earlier record stays.
  void put_cells(std::span<const Cell> cells);
  std::vector<Cell> cells(const Selection& of = {}) const;

  /// Appends a record and the texts and states it names: one transaction. Returns false, storing nothing, when a record
  /// of that id exists (its response is not touched).
  bool append(const Record& record);
  /// Removes the failures among the given ids, so that `run --retry-failed` asks again. Returns how many.
  int forget_failures(std::span<const Sha256> ids);

  std::unordered_set<Sha256> record_ids() const;
  std::unordered_set<Sha256> failed_ids() const;
  /// Those of them that follow another record.
  std::unordered_set<Sha256> failed_follow_ups() const;
  std::optional<Record> record(const Sha256& id) const;
  /// Every record in order of appending, one at a time: memory does not grow with their number. `visit` may read the
  /// store, but not write it.
  void each_record(const std::function<void(const Record&)>& visit) const;
  /// As each_record, of the numbers only the generated tokens of own runs and the read-out less its `top`: what reading
  /// texts needs.
  /// @param of  only records that fill these cells, in no particular order; when it selects everything, all records.
  void each_text(const std::function<void(Record&&)>& visit, const Selection& of = {}) const;
  int n_records() const;

  /// Whether any record has a state, or should have one.
  bool wants_states() const;
  /// The sites that any of these records has a state of, in order. Throws naming record and site where one is gone.
  std::vector<Site> state_sites(std::span<const Sha256> records) const;
  /// The states of records at a site: calls `visit` with the place of each record that has one, in their order. Nothing
  /// but this column is read, one state at a time: O(records) where they have their sites in one order.
  void each_state(std::span<const Sha256> records, const Site& site,
                  const std::function<void(std::size_t place, std::span<const float> x)>& visit) const;

  void put_anchors(std::span<const Anchor> anchors);
  std::vector<Anchor> anchors(const Sha256& record) const;

  /// Texts of tokens that read-outs name, by the hash of the weights; idempotent.
  void put_token_texts(const Sha256& weights, const std::map<Token, std::string>& texts);
  std::map<Token, std::string> token_texts(const Sha256& weights) const;

  /// The logs of other tools that were imported, in order; import_transaction.h adds them.
  std::vector<ImportedFile> imported_files() const;

 private:
  friend class ImportTransaction;
  struct Impl;
  explicit Store(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace brink
