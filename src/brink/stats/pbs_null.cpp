#include "brink/stats/pbs_null.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <tuple>
#include <unordered_map>

#include "brink/base/rng.h"

namespace brink::stats {
namespace {

/// A content and the slots that show it: what an arrangement of the chosen contents is made of.
struct ChosenContent {
  int times;                             // how many variants chose it
  std::vector<std::vector<int>> places;  // [V] slots showing it in each variant, all of one size
};

/// An item reduced to what its null depends on. Slots are renamed by first appearance and contents ordered by
/// frequency, so that items that differ in names only share a table.
struct Pattern {
  int m, n_variants;
  std::int64_t unit;  // least common multiple of the numbers of options that share a text
  std::vector<ChosenContent> contents;

  std::string key() const {
    std::string k{static_cast<char>(m), static_cast<char>(n_variants)};
    for (const ChosenContent& c : contents) {
      k += static_cast<char>(c.times);
      for (const std::vector<int>& place : c.places) {
        for (const int slot : place) k += static_cast<char>(slot);
        k += static_cast<char>(-1);
      }
    }
    return k;
  }
};

std::vector<int> slots_of(const std::vector<int>& order, int content) {
  std::vector<int> slots;
  for (std::size_t slot = 0; slot < order.size(); ++slot) {
    if (order[slot] == content) slots.push_back(static_cast<int>(slot));
  }
  return slots;
}

Pattern pattern_of(const AnsweredItem& item) {
  Pattern pattern{item.m, static_cast<int>(item.contents.size()), 1, {}};
  std::map<int, int> times;
  for (const int content : item.contents) ++times[content];
  for (const auto& [content, k] : times) {
    ChosenContent& chosen = pattern.contents.emplace_back(ChosenContent{k, {}});
    for (const std::vector<int>& order : item.orders) chosen.places.push_back(slots_of(order, content));
    assert(!chosen.places.front().empty());
    pattern.unit = std::lcm(pattern.unit, static_cast<std::int64_t>(chosen.places.front().size()));
  }
  std::stable_sort(pattern.contents.begin(), pattern.contents.end(),
                   [](const auto& a, const auto& b) { return a.times > b.times; });
  std::vector<int> renamed(static_cast<std::size_t>(item.m), -1);
  int next = 0;
  for (ChosenContent& chosen : pattern.contents) {
    for (std::vector<int>& place : chosen.places) {
      for (int& slot : place) {
        int& name = renamed[static_cast<std::size_t>(slot)];
        if (name < 0) name = next++;
        slot = name;
      }
      std::sort(place.begin(), place.end());
    }
  }
  std::sort(pattern.contents.begin(), pattern.contents.end(), [](const ChosenContent& a, const ChosenContent& b) {
    return std::tie(b.times, a.places) < std::tie(a.times, b.places);
  });
  return pattern;
}

/// V! / prod k!, or anything above `most` once that is passed.
double n_arrangements(const Pattern& pattern, double most) {
  double ways = 1;
  int placed = 0;
  for (const ChosenContent& c : pattern.contents) {
    for (int i = 1; i <= c.times; ++i) {
      ways *= static_cast<double>(++placed) / i;
      if (ways > 2 * most) return ways;  // later factors are at least 1
    }
  }
  return std::round(ways);
}

double pbs_of(std::span<const int> counts, std::int64_t total) {
  const double uniform = 1.0 / static_cast<double>(counts.size());
  double sum = 0;
  for (const int c : counts) {
    const double d = c / static_cast<double>(total) - uniform;
    sum += d * d;
  }
  return std::sqrt(sum);
}

std::int64_t sum_of_squares(std::span<const int> counts) {
  std::int64_t sum = 0;
  for (const int c : counts) sum += static_cast<std::int64_t>(c) * c;
  return sum;
}

/// Collects arrangements by their multiset of slot counts, which is recognised by a hash kept up to date per choice.
class Tally {
 public:
  explicit Tally(const Pattern& pattern) : unit_(pattern.unit), counts_(static_cast<std::size_t>(pattern.m), 0) {
    SplitMix64 rng(0x7a11);
    codes_.resize(static_cast<std::size_t>(pattern.n_variants * pattern.unit) + 1);
    for (std::uint64_t& code : codes_) code = rng.next();
  }

  /// One choice of a content shown at `place` more (sign 1) or less (sign -1).
  void add(const std::vector<int>& place, int sign) {
    const int share = sign * static_cast<int>(unit_ / static_cast<std::int64_t>(place.size()));
    for (const int slot : place) {
      int& n = counts_[static_cast<std::size_t>(slot)];
      hash_ -= codes_[static_cast<std::size_t>(n)];
      n += share;
      hash_ += codes_[static_cast<std::size_t>(n)];
    }
  }
  void record() {
    const auto [at, added] = index_.try_emplace(hash_, seen_.size());
    if (added) seen_.push_back({counts_, 0});
    ++seen_[at->second].times;
  }

