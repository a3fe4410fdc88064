#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "brink/store/store.h"

namespace brink {

/// A log that was imported: the bytes it was read from, and as what.
struct ImportedFile {
  Sha256 file;
  std::string path;     // as given on the command line
  std::string format;   // row of the table of import formats
  std::string dataset;  // that its items went to
};

/// Appends the answers of a foreign log, all in one transaction: what was not committed is undone. Items, cells and
/// records are looked up in the store, so that memory does not grow with their number, and appending the same rows
/// again adds nothing.
class ImportTransaction {
 public:
  /// Does not outlive the store, which must be open for writing.
  explicit ImportTransaction(Store& store);
  ~ImportTransaction();
  ImportTransaction(const ImportTransaction&) = delete;
  ImportTransaction& operator=(const ImportTransaction&) = delete;

  bool has_record(const Sha256& id);
  /// Whether the record of that id is a completion of this text and prompt.
  bool is_answer(const Sha256& id, std::string_view text, std::string_view prompt);

  /// An item as the store holds it, and where the slots of the question that was put show its options.
  struct Place {
    Sha256 item;
    int occurrence = 0;
    std::vector<int> order;  // slot -> index in the stored item's options
  };
  /// Finds the item in the data set, or adds it. Two questions are the same item when stem, passage, gold and options
  /// are equal, whatever the order of the options, and so are their ids. @param item  options in the order shown
  Place put_item(const std::string& dataset, const Item& item);

  /// What a cell of that model, data set and mode was imported from, other than `source`; zero: from a run. Nothing
  /// where there is none.
  std::optional<Sha256> other_source(const RowKey& key, const Sha256& source);

  /// Appends a record, and the cell that it fills. key.variant and key.trial are set here: an order that the item was
  /// not shown in yet is a new variant, one that it was is the next trial of that variant.
  /// @return the trial
  int put_record(const Record& record, RowKey key, Variant variant);
  /// How many ids of the data set name several items, and the first of them.
  struct SharedIds {
    int n = 0;
    std::string first;
  };
  SharedIds shared_ids(const std::string& dataset);
  /// What another scorer says about a record that is there.
  void put_given(const Sha256& record, const Given& given);

  void put_model(const std::string& name, const ModelKey& key, const Provenance& made);
  void put_dataset(const std::string& name, const Sha256& file);
  void put_dirt(const std::string& dataset, const Dirt& dirt);
  void put_file(const ImportedFile& file);
  void commit();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace brink
