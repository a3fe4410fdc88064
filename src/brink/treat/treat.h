#pragma once

#include <span>
#include <vector>

#include "brink/model/backend.h"
#include "brink/plan/label_tokens.h"
#include "brink/treat/treatment.h"

namespace brink {

/// The treatments of a study as requests that follow its records, on a back end that continues prefixes.
class Treatments {
 public:
  /// @param backend  whose vocabulary the records are of; both must outlive this
  Treatments(const Backend& backend, LabelTokens& labels) : backend_(backend), labels_(labels) {}

  /// See FollowUps. None follow a failure, a record that is itself from a prefix, one without token ids, or a cell of
  /// another treatment or trial.
  std::vector<FollowUp> follow(const PlannedConfiguration& configuration, const Item& item, const Cell& cell,
                               const Record& record, std::span<const Anchor> known, const RecordOf& record_of = {});

 private:
  const Backend& backend_;
  LabelTokens& labels_;
};

}  // namespace brink
