#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "brink/pipeline/check.h"

namespace brink {

/// Throws Error(kModel) when the back end cannot read the hidden states that the study keeps, before anything is asked,
/// or when they are not a prompt's own: two prompts are read at every site together, with a state along each answer,
/// and then each by itself, on caches that hold something else; a state whose two readings have a cosine below .99 is
/// refused by name. Costs about four short prompts. Throws as state_sites() does.
void require_states(const Study& study, const ModelSpec& model, Backend& backend);

/// Bytes of the numbers that a store gets: of the answers to send, at the points of the input, and of those that are to
/// be read later.
/// @param n_states  FollowUpCost::n_states
double state_bytes(const PlannedConfiguration& planned, double n_to_send, double n_states, int d_model);

/// Those of a whole model that the store has not.
double missing_state_bytes(std::span<const PlannedConfiguration> planned, const std::filesystem::path& store,
                           const Backend& backend);

/// "8.0 GiB"
std::string bytes_text(double bytes);

}  // namespace brink
