#include "brink/stats/entropy.h"

#include <cmath>
#include <set>

#include "brink/stats/named/field.h"
#include "brink/stats/named/named.h"

namespace brink::stats {
namespace {

std::vector<std::vector<int>> read_spellings(const Field& field, std::size_t n_vocab) {
  std::vector<std::vector<int>> spellings;
  std::set<int> seen;
  for (const Field& option : field.list()) {
    std::vector<int>& tokens = spellings.emplace_back();
    for (const Field& token : option.json().is_array() ? option.list() : std::vector<Field>{option}) {
      tokens.push_back(static_cast<int>(token.integer(0, static_cast<std::int64_t>(n_vocab) - 1)));
      if (!seen.insert(tokens.back()).second) token.refuse("names a token twice");
    }
    if (tokens.empty()) option.refuse("must name at least one token");
  }
  return spellings;
}

Json to_json(const OptionEntropy& options) {
  if (!options.bits.value) return {{"reason", options.bits.why_undefined}};
  return {{"p", options.p},
          {"mass", options.mass},
          {"H_bits", stats::to_json(options.bits)},
          {"H_norm", stats::to_json(options.share_of_max)},
          {"margin_logit", stats::to_json(options.margin_nats)},
          {"margin_prob", stats::to_json(options.margin_p)},
          {"argmax", options.argmax},
          {"tie", options.tie},
          {"reason", nullptr}};
}

Json compute(const Json& input) {
  const Field in = input_object(input);
  std::vector<double> logits;
  for (const Field& logit : in.at("logits").list()) logits.push_back(logit.number());
  const auto top_k = in.find("top_k"), options = in.find("options");
  const int k = top_k ? static_cast<int>(top_k->integer(1, INT32_MAX)) : 0;
  const std::vector<std::vector<int>> spellings =
      options ? read_spellings(*options, logits.size()) : std::vector<std::vector<int>>();
  const TokenEntropy token = token_entropy(logits);
  Json out{{"n_vocab", logits.size()}, {"H_bits", stats::to_json(token.bits)},
           {"H_max_bits", nullptr},    {"perplexity", nullptr},
           {"argmax", nullptr},        {"n_masked", nullptr},
           {"options", nullptr},       {"reason", reason(token.bits.why_undefined)}};
  if (!token.bits.value) return out;
  out["H_max_bits"] = token.max_bits;
  out["perplexity"] = std::exp2(*token.bits.value);
  out["argmax"] = token.argmax;
  out["n_masked"] = token.n_masked;
  if (k > 0) out["H_topk_bits"] = stats::to_json(top_entropy_bits(logits, k));
  if (!spellings.empty()) out["options"] = to_json(option_entropy(logits, spellings));
  return out;
}

}  // namespace

extern constinit const NamedStatistic kNamedEntropy{
    .name = "entropy",
    .summary = "entropy of the next token, and of the options, from logits",
    .help =
        "in:\n"
        "  logits   [n_vocab], nats; \"-inf\" is a masked token\n"
        "  options  (optional) per option a token id, or a list of ids whose probabilities are summed\n"
        "  top_k    (optional)\n"
        "out:\n"
        "  n_vocab, n_masked, H_bits (whole vocabulary), H_max_bits, perplexity = 2^H, argmax\n"
        "  H_topk_bits  of the top_k largest alone, renormalised\n"
        "  options      p (renormalised), mass (in the whole vocabulary), H_bits, H_norm = H / log2 K,\n"
        "               margin_logit (nats), margin_prob: first less second; argmax, tie\n"
        "  reason       \"empty\", \"nan\", \"+inf\", \"all masked\"; in options \"all options masked\"\n",
    .source = "Intention Collapse, equation 2",
    .compute = compute,
};

}  // namespace brink::stats
