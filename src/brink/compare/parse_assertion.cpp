#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "brink/base/error.h"
#include "brink/base/text.h"
#include "brink/compare/assertion.h"

namespace brink {
namespace {

using Part = Assertion::Part;
using Relation = Assertion::Relation;

constexpr std::array kParts{std::pair{"_low", Part::kLow}, std::pair{"_high", Part::kHigh},
                            std::pair{"_null", Part::kNull}, std::pair{"_p", Part::kP}};
// The longer ones first.
constexpr std::array kRelations{std::pair{">=", Relation::kGreaterEqual}, std::pair{"<=", Relation::kLessEqual},
                                std::pair{"==", Relation::kEqual},        std::pair{"!=", Relation::kNotEqual},
                                std::pair{">", Relation::kGreater},       std::pair{"<", Relation::kLess}};

bool is_metric(std::string_view name) {
  return std::ranges::any_of(metrics(), [&](const Metric* m) { return m->name == name; });
}

bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Assertion parse() {
    Assertion out;
    out.text = text_;
    name(word("the name of a metric"), out);
    out.relation = relation();
    out.bound = number();
    if (at_end()) return out;
    if (const std::string keyword = word("'where' or the end"); keyword != "where") fail("'where' or the end");
    do {
      const std::string key = word("a key, as model=NAME");
      if (!take("=")) fail("'=' after '" + key + "'");
      if (!out.where.emplace(key, value()).second) fail("each key once");
    } while (!at_end());
    return out;
  }

 private:
  [[noreturn]] void fail(const std::string& expected) const {
    throw Error(
        ErrorKind::kUsage,
        "assertion \"" + std::string(text_) + "\": expected " + expected + " at character " + std::to_string(last_ + 1),
        "write it as \"flip_rate < .1\" or \"accuracy_low >= .5 where model=m mode=cot\"");
  }

  void skip_spaces() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n')) ++at_;
    last_ = at_;
  }
  bool at_end() {
    skip_spaces();
    return at_ == text_.size();
  }
  bool take(std::string_view token) {
    skip_spaces();
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }

  std::string word(const std::string& expected) {
    skip_spaces();
    while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    if (at_ == last_) fail(expected);
    return std::string(text_.substr(last_, at_ - last_));
  }

  Relation relation() {
    for (const auto& [token, relation] : kRelations)
      if (take(token)) return relation;
    fail("one of > >= < <= == !=");
  }

  double number() {
    skip_spaces();
    double out = 0;
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), out);
    if (error != std::errc() || !std::isfinite(out)) fail("a number");
    at_ = static_cast<std::size_t>(end - text_.data());
    if (at_ < text_.size() && text_[at_] == '%') {
      out /= 100;
      ++at_;
    }
    if (at_ < text_.size() && text_[at_] != ' ' && text_[at_] != '\t' && text_[at_] != '\n') fail("a number");
    return out;
  }

  std::string value() {
    skip_spaces();
    const char quote = at_ < text_.size() ? text_[at_] : '\0';
    if (quote != '"' && quote != '\'') {
      at_ = std::min(text_.find_first_of(" \t\n", at_), text_.size());
      if (at_ == last_) fail("a value");
      return std::string(text_.substr(last_, at_ - last_));
    }
    const std::size_t end = text_.find(quote, at_ + 1);
    if (end == text_.npos) fail("a value with its closing quote");
    at_ = end + 1;
    return std::string(text_.substr(last_ + 1, end - last_ - 1));
  }

  void name(const std::string& name, Assertion& out) const {
    if (name == "pull_p") {
      out.metric = "order_test";
      out.part = Part::kP;
      return;
    }
    out.metric = name;
    if (is_metric(name)) return;
    for (const auto& [suffix, part] : kParts) {
      if (!name.ends_with(suffix)) continue;
      out.metric = name.substr(0, name.size() - std::string_view(suffix).size());
      out.part = part;
      if (is_metric(out.metric)) return;
    }
    std::vector<std::string> known;
    for (const Metric* m : metrics()) {
      known.emplace_back(m->name);
      for (const auto& [suffix, part] : kParts) known.push_back(std::string(m->name) + suffix);
    }
    const std::string near = closest(name, known);
    throw Error(ErrorKind::kUsage, "assertion \"" + std::string(text_) + "\": there is no metric '" + name + "'",
                (near.empty() ? "" : "did you mean '" + near + "'? ") +
                    "`brink list metrics` has them; _low, _high, _null or _p may follow a name");
  }

  std::string_view text_;
  std::size_t at_ = 0, last_ = 0;  // next character; start of the token being read
};

}  // namespace

Assertion parse_assertion(std::string_view text) { return Parser(text).parse(); }

}  // namespace brink
