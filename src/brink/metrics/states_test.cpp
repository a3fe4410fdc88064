// What is measured on hidden states, on answers and states made by hand.
#include "brink/extract/states.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "brink/base/rng.h"
#include "brink/metrics/answers.h"
#include "brink/metrics/hand_made.h"
#include "brink/metrics/metric.h"
#include "brink/metrics/metric_input.h"
#include "brink/metrics/result_json.h"
#include "brink/metrics/state_results.h"
#include "brink/metrics/state_table.h"
#include "brink/store/random_record.h"

namespace brink {
namespace {

using hand_made::consistent;
using hand_made::Question;
using testing::HasSubstr;
using testing::SizeIs;
using testing_support::TemporaryDirectory;

constexpr std::uint64_t kSeed = 7;
constexpr int kD = 24;
const Configuration kDirect{"tiny", "quiz", "direct", "none"}, kCot{"tiny", "quiz", "cot", "none"};

Site layer(int l, Site::Pool pool = Site::Pool::kLast) { return {Site::Point::kResidPost, l, pool}; }

std::vector<float> noise(SplitMix64& rng, int d = kD) {
  std::vector<float> x(static_cast<std::size_t>(d));
  for (float& v : x) v = static_cast<float>(rng.uniform() + rng.uniform() + rng.uniform() - 1.5);
  return x;
}

/// A study with states: what `make` gives for each recorded answer.
class StudyWithStates {
 public:
  using Make = std::function<std::vector<State>(const Observation&, SplitMix64&)>;

  explicit StudyWithStates(Observations made) : obs(std::move(made)), store_(open()) {}

  StudyWithStates& add(const Make& make) {
    SplitMix64 rng(3);
    for (const Observation& row : obs.rows) {
      if (!row.recorded) continue;
      Record record;
      record.id = row.record;
      Completion done;
      done.states = make(row, rng);
      record.response = std::move(done);
      store_.append(record);
    }
    return *this;
  }

  std::vector<Result> results(bool thorough = false) const {
    return compute_metrics(obs, kSeed, {}, false, {&store_, thorough});
  }
  const Store& store() const { return store_; }

  /// Of kDirect's probes on other configurations alone: the whole of the metrics costs a hundred times as much.
  std::vector<Result> transfers(std::string_view metric, bool thorough) const {
    const StateStudy states(obs, store_, kSeed);
    StateResults out;
    add_transfer(out, states, *states.find(kDirect), metric_input(study_rows(obs), kDirect, kSeed), thorough);
    return out[metric];
  }
  /// Items of kDirect that test its probes.
  int n_tested() const {
    const StateStudy states(obs, store_, kSeed);
    const StateTable& table = *states.find(kDirect);
    std::set<std::int64_t> tested;
    for (const std::size_t i : stats::rows_of(table.parts, stats::Part::kTest)) tested.insert(table.items[i]);
    return static_cast<int>(tested.size());
  }

  Observations obs;

 private:
  Store open() const { return Store::open(dir_ / "states.brink", Store::Mode::kWrite); }

