#include "brink/report/html_cells.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <span>

#include "brink/base/maybe.h"
#include "brink/dataset/labels.h"
#include "brink/extract/robust/mentions.h"
#include "brink/metrics/answers.h"
#include "brink/report/section.h"

namespace brink {
namespace {

using Texts = std::unordered_map<Sha256, ShownText>;

// Bytes of the text that a follow-up keeps. @param anchors  of its parent
std::size_t kept_bytes(std::span<const Anchor> anchors, const Observation& follow_up, std::size_t size) {
  const std::string kind = anchor_kind(follow_up.key);
  for (const Anchor& anchor : anchors) {
    if (anchor.kind != kind) continue;
    std::size_t n = 0;
    std::from_chars(anchor.value.data(), anchor.value.data() + anchor.value.size(), n);
    return std::min(n, size);
  }
  return 0;
}

Json mentions_json(const Reading& reading) {
  Json out = Json::array();
  for (const Mention& m : reading.mentions)
    out.push_back({m.pos, m.pos_end > m.pos ? m.pos_end : m.pos + 1, std::string(1, m.letter), m.kind});
  return out;
}

Json pieces_json(const ShownText& shown, const robust::CodePoints& points) {
  Json out = Json::array();
  for (const Channels::Piece& p : shown.pieces)
    out.push_back(
        {points.at(std::min(p.begin, shown.text.size())), points.at(std::min(p.end, shown.text.size())), p.thinking});
  return out;
}

/// A cell's text and where it was cut.
struct CutText {
  std::string text;
  robust::CodePoints points;
  std::vector<Anchor> anchors;