  PbsNull distribution(const Pattern& pattern) const {
    double total = 0;
    for (const Seen& s : seen_) total += s.times;
    PbsNull null;
    null.unit = unit_;
    for (const Seen& s : seen_) {
      std::vector<int> counts = s.counts;
      std::sort(counts.rbegin(), counts.rend());
      null.support.push_back({pbs_of(counts, pattern.n_variants * unit_), sum_of_squares(counts), s.times / total});
    }
    std::sort(null.support.begin(), null.support.end(), [](const SupportPoint& a, const SupportPoint& b) {
      return std::pair(a.pbs, a.probability) < std::pair(b.pbs, b.probability);
    });
    for (const SupportPoint& s : null.support) null.mean += s.pbs * s.probability;
    const bool constant = null.support.front().sum_squares == null.support.back().sum_squares;
    double variance = 0;
    for (const SupportPoint& s : null.support) variance += s.probability * (s.pbs - null.mean) * (s.pbs - null.mean);
    null.sd = constant ? 0.0 : std::sqrt(variance);
    return null;
  }

 private:
  struct Seen {
    std::vector<int> counts;
    double times;
  };
  std::int64_t unit_;
  std::vector<int> counts_;
  std::uint64_t hash_ = 0;
  std::vector<std::uint64_t> codes_;
  std::unordered_map<std::uint64_t, std::size_t> index_;
  std::vector<Seen> seen_;
};

void enumerate(const Pattern& pattern, std::size_t variant, std::vector<int>& left, Tally& tally) {
  if (variant == static_cast<std::size_t>(pattern.n_variants)) return tally.record();
  for (std::size_t c = 0; c < pattern.contents.size(); ++c) {
    if (left[c] == 0) continue;
    --left[c];
    tally.add(pattern.contents[c].places[variant], 1);
    enumerate(pattern, variant + 1, left, tally);
    tally.add(pattern.contents[c].places[variant], -1);
    ++left[c];
  }
}

void draw(const Pattern& pattern, SplitMix64 rng, Tally& tally) {
  std::vector<std::size_t> assigned;
  for (std::size_t c = 0; c < pattern.contents.size(); ++c) {
    assigned.insert(assigned.end(), static_cast<std::size_t>(pattern.contents[c].times), c);
  }
  for (int i = 0; i < PbsNullTables::kDraws; ++i) {
    rng.shuffle(std::span<std::size_t>(assigned));
    for (std::size_t v = 0; v < assigned.size(); ++v) tally.add(pattern.contents[assigned[v]].places[v], 1);
    tally.record();
    for (std::size_t v = 0; v < assigned.size(); ++v) tally.add(pattern.contents[assigned[v]].places[v], -1);
  }
}

std::uint64_t fnv1a(std::string_view bytes) {
  std::uint64_t h = 0xcbf29ce484222325ULL;
  for (const char c : bytes) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return h;
}

PbsNull null_of(const Pattern& pattern, std::uint64_t seed) {
  Tally tally(pattern);
  const bool exact = n_arrangements(pattern, PbsNullTables::kMostArrangements) <= PbsNullTables::kMostArrangements;
  if (exact) {
    std::vector<int> left;
    for (const ChosenContent& c : pattern.contents) left.push_back(c.times);
    enumerate(pattern, 0, left, tally);
  } else {
    draw(pattern, SplitMix64(seed ^ fnv1a(pattern.key())), tally);
  }
  PbsNull null = tally.distribution(pattern);
  null.n_draws = exact ? 0 : PbsNullTables::kDraws;
  return null;
}

}  // namespace

Estimate ItemPbs::excess() const {
  if (n_variants < 2) return Estimate::undefined("one answer");
  if (m == 2) return Estimate::undefined("constant for m = 2");
  return Estimate::of(pbs - null->mean);
}

ItemPbs PbsNullTables::compare(const AnsweredItem& item) {
  assert(!item.contents.empty());
  const Pattern pattern = pattern_of(item);
  const auto [at, added] = tables_.try_emplace(pattern.key());
  if (added) at->second = null_of(pattern, seed_);

  ItemPbs out;
  out.m = item.m;
  out.n_variants = pattern.n_variants;
  out.null = &at->second;
  out.counts.assign(static_cast<std::size_t>(item.m), 0);
  for (std::size_t v = 0; v < item.contents.size(); ++v) {
    const std::vector<int> place = slots_of(item.orders[v], item.contents[v]);
    for (const int slot : place) {
      out.counts[static_cast<std::size_t>(slot)] += static_cast<int>(pattern.unit) / static_cast<int>(place.size());
    }
  }
  out.pbs = pbs_of(out.counts, out.n_variants * pattern.unit);
  out.sum_squares = sum_of_squares(out.counts);
  double tail = 0;
  for (const SupportPoint& s : out.null->support) {
    if (s.sum_squares >= out.sum_squares) tail += s.probability;
  }
  const double draws = out.null->n_draws;
  out.p = draws > 0 ? (tail * draws + 1) / (draws + 1) : std::min(1.0, tail);
  return out;
}

}  // namespace brink::stats
