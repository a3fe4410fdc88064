#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "brink/dataset/item.h"
#include "brink/model/record.h"

/// JSON columns: lists, maps and variants as text that SQL tools can take apart. The readers throw sql::Damaged, or the
/// JSON library's exception, on anything that the writers do not write.
namespace brink::codec {

std::string json(const std::vector<std::string>& list);
std::string json(const std::vector<int>& list);
std::string json(const std::map<std::string, std::string>& map);
std::string json(const Messages& messages);        // [{"role":"user","content":"..."}]
std::string json(const std::vector<Site>& sites);  // [{"point":"resid_post","layer":3,"pool":"last"}]
std::string json(
    const std::vector<Intervention>& all);  // [{"kind":"steer","site":{...},"vector":"<hash>","alpha":1.0}]
std::string json(const std::vector<ModelKey::Adapter>& adapters);  // [{"hash":"<hash>","scale":1.0}]
std::string json(const Gold& gold);  // null, {"option":1}, {"options":[0,2]}, {"number":"3/4"}, {"text":"..."}

std::vector<std::string> strings(std::string_view text);
std::vector<int> ints(std::string_view text);
std::map<std::string, std::string> map(std::string_view text);
Messages messages(std::string_view text);
std::vector<Site> sites(std::string_view text);
std::vector<Intervention> interventions(std::string_view text);
std::vector<ModelKey::Adapter> adapters(std::string_view text);
Gold gold(std::string_view text);

std::string_view word(Site::Point point);
std::string_view word(Site::Pool pool);
Site::Point point(std::string_view word);
Site::Pool pool(std::string_view word);
std::string_view word(StateType type);
StateType state_type(std::string_view word);
std::string_view word(Policy policy);
Policy policy(std::string_view word);

/// IEEE 754 half precision, rounded to nearest, ties to even; and back, which is exact. Finite numbers from 65,520 on
/// are infinite in it.
std::vector<std::uint16_t> to_float16(const std::vector<float>& x);
std::vector<float> from_float16(const std::vector<std::uint16_t>& bits);

/// An unsigned 64-bit number as decimal text: SQL integers are signed.
std::uint64_t number(std::string_view text);

}  // namespace brink::codec
