#include "doubt.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "brink/base/sha256.h"

namespace brink::scripted {
namespace {

constexpr double kMostSure = 3, kMeanLength = 200;

std::string thought(std::size_t n_chars) {
  constexpr std::string_view kSentence = "Let me think about it once more. ";
  std::string out;
  while (out.size() < n_chars) out += kSentence;
  out.resize(n_chars);
  return out;
}

}  // namespace

Doubt doubt_of(const Shown& shown) {
  Doubt out{0, kMostSure, 0};
  if (shown.options.empty()) return out;
  std::vector<Sha256> hashes;
  for (const std::string& option : shown.options) hashes.push_back(sha256(option));
  const auto least = std::min_element(hashes.begin(), hashes.end());
  out.own = static_cast<int>(least - hashes.begin());
  // The least of some hashes is not uniform; what is drawn from it is.
  SplitMix64 draw(least->head());
  const double share = draw.uniform();
  out.sure = kMostSure * share;
  out.log_length = 1 - 2 * share + draw.uniform() - 0.5;
  return out;
}

int drawn_slot(const Shown& shown, const Pull& pull, SplitMix64& draw) {
  if (shown.options.empty()) return 0;
  const Doubt doubt = doubt_of(shown);
  std::vector<double> up_to;
  for (std::size_t slot = 0; slot < shown.options.size(); ++slot) {
    double logit = static_cast<int>(slot) == doubt.own ? doubt.sure : 0;
    if (slot == 0) logit += pull.always + pull.per_log_length * doubt.log_length;
    up_to.push_back((up_to.empty() ? 0 : up_to.back()) + std::exp(logit));
  }
  const auto drawn = std::ranges::upper_bound(up_to, draw.uniform() * up_to.back());
  return static_cast<int>(std::min(drawn, up_to.end() - 1) - up_to.begin());
}

std::string doubtful_text(const Shown& shown, char letter) {
  const std::string names = std::string("Option ") + letter + " fits. ";
  const std::string answers = std::string("The answer is (") + letter + ").";
  const auto n_chars = static_cast<std::size_t>(std::lround(kMeanLength * std::exp(doubt_of(shown).log_length)));
  const std::size_t n_thought = n_chars - std::min(n_chars, names.size() + answers.size());
  return thought(n_thought / 2) + names + thought(n_thought - n_thought / 2) + answers;
}

}  // namespace brink::scripted
