#pragma once

#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "brink/plan/follow_up.h"
#include "brink/store/store.h"

namespace brink {

/// What a request shows.
struct Shown {
  const Item* item = nullptr;
  std::vector<Cell> cells;  // one or more, which show the same
};
using ShownById = std::unordered_map<Sha256, Shown>;

/// What follows the records of one configuration while it runs.
class Following {
 public:
  /// @param recorded  ids with a record, or asked; what follows joins them
  /// @param before    ids with a record when the run began that were not counted yet, true = a failure; what is found
  ///                  leaves them. All must outlive this.
  Following(const PlannedConfiguration& configuration, const FollowUps& follow, Store& store,
            std::unordered_set<Sha256>& recorded, std::unordered_map<Sha256, bool>& before);

  /// Stores the cells and anchors of what follows a record. @return the requests without a record
  std::vector<Request> start(const Shown& shown, const Record& record);
  /// The same of the record that a follow-up belongs to, once all its read-outs are there and something waits for them.
  std::vector<Request> after(const Record& follow_up, const ShownById& shown);
  /// What follows the records that were found, a bundle for each.
  std::vector<Bundle> found(const ShownById& shown);

  /// Follow-ups that had a record when the run began, and failures among them, as far as start() met them.
  int n_found() const { return n_found_; }
  int n_failed_found() const { return n_failed_found_; }

 private:
  const PlannedConfiguration& configuration_;
  const FollowUps& follow_;
  Store& store_;
  std::unordered_set<Sha256>& recorded_;
  std::unordered_map<Sha256, bool>& before_;
  int n_found_ = 0, n_failed_found_ = 0;
  bool waits_;                                    // a treatment follows from read-outs
  std::unordered_map<Sha256, Sha256> parent_of_;  // of a read-out that was asked
  std::unordered_map<Sha256, int> n_open_;        // read-outs of a record that were asked and are not there
};

}  // namespace brink
