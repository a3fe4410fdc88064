#pragma once

#include <any>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "brink/base/estimate.h"
#include "brink/extract/observations.h"
#include "brink/metrics/slot_choice.h"
#include "brink/stats/resamples.h"

namespace brink {

/// One number of a table, long form, so that export is one loop. Foundation 8.
struct Result {
  std::string metric;                        // name of the table's row: "pbs", "excess_pbs", "accuracy", ...
  std::map<std::string, std::string> group;  // model, dataset, mode, treatment, then what kGroupKeys describes
  std::optional<double> value, low, high;    // 95 % interval
  std::optional<double> null;                // value expected under the null
  std::optional<double> p;
  std::string p_kind;                   // "exact", "chi-square, df 3", "monte carlo", ...
  int n = 0;                            // observations behind the value
  int n_clusters = 0;                   // items behind it
  std::map<std::string, int> left_out;  // status or reason -> count
  std::string unit;
  std::string reason;  // why value, interval or p is absent

  /// The group's value of a key; "" where it has none, as of a result that says why there are none.
  const std::string& key(const std::string& name) const {
    static const std::string none;
    const auto at = group.find(name);
    return at == group.end() ? none : at->second;
  }
};

/// A key of Result::group besides model, dataset, mode and treatment.
struct GroupKey {
  std::string_view name, summary;
};
std::span<const GroupKey> group_keys();

/// The two sets of items a configuration has results for. The second exists only where it differs from the first.
inline constexpr std::string_view kAllItems = "all items";
inline constexpr std::string_view kWithoutPositional = "without positional options";

/// What an item answered when it was stopped after an assigned number of tokens, treatment "budget:n".
struct BudgetRows {
  int n_tokens = 0;
  std::vector<const Observation*> variants;  // in variant order; recorded ones only
};

/// The rows of one configuration, by item: what a metric computes on.
struct ItemRows {
  const Item* item;
  std::vector<const Observation*> variants;    // in variant order; recorded ones only
  int n_planned = 0;                           // cells of the design, recorded or not
  std::vector<const Observation*> relabelled;  // recorded ones of treatment "label_rotate" that `variants` lack
  std::vector<std::vector<const Observation*>>
      follow_ups;                   // [n_variants] recorded ones that follow each, by tokens kept
  std::vector<BudgetRows> budgets;  // of the same model, data set and mode, by tokens
};

/// An item answered on two sides, both under the order of the file.
struct AnswerPair {
  const Observation* a;
  const Observation* b;
};

/// What a configuration's answers are held against: those of another mode to the same items, or of the same mode to the
/// same questions put without options, in another data set.
struct Against {
  std::string mode, dataset;
  std::vector<AnswerPair> pairs;  // recorded on both sides; b is the configuration's own
};

using StateResults = std::map<std::string_view, std::vector<Result>>;  // state_results.h

/// What several metrics make of one input, made for the first that asks; others wait for it. Copies make their own.
class MadeOnce {
 public:
  MadeOnce() = default;
  MadeOnce(const MadeOnce&) {}
  MadeOnce(MadeOnce&&) = default;
  MadeOnce& operator=(const MadeOnce& other) { return *this = MadeOnce(other); }
  MadeOnce& operator=(MadeOnce&&) = default;
  ~MadeOnce() = default;

  /// make(of), or what it gave the first time: always of the same `of`. It may ask for what others make, not for
  /// itself.
  template <class T, class Of>
  const T& get(T (*make)(const Of&), const Of& of) {
    Made& made = all_->of(reinterpret_cast<void (*)()>(make));
    std::call_once(made.once, [&] { made.value = make(of); });
    return *std::any_cast<T>(&made.value);
  }

