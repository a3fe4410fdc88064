#include "brink/plan/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "brink/base/error.h"

namespace brink {
namespace {

using testing::HasSubstr;

Item item(const std::string& stem, int m = 4) {
  Item out;
  out.id = stem;
  out.stem = stem;
  for (int i = 0; i < m; ++i) out.options.push_back(stem + " option " + std::to_string(i));
  out.gold = 0;
  out.at = {"d.jsonl", 3};
  return out;
}

Dataset dataset(const std::string& name, int n) {
  Dataset out;
  out.name = name;
  for (int i = 0; i < n; ++i) out.items.push_back(item(name + std::to_string(i)));
  finish_items(out.items);
  return out;
}

ModelKey key() {
  ModelKey out;
  out.kind = "gguf";
  out.weights = sha256("weights");
  return out;
}

Study study() {
  Study out;
  out.seed = 5;
  out.models.push_back({"m", {}, {}});
  out.data.push_back({.name = "one", .path = {}, .format = {}, .columns = {}, .limit = 0, .at = {}});
  out.data.push_back({.name = "two", .path = {}, .format = {}, .columns = {}, .limit = 0, .at = {}});
  for (const char* name : {"direct", "cot"}) out.modes.push_back(to_mode(*find_mode(name)));
  return out;
}

/// A plan with the data sets it looks into.
struct Planned {
  std::vector<Dataset> selected;
  std::vector<PlannedConfiguration> all;
  const PlannedConfiguration& operator[](std::size_t i) const { return all[i]; }
};

Planned planned(const Study& s, const std::vector<Dataset>& data) {
  Planned out;
  for (const DataSpec& spec : s.data)
    for (const Dataset& d : data)
      if (d.name == spec.name) out.selected.push_back(select_items(s, spec, d));
  out.all = plan(s, s.models[0], key(), out.selected);
  return out;
}

std::vector<PlannedItem> whole(const PlannedConfiguration& c) { return plan_piece(c, 0, 1'000'000); }

std::vector<Sha256> ids(const std::vector<Bundle>& bundles) {
  std::vector<Sha256> out;
  for (const Bundle& b : bundles)
    for (const Request& r : b.requests) out.push_back(r.id());
  return out;
}

std::vector<Sha256> ids(const PlannedConfiguration& c) {
  std::vector<Sha256> out;
  for (const PlannedItem& i : whole(c))
    for (const Cell& cell : i.cells) out.push_back(cell.record);
  return out;
}

const std::vector<Dataset>& two_sets() {
  static const std::vector<Dataset> both{dataset("two", 6), dataset("one", 5)};
  return both;
}

TEST(Plan, ConfigurationsAreTheStudysDataSetsAndWithinEachItsModes) {
  std::vector<std::string> order;
  const Planned p = planned(study(), two_sets());
  for (const PlannedConfiguration& c : p.all) order.push_back(c.model + c.dataset + c.mode);
  EXPECT_THAT(order, testing::ElementsAre("monedirect", "monecot", "mtwodirect", "mtwocot"));
}

TEST(Plan, EveryItemHasACellAndARequestPerVariantWithDistinctKeys) {
  std::set<RowKey> keys;
  std::size_t n = 0;
  const Planned p = planned(study(), two_sets());
  for (const PlannedConfiguration& c : p.all)
    for (const PlannedItem& i : whole(c)) {
      ASSERT_EQ(i.cells.size(), 4u);
      ASSERT_EQ(i.requests.size(), 4u);
      for (std::size_t v = 0; v < 4; ++v, ++n) {
        EXPECT_EQ(i.cells[v].record, i.requests[v].id());
        EXPECT_EQ(i.cells[v].key.variant, static_cast<int>(v));
        keys.insert(i.cells[v].key);
      }
    }
  EXPECT_EQ(n, std::size_t{(5 + 6) * 2 * 4});
  EXPECT_EQ(keys.size(), n);
}

TEST(Plan, PiecesOfAnySizeAreTheWholeConfiguration) {
  const Planned p = planned(study(), two_sets());
  for (const PlannedConfiguration& c : p.all)
    for (const std::size_t n : {1u, 4u, 5u, 9u, 1000u}) {
      std::vector<Sha256> pieces;
      std::size_t first = 0;
      while (first < c.items.size()) {
        const auto piece = plan_piece(c, first, n);
        ASSERT_FALSE(piece.empty());
        EXPECT_LT((piece.size() - 1) * 4, n) << "no item more than it takes";
        for (const PlannedItem& i : piece)
          for (const Cell& cell : i.cells) pieces.push_back(cell.record);
        first += piece.size();
      }
      EXPECT_EQ(pieces, ids(c)) << n;
      EXPECT_TRUE(plan_piece(c, first, n).empty());
    }
}

TEST(Plan, IsAPureFunctionAndDoesNotDependOnTheOrderOfAFile) {
  std::vector<Dataset> reversed = two_sets();
  for (Dataset& d : reversed) std::reverse(d.items.begin(), d.items.end());
  const auto a = planned(study(), two_sets()), b = planned(study(), two_sets()), c = planned(study(), reversed);
  for (std::size_t i = 0; i < a.all.size(); ++i) {
    EXPECT_EQ(ids(a[i]), ids(b[i]));
    EXPECT_EQ(ids(a[i]), ids(c[i]));
  }
}

TEST(Plan, ALargerLimitExtendsASmallerOne) {
  Study few = study(), many = study();
  for (DataSpec& d : few.data) d.limit = 2;
  for (DataSpec& d : many.data) d.limit = 4;
  const auto a = planned(few, two_sets()), b = planned(many, two_sets());
  for (std::size_t i = 0; i < a.all.size(); ++i) {
    const auto small = ids(a[i]), large = ids(b[i]);
    ASSERT_EQ(small.size(), 8u);
    ASSERT_EQ(large.size(), 16u);
    EXPECT_TRUE(std::equal(small.begin(), small.end(), large.begin()));
  }
}

TEST(Plan, TheSeedChoosesTheSubsetButNotWhatAGreedyRequestIs) {
  Study other = study();
  other.seed = 6;
  const auto a = ids(planned(study(), two_sets())[0]), b = ids(planned(other, two_sets())[0]);
  EXPECT_NE(a, b) << "another order";
  EXPECT_EQ(std::set(a.begin(), a.end()), std::set(b.begin(), b.end()));
  Study warm = study(), warm_other = other;
  warm.decoding.temperature = warm_other.decoding.temperature = 0.7;
  const auto c = ids(planned(warm, two_sets())[0]), d = ids(planned(warm_other, two_sets())[0]);
  EXPECT_NE(std::set(c.begin(), c.end()), std::set(d.begin(), d.end())) << "sampling depends on it";
}

TEST(Plan, RequestsCarryTheModesLimitAndArguments) {
  Study s = study();
  s.decoding.max_tokens = 64;
  s.modes[1].max_tokens = 900;
  s.modes[1].template_args["enable_thinking"] = "false";
  const Planned all = planned(s, two_sets());
  const Request direct = whole(all[0])[0].requests[0], cot = whole(all[1])[0].requests[0];
  EXPECT_EQ(direct.decoding.max_tokens, 64);
  EXPECT_EQ(cot.decoding.max_tokens, 900);
  EXPECT_TRUE(direct.template_args.empty());
  EXPECT_EQ(cot.template_args.at("enable_thinking"), "false");
  EXPECT_TRUE(direct.captures.empty());
  EXPECT_EQ(direct.study_seed, 5u);
}

TEST(Plan, StatesAreCapturedWithTheInputAndFollowTheAnswer) {
  Study s = study();
  s.states.points = {"last_prompt", "mean_prompt", "last_output"};
  s.states.modes = {"cot"};
  const Dataset one = dataset("one", 2), two = dataset("two", 2);
  const std::vector<Dataset> sets{one, two};
  const auto all = plan(s, s.models[0], ModelKey{}, sets, 30);
  EXPECT_TRUE(all[0].common.captures.empty());
  EXPECT_TRUE(all[0].treatments.empty());
  std::vector<std::string> sites;
  for (const Site& site : all[1].common.captures) sites.push_back(site_name(site));
  EXPECT_THAT(sites, testing::ElementsAre("resid_post:7", "resid_post:15", "resid_post:22", "resid_post:30",
                                          "resid_post:7:mean_input", "resid_post:15:mean_input",
                                          "resid_post:22:mean_input", "resid_post:30:mean_input"));
  ASSERT_EQ(all[1].treatments.size(), 1u);
  EXPECT_EQ(all[1].treatments[0].kind, "states");
}

TEST(StateSites, AreOfTheModelsLayers) {
  const auto numbers = [](StatesSpec::Layers layers, int n_layers) {
    StatesSpec spec;
    spec.layers = layers;
    std::vector<int> out;
    for (const Site& site : state_sites(spec, n_layers)) out.push_back(site.layer);
    return out;
  };
  EXPECT_THAT(numbers(StatesSpec::Layers::kQuarters, 24), testing::ElementsAre(6, 12, 18, 24));
  EXPECT_THAT(numbers(StatesSpec::Layers::kQuarters, 2), testing::ElementsAre(1, 2));
  EXPECT_THAT(numbers(StatesSpec::Layers::kQuarters, 1), testing::ElementsAre(1));
  EXPECT_THAT(numbers(StatesSpec::Layers::kAll, 3), testing::ElementsAre(0, 1, 2, 3));
  EXPECT_THROW(numbers(StatesSpec::Layers::kAll, 0), Error);
  StatesSpec listed;
  listed.layers = StatesSpec::Layers::kListed;
  listed.listed = {{Site::Point::kFinal}, {Site::Point::kResidPost, 25}};
  EXPECT_EQ(state_sites(listed, 25).size(), 2u);
  EXPECT_EQ(state_sites(listed, 0).size(), 2u);
  EXPECT_THROW(state_sites(listed, 24), Error);
}

TEST(ToSend, AfterKRecordsIsExactlyTheRest) {
  const Planned p = planned(study(), two_sets());
  std::vector<Sha256> all;
  for (const auto& c : p.all)
    for (const Sha256& id : ids(c)) all.push_back(id);
  for (const std::size_t k : {std::size_t{0}, std::size_t{1}, std::size_t{7}, all.size() - 1, all.size()}) {
    std::unordered_set<Sha256> recorded(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(k));
    std::vector<Sha256> rest;
    for (const auto& c : p.all)
      for (const Sha256& id : ids(to_send(whole(c), recorded))) rest.push_back(id);
    EXPECT_EQ(rest, std::vector<Sha256>(all.begin() + static_cast<std::ptrdiff_t>(k), all.end())) << k;
    EXPECT_EQ(recorded.size(), all.size());
  }
}

TEST(ToSend, DuplicatesShareARequestAndKeepTheirOwnCells) {
  Dataset d;
  d.name = "one";
  d.items = {item("x"), item("y"), item("x")};
  finish_items(d.items);
  Study s = study();
  s.data.pop_back();
  const Planned all = planned(s, {d});
  std::set<RowKey> keys;
  for (const PlannedItem& i : whole(all[0]))
    for (const Cell& c : i.cells) keys.insert(c.key);
  EXPECT_EQ(keys.size(), 12u);
  std::unordered_set<Sha256> recorded;
  const auto bundles = to_send(whole(all[0]), recorded);
  EXPECT_EQ(bundles.size(), 2u);
  EXPECT_EQ(ids(bundles).size(), 8u);
}

TEST(ToSend, VariantsThatShowTheSameTextAreSentOnce) {
  Dataset d;
  d.name = "one";
  d.items = {item("x", 2)};
  d.items[0].options = {"same", "same"};
  finish_items(d.items);
  Study s = study();
  s.data.pop_back();
  std::unordered_set<Sha256> recorded;
  const Planned p = planned(s, {d});
  EXPECT_EQ(ids(to_send(whole(p[0]), recorded)).size(), 1u);
}

TEST(SelectItems, PositionalOptionsAreKeptDroppedOrRefused) {
  Dataset d = dataset("one", 4);
  d.items[2].flags.positional_options = true;
  Study s = study();
  EXPECT_EQ(select_items(s, s.data[0], d).items.size(), 4u);
  s.on_positional_options = OnPositional::kDrop;
  EXPECT_EQ(select_items(s, s.data[0], d).items.size(), 3u);
  s.on_positional_options = OnPositional::kError;
  try {
    select_items(s, s.data[0], d);
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::kInput);
    EXPECT_THAT(e.what(), HasSubstr("d.jsonl:3: item 'one2'"));
  }
}

Dataset numbers(const std::string& name, int n) {
  Dataset d = dataset(name, n);
  for (int i = 0; i < n; ++i) {
    d.items[static_cast<std::size_t>(i)].options.clear();
    d.items[static_cast<std::size_t>(i)].gold = Decimal{std::to_string(12 + i)};
  }
  finish_items(d.items);
  return d;
}

TEST(SelectItems, RefusesADataSetThatNoModeAsks) {
  Study s = study();
  const auto refusal = [&](const Dataset& d) {
    try {
      select_items(s, s.data[0], d);
    } catch (const Error& e) {
      EXPECT_EQ(e.kind(), ErrorKind::kUsage);
      return std::string(e.what()) + "\n" + std::string(e.hint());
    }
    return std::string();
  };
  EXPECT_THAT(refusal(numbers("one", 3)),
              HasSubstr("no mode of the study asks items without options, as those of 'one'"));
  EXPECT_THAT(refusal(numbers("one", 3)), HasSubstr("intention/baseline"));
  s.modes = {to_mode(*find_mode("intention/numeric/cot"))};
  EXPECT_THAT(refusal(dataset("one", 3)), HasSubstr("no mode of the study asks items with options, as those of 'one'"));
  EXPECT_EQ(refusal(numbers("one", 3)), "");
}

TEST(SelectItems, TheOtherFormTakesTheSameQuestions) {
  Study s = study();
  s.modes = {to_mode(*find_mode("intention/cot"))};
  s.data[0].limit = 4;
  const Dataset open = select_items(s, s.data[0], numbers("one", 9));
  s.data[0].as = "choice";
  const Dataset choice = select_items(s, s.data[0], numbers("one", 9));
  ASSERT_EQ(open.items.size(), 4u);
  ASSERT_EQ(choice.items.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) {
    const Item& item = choice.items[i];
    EXPECT_EQ(item.stem, open.items[i].stem);
    ASSERT_EQ(item.n_options(), 4);
    EXPECT_EQ(Decimal{item.options.at(static_cast<std::size_t>(item.gold_option()))},
              std::get<Decimal>(open.items[i].gold));
  }
}

TEST(Plan, AModeAsksTheItemsThatItsTextIsFor) {
  Study s = study();
  s.permutations = {"cyclic"};
  s.modes = {to_mode(*find_mode("direct")), to_mode(*find_mode("intention/cot"))};
  const Dataset mixed = [] {
    Dataset d = numbers("one", 2);
    for (Item& item : dataset("one", 3).items) d.items.push_back(item);
    return d;
  }();
  const std::vector<Dataset> selected{select_items(s, s.data[0], mixed), select_items(s, s.data[1], numbers("two", 2))};
  const auto p = plan(s, s.models[0], {}, selected);
  ASSERT_EQ(p.size(), 3u) << "direct has nothing to ask of the second data set";
  EXPECT_EQ(p[0].items.size(), 3u);
  EXPECT_EQ(p[1].items.size(), 5u);
  EXPECT_EQ(p[2].dataset, "two");
  EXPECT_EQ(p[2].mode, "intention/cot");
  const std::vector<PlannedItem> open = plan_piece(p[2], 0);
  ASSERT_EQ(open.size(), 2u);
  for (const PlannedItem& item : open) {
    ASSERT_EQ(item.cells.size(), 1u) << "no options, no orders";
    EXPECT_TRUE(item.cells[0].variant.order.empty());
    EXPECT_THAT(std::get<Messages>(item.requests[0].input).back().content, HasSubstr("\nSolution:"));
  }
  EXPECT_THAT(not_asked(s, selected),
              testing::ElementsAre("mode 'direct' asks items with options: it is not put to 2 items of data set 'one'",
                                   "mode 'direct' asks items with options: it is not put to data set 'two'"));
}

TEST(SelectItems, APermutationSetThatDoesNotFitNamesTheItem) {
  Study s = study();
  s.permutations = {"pairs"};
  try {
    select_items(s, s.data[0], dataset("one", 5));
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::kUsage);
    EXPECT_THAT(e.what(), HasSubstr("d.jsonl:3: item 'one"));
  }
}

TEST(Plan, LabelRotationIsATreatmentThatSharesTheFilesOrder) {
  Study s = study();
  s.label_rotate = true;
  s.modes.resize(1);
  const Planned p = planned(s, {dataset("one", 1), dataset("two", 1)});
  const PlannedItem item = plan_piece(p[0], 0, 1).at(0);
  ASSERT_EQ(item.cells.size(), 8u);
  std::set<Sha256> records;
  for (std::size_t i = 0; i < 8; ++i) {
    EXPECT_EQ(item.cells[i].key.treatment, i < 4 ? "none" : "label_rotate");
    EXPECT_EQ(item.cells[i].key.variant, static_cast<int>(i % 4));
    records.insert(item.cells[i].record);
  }
  EXPECT_EQ(item.cells[0].record, item.cells[4].record);
  EXPECT_EQ(records.size(), 7u);
}

}  // namespace
}  // namespace brink