  TemporaryDirectory dir_;
  Store store_;
};

/// Half of the items are always answered right, the others lean on the first slot.
std::vector<Question> questions(int n) {
  std::vector<Question> out;
  for (int i = 0; i < n; ++i)
    out.push_back({.answers = i % 2 == 0 ? consistent(i / 2 % 4) : "AAAA", .gold = i / 2 % 4});
  return out;
}

Observations two_modes(int n) {
  Observations obs;
  hand_made::add(obs, questions(n), kDirect);
  hand_made::add(obs, questions(n), kCot);
  return obs;
}

/// Records of their own for every configuration: those made by hand are named by item and mode alone.
Observations with_own_records(Observations obs) {
  for (Observation& row : obs.rows) row.record = sha256(row.key.model + " " + row.key.dataset + " " + row.record.hex());
  return obs;
}

/// Noise, with the label along one coordinate of layer 2.
std::vector<State> planted(const Observation& row, SplitMix64& rng, int coordinate = 3, double size = 4) {
  std::vector<State> out{{layer(1), noise(rng)}, {layer(2), noise(rng)}};
  if (is_right(row).value_or(false)) out[1].x[static_cast<std::size_t>(coordinate)] += static_cast<float>(size);
  return out;
}

const Result& found(const std::vector<Result>& results, std::string_view metric,
                    std::map<std::string, std::string> more, const Configuration& c = kDirect) {
  more.emplace("point", "last_prompt");
  const Result* r = find_result(results, c, metric, more);
  if (!r) throw std::runtime_error("no result of " + std::string(metric));
  return *r;
}

const std::map<std::string, std::string> kCorrect{{"layer", "all"}, {"target", "correct"}};

TEST(States, AProbeFindsAPlantedDirectionAndInWhichLayer) {
  StudyWithStates study(hand_made::study(questions(60)));
  study.add([](const Observation& row, SplitMix64& rng) { return planted(row, rng); });
  const auto results = study.results();
  const Result& all = found(results, "state_auroc", kCorrect);
  EXPECT_GT(all.value, 0.9);
  EXPECT_LT(all.p, 0.05);
  EXPECT_EQ(all.p_kind, "1000 label shuffles");
  EXPECT_NEAR(*all.null, 0.5, 0.1);
  EXPECT_EQ(all.n, 48);
  EXPECT_EQ(all.n_clusters, 12);
  EXPECT_GT(found(results, "state_auroc", {{"layer", "2"}, {"target", "correct"}}).value, 0.9);
  EXPECT_LT(found(results, "state_auroc", {{"layer", "1"}, {"target", "correct"}}).value, 0.75);
  EXPECT_EQ(found(results, "state_selected_layer", {{"target", "correct"}}).value, 2);
  EXPECT_EQ(found(results, "state_auroc", {{"layer", "selected"}, {"target", "correct"}}).value,
            found(results, "state_auroc", {{"layer", "2"}, {"target", "correct"}}).value);
  EXPECT_GT(found(results, "state_auroc_nested", {{"layer", "all"}, {"target", "correct"}, {"folds", "5 x 5"}}).value,
            0.9);
  EXPECT_GT(found(results, "state_direction_auroc", {{"layer", "2"}, {"target", "correct"}}).value, 0.85);
  EXPECT_GE(found(results, "state_auroc_train", kCorrect).value, all.value);
}

TEST(States, OfTooFewItemsAreNoFigures) {
  const auto make = [](const Observation& row, SplitMix64& rng) { return planted(row, rng); };
  StudyWithStates eight(hand_made::study(questions(8)));
  const auto few = eight.add(make).results();  // one or two in the part that tests
  EXPECT_EQ(found(few, "state_auroc", kCorrect).reason, "fewer than 5 items to test on");
  EXPECT_EQ(found(few, "state_dimension", {{"layer", "2"}}).reason, "fewer than 10 items");
  EXPECT_FALSE(found(few, "state_twonn", {{"layer", "2"}}).value);
  StudyWithStates small(two_modes(20)), large(two_modes(60));
  EXPECT_EQ(small.add(make).transfers("state_transfer", false).at(0).reason, "fewer than 5 items to test on");
  EXPECT_TRUE(large.add(make).transfers("state_transfer", false).at(0).value);
}

TEST(States, NothingIsFoundInNoise) {
  StudyWithStates study(hand_made::study(questions(60)));
  study.add([](const Observation& row, SplitMix64& rng) { return planted(row, rng, 3, 0); });
  const auto results = study.results();
  EXPECT_NEAR(*found(results, "state_auroc", kCorrect).value, 0.5, 0.2);
  EXPECT_GT(found(results, "state_auroc", kCorrect).p, 0.05);
  const Result& dimension = found(results, "state_dimension", {{"layer", "1"}});
  EXPECT_NEAR(*dimension.value, *dimension.null, 3);
  EXPECT_LE(dimension.low, dimension.value);
  EXPECT_EQ(dimension.n, 60) << "one row an item";
  EXPECT_NEAR(*found(results, "state_dimension_corrected", {{"layer", "1"}}).value, kD, 6);
  const Result& subset = found(results, "state_dimension_subset", {{"layer", "all"}, {"rows", "25"}});
  EXPECT_NEAR(*subset.value, *subset.null, 1.5);
}

TEST(States, ItemsThatFlipAreATarget) {
  StudyWithStates study(hand_made::study(questions(80)));
  study.add([](const Observation& row, SplitMix64& rng) {
    std::vector<State> out{{layer(1), noise(rng)}};
    if (std::stoi(row.item->id.substr(1)) % 2 == 0) out[0].x[0] += 3;  // those that lean on the first slot
    return out;
  });
  const auto results = study.results();
  const Result& flips = found(results, "state_auroc", {{"layer", "all"}, {"target", "flips"}});
  EXPECT_GT(flips.value, 0.9);
  EXPECT_EQ(flips.n, 16) << "units are items, of 80 a fifth is tested";
  EXPECT_TRUE(found(results, "state_auroc", {{"layer", "all"}, {"target", "gold"}}).value);
}

TEST(States, AProbeTransfersToAnotherModeOnlyWhereTheDirectionIsTheSame) {
  for (const bool same : {true, false}) {
    StudyWithStates study(two_modes(60));
    study.add([&](const Observation& row, SplitMix64& rng) {
      return planted(row, rng, row.key.mode == "cot" && !same ? 9 : 3);
    });
    const auto transfers = study.transfers("state_transfer", false);
    ASSERT_THAT(transfers, SizeIs(1));
    const Result& r = transfers[0];
    EXPECT_EQ(r.group.at("tested_on"), "cot");
    ASSERT_TRUE(r.value) << r.reason;
    if (same)
      EXPECT_GT(r.value, 0.9);
    else
      EXPECT_LT(r.value, 0.8);
  }
}

TEST(States, AProbeIsTriedOnOtherDataSetsAndModelsWhereAskedAndOnlyOnItemsItHasNotSeen) {
  const Configuration other_data{"tiny", "more", "direct", "none"}, other_model{"large", "quiz", "direct", "none"};
  Observations obs = two_modes(60);
  hand_made::add(obs, questions(90), other_data);  // q1 to q60 are the questions of `quiz`
  hand_made::add(obs, questions(60), other_model);
  StudyWithStates study(with_own_records(std::move(obs)));
  study.add([](const Observation& row, SplitMix64& rng) {
    auto out = planted(row, rng);
    if (row.key.model == "large") out[0].site.layer = 10, out[1].site.layer = 20;
    return out;
  });
  const auto on = [&](const char* metric, const char* where) {
    const auto all = study.transfers(metric, true);
    const auto one = std::ranges::find_if(all, [&](const Result& r) { return r.group.at("tested_on") == where; });
    if (one == all.end()) throw std::runtime_error(std::string("no result on ") + where);
    return *one;
  };
  const Result data = on("state_transfer_dataset", "more"), model = on("state_transfer_model", "large");
  EXPECT_GT(data.value, 0.9) << data.reason;
  EXPECT_GT(model.value, 0.9) << model.reason;
  const int n_tested = study.n_tested();
  EXPECT_EQ(model.n_clusters, n_tested) << "the items that test the probe on its own model";
  EXPECT_GE(data.n_clusters, n_tested + 3) << "those, and of the 30 that it has never seen the ones tested there";
  EXPECT_LE(data.n_clusters, n_tested + 9);
}

TEST(States, OtherDataSetsAreTriedOnlyWhereTheWholeProtocolIsAsked) {
  Observations obs = hand_made::study(questions(4));
  hand_made::add(obs, questions(4), {"tiny", "more", "direct", "none"});
  StudyWithStates study(with_own_records(std::move(obs)));
  study.add([](const Observation& row, SplitMix64& rng) { return planted(row, rng); });
  for (const bool thorough : {false, true})
    EXPECT_EQ(find_result(study.results(thorough), kDirect, "state_transfer_dataset",
                          {{"point", "last_prompt"}, {"layer", "all"}, {"target", "correct"}, {"tested_on", "more"}}) !=
                  nullptr,
              thorough);
}

TEST(States, AnItemThatTrainedAProbeTestsItNowhere) {
  // States that say which item it is, and labels without rhyme or reason: only items seen in training can be known.
  const Configuration other_data{"tiny", "more", "direct", "none"};
  std::vector<Question> noise_questions;
  SplitMix64 coin(11);
  for (int i = 0; i < 80; ++i)
    noise_questions.push_back({.answers = coin.uniform() < 0.5 ? consistent(0) : consistent(1), .gold = 0});
  Observations obs;
  hand_made::add(obs, noise_questions, kDirect);
  hand_made::add(obs, noise_questions, other_data);
  StudyWithStates study(with_own_records(std::move(obs)));
  study.add([](const Observation& row, SplitMix64&) {
    SplitMix64 of_item(static_cast<std::uint64_t>(std::stoi(row.item->id.substr(1))));
    return std::vector<State>{{layer(1), noise(of_item, 200)}};
  });
  const auto transfers = study.transfers("state_transfer_dataset", true);
  ASSERT_THAT(transfers, SizeIs(1));
  const Result& r = transfers[0];
  ASSERT_TRUE(r.value) << r.reason;
  EXPECT_LT(r.value, 0.85);
  EXPECT_EQ(r.n_clusters, study.n_tested()) << "the test items of `quiz`, whatever their part in `more`";
}

TEST(States, RowsOfAGroupAreInOnePartAndAreOneRowOfGeometry) {
  Observations obs = hand_made::study(questions(60));
  for (auto& items : obs.items)
    for (Item& item : items) item.tags["group"] = "passage " + std::to_string(std::stoi(item.id.substr(1)) / 3);
  for (Observation& row : obs.rows) {
    row.imported = true;
    row.given = {{std::nullopt, is_right(row).value_or(false) ? "1" : "0", std::string(kStateLabels)}};
  }
  StudyWithStates study(std::move(obs));
  study.add([](const Observation& row, SplitMix64& rng) { return planted(row, rng); });
  const StateStudy grouped(study.obs, study.store(), kSeed);
  const StateTable& table = *grouped.find(kDirect);
  std::map<std::string, std::set<stats::Part>> parts;
  for (std::size_t i = 0; i < table.answers.size(); ++i)
    parts[table.answers[i]->item->tags.at("group")].insert(table.parts[i]);
  ASSERT_EQ(parts.size(), 21u);
  for (const auto& [group, of_group] : parts) EXPECT_EQ(of_group.size(), 1u) << group;
  EXPECT_EQ(table.one_each().size(), 21u);
}

TEST(States, LaterPointsComeFromWhatFollowsAnAnswer) {
  Observations obs = hand_made::study(questions(40));
  std::vector<Observation> after;
  for (const Observation& row : obs.rows) {
    after.push_back(hand_made::follow_up(row, std::string(kStates), "first_output", 1));
    after.back().record = sha256("after " + row.record.hex());
  }
  std::ranges::move(after, std::back_inserter(obs.rows));
  StudyWithStates study(std::move(obs));
  study.add([](const Observation& row, SplitMix64& rng) {
    if (row.key.point == "first_output") return std::vector<State>{{layer(1), noise(rng)}};
    return std::vector<State>{{layer(1), noise(rng)}, {layer(1, Site::Pool::kMeanInput), noise(rng)}};
  });
  const auto results = study.results();
  for (const char* point : {"last_prompt", "mean_prompt", "first_output"}) {
    SCOPED_TRACE(point);
    EXPECT_TRUE(found(results, "state_dimension", {{"layer", "1"}, {"point", point}}).value);
    EXPECT_TRUE(found(results, "state_auroc", {{"layer", "all"}, {"target", "correct"}, {"point", point}}).value);
  }
}

TEST(States, OneThatIsNotFiniteIsLeftOutAndCounted) {
  StudyWithStates study(hand_made::study(questions(40)));
  int n = 0;
  study.add([&](const Observation& row, SplitMix64& rng) {
    auto out = planted(row, rng);
    if (n++ < 3) out[1].x[5] = std::numeric_limits<float>::quiet_NaN();
    return out;
  });
  const Result r = found(study.results(), "state_auroc", {{"layer", "2"}, {"target", "correct"}});
  ASSERT_TRUE(r.value) << r.reason;
  EXPECT_EQ(r.n, 32) << "of the 8 test items";
  EXPECT_EQ(r.left_out.at("no state"), 3);
}

TEST(States, OfDifferentLengthsAreNoColumnAndTheRecordsAreNamed) {
  StudyWithStates study(hand_made::study(questions(20)));
  int n = 0;
  study.add([&](const Observation&, SplitMix64& rng) {
    return std::vector<State>{{layer(1), noise(rng, n++ == 7 ? kD + 1 : kD)}};
  });
  const Result r = found(study.results(), "state_dimension", {{"layer", "1"}});
  EXPECT_FALSE(r.value);
  EXPECT_THAT(r.reason, HasSubstr("have 24 and 25 numbers"));
  EXPECT_THAT(r.reason, HasSubstr(study.obs.rows[7].record.short_hex()));
}

/// Finite, in order, or with a reason.
void expect_sound(const std::vector<Result>& results) {
  for (const Result& r : results) {
    SCOPED_TRACE(result_json(r).dump());
    for (const auto& v : {r.value, r.low, r.high, r.null, r.p}) {
      if (v) {
        EXPECT_TRUE(std::isfinite(*v));
      }
    }
    if (!r.value || !r.low) {
      EXPECT_NE(r.reason, "");
    }
    if (r.low && r.value) {
      EXPECT_LE(*r.low, *r.value + 1e-12);
      EXPECT_GE(*r.high, *r.value - 1e-12);
    }
    EXPECT_EQ(r.low.has_value(), r.high.has_value());
    EXPECT_LE(r.n_clusters, r.n);
  }
}

TEST(States, DegenerateOnesHaveAReasonOrAValueEverywhere) {
  const std::vector<std::pair<const char*, std::vector<Question>>> tables{
      {"one answer", {{.answers = "A"}}},
      {"one item", {{.answers = "ABCD"}}},
      {"four items", questions(4)},
      {"always right", std::vector<Question>(30, Question{.answers = consistent(0)})},
      {"no gold", std::vector<Question>(30, Question{.answers = "ABBA", .gold = -1})},
      {"nothing read", std::vector<Question>(30, Question{.answers = "!.tT"})},
      {"usual", questions(30)},
  };
  const std::vector<std::pair<const char*, StudyWithStates::Make>> states{
      {"noise",
       [](const Observation&, SplitMix64& rng) {
         return std::vector<State>{{layer(1), noise(rng)}};
       }},
      {"constant",
       [](const Observation&, SplitMix64&) {
         return std::vector<State>{{layer(1), std::vector<float>(kD, 2)}, {layer(2), std::vector<float>(kD, 0)}};
       }},
      {"one number",
       [](const Observation&, SplitMix64& rng) {
         return std::vector<State>{{layer(1), noise(rng, 1)}};
       }},
      {"empty",
       [](const Observation&, SplitMix64&) {
         return std::vector<State>{{layer(1), {}}};
       }},
      {"huge",
       [](const Observation&, SplitMix64& rng) {
         auto x = noise(rng);
         for (float& v : x) v *= 1e37F;
         return std::vector<State>{{layer(1), x}};
       }},
      {"final alone",
       [](const Observation&, SplitMix64& rng) {
         return std::vector<State>{{{Site::Point::kFinal, 0, Site::Pool::kLast}, noise(rng)}};
       }},
  };
  for (const auto& [table, answers] : tables)
    for (const auto& [kind, make] : states) {
      SCOPED_TRACE(std::string(table) + ", " + kind);
      StudyWithStates study(hand_made::study(answers));
      study.add(make);
      expect_sound(study.results());
    }
}

TEST(States, TheOrderOfTheRowsChangesNothing) {
  StudyWithStates study(two_modes(30));
  study.add([](const Observation& row, SplitMix64& rng) { return planted(row, rng, 3, 1); });
  const auto before = study.results();
  SplitMix64 rng(5);
  rng.shuffle(std::span(study.obs.rows));
  const auto after = study.results();
  ASSERT_EQ(before.size(), after.size());
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(result_json(before[i]), result_json(after[i]));
}

TEST(States, AStudyWithoutSaysSo) {
  StudyWithStates study(hand_made::study(questions(5)));
  const auto results = study.results();
  EXPECT_THAT(find_result(results, kDirect, "state_auroc")->reason, HasSubstr("no hidden states"));
}

}  // namespace
}  // namespace brink
