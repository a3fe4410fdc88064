#include "brink/model/request.h"

#include "brink/base/canonical.h"

namespace brink {
namespace {

template <class... Fs>
struct Overloaded : Fs... {
  using Fs::operator()...;
};
template <class... Fs>
Overloaded(Fs...) -> Overloaded<Fs...>;

std::string encode(const ModelKey& key) {
  Canonical out("model.1");
  out.field("type", key.kind).field("weights", key.weights.hex());
  for (const ModelKey::Adapter& a : key.adapters)
    out.field("adapter", Canonical("adapter.1").field("hash", a.hash.hex()).field_unless("scale", a.scale, 1.0).text());
  out.field_unless_empty("chat_template", key.chat_template);
  if (key.kv_type != "f16") out.field("kv_type", key.kv_type);
  out.field_unless_empty("rope", key.rope);
  return out.text();
}

std::string encode(const Input& input) {
  return std::visit(Overloaded{[](const Messages& messages) {
                                 Canonical out("messages.1");
                                 for (const Message& m : messages)
                                   out.field("role", m.role).field("content", m.content);
                                 return out.text();
                               },
                               [](const RawText& raw) { return Canonical("raw.1").field("text", raw.text).text(); },
                               [](const TokenIds& tokens) {
                                 std::string ids;
                                 for (const Token id : tokens.ids) ids += std::to_string(id) + ' ';
                                 return Canonical("tokens.1").field("ids", ids).text();
                               },
                               [](const Unknown&) { return Canonical("unknown.1").text(); }},
                    input);
}

std::string encode(const Decoding& d) {
  const Decoding standard;
  Canonical out("decoding.1");
  out.field_unless("max_tokens", std::int64_t{d.max_tokens}, std::int64_t{standard.max_tokens});
  out.field_unless("temperature", d.temperature, standard.temperature);
  out.field_unless("top_p", d.top_p, standard.top_p);
  out.field_unless("top_k", std::int64_t{d.top_k}, std::int64_t{standard.top_k});
  for (const std::string& s : d.stop) out.field("stop", s);
  if (d.stop_at_answer) out.field("stop_at_answer", "true");
  return out.text();
}

std::string encode(const Prefix& p) {
  Canonical out("prefix.1");
  out.field("record", p.record.hex());
  out.field_unless("n_tokens", std::int64_t{p.n_tokens}, std::int64_t{0});
  out.field_unless_empty("suffix", p.suffix);
  if (p.n_bytes) out.field("n_bytes", std::to_string(*p.n_bytes));
  return out.text();
}

std::string encode(const Intervention& intervention) {
  return std::visit(
      Overloaded{[](const Steer& s) {
                   return Canonical("steer.1")
                       .field("site", site_name(s.site))
                       .field("direction", s.direction.hex())
                       .field_unless("alpha", s.alpha, 1.0)
                       .text();
                 },
                 [](const Ablate& a) {
                   return Canonical("ablate.1").field("site", site_name(a.site)).field("basis", a.basis.hex()).text();
                 },
                 [](const Patch& p) {
                   return Canonical("patch.1").field("site", site_name(p.site)).field("from", p.from.hex()).text();
                 }},
      intervention);
}

}  // namespace

Sha256 Request::content() const {
  Canonical out("request.1");
  out.field("model", encode(model)).field("input", encode(input));
  for (const auto& [name, value] : template_args)
    out.field("template_arg", Canonical("arg.1").field("name", name).field("value", value).text());
  if (prefix) out.field("prefix", encode(*prefix));
  if (decoding != Decoding{}) out.field("decoding", encode(decoding));
  for (const Intervention& i : interventions) out.field("intervention", encode(i));
  return sha256(out.text());
}

std::optional<std::uint64_t> Request::seed() const {
  if (decoding.temperature <= 0 || decoding.max_tokens == 0) return std::nullopt;
  return sha256(Canonical("seed.1")
                    .field("study_seed", std::to_string(study_seed))
                    .field("content", content().hex())
                    .field("trial", std::to_string(trial))
                    .text())
      .head();
}

Sha256 Request::id() const {
  Canonical out("id.1");
  out.field("content", content().hex());
  if (const auto s = seed()) out.field("seed", std::to_string(*s));
  out.field_unless("trial", std::int64_t{trial}, std::int64_t{0});
  return sha256(out.text());
}

}  // namespace brink
