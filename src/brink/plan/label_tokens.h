#pragma once

#include <map>
#include <string>
#include <vector>

#include "brink/dataset/item.h"
#include "brink/model/backend.h"

namespace brink {

/// The tokens of a back end that spell labels ("A", " A", "A)"): what read-outs are asked about, so that the
/// probability of every option can be read from a record.
class LabelTokens {
 public:
  /// @param backend  whose vocabulary it is; must outlive this. Without one no token spells anything.
  explicit LabelTokens(const Backend& backend) : backend_(backend) {}

  /// Those of the labels that a variant shows, ascending. The first call for a set of labels walks the vocabulary.
  const std::vector<Token>& of(const Variant& variant);

  /// Texts of all tokens given so far: what read-outs are decoded by.
  const std::map<Token, std::string>& texts() const { return texts_; }

 private:
  const Backend& backend_;
  std::map<std::string, std::vector<Token>> of_labels_;  // by the labels, joined
  std::map<Token, std::string> texts_;
};

}  // namespace brink
