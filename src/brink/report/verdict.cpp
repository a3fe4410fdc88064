#include "brink/report/verdict.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "brink/metrics/answers.h"
#include "brink/report/format.h"
#include "brink/report/section.h"
#include "brink/stats/padjust.h"

namespace brink {
namespace {

constexpr double kAlpha = 0.05;
constexpr double kMinInformative = 3;  // items
constexpr int kMinPairs = 6;           // of two options, below which no p of the sign test is under kAlpha
constexpr double kMinRead = 0.5;       // of the answers, to say that nothing was found
constexpr double kModerate = 0.1;      // a pull that finding nothing should rule out

/// The 95 % interval of every slot's pull lies within these.
std::optional<std::pair<double, double>> pull_range(std::span<const Result> results, const Configuration& c) {
  std::optional<std::pair<double, double>> range;
  for (char slot = 'A'; slot <= 'Z'; ++slot) {
    const Result* pull = find_result(results, c, "pull", {{"slot", std::string(1, slot)}});
    if (!pull) break;
    if (!pull->low || !pull->high) return std::nullopt;
    if (!range) range = {0, 0};
    range = {std::min(range->first, *pull->low), std::max(range->second, *pull->high)};
  }
  return range;
}

}  // namespace

std::optional<std::pair<std::string, const Result*>> preferred_slot(const Verdict& v, std::span<const Result> results) {
  const Result* slot = find_result(results, v.configuration, "preferred_slot", v.more);
  if (!slot || !slot->value) return std::nullopt;
  const std::string name = slot_name(static_cast<int>(*slot->value));
  GroupValues key = v.more;
  key["slot"] = name;
  const Result* pull = find_result(results, v.configuration, "pull", key);
  if (!pull) return std::nullopt;
  return std::pair{name, pull};
}

namespace {

std::string excess_clause(const Result* excess) {
  if (!excess) return "";
  if (!excess->value && excess->reason.starts_with("constant for m = 2")) return "";  // the sign test is the effect
  if (!excess->value) return fmt::format(", excess PBS n/a ({})", excess->reason);
  return fmt::format(", excess PBS = {}", interval_text(*excess));
}

/// The test and the effect are not about the same, and where one finds something that the other does not, that is said.
std::string parting(Verdict::Word word, const Result* excess) {
  if (!excess || !excess->low || !excess->high) return "";
  const bool effect = *excess->low > 0 || *excess->high < 0;
  if (effect == (word == Verdict::Word::kMatters)) return "";
  return effect ? " Excess PBS differs from 0 all the same: it is a mean over complete items, each by itself, and sees "
                  "items that lean to places of their own, which cancel out where the test adds up the slots of all "
                  "informative items."
                : " Excess PBS is not shown to differ from 0 all the same: the test adds up the slots of all "
                  "informative items and sees a small pull that they share; excess PBS is a mean over complete items, "
                  "each by itself, in which it is lost.";
}

}  // namespace

std::string_view to_string(Verdict::Word word) {
  switch (word) {
    case Verdict::Word::kMatters:
      return "order matters";
    case Verdict::Word::kNotFound:
      return "no effect found";
    case Verdict::Word::kTooFew:
      return "too few answers";
    case Verdict::Word::kNone:
      break;
  }
  return "n/a";
}

namespace {

std::string too_few(const Verdict& v, std::span<const Result> results) {
  const Result* informative = find_result(results, v.configuration, "n_informative", v.more);
  if (informative && informative->value && *informative->value < kMinInformative)
    return count_text(std::lround(*informative->value), "informative item");
  // Two options: n pairs answered at one place have a p of 2^(1-n) at the least.
  const Result* same_slot = find_result(results, v.configuration, "same_slot", v.more);
  if (v.word == Verdict::Word::kNotFound && same_slot && same_slot->p && same_slot->n < kMinPairs && informative &&
      informative->value && *informative->value <= same_slot->n)
    return count_text(same_slot->n, "pair") + " answered at one place in both orders";
  const Result* read = find_result(results, v.configuration, "extraction_rate", v.more);
  if (v.word == Verdict::Word::kNotFound && read && read->value && *read->value < kMinRead)
    return fmt::format("{:.0f}% of the answers read", 100 * *read->value);
  return "";
}

}  // namespace

std::vector<Verdict> verdicts(std::span<const Result> results, std::span<const GroupValues> groups) {
  const std::vector<Configuration> configurations = all_configurations(results);
  std::vector<Verdict> out;
  for (const GroupValues& more : groups) {
    for (const Configuration& c : configurations) {
      const Result* test = find_result(results, c, "order_test", more);
      if (!test) continue;
      out.push_back({.configuration = c, .more = more, .p = test->p, .p_adjusted = {}, .too_few = {}});
    }
  }
  std::vector<double> p;
  for (const Verdict& v : out) {
    if (v.p) p.push_back(*v.p);
  }
  const std::vector<double> adjusted = stats::holm(p);
  auto next = adjusted.begin();
  for (Verdict& v : out) {
    if (!v.p) continue;
    v.p_adjusted = *next++;
    v.word = *v.p_adjusted < kAlpha ? Verdict::Word::kMatters : Verdict::Word::kNotFound;
    v.too_few = too_few(v, results);
    if (!v.too_few.empty()) v.word = Verdict::Word::kTooFew;
  }
  return out;
}

std::vector<Verdict> verdicts(std::span<const Result> results) {
  const std::vector<GroupValues> whole(1);
  return verdicts(results, whole);
}

std::string sentence(const Verdict& v, std::span<const Result> results) {
  const Result* test = find_result(results, v.configuration, "order_test");
  const Result* excess = find_result(results, v.configuration, "excess_pbs");
  const Result* informative = find_result(results, v.configuration, "n_informative");
  if (!test || !v.p) return fmt::format("no test: {}.", test ? test->reason : "no items");

  std::string p = fmt::format("{} ({}", p_equation(v.p), test->p_kind);
  if (v.word == Verdict::Word::kMatters) p += fmt::format(", {}", count_text(test->n_clusters, "item"));
  if (v.p_adjusted && *v.p_adjusted != *v.p) p += fmt::format(", Holm {}", p_text(v.p_adjusted));
  p += ")";
  if (v.word == Verdict::Word::kTooFew)
    return fmt::format("too few answers to say: {}; {}{}.", v.too_few, p, excess_clause(excess));
  if (v.word == Verdict::Word::kNotFound) {
    std::string text = fmt::format("no order effect found at n = {} items", test->n_clusters);
    if (informative && informative->value) text += fmt::format(", {:.0f} of them informative", *informative->value);
    text += fmt::format(": {}{}.", p, excess_clause(excess));
    const auto range = pull_range(results, v.configuration);
    if (range)
      text += fmt::format(" Pulls of a slot from {} to {} remain possible (95% intervals)", signed_text(range->first),
                          signed_text(range->second));
    const bool open = !range || range->first <= -kModerate || range->second >= kModerate;
    if (open) text += range ? ": so few items" : " So few items";
    if (open) text += " cannot show a moderate effect, and this is no evidence that there is none";
    if (open || range) text += ".";
    return text + parting(v.word, excess);
  }
  std::string text = fmt::format("order matters: {}{}.", p, excess_clause(excess));
  if (const auto slot = preferred_slot(v, results)) {
    text +=
        fmt::format(" Slot {} draws most beyond its share: pull {}.", slot->first, interval_text(*slot->second, true));
  }
  return text + parting(v.word, excess);
}

}  // namespace brink
