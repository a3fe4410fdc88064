#include <gmock/gmock.h>

#include <fstream>
#include <map>

#include "brink/base/error.h"
#include "brink/base/test_files.h"
#include "brink/dataset/gzipped.h"
#include "brink/import/import.h"

namespace brink {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

const fs::path kData = BRINK_SOURCE_DIR "/tests/data/import";

class Import : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder_);
    store_.emplace(Store::open(folder_ / "a.brink", Store::Mode::kWrite));
  }
  void TearDown() override {
    store_.reset();
    fs::remove_all(folder_);
  }
  std::map<std::string, Record> records() const {
    std::map<std::string, Record> out;
    store_->each_text([&](const Record& r) { out.emplace(std::get<Imported>(r.origin).row, r); });
    return out;
  }
  fs::path folder_ = fs::path(testing::TempDir()) /
                     ("brink_import_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
  std::optional<Store> store_;
};

TEST_F(Import, EveryFormatReadsItsGoodFilesAndTheSameBytesTwiceAddNothing) {
  for (const ImportFormat* format : import_formats()) {
    if (format->takes_labels) continue;  // states_test.cpp
    const auto files = files_in(kData / format->name / "good");
    EXPECT_FALSE(files.empty()) << format->name;
    for (const fs::path& path : files) {
      SCOPED_TRACE(path);
      const int before = store_->n_records();
      const ImportSummary first = import_file(*store_, path, format->name);
      EXPECT_GT(first.n_added, 0);
      EXPECT_EQ(store_->n_records(), before + first.n_added);
      const auto cells = store_->cells().size();
      const ImportSummary again = import_file(*store_, path, format->name);
      EXPECT_EQ(again.n_rows, first.n_rows);
      EXPECT_EQ(again.n_added, 0);
      EXPECT_EQ(store_->n_records(), before + first.n_added);
      EXPECT_EQ(store_->cells().size(), cells);
    }
  }
  store_->each_text([](const Record& r) {
    const auto& from = std::get<Imported>(r.origin);
    EXPECT_FALSE(from.file.is_zero());
    EXPECT_FALSE(from.row.empty());
  });
}

TEST_F(Import, EveryFormatNamesThePlaceInBrokenFilesAndLeavesNothingBehind) {
  for (const ImportFormat* format : import_formats()) {
    if (format->takes_labels) continue;  // states_test.cpp
    const auto files = files_in(kData / format->name / "broken");
    EXPECT_FALSE(files.empty()) << format->name;
    for (const fs::path& path : files) {
      SCOPED_TRACE(path);
      std::string expected = contents(path.string() + ".expected");
      ASSERT_FALSE(expected.empty());
      expected.pop_back();
      try {
        import_file(*store_, path, format->name);
        ADD_FAILURE() << "imported";
      } catch (const Error& e) {
        EXPECT_EQ(e.kind(), ErrorKind::kInput);
        EXPECT_THAT(e.what(), HasSubstr(path.filename().string()));
        EXPECT_THAT(e.what(), HasSubstr(expected));
        EXPECT_FALSE(e.hint().empty());
      }
      EXPECT_EQ(store_->n_records(), 0);
      EXPECT_TRUE(store_->cells().empty());
      EXPECT_TRUE(store_->datasets().empty());
    }
  }
}

TEST_F(Import, TakesWhatPythonWritesAndPassesOverAnAnswerThatIsNull) {
  const ImportSummary s = import_file(*store_, kData / "jsonl/good/python.jsonl", "jsonl");
  EXPECT_EQ(s.n_rows, 3);
  EXPECT_EQ(s.n_skipped, 1);
  const auto all = records();
  EXPECT_EQ(std::get<Completion>(all.at("1").response).text, "\uFFFD half. The answer is (A).");
  EXPECT_EQ(std::get<Completion>(all.at("2").response).text, "\U0001F600 \\ud83d The answer is (A).");
  EXPECT_EQ(store_->dataset("python").dirt.at(0).what, "the model's text is null");
}

// What import_file says of a log of this text.
class ImportOfText : public Import {
 protected:
  ImportSummary import(const std::string& text, const char* format = "jsonl") {
    const fs::path path = folder_ / ("log" + std::to_string(n_files_++) + ".jsonl");
    std::ofstream(path, std::ios::binary) << text;
    return import_file(*store_, path, format, {.dataset = "log"});
  }
  std::string error(const std::string& text) {
    try {
      import(text);
      return "none";
    } catch (const Error& e) {
      return e.what();
    }
  }
  std::vector<std::string> dirt() const {
    std::vector<std::string> out;
    for (const Dirt& d : store_->dataset("log").dirt) out.push_back(std::to_string(d.at.line) + " " + d.what);
    return out;
  }

 private:
  int n_files_ = 0;
};

