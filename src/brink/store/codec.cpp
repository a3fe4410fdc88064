#include "codec.h"

#include <Eigen/Core>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <utility>

#include "brink/base/json.h"
#include "sqlite.h"

namespace brink::codec {
namespace {

using namespace std::string_view_literals;

constexpr std::array kPoints{std::pair{Site::Point::kResidPost, "resid_post"sv},
                             std::pair{Site::Point::kFinal, "final"sv}};
constexpr std::array kPools{std::pair{Site::Pool::kLast, "last"sv}, std::pair{Site::Pool::kMeanInput, "mean_input"sv}};
constexpr std::array kStateTypes{std::pair{StateType::kFloat32, "float32"sv},
                                 std::pair{StateType::kFloat16, "float16"sv}};
constexpr std::array kPolicies{std::pair{Policy::kKept, "kept"sv}, std::pair{Policy::kRepaired, "repaired"sv},
                               std::pair{Policy::kSkipped, "skipped"sv}};

template <class Table, class Value>
std::string_view word_of(const Table& table, Value value) {
  for (const auto& [v, w] : table)
    if (v == value) return w;
  return {};
}

template <class Table>
auto value_of(const Table& table, std::string_view word) {
  for (const auto& [v, w] : table)
    if (w == word) return v;
  throw sql::Damaged{"an unknown word '" + std::string(word) + "'"};
}

Sha256 hash_at(const Json& j, const char* name) {
  const auto hash = Sha256::from_hex(j.at(name).get<std::string>());
  if (!hash) throw sql::Damaged{"a malformed hash in " + j.dump()};
  return *hash;
}

Json to_json(const Site& s) { return {{"point", word(s.what)}, {"layer", s.layer}, {"pool", word(s.pool)}}; }

Site site_from(const Json& j) {
  return {point(j.at("point").get<std::string>()), j.at("layer").get<int>(), pool(j.at("pool").get<std::string>())};
}

Json to_json(const Intervention& intervention) {
  struct Encoder {
    Json operator()(const Steer& s) const {
      return {{"kind", "steer"}, {"site", to_json(s.site)}, {"vector", s.direction.hex()}, {"alpha", s.alpha}};
    }
    Json operator()(const Ablate& a) const {
      return {{"kind", "ablate"}, {"site", to_json(a.site)}, {"vector", a.basis.hex()}};
    }
    Json operator()(const Patch& p) const {
      return {{"kind", "patch"}, {"site", to_json(p.site)}, {"vector", p.from.hex()}};
    }
  };
  return std::visit(Encoder{}, intervention);
}

Intervention intervention_from(const Json& j) {
  const auto kind = j.at("kind").get<std::string>();
  const Site site = site_from(j.at("site"));
  const Sha256 vector = hash_at(j, "vector");
  if (kind == "steer") return Steer{site, vector, j.at("alpha").get<double>()};
  if (kind == "ablate") return Ablate{site, vector};
  if (kind == "patch") return Patch{site, vector};
  throw sql::Damaged{"an unknown intervention '" + kind + "'"};
}

// An empty list or map is written as such, never as null.
template <class List, class ToJson>
std::string dump_list(const List& list, const ToJson& to) {
  if (list.empty()) return "[]";
  Json out = Json::array();
  for (const auto& x : list) out.push_back(to(x));
  return out.dump();
}

template <class T, class From>
std::vector<T> parse_list(std::string_view text, const From& from) {
  std::vector<T> out;
  if (text == "[]") return out;  // as in most records
  for (const Json& j : Json::parse(text)) out.push_back(from(j));
  return out;
}

}  // namespace

std::string json(const std::vector<std::string>& list) { return Json(list).dump(); }
std::string json(const std::vector<int>& list) { return Json(list).dump(); }
std::string json(const std::map<std::string, std::string>& map) { return Json(map).dump(); }

std::string json(const Messages& messages) {
  return dump_list(messages, [](const Message& m) { return Json{{"role", m.role}, {"content", m.content}}; });
}
std::string json(const std::vector<Site>& sites) {
  return dump_list(sites, [](const Site& s) { return to_json(s); });
}
std::string json(const std::vector<Intervention>& all) {
  return dump_list(all, [](const Intervention& i) { return to_json(i); });
}
std::string json(const std::vector<ModelKey::Adapter>& adapters) {
  return dump_list(adapters, [](const ModelKey::Adapter& a) {
    return Json{{"hash", a.hash.hex()}, {"scale", a.scale}};
  });
}

std::string json(const Gold& gold) {
  struct Encoder {
    Json operator()(std::monostate) const { return nullptr; }
    Json operator()(int option) const { return {{"option", option}}; }
    Json operator()(const std::vector<int>& options) const { return {{"options", options}}; }
    Json operator()(const Decimal& number) const { return {{"number", number.text}}; }
    Json operator()(const std::string& text) const { return {{"text", text}}; }
  };
  return std::visit(Encoder{}, gold).dump();
}

std::vector<std::string> strings(std::string_view text) {
  if (text == "[]") return {};
  return Json::parse(text).get<std::vector<std::string>>();
}
std::vector<int> ints(std::string_view text) {
  if (text == "[]") return {};
  return Json::parse(text).get<std::vector<int>>();
}
std::map<std::string, std::string> map(std::string_view text) {
  if (text == "{}") return {};
  return Json::parse(text).get<std::map<std::string, std::string>>();
}

Messages messages(std::string_view text) {
  return parse_list<Message>(text, [](const Json& j) {
    return Message{j.at("role").get<std::string>(), j.at("content").get<std::string>()};
  });
}
std::vector<Site> sites(std::string_view text) { return parse_list<Site>(text, site_from); }
std::vector<Intervention> interventions(std::string_view text) {
  return parse_list<Intervention>(text, intervention_from);
}
std::vector<ModelKey::Adapter> adapters(std::string_view text) {
  return parse_list<ModelKey::Adapter>(text, [](const Json& j) {
    return ModelKey::Adapter{hash_at(j, "hash"), j.at("scale").get<double>()};
  });
}

Gold gold(std::string_view text) {
  const Json j = Json::parse(text);
  if (j.is_null()) return std::monostate{};
  if (j.contains("option")) return j.at("option").get<int>();
  if (j.contains("options")) return j.at("options").get<std::vector<int>>();
  if (j.contains("number")) return Decimal{j.at("number").get<std::string>()};
  return j.at("text").get<std::string>();
}

std::string_view word(Site::Point point) { return word_of(kPoints, point); }
std::string_view word(Site::Pool pool) { return word_of(kPools, pool); }
std::string_view word(StateType type) { return word_of(kStateTypes, type); }
StateType state_type(std::string_view word) { return value_of(kStateTypes, word); }
std::string_view word(Policy policy) { return word_of(kPolicies, policy); }
Site::Point point(std::string_view word) { return value_of(kPoints, word); }
Site::Pool pool(std::string_view word) { return value_of(kPools, word); }
Policy policy(std::string_view word) { return value_of(kPolicies, word); }

std::vector<std::uint16_t> to_float16(const std::vector<float>& x) {
  std::vector<std::uint16_t> out;
  out.reserve(x.size());
  for (const float v : x) out.push_back(Eigen::numext::bit_cast<std::uint16_t>(Eigen::half(v)));
  return out;
}

std::vector<float> from_float16(const std::vector<std::uint16_t>& bits) {
  std::vector<float> out;
  out.reserve(bits.size());
  for (const std::uint16_t b : bits) out.push_back(static_cast<float>(Eigen::numext::bit_cast<Eigen::half>(b)));
  return out;
}

std::uint64_t number(std::string_view text) {
  std::uint64_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc{} || end != text.data() + text.size())
    throw sql::Damaged{"a number that reads '" + std::string(text) + "'"};
  return out;
}

}  // namespace brink::codec
