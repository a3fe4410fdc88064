#include "brink/metrics/cuts.h"

#include <fmt/format.h>

#include <array>

#include "brink/metrics/minima.h"
#include "brink/report/family.h"
#include "brink/report/format.h"
#include "brink/report/section.h"
#include "brink/report/table.h"

namespace brink {
namespace {

std::string rate(const Result* r) {
  if (!r || !r->value) return "n/a";
  if (too_few(*r)) return fmt::format("({})", r->n);
  const std::string text = fmt::format("{} ({})", percent_interval_text(*r), r->n);
  return r->n < kFew ? "(" + text + ")" : text;
}

// The tests of one configuration and cut that stand in the table.
struct Tests {
  const Result *difference, *trend, *destination, *preferred;

  auto list() const { return std::array{difference, trend, destination, preferred}; }
};

Tests tests(const SectionInput& in, const Configuration& c, const std::string& cut) {
  return {in.find(c, "change_before_less_after", {{"cut", cut}}),
          in.find(c, "change_trend", {{"cut", cut}, {"items_compared", "each with itself"}}),
          in.find(c, "destination_test", {{"cut", cut}}), in.find(c, "preferred_destination", {{"cut", cut}})};
}

// All that the report shows.
Family family(const SectionInput& in) {
  std::vector<double> p;
  for (const Configuration& c : all_configurations(in.results))
    for (const std::string_view cut : kCutTreatments)
      for (const Result* r : tests(in, c, std::string(cut)).list())
        if (r && r->p) p.push_back(*r->p);
  return Family(std::move(p));
}

// Beyond what the contents explain.
std::string beyond_null(const Result* r) {
  if (!r || !r->value || !r->null) return "n/a";
  if (too_few(*r)) return fmt::format("({})", r->n);
  Result difference = *r;
  for (std::optional<double>* v : {&difference.value, &difference.low, &difference.high})
    if (*v) **v -= *r->null;
  const std::string text = fmt::format("{} ({})", interval_text(difference, true), r->n);
  return r->n < kFew ? "(" + text + ")" : text;
}

bool is_given(const Result* preferred) { return preferred && preferred->p_kind.starts_with("given"); }

// The slot that change_to_preferred is about.
const Result* slot_of(const SectionInput& in, const Configuration& c, const std::string& cut) {
  const Result* preferred = in.find(c, "preferred_destination", {{"cut", cut}});
  return is_given(preferred) ? preferred : in.find(c, "preferred_slot");
}

// A few items on either side have no interval that says anything.
std::string difference(const SectionInput& in, const Configuration& c, const std::string& cut, const Result* r) {
  if (!r || !r->value) return "n/a";
  for (const char* side : {"before the commitment point", "behind it"})
    if (const Result* of = in.find(c, "change_rate", {{"cut", cut}, {"side", side}}); of && too_few(*of)) return "n/a";
  return interval_text(*r, true);
}

// Which share of the changes goes to the preferred slot, by where the answers were cut.
void add_slots(const SectionInput& in, const Configuration& c, const std::string& cut, TextTable& table) {
  const auto of = [&](std::map<std::string, std::string> more) {
    more["cut"] = cut;
    return in.find(c, "change_to_preferred", more);
  };
  const Result* all = of({});
  const Result* slot = slot_of(in, c, cut);
  if (!all || !all->value || !slot || !slot->value) return;
  auto& row = table.rows.emplace_back(
      std::vector{c.model, c.mode, cut, slot_name(static_cast<int>(*slot->value)), beyond_null(all)});
  for (const char* side : {"before the commitment point", "behind it"})
    row.push_back(beyond_null(of({{"side", side}})));
  for (const std::string& bucket : cut_buckets()) row.push_back(beyond_null(of({{"bucket", bucket}})));
}

std::string text(const SectionInput& in) {
  const Family family_of_all = family(in);
  TextTable rates{
      .head = {"model", "mode", "cut", "changed [95%] (n)", "before CCP", "behind it", "difference [95%]", "p",
               "later, p", "goes to slots, p", "preferred slot, p", "exposure, log-odds [95%]", "duplicates"},
      .rows = {},
      .n_labels = 3};
  std::string how;  // the preferred slot was chosen
  TextTable buckets{.head = {"model", "mode", "cut"}, .rows = {}, .n_labels = 3};
  for (const std::string& bucket : cut_buckets()) buckets.head.emplace_back(bucket);
  TextTable slots{
      .head = {"model", "mode", "cut", "slot", "all", "before CCP", "behind it"}, .rows = {}, .n_labels = 3};
  for (const std::string& bucket : cut_buckets()) slots.head.emplace_back(bucket);
  for (const Configuration& c : in.configurations)
    for (const std::string_view treatment : kCutTreatments) {
      const std::string cut(treatment);
      const Result* all = in.find(c, "change_rate", {{"cut", cut}});
      if (!all || !all->value) continue;
      const Tests t = tests(in, c, cut);
      if (t.preferred && t.preferred->p) how = t.preferred->p_kind;
      const auto p_of = [&](const Result* r) { return r ? family_of_all.text(r->p) : std::string("n/a"); };
      const Result* exposure = in.find(c, "exposure", {{"cut", cut}});
      const Result* duplicates = in.find(c, "duplicate_share", {{"cut", cut}});
      rates.rows.push_back({c.model, c.mode, cut, rate(all),
                            rate(in.find(c, "change_rate", {{"cut", cut}, {"side", "before the commitment point"}})),
                            rate(in.find(c, "change_rate", {{"cut", cut}, {"side", "behind it"}})),
                            difference(in, c, cut, t.difference), p_of(t.difference), p_of(t.trend),
                            p_of(t.destination), p_of(t.preferred),
                            !exposure            ? "n/a"
                            : exposure->n < kFew ? fmt::format("({})", exposure->n)
                                                 : interval_text(*exposure, true),
                            duplicates ? percent_text(duplicates->value) : "n/a"});
      add_slots(in, c, cut, slots);
      if (treatment == "resample") continue;
      auto& row = buckets.rows.emplace_back(std::vector<std::string>{c.model, c.mode, cut});
      for (const std::string& bucket : cut_buckets())
        row.push_back(rate(in.find(c, "change_rate", {{"cut", cut}, {"bucket", bucket}})));
    }
  if (rates.rows.empty()) return "";
  std::string out = to_text(rates, in.width);
  if (!buckets.rows.empty())
    out += "\nChanged, by the share of the tokens kept [95%] (n)\n" + to_text(buckets, in.width);
  if (!slots.rows.empty())
    out += fmt::format("\nOf the changed, to the slot that {}, less what contents explain [95%] (n)\n",
                       how.starts_with("given") ? "was named" : "whole answers are drawn to most") +
           to_text(slots, in.width);
  return out +
         wrap(
             "Changed: sampled continuations that answer another content. placebo: cut whatever the commitment point; "
             "resample: the whole answer again, what temperature alone changes. Preferred slot: " +
                 (how.empty() ? "no p" : how) +
                 " (--preferred-slot). In brackets: fewer than 30 answers; of fewer than 5 items only their number. "
                 "Exposure: by how much the options that the kept text names are changed to more, in log-odds; of 30 "
                 "changes and more. Duplicates: draws of a cut whose text another draw of it has.",
             in.width, "- ") +
         wrap(family_of_all.note("of this section"), in.width, "- ");
}

}  // namespace

extern constinit const Section kCutSection{.title = "Does cutting it short change the answer?", .text = text};

}  // namespace brink
