#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "brink/base/rng.h"
#include "brink/base/text.h"
#include "brink/treat/treatment.h"

namespace brink {
namespace {

// The positions that P's Table of truncation groups cuts by, shares of the tokens kept.
constexpr std::array kBuckets{0.0, 0.3, 0.5, 0.7, 0.9, 1.0};

std::optional<double> ccp_of(const TreatmentSpec& spec, const Parent& parent) {
  if (parent.reading.status != Status::kOk) return {};
  if (spec.ccp == "forced") return forced_ccp(parent);
  const Trajectory& t = parent.reading.trajectory;
  // Eq. 2 calls a text without a closing run committed at its very end: nothing to cut there.
  if (spec.ccp == "eq2") return t.ccp_eq2 && *t.ccp_eq2 < 1 ? t.ccp_eq2 : std::nullopt;
  return t.ccp;
}

// The token border at a share of the trajectory, which is counted in code points; behind the forced CCP in tokens.
int border_at(const TreatmentSpec& spec, const Parent& parent, double share) {
  if (spec.ccp == "forced") return static_cast<int>(std::lround(share * parent.completion.usage.n_generated));
  const std::string& text = parent.completion.text;
  auto left = static_cast<std::size_t>(share * parent.reading.n_chars);
  std::size_t byte = 0;
  for (; byte < text.size() && left > 0; ++byte)
    if (byte + 1 == text.size() || (static_cast<unsigned char>(text[byte + 1]) & 0xC0U) != 0x80U) --left;
  return parent.borders.at_byte(byte);
}

// A token border drawn from the bucket that a cut after `n_kept` tokens is counted in.
int drawn_in_bucket(int n_kept, const Parent& parent, const std::string& point) {
  const auto bucket = [&](int n) {
    const double share = static_cast<double>(n) / parent.completion.usage.n_generated;
    return std::upper_bound(kBuckets.begin() + 1, kBuckets.end() - 1, share);
  };
  std::vector<int> borders;
  for (int n = 0; n <= parent.borders.n_tokens(); ++n)
    if (bucket(n) == bucket(n_kept) && parent.borders.at_token(n) == n) borders.push_back(n);
  SplitMix64 draw(sha256(parent.record.id.hex() + point).head());
  return borders[draw.below(borders.size())];
}

std::vector<FollowUp> cuts(const TreatmentSpec& spec, const Parent& parent, bool placebo) {
  std::vector<FollowUp> out;
  const std::optional<double> ccp = ccp_of(spec, parent);
  if (!ccp) return out;
  for (const double offset : spec.offsets) {
    const double share = *ccp + offset;
    if (share < 0 || share > 1) continue;
    const std::string point = fmt::format("{}ccp_{}{:+.4g}", placebo ? "placebo_" : "", spec.ccp, offset);
    int n_kept = parent.borders.at_token(border_at(spec, parent, share));
    if (placebo) n_kept = drawn_in_bucket(n_kept, parent, point);
    for (int draw = 0; draw < spec.draws; ++draw) {
      FollowUp& one = out.emplace_back(parent.cut(spec.name, point, draw, point, n_kept));
      Decoding& decoding = one.request.decoding;
      sample(decoding, spec);
      // As long as the whole may be, so that cutting late does not buy more tokens.
      decoding.max_tokens = std::max(1, decoding.max_tokens - one.request.prefix->n_tokens);
    }
  }
  return out;
}

std::vector<FollowUp> truncate(const TreatmentSpec& spec, const Parent& parent) { return cuts(spec, parent, false); }
std::vector<FollowUp> placebo(const TreatmentSpec& spec, const Parent& parent) { return cuts(spec, parent, true); }

MostFollowUps most_cuts(const TreatmentSpec& spec, const PlannedConfiguration& of) {
  return {static_cast<int>(spec.offsets.size()) * spec.draws, false, of.common.decoding.max_tokens, 1};
}

std::vector<FollowUp> resample(const TreatmentSpec& spec, const Parent& parent) {
  std::vector<FollowUp> out;
  for (int draw = 0; draw < spec.draws; ++draw) {
    FollowUp& one = out.emplace_back(parent.start(spec.name, "start", draw));
    sample(one.request.decoding, spec);
  }
  return out;
}

}  // namespace

extern const Treatment kTruncate{
    .name = "truncate",
    .summary = "Cut before and behind the commitment point, and sampled on.",
    .source = "arXiv 2605.06672, sec. 3.4",
    .follow_ups = truncate,
    .most = most_cuts,
};

extern const Treatment kPlacebo{
    .name = "placebo",
    .summary = "As many cuts, at places drawn from the same parts of the trajectory whatever the commitment point.",
    .source = "brink",
    .follow_ups = placebo,
    .most = most_cuts,
};

extern const Treatment kResample{
    .name = "resample",
    .summary = "The whole answer sampled again at the temperature of the cuts: what temperature alone changes.",
    .source = "brink",
    .follow_ups = resample,
    .most =
        [](const TreatmentSpec& spec, const PlannedConfiguration& of) {
          return MostFollowUps{spec.draws, false, of.common.decoding.max_tokens};
        },
};

}  // namespace brink
