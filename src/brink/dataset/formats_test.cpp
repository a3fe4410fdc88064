#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "brink/base/error.h"
#include "brink/base/test_files.h"
#include "brink/dataset/format.h"

namespace brink {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

const fs::path kData = BRINK_SOURCE_DIR "/tests/data";

std::string word(Policy policy) {
  return policy == Policy::kKept ? "kept" : policy == Policy::kRepaired ? "repaired" : "skipped";
}

// What became of a broken file, in the form of its .expected file.
std::string outcome(const fs::path& path, std::string_view format) {
  try {
    std::string out;
    for (const Dirt& d : read_dataset(path, format).dirt) {
      EXPECT_EQ(d.at.file, path.string());
      EXPECT_FALSE(d.what.empty());
      out += std::to_string(d.at.line) + ": " + d.kind + " (" + word(d.policy) + ")\n";
    }
    return out;
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::kInput);
    EXPECT_THAT(e.hint(), testing::Not(testing::IsEmpty()));
    return "error: " + std::string(e.what());
  }
}

TEST(Formats, EachRecognisesAndReadsItsGoodFilesWithoutDirt) {
  for (const DataFormat* format : data_formats()) {
    const auto files = files_in(kData / format->name / "good");
    EXPECT_FALSE(files.empty()) << format->name;
    for (const fs::path& path : files) {
      SCOPED_TRACE(path);
      const Dataset found = read_dataset(path);
      const Dataset named = read_dataset(path, format->name);
      for (const Dirt& d : found.dirt) EXPECT_EQ(d.at.line, 0) << d.kind << ": a good file has no dirty rows";
      ASSERT_EQ(found.items.size(), named.items.size());
      for (std::size_t i = 0; i < found.items.size(); ++i) {
        EXPECT_EQ(found.items[i].hash, named.items[i].hash) << "another format was recognised";
        EXPECT_EQ(found.items[i].id, named.items[i].id);
        EXPECT_FALSE(std::holds_alternative<std::monostate>(found.items[i].gold)) << found.items[i].id;
        EXPECT_GT(found.items[i].at.line, 0);
      }
    }
  }
}

TEST(Formats, EachNamesTheLineAndThePolicyForEveryBrokenFile) {
  for (const DataFormat* format : data_formats()) {
    const auto files = files_in(kData / format->name / "broken");
    EXPECT_FALSE(files.empty()) << format->name;
    for (const fs::path& path : files) {
      SCOPED_TRACE(path);
      const std::string expected = contents(path.string() + ".expected");
      const std::string seen = outcome(path, format->name);
      ASSERT_FALSE(expected.empty());
      if (!expected.starts_with("error: "))
        EXPECT_EQ(seen, expected);
      else
        EXPECT_THAT(seen, HasSubstr(expected.substr(7, expected.size() - 8)));
    }
  }
}

TEST(Formats, AreDescribed) {
  for (const DataFormat* format : data_formats()) {
    EXPECT_FALSE(format->summary.empty()) << format->name;
    EXPECT_FALSE(format->source.empty()) << format->name;
    EXPECT_THAT(contents(BRINK_SOURCE_DIR "/docs/formats.md"), HasSubstr("\n### " + std::string(format->name) + "\n"));
  }
}

TEST(Mmlu, JsonAndHeaderlessCsvGiveTheRowsAsWritten) {
  const Dataset json = read_dataset(kData / "mmlu/good/items.jsonl");
  ASSERT_EQ(json.items.size(), 2u);
  EXPECT_EQ(json.items[0].id, "1");
  EXPECT_EQ(json.items[0].gold_option(), 1);
  EXPECT_THAT(json.items[0].options, ElementsAre("oxygen", "carbon dioxide", "nitrogen", "None"));
  EXPECT_THAT(json.items[1].options, ElementsAre("6", "5", "8", "0"));
  EXPECT_EQ(json.items[0].tags.at("subject"), "biology");

  const Dataset csv = read_dataset(kData / "mmlu/good/river_names_test.csv");
  ASSERT_EQ(csv.items.size(), 2u);
  EXPECT_THAT(csv.items[0].options, ElementsAre("Nile", "Congo, lower", "Niger", "NA"));
  EXPECT_EQ(csv.items[0].gold_option(), 0);
  EXPECT_EQ(csv.items[1].stem, "The word \"delta\" is also");
  EXPECT_EQ(csv.items[1].options[2], "a\ntree");
  EXPECT_EQ(csv.items[1].at.line, 2);
  EXPECT_EQ(csv.items[1].tags.at("subject"), "river_names");
}

