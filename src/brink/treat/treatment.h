#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "brink/extract/reading.h"
#include "brink/plan/follow_up.h"
#include "brink/study/treatment.h"
#include "brink/treat/borders.h"

namespace brink {

/// The completion that a treatment follows.
struct Parent {
  const PlannedConfiguration& configuration;
  const Cell& cell;
  const Record& record;
  const Completion& completion;
  Reading reading;                   // by the mode's reader
  Borders borders;                   // of the completion's tokens
  int n_stated = 0;                  // tokens before the sentence that states the answer; all of them where none does
  std::span<const Token> spellings;  // tokens that spell a label
  const std::map<Token, std::string>& texts;  // of these
  const RecordOf& record_of;
  std::vector<Anchor> known;  // of the record, those that earlier treatments chose included

  /// A follow-up in the same cell but for treatment, point, trial and parent.
  FollowUp start(std::string_view treatment, std::string point, int trial) const;
  /// The same, from the first tokens of the completion; a known anchor of that kind wins over `n_tokens`.
  FollowUp cut(std::string_view treatment, std::string point, int trial, std::string kind, int n_tokens) const;
  /// What only reads the state of the model, at exactly so many tokens, inside a character too.
  FollowUp read(std::string_view treatment, std::string point, int n_tokens) const;
  /// The tag that closes thinking where it is open at a place, else nothing.
  std::string closing_tag(int n_tokens) const;
  /// What asks for the answer at a place: the closing tag, then the mode's commit suffix.
  std::string commit_suffix(int n_tokens) const;

 private:
  int anchored(const std::string& kind, int n_tokens, int most) const;
  FollowUp from_prefix(FollowUp out, std::string kind, int n_tokens) const;
};

/// The most that a treatment asks of one completion. Places that coincide, and completions without a commitment point,
/// make it fewer.
struct MostFollowUps {
  int n_requests = 0;
  bool with_suffix = false;  // each evaluates the commit suffix behind what the cache holds
  int n_generated = 0;       // tokens of each
  int n_behind = 0;          // tokens by which one may exceed an answer of full length, its suffix not counted
};

/// The forced CCP of a completion by its curve, a share of its tokens; nothing where the study has no curve for it, or
/// while a read-out of it has no record.
std::optional<double> forced_ccp(const Parent& parent);

/// Continuations are sampled as the treatment says.
void sample(Decoding& decoding, const TreatmentSpec& spec);

/// One row of the table in treatments/treatments.cpp.
struct Treatment {
  std::string_view name;  // kind of a TreatmentSpec
  std::string_view summary;
  std::string_view source;
  std::vector<FollowUp> (*follow_ups)(const TreatmentSpec&, const Parent&);
  MostFollowUps (*most)(const TreatmentSpec&, const PlannedConfiguration&);
};

/// In the order of treatment_kinds(), then `states`, which a study asks for by its table [states].
std::span<const Treatment* const> treatments();

}  // namespace brink
