#include <fmt/format.h>

#include "brink/report/format.h"
#include "brink/report/section.h"
#include "brink/report/table.h"

namespace brink {
namespace {

constexpr int kFewItems = 20;  // below, a slope says nothing
constexpr double kAlpha = 0.05;

std::string with_p(const Result* r) {
  return r && r->value ? fmt::format("{} ({})", signed_text(r->value), p_equation(r->p)) : "n/a";
}

// PBS of the four bins, the shortest answers first.
std::string quartiles(const SectionInput& in, const Configuration& c, std::string_view metric) {
  std::string out;
  for (int bin = 1; bin <= 4; ++bin) {
    const Result* r = in.find(c, metric, {{"bins", "4"}, {"bin", std::to_string(bin)}});
    if (!r || !r->value) return "n/a";
    out += (out.empty() ? "" : " ") + number_text(r->value);
  }
  return out;
}

// In one sentence: does a length effect survive?
std::string verdict(const SectionInput& in, const Configuration& c) {
  const Result* rho = in.find(c, "length_correlation", {{"of", "pbs"}, {"correlation", "spearman"}});
  const Result* test = in.find(c, "pull_length_test");
  if (!test || !test->p) return "";
  const bool raw = rho && rho->p && *rho->p < kAlpha, survives = *test->p < kAlpha;
  const std::string of_raw =
      rho && rho->p ? fmt::format("partial rho of length and PBS {}, {}", signed_text(rho->value), p_equation(rho->p))
                    : std::string("no partial rho of length and PBS");
  const char* what = survives && raw ? "a length effect, and it survives: the pull of the slots changes with length"
                     : survives      ? "the pull of the slots changes with length"
                     : raw           ? "PBS goes with length, but not the pull of the slots: harder items are longer "
                                       "and less consistent"
                                     : "no length effect was found";
  return fmt::format("{}: {} ({}; given the contents chosen, {}).", configuration_name(c), what, of_raw,
                     p_equation(test->p));
}

std::string text(const SectionInput& in) {
  TextTable table{.head = {"model", "mode", "pull x length p", "excess PBS per doubling [95%]", "p", "rho PBS",
                           "rho excess PBS", "PBS by quarter", "excess by quarter"},
                  .rows = {},
                  .n_labels = 2};
  std::string sentences;
  for (const Configuration& c : in.configurations) {
    const Result* slope = in.find(c, "pbs_per_doubling", {{"of", "excess_pbs"}});
    if (c.treatment != "none" || !slope || slope->n_clusters < kFewItems) continue;
    const Result* test = in.find(c, "pull_length_test");
    table.rows.push_back({c.model, c.mode, test ? p_text(test->p) : "n/a", interval_text(*slope, true),
                          p_text(slope->p),
                          with_p(in.find(c, "length_correlation", {{"of", "pbs"}, {"correlation", "spearman"}})),
                          with_p(in.find(c, "length_correlation", {{"of", "excess_pbs"}, {"correlation", "spearman"}})),
                          quartiles(in, c, "pbs_by_length"), quartiles(in, c, "excess_pbs_by_length")});
    if (const std::string one = verdict(in, c); !one.empty()) sentences += wrap(one, in.width, "* ");
  }
  if (table.rows.empty()) return "";
  return to_text(table, in.width) + sentences;
}

}  // namespace

extern constinit const Section kLengthSection{.title = "Does length drive it?", .text = text};

}  // namespace brink
