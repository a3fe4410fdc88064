#include "brink/store/merge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "brink/base/error.h"
#include "brink/store/random_record.h"
#include "sqlite.h"

namespace brink {
namespace {

using testing::HasSubstr;

class Merge : public testing::Test {
 protected:
  Merge() {
    testing_support::Draw draw(5);
    for (int i = 0; i < 30; ++i) {
      Record r = draw.record();
      r.request.input = RawText{std::to_string(i)};  // no two alike
      r.id = r.request.id();
      records_.push_back(std::move(r));
    }
    for (int i = 0; i < 6; ++i) {
      Item item;
      item.id = std::to_string(i);
      item.stem = "stem " + item.id;
      item.options = {"a", "b"};
      items_.push_back(item);
    }
    finish_items(items_);
  }

  Store open(const std::string& name) const { return Store::open(directory_ / name, Store::Mode::kWrite); }

  /// A part of a study: records first..last-1, with items, cells, study and model.
  Store part(const std::string& name, std::size_t first, std::size_t last) const {
    Store store = open(name);
    store.put_study("canonical", "source", 3);
    store.put_model("m", records_[0].request.model, {{"machine", name}});
    Dataset data{"quiz", sha256("file"), {items_.begin(), items_.begin() + static_cast<int>(last) / 5}, {}};
    data.dirt.push_back({{"quiz.jsonl", 3}, "kind", "what", Policy::kKept});
    store.put_dataset(data);
    for (std::size_t i = first; i < last; ++i) {
      store.append(records_[i]);
      store.put_anchors(std::vector<Anchor>{{records_[i].id, "ccp", 3, "v", 1}});
      Cell cell{{}, {{0, 1}, "letters"}, records_[i].id};
      cell.key.model = "m";
      cell.key.dataset = "quiz";
      cell.key.mode = "direct";
      cell.key.item = items_[0].hash;
      cell.key.variant = static_cast<int>(i);
      store.put_cells({&cell, 1});
    }
    return store;
  }

  /// Everything but the order in which it came.
  static std::string contents(const Store& store) {
    std::map<std::string, std::string> rows;
    store.each_record([&](const Record& r) {
      const auto* done = std::get_if<Completion>(&r.response);
      rows["record " + r.id.hex()] =
          (done ? done->text : "failed") + std::to_string(store.anchors(r.id).size()) + (done ? "" : "!");
    });
    for (const Cell& c : store.cells()) rows["cell " + std::to_string(c.key.variant)] = c.record.hex();
    for (const std::string& name : store.datasets()) {
      const Dataset d = store.dataset(name);
      for (const Item& item : d.items) rows["item " + item.hash.hex()] = name + item.id;
      rows["dirt " + name] = std::to_string(d.dirt.size());
    }
    for (const Store::ModelRow& m : store.models()) rows["model " + m.made.at("machine")] = m.name;
    rows["studies"] = std::to_string(store.studies().size());
    std::string out;
    for (const auto& [key, value] : rows) out += key + ": " + value + "\n";
    return out;
  }

