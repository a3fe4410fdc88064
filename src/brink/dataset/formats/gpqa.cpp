#include <array>
#include <nlohmann/json.hpp>

#include "brink/dataset/format.h"
#include "brink/dataset/rows.h"

namespace brink {
namespace {

constexpr std::array kWrong{"Incorrect Answer 1", "Incorrect Answer 2", "Incorrect Answer 3"};

bool matches(const FileHead& head) {
  return has_columns(head.row, {"Question", "Correct Answer", kWrong[0], kWrong[1], kWrong[2]});
}

RawItem read_row(const Json& row, int line) {
  RawItem out;
  out.line = line;
  out.stem = text_of(row, "Question");
  out.options = {text_of(row, "Correct Answer")};
  for (const char* wrong : kWrong) out.options.push_back(text_of(row, wrong));
  out.gold = {.kind = GoldCell::Kind::kIndex, .values = {"0"}};
  out.gold_first = true;
  if (std::string id = text_or_empty(row, "Record ID"); !id.empty()) out.id = std::move(id);
  add_tag(out, "subject", row, "High-level domain");
  add_tag(out, "subdomain", row, "Subdomain");
  return out;
}

Dataset read(std::string_view text, const std::filesystem::path& path, const ColumnMap&) {
  return read_rows(text, path, read_row);
}

}  // namespace

extern const DataFormat kGpqa;
constinit const DataFormat kGpqa{
    .name = "gpqa",
    .summary = "GPQA: CSV with Question, Correct Answer, Incorrect Answer 1-3; 4 options, put in a drawn order",
    .source = "https://github.com/idavidrein/gpqa",
    .takes_columns = false,
    .matches = matches,
    .read = read,
};

}  // namespace brink
