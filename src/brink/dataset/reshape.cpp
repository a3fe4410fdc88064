#include "brink/dataset/reshape.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <span>

#include "brink/base/canonical.h"
#include "brink/base/rng.h"
#include "brink/base/text.h"
#include "brink/dataset/decimal.h"

namespace brink {
namespace {

constexpr std::string_view kDigits = "0123456789";

/// The number of an option that is a number and its unit.
std::optional<Decimal> number_of(std::string_view option) {
  constexpr std::string_view kCurrencies[] = {"Rs.", "Rs", "$", "£", "€"};
  constexpr std::string_view kUnit = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ %.";
  std::string_view text = trim(option);
  for (const std::string_view currency : kCurrencies)
    if (text.starts_with(currency)) {
      text = trim(text.substr(currency.size()));
      break;
    }
  const std::size_t last = text.find_last_of(kDigits);
  if (last == text.npos || text.substr(last + 1).find_first_not_of(kUnit) != text.npos) return std::nullopt;
  return parse_decimal(text.substr(0, last + 1));
}

/// Items that `change` holds for, the others as dirt.
template <class Change>
void reshape(Dataset& dataset, const char* kind, const char* what, const Change& change) {
  std::vector<Item> kept;
  for (Item& item : dataset.items) {
    if (change(item))
      kept.push_back(std::move(item));
    else
      dataset.dirt.push_back({item.at, kind, what, Policy::kSkipped});
  }
  dataset.items = std::move(kept);
  finish_items(dataset.items);
}

/// A number as its digits, without the decimal point that stands before the last n_behind of them.
struct Digits {
  bool negative;
  std::int64_t value;
  std::size_t n_behind;
};

std::optional<Digits> digits_of(const Decimal& number) {
  constexpr std::size_t kMost = 12;
  std::string_view text = number.text;
  Digits out{text.starts_with('-'), 0, 0};
  if (out.negative) text.remove_prefix(1);
  std::string digits(text);
  if (const std::size_t point = digits.find('.'); point != digits.npos) {
    out.n_behind = digits.size() - point - 1;
    digits.erase(point, 1);
  }
  if (digits.size() > kMost || digits.find_first_not_of(kDigits) != digits.npos) return std::nullopt;
  std::from_chars(digits.data(), digits.data() + digits.size(), out.value);
  return out;
}

std::string text_of(const Digits& number) {
  std::string digits = std::to_string(number.value);
  if (digits.size() <= number.n_behind) digits.insert(0, number.n_behind + 1 - digits.size(), '0');
  const std::size_t point = digits.size() - number.n_behind;
  return make_decimal(number.negative, digits.substr(0, point), digits.substr(point)).text;
}

/// A wrong result that a slip could give; the right one where the slip changes nothing.
std::int64_t slip(std::int64_t right, SplitMix64& rng) {
  const auto few = static_cast<std::int64_t>(1 + rng.below(9));
  const std::int64_t tenth = std::max<std::int64_t>(right / 10, 1);
  switch (rng.below(7)) {
    case 0:
      return 2 * right;
    case 1:
      return right % 2 == 0 ? right / 2 : right;
    case 2:
      return 10 * right;
    case 3:
      return right % 10 == 0 ? right / 10 : right;
    case 4:
      return right + tenth;
    case 5:
      return std::max<std::int64_t>(right - tenth, 0);
    default:
      return rng.below(2) == 0 ? right + few : std::max<std::int64_t>(right - few, 0);
  }
}

bool give_options(Item& item, int n, std::uint64_t seed) {
  const auto* gold = std::get_if<Decimal>(&item.gold);
  const std::optional<Digits> right = gold && item.options.empty() ? digits_of(*gold) : std::nullopt;
  if (!right) return false;
  SplitMix64 rng(
      sha256(Canonical("distractors.1").field("seed", std::to_string(seed)).field("item", item_hash(item).hex()).text())
          .head());
  std::vector<std::int64_t> values{right->value};
  while (values.size() < static_cast<std::size_t>(n))
    if (const std::int64_t wrong = slip(right->value, rng); std::ranges::find(values, wrong) == values.end())
      values.push_back(wrong);
  rng.shuffle(std::span<std::int64_t>(values));
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] == right->value) item.gold = static_cast<int>(i);
    item.options.push_back(text_of({right->negative && values[i] != 0, values[i], right->n_behind}));
    item.labels.emplace_back(1, static_cast<char>('A' + i));
  }
  return true;
}

}  // namespace

void as_open(Dataset& dataset) {
  reshape(dataset, "no number to ask for", "the right option is not one number with its unit", [](Item& item) {
    const int gold = item.gold_option();
    const auto number = gold < 0 ? std::nullopt : number_of(item.options[static_cast<std::size_t>(gold)]);
    if (!number) return false;
    item.gold = *number;
    item.options.clear();
    item.labels.clear();
    return true;
  });
}

void as_choice(Dataset& dataset, int n, std::uint64_t seed) {
  reshape(dataset, "no options to make", "the item has options already, or asks for no decimal number",
          [&](Item& item) { return give_options(item, n, seed); });
}

}  // namespace brink
