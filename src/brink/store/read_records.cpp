#include <set>
#include <tuple>
#include <unordered_map>

#include "brink/store/store.h"
#include "codec.h"
#include "impl.h"
#include "state_rows.h"

namespace brink {
namespace {

// In the order in which RecordReader::text_part takes them.
constexpr std::string_view kSelectRecord =
    "SELECT r.id, r.model_key, r.input_kind, input.text, r.template_args,"
    " r.prefix_record, r.prefix_n_tokens, r.prefix_suffix, r.prefix_n_bytes,"
    " r.max_tokens, r.temperature, r.top_p, r.top_k, r.stop, r.stop_at_answer, r.interventions,"
    " r.trial, r.study_seed, r.captures, r.asked, r.origin, r.origin_hash, r.origin_row, r.given_answer,"
    " r.given_verdict, r.made, r.status, r.failure_kind, r.failure_message, completion.text, prompt.text, r.finish,"
    " r.system_merged, r.n_prompt, r.n_prefilled, r.n_shared, r.n_generated, r.prefill_s, r.decode_s, thinking.n_bytes"
    " FROM record AS r"
    " LEFT JOIN text AS input ON input.hash = r.input"
    " LEFT JOIN text AS completion ON completion.hash = r.text"
    " LEFT JOIN text AS prompt ON prompt.hash = r.rendered_prompt"
    " LEFT JOIN thinking ON thinking.record = r.id";

Input input_from(const std::string& kind, const std::optional<std::string>& text) {
  if (kind == "messages" && text) return codec::messages(*text);
  if (kind == "raw" && text) return RawText{*text};
  if (kind == "tokens") return TokenIds{};
  if (kind == "unknown") return Unknown{};
  throw sql::Damaged{"an input of kind '" + kind + "'" + (text ? "" : " without its text")};
}

Origin origin_from(const std::string& kind, const std::optional<Sha256>& hash, const std::optional<std::string>& row) {
  if (kind == "sampled") return Sampled{};
  if (kind == "imported" && hash && row) return Imported{*hash, *row};
  if (kind == "fork" && hash) return Fork{*hash};
  throw sql::Damaged{"an origin of kind '" + kind + "'"};
}

std::vector<TokenLogprob> zip(const std::vector<Token>& ids, const std::vector<float>& logprobs) {
  if (ids.size() != logprobs.size()) throw sql::Damaged{"token ids and log-probabilities differ in number"};
  std::vector<TokenLogprob> out;
  for (std::size_t i = 0; i < ids.size(); ++i) out.push_back({ids[i], logprobs[i]});
  return out;
}

enum class Depth { kText, kAll };

/// Takes rows apart. Model keys and provenance repeat in thousands of records: each is decoded once.
class RecordReader {
 public:
  explicit RecordReader(sql::Database& db)
      : db_(db),
        tokens_(db.prepare("SELECT input, prefix, prompt, generated, logprobs_nats FROM tokens WHERE record = ?")),
        generated_(db.prepare("SELECT generated FROM tokens WHERE record = ?")),
        read_out_(db.prepare("SELECT entropy_bits, entropy_top100_bits, logsumexp, asked_ids, asked_logprobs_nats,"
                             " top_ids, top_logprobs_nats FROM read_out WHERE record = ?")),
        states_(db.prepare(std::string(kSelectStates) + " ORDER BY s.seq")),
        given_(db.prepare("SELECT answer, verdict, scorer FROM given WHERE record = ? ORDER BY seq")),
        inventory_(db) {}

  /// The record of the row that `row`, made from kSelectRecord, stands on.
  Record text_part(sql::Statement& row) {
    Record out;
    Request& q = out.request;
    row.take(out.id);
    q.model = model_key(row.take<Sha256>());
    const auto input_kind = row.take<std::string>();
    q.input = input_from(input_kind, row.take<std::optional<std::string>>());
    q.template_args = codec::map(row.take<std::string>());
    q.prefix = prefix(row);
    row.take(q.decoding.max_tokens);
    row.take(q.decoding.temperature);
    row.take(q.decoding.top_p);
    row.take(q.decoding.top_k);
    q.decoding.stop = codec::strings(row.take<std::string>());
    row.take(q.decoding.stop_at_answer);
    q.interventions = codec::interventions(row.take<std::string>());
    row.take(q.trial);
    q.study_seed = codec::number(row.take<std::string>());
    q.captures = codec::sites(row.take<std::string>());
    q.asked = codec::ints(row.take<std::string>());
    const auto origin_kind = row.take<std::string>();
    const auto origin_hash = row.take<std::optional<Sha256>>();
    out.origin = origin_from(origin_kind, origin_hash, row.take<std::optional<std::string>>());
    row.take(out.given.answer);
    row.take(out.given.verdict);
    out.made = provenance(row.take<Sha256>());
    out.response = response(row);
    if (auto* done = std::get_if<Completion>(&out.response)) done->read_out = read_out(out.id, Depth::kText);
    if (std::holds_alternative<Imported>(out.origin))
      out.verdicts = verdicts(out.id);
    else if (auto* done = std::get_if<Completion>(&out.response); done && done->usage.n_generated > 0)
      done->tokens = generated(out.id);
    return out;
  }

