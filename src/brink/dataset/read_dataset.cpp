#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "brink/base/error.h"
#include "brink/base/text.h"
#include "brink/dataset/csv_rows.h"
#include "brink/dataset/file_text.h"
#include "brink/dataset/format.h"
#include "brink/dataset/json_rows.h"

namespace brink {
namespace {

constexpr std::size_t kHeadBytes = std::size_t{64} << 10;  // of CSV: a header and its first row

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
  if (trim(text).empty()) throw Error(ErrorKind::kInput, path.string() + ": is empty", "fetch or write it again");
  const std::vector<const DataFormat*> claims = matching_formats(text, path);
  if (claims.empty())
    throw Error(ErrorKind::kInput, path.string() + ": no known data format looks like this",
                "name one: " + joined(known_names()));
  if (claims.size() > 1 && !claims[0]->takes_columns)
    throw Error(ErrorKind::kInput,
                fmt::format("{}: looks like both '{}' and '{}'", path.string(), claims[0]->name, claims[1]->name),
                fmt::format("name one: format = \"{}\"", claims[0]->name));
  return *claims[0];
}

// The first row of comma-separated values under its header; the cells it lacks are null.
std::optional<Json> first_csv_row(const CsvRows& csv) {
  if (csv.rows.empty()) return std::nullopt;
  Json row = Json::object();
  for (std::size_t i = 0; i < csv.rows[0].cells.size(); ++i) {
    const bool given = csv.rows.size() > 1 && i < csv.rows[1].cells.size();
    row[std::string(trim(csv.rows[0].cells[i]))] = given ? Json(csv.rows[1].cells[i]) : Json();
  }
  return row;
}

}  // namespace

std::vector<const DataFormat*> matching_formats(std::string_view text, const std::filesystem::path& path) {
  const bool json = is_json(text);
  const CsvRows csv = json ? CsvRows{} : read_csv(text.substr(0, kHeadBytes));
  const std::optional<Json> row = json ? first_json_row(text) : first_csv_row(csv);
  FileHead head{.path = path, .row = row ? &*row : nullptr};
  if (!csv.rows.empty()) head.cells = csv.rows[0].cells;

  std::vector<const DataFormat*> special, generic;
  for (const DataFormat* format : data_formats())
    if (format->matches(head)) (format->takes_columns ? generic : special).push_back(format);
  return special.empty() ? generic : special;
}

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
