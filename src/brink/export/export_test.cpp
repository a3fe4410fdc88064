#include "brink/export/export.h"

#include <csv.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "brink/base/error.h"
#include "brink/export/columns.h"
#include "brink/export/csv_file.h"
#include "brink/metrics/hand_made.h"

namespace brink {
namespace {

namespace fs = std::filesystem;
using Table = std::vector<std::vector<std::string>>;

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

/// The fields of a CSV text, read by another implementation than the one that writes.
Table parse_csv(const std::string& text) {
  struct State {
    Table rows;
    std::vector<std::string> row;
  } state;
  csv_parser parser;
  csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI);
  const auto field = [](void* s, std::size_t n, void* data) {
    static_cast<State*>(data)->row.emplace_back(s ? static_cast<char*>(s) : "", s ? n : 0);
  };
  const auto record = [](int, void* data) {
    auto* st = static_cast<State*>(data);
    st->rows.push_back(std::move(st->row));
    st->row.clear();
  };
  EXPECT_EQ(csv_parse(&parser, text.data(), text.size(), field, record, &state), text.size());
  EXPECT_EQ(csv_fini(&parser, field, record, &state), 0);
  csv_free(&parser);
  return state.rows;
}

class Export : public testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(root_);
    fs::create_directories(root_);
    obs_ = hand_made::study({{.answers = "AB.!"}, {.answers = "AAA?"}});
    obs_.items[0][0].stem = "A \"quoted\", comma'd\r\nquestion; = 選";
    obs_.items[0][0].options[0] = "red, \"dark\"";
    obs_.rows[0].read_out = ReadOut{.entropy_bits = 1.5, .top = {}, .asked = {{66, -0.25F}}};
    results_ = compute_metrics(obs_, 7);
  }
  void TearDown() override { fs::remove_all(root_); }

  std::vector<fs::path> write(const fs::path& dir, bool force = false) {
    return export_study(
        obs_, results_, [](const RowKey& key) { return "text " + std::to_string(key.variant); }, dir, force);
  }

  fs::path root_;
  Observations obs_;
  std::vector<Result> results_;
};

TEST(CsvFile, ReadsBackAnyText) {
  const fs::path path = fs::path(testing::TempDir()) / "any_text.csv";
  const std::vector<std::string> fields = {"", "plain", "a,b", "say \"x\"", "two\r\nlines", " space ", "選", "\""};
  OutputFile file(path);
  for (const auto& f : fields) file.field(f);
  file.end_record();
  file.close();
  EXPECT_EQ(parse_csv(read(path)), Table{fields});
}

TEST(CsvFile, AFullDiskIsAnError) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  OutputFile file("/dev/full");
  EXPECT_THROW(
      {
        for (int i = 0; i < 100000; ++i) file.field("some text that fills the buffer");
        file.close();
      },
      Error);
}

TEST_F(Export, WritesEveryCellOnceWithTheColumnsItSays) {
  write(root_ / "out");
  const Table rows = parse_csv(read(root_ / "out/records.csv"));
  ASSERT_EQ(rows.size(), 1 + obs_.rows.size());
  ASSERT_EQ(rows[0].size(), record_columns().size());
  for (std::size_t c = 0; c < rows[0].size(); ++c) EXPECT_EQ(rows[0][c], record_columns()[c].name);
  for (const auto& row : rows) EXPECT_EQ(row.size(), rows[0].size());
  const auto at = [&](std::size_t row, std::string_view name) {
    const auto it = std::find(rows[0].begin(), rows[0].end(), name);
    return rows[row].at(static_cast<std::size_t>(it - rows[0].begin()));
  };
  EXPECT_EQ(at(2, "order"), "[3,0,1,2]") << "shift 1: slot A shows option 3";
  EXPECT_EQ(at(2, "answer_slot"), "1");
  EXPECT_EQ(at(2, "answer_label"), "B");
  EXPECT_EQ(at(2, "answer_option"), "0");
  EXPECT_EQ(at(2, "answer_text"), "red, \"dark\"");
  EXPECT_EQ(at(2, "correct"), "true");
  EXPECT_EQ(at(3, "status"), "no_answer");
  EXPECT_EQ(at(3, "answer_slot"), "");
  EXPECT_EQ(at(3, "correct"), "") << "an unread answer is not wrong";
  EXPECT_EQ(at(4, "status"), "error");
  EXPECT_EQ(at(4, "n_chars"), "") << "a failed request has no length";
  EXPECT_EQ(at(1, "entropy_bits"), "1.5");
  EXPECT_EQ(at(1, "asked_logprobs"), "{\"66\":-0.25}");
  EXPECT_EQ(at(2, "entropy_bits"), "") << "no read-out";
  EXPECT_EQ(at(2, "asked_logprobs"), "");
  EXPECT_EQ(at(8, "recorded"), "false");
  EXPECT_EQ(at(8, "status"), "");
}

