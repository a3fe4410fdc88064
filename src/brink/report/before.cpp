#include "brink/report/before.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "brink/metrics/entropy.h"
#include "brink/metrics/minima.h"
#include "brink/report/format.h"
#include "brink/report/paper/tables.h"
#include "brink/report/reference.h"
#include "brink/report/section.h"

namespace brink {
namespace {

constexpr double kAlpha = 0.05;

using Results = std::span<const Result>;
using Keys = std::map<std::string, std::string>;

const Result* with_value(Results results, const Configuration& c, std::string_view metric, const Keys& more = {}) {
  const Result* r = find_result(results, c, metric, more);
  return r && r->value ? r : nullptr;
}

// An effect whose interval holds 0 is none.
const char* direction(const Result& r, const char* up, const char* down, const char* none) {
  if (!r.low || !r.high || (*r.low <= 0 && *r.high >= 0)) return none;
  return *r.value > 0 ? up : down;
}

std::string known_before(const Configuration& c, Results results) {
  const Result* known = with_value(results, c, "known_before");
  if (!known) return "";
  std::string out = fmt::format("{} of the forced answers are the same before the first token and ever after",
                                percent_interval_text(*known));
  if (const Result* stated = with_value(results, c, "stated_agreement"))
    out += fmt::format("; the answer given is the one forced just before it in {}", percent_interval_text(*stated));
  if (const Result* kappa = with_value(results, c, "known_kappa"))
    out += fmt::format("; beyond chance that is kappa {}", interval_text(*kappa));
  if (const Result* gain = with_value(results, c, "thinking_gain"))
    out += fmt::format(". What follows {}: {} of accuracy",
                       direction(*gain, "helps", "harms", "is not shown to help or harm"), interval_text(*gain, true));
  return out;
}

/// What an AUROC with its interval shows.
std::string foretelling(const Result& auroc, const std::string& more = "") {
  const bool open = !auroc.low || !auroc.high || (*auroc.low <= .5 && *auroc.high >= .5);
  return fmt::format("{} (AUROC {}, {} items{})",
                     open                ? "is not shown to foretell a right answer"
                     : *auroc.value > .5 ? "foretells a right answer"
                                         : "foretells a wrong answer",
                     interval_text(auroc), auroc.n_clusters, more);
}

std::string entropy(const Configuration& c, Results results) {
  const Result* h = with_value(results, c, "h_int");
  if (!h) return "";
  std::string out = fmt::format("the entropy of the next token is {} bits", interval_text(*h));
  const Result* foretells = with_value(results, c, "predictor_auroc", {{"predictor", "h_int"}, {"interval", "delong"}});
  if (foretells && foretells->low) out += fmt::format(" and {}", foretelling(*foretells));
  return out;
}

std::string probe(const Configuration& c, Results results) {
  const Result* auroc = of_leading_probe(results, c, "state_auroc");
  if (!auroc || !auroc->value) return "";
  const std::string p = auroc->p ? fmt::format(", {} by shuffled labels", p_equation(auroc->p)) : "";
  std::string out = "a linear probe of the hidden states " + foretelling(*auroc, p);
  const Result* added = added_value(results, c);
  if (added && added->value)
    out += fmt::format(", {} beyond {}, the baseline that validation takes", interval_text(*added, true),
                       plain_words(added->key("baseline")));
  return out;
}

/// The first place of kReadAt where the confidence of enough answers was read, and how far off it is there.
struct Calibration {
  const ReadAt* place = nullptr;
  const Result* error = nullptr;
};

Calibration calibration_of(const Configuration& c, Results results) {
  for (const ReadAt& place : kReadAt)
    if (const Result* r = with_value(results, c, "calibration_error", {{"read_at", std::string(place.point)}});
        r && r->n_clusters >= kMinTrend)
      return {&place, r};
  return {};
}

std::string calibration(const Configuration& c, Results results) {
  const auto [place, error] = calibration_of(c, results);
  if (!error) return "";
  return fmt::format("confidence ({}) {} {} ({} by chance, {})", place->name,
                     error->p && *error->p < kAlpha ? "does not mean what it says: it is off by"
                                                    : "is not shown to be off; the distance is",
                     percent_text(error->value), percent_text(error->null), p_equation(error->p));
}

}  // namespace

std::string before_sentence(const Configuration& c, std::span<const Result> results) {
  std::string out;
  for (const auto part : {known_before, entropy, probe, calibration}) {
    std::string text = part(c, results);
    if (text.empty()) continue;
    if (!out.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    out += (out.empty() ? "" : ". ") + text;
  }
  return out.empty() ? "" : out + ".";
}

namespace {

/// With a star where the interval leaves out chance.
std::string auroc(const Result* r) {
  if (!r || !r->value || too_few(*r)) return "n/a";
  const bool off = r->low && r->high && (*r->low > .5 || *r->high < .5);
  return interval_text(*r) + (off ? "*" : "");
}

std::string share(const Result* r) { return r ? percent_interval_text(*r) : "n/a"; }

}  // namespace

PaperTable before_table(std::span<const Result> results) {
  PaperTable out{
      .id = "before",
      .title =
          "Before the first token, in numbers. Forced alike: forced answers that are the same before the first token "
          "and ever after; thinking gain: what the rest adds to their accuracy. H: entropy of the next token. AUROC "
          "for a right answer, * the interval leaves out .5: of H, of a linear probe of the hidden states with p by "
          "shuffled labels, and what the probe adds to the baseline that validation takes. Confidence: how far it is "
          "from the share of right answers, what chance gives, and p. 95% intervals",
      .head = {"data", "model", "mode", "forced alike", "thinking gain", "H, bits", "AUROC of H", "AUROC of the state",
               "p", "it adds", "baseline", "confidence off by", "by chance", "p"},
      .rows = {}};
  for (const Configuration& c : all_configurations(results)) {
    const auto find = [&](const char* metric, const Keys& keys = {}) { return with_value(results, c, metric, keys); };
    const Result *known = find("known_before"), *gain = find("thinking_gain"), *h = find("h_int"),
                 *of_h = find("predictor_auroc", {{"predictor", "h_int"}, {"interval", "delong"}}),
                 *probe = of_leading_probe(results, c, "state_auroc"), *added = added_value(results, c),
                 *error = calibration_of(c, results).error;
    if (!known && !h && !error && !(probe && probe->value)) continue;
    auto& row = out.rows.emplace_back(paper::labels(c));
    row.insert(row.end(),
               {share(known), gain ? interval_text(*gain, true) : "n/a", h ? interval_text(*h) : "n/a", auroc(of_h),
                auroc(probe), p_text(probe ? probe->p : std::nullopt), added ? interval_text(*added, true) : "n/a",
                added && added->value ? plain_words(added->key("baseline")) : "n/a",
                percent_text(error ? error->value : std::nullopt), percent_text(error ? error->null : std::nullopt),
                p_text(error ? error->p : std::nullopt)});
  }
  return out;
}

}  // namespace brink
