#include "check_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <sstream>
#include <vector>

#include "brink/metrics/answers.h"
#include "brink/pipeline/brink.h"
#include "brink/pipeline/check_json.h"
#include "brink/pipeline/states.h"
#include "brink/report/format.h"
#include "brink/report/table.h"
#include "styled_text.h"

namespace brink::cli {
namespace {

using brink::wrap;  // of strings; that of styled text is found by its argument

constexpr std::size_t kLinesShown = 5;      // of each kind of dirt, and of order references
constexpr std::size_t kPromptShown = 2000;  // characters of a prompt, half from each end
constexpr double kUnevenGold = 0.01;        // p below which it is said

std::string count_text(const Estimate& e) {
  return e.value ? fmt::format("{:.0f}", *e.value) : fmt::format("n/a ({})", e.why_undefined);
}

std::string time_text(const Estimate& seconds) {
  if (!seconds.value) return fmt::format("n/a ({})", seconds.why_undefined);
  const double s = *seconds.value;
  if (s < 90) return fmt::format("{:.0f} s", s);
  return s < 90 * 60 ? fmt::format("{:.0f} min", s / 60) : fmt::format("{:.1f} h", s / 3600);
}

/// The items of a list, the first few of them.
template <class Text>
std::string some(std::size_t n, const Text& text) {
  std::string out;
  for (std::size_t i = 0; i < std::min(n, kLinesShown); ++i) out += (i == 0 ? "" : ", ") + text(i);
  return n > kLinesShown ? out + fmt::format(", and {} more", n - kLinesShown) : out;
}

std::string dirt(const DataCheck& d, int width) {
  static constexpr std::array kPolicies{"kept", "repaired", "skipped"};
  std::map<std::pair<std::string, Policy>, std::vector<const Dirt*>> kinds;
  for (const Dirt& x : d.dirt) kinds[{x.kind, x.policy}].push_back(&x);
  std::string out;
  for (const auto& [key, rows] : kinds)
    out += wrap(fmt::format("{} {} ({}): {}", rows.size(), key.first, kPolicies[static_cast<std::size_t>(key.second)],
                            some(rows.size(), [&, &rows = rows](std::size_t i) { return rows[i]->at.text(); })),
                width, "  dirt: ");
  return out;
}

std::string gold(const DataCheck& d) {
  std::string out;
  for (const GoldSlots& g : d.gold) {
    std::string counts;
    for (std::size_t slot = 0; slot < g.counts.size(); ++slot)
      counts += fmt::format(" {} {}", slot_name(static_cast<int>(slot)), g.counts[slot]);
    out +=
        fmt::format("  right option, {} options:{}; chi-square {:.1f}, df {}, {}{}\n", g.m, counts, g.test->statistic,
                    g.test->df, p_equation(g.test->p), g.test->p < kUnevenGold ? ": unevenly spread" : "");
  }
  if (d.n_without_gold > 0) out += fmt::format("  {} items without a single right answer\n", d.n_without_gold);
  return out;
}

std::string power(const DataCheck& d, int width) {
  std::string out;
  for (const PowerCheck& p : d.power) {
    const std::string design =
        fmt::format("{} items of {} options in {} order{}", p.n_items, p.m, p.n_variants, p.n_variants == 1 ? "" : "s");
    out +=
        p.pull.value
            ? wrap(fmt::format("{}: a pull of {:.3f} towards a slot, or a change of the pull by {:.3f} per SD of log "
                               "length, is found with power .8 at alpha .05 (if answers are guesses otherwise: the "
                               "worst case)",
                               design, *p.pull.value, *p.pull.value),
                   width, "  power: ")
            : fmt::format("  power: {}: n/a ({})\n", design, p.pull.why_undefined);
  }
  return out + (d.length_rho.value
                    ? fmt::format("  power: a partial correlation of length and bias of {:.2f}\n", *d.length_rho.value)
                    : fmt::format("  power: correlation of length and bias: n/a ({})\n", d.length_rho.why_undefined));
}

std::string data(const DataCheck& d, int width) {
  std::string out = fmt::format("{}: {} items of {} in the file\n", d.name, d.n_chosen, d.n_read);
  out += dirt(d, width) + gold(d);
  const auto& refs = d.order_references;
  if (!refs.empty())
    out += wrap(fmt::format("{} options name other options or the order: {}", refs.size(),
                            some(refs.size(),
                                 [&](std::size_t i) {
                                   return fmt::format("{} \"{}\"", refs[i].at.text(), one_line(refs[i].option));
                                 })),
                width, "  ");
  return out + power(d, width);
}

std::string tokens(const std::vector<ShownToken>& list) {
  std::string out;
  for (const ShownToken& t : list) out += fmt::format("{}{} '{}'", out.empty() ? "" : "  ", t.id, one_line(t.text));
  return out;
}

/// The prompt, indented, made harmless; a long one without its middle.
std::string prompt_text(const std::string& rendered, int width) {
  StyledText text;
  append(text, rendered);
  if (text.size() > kPromptShown) {
    StyledText cut(text.begin(), text.begin() + kPromptShown / 2);
    append(cut, fmt::format("\n... {} characters ...\n", text.size() - kPromptShown));
    cut.insert(cut.end(), text.end() - kPromptShown / 2, text.end());
    text = std::move(cut);
  }
  std::string out;
  for (const StyledText& line : wrap(text, width - 4)) {
    out += "    " + render(line, 0, false);
    out.erase(out.find_last_not_of(' ') + 1);
    out += "\n";
  }
  return out;
}

std::string prompt(const PromptCheck& p, int width) {
  if (!p.failure.empty()) return wrap(one_line(p.failure), width, "  TRAP: no prompt: ");
  std::string out =
      fmt::format("  prompt of item {}, {} tokens; it ends {}\n", one_line(p.item), p.n_tokens, to_string(p.end));
  out += prompt_text(p.rendered, width);
  out += wrap(tokens(p.first), width, "  first tokens: ") + wrap(tokens(p.last), width, "  last tokens: ");
  for (const std::string& trap : p.traps) out += wrap(trap, width, "  TRAP: ");
  return out;
}

std::string cost(const CostCheck& c, int width) {
  std::string out =
      fmt::format("  requests: {} to send, {} in the store ({} cells)\n", c.n_to_send(), c.n_recorded, c.n_cells);
  out += wrap(fmt::format("prompts {}, answers {}, at most {:.0f}", count_text(c.prompt_tokens),
                          count_text(c.generated_tokens), c.most_generated),
              width, "  tokens: ");
  out += fmt::format("  hidden states: {}\n  time: {}", bytes_text(c.state_bytes), time_text(c.seconds));
  out += c.n_probed > 0 ? fmt::format(", from {} requests in {:.1f} s\n", c.n_probed, c.probe_s) : "\n";
  if (c.follow_ups.n_requests == 0) return out;
  return out +
         wrap(fmt::format("at most {:.0f} requests, {:.0f} tokens evaluated and {:.0f} generated (not in the time "
                          "above)",
                          c.follow_ups.n_requests, c.follow_ups.n_evaluated, c.follow_ups.n_generated),
              width, "  follow-ups: ");
}

std::string memory(const ModelCheck& m, int width) {
  const Capabilities& c = m.opened;
  if (c.cache_bytes == 0) return {};
  std::string text = fmt::format("{} for the caches of {} sequences of {} tokens",
                                 bytes_text(static_cast<double>(c.cache_bytes)), c.n_sequences, c.n_ctx);
  if (c.read_out_bytes > 0)
    text += fmt::format("; {} of them are for read-outs, without which it is {}", c.n_read_outs,
                        bytes_text(static_cast<double>(c.cache_bytes - c.read_out_bytes)));
  return wrap(text, width, one_line(m.name) + ": memory: ");
}

}  // namespace

std::string view_check(const StudyCheck& check, int width) {
  std::string out;
  for (const DataCheck& d : check.data) out += data(d, width) + "\n";
  for (const std::string& note : check.notes) out += wrap(note, width, "note: ");
  if (!check.notes.empty()) out += "\n";
  double seconds = 0, state_bytes = 0;
  int n_to_send = 0;
  bool known = true;
  for (const ConfigurationCheck& c : check.configurations) {
    out += fmt::format("{} {} {}\n", c.configuration.model, c.configuration.dataset, c.configuration.mode);
    out += prompt(c.prompt, width) + cost(c.cost, width) + "\n";
    n_to_send += c.cost.n_to_send();
    state_bytes += c.cost.state_bytes;
    known &= c.cost.seconds.value.has_value();
    seconds += c.cost.seconds.value.value_or(0);
  }
  for (const ModelCheck& m : check.models) out += memory(m, width);
  out += fmt::format("{} requests to send{}; store {} ({})\n", n_to_send,
                     known ? ", about " + time_text(Estimate::of(seconds)) : "", check.store.string(),
                     check.has_store ? "there already" : "not there yet");
  if (state_bytes > kMostStateBytes)
    out += wrap(fmt::format("{} of hidden states, more than {}: `brink run` wants --yes for them, or fewer layers or "
                            "points in [states]",
                            bytes_text(state_bytes), bytes_text(kMostStateBytes)),
                width, "TRAP: ");
  return out;
}

}  // namespace brink::cli
