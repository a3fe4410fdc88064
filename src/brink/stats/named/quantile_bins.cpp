#include "brink/stats/quantile_bins.h"

#include "brink/stats/named/field.h"
#include "brink/stats/named/named.h"

namespace brink::stats {
namespace {

constexpr int kMostBins = 1'000'000;

Json summary(const Binning& binning, std::span<const double> values, std::span<const double> y, bool has_y) {
  Json sizes = Json::array(), low = Json::array(), high = Json::array(), mean = Json::array(), sem = Json::array();
  for (const BinSummary& bin : summarize_bins(binning, values, y)) {
    sizes.push_back(bin.size);
    low.push_back(to_json(bin.low));
    high.push_back(to_json(bin.high));
    mean.push_back(to_json(bin.y_mean));
    sem.push_back(to_json(bin.y_sem));
  }
  Json out{{"bins", binning.bins}, {"sizes", std::move(sizes)}, {"lo", std::move(low)}, {"hi", std::move(high)}};
  if (has_y) {
    out["y_mean"] = std::move(mean);
    out["y_sem"] = std::move(sem);
  }
  return out;
}

Json compute(const Json& input) {
  const Field in = input_object(input);
  std::vector<double> values, y;
  for (const Field& value : in.at("values").list()) values.push_back(value.finite());
  const int k = static_cast<int>(in.at("k").integer(1, kMostBins));
  const auto y_field = in.find("y");
  if (y_field) {
    for (const Field& value : y_field->list()) y.push_back(value.number());
    if (y.size() != values.size()) y_field->refuse("must be as long as values");
  }
  const auto describe = [&](const Binning& binning) { return summary(binning, values, y, y_field.has_value()); };

  Json out{{"n", values.size()}, {"k", k}, {"rank", nullptr}, {"reason", nullptr}};
  if (values.size() < static_cast<std::size_t>(k)) {
    out["reason"] = "fewer values than bins";
  } else {
    const RankBinning binning = rank_bins(values, k);
    out["rank"] = describe(binning);
    out["rank"]["ties_split"] = binning.ties_split;
  }
  Json qcut{{"error", nullptr}};
  if (const auto binning = quantile_bins(values, k)) {
    qcut.update(describe(*binning));
  } else {
    const auto dropped = quantile_bins(values, k, true);
    qcut["error"] = "duplicate edges";
    qcut["drop"] = dropped ? describe(*dropped) : Json(nullptr);
  }
  out["qcut"] = std::move(qcut);
  return out;
}

}  // namespace

extern constinit const NamedStatistic kNamedQuantileBins{
    .name = "quantile_bins",
    .summary = "equal-frequency bins, by rank and as pandas.qcut",
    .help =
        "in:\n"
        "  values  finite numbers\n"
        "  k       number of bins\n"
        "  y       numbers to average per bin (optional)\n"
        "out:\n"
        "  rank  sorted by (value, input order), the first n mod k bins one larger; ties_split = borders that part\n"
        "        equal values; null with reason for n < k\n"
        "  qcut  pandas.qcut: linear quantiles as edges, intervals (a, b]; error \"duplicate edges\" where it raises,\n"
        "        then drop = the result with equal edges merged\n"
        "  each: bins (per value), sizes, lo, hi, y_mean, y_sem (ddof 1; null for size < 2)\n",
    .source = "More Thinking, More Bias, Fig. 1 and Table 3",
    .compute = compute,
};

}  // namespace brink::stats
