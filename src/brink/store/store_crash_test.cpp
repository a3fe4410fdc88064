#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "brink/base/rng.h"
#include "brink/store/store.h"
#include "random_record.h"
#include "sqlite.h"

namespace brink {
namespace {

using namespace testing_support;

Record record_number(int i) { return Draw(1000 + static_cast<std::uint64_t>(i)).record(); }

/// Appends record after record and reports each one's number once append() has returned; never ends by itself.
[[noreturn]] void append_for_ever(const std::filesystem::path& path, int report) {
  Store store = Store::open(path, Store::Mode::kWrite);
  for (int i = store.n_records();; ++i) {
    store.append(record_number(i));
    if (write(report, &i, sizeof i) != sizeof i) _exit(1);
  }
}

std::string integrity(const std::filesystem::path& path) {
  sql::Database db(path.string(), path.string(), SQLITE_OPEN_READWRITE);
  auto row = db.prepare("PRAGMA integrity_check");
  row.step();
  return row.take<std::string>();
}

TEST(StoreCrash, KilledAtAHundredMomentsNoAcknowledgedRecordIsLost) {
  const TemporaryDirectory dir;
  const auto path = dir / "a.brink";
  SplitMix64 rng(7);
  int acknowledged = -1;
  for (int round = 0; round < 100; ++round) {
    SCOPED_TRACE(round);
    std::array<int, 2> report{};
    ASSERT_EQ(pipe(report.data()), 0);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) append_for_ever(path, report[1]);
    close(report[1]);
    // So many records later, however slow the machine is, and then at a random moment of opening or appending.
    const int first = acknowledged + 1;
    int i = 0;
    for (auto n = rng.below(4); n > 0 && read(report[0], &i, sizeof i) == sizeof i; --n) acknowledged = i;
    usleep(static_cast<useconds_t>(rng.below(3'000)));
    kill(child, SIGKILL);
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status)) << "the writer ended by itself";
    while (read(report[0], &i, sizeof i) == sizeof i) acknowledged = i;
    close(report[0]);
    if (!std::filesystem::exists(path)) continue;  // killed before anything began

    EXPECT_EQ(integrity(path), "ok");
    const Store store = Store::open(path, Store::Mode::kWrite);
    EXPECT_GE(store.n_records(), acknowledged + 1);
    for (int k = first; k <= acknowledged; ++k) {
      const auto back = store.record(record_number(k).id);
      ASSERT_TRUE(back) << "record " << k << " was acknowledged and is gone";
      expect_same_record(*back, record_number(k));
    }
  }
  ASSERT_GT(acknowledged, 20) << "the writer got somewhere";
  const Store store = Store::open(path, Store::Mode::kRead);
  int i = 0;
  store.each_record([&](const Record& r) { expect_same_record(r, record_number(i++)); });
  EXPECT_GE(i, acknowledged + 1);
}

}  // namespace
}  // namespace brink
