#pragma once

#include <toml++/toml.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "brink/base/problem.h"

namespace brink {

/// A table of a study file while it is read: each getter marks its key as known and notes a value of another type or
/// out of range, instead of stopping, so that one reading finds every mistake. Getters leave `out` alone when the key
/// is absent or wrong.
class TomlTable {
 public:
  /// @param name  as a person would write it: "decoding", "model.qwen"; empty for the file itself.
  TomlTable(const toml::table& table, std::string name, SourceLine at, std::vector<Problem>& problems)
      : table_(&table), name_(std::move(name)), at_(std::move(at)), problems_(&problems) {}

  const SourceLine& at() const { return at_; }
  SourceLine at(std::string_view key) const;  // the table's line when the key is absent

  bool text(std::string_view key, std::string& out);
  bool boolean(std::string_view key, bool& out);
  bool integer(std::string_view key, std::int64_t& out, std::int64_t least, std::int64_t most);
  bool integer(std::string_view key, int& out, int least, int most);
  /// least <= value <= most, or least < value when `open`.
  bool number(std::string_view key, double& out, double least, double most, bool open = false);
  bool texts(std::string_view key, std::vector<std::string>& out);
  /// A list of texts and integers; integers as decimal text.
  bool words_or_integers(std::string_view key, std::vector<std::string>& out);
  /// A list of numbers, each least <= value <= most.
  bool numbers(std::string_view key, std::vector<double>& out, double least, double most);
  /// One of `words`; another is a problem with a suggestion. @param what  "data format", for the message.
  bool word(std::string_view key, std::string& out, std::string_view what, const std::vector<std::string>& words);

  std::optional<TomlTable> table(std::string_view key);
  /// The tables in [KEY.NAME], in the order of the file.
  std::vector<std::pair<std::string, TomlTable>> tables(std::string_view key);
  /// Every entry as JSON text: texts, numbers, true and false; lists and tables are problems.
  std::map<std::string, std::string> json_entries();

  void require(std::string_view key);
  bool is_list(std::string_view key) const;
  void problem(const SourceLine& at, std::string what, std::string hint = {});
  /// Notes every key that no getter asked for. Call last.
  void refuse_other_keys();

 private:
  const toml::node* find(std::string_view key);
  std::string full_name(std::string_view key) const;
  bool wrong_type(std::string_view key, const toml::node& node, std::string_view wanted);

  const toml::table* table_;
  std::string name_;
  SourceLine at_;
  std::vector<Problem>* problems_;
  std::vector<std::string> known_;
};

/// Words for a hint: a suggestion when one is close, else all of them.
std::string suggest(std::string_view word, const std::vector<std::string>& words);

}  // namespace brink