  int cut(const Observation& follow_up) const { return points.at(kept_bytes(anchors, follow_up, text.size())); }
};

// [code point, tokens kept, probability of each slot], by tokens.
Json curve_json(const ShownItem& item, const Observation& row, const CutText& of) {
  std::vector<const Observation*> read_outs;
  for (const Observation* f : item.follow_ups)
    if (f->forced && f->key.parent == row.record && f->key.variant == row.key.variant) read_outs.push_back(f);
  std::ranges::sort(read_outs, {}, &Observation::n_kept);
  Json out = Json::array();
  for (const Observation* f : read_outs) {
    Json p = Json::array();
    for (const double q : f->forced->p) p.push_back(std::round(1000 * q) / 1000);
    out.push_back({of.cut(*f), f->n_kept, std::move(p)});
  }
  return out;
}

// Sampled continuations of the answer, by place.
Json branches_json(const ShownItem& item, const Observation& row, const Texts& texts, const CutText& of) {
  std::vector<const Observation*> found;
  for (const Observation* f : item.follow_ups)
    if (is_continuation(*f) && f->key.parent == row.record && f->key.variant == row.key.variant) found.push_back(f);
  std::ranges::sort(found, {}, [](const Observation* f) { return std::pair(f->n_kept, f->key.trial); });
  Json out = Json::array();
  for (const Observation* f : found) {
    const auto shown = texts.find(f->record);
    out.push_back({{"treatment", f->key.treatment},
                   {"point", f->key.point},
                   {"trial", f->key.trial},
                   {"at", of.cut(*f)},
                   {"status", to_string(f->reading.status)},
                   {"slot", maybe(f->reading.slot)},
                   {"text", shown == texts.end() ? Json(nullptr) : Json(shown->second.text)}});
  }
  return out;
}

// The text that offsets of the reading are in: behind a prefix, with what it keeps and the suffix.
std::string whole_text(const Observation& row, const Store& store, const Texts& texts) {
  const auto own = texts.find(row.record);
  if (own == texts.end()) return "";
  if (!own->second.prefix) return own->second.text;
  const auto parent = texts.find(own->second.prefix->record);
  if (parent == texts.end()) return own->second.text;
  const std::string& kept = parent->second.text;
  return kept.substr(0, kept_bytes(store.anchors(own->second.prefix->record), row, kept.size())) +
         own->second.prefix->suffix + own->second.text;
}

void add_text(Json& cell, const ShownItem& item, const Observation& row, const Store& store, const Texts& texts) {
  const auto own = texts.find(row.record);
  if (own == texts.end()) return;
  const std::string text = whole_text(row, store, texts);
  const CutText of{text, robust::CodePoints(text),
                   item.follow_ups.empty() ? std::vector<Anchor>{} : store.anchors(row.record)};
  cell["text"] = text;
  if (!own->second.prefix) cell["pieces"] = pieces_json(own->second, of.points);
  if (Json curve = curve_json(item, row, of); !curve.empty()) cell["curve"] = std::move(curve);
  if (Json branches = branches_json(item, row, texts, of); !branches.empty()) cell["branches"] = std::move(branches);
}

Json cell_json(const ShownItem& item, const Observation& row, const Observation* other, const Store& store,
               const Texts& texts) {
  const Reading& r = row.reading;
  Json cell{{"configuration", configuration_name({row.key.model, row.key.dataset, row.key.mode, row.key.treatment})},
            {"variant", row.key.variant},
            {"order", row.variant.order},
            {"labels", slot_labels(row.variant)},
            {"record", row.record.short_hex()}};
  if (!row.recorded) {
    cell["status"] = "not asked yet";
    return cell;
  }
  cell["status"] = to_string(r.status);
  cell["slot"] = maybe(r.slot);
  cell["option"] = maybe(r.option);
  if (const auto right = is_right(row)) cell["right"] = *right;
  if (r.letter) cell["letter"] = std::string(1, *r.letter);
  if (r.tie) cell["tie"] = true;
  cell["rule"] = r.rule_name.empty() && r.rule > 0 ? "pattern " + std::to_string(r.rule) : r.rule_name;
  if (r.span.pos >= 0) cell["span"] = {r.span.pos, r.span.pos_end};
  cell["mentions"] = mentions_json(r);
  cell["ccp"] = maybe(r.trajectory.ccp);
  cell["ccp_eq2"] = maybe(r.trajectory.ccp_eq2);
  cell["ccp_reason"] = r.trajectory.ccp_reason;
  cell["switches"] = r.trajectory.n_switches;
  cell["chars"] = r.n_chars;
  cell["tokens"] = r.n_tokens;
  cell["finish"] = to_string(row.finish);
  if (!r.flags.empty()) cell["flags"] = r.flags;
  if (!r.note.empty()) cell["note"] = r.note;
  if (other && disagree(row, other))
    cell["other"] = {{"status", to_string(other->reading.status)}, {"slot", maybe(other->reading.slot)}};
  for (const Given& g : row.given)
    cell["given"].push_back(
        {{"scorer", g.scorer}, {"answer", g.answer.value_or("")}, {"verdict", g.verdict.value_or("")}});
  add_text(cell, item, row, store, texts);
  return cell;
}

Json gold_json(const Item& item) {
  if (const int* one = std::get_if<int>(&item.gold)) return Json::array({*one});
  if (const auto* several = std::get_if<std::vector<int>>(&item.gold)) return *several;
  return Json::array();
}

}  // namespace

bool is_continuation(const Observation& follow_up) {
  return !follow_up.forced && follow_up.recorded && follow_up.key.treatment != kStates;
}

bool disagree(const Observation& row, const Observation* other) {
  return other && row.recorded && row.reading.slot != other->reading.slot;
}

Json item_json(const ShownItem& shown, const Store& store, const Texts& texts) {
  const Item& item = *shown.item;
  Json cells = Json::array();
  for (std::size_t i = 0; i < shown.rows.size(); ++i)
    cells.push_back(cell_json(shown, *shown.rows[i], shown.other[i], store, texts));
  return {{"stem", item.stem},       {"passage", item.passage},  {"options", item.options},
          {"gold", gold_json(item)}, {"tags", item.tags},        {"positional", item.flags.positional_options},
          {"hash", item.hash.hex()}, {"cells", std::move(cells)}};
}

}  // namespace brink
