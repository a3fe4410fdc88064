#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "brink/model/backend.h"
#include "brink/treat/treatment.h"

namespace brink {

/// The treatments of a study as requests that follow its records, on a back end that continues prefixes.
class Treatments {
 public:
  /// @param backend  whose vocabulary the records are of; must outlive this
  explicit Treatments(const Backend& backend) : backend_(backend) {}

  /// See FollowUps. None follow a failure, a record that is itself from a prefix, one without token ids, or a cell of
  /// another treatment or trial.
  std::vector<FollowUp> follow(const PlannedConfiguration& configuration, const Item& item, const Cell& cell,
                               const Record& record, std::span<const Anchor> known);

  /// Texts of the tokens that follow-ups asked about so far: what their read-outs are decoded by.
  const std::map<Token, std::string>& token_texts() const { return texts_; }

 private:
  const std::vector<Token>& spellings(const Variant& variant);

  const Backend& backend_;
  std::map<std::string, std::vector<Token>> of_labels_;  // by the labels, joined
  std::map<Token, std::string> texts_;
};

}  // namespace brink