 private:
  struct Made {
    std::once_flag once;
    std::any value;
  };
  struct All {
    Made& of(void (*maker)()) {
      const std::lock_guard lock(mutex);
      return by_maker[maker];
    }
    std::mutex mutex;
    std::map<void (*)(), Made> by_maker;
  };
  std::unique_ptr<All> all_ = std::make_unique<All>();
};

struct MetricInput {
  Configuration configuration;
  std::vector<ItemRows> items;   // with options; sorted by item id; an item that repeats in the data set stands once
  std::vector<ItemRows> open;    // without options, alike: one variant each
  int n_repeated = 0;            // repeats left out
  std::vector<Against> against;  // each two configurations once; baselines are on side a
  std::uint64_t seed = 0;        // of every resampling
  int n_bootstrap = 2000;
  SlotChoice preferred = {};              // of answers that are cut
  const StateResults* states = nullptr;   // nullptr: none were kept, or these are not all items
  stats::Resamples* resamples = nullptr;  // shared by the metrics of a study; nullptr: nothing is kept
  mutable MadeOnce made = {};

  std::vector<const ItemRows*> all() const;  // items, then open
  /// The input of those items alone that `keep` holds for.
  MetricInput only(const std::function<bool(const Item&)>& keep) const;
  /// make(*this), made once: the input must not change afterwards.
  template <class T>
  const T& once(T (*make)(const MetricInput&)) const {
    return made.get(make, *this);
  }
};

/// What a metric says of one item.
struct ItemResult {
  const Item& item;
  Estimate value;  // or why there is none
  int n = 0;       // answers behind it
  std::optional<double> null = {}, p = {};
  std::string_view p_kind = {};
};
using ItemVisitor = std::function<void(const ItemResult&)>;

/// One row of the table in metrics.cpp.
struct Metric {
  std::string_view name;
  std::string_view summary;  // one sentence
  std::string_view unit;     // "" for a pure number
  std::string_view source;   // paper, equation
  std::string_view
      needs;  // of the records: "readings", "balanced permutations", "gold", "text", "token counts", "states"

  /// At least one Result of the whole input, else one that says why there is none; more with `slot`, `status` or
  /// `n_options` in their group. metric, unit and the rest of the group are filled in by compute_metrics.
  std::vector<Result> (*compute)(const MetricInput&);
  /// Visits every item, in order; nullptr: it says nothing of single ones.
  void (*each_item)(const MetricInput&, const ItemVisitor&) = nullptr;
  bool tests_items = false;  // its results of single items may have a p
};

std::span<const Metric* const> metrics();

/// The table as a page of documentation (docs/metrics.md).
std::string metrics_markdown();

/// Where hidden states are read from, and how much is resampled.
struct StateSource {
  const Store* store = nullptr;  // nullptr: metrics of states say that there are none
  bool thorough = false;         // every target in every layer, the whole protocol whatever the rows: minutes
};

/// Every metric on every configuration, and on every subject or other tag when `group_by` names one. Throws
/// Error(kUsage) when no item has the tag.
/// @param per_item  whether those of single items come behind all others: see each_item_result().
/// @param states    what is measured on hidden states; of all items together alone.
/// @param preferred of preferred_destination and change_to_preferred.
std::vector<Result> compute_metrics(const Observations& obs, std::uint64_t seed, std::string_view group_by = {},
                                    bool per_item = true, const StateSource& states = {}, SlotChoice preferred = {});

/// The results of single items (`item` in their group), of every metric that has them and every configuration's whole
/// set of items: the most by far, so that who only writes them need not keep them.
/// @param with_p  only of metrics that test items.
void each_item_result(const Observations& obs, std::uint64_t seed, bool with_p,
                      const std::function<void(const Result&)>& visit);

/// The result of that metric for the configuration as a whole (kAllItems, no further key), or nullptr.
const Result* find_result(std::span<const Result> results, const Configuration& configuration, std::string_view metric,
                          const std::map<std::string, std::string>& more = {});

/// The same; where that has no value because items have different numbers of options, the result of the number that
/// most items have, if any has a value.
const Result* find_result_any_m(std::span<const Result> results, const Configuration& configuration,
                                std::string_view metric, const std::map<std::string, std::string>& more = {});

}  // namespace brink
