#include "brink/extract/observations.h"

#include <gtest/gtest.h>

#include <map>

#include "brink/base/error.h"
#include "brink/store/random_record.h"

namespace brink {
namespace {

// A store of one data set with two items, asked in one mode under two orders.
class Observe : public testing::Test {
 protected:
  Observe() : store(Store::open(directory / "s.brink", Store::Mode::kWrite)) {
    for (const char* id : {"b", "a"}) {
      Item item;
      item.id = id;
      item.stem = std::string("question ") + id;
      item.options = {"copper", "zinc", "tin", "lead"};
      item.gold = 1;
      data.items.push_back(item);
    }
    data.name = "metals";
    finish_items(data.items);
    store.put_dataset(data);
  }

  static Record record(const std::string& name, Response response) {
    Record r;
    r.request.input = RawText{name};
    r.id = r.request.id();
    r.response = std::move(response);
    return r;
  }
  static Completion says(const std::string& text, const std::string& prompt = "") {
    Completion c;
    c.text = text;
    c.rendered_prompt = prompt;
    c.usage.n_generated = 7;
    return c;
  }
  Cell cell(const Item& item, int variant, std::vector<int> order, const Sha256& id) const {
    Cell c;
    c.key = {.model = "m", .dataset = "metals", .item = item.hash, .variant = variant, .mode = "direct", .parent = {}};
    c.variant.order = std::move(order);
    c.record = id;
    return c;
  }

