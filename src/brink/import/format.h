#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "brink/dataset/collector.h"
#include "brink/dataset/format.h"
#include "brink/model/record.h"

namespace brink {

/// What a person may say about a log that the log does not say itself.
struct ImportOptions {
  ColumnMap columns = {};                // role -> column of the generic formats
  std::string model = {};                // name of the model; empty = the log's, else the file's name
  std::string dataset = {};              // empty = the log's task, else the file's name
  std::string mode = {};                 // empty = "imported"
  std::filesystem::path labels = {};     // of formats that take them: what each row is
  std::vector<std::string> layers = {};  // of states: a name for each layer, "12" or "final"
  int n_options = 0;  // of items whose options the log does not keep; 0 = such items are open questions
};

/// One answer of a log, as its format found it.
struct ImportRow {
  std::string key;  // names the row in its file for ever: its hash with the file's is the record's id
  int line = 0;     // where it stands; 0 = the file as a whole
  RawItem item;     // options in the order shown; the id is the log's, or empty
  std::string model, dataset, mode;
  std::string label_set = "letters";  // what the options were called, and whether a tie was offered
  Input input = Unknown{};
  std::string prompt_tail;  // end of the prompt as the model saw it, where the log has it as text
  Decoding decoding{.max_tokens = -1, .temperature = -1, .stop = {}};  // -1 = the log does not say
  Response response;
  std::vector<Given> given;
};

using RowSink = std::function<void(ImportRow)>;

/// What a person should know of a log that is imported as it is.
using NoteSink = std::function<void(std::string)>;

/// A row that is no answer and was passed over, with the reason.
using DirtSink = std::function<void(int line, std::string kind, std::string what)>;

struct ImportInput {
  std::filesystem::path path;
  const ImportOptions& options;
  RowSink row;
  DirtSink skipped;
  NoteSink note;
};

/// One row of the table in formats/formats.cpp: a kind of log.
struct ImportFormat {
  std::string_view name;      // as on the command line: "lm-eval"
  std::string_view summary;   // one sentence, for `brink list imports` and docs
  std::string_view source;    // the tool, and where it defines the format
  bool takes_columns;         // --map may be given
  bool takes_labels = false;  // --labels must be given

  /// Reads a log from its beginning to its end, one row at a time: memory does not grow with the file. Throws
  /// Error(kInput) with file:line when the file is not of this format, is cut, or a row lacks what it must have.
  void (*read)(const ImportInput& input);
};

std::span<const ImportFormat* const> import_formats();

/// The format of that name. Throws Error(kUsage) naming the known ones.
const ImportFormat& import_format(std::string_view name);

}  // namespace brink