  testing_support::TemporaryDirectory directory_;
  std::vector<Record> records_;
  std::vector<Item> items_;
};

TEST_F(Merge, JoinsEverythingAndKeepsEqualRecordsOnce) {
  Store a = part("a", 0, 20);
  const MergeSummary s = merge_into(a, part("b", 10, 30));
  EXPECT_EQ(s.n_records, 20);
  EXPECT_EQ(s.n_added, 10);
  EXPECT_EQ(s.n_equal, 10);
  EXPECT_TRUE(s.conflicts.empty());
  EXPECT_TRUE(s.notes.empty());
  EXPECT_EQ(a.n_records(), 30);
  EXPECT_EQ(a.cells().size(), 30u);
  EXPECT_EQ(a.dataset("quiz").items.size(), 6u);
  EXPECT_EQ(a.dataset("quiz").dirt.size(), 1u);
  EXPECT_EQ(a.models().size(), 2u);
  EXPECT_EQ(a.studies().size(), 1u);
  testing_support::expect_same_record(a.record(records_[25].id).value(), records_[25]);
}

TEST_F(Merge, AgainChangesNothing) {
  Store a = part("a", 0, 20), b = part("b", 10, 30);
  merge_into(a, b);
  const std::string once = contents(a);
  const MergeSummary again = merge_into(a, b);
  EXPECT_EQ(again.n_added, 0);
  EXPECT_TRUE(again.conflicts.empty());
  EXPECT_EQ(contents(a), once);
}

TEST_F(Merge, DoesNotDependOnTheOrder) {
  Store ab = open("ab"), ba = open("ba");
  const Store a = part("a", 0, 20), b = part("b", 10, 30);
  merge_into(ab, a);
  merge_into(ab, b);
  merge_into(ba, b);
  merge_into(ba, a);
  EXPECT_EQ(contents(ab), contents(ba));
}

Record answering(Record r, const std::string& text) {
  Completion c;
  c.text = text;
  r.response = c;
  return r;
}

TEST_F(Merge, AnotherAnswerToTheSameRequestIsReportedAndTheFirstStays) {
  Store a = open("a"), b = open("b");
  a.append(answering(records_[0], "The answer is (A)."));
  b.append(answering(records_[0], "The answer is (B)."));
  const MergeSummary s = merge_into(a, b);
  ASSERT_EQ(s.conflicts.size(), 1u);
  EXPECT_EQ(s.conflicts[0].record, records_[0].id);
  EXPECT_EQ(s.conflicts[0].what, "texts part after 15 characters: \"A).\" stays, \"B).\" does not enter");
  EXPECT_EQ(s.n_equal, 0);
  EXPECT_EQ(std::get<Completion>(a.record(records_[0].id)->response).text, "The answer is (A).");
}

TEST_F(Merge, EqualTextsOfOtherTokensAreAnotherAnswer) {
  Store a = open("a"), b = open("b");
  Record x = answering(records_[0], "ab"), y = x;
  std::get<Completion>(x.response).tokens = {1, 2};
  std::get<Completion>(y.response).tokens = {1, 3};
  a.append(x);
  b.append(y);
  EXPECT_THAT(merge_into(a, b).conflicts.at(0).what, HasSubstr("from token 1 on"));
}

TEST_F(Merge, HowLongItTookIsNoAnswer) {
  Store a = open("a"), b = open("b");
  Record x = answering(records_[0], "ab"), y = x;
  std::get<Completion>(y.response).timings.decode_s = 9;
  y.made["threads"] = "64";
  a.append(x);
  b.append(y);
  EXPECT_EQ(merge_into(a, b).n_equal, 1);
}

Record with_state(Record r, float x, StateType type = StateType::kFloat16) {
  r = answering(std::move(r), "ab");
  std::get<Completion>(r.response).states = {{{Site::Point::kResidPost, 1}, {1, 2}, type},
                                             {{Site::Point::kFinal}, {3, x}, type}};
  return r;
}

TEST_F(Merge, EqualAnswersOfOtherStatesAreReportedAndTheFirstStay) {
  Store a = open("a"), b = open("b");
  for (std::size_t i = 0; i < 4; ++i) a.append(with_state(records_[i], 4));
  b.append(with_state(records_[0], 4));
  b.append(with_state(records_[1], 4.5));
  b.append(with_state(records_[2], 4.5, StateType::kFloat32));  // of another precision: nothing to hold against it
  Record fewer = with_state(records_[3], 4);
  std::get<Completion>(fewer.response).states.pop_back();
  b.append(fewer);
  const MergeSummary s = merge_into(a, b);
  EXPECT_EQ(s.n_equal, 3);
  ASSERT_EQ(s.conflicts.size(), 1u);
  EXPECT_EQ(s.conflicts[0].record, records_[1].id);
  EXPECT_THAT(s.conflicts[0].what, HasSubstr("different hidden states, 1 of 2, final the first, by up to 0.5 "));
  EXPECT_EQ(std::get<Completion>(a.record(records_[1].id)->response).states[1].x, (std::vector<float>{3, 4}));
}

TEST_F(Merge, OfFilesEntersWholeOrNotAtAll) {
  const auto path = [&](const char* name) { return (directory_ / name).string(); };
  part("a", 0, 20);
  part("b", 10, 30);
  part("broken", 5, 25);
  // A record that does not decode, behind others that do.
  {
    sql::Database db(path("broken"), path("broken"), SQLITE_OPEN_READWRITE);
    db.script("UPDATE record SET input_kind = 'odd' WHERE seq = (SELECT MAX(seq) FROM record)");
  }
  const std::vector<std::string> good{path("b")}, bad{path("b"), path("broken")};
  EXPECT_THROW(merge_files(path("new"), bad), Error);
  EXPECT_FALSE(std::filesystem::exists(path("new")));
  EXPECT_FALSE(std::filesystem::exists(path("new.merging")));
  const std::string before = contents(Store::open(path("a"), Store::Mode::kRead));
  EXPECT_THROW(merge_files(path("a"), bad), Error);
  EXPECT_EQ(contents(Store::open(path("a"), Store::Mode::kRead)), before);
  EXPECT_EQ(merge_files(path("a"), good).at(0).n_added, 10);
  EXPECT_EQ(merge_files(path("new"), good).at(0).n_added, 20);
  EXPECT_EQ(Store::open(path("new"), Store::Mode::kRead).n_records(), 20);
}

TEST_F(Merge, AnAnswerTakesTheFailuresPlaceWhicheverComesFirst) {
  Record failed = records_[0];
  failed.response = Failure{Failure::Kind::kOther, "no"};
  for (const bool failure_first : {true, false}) {
    Store a = open(failure_first ? "a1" : "a2"), b = open(failure_first ? "b1" : "b2");
    (failure_first ? a : b).append(failed);
    (failure_first ? b : a).append(answering(records_[0], "yes"));
    const MergeSummary s = merge_into(a, b);
    EXPECT_EQ(s.n_replaced, failure_first ? 1 : 0);
    EXPECT_TRUE(s.conflicts.empty());
    EXPECT_EQ(std::get<Completion>(a.record(records_[0].id)->response).text, "yes");
  }
}

TEST_F(Merge, SaysThatStudiesAndFilesDiffer) {
  Store a = part("a", 0, 5), b = part("b", 5, 10);
  b.put_study("other", "source", 4);
  b.put_dataset({"quiz", sha256("other file"), {}, {}});
  const MergeSummary s = merge_into(a, b);
  ASSERT_EQ(s.notes.size(), 2u);
  EXPECT_THAT(s.notes[0], HasSubstr("study is another"));
  EXPECT_THAT(s.notes[1], HasSubstr("'quiz' was read from another file"));
  EXPECT_EQ(a.study()->canonical, "other");
}

TEST_F(Merge, ACellOfAnotherRecordIsReportedAndTheFirstStays) {
  Store a = part("a", 0, 5), b = part("b", 5, 10);
  Cell cell = a.cells().front();
  const Sha256 first = cell.record;
  cell.record = records_[7].id;
  b.put_cells({&cell, 1});
  const MergeSummary s = merge_into(a, b);
  ASSERT_EQ(s.conflicts.size(), 1u);
  EXPECT_THAT(s.conflicts[0].what, HasSubstr("m quiz direct"));
  EXPECT_EQ(a.cells().front().record, first);
}

}  // namespace
}  // namespace brink
