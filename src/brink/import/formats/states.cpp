// Hidden states that another program kept: arrays, and a file of labels with a line for each row.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "brink/base/error.h"
#include "brink/import/arrays.h"
#include "brink/import/row_source.h"
#include "brink/model/state_group.h"

namespace brink {
namespace {

/// A layer of all rows: where its numbers lie in an array.
struct Layer {
  Site site;
  const Array* array;
  std::size_t offset, stride, d;  // first number of row 0; from row to row; numbers of a row

  std::vector<float> row(std::size_t i) const {
    const auto from = array->values.begin() + static_cast<std::ptrdiff_t>(offset + i * stride);
    return {from, from + static_cast<std::ptrdiff_t>(d)};
  }
};

/// "12", "layer_12", "model.layers.12", "final".
std::optional<Site> site_named(std::string_view name) {
  if (name.ends_with("final")) return Site{Site::Point::kFinal, 0, Site::Pool::kLast};
  std::size_t from = name.size();
  while (from > 0 && name[from - 1] >= '0' && name[from - 1] <= '9') --from;
  int layer = 0;
  const auto [end, failure] = std::from_chars(name.data() + from, name.data() + name.size(), layer);
  // "-1" would be the last layer in Python: here that is `final`, or its number.
  const bool negative =
      from > 0 && name[from - 1] == '-' && (from == 1 || name[from - 2] == '_' || name[from - 2] == '.');
  if (failure != std::errc{} || from == name.size() || negative) return std::nullopt;
  return Site{Site::Point::kResidPost, layer, Site::Pool::kLast};
}

class StatesFile {
 public:
  explicit StatesFile(const ImportInput& input) : where_(input.path.string()), arrays_(read_arrays(input.path)) {
    std::vector<std::string> names = input.options.layers;
    for (const Array& array : arrays_) {
      const std::string at = where_ + (array.name.empty() ? "" : ": " + array.name);
      if (array.shape.size() != 2 && array.shape.size() != 3)
        throw Error(ErrorKind::kInput, fmt::format("{}: it has {} dimensions", at, array.shape.size()),
                    "states are [rows, d] or [rows, layers, d]");
      if (n_rows_ != 0 && array.shape[0] != n_rows_)
        throw Error(ErrorKind::kInput,
                    fmt::format("{}: it has {} rows where the first array has {}", at, array.shape[0], n_rows_),
                    "every array holds the same rows");
      n_rows_ = array.shape[0];
      add(array, at, names);
    }
    if (!input.options.layers.empty() && input.options.layers.size() != layers_.size())
      throw Error(
          ErrorKind::kUsage,
          fmt::format("--layers names {} layers, and {} has {}", input.options.layers.size(), where_, layers_.size()),
          "name each, in the order of the file, as --layers 8,16,final");
    std::set<Site> seen;
    for (const Layer& layer : layers_)
      if (!seen.insert(layer.site).second)
        throw Error(ErrorKind::kInput, fmt::format("{}: two of its layers are {}", where_, site_name(layer.site)),
                    "name them with --layers");
  }

  std::size_t n_rows() const { return n_rows_; }
  std::size_t n_layers() const { return layers_.size(); }

  std::vector<State> row(std::size_t i) const {
    std::vector<State> out;
    for (const Layer& layer : layers_) {
      out.push_back({layer.site, layer.row(i)});
      if (!std::ranges::all_of(out.back().x, [](float v) { return std::isfinite(v); }))
        throw Error(ErrorKind::kInput,
                    fmt::format("{}: row {} of {} holds a number that is not finite as float32", where_, i,
                                site_name(layer.site)),
                    "rows count from 0; leave the row out, of the labels too");
    }
    return out;
  }

