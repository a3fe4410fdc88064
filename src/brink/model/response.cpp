#include "brink/model/response.h"

#include <array>
#include <utility>

namespace brink {
namespace {

using namespace std::string_view_literals;

constexpr std::array kFinishes{std::pair{Finish::kEnd, "end"sv},         std::pair{Finish::kLength, "length"sv},
                               std::pair{Finish::kStopString, "stop"sv}, std::pair{Finish::kAnswer, "answer"sv},
                               std::pair{Finish::kContext, "context"sv}, std::pair{Finish::kUnknown, "unknown"sv}};

constexpr std::array kKinds{std::pair{Failure::Kind::kContextFull, "context_full"sv},
                            std::pair{Failure::Kind::kUnsupported, "unsupported"sv},
                            std::pair{Failure::Kind::kBadLogits, "bad_logits"sv},
                            std::pair{Failure::Kind::kBadStates, "bad_states"sv},
                            std::pair{Failure::Kind::kTemplate, "template"sv},
                            std::pair{Failure::Kind::kTransport, "transport"sv},
                            std::pair{Failure::Kind::kOther, "other"sv}};

template <class Table, class Value>
std::string_view word_of(const Table& table, Value value) {
  for (const auto& [v, word] : table)
    if (v == value) return word;
  return "unknown";
}

template <class Value, class Table>
std::optional<Value> value_of(const Table& table, std::string_view word) {
  for (const auto& [v, w] : table)
    if (w == word) return v;
  return std::nullopt;
}

}  // namespace

std::string_view to_string(Finish finish) { return word_of(kFinishes, finish); }
std::string_view to_string(Failure::Kind kind) { return word_of(kKinds, kind); }
std::optional<Finish> finish_from_string(std::string_view word) { return value_of<Finish>(kFinishes, word); }
std::optional<Failure::Kind> failure_kind_from_string(std::string_view word) {
  return value_of<Failure::Kind>(kKinds, word);
}

}  // namespace brink
