#include "brink/store/store.h"
#include "codec.h"
#include "impl.h"

namespace brink {

void Store::put_study(const std::string& canonical, const std::string& source_text, std::uint64_t seed) {
  const auto latest = study();
  if (latest && latest->canonical == canonical && latest->source_text == source_text && latest->seed == seed) return;
  impl_->db.run(
      "INSERT INTO study (seq, canonical, source, seed)"
      " VALUES (?, ?, ?, ?)",
      last_seq(impl_->db, "study") + 1, canonical, source_text, std::to_string(seed));
}

std::optional<Store::StudyRow> Store::study() const {
  std::vector<StudyRow> all = studies();
  return all.empty() ? std::nullopt : std::optional(std::move(all.back()));
}

std::vector<Store::StudyRow> Store::studies() const {
  return decoded(impl_->db, [&] {
    std::vector<StudyRow> out;
    auto row = impl_->db.prepare("SELECT canonical, source, seed FROM study ORDER BY seq");
    while (row.step()) {
      StudyRow study;
      row.take(study.canonical);
      row.take(study.source_text);
      study.seed = codec::number(row.take<std::string>());
      out.push_back(std::move(study));
    }
    return out;
  });
}

void put_model(sql::Database& db, const std::string& name, const ModelKey& key, const Provenance& made) {
  db.run(
      "INSERT INTO model (name, model_key, made, seq)"
      " VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
      name, put_model_key(db, key), put_provenance(db, made), last_seq(db, "model") + 1);
}

void Store::put_model(const std::string& name, const ModelKey& key, const Provenance& made) {
  sql::Transaction transaction(impl_->db, sql::Transaction::Kind::kWrite);
  brink::put_model(impl_->db, name, key, made);
  transaction.commit();
}

std::vector<Store::ModelRow> Store::models() const {
  return decoded(impl_->db, [&] {
    std::vector<ModelRow> out;
    auto row = impl_->db.prepare(
        "SELECT model.name, model.model_key, provenance.made FROM model"
        " JOIN provenance ON provenance.hash = model.made ORDER BY model.seq");
    while (row.step()) {
      ModelRow m;
      row.take(m.name);
      m.key = read_model_key(impl_->db, row.take<Sha256>());
      m.made = codec::map(row.take<std::string>());
      out.push_back(std::move(m));
    }
    return out;
  });
}

void Store::put_cells(std::span<const Cell> cells) {
  sql::Transaction transaction(impl_->db, sql::Transaction::Kind::kWrite);
  auto insert = impl_->db.prepare(
      "INSERT INTO cell (model, dataset, item, occurrence, variant, mode, treatment, trial, parent, point,"
      " slot_order, label_set, record, seq)"
      " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
      " ON CONFLICT (model, dataset, item, occurrence, variant, mode, treatment, trial, parent, point)"
      " DO UPDATE SET slot_order = excluded.slot_order, label_set = excluded.label_set, record = excluded.record");
  int seq = last_seq(impl_->db, "cell");
  for (const Cell& cell : cells) {
    const RowKey& k = cell.key;
    insert
        .bind(k.model, k.dataset, k.item, k.occurrence, k.variant, k.mode, k.treatment, k.trial, k.parent, k.point,
              codec::json(cell.variant.order), cell.variant.label_set, cell.record, ++seq)
        .run();
    insert.reset();
  }
  transaction.commit();
}

std::vector<Cell> Store::cells(const Selection& of) const {
  return decoded(impl_->db, [&] {
    std::vector<Cell> out;
    auto row = impl_->db.prepare(
        "SELECT model, dataset, item, occurrence, variant, mode, treatment, trial, parent, point,"
        " slot_order, label_set, record FROM cell" +
        std::string(kSelected) + " ORDER BY seq");
    row.bind(of.model, of.dataset, of.mode, of.item);
    while (row.step()) {
      Cell cell;
      RowKey& k = cell.key;
      row.take(k.model);
      row.take(k.dataset);
      row.take(k.item);
      row.take(k.occurrence);
      row.take(k.variant);
      row.take(k.mode);
      row.take(k.treatment);
      row.take(k.trial);
      row.take(k.parent);
      row.take(k.point);
      cell.variant.order = codec::ints(row.take<std::string>());
      row.take(cell.variant.label_set);
      row.take(cell.record);
      out.push_back(std::move(cell));
    }
    return out;
  });
}

void Store::put_anchors(std::span<const Anchor> anchors) {
  sql::Transaction transaction(impl_->db, sql::Transaction::Kind::kWrite);
  int seq = last_seq(impl_->db, "anchor");
  for (const Anchor& a : anchors)
    impl_->db.run(
        "INSERT INTO anchor (record, kind, reader_version, n_tokens, value, seq)"
        " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        a.record, a.kind, a.reader_version, a.n_tokens, a.value, ++seq);
  transaction.commit();
}

void Store::put_token_texts(const Sha256& weights, const std::map<Token, std::string>& texts) {
  sql::Transaction transaction(impl_->db, sql::Transaction::Kind::kWrite);
  for (const auto& [id, text] : texts)
    impl_->db.run("INSERT INTO token_text (weights, id, text) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", weights, id,
                  text);
  transaction.commit();
}

std::map<Token, std::string> Store::token_texts(const Sha256& weights) const {
  return decoded(impl_->db, [&] {
    std::map<Token, std::string> out;
    auto row = impl_->db.prepare("SELECT id, text FROM token_text WHERE weights = ?");
    row.bind(weights);
    while (row.step()) {
      const Token id = row.take<Token>();
      row.take(out[id]);
    }
    return out;
  });
}

std::vector<Anchor> Store::anchors(const Sha256& record) const {
  return decoded(impl_->db, [&] {
    std::vector<Anchor> out;
    auto row = impl_->db.prepare(
        "SELECT record, kind, n_tokens, value, reader_version FROM anchor WHERE record = ? ORDER BY seq");
    row.bind(record);
    while (row.step()) {
      Anchor a;
      row.take(a.record);
      row.take(a.kind);
      row.take(a.n_tokens);
      row.take(a.value);
      row.take(a.reader_version);
      out.push_back(std::move(a));
    }
    return out;
  });
}

}  // namespace brink