TEST_F(ImportOfText, BytesBehindTheEndOfAGzipFileAreReportedByTheirPlace) {
  const std::string row = R"({"question": "First?", "options": ["one", "two"], "response": "A"})"
                          "\n";
  const std::string packed = gzipped(row), size = std::to_string(packed.size());
  EXPECT_EQ(import(packed).n_rows, 1);
  EXPECT_EQ(import(packed + std::string(600, '\0')).n_rows, 1) << "padding";
  EXPECT_EQ(import(packed + gzipped(row + row)).n_rows, 3) << "members";
  EXPECT_EQ(import(gzipped(row.substr(0, 20)) + gzipped(row.substr(20))).n_rows, 1) << "members that share a line";
  EXPECT_THAT(error(packed + "more"), HasSubstr("other bytes behind its end, from byte " + size + " on"));
  EXPECT_THAT(error(packed + std::string("\0\0x", 3)), HasSubstr("from byte " + std::to_string(packed.size() + 2)));
  for (std::size_t n = 2; n < packed.size(); ++n)
    EXPECT_THAT(error(packed.substr(0, n)), HasSubstr("is cut: it ends behind byte " + std::to_string(n)));
  EXPECT_THAT(error(""), HasSubstr("the file is empty"));
}

TEST_F(ImportOfText, AnotherAnswerUnderAnIdIsPassedOverAndReportedByLine) {
  const auto row = [](const char* question, const char* answer) {
    return std::string(R"({"doc_id": 0, "doc": {"question": ")") + question + R"("}, "target": "7", "arguments": [[")" +
           question + R"(", {"until": []}]], "resps": [[")" + answer + R"("]], "acc": 1})" + "\n";
  };
  const std::string text = row("First?", "7") + row("First?", "7") + row("First?", "8") + row("Second?", "7");
  for (const int n_added : {1, 0}) {
    const ImportSummary s = import(text, "lm-eval");
    EXPECT_EQ(s.n_rows, 2);
    EXPECT_EQ(s.n_added, n_added);
    EXPECT_EQ(s.n_skipped, 2);
  }
  EXPECT_THAT(dirt(), testing::ElementsAre(HasSubstr("3 another answer under an id"), HasSubstr("4 another answer")));
}

TEST_F(ImportOfText, AnEmptyListOfAnswersAndARightAnswerThatIsNoOptionAreReportedByLine) {
  const auto row = [](const char* gold, const char* response) {
    return std::string(R"({"question": "First?", "options": ["one", "two"], "answer": ")") + gold +
           R"(", "response": )" + response + "}\n";
  };
  const ImportSummary s =
      import(row("A", "[\"A\"]") + row("B", "[]") + row("three", "\"A\"") + row("three", "[\"B\", \"A\"]"));
  EXPECT_EQ(s.n_rows, 4);
  EXPECT_EQ(s.n_skipped, 1);
  EXPECT_THAT(s.notes, testing::Contains(HasSubstr("3 answers are graded by nobody; the first, ")));
  EXPECT_THAT(dirt(), testing::ElementsAre("2 the list of answers in 'response' is empty",
                                           "3 the right answer, 'three', is none of the options",
                                           "4 the right answer, 'three', is none of the options",
                                           "4 the right answer, 'three', is none of the options"));
}

TEST_F(Import, SaysWhichIdsRepeat) {
  const auto row = [](const char* id, const char* stem) {
    return std::string(R"({"id": ")") + id + R"(", "question": ")" + stem +
           R"(", "options": ["one", "two"], "response": "A"})" + "\n";
  };
  const auto notes = [&](const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
    return import_file(*store_, folder_ / name, "jsonl").notes;
  };
  EXPECT_TRUE(notes("plain.jsonl", row("a", "First?") + row("b", "Second?")).empty());
  EXPECT_THAT(
      notes("trials.jsonl", row("a", "First?") + row("b", "Second?") + row("a", "First?")),
      testing::ElementsAre(HasSubstr("1 answers repeat an item in an order that has one already (the first: 'a' "
                                     "on line 3)")));
  EXPECT_THAT(notes("ids.jsonl", row("a", "First?") + row("a", "Second?")),
              testing::ElementsAre(HasSubstr("1 ids name several items each")));
}

TEST_F(Import, AReshuffledItemIsOneItemInTwoVariantsWithItsGoldInPlace) {
  import_file(*store_, kData / "jsonl/good/answers.jsonl", "jsonl");
  const Dataset data = store_->dataset("answers");
  ASSERT_EQ(data.items.size(), 3u);
  std::map<std::string, std::vector<Cell>> of_item;
  for (const Cell& cell : store_->cells())
    for (const Item& item : data.items)
      if (item.hash == cell.key.item) of_item[item.id].push_back(cell);
  ASSERT_EQ(of_item["q2"].size(), 2u);
  EXPECT_EQ(of_item["q2"][0].variant.order, (std::vector<int>{0, 1, 2, 3}));
  EXPECT_EQ(of_item["q2"][1].variant.order, (std::vector<int>{3, 2, 1, 0}));
  EXPECT_EQ(of_item["q2"][1].key.variant, 1);
  EXPECT_EQ(data.items[1].gold_option(), 3);
  EXPECT_EQ(data.items[2].options, (std::vector<std::string>{"red", "blue"})) << "taken out of the prompt";
  EXPECT_EQ(data.items[2].gold_option(), 0);
  EXPECT_EQ(data.items[2].stem, "Colour of blood?");
}

