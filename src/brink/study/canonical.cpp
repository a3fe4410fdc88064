#include <nlohmann/json.hpp>

#include "brink/base/json.h"
#include "brink/base/text.h"
#include "brink/study/study.h"

namespace brink {
namespace {

Json to_json(const ModelSpec& model) {
  const EndpointSpec& e = model.endpoint;
  return {{"name", model.name},
          {"backend", e.backend},
          {"n_ctx", e.n_ctx},
          {"deterministic", e.deterministic},
          {"chat_template", e.chat_template},
          {"kv_type", e.kv_type}};
}

Json to_json(const DataSpec& data) {
  Json out{{"name", data.name}, {"format", data.format}, {"columns", data.columns}, {"limit", data.limit}};
  if (!data.as.empty()) out["as"] = data.as;
  if (data.as == "choice") out["options"] = data.options;
  if (!data.generate.empty()) out.update(Json{{"generate", data.generate}, {"n", data.n}, {"options", data.options}});
  return out;
}

Json to_json(const ModeSpec& mode) {
  Json out{{"name", mode.name},
           {"system", mode.system},
           {"user", mode.user},
           {"prefill", mode.prefill},
           {"commit_suffix", mode.commit_suffix},
           {"reader", mode.reader},
           {"template_args", mode.template_args}};
  out["max_tokens"] = mode.max_tokens ? Json(*mode.max_tokens) : Json(nullptr);
  const ModeSpec standard;
  if (mode.option != standard.option) out["option"] = mode.option;
  if (mode.between != standard.between) out["between"] = mode.between;
  if (mode.tie) out["tie"] = true;
  if (!mode.open_user.empty()) out["open_user"] = mode.open_user;
  if (mode.raw) out["template"] = "raw";
  return out;
}

Json to_json(const TreatmentSpec& t) {
  Json offsets = Json::array();
  for (const double offset : t.offsets) offsets.push_back(decimal_text(offset));
  return {{"name", t.name},
          {"modes", t.modes},
          {"checkpoints", t.checkpoints},
          {"draws", t.draws},
          {"temperature", decimal_text(t.temperature)},
          {"top_p", decimal_text(t.top_p)},
          {"offsets", offsets},
          {"ccp", t.ccp},
          {"max_tokens", t.max_tokens}};
}

Json to_json(const StatesSpec& s) {
  Json layers = s.layers == StatesSpec::Layers::kAll ? Json("all") : Json("quarters");
  if (s.layers == StatesSpec::Layers::kListed) {
    layers = Json::array();
    for (const Site& site : s.listed) layers.push_back(site_name(site));
  }
  return {{"points", s.points}, {"layers", layers}, {"dtype", to_string(s.type)}, {"modes", s.modes}};
}

// Decimals as text: no reader of the store needs to agree on how floating point is printed.
Json to_json(const Decoding& d) {
  return {{"max_tokens", d.max_tokens},
          {"temperature", decimal_text(d.temperature)},
          {"top_p", decimal_text(d.top_p)},
          {"top_k", d.top_k},
          {"stop", d.stop},
          {"stop_at_answer", d.stop_at_answer}};
}

template <class T>
Json list(const std::vector<T>& values) {
  Json out = Json::array();
  for (const T& value : values) out.push_back(to_json(value));
  return out;
}

}  // namespace

std::string_view to_string(OnPositional policy) {
  switch (policy) {
    case OnPositional::kKeep:
      return "keep";
    case OnPositional::kDrop:
      return "drop";
    case OnPositional::kError:
      return "error";
  }
  return "keep";
}

std::string Study::canonical() const {
  Json out{{"version", 1},
           {"name", name},
           {"seed", seed},
           {"models", list(models)},
           {"data", list(data)},
           {"modes", list(modes)},
           {"permutations", permutations.text()},
           {"decoding", to_json(decoding)},
           {"on_positional_options", to_string(on_positional_options)},
           {"captures", Json::array()}};  // of version 1: `states` says it now
  // What is at its default is left out, so that a study's hash outlives new settings.
  if (labels != "letters") out["labels"] = labels;
  if (label_rotate) out["label_rotate"] = true;
  if (!states.points.empty()) out["states"] = to_json(states);
  if (!treatments.empty()) out["treatments"] = list(treatments);
  // A study built in code may hold any bytes; what read_study gives is valid UTF-8 already.
  return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace brink
