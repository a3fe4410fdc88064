#pragma once

#include <functional>
#include <span>
#include <stop_token>
#include <string>

#include "brink/model/backend.h"
#include "brink/plan/follow_up.h"
#include "brink/plan/label_tokens.h"
#include "brink/plan/plan.h"
#include "brink/store/store.h"

namespace brink {

/// What a run tells whoever watches: once when a configuration starts, after every record, once when it ends.
struct Progress {
  std::string model, dataset, mode;
  int n_done = 0;      // requests of this configuration with a record, those found in the store included
  int n_total = 0;     // requests of this configuration; cells that share one count once
  int n_made = 0;      // records made now
  int n_failed = 0;    // of n_made, failures
  int n_answered = 0;  // of n_made, completions
  int n_read = 0;      // of those, how many the reader found an answer in
  long n_prefilled = 0, n_shared = 0, n_generated = 0;  // tokens, made now
  int n_follow_ups = 0, n_failed_follow_ups = 0;        // records made of prefixes of others, now; failures among them
  double elapsed_s = 0;                                 // of this configuration
  bool ended = false;
};
using Watch = std::function<void(const Progress&)>;

/// Whether a reading of the completion has an answer: the live share of progress. Nothing is stored of it.
using HasAnswer = std::function<bool(const Completion&, const ModeSpec&, const Item&, const Variant&)>;

struct RunSummary {
  // Records of this study's requests, each counted once, whichever run made it: made now, or found in the store; and
  // how many of them are failures. Those of requests that follow others are counted apart.
  int n_made = 0, n_failed = 0, n_found = 0, n_failed_found = 0;
  int n_follow_ups = 0, n_failed_follow_ups = 0, n_follow_ups_found = 0, n_failed_follow_ups_found = 0;
  int n_compared = 0, n_other_tokens = 0;               // of those found: prompts tokenised again, and how many differ
  long n_prefilled = 0, n_shared = 0, n_generated = 0;  // tokens
  bool stopped = false;
  double wall_s = 0;   // from the first request to the last record
  double plan_s = 0;   // reading data, planning, marking cells
  double store_s = 0;  // appending records
  double read_s = 0;   // reading answers for the progress

  RunSummary& operator+=(const RunSummary& other);
};

/// Sends what has no record and stores each response as it comes; resuming is running again. Cells are marked first.
/// Requests are planned and sent in pieces (plan_piece), so that memory does not grow with their number but for a
/// hash each. Of what is found, the first prompts of every configuration are tokenised again and compared: a request's
/// id does not contain its token ids, and another build may make others of the same text. A record is stored whole
/// before the next response is taken, so an abort() loses at most what is in flight.
///
/// Every request is asked for the probabilities of its labels as well. A completion whose states the store could not
/// hold (not finite, beyond float16) is stored as a Failure that names the record and the site.
///
/// @param labels  of the back end; the texts of its tokens are stored.
/// @param follow  what follows a record: asked as soon as it is stored, while its cache is warm, and for records that
///                were found. Their cells and anchors are stored before they are answered; a failure of one counts.
RunSummary run(std::span<const PlannedConfiguration> plan, Backend& backend, LabelTokens& labels, Store& store,
               const HasAnswer& has_answer, const FollowUps& follow, const std::stop_token& stop, const Watch& watch);

/// The response with its states as a store is to hold them, or the Failure of kind bad_states that it is when one of
/// them has a number that `type` cannot hold: NaN, infinity, or, in float16, one that would round to infinity.
Response with_states_as(Response response, StateType type, const Sha256& record);

}  // namespace brink
