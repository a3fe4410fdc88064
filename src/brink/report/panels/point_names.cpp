#include "brink/report/panels/point_names.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace brink {
namespace {

// About what a chart of 480 by 300 with axis and padding leaves for points, and what a letter takes.
constexpr double kWidth = 400, kHeight = 270, kLetter = 6.2, kLine = 14;

struct Range {
  double low = INFINITY, high = -INFINITY;

  void take(double v) {
    low = std::min(low, v);
    high = std::max(high, v);
  }
  double share(double v) const { return high > low ? (v - low) / (high - low) : .5; }
};

struct Box {
  double left, right, top;

  bool meets(const Box& other) const {
    return left < other.right && other.left < right && std::abs(top - other.top) < kLine;
  }
};

}  // namespace

void thin_names(Json& rows, const char* name, const char* x, bool log_x) {
  const auto at = [&](const Json& row) {
    const double v = row[x].get<double>();
    return log_x ? std::log(v) : v;
  };
  Range along, up;
  for (const Json& row : rows) {
    along.take(at(row));
    up.take(row["value"].get<double>());
    for (const char* end : {"low", "high"})
      if (const auto found = row.find(end); found != row.end() && found->is_number()) up.take(found->get<double>());
  }
  std::vector<Box> taken;
  for (Json& row : rows) {
    const std::string& words = row[name].get_ref<const std::string&>();
    if (words.empty()) continue;
    const double left = kWidth * along.share(at(row));
    const Box box{left, left + kLetter * static_cast<double>(words.size()),
                  kHeight * (1 - up.share(row["value"].get<double>()))};
    if (std::ranges::any_of(taken, [&](const Box& other) { return box.meets(other); }))
      row[name] = "";
    else
      taken.push_back(box);
  }
}

}  // namespace brink
