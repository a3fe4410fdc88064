#include "brink/stats/trajectory.h"

#include <algorithm>

namespace brink::stats {
namespace {

std::vector<MentionAt> in_order(std::span<const MentionAt> mentions) {
  std::vector<MentionAt> sorted(mentions.begin(), mentions.end());
  const auto is_before = [](const auto& a, const auto& b) { return a.pos < b.pos; };
  if (!std::is_sorted(sorted.begin(), sorted.end(), is_before))
    std::stable_sort(sorted.begin(), sorted.end(), is_before);
  const auto same_place = [](const auto& a, const auto& b) { return a.pos == b.pos; };
  sorted.erase(std::unique(sorted.begin(), sorted.end(), same_place), sorted.end());
  return sorted;
}

}  // namespace

TrajectoryStats trajectory(std::span<const MentionAt> mentions, double length, std::optional<char> final) {
  const std::vector<MentionAt> m = in_order(mentions);
  const bool has_length = length > 0;
  const auto place = [&](const MentionAt& at) { return has_length ? std::optional(at.pos / length) : std::nullopt; };

  TrajectoryStats out;
  out.n_mentions = static_cast<int>(m.size());
  for (std::size_t i = 1; i < m.size(); ++i) out.n_switches += m[i].letter != m[i - 1].letter;
  if (has_length) {
    out.normalized_positions.reserve(m.size());
    for (const MentionAt& at : m) out.normalized_positions.push_back(at.pos / length);
  }

  if (!final) {
    out.ccp_reason = "no_final";
  } else if (m.empty()) {
    out.ccp_reason = "no_mentions";
    out.ccp_literal = 0.0;
    out.ccp_eq2 = 1.0;
  } else {
    // Start of the closing run of mentions of the final letter.
    const auto differs = [&](const MentionAt& at) { return at.letter != *final; };
    const auto run = std::find_if(m.rbegin(), m.rend(), differs).base();
    if (run == m.begin()) {
      out.ccp = out.ccp_literal = 0.0;
      out.ccp_eq2 = place(m.front());
    } else if (run == m.end()) {
      out.ccp_reason = "final_not_last";
      out.ccp_eq2 = 1.0;
    } else {
      out.ccp = out.ccp_literal = out.ccp_eq2 = place(*run);
      if (!out.ccp) out.ccp_reason = "no_length";
    }
  }

  const double switches = out.n_switches;
  if (out.n_mentions > 0) out.per_mention = switches / out.n_mentions;
  if (out.n_mentions > 1) out.per_transition = switches / (out.n_mentions - 1);
  if (has_length) {
    out.per_char = switches / length;
    out.per_1k_chars = 1000 * switches / length;
  }
  return out;
}

}  // namespace brink::stats
