// What holds for every format: its good files, changed as files are on their way to a user.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "brink/base/error.h"
#include "brink/base/text.h"
#include "brink/dataset/format.h"
#include "brink/dataset/gzipped.h"
#include "brink/dataset/json_rows.h"

namespace brink {
namespace {

namespace fs = std::filesystem;

struct GoodFile {
  const DataFormat* format;
  fs::path path;
  std::string bytes;
  bool is_lines() const { return is_json(bytes) && bytes.starts_with('{') && !bytes.starts_with("{\"features"); }
};

std::vector<GoodFile> good_files() {
  std::vector<GoodFile> out;
  for (const DataFormat* format : data_formats())
    for (const auto& entry : fs::directory_iterator(fs::path(BRINK_SOURCE_DIR "/tests/data") / format->name / "good")) {
      std::ifstream in(entry.path(), std::ios::binary);
      out.push_back({format, entry.path(), {std::istreambuf_iterator<char>(in), {}}});
    }
  return out;
}

std::string replaced(std::string_view text, std::string_view what, std::string_view with) {
  std::string out;
  for (std::size_t at; (at = text.find(what)) != text.npos; text.remove_prefix(at + what.size()))
    out.append(text.substr(0, at)).append(with);
  return out.append(text);
}

class EveryFile : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }

  // Under its own name, since a subject may be read from it.
  Dataset read(const GoodFile& file, const std::string& bytes, std::string_view format = {}) {
    const fs::path path = folder_ / file.path.filename();
    std::ofstream(path, std::ios::binary) << bytes;
    return read_dataset(path, format);
  }

  // What rows are, without where they stand.
  static std::vector<std::string> contents(const Dataset& d) {
    std::vector<std::string> out;
    for (const Item& item : d.items) {
      std::string text = item.id + '|' + item.stem + '|' + item.passage;
      for (const std::string& option : item.options) text += '|' + option;
      text += '|' + std::to_string(item.gold_option()) + '|' + std::to_string(item.gold.index());
      out.push_back(std::move(text));
    }
    return out;
  }

  static std::vector<std::string> dirty_rows(const Dataset& d) {
    std::vector<std::string> out;
    for (const Dirt& one : d.dirt)
      if (one.at.line > 0) out.push_back(std::to_string(one.at.line) + " " + one.kind);
    return out;
  }

