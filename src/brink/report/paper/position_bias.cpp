// Tables of arXiv 2605.06672.
#include <fmt/format.h>

#include <array>

#include "brink/report/format.h"
#include "brink/report/paper/tables.h"
#include "brink/report/section.h"

namespace brink::paper {
namespace {

std::string number(const Result* r, std::string (*text)(std::optional<double>)) {
  return text(r ? r->value : std::nullopt);
}
std::string whole(std::optional<double> v) { return v ? fmt::format("{:.0f}", *v) : "n/a"; }

std::string stars(std::optional<double> p) {
  if (!p) return "";
  return *p < .001 ? "***" : *p < .01 ? "**" : *p < .05 ? "*" : "";
}

std::string rho(Results results, const Configuration& c, const char* of) {
  const Result* r = find_result(results, c, "length_correlation", {{"of", of}, {"correlation", "spearman"}});
  return r && r->value ? signed_text(r->value) + stars(r->p) : "n/a";
}

// "+" where PBS rises in every step, else how many do not; and the last bin's less the first's.
std::pair<std::string, std::string> bins(Results results, const Configuration& c, int k) {
  const std::string of = std::to_string(k);
  const Result* violations = find_result(results, c, "length_violations", {{"bins", of}});
  const Result* first = find_result(results, c, "pbs_by_length", {{"bins", of}, {"bin", "1"}});
  const Result* last = find_result(results, c, "pbs_by_length", {{"bins", of}, {"bin", of}});
  const bool has = violations && violations->value;
  return {has ? *violations->value == 0   ? "rises"
                : *violations->value == 1 ? "1 step does not"
                                          : fmt::format("{:.0f} steps do not", *violations->value)
              : "n/a",
          first && last && first->value && last->value ? signed_text(*last->value - *first->value) : "n/a"};
}

}  // namespace

PaperTable every_configuration(Results results) {
  PaperTable out{.id = "every-configuration",
                 .title = "Every configuration. Accuracy: of the answers read, mean over the orders",
                 .head = {"data", "model", "mode", "accuracy of read", "PBS", "excess PBS", "order test p", "CCP, A.3",
                          "CCP, eq. 2", "switches", "length", "read"},
                 .rows = {}};
  for (const Configuration& c : all_configurations(results)) {
    const auto find = [&](const char* metric) { return find_result_any_m(results, c, metric); };
    const Result* test = find("order_test");
    auto& row = out.rows.emplace_back(labels(c));
    row.insert(row.end(), {number(find("accuracy_mean"), percent_text), number(find("pbs"), number_text),
                           number(find("excess_pbs"), signed_text), p_text(test ? test->p : std::nullopt),
                           number(find("ccp"), number_text), number(find("ccp_eq2"), number_text),
                           number(find("switches"), number_text), number(find("length_chars"), whole),
                           number(find("extraction_rate"), percent_text)});
  }
  return out;
}

PaperTable correlations(Results results) {
  PaperTable out{
      .id = "length-correlation",
      .title = "Partial correlation of length with PBS, accuracy held fixed (Spearman). * p < .05, ** .01, *** .001",
      .head = {"data", "model", "mode", "rho(length, PBS)", "rho(length, excess PBS)", "items"},
      .rows = {}};
  for (const Configuration& c : all_configurations(results)) {
    const Result* r = find_result(results, c, "length_correlation", {{"of", "pbs"}, {"correlation", "spearman"}});
    if (!r || !r->value) continue;
    auto& row = out.rows.emplace_back(labels(c));
    row.insert(row.end(), {rho(results, c, "pbs"), rho(results, c, "excess_pbs"), std::to_string(r->n_clusters)});
  }
  return out;
}

PaperTable length_bins(Results results) {
  constexpr std::array kBins{3, 4, 5, 10};
  PaperTable out{
      .id = "length-bins",
      .title =
          "PBS over bins of length. The items in k bins of equal size, by the length of their answers: does mean "
          "PBS rise in every step, and what is it in the last bin less that in the first",
      .head = {"data", "model", "mode"},
      .rows = {}};
  for (const int k : kBins) {
    out.head.push_back(fmt::format("k = {}", k));
    out.head.emplace_back("last less first");
  }
  for (const Configuration& c : all_configurations(results)) {
    std::vector<std::string> row = labels(c);
    bool any = false;
    for (const int k : kBins) {
      const auto [steps, gradient] = bins(results, c, k);
      any = any || steps != "n/a";
      row.push_back(steps);
      row.push_back(gradient);
    }
    if (any) out.rows.push_back(std::move(row));
  }
  return out;
}

}  // namespace brink::paper
