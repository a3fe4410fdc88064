#include "brink/stats/truncation.h"

#include <algorithm>
#include <limits>
#include <map>

#include "brink/base/sha256.h"
#include "brink/stats/destinations.h"
#include "brink/stats/named/chi2_contingency.h"
#include "brink/stats/named/field.h"
#include "brink/stats/named/named.h"
#include "brink/stats/preferred_slot.h"

namespace brink::stats {
namespace {

Cut read_cut(const Field& record, int m) {
  Cut cut{std::numeric_limits<double>::quiet_NaN(), record.at("offset").finite(), 0, {}};
  const auto ccp = record.find("ccp");
  const auto original = record.find("original");
  const auto slot = original ? original->option(m) : std::nullopt;
  if (ccp && slot) {
    cut.at = ccp->finite() + cut.offset;
    cut.original = *slot;
  }
  for (const Field& answer : record.at("answers").list()) cut.answers.push_back(answer.option(m));
  return cut;
}

Json changes_json(const Changes& cell) {
  return {{"n", cell.n},
          {"changed", cell.n_changed},
          {"to_preferred", cell.to_preferred},
          {"change_rate", to_json(cell.change_rate)},
          {"toward_share", to_json(cell.toward_share)},
          {"chance_share", to_json(cell.chance_share)},
          {"destinations", cell.destinations}};
}

/// What happened to one item, its cuts of one order together.
struct Items {
  std::vector<CutItem> items;
  std::vector<std::uint64_t> hashes;  // of their names
  bool named = false;                 // whether records say which they are of
};

std::vector<int> read_order(const Field& field, int m) {
  std::vector<int> order;
  for (const Field& content : field.list()) order.push_back(static_cast<int>(content.integer(0, 1'000'000)));
  if (static_cast<int>(order.size()) != m)
    field.refuse("must have a content for each of " + std::to_string(m) + " slots");
  return order;
}

/// Of the records that are cuts; they name their item and order all or none.
Items read_items(const std::vector<Field>& records, const std::vector<Cut>& cuts, int m) {
  Items out;
  std::map<std::string, std::size_t> index;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const auto name = records[i].find("item");
    if (name.has_value() != records.front().find("item").has_value())
      records[i].refuse("'item' must be in every record or in none");
    if (!name) continue;
    out.named = true;
    std::vector<int> order = read_order(records[i].at("order"), m);
    if (!(cuts[i].at >= 0 && cuts[i].at <= 1)) continue;
    const auto [at, is_new] = index.emplace(name->text(), out.items.size());
    if (is_new) {
      out.items.push_back({m, {}, {}});
      out.hashes.push_back(sha256(at->first).head());
    }
    CutItem& item = out.items[at->second];
    std::vector<int> all = order, first = item.orders.empty() ? order : item.orders.front();
    std::ranges::sort(all);
    std::ranges::sort(first);
    if (all != first) records[i].refuse("'order' has other contents than the item's first one");
    auto variant = std::ranges::find(item.orders, order) - item.orders.begin();
    if (variant == std::ssize(item.orders)) {
      item.orders.push_back(order);
      item.destinations.emplace_back();
    }
    for (const std::optional<int>& answer : cuts[i].answers) {
      const auto content = [&](int slot) { return order[static_cast<std::size_t>(slot)]; };
      if (answer && content(*answer) != content(cuts[i].original))
        item.destinations[static_cast<std::size_t>(variant)].push_back(content(*answer));
    }
  }
  return out;
}

constexpr int kDraws = 20'000;  // of a direction that cannot be counted

struct Preferred {
  int slot;
  Json direction;  // how it was found, and p
};

Preferred given(int slot, const Items& of, std::uint64_t seed) {
  const Direction d = direction_test(of.items, slot, kDraws, seed);
  Json out{{"by", "given"},
           {"n_changes", d.n_changes},
           {"share", to_json(d.share)},
           {"null_share", to_json(d.null_share)},
           {"p", to_json(d.p)},
           {"n_draws", d.n_draws},
           {"reason", reason(d.p.why_undefined)}};
  return {slot, std::move(out)};
}

std::vector<SlotMoments> moments(const Items& of) {
  std::vector<SlotMoments> out;
  for (const CutItem& item : of.items) out.push_back(destination_moments(item));
  return out;
}

Preferred omnibus(const Items& of) {
  const OrderTest test = conditional_chi_square(moments(of));
  const auto most = std::ranges::max_element(test.pulls, {}, &SlotPull::pull);
  Json pulls = Json::array();
  for (const SlotPull& pull : test.pulls) pulls.push_back(pull.pull);
  Json out{{"by", "omnibus"}, {"pulls", std::move(pulls)}, {"reason", reason(test.why_no_conditional)}};
  out["statistic"] = test.conditional ? Json(test.conditional->statistic) : Json(nullptr);
  out["df"] = test.conditional ? Json(test.conditional->df) : Json(nullptr);
  out["p"] = test.conditional ? Json(test.conditional->p) : Json(nullptr);
  return {static_cast<int>(most == test.pulls.end() ? 0 : most - test.pulls.begin()), std::move(out)};
}

Preferred cross_fitted(const Items& of, std::uint64_t seed) {
  const PreferredSlot found = preferred_slot(moments(of), of.hashes, seed);
  const auto most = std::ranges::max_element(found.times_chosen);
  Json out{{"by", "cross-fitted"},
           {"times_chosen", found.times_chosen},
           {"p", to_json(found.p)},
           {"reason", reason(found.p.why_undefined)}};
  return {static_cast<int>(most == found.times_chosen.end() ? 0 : most - found.times_chosen.begin()), std::move(out)};
}

Preferred read_preferred(const Field& in, const Items& of, int m) {
  const Field field = in.at("preferred");
  const auto seed_field = in.find("seed");
  const std::uint64_t seed = seed_field ? seed_field->seed() : 0;
  const bool omnibus_test = field.json() == "omnibus";
  if (omnibus_test || field.json() == "cross-fitted") {
    if (!of.named) field.refuse("needs 'item' and 'order' in every record");
    return omnibus_test ? omnibus(of) : cross_fitted(of, seed);
  }
  const auto slot = field.option(m);
  if (!slot) field.refuse("must name a slot, or be \"cross-fitted\" or \"omnibus\"");
  return of.named ? given(*slot, of, seed) : Preferred{*slot, nullptr};
}

Json compute(const Json& input) {
  const Field in = input_object(input);
  const auto options = in.find("n_options");
  const int m = options ? static_cast<int>(options->integer(2, 26)) : 4;
  std::vector<double> edges;
  for (const Field& edge : in.at("edges").list()) edges.push_back(edge.finite());
  if (!std::ranges::is_sorted(edges)) in.at("edges").refuse("must ascend");
  const std::vector<Field> records = in.at("records").list();
  std::vector<Cut> cuts;
  for (const Field& record : records) cuts.push_back(read_cut(record, m));
  Preferred preferred = read_preferred(in, read_items(records, cuts, m), m);

  const TruncationTable table = truncation_table(cuts, m, preferred.slot, edges);
  Json buckets = Json::array();
  for (const Changes& bucket : table.buckets) buckets.push_back(changes_json(bucket));
  Eigen::MatrixXd sides(2, 2);
  sides << table.before.n_changed, table.before.n - table.before.n_changed,  //
      table.after.n_changed, table.after.n - table.after.n_changed;
  return {{"buckets", std::move(buckets)},      {"before", changes_json(table.before)},
          {"after", changes_json(table.after)}, {"n_skipped", table.n_skipped},
          {"n_missing", table.n_missing},       {"n_outside_edges", table.n_outside_edges},
          {"preferred", preferred.slot},        {"direction", std::move(preferred.direction)},
          {"chi2", contingency_json(sides)}};
}

}  // namespace

