#include "brink/stats/named/questions.h"

#include <fmt/core.h>

#include <algorithm>

#include "brink/stats/answered_item.h"

namespace brink::stats {
namespace {

using Orders = std::vector<std::vector<int>>;

Orders read_orders(const Field& field, int n_options) {
  Orders orders;
  for (const Field& variant : field.list()) {
    std::vector<int>& order = orders.emplace_back();
    for (const Field& option : variant.list()) {
      order.push_back(static_cast<int>(option.integer(0, n_options - 1)));
    }
    std::vector<int> sorted = order;
    std::sort(sorted.begin(), sorted.end());
    const bool distinct = std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
    if (static_cast<int>(order.size()) != n_options || !distinct) {
      variant.refuse(fmt::format("must hold each of the {} options once", n_options));
    }
  }
  if (orders.empty()) field.refuse("must hold at least one variant");
  return orders;
}

int read_n_options(const Field& input) {
  if (const auto n = input.find("n_options")) return static_cast<int>(n->integer(2, 26));
  if (const auto orders = input.find("orders")) {
    const std::vector<Field> variants = orders->list();
    if (!variants.empty()) {
      const std::size_t n = variants.front().list().size();
      if (n < 2 || n > 26) variants.front().refuse("must hold 2 to 26 options");
      return static_cast<int>(n);
    }
  }
  return 4;
}

Question read_question(const Field& field, std::size_t index, int n_options, const Orders& orders) {
  Question q{index, &orders, {}, std::nullopt};
  if (const auto id = field.find("id")) {
    if (!id->json().is_string() && !id->json().is_number()) id->refuse("must be a string or a number");
    q.id = id->json();
  }
  const Field answers = field.at("answers");
  for (const Field& answer : answers.list()) q.answers.slots.push_back(answer.option(n_options));
  if (q.answers.slots.size() != orders.size()) {
    answers.refuse(fmt::format("must have one entry per variant ({}), has {}", orders.size(), q.answers.slots.size()));
  }
  for (std::size_t v = 0; v < orders.size(); ++v) {
    const std::optional<int> slot = q.answers.slots[v];
    q.answers.contents.push_back(slot ? std::optional(orders[v][static_cast<std::size_t>(*slot)]) : std::nullopt);
  }
  if (const auto gold = field.find("gold")) q.gold = gold->option(n_options);
  return q;
}

}  // namespace

int Question::n_valid() const {
  return static_cast<int>(std::count_if(answers.slots.begin(), answers.slots.end(), [](const auto& s) { return !!s; }));
}

int Question::gold_slot(std::size_t v) const {
  const std::vector<int>& order = (*orders)[v];
  return static_cast<int>(std::find(order.begin(), order.end(), gold.value()) - order.begin());
}

std::vector<int> Question::slot_counts() const {
  std::vector<int> counts(orders->front().size(), 0);
  for (const auto& slot : answers.slots) {
    if (slot) ++counts[static_cast<std::size_t>(*slot)];
  }
  return counts;
}

Questions read_questions(const Field& input) {
  Questions out;
  out.n_options = read_n_options(input);
  const auto add_orders = [&](Orders orders) -> const Orders& {
    out.balanced = out.balanced && balanced(orders);
    return *out.orders.emplace_back(std::make_unique<Orders>(std::move(orders)));
  };
  const auto given = input.find("orders");
  const Orders& common = add_orders(given ? read_orders(*given, out.n_options) : cyclic_orders(out.n_options));
  const std::vector<Field> questions = input.at("questions").list();
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const auto own = questions[i].find("orders");
    const Orders& orders = own ? add_orders(read_orders(*own, out.n_options)) : common;
    out.all.push_back(read_question(questions[i], i, out.n_options, orders));
  }
  return out;
}

}  // namespace brink::stats
