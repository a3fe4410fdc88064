#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "brink/base/canonical.h"
#include "brink/base/error.h"
#include "brink/base/rng.h"
#include "brink/dataset/labels.h"
#include "brink/prompt/prompt.h"

namespace brink {
namespace {

constexpr int kMaxVariants = 120;  // 5!

using Order = std::vector<int>;

Order file_order(int m) {
  Order order(static_cast<std::size_t>(m));
  std::iota(order.begin(), order.end(), 0);
  return order;
}

// The m rotations of `base`: at shift s the option at place i of `base` is shown at slot (i + s) mod m.
std::vector<Order> rotations(const Order& base) {
  const std::size_t m = base.size();
  std::vector<Order> out(m, Order(m));
  for (std::size_t s = 0; s < m; ++s)
    for (std::size_t i = 0; i < m; ++i) out[s][(i + s) % m] = base[i];
  return out;
}

// m!, or kMaxVariants + 1 when it is more than kMaxVariants.
int n_orders(int m) {
  int n = 1;
  for (int i = 2; i <= m && n <= kMaxVariants; ++i) n *= i;
  return std::min(n, kMaxVariants + 1);
}

std::vector<Order> all_orders(int m) {
  std::vector<Order> out;
  Order order = file_order(m);
  do out.push_back(order);
  while (std::next_permutation(order.begin(), order.end()));
  return out;
}

// The first n orders of a stream that depends on the item and the seed alone, so that a larger n extends a smaller.
std::vector<Order> random_orders(const Item& item, int n, std::uint64_t study_seed) {
  const auto seed = sha256(
      Canonical("orders.1").field("seed", std::to_string(study_seed)).field("item", item_hash(item).hex()).text());
  SplitMix64 rng(seed.head());
  if (n_orders(item.n_options()) <= kMaxVariants) {
    // Few enough to shuffle them all; drawing until n are distinct would wait long for the last ones.
    std::vector<Order> out = all_orders(item.n_options());
    rng.shuffle(std::span<Order>(out));
    out.resize(std::min(out.size(), static_cast<std::size_t>(n)));
    return out;
  }
  std::vector<Order> out;
  std::set<Order> seen;
  while (out.size() < static_cast<std::size_t>(n)) {
    Order order = file_order(item.n_options());
    rng.shuffle(std::span<int>(order));
    if (seen.insert(order).second) out.push_back(order);
  }
  return out;
}

[[noreturn]] void refuse(const Item& item, const std::string& what, const std::string& hint) {
  const std::string at = item.at.text();
  throw Error(ErrorKind::kUsage, (at.empty() ? "" : at + ": ") + "item '" + item.id + "' " + what, hint);
}

std::vector<Order> orders(const Item& item, const PermutationSpec& set, std::uint64_t study_seed) {
  const int m = item.n_options();
  if (set.kind == "none") return {file_order(m)};
  if (set.kind == "cyclic") return rotations(file_order(m));
  if (set.kind == "reversed") {
    Order order = file_order(m);
    std::reverse(order.begin(), order.end());
    return rotations(order);
  }
  if (set.kind == "both") {
    Order order = file_order(m);
    std::vector<Order> out = rotations(order);
    std::reverse(order.begin(), order.end());
    if (m > 2)  // else the same orders
      for (Order& shift : rotations(order)) out.push_back(std::move(shift));
    return out;
  }
  if (set.kind == "all") {
    if (n_orders(m) > kMaxVariants)
      refuse(item,
             "has " + std::to_string(m) + " options: permutations = \"all\" would need more than " +
                 std::to_string(kMaxVariants) + " variants",
             "use \"cyclic\" or \"random:n\"");
    return all_orders(m);
  }
  if (set.kind == "random") return random_orders(item, set.n, study_seed);
  if (set.kind == "pairs") {
    if (m != 2)
      refuse(item, "has " + std::to_string(m) + " options: permutations = \"pairs\" is for items with two",
             "use \"cyclic\"");
    return all_orders(2);
  }
  throw Error(ErrorKind::kUsage, "unknown permutation set '" + set.kind + "'");
}

}  // namespace

std::vector<Variant> label_rotations(const Item& item) {
  std::vector<Variant> out;
  for (int r = 0; r < item.n_options(); ++r)
    out.push_back({.order = file_order(item.n_options()), .label_set = LabelSet{.rotation = r}.text()});
  return out;
}

std::vector<Variant> labelled(std::vector<Variant> variants, const Item& item, const std::string& labels, bool tie) {
  if (item.options.empty()) return variants;
  for (Variant& variant : variants) {
    LabelSet set = label_set(variant.label_set);
    set.base = labels;
    set.tie = tie;
    if (item.n_options() > n_labels(set))
      refuse(item,
             fmt::format("has {} options: labels = \"{}\" has {}{}", item.n_options(), labels, n_labels(set),
                         tie ? " beside the tie" : ""),
             "use \"digits\", or list more labels");
    variant.label_set = set.text();
  }
  return variants;
}

std::string PermutationSpec::text() const { return kind == "random" ? kind + ":" + std::to_string(n) : kind; }

std::vector<Variant> variants(const Item& item, const PermutationSpec& set, std::uint64_t study_seed) {
  std::vector<Variant> out;
  if (item.options.empty()) return {{.order = {}, .label_set = "none"}};
  for (Order& order : orders(item, set, study_seed)) out.push_back({.order = std::move(order)});
  return out;
}

}  // namespace brink