  testing_support::TemporaryDirectory directory;
  Store store;
  Dataset data;
};

TEST_F(Observe, MapsSlotsToOptionsByEachCellsOwnOrder) {
  const Record r = record("q", says("The answer is (B)."));
  store.append(r);
  // Cells may share a record.
  const std::vector<Cell> cells{cell(data.items[0], 0, {0, 1, 2, 3}, r.id), cell(data.items[0], 1, {3, 0, 1, 2}, r.id)};
  store.put_cells(cells);
  const Observations obs = observe(store);
  ASSERT_EQ(obs.rows.size(), 2U);
  for (const Observation& row : obs.rows) {
    EXPECT_EQ(row.reading.slot, 1);
    EXPECT_EQ(row.reading.n_tokens, 7);
    EXPECT_EQ(row.item->id, "b");
  }
  EXPECT_EQ(obs.rows[0].reading.option, 1);
  EXPECT_EQ(obs.rows[1].reading.option, 0);
}

TEST_F(Observe, MentionsKnowTheirTokenWhereTheTokensAreKnownAndSpellTheText) {
  Completion c = says("The answer is (B).");
  c.tokens = {5, 6, 7, 8, 9};
  const Record r = record("q", c);
  store.append(r);
  store.put_cells(std::vector<Cell>{cell(data.items[0], 0, {0, 1, 2, 3}, r.id)});
  const auto token = [&] { return observe(store).rows.at(0).reading.mentions.at(0).token; };
  EXPECT_EQ(token(), -1);
  const Sha256& weights = r.request.model.weights;
  store.put_token_texts(weights, {{5, "The"}, {6, " answer is"}, {7, " ("}});
  EXPECT_EQ(token(), -1) << "8 and 9 are not known";
  store.put_token_texts(weights, {{8, "B)"}, {9, ".\n\n"}});
  EXPECT_EQ(token(), 3) << "a stop string has cut the last token";
}

TEST_F(Observe, ATextThatItsTokensDoNotSpellHasNoTokens) {
  Completion c = says("The answer is (B).");
  c.tokens = {5, 6};
  const Record r = record("q", c);
  store.append(r);
  store.put_cells(std::vector<Cell>{cell(data.items[0], 0, {0, 1, 2, 3}, r.id)});
  store.put_token_texts(r.request.model.weights, {{5, "The answer was ("}, {6, "B)."}});
  EXPECT_EQ(observe(store).rows.at(0).reading.mentions.at(0).token, -1);
}

TEST_F(Observe, SortsRowsAndKeepsWhatIsNotRecorded) {
  const Record failed = record("f", Failure{Failure::Kind::kContextFull, "9000 tokens"});
  store.append(failed);
  const std::vector<Cell> cells{cell(data.items[0], 1, {3, 0, 1, 2}, sha256("never asked")),
                                cell(data.items[0], 0, {0, 1, 2, 3}, failed.id),
                                cell(data.items[1], 0, {0, 1, 2, 3}, sha256("nor this"))};
  store.put_cells(cells);
  const Observations obs = observe(store);
  ASSERT_EQ(obs.rows.size(), 3U);
  EXPECT_EQ(obs.rows[0].item->id, "a");
  EXPECT_EQ(obs.rows[1].key.variant, 0);
  EXPECT_EQ(obs.rows[2].key.variant, 1);
  EXPECT_FALSE(obs.rows[0].recorded);
  EXPECT_FALSE(obs.rows[2].recorded);
  EXPECT_TRUE(obs.rows[1].recorded);
  EXPECT_EQ(obs.rows[1].reading.status, Status::kError);
  EXPECT_EQ(obs.rows[1].reading.note, "context_full: 9000 tokens");
  const auto groups = by_configuration(obs);
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_EQ(groups.begin()->second.size(), 3U);
}

TEST_F(Observe, ReadsManyTextsAsEachByItself) {
  std::vector<Cell> cells;
  for (int i = 0; i < 3000; ++i) {
    const Record r =
        record(std::to_string(i), says(std::string(500, 'x') + ". The answer is (" + "ABCD"[i % 4] + ")."));
    store.append(r);
    cells.push_back(cell(data.items[0], i, {0, 1, 2, 3}, r.id));
  }
  store.put_cells(cells);
  const Observations obs = observe(store);
  ASSERT_EQ(obs.rows.size(), 3000U);
  for (const Observation& row : obs.rows) ASSERT_EQ(row.reading.slot, row.key.variant % 4);
}

TEST_F(Observe, KeepsWordsAndPlacesWhereTheyAreAskedForOrOthersFollow) {
  const Record parent = record("q", says("The answer is (B).")), alone = record("r", says("The answer is (C)."));
  Record child = record("s", says("(D)."));
  child.request.prefix = Prefix{parent.id, 3, "", std::nullopt};
  child.request.decoding.max_tokens = 9;
  for (const Record& r : {parent, alone, child}) store.append(r);
  store.put_anchors(std::vector<Anchor>{{parent.id, "fraction:0.5", 3, "14", kReaderVersion}});
  std::vector<Cell> cells{cell(data.items[0], 0, {0, 1, 2, 3}, parent.id),
                          cell(data.items[0], 1, {0, 1, 2, 3}, alone.id),
                          cell(data.items[0], 0, {0, 1, 2, 3}, child.id)};
  cells[2].key.parent = parent.id;
  cells[2].key.treatment = "fraction:0.5";
  store.put_cells(cells);
  const auto n_mentions = [&](Evidence evidence) {
    std::map<Sha256, std::size_t> out;
    for (const Observation& row : observe(store, {}, {}, evidence).rows) out[row.record] = row.reading.mentions.size();
    return out;
  };
  EXPECT_EQ(n_mentions(Evidence::kAll), (std::map<Sha256, std::size_t>{{parent.id, 1}, {alone.id, 1}, {child.id, 1}}));
  EXPECT_EQ(n_mentions(Evidence::kOfFollowed),
            (std::map<Sha256, std::size_t>{{parent.id, 1}, {alone.id, 0}, {child.id, 0}}));
  for (const Observation& row : observe(store, {}, {}, Evidence::kOfFollowed).rows)
    EXPECT_TRUE(row.reading.slot) << "what was read stays";
}

TEST_F(Observe, KeepsTheReadOutButForItsTop) {
  Completion with = says("The answer is (B).");
  with.read_out = ReadOut{.entropy_bits = 1.5, .logsumexp = 9, .top = {{7, -0.5F}}, .asked = {{66, -0.25F}}};
  const Record a = record("with", with), b = record("without", says("The answer is (B)."));
  store.append(a);
  store.append(b);
  store.put_cells(
      std::vector<Cell>{cell(data.items[0], 0, {0, 1, 2, 3}, a.id), cell(data.items[0], 1, {3, 0, 1, 2}, b.id)});
  const Observations obs = observe(store);
  ASSERT_TRUE(obs.rows.at(0).read_out);
  EXPECT_EQ(obs.rows[0].read_out->entropy_bits, 1.5);
  EXPECT_EQ(obs.rows[0].read_out->asked, with.read_out->asked);
  EXPECT_TRUE(obs.rows[0].read_out->top.empty());
  EXPECT_FALSE(obs.rows.at(1).read_out);
}

TEST_F(Observe, OfASelectionReadsNothingElse) {
  const Record a = record("a", says("The answer is (A).")), b = record("b", says("The answer is (B)."));
  store.append(a);
  store.append(b);
  store.put_cells(
      std::vector<Cell>{cell(data.items[0], 0, {0, 1, 2, 3}, a.id), cell(data.items[1], 0, {0, 1, 2, 3}, b.id)});
  const Observations obs =
      observe(store, "paper", {.model = {}, .dataset = {}, .mode = {}, .item = data.items[1].hash});
  ASSERT_EQ(obs.rows.size(), 1U);
  EXPECT_EQ(obs.rows[0].item->id, "a");
  EXPECT_EQ(obs.rows[0].reading.slot, 1);
  EXPECT_EQ(obs.items.at(0).size(), 1U);
}

TEST_F(Observe, TakesTheStartOfThinkingFromTheRenderedPrompt) {
  Completion cut = says("The answer is A if", "<|Assistant|><think>\n");
  cut.finish = Finish::kLength;
  const Record r = record("t", cut);
  store.append(r);
  store.put_cells(std::vector<Cell>{cell(data.items[0], 0, {0, 1, 2, 3}, r.id)});
  EXPECT_EQ(observe(store).rows.at(0).reading.status, Status::kTruncatedInReasoning);
}

TEST_F(Observe, ReadsEachModeByItsOwnReader) {
  store.put_study(R"({"modes": [{"name": "direct", "reader": "robust"}]})", "", 1);
  const Record r = record("q", says("Not lead. It has to be the tin."));
  store.append(r);
  store.put_cells(std::vector<Cell>{cell(data.items[0], 0, {2, 0, 1, 3}, r.id)});
  EXPECT_EQ(observe(store).rows.at(0).reading.slot, 0);
  EXPECT_EQ(observe(store).rows.at(0).reading.option, 2);
  EXPECT_FALSE(observe(store, "paper").rows.at(0).reading.slot);
}

TEST_F(Observe, MapsALabelToItsSlotByTheVariantsLabels) {
  const Record b = record("b", says("The answer is (B).")),
               one = record("1", says("The answer is A. No, the answer is 2."));
  store.append(b);
  store.append(one);
  std::vector<Cell> cells{cell(data.items[0], 0, {0, 1, 2, 3}, b.id), cell(data.items[0], 1, {0, 1, 2, 3}, b.id),
                          cell(data.items[0], 2, {0, 1, 2, 3}, one.id)};
  cells[1].variant.label_set = "letters@1";  // D A B C
  cells[2].variant.label_set = "digits";
  store.put_cells(cells);
  EXPECT_EQ(observe(store).rows.at(2).reading.slot, 1);
  for (const char* profile : {"robust", "paper"}) {
    const Observations read = observe(store, profile);
    EXPECT_EQ(read.rows.at(0).reading.slot, 1) << profile;
    EXPECT_EQ(read.rows.at(1).reading.slot, 2) << profile;
    EXPECT_EQ(read.rows.at(1).reading.option, 2) << profile;
    EXPECT_EQ(read.rows.at(1).reading.letter, 'C') << profile;
    ASSERT_FALSE(read.rows.at(1).reading.mentions.empty()) << profile;
    EXPECT_EQ(read.rows.at(1).reading.mentions.back().letter, 'C') << profile;
  }
  const Observations obs = observe(store, "paper");
  EXPECT_EQ(obs.rows.at(2).reading.status, Status::kNoAnswer) << "profile paper knows no digits";
  EXPECT_EQ(obs.rows.at(2).reading.slot, std::nullopt);
  EXPECT_EQ(obs.rows.at(2).reading.note, "profile paper reads the labels A, B, ... alone");
}

TEST_F(Observe, RotatedLettersAreReadAsLetters) {
  const Record r = record("q", says("It is a hard question. I think a metal. So D."));
  store.append(r);
  std::vector<Cell> cells{cell(data.items[0], 0, {3, 2, 1, 0}, r.id)};
  cells[0].variant.label_set = "letters@1";  // D lead, A tin, B zinc, C copper
  store.put_cells(cells);
  const Observations obs = observe(store);
  EXPECT_EQ(obs.rows.at(0).reading.slot, 0);
  EXPECT_EQ(obs.rows.at(0).reading.option, 3);
}

TEST_F(Observe, ATieIsAnAnswerWithoutASlot) {
  for (Item& item : data.items) item.options.resize(2);
  data.name = "pairs";
  finish_items(data.items);
  store.put_dataset(data);
  const Record c = record("c", says("[[C]]")), a = record("a", says("[[A]]"));
  store.append(c);
  store.append(a);
  std::vector<Cell> cells{cell(data.items[0], 0, {0, 1}, c.id), cell(data.items[0], 1, {1, 0}, a.id)};
  for (Cell& one : cells) {
    one.key.dataset = "pairs";
    one.variant.label_set = "letters+tie";
  }
  store.put_cells(cells);
  store.put_study(R"({"modes":[{"name":"direct","reader":"verdict"}]})", "", 0);
  const Observations obs = observe(store);
  EXPECT_EQ(obs.rows.at(0).reading.status, Status::kOk) << "read by the mode's reader";
  EXPECT_TRUE(obs.rows[0].reading.tie);
  EXPECT_EQ(obs.rows[0].reading.slot, std::nullopt);
  EXPECT_EQ(obs.rows[0].reading.option, std::nullopt);
  EXPECT_EQ(obs.rows[1].reading.option, 1);
  EXPECT_FALSE(obs.rows[1].reading.tie);
  EXPECT_EQ(observe(store, "paper").rows.at(0).reading.status, Status::kNoAnswer);
}

TEST_F(Observe, RefusesACellWhoseItemIsMissing) {
  Item other = data.items[0];
  other.hash = sha256("other");
  store.put_cells(std::vector<Cell>{cell(other, 0, {0, 1, 2, 3}, sha256("x"))});
  EXPECT_THROW(observe(store), Error);
  EXPECT_THROW(observe(store, "no such profile"), Error);
}

}  // namespace
}  // namespace brink
