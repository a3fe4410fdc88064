#include <type_traits>

#include "brink/store/store.h"
#include "codec.h"
#include "impl.h"
#include "state_rows.h"

namespace brink {
namespace {

constexpr std::string_view kInsertRecord =
    "INSERT INTO record (id, seq, content, model_key, input_kind, input, template_args,"
    " prefix_record, prefix_n_tokens, prefix_suffix, prefix_n_bytes,"
    " max_tokens, temperature, top_p, top_k, stop, stop_at_answer, interventions,"
    " trial, study_seed, captures, asked, origin, origin_hash, origin_row, given_answer, given_verdict, made,"
    " status, failure_kind, failure_message, text, rendered_prompt, finish, system_merged,"
    " n_prompt, n_prefilled, n_shared, n_generated, prefill_s, decode_s)"
    " VALUES (?, (SELECT COALESCE(MAX(seq), 0) + 1 FROM record), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
    " ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

struct InputColumns {
  std::string_view kind;
  std::optional<Sha256> text;
};

InputColumns put_input(sql::Database& db, const Input& input) {
  if (const auto* messages = std::get_if<Messages>(&input)) return {"messages", put_text(db, codec::json(*messages))};
  if (const auto* raw = std::get_if<RawText>(&input)) return {"raw", put_text(db, raw->text)};
  return {std::holds_alternative<TokenIds>(input) ? "tokens" : "unknown", std::nullopt};
}

struct OriginColumns {
  std::string_view kind;
  std::optional<Sha256> hash;
  std::optional<std::string> row;
};

OriginColumns origin_columns(const Origin& origin) {
  if (const auto* imported = std::get_if<Imported>(&origin)) return {"imported", imported->file, imported->row};
  if (const auto* fork = std::get_if<Fork>(&origin)) return {"fork", fork->parent, std::nullopt};
  return {"sampled", std::nullopt, std::nullopt};
}

/// get(*p), or nothing when p is null.
template <class T, class Get>
auto maybe(const T* p, const Get& get) {
  using Value = std::decay_t<decltype(get(*p))>;
  return p ? std::optional<Value>(get(*p)) : std::nullopt;
}

void put_maker(sql::Database& db, const Record& record, LastMade& last) {
  if (last.of_model.is_zero() || last.model != record.request.model) {
    last.of_model = put_model_key(db, record.request.model);
    last.model = record.request.model;
  }
  if (last.of_made.is_zero() || last.made != record.made) {
    last.of_made = put_provenance(db, record.made);
    last.made = record.made;
  }
}

void insert_record(sql::Database& db, const Record& record, const LastMade& maker) {
  const Request& q = record.request;
  const auto* done = std::get_if<Completion>(&record.response);
  const auto* failure = std::get_if<Failure>(&record.response);
  const Prefix* prefix = q.prefix ? &*q.prefix : nullptr;
  const InputColumns input = put_input(db, q.input);
  const OriginColumns origin = origin_columns(record.origin);

  db.run(kInsertRecord, record.id, q.content(), maker.of_model, input.kind, input.text, codec::json(q.template_args),
         maybe(prefix, [](const Prefix& p) { return p.record; }),
         maybe(prefix, [](const Prefix& p) { return p.n_tokens; }),
         maybe(prefix, [](const Prefix& p) { return p.suffix; }), prefix ? prefix->n_bytes : std::nullopt,
         q.decoding.max_tokens, q.decoding.temperature, q.decoding.top_p, q.decoding.top_k,
         codec::json(q.decoding.stop), q.decoding.stop_at_answer, codec::json(q.interventions), q.trial,
         std::to_string(q.study_seed), codec::json(q.captures), codec::json(q.asked), origin.kind, origin.hash,
         origin.row, record.given.answer, record.given.verdict, maker.of_made, done ? "completion" : "failure",
         maybe(failure, [](const Failure& f) { return to_string(f.kind); }),
         maybe(failure, [](const Failure& f) { return f.message; }),
         maybe(done, [&](const Completion& c) { return put_text(db, c.text); }),
         maybe(done, [&](const Completion& c) { return put_text(db, c.rendered_prompt); }),
         maybe(done, [](const Completion& c) { return to_string(c.finish); }),
         maybe(done, [](const Completion& c) { return c.system_merged; }),
         maybe(done, [](const Completion& c) { return c.usage.n_prompt; }),
         maybe(done, [](const Completion& c) { return c.usage.n_prefilled; }),
         maybe(done, [](const Completion& c) { return c.usage.n_shared; }),
         maybe(done, [](const Completion& c) { return c.usage.n_generated; }),
         maybe(done, [](const Completion& c) { return c.timings.prefill_s; }),
         maybe(done, [](const Completion& c) { return c.timings.decode_s; }));

  if (done && done->n_thinking_bytes)
    db.run("INSERT INTO thinking (record, n_bytes) VALUES (?, ?)", record.id, *done->n_thinking_bytes);
  for (const Given& given : record.verdicts) put_given(db, record.id, given);

  const auto* ids = std::get_if<TokenIds>(&q.input);
  const Completion none;
  const Completion& c = done ? *done : none;
  if (std::holds_alternative<Imported>(record.origin) && !ids && c.tokens.empty() && c.prompt_tokens.empty() &&
      c.logprobs_nats.empty() && q.prefix_tokens.empty())
    return;  // another tool's log knows no tokens
  db.run("INSERT INTO tokens (record, input, prefix, prompt, generated, logprobs_nats) VALUES (?, ?, ?, ?, ?, ?)",
         record.id, ids ? ids->ids : std::vector<Token>(), q.prefix_tokens, c.prompt_tokens, c.tokens, c.logprobs_nats);
}

void insert_read_out(sql::Database& db, const Sha256& record, const ReadOut& r) {
  const auto ids = [](const std::vector<TokenLogprob>& list) {
    std::vector<Token> out;
    for (const TokenLogprob& t : list) out.push_back(t.id);
    return out;
  };
  const auto logprobs = [](const std::vector<TokenLogprob>& list) {
    std::vector<float> out;
    for (const TokenLogprob& t : list) out.push_back(t.logprob_nats);
    return out;
  };
  db.run(
      "INSERT INTO read_out (record, entropy_bits, entropy_top100_bits, logsumexp, top_ids, top_logprobs_nats,"
      " asked_ids, asked_logprobs_nats) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      record, r.entropy_bits, r.entropy_top100_bits, r.logsumexp, ids(r.top), logprobs(r.top), ids(r.asked),
      logprobs(r.asked));
}

}  // namespace

bool has_record(sql::Database& db, const Sha256& id) {
  sql::Statement& found = db.kept("SELECT 1 FROM record WHERE id = ?");
  const bool has = found.bind(id).step();
  found.reset();
  return has;
}

void put_given(sql::Database& db, const Sha256& record, const Given& given) {
  db.run(
      "INSERT INTO given (record, seq, scorer, answer, verdict)"
      " VALUES (?, (SELECT COUNT(*) FROM given WHERE record = ?), ?, ?, ?) ON CONFLICT DO NOTHING",
      record, record, given.scorer, given.answer, given.verdict);
}

void append_record(sql::Database& db, const Record& record, LastMade& last) {
  put_maker(db, record, last);
  insert_record(db, record, last);
  if (const auto* c = std::get_if<Completion>(&record.response)) {
    if (c->read_out) insert_read_out(db, record.id, *c->read_out);
    insert_states(db, record.id, c->states);
  }
}

bool Store::append(const Record& record) {
  sql::Database& db = impl_->db;
  sql::Transaction transaction(db, sql::Transaction::Kind::kWrite);
  if (has_record(db, record.id)) return false;
  LastMade last;
  append_record(db, record, last);
  transaction.commit();
  return true;
}

int Store::forget_failures(std::span<const Sha256> ids) {
  sql::Database& db = impl_->db;
  sql::Transaction transaction(db, sql::Transaction::Kind::kWrite);
  int n = 0;
  for (const Sha256& id : ids) {
    db.run("DELETE FROM record WHERE id = ? AND status = 'failure'", id);
    if (db.changes() == 0) continue;
    db.run("DELETE FROM tokens WHERE record = ?", id);
    ++n;
  }
  transaction.commit();
  return n;
}

}  // namespace brink
