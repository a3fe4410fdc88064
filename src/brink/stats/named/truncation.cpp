#include "brink/stats/truncation.h"

#include <limits>

#include "brink/stats/named/chi2_contingency.h"
#include "brink/stats/named/field.h"
#include "brink/stats/named/named.h"

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

Json to_json(const Changes& cell) {
  return {{"n", cell.n},
          {"changed", cell.n_changed},
          {"to_preferred", cell.to_preferred},
          {"change_rate", stats::to_json(cell.change_rate)},
          {"toward_share", stats::to_json(cell.toward_share)},
          {"chance_share", stats::to_json(cell.chance_share)},
          {"destinations", cell.destinations}};
}

Json compute(const Json& input) {
  const Field in = input_object(input);
  const auto options = in.find("n_options");
  const int m = options ? static_cast<int>(options->integer(2, 26)) : 4;
  const Field preferred_field = in.at("preferred");
  const auto preferred = preferred_field.option(m);
  if (!preferred) preferred_field.refuse("must name a slot");
  std::vector<double> edges;
  for (const Field& edge : in.at("edges").list()) edges.push_back(edge.finite());
  std::vector<Cut> cuts;
  for (const Field& record : in.at("records").list()) cuts.push_back(read_cut(record, m));

  const TruncationTable table = truncation_table(cuts, m, *preferred, edges);
  Json buckets = Json::array();
  for (const Changes& bucket : table.buckets) buckets.push_back(to_json(bucket));
  Eigen::MatrixXd sides(2, 2);
  sides << table.before.n_changed, table.before.n - table.before.n_changed,  //
      table.after.n_changed, table.after.n - table.after.n_changed;
  return {{"buckets", std::move(buckets)},  {"before", to_json(table.before)},
          {"after", to_json(table.after)},  {"n_skipped", table.n_skipped},
          {"n_missing", table.n_missing},   {"n_outside_edges", table.n_outside_edges},
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
        "           none was read. Without ccp or original, or cut outside [0, 1]: skipped\n"
        "  preferred, edges (of the position buckets), n_options (4)\n"
        "out:\n"
        "  buckets, before (offset < 0), after (> 0): n, changed, change_rate, destinations (per slot), to_preferred,\n"
        "    toward_share = to_preferred / changed, chance_share (a uniform redraw among the other slots)\n"
        "  n_skipped, n_missing (answers), n_outside_edges (records)\n"
        "  chi2  side x changed, as chi2_contingency: takes the continuations of an item for independent\n",
    .source = "More Thinking, More Bias, sec. 3.4 and 5.3",
    .compute = compute,
};

}  // namespace brink::stats
