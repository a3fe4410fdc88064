#include "brink/pipeline/check_json.h"

#include <nlohmann/json.hpp>

namespace brink {
namespace {

/// Adds NAME, null without a value, and then NAME_reason.
void put(Json& to, const std::string& name, const Estimate& estimate) {
  to[name] = estimate.value ? Json(*estimate.value) : Json(nullptr);
  if (!estimate.value) to[name + "_reason"] = estimate.why_undefined;
}

template <class T, class Make>
Json list(const std::vector<T>& values, const Make& make) {
  Json out = Json::array();
  for (const T& value : values) out.push_back(make(value));
  return out;
}

Json to_json(const ShownToken& token) { return {{"id", token.id}, {"text", token.text}}; }

Json to_json(const PromptCheck& p) {
  const auto token = [](const ShownToken& t) { return to_json(t); };
  return {{"item", p.item},
          {"failure", p.failure},
          {"rendered", p.rendered},
          {"n_tokens", p.n_tokens},
          {"first_tokens", list(p.first, token)},
          {"last_tokens", list(p.last, token)},
          {"end", to_string(p.end)},
          {"traps", p.traps}};
}

Json to_json(const CostCheck& c) {
  Json out{{"n_cells", c.n_cells},
           {"n_requests", c.n_requests},
           {"n_recorded", c.n_recorded},
           {"n_to_send", c.n_to_send()},
           {"most_generated_tokens", c.most_generated},
           {"state_bytes", c.state_bytes},
           {"n_probed", c.n_probed},
           {"probe_s", c.probe_s}};
  put(out, "prompt_tokens", c.prompt_tokens);
  put(out, "generated_tokens", c.generated_tokens);
  put(out, "seconds", c.seconds);
  out["follow_ups"] = {{"most_requests", c.follow_ups.n_requests},
                       {"most_evaluated_tokens", c.follow_ups.n_evaluated},
                       {"most_generated_tokens", c.follow_ups.n_generated},
                       {"most_states", c.follow_ups.n_states}};
  return out;
}

Json to_json(const GoldSlots& g) {
  Json out{{"n_options", g.m}, {"counts", g.counts}};
  out["chi_square"] = g.test ? Json(g.test->statistic) : Json(nullptr);
  out["df"] = g.test ? Json(g.test->df) : Json(nullptr);
  out["p"] = g.test ? Json(g.test->p) : Json(nullptr);
  return out;
}

Json to_json(const PowerCheck& p) {
  Json out{{"n_options", p.m}, {"n_items", p.n_items}, {"n_orders", p.n_variants}};
  put(out, "smallest_pull", p.pull);
  return out;
}

std::string_view to_string(Policy policy) {
  switch (policy) {
    case Policy::kKept:
      return "kept";
    case Policy::kRepaired:
      return "repaired";
    case Policy::kSkipped:
      break;
  }
  return "skipped";
}

Json to_json(const Dirt& d) {
  return {{"at", d.at.text()}, {"kind", d.kind}, {"what", d.what}, {"policy", to_string(d.policy)}};
}

Json to_json(const DataCheck& d) {
  Json out{{"name", d.name},
           {"n_read", d.n_read},
           {"n_chosen", d.n_chosen},
           {"dirt", list(d.dirt, [](const Dirt& x) { return to_json(x); })},
           {"gold_slots", list(d.gold, [](const GoldSlots& x) { return to_json(x); })},
           {"n_without_gold", d.n_without_gold},
           {"order_references", list(d.order_references,
                                     [](const DataCheck::OrderReference& x) {
                                       return Json{{"item", x.item}, {"at", x.at.text()}, {"option", x.option}};
                                     })},
           {"power", list(d.power, [](const PowerCheck& x) { return to_json(x); })}};
  put(out, "smallest_length_rho", d.length_rho);
  return out;
}

Json to_json(const ModelCheck& m) {
  return {{"name", m.name},
          {"n_ctx", m.opened.n_ctx},
          {"n_sequences", m.opened.n_sequences},
          {"n_read_outs", m.opened.n_read_outs},
          {"cache_bytes", m.opened.cache_bytes},
          {"read_out_bytes", m.opened.read_out_bytes}};
}

Json to_json(const ConfigurationCheck& c) {
  return {{"model", c.configuration.model},
          {"dataset", c.configuration.dataset},
          {"mode", c.configuration.mode},
          {"prompt", to_json(c.prompt)},
          {"cost", to_json(c.cost)}};
}

}  // namespace

std::string_view to_string(PromptEnd end) {
  switch (end) {
    case PromptEnd::kThinkingOpen:
      return "thinking open";
    case PromptEnd::kThinkingClosed:
      return "thinking closed";
    case PromptEnd::kPlain:
      break;
  }
  return "plain";
}

Json check_json(const StudyCheck& check) {
  return {{"brink_check", 1},
          {"store", check.store.string()},
          {"has_store", check.has_store},
          {"data", list(check.data, [](const DataCheck& x) { return to_json(x); })},
          {"notes", check.notes},
          {"models", list(check.models, [](const ModelCheck& x) { return to_json(x); })},
          {"configurations", list(check.configurations, [](const ConfigurationCheck& x) { return to_json(x); })}};
}

}  // namespace brink