TEST_F(Export, WhatOnlyReadsTheModelsStateIsNoAnswer) {
  for (const char* treatment : {"curve", "states"}) {
    obs_.rows.push_back(hand_made::follow_up(obs_.rows[0], treatment, "fraction:0", 4));
    obs_.rows.back().finish = Finish::kLength;
  }
  obs_.rows.push_back(obs_.rows.back());
  obs_.rows.back().reading.status = Status::kError;                                        // it failed
  obs_.rows.push_back(hand_made::follow_up(obs_.rows[0], "truncate", "ccp_eq2-0.05", 4));  // it ended at once
  const std::size_t first = obs_.rows.size() - 3;
  write(root_ / "out");
  const Table rows = parse_csv(read(root_ / "out/records.csv"));
  const auto at = [&](std::size_t row, std::string_view name) {
    const auto it = std::find(rows[0].begin(), rows[0].end(), name);
    return rows[row].at(static_cast<std::size_t>(it - rows[0].begin()));
  };
  EXPECT_EQ(at(first, "status"), "read_out");
  EXPECT_EQ(at(first, "n_mentions"), "");
  EXPECT_EQ(at(first, "ccp_reason"), "");
  EXPECT_EQ(at(first, "n_prompt_tokens"), "90") << "it has a cost";
  EXPECT_EQ(at(first + 1, "status"), "read_out");
  EXPECT_EQ(at(first + 2, "status"), "error");
  EXPECT_EQ(at(first + 3, "status"), "no_answer");
}

TEST_F(Export, JsonLinesHoldTheTextAndTheSameColumns) {
  write(root_ / "out");
  std::istringstream lines(read(root_ / "out/records.jsonl"));
  std::string line;
  std::size_t n = 0;
  for (; std::getline(lines, line); ++n) {
    const Json row = Json::parse(line);
    EXPECT_EQ(row.size(), record_columns().size() + 1);
    EXPECT_EQ(row.at("text").is_null(), !obs_.rows[n].recorded);
  }
  EXPECT_EQ(n, obs_.rows.size());
}

TEST_F(Export, MentionsItemsAndResultsHaveARowEach) {
  write(root_ / "out");
  std::size_t n_mentions = 0;
  for (const auto& row : obs_.rows) n_mentions += row.reading.mentions.size();
  EXPECT_EQ(parse_csv(read(root_ / "out/mentions.csv")).size(), 1 + n_mentions);
  const Table items = parse_csv(read(root_ / "out/items.csv"));
  ASSERT_EQ(items.size(), 3u);
  EXPECT_EQ(items[1][4], obs_.items[0][0].stem);
  EXPECT_EQ(parse_csv(read(root_ / "out/results.csv")).size(), 1 + results_.size());
}

TEST_F(Export, TheSchemaDescribesEveryColumnOfEveryCsvFile) {
  const auto files = write(root_ / "out");
  EXPECT_EQ(files.size(), 7u);
  const Json schema = Json::parse(read(root_ / "out/schema.json"));
  for (const char* name : {"records.csv", "mentions.csv", "items.csv", "results.csv"}) {
    const Table rows = parse_csv(read(root_ / "out" / name));
    const Json& columns = schema.at("files").at(name).at("columns");
    ASSERT_EQ(columns.size(), rows[0].size()) << name;
    for (std::size_t c = 0; c < rows[0].size(); ++c) {
      EXPECT_EQ(columns[c].at("name"), rows[0][c]) << name;
      EXPECT_FALSE(columns[c].at("description").get<std::string>().empty()) << name;
    }
  }
}

TEST_F(Export, RefusesADirectoryThatIsNotEmptyAndLeavesItAlone) {
  fs::create_directories(root_ / "out");
  std::ofstream(root_ / "out/mine.txt") << "mine";
  EXPECT_THROW(write(root_ / "out"), Error);
  EXPECT_FALSE(fs::exists(root_ / "out/records.csv"));
  write(root_ / "out", true);
  EXPECT_EQ(read(root_ / "out/mine.txt"), "mine") << "--force replaces the export's own files only";
  EXPECT_TRUE(fs::exists(root_ / "out/records.csv"));
}

TEST_F(Export, LeavesNothingBehindWhenItFails) {
  const TextOf broken = [](const RowKey&) -> std::optional<std::string> { throw Error(ErrorKind::kStore, "x", ""); };
  EXPECT_THROW(export_study(obs_, results_, broken, root_ / "out", false), Error);
  EXPECT_TRUE(fs::is_empty(root_));
}

TEST_F(Export, APathThatIsAFileOrCannotBeMadeIsAnError) {
  std::ofstream(root_ / "file") << "x";
  EXPECT_THROW(write(root_ / "file"), Error);
  EXPECT_THROW(write(root_ / "file/below"), Error);
}

TEST_F(Export, TheSameStudyGivesTheSameBytes) {
  write(root_ / "a");
  write(root_ / "b");
  for (const auto& file : fs::directory_iterator(root_ / "a")) {
    EXPECT_EQ(read(file.path()), read(root_ / "b" / file.path().filename()));
  }
}

}  // namespace
}  // namespace brink
