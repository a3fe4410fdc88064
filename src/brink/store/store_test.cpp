#include "brink/store/store.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <set>

#include "brink/base/error.h"
#include "random_record.h"

namespace brink {
namespace {

using namespace testing_support;

TEST(Store, ARecordComesBackExactlyAsItWasPut) {
  const TemporaryDirectory dir;
  std::vector<Record> records;
  Draw draw(1);
  for (int i = 0; i < 300; ++i) records.push_back(draw.record());
  {
    Store store = Store::open(dir / "a.brink", Store::Mode::kWrite);
    for (const Record& r : records) ASSERT_TRUE(store.append(r));
  }
  const Store store = Store::open(dir / "a.brink", Store::Mode::kRead);
  ASSERT_EQ(store.n_records(), 300);
  std::size_t i = 0;
  store.each_record([&](const Record& r) {
    SCOPED_TRACE(i);
    expect_same_record(records.at(i++), r);
  });
  EXPECT_EQ(i, records.size());
  const auto one = store.record(records[17].id);
  ASSERT_TRUE(one);
  expect_same_record(*one, records[17]);
  EXPECT_FALSE(store.record(sha256("nobody")));
}

TEST(Store, TextsComeWithoutNumbersAndEverythingElseIsTheSame) {
  const TemporaryDirectory dir;
  Store store = Store::open(dir / "a.brink", Store::Mode::kWrite);
  std::vector<Record> records;
  Draw draw(2);
  for (int i = 0; i < 50; ++i) store.append(records.emplace_back(draw.record()));
  std::size_t i = 0;
  store.each_text([&](const Record& r) {
    Record expected = records.at(i++);
    expected.request.prefix_tokens.clear();
    if (auto* ids = std::get_if<TokenIds>(&expected.request.input)) ids->ids.clear();
    if (auto* c = std::get_if<Completion>(&expected.response)) {
      if (c->usage.n_generated == 0 || std::holds_alternative<Imported>(expected.origin)) c->tokens.clear();
      c->prompt_tokens.clear();
      c->logprobs_nats.clear();
      if (c->read_out) c->read_out->top.clear();
      c->states.clear();
    }
    EXPECT_EQ(r.id, expected.id);
    expect_same_response(r.response, expected.response);
    EXPECT_EQ(r.request.input, expected.request.input);
  });
  EXPECT_EQ(i, records.size());
}

TEST(Store, AppendingTwiceKeepsTheFirst) {
  const TemporaryDirectory dir;
  Store store = Store::open(dir / "a.brink", Store::Mode::kWrite);
  Draw draw(3);
  const Record first = draw.record();
  Record second = first;
  second.response = Failure{Failure::Kind::kOther, "later"};
  EXPECT_TRUE(store.append(first));
  EXPECT_FALSE(store.append(second));
  EXPECT_EQ(store.n_records(), 1);
  expect_same_record(*store.record(first.id), first);
}

TEST(Store, Float16StatesComeBackAsRoundedAndFloat32AsTheyWere) {
  const TemporaryDirectory dir;
  Store store = Store::open(dir / "a.brink", Store::Mode::kWrite);
  Record record = Draw(8).record();
  // Exact ones, a tie to even, the largest, the smallest normal and subnormal, one that vanishes, both zeros.
  const std::vector<float> x{1, -2.5F, 2049, 65519, 6.103515625e-5F, 5.9604644775390625e-8F, 1e-9F, -0.0F, 0.1F};
  const std::vector<float> rounded{1,     -2.5F,           2048, 65504, 6.103515625e-5F, 5.9604644775390625e-8F, 0,
                                   -0.0F, 0.0999755859375F};
  Completion done;
  done.states = {{{Site::Point::kFinal}, x, StateType::kFloat16}, {{Site::Point::kResidPost, 3}, x}};
  record.response = done;
  store.append(record);
  Completion expected = done;
  expected.states[0].x = rounded;
  record.response = expected;
  expect_same_record(*store.record(record.id), record);

  Store copy = Store::open(dir / "b.brink", Store::Mode::kWrite);
  copy.append(*store.record(record.id));
  expect_same_record(*copy.record(record.id), record);

  for (const State& state : expected.states) {  // one column at a time is the same numbers
    std::vector<float> column;
    store.each_state(std::vector{record.id}, state.site,
                     [&](std::size_t, std::span<const float> row) { column.assign(row.begin(), row.end()); });
    EXPECT_EQ(column, state.x);
  }
}

TEST(Store, AStateIsNotSearchedForAmongTheOtherLayers) {
  constexpr int kRecords = 20, kLayers = 1000;
  const TemporaryDirectory dir;
  std::vector<Sha256> ids;
  Record record;
  Completion done;
  for (int layer = 0; layer < kLayers; ++layer)
    done.states.push_back({{Site::Point::kResidPost, layer}, std::vector<float>(200)});
  Store store = Store::open(dir / "a.brink", Store::Mode::kWrite);
  for (int i = 0; i < kRecords; ++i) {
    record.id = ids.emplace_back(sha256(std::to_string(i)));
    // One that has its layers the other way round is read too.
    if (i == kRecords - 1) std::ranges::reverse(done.states);
    record.response = done;
    store.append(record);
  }
  const auto seconds = [&](int layer) {
    double least = 1e9;
    for (int repeat = 0; repeat < 5; ++repeat) {
      const std::clock_t begin = std::clock();
      int n = 0;
      store.each_state(ids, {Site::Point::kResidPost, layer}, [&](std::size_t, auto) { ++n; });
      least = std::min(least, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
      EXPECT_EQ(n, kRecords);
    }
    return least;
  };
  const double first = seconds(0), middle = seconds(kLayers / 2);
  EXPECT_LT(middle, 3 * first) << "a search takes some 6 times as long";
}

TEST(Store, OnlyFailuresAreForgottenAndCanBeAskedAgain) {
  const TemporaryDirectory dir;
  Store store = Store::open(dir / "a.brink", Store::Mode::kWrite);
  Draw draw(4);
  Record good = draw.record();
  good.response = Completion{};
  Record bad = draw.record();
  bad.response = Failure{Failure::Kind::kTransport, "no route"};
  store.append(good);
  store.append(bad);
  EXPECT_EQ(store.failed_ids(), std::unordered_set{bad.id});
  EXPECT_EQ(store.record_ids(), (std::unordered_set{good.id, bad.id}));

  const std::vector<Sha256> all{good.id, bad.id, sha256("nobody")};
  EXPECT_EQ(store.forget_failures(all), 1);
  EXPECT_EQ(store.record_ids(), std::unordered_set{good.id});
  bad.response = Completion{};
  EXPECT_TRUE(store.append(bad));
  expect_same_record(*store.record(bad.id), bad);
}

TEST(Store, KnowsWhichFailuresFollowAnotherRecord) {
  const TemporaryDirectory dir;
  Store store = Store::open(dir / "a.brink", Store::Mode::kWrite);
  Draw draw(5);
  std::vector<Cell> cells;
  std::vector<Sha256> ids;
  for (const bool fails : {true, false})
    for (const Sha256& parent : {Sha256{}, sha256("parent")}) {
      Record record = draw.record();
      record.request.prefix.reset();
      record.request.prefix_tokens.clear();
      record.response = fails ? Response(Failure{Failure::Kind::kTransport, "no route"}) : Response(Completion{});
      store.append(record);
      ids.push_back(record.id);
      cells.push_back({{.model = "m",
                        .dataset = "d",
                        .item = sha256("i"),
                        .variant = std::ssize(ids) > 2 ? 1 : 0,
                        .mode = "cot",
                        .parent = parent},
                       {{0, 1}, "letters"},
                       record.id});
    }
  store.put_cells(cells);
  EXPECT_EQ(store.failed_follow_ups(), std::unordered_set{ids[1]});
}

TEST(Store, StudiesAreKeptAndTheLatestIsTheStudy) {
  const TemporaryDirectory dir;
  Store store = Store::open(dir / "a.brink", Store::Mode::kWrite);
  EXPECT_FALSE(store.study());
  store.put_study("one", "# one", 1);
  store.put_study("two", "# two", 0xFFFFFFFFFFFFFFFFULL);
  store.put_study("two", "# two", 0xFFFFFFFFFFFFFFFFULL);
  EXPECT_EQ(store.study()->canonical, "two");
  EXPECT_EQ(store.study()->source_text, "# two");
  EXPECT_EQ(store.study()->seed, 0xFFFFFFFFFFFFFFFFULL);
  store.put_study("one", "# one", 1);
  EXPECT_EQ(store.study()->canonical, "one") << "going back to an earlier study makes it the latest";
}

TEST(Store, ModelsComeBackInOrderOnce) {
  const TemporaryDirectory dir;
  Store store = Store::open(dir / "a.brink", Store::Mode::kWrite);
  Draw draw(5);
  const ModelKey key = draw.request().model;
  store.put_model("m", key, {{"build", "1"}});
  store.put_model("m", key, {{"build", "1"}});
  store.put_model("m", key, {{"build", "2"}});
  const auto models = store.models();
  ASSERT_EQ(models.size(), 2u);
  EXPECT_EQ(models[0].key, key);
  EXPECT_EQ(models[1].made, (Provenance{{"build", "2"}}));
}

Dataset some_dataset(int n_items) {
  const std::vector<Gold> golds{std::monostate{}, 1, std::vector<int>{0, 2}, Decimal{"3/4"}, std::string("a text")};
  Dataset out{
      "data", sha256("file"), {}, {{{"d.jsonl", 3}, "unknown gold", "no 'E' among 4 options", Policy::kSkipped}}};
  for (int i = 0; i < n_items; ++i) {
    Item item;
    item.id = std::to_string(i);
    item.stem = "stem " + std::to_string(i / 2) + (i % 5 == 0 ? "é" : "");
    item.passage = i % 3 == 0 ? "a passage" : "";
    item.options = {"x", "y", "none of the above"};
    item.labels = {"1", "2", "3"};
    item.gold = golds[static_cast<std::size_t>(i / 2) % golds.size()];
    item.tags = {{"subject", "law"}};
    item.at = {"d.jsonl", i};
    out.items.push_back(std::move(item));
  }
  finish_items(out.items);
  return out;
}

void expect_same_item(const Item& a, const Item& b) {
  EXPECT_EQ(a.hash, b.hash);
  EXPECT_EQ(a.occurrence, b.occurrence);
  EXPECT_EQ(a.id, b.id);
  EXPECT_EQ(a.stem, b.stem);
  EXPECT_EQ(a.passage, b.passage);
  EXPECT_EQ(a.options, b.options);
  EXPECT_EQ(a.labels, b.labels);
  EXPECT_EQ(a.gold, b.gold);
  EXPECT_EQ(a.tags, b.tags);
  EXPECT_EQ(a.at, b.at);
  EXPECT_EQ(a.flags, b.flags);
}

TEST(Store, ADataSetComesBackAndALargerSubsetExtendsIt) {
  const TemporaryDirectory dir;
  Store store = Store::open(dir / "a.brink", Store::Mode::kWrite);
  const Dataset large = some_dataset(20);
  Dataset small = large;
  small.items.resize(8);
  store.put_dataset(small);
  store.put_dataset(large);
  store.put_dataset(large);
  EXPECT_EQ(store.datasets(), std::vector<std::string>{"data"});
  const Dataset back = store.dataset("data");
  EXPECT_EQ(back.file, large.file);
  ASSERT_EQ(back.items.size(), large.items.size());
  for (std::size_t i = 0; i < back.items.size(); ++i) expect_same_item(back.items[i], large.items[i]);
  ASSERT_EQ(back.dirt.size(), 1u);
  EXPECT_EQ(back.dirt[0].at, large.dirt[0].at);
  EXPECT_EQ(back.dirt[0].kind, "unknown gold");
  EXPECT_EQ(back.dirt[0].what, large.dirt[0].what);
  EXPECT_EQ(back.dirt[0].policy, Policy::kSkipped);
  EXPECT_THROW(store.dataset("other"), Error);
}

TEST(Store, CellsAreMarkedOnceAndFollowTheLatestRequest) {
  const TemporaryDirectory dir;
  Store store = Store::open(dir / "a.brink", Store::Mode::kWrite);
  Cell a{
      {"m", "d", sha256("item"), 1, 2, "cot", "none", 0, sha256("parent"), "end"}, {{2, 0, 1}, "digits"}, sha256("r")};
  Cell b = a;
  b.key.variant = 0;
  store.put_cells(std::vector{a, b});
  b.record = sha256("another");
  store.put_cells(std::vector{a, b});
  const auto cells = store.cells();
  ASSERT_EQ(cells.size(), 2u);
  EXPECT_EQ(cells[0].key, a.key);
  EXPECT_EQ(cells[0].variant, a.variant);
  EXPECT_EQ(cells[0].record, a.record);
  EXPECT_EQ(cells[1].key, b.key);
  EXPECT_EQ(cells[1].record, sha256("another"));
}

TEST(Store, ASelectionTakesItsCellsTheirItemsAndTheirRecords) {
  const TemporaryDirectory dir;
  Store store = Store::open(dir / "a.brink", Store::Mode::kWrite);
  const Dataset data = some_dataset(3);
  store.put_dataset(data);
  std::vector<Cell> cells;
  Draw draw(4);
  for (const char* model : {"m1", "m2"})
    for (const char* mode : {"direct", "cot"})
      for (const Item& item : data.items) {
        const Record record = draw.record();
        store.append(record);
        cells.push_back({{.model = model,
                          .dataset = "data",
                          .item = item.hash,
                          .occurrence = item.occurrence,
                          .mode = mode,
                          .parent = {}},
                         {},
                         record.id});
      }
  const Record of_no_cell = draw.record();
  store.append(of_no_cell);
  store.put_cells(cells);

  const Sha256& item = data.items[1].hash;
  struct Case {
    const char* name;
    Selection of;
    std::size_t n_cells, n_items;
  };
  const Case cases[] = {
      {"all", {}, 12, 3},
      {"model", {.model = "m1", .dataset = {}, .mode = {}, .item = {}}, 6, 3},
      {"mode", {.model = {}, .dataset = "data", .mode = "cot", .item = {}}, 6, 3},
      {"item", {.model = {}, .dataset = {}, .mode = {}, .item = item}, 4, 1},
      {"item and mode", {.model = "m2", .dataset = {}, .mode = "direct", .item = item}, 1, 1},
      {"none", {.model = {}, .dataset = "other", .mode = {}, .item = {}}, 0, 0},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    std::set<Sha256> expected, records;
    for (const Cell& cell : store.cells(c.of)) expected.insert(cell.record);
    EXPECT_EQ(expected.size(), c.n_cells);
    store.each_text([&](const Record& r) { records.insert(r.id); }, c.of);
    if (c.of == Selection{}) expected.insert(of_no_cell.id);
    EXPECT_EQ(records, expected);
    EXPECT_EQ(store.item_names(c.of).size(), c.n_items);
  }
  ASSERT_EQ(store.dataset("data", item).items.size(), 1u);
  EXPECT_EQ(store.dataset("data", item).items[0].id, data.items[1].id);
  EXPECT_LT(store.item_names().front().id, store.item_names().back().id);
}

TEST(Store, AnchorsAreAppendOnly) {
  const TemporaryDirectory dir;
  Store store = Store::open(dir / "a.brink", Store::Mode::kWrite);
  const Anchor first{sha256("r"), "ccp_eq2", 7, "0.25", 1};
  const Anchor changed{sha256("r"), "ccp_eq2", 9, "0.5", 1};
  const Anchor by_a_later_reader{sha256("r"), "ccp_eq2", 9, "0.5", 2};
  store.put_anchors(std::vector{first, changed, by_a_later_reader});
  EXPECT_EQ(store.anchors(sha256("r")), (std::vector{first, by_a_later_reader}));
  EXPECT_TRUE(store.anchors(sha256("other")).empty());
}

TEST(Store, TokenTextsAreKeptByWeights) {
  const TemporaryDirectory dir;
  Store store = Store::open(dir / "a.brink", Store::Mode::kWrite);
  store.put_token_texts(sha256("w"), {{7, "A"}, {9, " A)"}});
  store.put_token_texts(sha256("w"), {{7, "A"}, {8, "\u00e9"}});
  store.put_token_texts(sha256("v"), {{7, "B"}});
  EXPECT_EQ(store.token_texts(sha256("w")), (std::map<Token, std::string>{{7, "A"}, {8, "\u00e9"}, {9, " A)"}}));
  EXPECT_EQ(store.token_texts(sha256("v")).at(7), "B");
}

// The budget is 20 times what an idle core needs: it fails when a lookup becomes a scan, not when a machine is busy.
TEST(Store, TenThousandRecordsAreAppendedAndReadInSeconds) {
  const TemporaryDirectory dir;
  Store store = Store::open(dir / "a.brink", Store::Mode::kWrite);
  Draw draw(6);
  Record record = draw.record();
  Completion c;
  c.tokens.assign(300, 7);
  c.logprobs_nats.assign(300, -0.5F);
  c.text = std::string(1200, 'x');
  const auto start = std::chrono::steady_clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
  for (int i = 0; i < 10'000; ++i) {
    record.id = sha256(std::to_string(i));
    record.request.input = RawText{std::to_string(i) + std::string(800, 'p')};
    c.text.replace(0, 5, std::to_string(10'000 + i));
    record.response = c;
    store.append(record);
  }
  const double appended = seconds();
  int n = 0;
  store.each_text([&](const Record& r) { n += std::get<Completion>(r.response).text.empty() ? 0 : 1; });
  const double read = seconds() - appended;
  EXPECT_EQ(n, 10'000);
  EXPECT_LT(appended, 60);
  EXPECT_LT(read, 10);
  RecordProperty("append_s", std::to_string(appended));
  RecordProperty("each_text_s", std::to_string(read));
}

}  // namespace
}  // namespace brink
