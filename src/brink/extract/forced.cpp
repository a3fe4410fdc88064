#include "brink/extract/forced.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "brink/dataset/labels.h"

namespace brink {

int Forced::slot() const { return static_cast<int>(std::ranges::max_element(p) - p.begin()); }

std::optional<Forced> forced_answer(const ReadOut& read_out, const std::map<Token, std::string>& texts,
                                    std::span<const std::string> labels) {
  Forced out;
  out.entropy_bits = read_out.entropy_bits;
  out.p.assign(labels.size(), 0);
  for (const TokenLogprob& asked : read_out.asked) {
    const auto text = texts.find(asked.id);
    if (text == texts.end()) continue;
    const auto label = std::ranges::find(labels, spelled_label(text->second));
    if (label != labels.end()) out.p[static_cast<std::size_t>(label - labels.begin())] += std::exp(asked.logprob_nats);
  }
  out.mass = std::accumulate(out.p.begin(), out.p.end(), 0.0);
  if (!(out.mass > 0)) return std::nullopt;
  for (double& p : out.p) p /= out.mass;
  return out;
}

}  // namespace brink