  /// Adds token ids, log-probabilities, the whole read-out and states.
  void add_numbers(Record& out) {
    Completion unused;
    auto* done = std::get_if<Completion>(&out.response);
    add_tokens(out, done ? *done : unused);
    if (!done) return;
    done->read_out = read_out(out.id, Depth::kAll);
    done->states = states(out.id);
  }

 private:
  static std::optional<Prefix> prefix(sql::Statement& row) {
    const auto record = row.take<std::optional<Sha256>>();
    const auto n_tokens = row.take<std::optional<int>>();
    const auto suffix = row.take<std::optional<std::string>>();
    const auto n_bytes = row.take<std::optional<std::int64_t>>();
    if (!record) return std::nullopt;
    if (!n_tokens || !suffix) throw sql::Damaged{"a prefix without its length or suffix"};
    return Prefix{*record, *n_tokens, *suffix, n_bytes};
  }

  static Response response(sql::Statement& row) {
    const auto status = row.take<std::string>();
    const auto kind = row.take<std::optional<std::string>>();
    const auto message = row.take<std::optional<std::string>>();
    if (status == "failure") {
      const auto known = failure_kind_from_string(kind.value_or(""));
      if (!known || !message) throw sql::Damaged{"a failure of kind '" + kind.value_or("") + "'"};
      return Failure{*known, *message};
    }
    Completion c;
    row.take(c.text);
    row.take(c.rendered_prompt);
    const auto finish = row.take<std::string>();
    const auto known = finish_from_string(finish);
    if (status != "completion" || !known) throw sql::Damaged{"a record with finish '" + finish + "'"};
    c.finish = *known;
    row.take(c.system_merged);
    row.take(c.usage.n_prompt);
    row.take(c.usage.n_prefilled);
    row.take(c.usage.n_shared);
    row.take(c.usage.n_generated);
    row.take(c.timings.prefill_s);
    row.take(c.timings.decode_s);
    row.take(c.n_thinking_bytes);
    return c;
  }

  void add_tokens(Record& out, Completion& c) {
    tokens_.reset();
    const bool found = tokens_.bind(out.id).step();
    if (!found && std::holds_alternative<Imported>(out.origin)) return;
    if (!found) throw sql::Damaged{"no tokens for record " + out.id.hex()};
    auto input = tokens_.take<std::vector<Token>>();
    if (auto* ids = std::get_if<TokenIds>(&out.request.input)) ids->ids = std::move(input);
    tokens_.take(out.request.prefix_tokens);
    tokens_.take(c.prompt_tokens);
    tokens_.take(c.tokens);
    tokens_.take(c.logprobs_nats);
  }

  std::vector<Token> generated(const Sha256& record) {
    generated_.reset();
    return generated_.bind(record).step() ? generated_.take<std::vector<Token>>() : std::vector<Token>();
  }

  std::optional<ReadOut> read_out(const Sha256& record, Depth depth) {
    read_out_.reset();
    if (!read_out_.bind(record).step()) return std::nullopt;
    ReadOut out;
    read_out_.take(out.entropy_bits);
    read_out_.take(out.entropy_top100_bits);
    read_out_.take(out.logsumexp);
    for (auto* list : {&out.asked, &out.top}) {
      if (list == &out.top && depth == Depth::kText) break;
      const auto ids = read_out_.take<std::vector<Token>>();
      *list = zip(ids, read_out_.take<std::vector<float>>());
    }
    return out;
  }

  std::vector<State> states(const Sha256& record) {
    states_.reset();
    states_.bind(record);
    std::vector<State> out;
    while (states_.step()) out.push_back(take_state(states_, record));
    inventory_.require_all(record);
    return out;
  }

  std::vector<Given> verdicts(const Sha256& record) {
    given_.reset();
    given_.bind(record);
    std::vector<Given> out;
    while (given_.step()) {
      Given& g = out.emplace_back();
      given_.take(g.answer);
      given_.take(g.verdict);
      given_.take(g.scorer);
    }
    return out;
  }

  const ModelKey& model_key(const Sha256& hash) {
    if (const auto known = model_keys_.find(hash); known != model_keys_.end()) return known->second;
    return model_keys_.emplace(hash, read_model_key(db_, hash)).first->second;
  }

  const Provenance& provenance(const Sha256& hash) {
    if (const auto known = provenance_.find(hash); known != provenance_.end()) return known->second;
    auto row = db_.prepare("SELECT made FROM provenance WHERE hash = ?");
    if (!row.bind(hash).step()) throw sql::Damaged{"no provenance " + hash.hex()};
    return provenance_.emplace(hash, codec::map(row.take<std::string>())).first->second;
  }