extern constinit const NamedStatistic kNamedTruncation{
    .name = "truncation",
    .summary = "how often answers change when a text is cut short, and where to",
    .help =
        "in:\n"
        "  records  [{ccp, offset, original, answers}]: commitment point and signed distance of the cut from it, as\n"
        "           shares of the text; the slot that the whole text chose; those of the continuations, null where\n"
        "           none was read. Without ccp or original, or cut outside [0, 1]: skipped. With item, and order (the\n"
        "           content at each slot, whole numbers), changes are tested for where they go\n"
        "  preferred  the slot that was named beforehand; or how it is chosen from these items: \"cross-fitted\" (one\n"
        "           half against the other, 50 splits), \"omnibus\" (the greatest pull; p of all slots together)\n"
        "  edges (of the position buckets), n_options (4), seed (0)\n"
        "out:\n"
        "  buckets, before (offset < 0), after (> 0): n, changed, change_rate, destinations (per slot), to_preferred,\n"
        "    toward_share = to_preferred / changed, chance_share (a uniform redraw among the other slots)\n"
        "  n_skipped, n_missing (answers), n_outside_edges (records)\n"
        "  preferred  the slot; direction  by and p of it, of changes against the contents chosen, dealt out to the\n"
        "    orders of an item: null without item and order\n"
        "  chi2  side x changed, as chi2_contingency: takes the continuations of an item for independent\n",
    .source = "More Thinking, More Bias, sec. 3.4 and 5.3",
    .compute = compute,
};

}  // namespace brink::stats
