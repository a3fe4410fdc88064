#include "brink/stats/flip.h"

#include "brink/stats/named/named.h"
#include "brink/stats/named/questions.h"

namespace brink::stats {
namespace {

Json compute(const Json& input) {
  const Questions questions = read_questions(input_object(input));
  std::vector<VariantAnswers> items;
  for (const Question& q : questions.all) items.push_back(q.answers);
  const Flip f = flip(items);
  return {{"n_complete", f.n_complete},
          {"n_partial", f.n_partial},
          {"n_vs_first", f.n_vs_first},
          {"flip_rate", to_json(f.flip_rate)},
          {"flip_rate_partial", to_json(f.flip_rate_partial)},
          {"pair_disagreement", to_json(f.pair_disagreement)},
          {"pair_disagreement_partial", to_json(f.pair_disagreement_partial)},
          {"flip_vs_first", to_json(f.flip_vs_first)},
          {"same_letter_rate", to_json(f.same_slot_rate)},
          {"flip_rate_reason", reason(f.flip_rate.why_undefined)},
          {"flip_rate_partial_reason", reason(f.flip_rate_partial.why_undefined)},
          {"flip_vs_first_reason", reason(f.flip_vs_first.why_undefined)}};
}

}  // namespace

extern constinit const NamedStatistic kNamedFlip{
    .name = "flip",
    .summary = "how often the chosen content changes with the order",
    .help =
        "in:\n"
        "  n_options, questions, orders: the answers (see --help of pbs)\n"
        "out:\n"
        "  flip_rate          share of complete questions whose contents are not all the same\n"
        "  pair_disagreement  mean share of unordered variant pairs with different contents\n"
        "  ..._partial        the same over questions with two answers or more\n"
        "  flip_vs_first      share of (first variant, later variant) pairs with different contents\n"
        "  same_letter_rate   share of complete questions with the same displayed letter throughout\n"
        "  n_complete, n_partial, n_vs_first  what these are shares of; null with reason where 0\n",
    .source = "specification decisions.md 7, 8",
    .compute = compute,
};

}  // namespace brink::stats
