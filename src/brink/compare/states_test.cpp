// Hidden states of two configurations, held against each other.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "brink/base/rng.h"
#include "brink/compare/state_differences.h"
#include "brink/metrics/hand_made.h"
#include "brink/store/random_record.h"

namespace brink {
namespace {

using testing_support::TemporaryDirectory;
using Make = std::function<std::vector<float>(const Observation&)>;

const Configuration kDirect{"tiny", "quiz", "direct", "none"}, kCot{"tiny", "quiz", "cot", "none"};

/// Items of two modes with a state each, held against each other.
std::vector<Result> compared(int n, const Make& make, int layer_of_cot = 1) {
  Observations obs;
  const std::vector<hand_made::Question> questions(static_cast<std::size_t>(n), {.answers = "ABCD"});
  hand_made::add(obs, questions, kDirect);
  hand_made::add(obs, questions, kCot);
  const TemporaryDirectory dir;
  Store store = Store::open(dir / "a.brink", Store::Mode::kWrite);
  for (const Observation& row : obs.rows) {
    Record record;
    record.id = row.record;
    Completion done;
    done.states = {{{Site::Point::kResidPost, row.key.mode == "cot" ? layer_of_cot : 1, Site::Pool::kLast}, make(row)}};
    record.response = std::move(done);
    store.append(record);
  }
  std::vector<std::string> alone;
  const auto pairings = pair_up({&obs, {.mode = "direct"}}, {&obs, {.mode = "cot"}}, alone);
  DifferenceRows rows(7);
  for (const Pairing& pairing : pairings) add_state_differences(rows, pairing, store, store);
  return rows.take();
}

const Result& at(const std::vector<Result>& results, std::string_view metric, const std::string& side) {
  for (const Result& r : results)
    if (r.metric == metric && r.group.at("side") == side) return r;
  throw std::out_of_range(std::string(metric));
}

/// The same numbers for the same item; in `cot` only the first `n_kept` of them vary.
Make of_item(int d, int n_kept, std::uint64_t salt_of_cot = 0) {
  return [=](const Observation& row) {
    const bool cot = row.key.mode == "cot";
    SplitMix64 rng(row.key.item.head() + (cot ? salt_of_cot : 0));
    std::vector<float> x;
    for (int j = 0; j < d; ++j) {
      const auto v = static_cast<float>(rng.uniform() + rng.uniform() - 1);
      x.push_back(cot && j >= n_kept ? 0.0F : v);
    }
    return x;
  };
}

TEST(StateDifferences, EqualStatesAreAlikeAndDifferInNothing) {
  const auto results = compared(60, of_item(20, 20));
  EXPECT_NEAR(*at(results, "state_cka", "both").value, 1, 1e-9);
  EXPECT_NEAR(*at(results, "state_rsa", "both").value, 1, 1e-9);
  const Result& r = at(results, "state_dimension", "b - a");
  EXPECT_EQ(r.value, 0);
  EXPECT_EQ(r.n, 60) << "a row an item";
  EXPECT_EQ(r.low, 0);
}

TEST(StateDifferences, FewerDirectionsAreSeenAndUnrelatedStatesAreNotAlike) {
  const Result narrow = at(compared(100, of_item(30, 5)), "state_dimension", "b - a");
  EXPECT_LT(narrow.value, -15);
  EXPECT_LT(narrow.high, 0);
  const auto unrelated = compared(60, of_item(200, 200, 99), 3);
  EXPECT_EQ(at(unrelated, "state_cka", "both").group.at("layer"), "1 ~ 3");
  EXPECT_NEAR(*at(unrelated, "state_cka_debiased", "both").value, 0, 0.1);
  EXPECT_GT(at(unrelated, "state_cka", "both").value, 0.5) << "plain CKA does not see it";
}

TEST(StateDifferences, HaveAReasonWhereNothingVaries) {
  for (const int n : {1, 2, 30}) {
    for (const Result& r : compared(n, [](const Observation&) { return std::vector<float>(4, 1); })) {
      EXPECT_FALSE(r.value) << r.metric;
      EXPECT_FALSE(r.reason.empty());
    }
  }
  EXPECT_TRUE(compared(0, of_item(3, 3)).empty());
}

}  // namespace
}  // namespace brink
