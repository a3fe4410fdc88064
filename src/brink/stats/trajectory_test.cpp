#include "brink/stats/trajectory.h"

#include <gtest/gtest.h>

namespace brink::stats {
namespace {

using Mentions = std::vector<MentionAt>;

struct Case {
  const char* name;
  Mentions mentions;
  double length;
  std::optional<char> final;
  std::optional<double> ccp, eq2;
  std::string reason;
};

TEST(Trajectory, CommitsWhereTheTwoDefinitionsSay) {
  const Case cases[] = {
      {"all mentions are final", {{'B', 45}}, 50, 'B', 0.0, 0.9, ""},
      {"commits after the last other letter", {{'A', 10}, {'B', 20}, {'A', 40}, {'A', 45}}, 50, 'A', 0.8, 0.8, ""},
      {"no mention", {}, 50, 'A', {}, 1.0, "no_mentions"},
      {"no final answer", {{'A', 10}}, 50, {}, {}, {}, "no_final"},
      {"another letter comes last", {{'A', 10}, {'B', 20}}, 50, 'A', {}, 1.0, "final_not_last"},
      {"final never mentioned", {{'A', 10}, {'B', 30}}, 50, 'C', {}, 1.0, "final_not_last"},
      {"no length", {{'B', 0}, {'A', 0.5}}, 0, 'A', {}, {}, "no_length"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const TrajectoryStats t = trajectory(c.mentions, c.length, c.final);
    EXPECT_EQ(t.ccp, c.ccp);
    EXPECT_EQ(t.ccp_eq2, c.eq2);
    EXPECT_EQ(t.ccp_reason, c.reason);
    EXPECT_NE(t.ccp.has_value(), !t.ccp_reason.empty()) << "a reason exactly where there is no value";
  }
}

TEST(Trajectory, SortsMentionsAndKeepsTheFirstAtAPosition) {
  const TrajectoryStats t = trajectory(Mentions{{'C', 30}, {'A', 10}, {'B', 10}}, 100, 'C');
  EXPECT_EQ(t.normalized_positions, (std::vector{0.1, 0.3}));
  EXPECT_EQ(t.n_switches, 1);
  EXPECT_EQ(t.ccp, 0.3);
  EXPECT_EQ(t.per_1k_chars, 10.0);
  EXPECT_EQ(t.per_transition, 1.0);
}

}  // namespace
}  // namespace brink::stats
