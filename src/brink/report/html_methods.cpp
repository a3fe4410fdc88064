#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <variant>

#include "brink/report/html_parts.h"
#include "brink/report/notes.h"
#include "brink/report/section.h"

namespace brink {
namespace {

Json messages_json(const Input& input) {
  Json out = Json::array();
  if (const auto* messages = std::get_if<Messages>(&input))
    for (const Message& m : *messages) out.push_back({{"role", m.role}, {"content", m.content}});
  else if (const auto* raw = std::get_if<RawText>(&input))
    out.push_back({{"role", "raw"}, {"content", raw->text}});
  return out;
}

// The first prompt of every configuration, in full.
Json prompts_json(const PageInput& input) {
  Json out = Json::array();
  for (const auto& [c, rows] : by_configuration(input.obs)) {
    if (c.treatment != "none") continue;
    for (const Observation* row : rows) {
      if (!row->recorded || !of_study(row->key)) continue;
      const auto record = input.store.record(row->record);
      if (!record) break;
      Json& one = out.emplace_back(Json{{"configuration", configuration_name(c)},
                                        {"dataset", c.dataset},
                                        {"item", row->item->id},
                                        {"messages", messages_json(record->request.input)}});
      if (const auto* done = std::get_if<Completion>(&record->response)) one["rendered"] = done->rendered_prompt;
      const Decoding& d = record->request.decoding;
      one["decoding"] = {{"max_tokens", d.max_tokens},
                         {"temperature", d.temperature},
                         {"top_p", d.top_p},
                         {"top_k", d.top_k},
                         {"stop", d.stop},
                         {"stop_at_answer", d.stop_at_answer}};
      break;
    }
  }
  return out;
}

Json models_json(const Store& store) {
  Json out = Json::array();
  for (const Store::ModelRow& m : store.models())
    out.push_back({{"name", m.name},
                   {"kind", m.key.kind},
                   {"weights", m.key.weights.hex()},
                   {"kv_type", m.key.kv_type},
                   {"rope", m.key.rope},
                   {"template", m.key.chat_template},
                   {"made", m.made}});
  return out;
}

Json datasets_json(const Store& store) {
  Json out = Json::array();
  for (const std::string& name : store.datasets()) {
    const Dataset d = store.dataset(name);
    std::map<std::string, int> dirt;
    for (const Dirt& one : d.dirt) ++dirt[one.kind];
    out.push_back({{"name", name}, {"file", d.file.hex()}, {"n_items", d.items.size()}, {"dirt", dirt}});
  }
  return out;
}

constexpr auto kBibtex = R"(@misc{{brink,
  author = {{{{brink contributors}}}},
  title = {{brink: how language models commit to answers}},
  year = {{2026}},
  note = {{version {}; study {}}}
}}

@misc{{position-bias,
  author = {{Wang, Xiao}},
  title = {{More Thinking, More Bias: Length-Driven Position Bias in Reasoning Models}},
  year = {{2026}},
  eprint = {{2605.06672}},
  archivePrefix = {{arXiv}},
  url = {{https://arxiv.org/abs/2605.06672}}
}}

@misc{{intention-collapse,
  author = {{Vera, Patricio}},
  title = {{Intention Collapse: Intention-Level Metrics for Reasoning in Language Models}},
  year = {{2026}},
  eprint = {{2601.01011}},
  archivePrefix = {{arXiv}},
  primaryClass = {{cs.CL}},
  url = {{https://arxiv.org/abs/2601.01011}}
}}
)";

}  // namespace

Json methods_json(const PageInput& input, const PageOptions& options) {
  Json out{{"version", options.version},         {"command", options.command},
           {"reader", kReaderVersion},           {"definitions", definitions(input.obs)},
           {"models", models_json(input.store)}, {"datasets", datasets_json(input.store)},
           {"prompts", prompts_json(input)}};
  std::string hash = "imported";
  if (const auto study = input.store.study()) {
    hash = sha256(study->canonical).short_hex();
    out["study"] = {
        {"hash", hash}, {"seed", study->seed}, {"file", study->source_text}, {"canonical", study->canonical}};
  }
  out["bibtex"] = fmt::format(kBibtex, options.version, hash);
  return out;
}

}  // namespace brink
