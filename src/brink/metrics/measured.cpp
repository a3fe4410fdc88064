#include "brink/metrics/measured.h"

#include <algorithm>

#include "brink/stats/pbs.h"
#include "brink/stats/pbs_null.h"

namespace brink {
namespace {

bool breaks_balance(const ItemAnswers& item) {
  return static_cast<int>(item.orders.size()) == item.rows->n_planned && !stats::balanced(item.orders);
}

std::vector<MeasuredItem> make_measured(const MetricInput& input) {
  std::vector<MeasuredItem> out;
  for (const ItemAnswers& item : answers(input)) {
    if (breaks_balance(item)) return {};
    MeasuredItem one;
    int n_texts = 0, n_right = 0, n_marked = 0;
    for (const Observation* row : item.rows->variants) {
      if (row->reading.status == Status::kError) continue;
      ++n_texts;
      one.length += row->reading.n_chars;
      if (const auto right = is_right(*row)) {
        ++n_marked;
        n_right += *right ? 1 : 0;
      }
    }
    if (n_texts == 0) continue;
    one.length /= n_texts;
    if (n_marked > 0) one.accuracy = static_cast<double>(n_right) / n_marked;
    if (item.complete()) {
      const stats::ItemPbs pbs = pbs_of(input, item);
      one.pbs = one.least = one.greatest = pbs.pbs;
      one.excess = pbs.excess().value;
    } else {
      const stats::Bounds bounds = stats::pbs_bounds(slot_counts(item), item.rows->n_planned - item.n_read());
      one.least = bounds.low;
      one.greatest = bounds.high;
    }
    one.answers = &item;
    out.push_back(one);
  }
  return out;
}

}  // namespace

const std::vector<MeasuredItem>& measured_items(const MetricInput& input) { return input.once(make_measured); }

}  // namespace brink