TEST(Arc, BothSchemasGiveTheSameItemsThroughTheRowsOwnLabels) {
  const Dataset original = read_dataset(kData / "arc/good/original.jsonl");
  const Dataset hf = read_dataset(kData / "arc/good/hf.jsonl");
  ASSERT_EQ(original.items.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(original.items[i].hash, hf.items[i].hash);
    EXPECT_EQ(original.items[i].labels, hf.items[i].labels);
  }
  EXPECT_EQ(original.items[1].gold_option(), 2);
  EXPECT_THAT(original.items[1].labels, ElementsAre("1", "2", "3", "4"));
  EXPECT_EQ(original.items[2].gold_option(), 4);
  EXPECT_EQ(original.items[2].id, "own_3");
}

TEST(WrittenLabels, SayWhichOptionIsRightWhereOneIsMissing) {
  const Dataset d = read_dataset(kData / "aqua_rat/broken/rows.json");
  const auto item = std::ranges::find(d.items, "Where is A?", &Item::stem);
  ASSERT_NE(item, d.items.end());
  EXPECT_THAT(item->options, ElementsAre("2", "3", "4"));
  EXPECT_THAT(item->labels, ElementsAre("B", "C", "D"));
  EXPECT_EQ(item->gold_option(), 1);
}

TEST(Jsonl, ReadsEveryShapeOfOptionsAndGold) {
  const Dataset d = read_dataset(kData / "jsonl/good/shapes.jsonl");
  std::map<std::string, Item> by_id;
  for (const Item& item : d.items) by_id[item.id] = item;
  ASSERT_EQ(by_id.size(), 7u);
  EXPECT_EQ(by_id["list"].gold_option(), 1);
  EXPECT_EQ(by_id["list"].tags.at("level"), "easy");
  EXPECT_EQ(by_id["columns"].n_options(), 3);
  EXPECT_EQ(by_id["columns"].gold_option(), 0);
  EXPECT_EQ(by_id["keyed"].gold_option(), 0) << "by the option's text";
  EXPECT_EQ(by_id["keyed"].tags.at("region"), "Andes");
  EXPECT_EQ(by_id["keyed"].at.line, 4) << "blank lines count as lines";
  EXPECT_EQ(by_id["index"].gold_option(), 1);
  EXPECT_EQ(by_id["labels"].gold_option(), 0);
  EXPECT_EQ(by_id["numbers"].gold_option(), 1) << "a JSON number is an index, not a text";
  EXPECT_THAT(by_id["numbers"].options, ElementsAre("10", "0", "1"));
  EXPECT_EQ(by_id["numbers"].passage, "A sum.");
  EXPECT_EQ(std::get<std::vector<int>>(by_id["several"].gold), (std::vector<int>{0, 2}));
}

TEST(Csv, EmptyLastCellsMeanFewerOptionsAndNoTextIsMissing) {
  const Dataset d = read_dataset(kData / "csv/good/letters.csv");
  ASSERT_EQ(d.items.size(), 3u);
  EXPECT_EQ(d.items[0].stem, "Which is a fruit, strictly?");
  EXPECT_THAT(d.items[1].options, ElementsAre("seven", "green"));
  EXPECT_EQ(d.items[1].gold_option(), 0);
  EXPECT_THAT(d.items[2].options, ElementsAre("large", "tiny", "NA", "None"));
  EXPECT_EQ(d.items[2].tags.at("level"), "medium");
}

class Scratch : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }
  fs::path write(const std::string& name, const std::string& bytes) {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return folder_ / name;
  }
  std::string error_of(const fs::path& path, std::string_view format = {}, const ColumnMap& columns = {}) {
    try {
      read_dataset(path, format, columns);
    } catch (const Error& e) {
      return std::string(e.what()) + " / " + e.hint();
    }
    return "no error";
  }
  fs::path folder_ = fs::path(testing::TempDir()) /
                     ("brink_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
};

using ColumnMaps = Scratch;

TEST_F(ColumnMaps, ReadAnyNames) {
  const auto path = write("odd.csv", "nr,frage,o1,o2,o3,richtig,fach\n7,Was?,ja,nein,,2,Logik\n");
  const Dataset d = read_dataset(
      path, "csv",
      {{"stem", "frage"}, {"options", "o1, o2, o3"}, {"gold_text", "richtig"}, {"id", "nr"}, {"tags", "fach"}});
  ASSERT_EQ(d.items.size(), 1u);
  EXPECT_EQ(d.items[0].id, "7");
  EXPECT_THAT(d.items[0].options, ElementsAre("ja", "nein"));
  EXPECT_EQ(d.dirt.at(0).kind, "unknown gold") << "2 is not a text here";
  EXPECT_EQ(d.items[0].tags.at("fach"), "Logik");
}

