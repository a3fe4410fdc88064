#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <set>
#include <utility>

#include "brink/store/store.h"
#include "random_record.h"
#include "sqlite.h"

namespace brink {
namespace {

using namespace testing_support;

/// Output of a shell command; nothing when it fails.
std::optional<std::string> output_of(const std::string& command) {
  std::FILE* pipe = popen((command + " 2>/dev/null").c_str(), "r");
  if (!pipe) return std::nullopt;
  std::string out;
  for (int c = 0; (c = std::fgetc(pipe)) != EOF;) out += static_cast<char>(c);
  return pclose(pipe) == 0 ? std::optional(out) : std::nullopt;
}

// docs/store.md shows these queries: what is shown must work.
class StoreTools : public ::testing::Test {
 protected:
  StoreTools() {
    Store store = Store::open(path_, Store::Mode::kWrite);
    Record record = Draw(1).record();
    Completion c;
    c.text = "The answer is (B)";
    c.logprobs_nats = {-0.5F, -0.25F};
    record.response = c;
    store.append(record);
    store.put_cells(std::vector{Cell{{.model = "m", .dataset = "d", .item = sha256("i"), .mode = "cot", .parent = {}},
                                     {{1, 0}, "letters"},
                                     record.id}});
  }
  const TemporaryDirectory dir_;
  const std::filesystem::path path_ = dir_ / "a.brink";
};

TEST_F(StoreTools, TheSqlite3ShellReadsAnswers) {
  if (!output_of("sqlite3 --version")) GTEST_SKIP() << "no sqlite3 program";
  EXPECT_EQ(output_of("sqlite3 " + path_.string() +
                      " \"SELECT mode, json_extract(slot_order, '$[0]'), status, text FROM answer\""),
            "cot|1|completion|The answer is (B)\n");
}

TEST_F(StoreTools, PandasReadsAnswersAndNumpyTheBlobs) {
  const char* python = std::getenv("BRINK_PYTHON");
  const std::string program = python ? python : "python3";
  if (!output_of(program + " -c 'import pandas, numpy'"))
    GTEST_SKIP() << "no Python with pandas (BRINK_PYTHON names one)";
  EXPECT_EQ(output_of(program + " -c 'import sqlite3, numpy, pandas\n" + "db = sqlite3.connect(\"" + path_.string() +
                      "\")\n"
                      "print(*pandas.read_sql(\"SELECT mode, text FROM answer\", db).iloc[0])\n"
                      "blob = pandas.read_sql(\"SELECT logprobs_nats FROM tokens\", db).iloc[0, 0]\n"
                      "print(numpy.frombuffer(blob, \"<f4\").sum())'"),
            "cot The answer is (B)\n-0.75\n");
}

TEST_F(StoreTools, TheDocumentNamesEveryTableAndColumn) {
  std::ifstream in(BRINK_SOURCE_DIR "/docs/store.md");
  std::set<std::string> words{""};
  std::string word;
  for (char c = 0; in.get(c);) {
    const bool inside = std::isalnum(static_cast<unsigned char>(c)) || c == '_';
    if (!inside) words.insert(std::exchange(word, {}));
    if (inside) word += c;
  }
  sql::Database db(path_.string(), path_.string(), SQLITE_OPEN_READONLY);
  auto row = db.prepare(
      "SELECT t.name, c.name FROM sqlite_master AS t, pragma_table_info(t.name) AS c WHERE t.type = 'table'");
  int n = 0;
  for (; row.step(); ++n)
    for (const auto& name : {row.take<std::string>(), row.take<std::string>()})
      EXPECT_TRUE(words.contains(name)) << name;
  EXPECT_GT(n, 80);
}

}  // namespace
}  // namespace brink