 private:
  void add(const Array& array, const std::string& at, const std::vector<std::string>& names) {
    const bool several = array.shape.size() == 3;
    const std::size_t n_layers = several ? array.shape[1] : 1, d = array.shape.back();
    for (std::size_t l = 0; l < n_layers; ++l) {
      const std::string name = layers_.size() < names.size()   ? names[layers_.size()]
                               : several || array.name.empty() ? std::to_string(layers_.size() + 1)
                                                               : array.name;
      const auto site = site_named(name);
      if (!site)
        throw Error(ErrorKind::kInput, at + ": which layer is '" + name + "'?",
                    "a name ends in the layer's number, or is \"final\"; or say --layers 8,16,final");
      layers_.push_back({*site, &array, l * d, n_layers * d, d});
    }
  }

  std::string where_;
  std::vector<Array> arrays_;
  std::vector<Layer> layers_;
  std::size_t n_rows_ = 0;
};

/// A line of the labels.
struct Label {
  int line = 0;
  std::string id, group, mode;
  std::optional<std::string> correct, gold, chosen, label;
};

/// An empty cell says nothing: a table of labels cannot leave one out.
std::optional<std::string> said(const Json& row, const char* name) {
  const auto text = text_member(row, name);
  return text && !text->empty() ? text : std::nullopt;
}

std::optional<std::string> letter(const Json& row, const char* name) {
  const auto text = said(row, name);
  if (text && (text->size() != 1 || (*text)[0] < 'A' || (*text)[0] > 'Z'))
    throw RowError(fmt::format("'{}' is '{}', not a letter from A to Z", name, *text));
  return text;
}

std::optional<std::string> yes_or_no(const Json& row) {
  const auto text = said(row, "correct");
  if (!text) return std::nullopt;
  for (const auto& [words, value] :
       {std::pair<std::string_view, const char*>{"|1|1.0|true|True|", "1"}, {"|0|0.0|false|False|", "0"}})
    if (words.find("|" + *text + "|") != words.npos) return value;
  throw RowError("'correct' is '" + *text + "', not 1 or 0, true or false");
}

Label read_label(const Json& row, int line) {
  Label out;
  out.line = line;
  out.id = text_member(row, "id").value_or("");
  if (out.id.empty()) throw RowError("it has no 'id'");
  out.group = text_member(row, "group").value_or("");
  out.mode = text_member(row, "mode").value_or("");
  out.correct = yes_or_no(row);
  out.gold = letter(row, "gold");
  out.chosen = letter(row, "chosen");
  out.label = said(row, "label");
  if (out.gold && out.chosen) {
    const std::string agree = *out.gold == *out.chosen ? "1" : "0";
    if (out.correct.value_or(agree) != agree)
      throw RowError(
          fmt::format("'correct' is {}, but 'chosen' is {} and 'gold' is {}", *out.correct, *out.chosen, *out.gold));
    out.correct = agree;
  }
  return out;
}

std::vector<Label> read_labels(const std::filesystem::path& path) {
  std::vector<Label> out;
  const auto add = [&](const Json& row, int line) {
    try {
      out.push_back(read_label(row, line));
    } catch (const RowError& e) {
      throw Error(ErrorKind::kInput, fmt::format("{}:{}: {}", path.string(), line, e.what()),
                  "docs/hidden-states.md says what labels can hold");
    }
  };
  if (path.extension() == ".csv")
    each_csv_row(path, add);
  else
    each_json_row(path, add);
  return out;
}

/// Options are known by their letters alone. @param n_options  at least so many, which other files may name.
std::vector<std::string> letters_up_to(const std::vector<Label>& labels, int n_options) {
  char last = static_cast<char>('@' + std::clamp(n_options, 0, 26));
  for (const Label& one : labels)
    for (const auto& named : {one.gold, one.chosen})
      if (named) last = std::max(last, (*named)[0]);
  std::vector<std::string> out;
  for (char c = 'A'; c <= last && last > 'A'; ++c) out.emplace_back(1, c);
  return out;
}

ImportRow row_of(const Label& label, const std::vector<std::string>& letters, std::size_t i) {
  ImportRow out;
  out.key = "row " + std::to_string(i);
  out.line = label.line;
  out.item.id = label.id;
  if (!label.group.empty()) out.item.tags[std::string(kStateGroup)] = label.group;
  out.item.options = letters;
  out.item.labels = letters;
  if (label.gold) out.item.gold = {GoldCell::Kind::kLabel, {*label.gold}};
  out.mode = label.mode;
  out.given.push_back({label.chosen, label.correct, std::string(kStateLabels)});
  if (label.label) out.given.push_back({*label.label, std::nullopt, std::string(kStateClass)});
  return out;
}

/// Rows of one id are one item, in one part of every split: they cannot differ in what an item has.
void refuse_other_items(const ImportInput& input, const std::vector<Label>& labels) {
  std::map<std::string_view, const Label*> first;
  for (const Label& label : labels) {
    const Label& known = *first.try_emplace(label.id, &label).first->second;
    const bool golds = known.gold && label.gold && known.gold != label.gold;
    if (golds || known.group != label.group)
      throw Error(
          ErrorKind::kInput,
          fmt::format("{}: lines {} and {} have one id, '{}', and two values of '{}'", input.options.labels.string(),
                      known.line, label.line, label.id, golds ? "gold" : "group"),
          "rows of one id are one item. Rows that only hang together, as the orders of a question, want ids of "
          "their own and one `group`");
  }
}

/// What one row of an item says is right is so in its others.
void share_gold(std::vector<Label>& labels) {
  std::map<std::string_view, std::optional<std::string>> golds;
  for (const Label& label : labels)
    if (label.gold) golds[label.id] = label.gold;
  for (Label& label : labels)
    if (const auto known = golds.find(label.id); known != golds.end()) label.gold = known->second;
}

/// Rows of one id in one mode are repeats of an item, as a person may or may not mean them to be.
void note_repeats(const ImportInput& input, const std::vector<Label>& labels) {
  std::map<std::pair<std::string, std::string>, int> n_rows;
  int n_repeats = 0;
  const Label* first = nullptr;
  for (const Label& label : labels)
    if (++n_rows[{input.options.mode.empty() ? label.mode : input.options.mode, label.id}] > 1) {
      ++n_repeats;
      if (first == nullptr) first = &label;
    }
  if (first == nullptr) return;
  input.note(fmt::format(
      "{} of {} rows repeat an id of their mode, first '{}' in line {} of {}: they are taken for further trials of the "
      "same item, and only the first of each counts in geometry. Rows that only hang together want ids of their own "
      "and "
      "one `group`",
      n_repeats, labels.size(), first->id, first->line, input.options.labels.string()));
}

void read(const ImportInput& input) {
  if (input.options.labels.empty())
    throw Error(ErrorKind::kUsage, "states need a file that says what each row is",
                "--labels FILE: JSON lines or CSV, a line for each row with `id` and any of correct, gold, chosen, "
                "label, mode, group");
  const StatesFile states(input);
  std::vector<Label> labels = read_labels(input.options.labels);
  if (labels.size() != states.n_rows())
    throw Error(ErrorKind::kInput,
                fmt::format("{}: it has {} rows where {} has {} lines", input.path.string(), states.n_rows(),
                            input.options.labels.string(), labels.size()),
                "a line of the labels for each row, in the same order");
  refuse_other_items(input, labels);
  share_gold(labels);
  note_repeats(input, labels);
  const std::vector<std::string> letters = letters_up_to(labels, input.options.n_options);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    ImportRow row = row_of(labels[i], letters, i);
    Completion done;
    done.finish = Finish::kUnknown;
    done.states = states.row(i);
    row.response = std::move(done);
    input.row(std::move(row));
  }
}

}  // namespace

extern const ImportFormat kImportStates;
constinit const ImportFormat kImportStates{
    .name = "states",
    .summary = "hidden states as .npy, .npz or .safetensors, with a file of labels (--labels): docs/hidden-states.md",
    .source =
        "https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html; "
        "https://huggingface.co/docs/safetensors",
    .takes_columns = false,
    .takes_labels = true,
    .read = read,
};

}  // namespace brink
