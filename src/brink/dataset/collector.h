#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "brink/dataset/item.h"

namespace brink {

/// What a file says is right, before it is matched with the options.
struct GoldCell {
  enum class Kind {
    kAny,     // label, option text, or (a number) index: whatever fits, if only one does
    kIndex,   // counted from 0
    kLabel,   // one of the row's labels, or several ("AC")
    kText,    // an option's text
    kNumber,  // of a question without options: a decimal or a fraction
    kAnswer,  // of a question without options: a text
  };
  Kind kind = Kind::kAny;
  std::vector<std::string> values;  // none = the file does not say; several = all of them are right
  bool is_number = false;           // the file has a number, not a text
  std::string conflict = {};        // how the file contradicts itself; then there is no gold

  bool is_open() const { return kind == Kind::kNumber || kind == Kind::kAnswer; }
};

/// A row of a data file as its format found it, before any check.
struct RawItem {
  int line = 0;
  std::optional<std::string> id;
  std::string stem, passage;
  std::vector<std::string> options;
  std::vector<std::string> labels;  // empty = A, B, C, ...
  GoldCell gold;
  bool gold_first = false;  // the format lists the right option first: see Collector
  std::map<std::string, std::string> tags;
};

/// Turns rows into items under one policy for every format (docs/formats.md): what is kept with a flag, what is
/// repaired, what is skipped, each reported by line.
///
/// Where a format lists the right option first, its place in the file says nothing and would be the gold's place in
/// every first variant: the options are put in the order of SHA-256(kOrderSeed, question, option). The order depends on
/// the item's texts alone, so it is the same for every file that holds the item, and its seed stands in the dirt.
class Collector {
 public:
  explicit Collector(const std::filesystem::path& path) : file_(path.string()) {}

  void add(RawItem row);
  /// A row that could not be read at all; it keeps its number, so that later ids do not move.
  void broken(int line, std::string kind, std::string what);
  /// What a format mended in a row before it could be read.
  void repaired(int line, std::string kind, std::string what);

  /// Throws Error(kInput) when more than half of the rows were skipped, or there are none.
  Dataset finish();

 private:
  void note(int line, std::string kind, std::string what, Policy policy);
  bool check_options(RawItem& row);
  std::string unique_id(const RawItem& row);

  std::string file_;
  int n_rows_ = 0, n_skipped_ = 0, n_gold_first_ = 0;
  std::set<std::string> ids_;
  Dataset out_;
};

}  // namespace brink