  sql::Database& db_;
  sql::Statement tokens_, generated_, read_out_, states_, given_;
  StateInventory inventory_;
  std::unordered_map<Sha256, ModelKey> model_keys_;
  std::unordered_map<Sha256, Provenance> provenance_;
};

std::unordered_set<Sha256> ids(sql::Database& db, std::string_view select) {
  return decoded(db, [&] {
    std::unordered_set<Sha256> out;
    auto rows = db.prepare(select);
    while (rows.step()) out.insert(rows.take<Sha256>());
    return out;
  });
}

template <class Visit>
void visit_records(sql::Database& db, Depth depth, const Selection& of, const Visit& visit) {
  const sql::Transaction one_view(db, sql::Transaction::Kind::kRead);
  const bool all = of == Selection{};
  // Sorting a part would copy its texts; walking the whole in order does not.
  const std::string which =
      all ? " ORDER BY r.seq" : " WHERE r.id IN (SELECT record FROM cell" + std::string(kSelected) + ")";
  auto row = db.prepare(std::string(kSelectRecord) + which);
  if (!all) row.bind(of.model, of.dataset, of.mode, of.item);
  RecordReader reader(db);
  while (row.step())
    visit(decoded(db, [&] {
      Record out = reader.text_part(row);
      if (depth == Depth::kAll) reader.add_numbers(out);
      return out;
    }));
}

}  // namespace

ModelKey read_model_key(sql::Database& db, const Sha256& hash) {
  auto row = db.prepare("SELECT kind, weights, adapters, chat_template, kv_type, rope FROM model_key WHERE hash = ?");
  if (!row.bind(hash).step()) throw sql::Damaged{"no model key " + hash.hex()};
  ModelKey out;
  row.take(out.kind);
  row.take(out.weights);
  out.adapters = codec::adapters(row.take<std::string>());
  row.take(out.chat_template);
  row.take(out.kv_type);
  row.take(out.rope);
  return out;
}

std::unordered_set<Sha256> Store::record_ids() const { return ids(impl_->db, "SELECT id FROM record"); }

std::unordered_set<Sha256> Store::failed_ids() const {
  return ids(impl_->db, "SELECT id FROM record WHERE status = 'failure'");
}

std::unordered_set<Sha256> Store::failed_follow_ups() const {
  return ids(impl_->db,
             "SELECT DISTINCT r.id FROM record r JOIN cell ON cell.record = r.id WHERE r.status = 'failure'"
             " AND (r.prefix_record IS NOT NULL OR cell.parent <> '" +
                 Sha256{}.hex() + "')");
}

std::optional<Record> Store::record(const Sha256& id) const {
  return decoded(impl_->db, [&]() -> std::optional<Record> {
    auto row = impl_->db.prepare(std::string(kSelectRecord) + " WHERE r.id = ?");
    if (!row.bind(id).step()) return std::nullopt;
    RecordReader reader(impl_->db);
    Record out = reader.text_part(row);
    reader.add_numbers(out);
    return out;
  });
}

void Store::each_record(const std::function<void(const Record&)>& visit) const {
  visit_records(impl_->db, Depth::kAll, {}, visit);
}

void Store::each_text(const std::function<void(Record&&)>& visit, const Selection& of) const {
  visit_records(impl_->db, Depth::kText, of, visit);
}

int Store::n_records() const {
  auto row = impl_->db.prepare("SELECT COUNT(*) FROM record");
  row.step();
  return row.take<int>();
}

bool Store::wants_states() const {
  auto any = impl_->db.prepare(
      "SELECT EXISTS (SELECT 1 FROM state) OR EXISTS (SELECT 1 FROM state_sum)"
      " OR EXISTS (SELECT 1 FROM record WHERE captures <> '[]')");
  return any.step() && any.take<bool>();
}

std::vector<Site> Store::state_sites(std::span<const Sha256> records) const {
  return decoded(impl_->db, [&] {
    const sql::Transaction one_view(impl_->db, sql::Transaction::Kind::kRead);
    std::set<Site> out;
    StateInventory inventory(impl_->db);
    for (const Sha256& record : records)
      for (const Site& site : inventory.sites(record)) out.insert(site);
    return std::vector<Site>(out.begin(), out.end());
  });
}

void Store::each_state(std::span<const Sha256> records, const Site& site,
                       const std::function<void(std::size_t place, std::span<const float> x)>& visit) const {
  const sql::Transaction one_view(impl_->db, sql::Transaction::Kind::kRead);
  constexpr std::string_view kAtSite = " AND point = ? AND layer = ? AND pool = ?";
  auto row = impl_->db.prepare(std::string(kSelectStates) + " AND s.seq = ?" + std::string(kAtSite));
  auto find =
      impl_->db.prepare("SELECT seq FROM state WHERE record = ?" + std::string(kAtSite) + " ORDER BY seq LIMIT 1");
  // Records of one design keep their sites in one order: where the last one had this site is looked first, so that a
  // report's reading of every layer is not a search through all of them for each.
  int seq = 0;
  const auto at = [&](const Sha256& record) {
    row.reset();
    return row.bind(record, seq, codec::word(site.what), site.layer, codec::word(site.pool)).step();
  };
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (!at(records[i])) {
      find.reset();
      if (!find.bind(records[i], codec::word(site.what), site.layer, codec::word(site.pool)).step()) continue;
      find.take(seq);
      if (!at(records[i])) continue;
    }
    visit(i, decoded(impl_->db, [&] { return take_state(row, records[i]).x; }));
  }
}

}  // namespace brink
