#include "item_view.h"

#include <fmt/core.h>

#include <algorithm>

#include "brink/dataset/labels.h"
#include "brink/metrics/curves.h"
#include "sparkline.h"
#include "styled_text.h"

namespace brink::cli {
namespace {

constexpr int kLeastColumn = 36;  // narrower columns are hard to read
constexpr int kGap = 3;
constexpr std::size_t kMentionsListed = 12;
constexpr int kSparks = 12;  // "forced A ", these and " CCP 0.123" fit into the least column

std::string number(const std::optional<double>& v) { return v ? fmt::format("{:.3f}", *v) : "n/a"; }

// The options in the order shown; ">" marks the choice, "*" the gold option.
void add_options(StyledText& to, const Observation& row) {
  const std::vector<std::string> labels = slot_labels(row.variant);
  for (std::size_t slot = 0; slot < row.variant.order.size(); ++slot) {
    const int option = row.variant.order[slot];
    const bool chosen = row.reading.slot == static_cast<int>(slot);
    const bool gold = option == row.item->gold_option();
    const Style style = chosen ? (gold ? Style::kGood : Style::kBad) : gold ? Style::kBold : Style::kPlain;
    append(
        to,
        fmt::format("{}{}{} ", chosen ? '>' : ' ', gold ? '*' : ' ', labels[slot].empty() ? "-" : labels[slot] + "."),
        style);
    append(to, row.item->options.at(static_cast<std::size_t>(option)), style);
    append(to, "\n");
  }
}

// How probable the answered option was wherever the text was cut, and the forced CCP. Where none was read: the option
// that is forced last.
void add_curve(StyledText& to, const ShownRow& shown, bool unicode) {
  const auto found = answer_curve(*shown.row, shown.follow_ups);
  if (!found) return;
  const stats::Curve& curve = found->curve;
  const auto slot = static_cast<std::size_t>(shown.row->reading.slot.value_or(stats::chosen_slot(curve.at.back())));
  std::vector<double> p;
  for (int i = 0; i < kSparks; ++i) p.push_back(at_share(curve, i / (kSparks - 1.0)).p.at(slot));
  const std::string label = slot_labels(shown.row->variant).at(slot);
  append(to, fmt::format("\nforced {} {} CCP {}", label.empty() ? "-" : label, sparkline(p, unicode),
                         number(stats::commitment(curve).ccp.value)));
}

void add_reading(StyledText& to, const ShownRow& shown, bool unicode) {
  const Observation& row = *shown.row;
  const Reading& r = row.reading;
  std::string status(to_string(r.status));
  if (r.rule > 0) status += fmt::format(", rule {}", r.rule_name.empty() ? std::to_string(r.rule) : r.rule_name);
  if (r.letter) status += fmt::format(", {}", *r.letter);
  if (r.tie) status += ", a tie";
  append(to, status, r.status == Status::kOk ? Style::kBold : Style::kBad);
  if (r.option) {
    append(to, " = ");
    append(to, row.item->options.at(static_cast<std::size_t>(*r.option)));
  }
  if (r.answer) append(to, " = " + *r.answer);
  if (!r.note.empty()) append(to, "\n" + r.note);
  if (r.status == Status::kError) return;
  const Trajectory& t = r.trajectory;
  if (!row.item->options.empty())
    append(to, fmt::format("\nCCP {}{}, eq. 2 {}\nswitches {}, mentions {}", number(t.ccp),
                           t.ccp ? "" : " (" + t.ccp_reason + ")", number(t.ccp_eq2), t.n_switches, t.n_mentions));
  for (std::size_t i = 0; i < std::min(kMentionsListed, r.mentions.size()); ++i)
    append(to, fmt::format("{}{}@{}", i == 0 ? ": " : " ", r.mentions[i].letter, r.mentions[i].pos), Style::kDim);
  if (r.mentions.size() > kMentionsListed) append(to, " ...", Style::kDim);
  append(to, fmt::format("\n{} characters, {} tokens, ended by {}", r.n_chars, r.n_tokens, to_string(row.finish)));
  if (row.read_out) append(to, fmt::format("\nfirst token: entropy {:.2f} bits", row.read_out->entropy_bits));
  add_curve(to, shown, unicode);
  append(to, "\n\n");
}

// One glyph a character, so positions in characters are positions in the list.
void add_text(StyledText& to, const ShownRow& shown) {
  StyledText text;
  append(text, shown.text);
  const auto mark = [&](int pos, Style style) {
    if (pos >= 0 && static_cast<std::size_t>(pos) < text.size()) text[static_cast<std::size_t>(pos)].style = style;
  };
  for (const Mention& m : shown.row->reading.mentions) mark(m.pos, Style::kMention);
  mark(shown.row->reading.pos, Style::kAnswer);
  to.insert(to.end(), text.begin(), text.end());
}

StyledText column_of(const ShownRow& shown, bool unicode) {
  const Observation& row = *shown.row;
  StyledText column;
  append(column, fmt::format("variant {}", row.key.variant), Style::kBold);
  if (row.key.trial > 0) append(column, fmt::format(", trial {}", row.key.trial));
  append(column, "\n");
  add_options(column, row);
  if (!row.recorded) {
    append(column, "not asked yet", Style::kDim);
    return column;
  }
  add_reading(column, shown, unicode);
  add_text(column, shown);
  return column;
}

}  // namespace

std::string view_variants(const std::vector<ShownRow>& rows, const ViewOptions& options) {
  const int n = static_cast<int>(rows.size());
  const int fitting = std::clamp((options.width + kGap) / (kLeastColumn + kGap), 1, std::max(1, n));
  const int n_bands = (n + fitting - 1) / std::max(1, fitting);
  const int n_columns = n_bands == 0 ? 1 : (n + n_bands - 1) / n_bands;  // bands of equal length: 4 as 2 + 2, not 3 + 1
  const int width = (options.width + kGap) / n_columns - kGap;
  std::string out;
  for (int begin = 0; begin < n; begin += n_columns) {
    std::vector<StyledText> band;
    for (int i = begin; i < std::min(n, begin + n_columns); ++i)
      band.push_back(column_of(rows[static_cast<std::size_t>(i)], options.unicode));
    out += side_by_side(band, width, kGap, options.colour) + "\n";
  }
  return out;
}

std::string view_item(const Item& item, const std::string& dataset, const ViewOptions& options) {
  StyledText text;
  append(text, dataset + " / " + item.id, Style::kBold);
  append(text, "  " + item.hash.short_hex(), Style::kDim);
  for (const auto& [name, value] : item.tags) append(text, "  " + name + ": " + value, Style::kDim);
  if (!item.passage.empty()) append(text, "\n\n" + item.passage);
  append(text, "\n\n" + item.stem);
  if (const auto* number = std::get_if<Decimal>(&item.gold)) append(text, "\nright: " + number->text);
  if (const auto* words = std::get_if<std::string>(&item.gold)) append(text, "\nright: " + *words);
  return side_by_side({text}, options.width, 0, options.colour);
}

}  // namespace brink::cli
