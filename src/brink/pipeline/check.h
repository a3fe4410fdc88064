#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "brink/base/estimate.h"
#include "brink/dataset/item.h"
#include "brink/extract/observations.h"
#include "brink/model/backend.h"
#include "brink/plan/plan.h"
#include "brink/stats/chi_square.h"
#include "brink/study/study.h"

namespace brink {

struct ShownToken {
  Token id;
  std::string text;  // special tokens shown; empty where the back end has no vocabulary
};

/// The prompt of one item as the model reads it.
struct PromptCheck {
  std::string item;  // id; its first order is shown
  std::string rendered;
  int n_tokens = 0;
  std::vector<ShownToken> first, last;  // up to 8 each
  PromptEnd end = PromptEnd::kPlain;
  std::vector<std::string> traps;  // what may surprise, a sentence each
  std::string failure;             // why there is no prompt; nothing else is set then
};

/// The most that treatments would ask, of answers that the store has no such follow-up of.
struct FollowUpCost {
  double n_requests = 0;
  double n_evaluated = 0;  // tokens, while the caches of the answers are warm: one to go on from, and suffixes
  double n_generated = 0;  // tokens, if every continuation runs to its limit
  double n_states = 0;     // hidden states, a vector each
};

/// What one configuration would cost.
struct CostCheck {
  int n_cells = 0, n_requests = 0;  // cells that share a request count once; so do those of earlier configurations
  int n_recorded = 0;               // of the requests, in the store already
  int n_to_send() const { return n_requests - n_recorded; }
  // Of what is to send:
  Estimate prompt_tokens;              // from a sample of the items
  double most_generated = 0;           // tokens, if every answer runs to its limit
  Estimate generated_tokens, seconds;  // from the probe
  FollowUpCost follow_ups;             // in none of these
  double state_bytes = 0;              // hidden states that the store would get, those of follow-ups included
  int n_probed = 0;                    // requests that the probe answered
  double probe_s = 0;
};

struct ConfigurationCheck {
  Configuration configuration;
  PromptCheck prompt;
  CostCheck cost;
};

/// Items with equally many options: where the right one stands in the first order shown.
struct GoldSlots {
  int m = 0;
  std::vector<int> counts;               // [m]
  std::optional<stats::ChiSquare> test;  // against equal shares; absent without an item
};

/// What items of m options can show; formulas and assumptions in stats/power.h.
struct PowerCheck {
  int m = 0, n_items = 0, n_variants = 0;
  Estimate pull;  // smallest pull of a slot, and change of the pull per SD of log length: alpha .05, power .8
};

struct DataCheck {
  std::string name;
  int n_read = 0, n_chosen = 0;  // items of the file, of the study
  std::vector<Dirt> dirt;
  std::vector<GoldSlots> gold;
  int n_without_gold = 0;  // no single right option; without options: no answer
  struct OrderReference {
    std::string item;
    SourceLine at;
    std::string option;
  };
  std::vector<OrderReference> order_references;  // options of chosen items that name others or the order
  std::vector<PowerCheck> power;
  Estimate length_rho;  // smallest partial rank correlation of length and bias, accuracy held fixed
};

struct ModelCheck {
  std::string name;
  Capabilities opened;  // as the study opens it: its sequences, and the memory of their caches
};

struct StudyCheck {
  std::filesystem::path store;
  bool has_store = false;
  std::vector<DataCheck> data;
  std::vector<std::string> notes;  // modes that are not put to all items: not_asked()
  std::vector<ModelCheck> models;
  std::vector<ConfigurationCheck> configurations;
};

struct CheckOptions {
  bool probe = true;
  double probe_s = 20;  // per configuration: no request is waited for once this has passed and one is complete
};

/// What a person wants to know before a study runs. Opens every model and evaluates one prompt per configuration, a few
/// answers more for the probe; writes nothing. Throws Error as run_study does.
StudyCheck check_study(const Study& study, const CheckOptions& options = {});

/// The part about a data set. @param dataset  as read, before the study selects.
DataCheck check_data(const Study& study, const DataSpec& spec, const Dataset& dataset);

/// The part about a prompt. @param planned  request of the item's first order.
PromptCheck check_prompt(Backend& backend, const Item& item, const Request& planned);

/// The part about treatments. @param treated  cells that follow-ups in the store fill.
FollowUpCost follow_up_cost(const PlannedConfiguration& planned, std::span<const Cell> treated, const Backend& backend);

/// What is surprising in a rendered prompt, a sentence each.
std::vector<std::string> prompt_traps(const Completion& prompt, const Request& request);

}  // namespace brink