TEST_F(ColumnMaps, AnUnknownRoleOrColumnIsNamedWithASuggestion) {
  const auto path = write("odd.jsonl", R"({"frage": "Was?", "options": ["a", "b"], "answer": 0})"
                                       "\n");
  EXPECT_THAT(error_of(path, "jsonl", {{"sten", "frage"}}),
              HasSubstr("unknown column role 'sten' / did you mean 'stem'"));
  EXPECT_THAT(error_of(path, "jsonl", {{"stem", "fraage"}}),
              HasSubstr("odd.jsonl:1: broken row: there is no column 'fraage': did you mean 'frage'?"));
  EXPECT_THAT(error_of(kData / "arc/good/hf.jsonl", "arc", {{"stem", "q"}}), HasSubstr("fixed columns"));
}

using ReadDataset = Scratch;

TEST_F(ReadDataset, SameBytesGiveTheSameIdsAndHashesWhateverTheName) {
  for (const DataFormat* format : data_formats())
    for (const fs::path& path : files_in(kData / format->name / "good")) {
      const Dataset a = read_dataset(path);
      const Dataset b = read_dataset(write("copy", contents(path)), format->name);
      EXPECT_EQ(a.file, b.file);
      ASSERT_EQ(a.items.size(), b.items.size());
      for (std::size_t i = 0; i < a.items.size(); ++i) {
        EXPECT_EQ(a.items[i].id, b.items[i].id);
        EXPECT_EQ(a.items[i].hash, b.items[i].hash);
      }
    }
}

TEST_F(ReadDataset, SaysWhatIsWrongWithAFileThatIsNotData) {
  const std::string good = R"({"question": "Fine?", "options": ["yes", "no"], "answer": 0})";
  EXPECT_THAT(error_of(folder_ / "missing.jsonl"), HasSubstr("missing.jsonl: cannot be opened"));
  EXPECT_THAT(error_of(folder_), HasSubstr("is a directory"));
  EXPECT_THAT(error_of(write("empty.jsonl", "")), HasSubstr("empty.jsonl: is empty"));
  EXPECT_THAT(error_of(write("numbers.json", "[1, 2, 3]\n")), HasSubstr("numbers.json:1: broken row: a JSON number"));
  EXPECT_THAT(error_of(write("prose.txt", "Once upon a time.\n")), HasSubstr("name one: mmlu, "));
  EXPECT_THAT(error_of(write("both.jsonl", R"({"question": "Q", "response_A": "a", "response_B": "b", "label": "A>B",)"
                                           R"( "passage": "", "options": []})")),
              HasSubstr("looks like both 'agieval' and 'judge_bench' / name one: format = \"agieval\""));
  EXPECT_THAT(error_of(write("a.jsonl", good), "jsonll"), HasSubstr("did you mean 'jsonl'?"));
  EXPECT_THAT(error_of(write("header.csv", "question,A,B,answer\n")), HasSubstr("holds no rows"));
}

TEST_F(ReadDataset, ALastLineThatEndsInsideACharacterIsSkippedAndNamed) {
  const std::string row = "{\"question\": \"Größe?\", \"options\": [\"yes\", \"no\"], \"answer\": 0}";
  const Dataset d = read_dataset(write("cut.jsonl", row + "\n" + row.substr(0, row.find("\xB6"))));
  EXPECT_EQ(d.items.size(), 1u);
  ASSERT_EQ(d.dirt.size(), 1u);
  EXPECT_EQ(d.dirt[0].kind, "truncated last line");
  EXPECT_EQ(d.dirt[0].at.line, 2);
}

TEST_F(ReadDataset, IdsBeyondSixtyFourBitsAreTheirDigits) {
  const auto path =
      write("long.jsonl", R"({"id": 100000000000000000001, "question": "q", "options": ["yes", "no"], "answer": 0}
{"id": 100000000000000000002, "question": "r", "options": ["yes", 100000000000000000003], "answer": 0}
)");
  const Dataset d = read_dataset(path);
  EXPECT_EQ(d.items.at(0).id, "100000000000000000001");
  EXPECT_EQ(d.items.at(1).id, "100000000000000000002");
  EXPECT_EQ(d.items.at(1).options.at(1), "100000000000000000003");
}

TEST_F(ReadDataset, ARepairedIdNeverMeetsAnother) {
  std::string rows;
  for (const char* id : {"x", "x#2", "x", "x"})
    rows += R"({"id": ")" + std::string(id) + R"(", "question": "Q)" + std::to_string(rows.size()) +
            R"(?", "options": ["yes", "no"], "answer": 0})" + "\n";
  std::vector<std::string> ids;
  for (const Item& item : read_dataset(write("ids.jsonl", rows)).items) ids.push_back(item.id);
  EXPECT_THAT(ids, ElementsAre("x", "x#2", "x#3", "x#4"));
}

}  // namespace
}  // namespace brink
