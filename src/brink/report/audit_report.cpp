#include "brink/report/audit_report.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "brink/report/format.h"
#include "brink/report/table.h"

namespace brink {
namespace {

constexpr std::size_t kShown = 5;  // disagreements printed; --json has all

std::string status_counts(const Audit& a) {
  std::vector<std::string> words;
  for (const auto& [status, n] : a.by_status) words.push_back(fmt::format("{} {}", n, to_string(status)));
  if (a.n_open > 0) words.push_back(fmt::format("{} of all to questions without options", a.n_open));
  return fmt::format("{}", fmt::join(words, ", "));
}

std::string scorer_line(const ScorerAudit& s) {
  std::string text =
      fmt::format("{}: the log's accuracy is {} of {}; ours is ", s.scorer, percent_text(s.published()), s.n);
  if (s.ours())
    text += fmt::format("{} ({:+.1f} points; {} of the {} answers read)", percent_text(s.ours()),
                        100 * (*s.ours() - *s.published()), percent_text(s.ours_of_read()), s.n_read);
  else
    text += "n/a: none of these answers was read";
  if (s.n_cut_graded > 0) text += fmt::format("; {} were cut in thinking and yet graded right", s.n_cut_graded);
  return text + ".";
}

// Shares per place shown; the log's line only where it names places.
std::string slots_line(const char* whose, const std::map<std::string, int>& slots) {
  int n = 0;
  for (const auto& [slot, k] : slots) n += k;
  std::vector<std::string> words;
  for (const auto& [slot, k] : slots) words.push_back(fmt::format("{} {}", slot, percent_text(double(k) / n)));
  return n == 0 ? "" : fmt::format("{}: {} (n = {})", whose, fmt::join(words, ", "), n);
}

std::string rule_text(const Disagreement& d) {
  if (!d.rule_name.empty()) return ", by " + d.rule_name;
  return d.rule > 0 ? fmt::format(", rule {}", d.rule) : "";
}

std::string disagreement_line(const Disagreement& d) {
  return fmt::format("{} [{}]: {}; the log {}{}, we {} ({}{}), record {}", d.item, d.scorer, d.why,
                     d.given_answer ? "read '" + *d.given_answer + "'" : "names no answer",
                     d.given_verdict ? ", grade " + *d.given_verdict : "",
                     d.letter   ? fmt::format("read {}", *d.letter)
                     : d.answer ? fmt::format("read {}", *d.answer)
                                : "read nothing",
                     to_string(d.status), rule_text(d), d.record.short_hex());
}

std::map<std::string, int> reasons(const Audit& a, const std::string& scorer) {
  std::map<std::string, int> out;
  for (const Disagreement& d : a.disagreements)
    if (d.scorer == scorer) ++out[d.why];
  return out;
}

Json slots_json(const std::map<std::string, int>& slots) {
  Json out = Json::object();
  for (const auto& [slot, n] : slots) out[slot] = n;
  return out;
}

Json optional_json(const std::optional<std::string>& text) { return text ? Json(*text) : Json(); }
Json optional_json(std::optional<double> value) { return value ? Json(*value) : Json(); }

Json disagreement_json(const Disagreement& d) {
  return {{"item", d.item},
          {"scorer", d.scorer},
          {"variant", d.variant},
          {"trial", d.trial},
          {"record", d.record.hex()},
          {"given_answer", optional_json(d.given_answer)},
          {"given_verdict", optional_json(d.given_verdict)},
          {"letter", d.letter ? Json(std::string(1, *d.letter)) : Json()},
          {"answer", optional_json(d.answer)},
          {"status", to_string(d.status)},
          {"rule", d.rule_name.empty() ? Json(d.rule) : Json(d.rule_name)},
          {"why", d.why}};
}

}  // namespace

std::string audit_text(std::span<const Audit> audits, int width) {
  std::string out;
  for (const Audit& a : audits) {
    const Configuration& c = a.configuration;
    out +=
        wrap(fmt::format("Audit of {} on {} ({}): {} answers: {}", c.model, c.dataset, c.mode, a.n, status_counts(a)),
             width);
    for (const ScorerAudit& s : a.scorers) {
      out += wrap(scorer_line(s), width, "- ");
      for (const auto& [why, n] : reasons(a, s.scorer)) out += wrap(fmt::format("{} {}", n, why), width, "    ");
    }
    if (a.scorers.empty()) out += wrap("The log grades nothing that can be compared.", width, "- ");
    for (const auto& [whose, slots] : {std::pair{"right option stands at", &a.gold_slots},
                                       std::pair{"the log read", &a.given_slots}, std::pair{"we read", &a.our_slots}})
      if (const std::string line = slots_line(whose, *slots); !line.empty()) out += wrap(line, width, "- ");
    if (a.n_both_read > 0)
      out +=
          wrap(fmt::format("where the log and we read an answer, {} of {} are the same", a.n_same_read, a.n_both_read),
               width, "- ");
    out += wrap(a.n_reshuffled > 0 ? fmt::format("{} items were shown in more than one order.", a.n_reshuffled)
                                   : "Every item was shown in one order: what needs permutations is n/a.",
                width, "- ");
    for (std::size_t i = 0; i < std::min(kShown, a.disagreements.size()); ++i)
      out += wrap(disagreement_line(a.disagreements[i]), width, "  * ");
    if (a.disagreements.size() > kShown)
      out += fmt::format("  * and {} more: --json has all\n", a.disagreements.size() - kShown);
    out += "\n";
  }
  return out;
}

Json audit_json(std::span<const Audit> audits) {
  Json out = Json::array();
  for (const Audit& a : audits) {
    const Configuration& c = a.configuration;
    Json one{
        {"model", c.model},   {"dataset", c.dataset},          {"mode", c.mode}, {"treatment", c.treatment}, {"n", a.n},
        {"n_open", a.n_open}, {"n_reshuffled", a.n_reshuffled}};
    Json statuses = Json::object(), scorers = Json::array(), list = Json::array();
    for (const auto& [status, n] : a.by_status) statuses[std::string(to_string(status))] = n;
    for (const ScorerAudit& s : a.scorers)
      scorers.push_back({{"scorer", s.scorer},
                         {"n", s.n},
                         {"published", optional_json(s.published())},
                         {"ours", optional_json(s.ours())},
                         {"ours_of_read", optional_json(s.ours_of_read())},
                         {"n_read", s.n_read},
                         {"n_cut_graded", s.n_cut_graded}});
    for (const Disagreement& d : a.disagreements) list.push_back(disagreement_json(d));
    one["statuses"] = std::move(statuses);
    one["gold_slots"] = slots_json(a.gold_slots);
    one["given_slots"] = slots_json(a.given_slots);
    one["our_slots"] = slots_json(a.our_slots);
    one["n_both_read"] = a.n_both_read;
    one["n_same_read"] = a.n_same_read;
    one["scorers"] = std::move(scorers);
    one["disagreements"] = std::move(list);
    out.push_back(std::move(one));
  }
  return out;
}

}  // namespace brink
