#include <gmock/gmock.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

#include "brink/base/error.h"
#include "brink/store/store.h"
#include "impl.h"
#include "random_record.h"
#include "schema.h"

namespace brink {
namespace {

using namespace testing_support;
using ::testing::AllOf;
using ::testing::HasSubstr;
using Mode = Store::Mode;

std::string error_of(const std::function<void()>& f) {
  try {
    f();
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::kStore);
    EXPECT_FALSE(e.hint().empty()) << "says what to do";
    return e.what();
  }
  return "no error";
}

std::string open_error(const std::filesystem::path& path, Mode mode) {
  return error_of([&] { Store::open(path, mode); });
}

void run_sql(const std::filesystem::path& path, const char* text) {
  sql::Database(path.string(), path.string(), SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE).script(text);
}

Record put_one(const std::filesystem::path& path, std::uint64_t seed) {
  const Record record = Draw(seed).record();
  Store::open(path, Mode::kWrite).append(record);
  return record;
}

std::string bytes_of(const std::filesystem::path& path) {
  if (std::filesystem::is_directory(path)) return {};
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(StoreOpen, WhatIsNoStoreIsRefusedByNameAndLeftAsItWas) {
  const TemporaryDirectory dir;
  std::ofstream(dir / "garbage") << "this is a text file, long enough to be no header of anything: "
                                 << std::string(600, '.');
  run_sql(dir / "other.db", "CREATE TABLE meta (name TEXT, value TEXT); INSERT INTO meta VALUES ('a', 'b')");
  run_sql(dir / "other2.db", "CREATE TABLE t (x)");
  put_one(dir / "new.brink", 1);
  run_sql(dir / "new.brink", "UPDATE meta SET value = '99' WHERE name = 'brink_schema_version'");
  std::filesystem::create_directory(dir / "folder");

  struct Case {
    const char* file;
    const char* says;
  };
  for (const auto& [file, says] : {Case{"garbage", "not a brink store"}, Case{"other.db", "not a brink store"},
                                   Case{"other2.db", "not a brink store"}, Case{"new.brink", "newer version of brink"},
                                   Case{"folder", "it is a directory"}}) {
    const auto path = dir / file;
    const std::string before = bytes_of(path);
    for (const Mode mode : {Mode::kRead, Mode::kWrite})
      EXPECT_THAT(open_error(path, mode), AllOf(HasSubstr(path.string()), HasSubstr(says))) << file;
    EXPECT_EQ(bytes_of(path), before) << file;
    EXPECT_FALSE(std::filesystem::exists(path.string() + ".lock")) << "nothing is left behind";
  }
}

TEST(StoreOpen, AMissingStoreIsMadeForWritingAndRefusedForReading) {
  const TemporaryDirectory dir;
  EXPECT_THAT(open_error(dir / "none.brink", Mode::kRead), HasSubstr("no such store"));
  EXPECT_FALSE(std::filesystem::exists(dir / "none.brink"));
  EXPECT_THAT(open_error(dir / "no/such/dir/a.brink", Mode::kWrite), HasSubstr("cannot be written"));
  Store::open(dir / "none.brink", Mode::kWrite);
  EXPECT_EQ(Store::open(dir / "none.brink", Mode::kRead).n_records(), 0);
}

TEST(StoreOpen, AnOlderStoreIsReadAsItIsAndUpdatedWhenWritten) {
  const std::string of_2 = "DROP TABLE given; DROP TABLE thinking; DROP TABLE item_content; DROP TABLE imported_file;";
  const std::string of_3 = "DROP TABLE token_text;", of_4 = "DROP TABLE state_sum;";
  for (const auto& [old, lacks] :
       {std::pair<std::string, std::string>{"1", of_2 + of_3 + of_4}, {"2", of_3 + of_4}, {"3", of_4}, {"4", ""}}) {
    const TemporaryDirectory dir;
    const auto path = dir / "old.brink";
    const Record record = put_one(path, 1);
    run_sql(path, (lacks + "UPDATE meta SET value = '" + old + "' WHERE name = 'brink_schema_version'").c_str());
    const auto version = [&] {
      sql::Database db(path.string(), path.string(), SQLITE_OPEN_READWRITE);
      auto row = db.prepare("SELECT value FROM meta WHERE name = 'brink_schema_version'");
      row.step();
      return row.take<std::string>();
    };
    expect_same_record(*Store::open(path, Mode::kRead).record(record.id), record);
    EXPECT_TRUE(Store::open(path, Mode::kRead).token_texts(sha256("w")).empty());
    EXPECT_EQ(version(), old) << "a reader changes nothing";
    expect_same_record(*Store::open(path, Mode::kWrite).record(record.id), record);
    EXPECT_EQ(version(), std::to_string(kSchemaVersion));
    expect_same_record(*Store::open(path, Mode::kRead).record(record.id), record);
  }
}

TEST(StoreOpen, AnEmptyFileIsAStoreThatWasNeverBegun) {
  const TemporaryDirectory dir;
  std::ofstream(dir / "empty.brink").flush();
  put_one(dir / "empty.brink", 1);
  EXPECT_EQ(Store::open(dir / "empty.brink", Mode::kRead).n_records(), 1);
}

TEST(StoreOpen, AClosedStoreIsOneFile) {
  const TemporaryDirectory dir;
  put_one(dir / "a.brink", 1);
  { const Store reader = Store::open(dir / "a.brink", Mode::kRead); }
  int n = 0;
  for (const auto& entry : std::filesystem::directory_iterator(dir.path())) {
    EXPECT_EQ(entry.path().filename(), "a.brink");
    ++n;
  }
  EXPECT_EQ(n, 1);
}

TEST(StoreOpen, ASecondWriterOfTheSameProcessIsRefused) {
  const TemporaryDirectory dir;
  const Store first = Store::open(dir / "a.brink", Mode::kWrite);
  EXPECT_THAT(open_error(dir / "a.brink", Mode::kWrite), HasSubstr("written by process " + std::to_string(getpid())));
}

TEST(StoreOpen, AWriterIsNamedReadBesideAndGoneWhenKilled) {
  const TemporaryDirectory dir;
  const auto path = dir / "a.brink";
  std::array<int, 2> ready{};
  ASSERT_EQ(pipe(ready.data()), 0);
  const pid_t writer = fork();
  ASSERT_GE(writer, 0);
  if (writer == 0) {
    Store store = Store::open(path, Mode::kWrite);
    store.append(Draw(1).record());
    if (write(ready[1], "x", 1) == 1) pause();
    _exit(0);
  }
  char byte = 0;
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  EXPECT_THAT(open_error(path, Mode::kWrite), HasSubstr("written by process " + std::to_string(writer)));
  expect_same_record(*Store::open(path, Mode::kRead).record(Draw(1).record().id), Draw(1).record());

  kill(writer, SIGKILL);
  waitpid(writer, nullptr, 0);
  put_one(path, 2);
  EXPECT_EQ(Store::open(path, Mode::kRead).n_records(), 2);
  close(ready[0]);
  close(ready[1]);
}

/// Drops root's right to write everywhere, for as long as it lives.
class OrdinaryUser {
 public:
  OrdinaryUser() {
    if (was_root_ && seteuid(65534) != 0) std::abort();
  }
  ~OrdinaryUser() {
    if (was_root_ && seteuid(0) != 0) std::abort();
  }

 private:
  bool was_root_ = geteuid() == 0;
};

class ReadOnly : public ::testing::Test {
 protected:
  ReadOnly() { put_one(path_, 1); }
  ~ReadOnly() override { chmod(dir_.path().c_str(), 0755); }

  const TemporaryDirectory dir_;
  const std::filesystem::path path_ = dir_ / "a.brink";
};

TEST_F(ReadOnly, AStoreOnAReadOnlyMediumCanBeRead) {
  chmod(path_.c_str(), 0444);
  chmod(dir_.path().c_str(), 0555);
  const OrdinaryUser user;
  EXPECT_EQ(Store::open(path_, Mode::kRead).n_records(), 1);
  EXPECT_THAT(open_error(path_, Mode::kWrite), AllOf(HasSubstr(path_.string()), HasSubstr("cannot be written")));
}

TEST_F(ReadOnly, AReadOnlyFileCannotBeWritten) {
  chmod(path_.c_str(), 0444);
  chmod(dir_.path().c_str(), 0777);
  const OrdinaryUser user;
  EXPECT_THAT(open_error(path_, Mode::kWrite), AllOf(HasSubstr(path_.string()), HasSubstr("read-only")));
  EXPECT_EQ(Store::open(path_, Mode::kRead).n_records(), 1);
}

TEST_F(ReadOnly, RecordsThatAReadOnlyDirectoryHidesAreNotPassedOver) {
  // As after a kill: the file, and a log beside it that nobody has merged.
  const auto copy = dir_ / "copy.brink";
  std::filesystem::copy_file(path_, copy);
  std::ofstream(copy.string() + "-wal") << "a log";
  chmod(copy.c_str(), 0444);
  chmod(dir_.path().c_str(), 0555);
  const OrdinaryUser user;
  EXPECT_THAT(open_error(copy, Mode::kRead), HasSubstr("copy.brink-wal"));
}

TEST(StoreDisk, AFullDiskIsSaidAndWhatWasStoredIsWhole) {
  const TemporaryDirectory dir;
  sql::Database db = open_to_write(dir / "a.brink");
  put_text(db, "kept");
  db.script("PRAGMA max_page_count = 60");
  const auto fill = [&] {
    sql::Transaction transaction(db, sql::Transaction::Kind::kWrite);
    for (int i = 0; i < 1000; ++i) put_text(db, std::to_string(i) + std::string(2000, 'x'));
    transaction.commit();
  };
  EXPECT_THAT(error_of(fill), AllOf(HasSubstr((dir / "a.brink").string()), HasSubstr("the disk is full")));
  db.script("PRAGMA max_page_count = 100000");
  fill();
  auto count = db.prepare("SELECT COUNT(*) FROM text");
  count.step();
  EXPECT_EQ(count.take<int>(), 1001) << "nothing of the failed transaction is left, and the store goes on";
}

/// Fills a store in a file system of six megabytes that only this process sees; returns what was said, or "skip".
std::string fill_a_small_disk(const std::filesystem::path& mount_point) {
  if (unshare(geteuid() == 0 ? CLONE_NEWNS : CLONE_NEWUSER | CLONE_NEWNS) != 0 ||
      mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
      mount("none", mount_point.c_str(), "tmpfs", 0, "size=6m") != 0)
    return "skip";
  int n_stored = 0;
  std::string said;
  try {
    Store store = Store::open(mount_point / "a.brink", Mode::kWrite);
    for (std::uint64_t seed = 0;; ++seed) n_stored += store.append(Draw(seed).record()) ? 1 : 0;
  } catch (const Error& e) {
    said = e.what();
  }
  int n_whole = 0;
  Store::open(mount_point / "a.brink", Mode::kRead).each_record([&](const Record& r) {
    expect_same_record(r, Draw(static_cast<std::uint64_t>(n_whole++)).record());
  });
  return n_whole == n_stored && n_stored > 10 && !::testing::Test::HasFailure() ? said : "records are missing";
}

TEST(StoreDisk, OnAFullFileSystemEveryStoredRecordCanStillBeRead) {
  const TemporaryDirectory dir;
  std::array<int, 2> report{};
  ASSERT_EQ(pipe(report.data()), 0);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const std::string said = fill_a_small_disk(dir.path());
    _exit(write(report[1], said.data(), said.size()) < 0);
  }
  close(report[1]);
  std::array<char, 1000> said{};
  const ssize_t n = read(report[0], said.data(), said.size());
  close(report[0]);
  waitpid(child, nullptr, 0);
  ASSERT_GT(n, 0);
  const std::string message(said.data(), static_cast<std::size_t>(n));
  if (message == "skip") GTEST_SKIP() << "this user may not mount a small file system";
  EXPECT_THAT(message, HasSubstr("the disk is full"));
}

TEST(StoreDisk, DamagedContentsAreAnErrorThatNamesTheStore) {
  const TemporaryDirectory dir;
  const auto path = dir / "a.brink";
  put_one(path, 1);
  for (const char* damage : {"UPDATE record SET captures = 'no json'", "UPDATE record SET origin = 'nowhere'",
                             "UPDATE record SET model_key = 'x'", "UPDATE tokens SET prefix = x'0102'"}) {
    std::filesystem::copy_file(path, dir / "b.brink", std::filesystem::copy_options::overwrite_existing);
    run_sql(dir / "b.brink", damage);
    const Store store = Store::open(dir / "b.brink", Mode::kRead);
    EXPECT_THAT(error_of([&] { store.each_record([](const Record&) {}); }),
                AllOf(HasSubstr("b.brink"), HasSubstr("damaged")))
        << damage;
  }
}

TEST(StoreDisk, AStateThatIsNotAsItWasStoredIsAnErrorThatNamesRecordAndSite) {
  const Site site{Site::Point::kResidPost, 2, Site::Pool::kLast};
  for (const StateType type : {StateType::kFloat32, StateType::kFloat16}) {
    const TemporaryDirectory dir;
    Record record;
    record.id = sha256("one");
    Completion done;
    done.states = {{site, {1, 2, 3, 4}, type}};
    record.response = done;
    Store::open(dir / "a.brink", Mode::kWrite).append(record);
    const char* other = type == StateType::kFloat32 ? "float16" : "float32";
    const struct {
      std::string damage, says;
    } cases[] = {
        {std::string("UPDATE state SET dtype = '") + other + "'", " were stored"},
        {"UPDATE state SET data = x'0000803F'", " were stored"},
        {"UPDATE state SET data = zeroblob(length(data))", "checksum"},
        {"UPDATE state_sum SET d = 5", " were stored"},
    };
    for (const auto& [damage, says] : cases) {
      SCOPED_TRACE(damage);
      std::filesystem::copy_file(dir / "a.brink", dir / "b.brink", std::filesystem::copy_options::overwrite_existing);
      run_sql(dir / "b.brink", damage.c_str());
      const Store store = Store::open(dir / "b.brink", Mode::kRead);
      const auto names_it = AllOf(HasSubstr(says), HasSubstr("resid_post:2 of record " + record.id.short_hex()));
      EXPECT_THAT(error_of([&] { store.each_state({&record.id, 1}, site, [](std::size_t, auto) {}); }), names_it);
      EXPECT_THAT(error_of([&] { store.each_record([](const Record&) {}); }), names_it);
    }
  }
}

TEST(StoreDisk, AStateThatIsGoneIsAnErrorThatNamesRecordAndSite) {
  const Site two{Site::Point::kResidPost, 2}, last{Site::Point::kFinal};
  const TemporaryDirectory dir;
  const auto path = dir / "a.brink";
  Record captured, imported, whole;
  captured.id = sha256("captured");
  captured.request.captures = {two, last};
  imported.id = sha256("imported");
  whole.id = sha256("whole");
  imported.origin = whole.origin = Imported{sha256("file"), "row 1"};
  Completion done;
  done.states = {{two, {1, 2}}, {last, {3, 4}}};
  for (Record* record : {&captured, &imported, &whole}) {
    record->response = done;
    Store::open(path, Mode::kWrite).append(*record);
  }
  const auto sites = [&](const Store& store, const Record& of) { return store.state_sites({&of.id, 1}); };
  EXPECT_EQ(sites(Store::open(path, Mode::kRead), captured).size(), 2u);
  const struct {
    const Record& of;
    bool sum;  // goes too
  } cases[] = {{captured, false}, {captured, true}, {imported, false}};
  for (const auto& [of, sum] : cases) {
    std::filesystem::copy_file(path, dir / "b.brink", std::filesystem::copy_options::overwrite_existing);
    for (const char* table : {"state", "state_sum"})
      if (sum || std::string_view(table) == "state")
        run_sql(dir / "b.brink",
                ("DELETE FROM " + std::string(table) + " WHERE seq = 1 AND record = '" + of.id.hex() + "'").c_str());
    const Store store = Store::open(dir / "b.brink", Mode::kRead);
    const auto names_it = HasSubstr("the state final of record " + of.id.short_hex() + " is missing");
    EXPECT_THAT(error_of([&] { sites(store, of); }), names_it);
    if (!sum) {
      EXPECT_THAT(error_of([&] { store.each_record([](const Record&) {}); }), names_it);
    }
    EXPECT_EQ(sites(store, whole).size(), 2u) << "what is whole is read";
  }
}

TEST(StoreDisk, AnExceptionOfTheVisitorPassesThroughUnchanged) {
  const TemporaryDirectory dir;
  const auto path = dir / "a.brink";
  put_one(path, 1);
  const Store store = Store::open(path, Mode::kRead);
  EXPECT_THROW(store.each_record([](const Record&) { throw std::logic_error("mine"); }), std::logic_error);
  EXPECT_EQ(store.n_records(), 1);
}

}  // namespace
}  // namespace brink
