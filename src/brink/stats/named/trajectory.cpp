#include "brink/stats/trajectory.h"

#include "brink/stats/named/field.h"
#include "brink/stats/named/named.h"

namespace brink::stats {
namespace {

char letter(const Field& field) {
  const auto position = field.json().is_string() && !field.text().empty() ? field.option(26) : std::nullopt;
  if (!position) field.refuse("must be a letter A..Z");
  return static_cast<char>('A' + *position);
}

Json compute(const Json& input) {
  const Field in = input_object(input);
  std::vector<MentionAt> mentions;
  for (const Field& mention : in.at("mentions").list()) {
    const std::vector<Field> parts = mention.list();
    if (parts.size() != 2) mention.refuse("must be [letter, position]");
    mentions.push_back({letter(parts[0]), parts[1].finite()});
  }
  const double length = in.at("length").number();
  const auto final = in.find("final");
  const TrajectoryStats t = trajectory(mentions, length, final ? std::optional(letter(*final)) : std::nullopt);

  Json positions = Json::array();
  for (int i = 0; i < t.n_mentions; ++i) {
    const bool known = !t.normalized_positions.empty();
    positions.push_back(known ? to_json(t.normalized_positions[static_cast<std::size_t>(i)]) : Json(nullptr));
  }
  // ccp_reason tells the readings' reasons only; a text without length is the input's, in `reason`.
  const bool no_length = t.ccp_reason == "no_length";
  return {{"n_mentions", t.n_mentions},
          {"n_switches", t.n_switches},
          {"normalized_positions", std::move(positions)},
          {"ccp", to_json(t.ccp)},
          {"ccp_reason", reason(no_length ? "" : t.ccp_reason)},
          {"ccp_literal", to_json(t.ccp_literal)},
          {"ccp_eq2", to_json(t.ccp_eq2)},
          {"eff_sw_per_mention", to_json(t.per_mention)},
          {"eff_sw_per_transition", to_json(t.per_transition)},
          {"eff_sw_per_char", to_json(t.per_char)},
          {"eff_sw_per_1k_chars", to_json(t.per_1k_chars)},
          {"reason", length > 0 ? Json(nullptr) : Json("length is not positive")}};
}

}  // namespace

extern constinit const NamedStatistic kNamedTrajectory{
    .name = "trajectory",
    .summary = "content commitment point (CCP) and switches of a list of mentions",
    .help =
        "in:\n"
        "  mentions  list of [letter, position]; sorted here, the first given at one position is kept\n"
        "  length    of the text, in the positions' unit\n"
        "  final     the answer, a letter, or null\n"
        "out:\n"
        "  ccp          App. A.3; null with ccp_reason no_final, no_mentions or final_not_last\n"
        "  ccp_literal  A.3 to the letter: 0 without a mention\n"
        "  ccp_eq2      eq. 2: where the closing run of final letters begins; 1 where there is none\n"
        "  n_mentions, n_switches (adjacent mentions with different letters), normalized_positions\n"
        "  eff_sw_per_mention, _per_transition, _per_char, _per_1k_chars  null where the divisor is 0\n",
    .source = "More Thinking, More Bias, eq. 2 and App. A.3",
    .compute = compute,
};

}  // namespace brink::stats