  fs::path folder_ = fs::path(testing::TempDir()) /
                     ("brink_every_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
};

TEST_F(EveryFile, IsClaimedByItsOwnFormatAlone) {
  for (const GoodFile& file : good_files()) {
    const auto claims = matching_formats(file.bytes, file.path);
    ASSERT_FALSE(claims.empty()) << file.path;
    EXPECT_EQ(claims[0]->name, file.format->name) << file.path;
    if (file.format->takes_columns) continue;
    EXPECT_EQ(claims.size(), 1u) << file.path << " also " << claims.back()->name;
  }
}

TEST_F(EveryFile, ReadsTheSameCompressedMarkedWithCarriageReturnsAndBlankLines) {
  for (const GoodFile& file : good_files()) {
    SCOPED_TRACE(file.path);
    const auto as_it_is = contents(read_dataset(file.path));
    const std::pair<const char*, std::string> forms[] = {
        {"gzip", gzipped(file.bytes)},
        {"byte-order mark", "\xEF\xBB\xBF" + file.bytes},
        {"CRLF", replaced(file.bytes, "\n", "\r\n")},
        {"blank lines", "\n\n" + file.bytes + "\n  \n"},
        {"no end of the last line", file.bytes.substr(0, file.bytes.size() - 1)},
        {"all", gzipped("\xEF\xBB\xBF\r\n" + replaced(file.bytes, "\n", "\r\n"))},
    };
    for (const auto& [name, bytes] : forms) {
      const Dataset d = read(file, bytes);
      EXPECT_EQ(contents(d), as_it_is) << name;
      EXPECT_THAT(dirty_rows(d), testing::IsEmpty()) << name;
    }
  }
}

TEST_F(EveryFile, OfJsonLinesReadsTheSameAsAListAsAPageAndWithTrailingCommas) {
  for (const GoodFile& file : good_files()) {
    if (!file.is_lines()) continue;
    SCOPED_TRACE(file.path);
    const Dataset as_it_is = read_dataset(file.path);
    std::string list, page, commas;
    for (std::string_view rest = file.bytes; !rest.empty();) {
      const std::string line(trim(rest.substr(0, rest.find('\n'))));
      rest.remove_prefix(std::min(rest.find('\n'), rest.size() - 1) + 1);
      if (line.empty()) continue;
      list += (list.empty() ? "[" : ",\n") + line;
      page += std::string(page.empty() ? "" : ",") + "{\"row_idx\": 0, \"truncated_cells\": [], \"row\": " + line + "}";
      commas += line + ",\n";
    }
    for (const std::string& bytes : {list + "]\n", list + ",\n]\n", "{\"rows\": [" + page + "]}"}) {
      const Dataset d = read(file, bytes);
      EXPECT_EQ(contents(d), contents(as_it_is)) << bytes;
      EXPECT_THAT(dirty_rows(d), testing::IsEmpty()) << bytes;
    }
    const Dataset d = read(file, commas);
    EXPECT_EQ(contents(d), contents(as_it_is));
    EXPECT_EQ(dirty_rows(d).size(), d.items.size());
    EXPECT_THAT(dirty_rows(d), testing::Each(testing::EndsWith(" trailing comma")));
  }
}

TEST_F(EveryFile, IsRefusedInAnotherEncodingWithTheLine) {
  for (const GoodFile& file : good_files()) {
    const auto n_lines = std::count(file.bytes.begin(), file.bytes.end(), '\n');
    try {
      read(file, file.bytes + "caf\xE9 au lait\n");
      ADD_FAILURE() << file.path << ": read";
    } catch (const Error& e) {
      EXPECT_EQ(e.kind(), ErrorKind::kInput);
      EXPECT_THAT(e.what(), testing::HasSubstr(":" + std::to_string(n_lines + 1) + ": byte 0xE9 is not UTF-8"));
    }
  }
}

// Cutting a CSV row may leave a shorter one that is whole, so what must hold is that nothing else is changed.
TEST_F(EveryFile, CutAnywhereInTheLastRowKeepsTheOthersAndSaysSo) {
  for (const GoodFile& file : good_files()) {
    SCOPED_TRACE(file.path);
    const std::vector<std::string> whole = contents(read_dataset(file.path));
    if (whole.size() < 2) continue;
    for (std::size_t cut = 2; cut < 12; ++cut) {
      Dataset d;
      try {
        d = read(file, file.bytes.substr(0, file.bytes.size() - cut), file.format->name);
      } catch (const Error& e) {
        EXPECT_EQ(e.kind(), ErrorKind::kInput);
        continue;
      }
      const std::vector<std::string> rest = contents(d);
      const bool lost = rest != whole;
      EXPECT_TRUE(!lost || !d.dirt.empty() || !is_json(file.bytes)) << cut;
      for (std::size_t i = 0; i + 1 < whole.size() && i < rest.size(); ++i) EXPECT_EQ(rest[i], whole[i]) << cut;
    }
  }
}

TEST_F(EveryFile, OfCsvReportsRowsWithTooManyCells) {
  for (const GoodFile& file : good_files()) {
    if (is_json(file.bytes)) continue;
    SCOPED_TRACE(file.path);
    const Dataset whole = read_dataset(file.path);
    const Dataset d = read(file, file.bytes + "1,2,3,4,5,6,7,8,9,10,11\n", file.format->name);
    EXPECT_EQ(contents(d), contents(whole));
    ASSERT_EQ(dirty_rows(d).size(), 1u);
    EXPECT_THAT(dirty_rows(d)[0], testing::EndsWith(" ragged row"));
  }
}

}  // namespace
}  // namespace brink
