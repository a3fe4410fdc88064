#include <algorithm>

#include "brink/base/error.h"
#include "brink/base/text.h"
#include "brink/dataset/file_text.h"
#include "brink/dataset/format.h"

namespace brink {
namespace {

constexpr std::size_t kHeadBytes = std::size_t{64} << 10;

std::vector<std::string> known_names() {
  std::vector<std::string> out;
  for (const DataFormat* format : data_formats()) out.emplace_back(format->name);
  return out;
}

std::string joined(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ", ") + name;
  return out;
}

const DataFormat& format_named(std::string_view name) {
  for (const DataFormat* format : data_formats())
    if (format->name == name) return *format;
  const std::string near = closest(name, known_names());
  throw Error(ErrorKind::kUsage, "unknown data format '" + std::string(name) + "'",
              near.empty() ? "known formats: " + joined(known_names()) : "did you mean '" + near + "'?");
}

const DataFormat& format_of(std::string_view text, const std::filesystem::path& path) {
  for (const DataFormat* format : data_formats())
    if (format->matches(path, text.substr(0, kHeadBytes))) return *format;
  if (trim(text).empty()) throw Error(ErrorKind::kInput, path.string() + ": is empty", "fetch or write it again");
  if (trim(text).starts_with('['))
    throw Error(ErrorKind::kInput, path.string() + ":1: one JSON list, not JSON lines",
                "make it one object per line: jq -c '.[]' FILE");
  throw Error(ErrorKind::kInput, path.string() + ": no known data format looks like this",
              "name one: " + joined(known_names()));
}

}  // namespace

Dataset read_dataset(const std::filesystem::path& path, std::string_view format, const ColumnMap& columns) {
  const FileText file = read_file_text(path);
  const DataFormat& reader = format.empty() ? format_of(file.text, path) : format_named(format);
  if (!columns.empty() && !reader.takes_columns)
    throw Error(ErrorKind::kUsage, path.string() + ": the format '" + std::string(reader.name) + "' has fixed columns",
                "use \"jsonl\" or \"csv\" with a column map");

  Dataset out = reader.read(file.text, path, columns);
  out.name = path.stem().string();
  out.file = file.file;
  if (file.truncated_line > 0)
    out.dirt.push_back({{path.string(), file.truncated_line},
                        "truncated last line",
                        "the file ends inside a character",
                        Policy::kSkipped});
  return out;
}

}  // namespace brink
