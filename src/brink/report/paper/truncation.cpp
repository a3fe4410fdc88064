// What becomes of answers that are cut: arXiv 2605.06672, section 5.3 and figure 3.
#include <fmt/format.h>

#include "brink/metrics/answers.h"
#include "brink/metrics/cuts.h"
#include "brink/report/format.h"
#include "brink/report/paper/tables.h"
#include "brink/report/section.h"

namespace brink::paper {
namespace {

using Keys = std::map<std::string, std::string>;

std::string rate(const Result* r) {
  if (!r || !r->value) return "n/a";
  return too_few(*r) ? fmt::format("({})", r->n) : fmt::format("{} ({})", percent_interval_text(*r), r->n);
}
std::string p_of(const Result* r) { return p_text(r ? r->p : std::nullopt); }

/// The slot that changed answers go to, how much more than their contents explain, and p of that choice.
std::vector<std::string> destination(Results results, const Configuration& c, const std::string& cut) {
  const Result* preferred = find_result(results, c, "preferred_destination", {{"cut", cut}});
  if (!preferred || !preferred->value) return {"n/a", "n/a", "n/a"};
  const std::string slot = slot_name(static_cast<int>(*preferred->value));
  const Result* pull = find_result(results, c, "destination_pull", {{"cut", cut}, {"slot", slot}});
  return {slot, pull ? interval_text(*pull, true) : "n/a", p_of(preferred)};
}

}  // namespace

PaperTable truncation(Results results) {
  PaperTable out{
      .id = "truncation",
      .title =
          "Continuations of cut answers. Share (n) that answer another content, with 95% interval, by side of the "
          "commitment point (CCP) and by the share of the tokens kept; where changed answers go, beyond what their "
          "contents explain. Of fewer than 5 items only the number of answers stands",
      .head = {"data", "model", "mode", "cut", "changed", "before CCP", "behind it", "difference, p", "later, p"},
      .rows = {},
      .n_labels = 4};
  for (const std::string& bucket : cut_buckets()) out.head.push_back(bucket);
  out.head.insert(out.head.end(), {"goes to slots, p", "most to", "pull", "p"});
  for (const Configuration& c : all_configurations(results))
    for (const std::string_view treatment : kCutTreatments) {
      const auto find = [&](const char* metric, Keys keys = {}) {
        keys["cut"] = treatment;
        return find_result(results, c, metric, keys);
      };
      const Result* all = find("change_rate");
      if (!all || !all->value) continue;
      auto& row = out.rows.emplace_back(labels(c));
      row.insert(row.end(), {std::string(treatment), rate(all),
                             rate(find("change_rate", {{"side", "before the commitment point"}})),
                             rate(find("change_rate", {{"side", "behind it"}})), p_of(find("change_before_less_after")),
                             p_of(find("change_trend", {{"items_compared", "each with itself"}}))});
      for (const std::string& bucket : cut_buckets()) row.push_back(rate(find("change_rate", {{"bucket", bucket}})));
      row.push_back(p_of(find("destination_test")));
      for (std::string& cell : destination(results, c, std::string(treatment))) row.push_back(std::move(cell));
    }
  return out;
}

}  // namespace brink::paper