TEST_F(Import, FiltersOfLmEvalAreVerdictsOfOneRecord) {
  import_file(*store_, kData / "lm-eval/good/samples_colours_2026-01-02T03-04-05.jsonl", "lm-eval");
  const auto all = records();
  ASSERT_EQ(all.size(), 2u);
  const auto& verdicts = all.at("0").verdicts;
  ASSERT_EQ(verdicts.size(), 2u);
  EXPECT_EQ(verdicts[0], (Given{"[invalid]", "0.0", "strict-match exact_match"}));
  EXPECT_EQ(verdicts[1], (Given{"B", "1.0", "flexible-extract exact_match"}));
  EXPECT_EQ(all.at("0").given.verdict, "0.0");
  EXPECT_EQ(store_->datasets(), std::vector<std::string>{"colours"});
}

TEST_F(Import, TheMostProbableContinuationIsTheAnswerOfAScoredTask) {
  import_file(*store_, kData / "lm-eval/good/samples_scored.jsonl", "lm-eval");
  const auto all = records();
  EXPECT_EQ(std::get<Completion>(all.at("0").response).text, " B");
  EXPECT_EQ(std::get<Completion>(all.at("1").response).text, " A");
}

TEST_F(Import, AccNormOfAScoredTaskIsAboutTheMostProbableContinuationPerCharacter) {
  import_file(*store_, kData / "lm-eval/good/samples_scored.jsonl", "lm-eval");
  const auto all = records();
  EXPECT_EQ(std::get<Completion>(all.at("2").response).text, " red") << "-3 against -8.5";
  EXPECT_EQ(all.at("2").verdicts.at(0), (Given{"A", "0.0", "acc"}));
  EXPECT_EQ(all.at("2").verdicts.at(1), (Given{"B", "1.0", "acc_norm"})) << "-1 against -.5 a character";
}

TEST_F(Import, InspectGivesTheSameFromBothContainersAndKeepsChannelsApart) {
  import_file(*store_, kData / "inspect/good/colours.json", "inspect");
  const auto json = records();
  import_file(*store_, kData / "inspect/good/colours.eval", "inspect");
  ASSERT_EQ(json.size(), 2u);
  EXPECT_EQ(store_->n_records(), 4);
  const auto& done = std::get<Completion>(json.at("a/1 epoch 1").response);
  EXPECT_EQ(done.text, "Grass is green.ANSWER: B");
  EXPECT_EQ(done.n_thinking_bytes, 15);
  EXPECT_EQ(done.usage.n_generated, 30);
  EXPECT_EQ(json.at("a/1 epoch 1").verdicts.at(0), (Given{"B", "C", "choice"}));
  EXPECT_EQ(std::get<Completion>(json.at("2 epoch 1").response).finish, Finish::kLength);
}

TEST_F(Import, BothOrdersOfAPairAreTwoVariantsAndTheWinnerIsAPlace) {
  import_file(*store_, kData / "mt-bench/good/pairs.jsonl", "mt-bench");
  const auto all = records();
  ASSERT_EQ(all.size(), 6u);
  EXPECT_EQ(all.at("1 g1").given.answer, "A");
  EXPECT_EQ(all.at("1 g2").given.answer, "B");
  EXPECT_EQ(all.at("2 g2").given.answer, "tie");
  EXPECT_TRUE(std::holds_alternative<Failure>(all.at("3 g1").response));
  std::map<int, int> variants;
  for (const Cell& cell : store_->cells()) {
    ++variants[cell.key.variant];
    EXPECT_EQ(cell.variant.label_set, "letters+tie") << "so that [[C]] is read as one";
  }
  EXPECT_EQ(variants, (std::map<int, int>{{0, 3}, {1, 3}}));
}

TEST_F(Import, ThinkingOfAnApiStaysApartAndAFailedRequestIsNoAnswer) {
  import_file(*store_, kData / "openai/good/dump.jsonl", "openai");
  const auto all = records();
  EXPECT_EQ(std::get<Completion>(all.at("1").response).n_thinking_bytes, 15);
  EXPECT_EQ(std::get<Completion>(all.at("3").response).finish, Finish::kLength);
  EXPECT_EQ(std::get<Failure>(all.at("4").response).message, "rate limit");
}

TEST_F(Import, IdsRestOnTheFileAndTheRowAlone) {
  import_file(*store_, kData / "csv/good/answers.csv", "csv");
  EXPECT_EQ(store_->record_ids().size(), 2u);
  const auto ids = store_->record_ids();
  fs::copy_file(kData / "csv/good/answers.csv", folder_ / "renamed.csv");
  import_file(*store_, folder_ / "renamed.csv", "csv", {.columns = {}, .model = "other"});
  EXPECT_EQ(store_->record_ids(), ids);
}

}  // namespace
}  // namespace brink
