#include "brink/store/store.h"
#include "codec.h"
#include "impl.h"

namespace brink {
namespace {

void put_item(sql::Statement& insert, const std::string& dataset, const Item& item, int seq) {
  insert
      .bind(dataset, item.hash, item.occurrence, item.id, item.stem, item.passage, codec::json(item.options),
            codec::json(item.labels), codec::json(item.gold), codec::json(item.tags), item.at.file, item.at.line,
            item.flags.positional_options, item.flags.duplicate_options, item.flags.duplicate_item, seq)
      .run();
  insert.reset();
}

Item take_item(sql::Statement& row) {
  Item out;
  row.take(out.hash);
  row.take(out.occurrence);
  row.take(out.id);
  row.take(out.stem);
  row.take(out.passage);
  out.options = codec::strings(row.take<std::string>());
  out.labels = codec::strings(row.take<std::string>());
  out.gold = codec::gold(row.take<std::string>());
  out.tags = codec::map(row.take<std::string>());
  row.take(out.at.file);
  row.take(out.at.line);
  row.take(out.flags.positional_options);
  row.take(out.flags.duplicate_options);
  row.take(out.flags.duplicate_item);
  return out;
}

}  // namespace

void Store::put_dataset(const Dataset& dataset) {
  sql::Database& db = impl_->db;
  sql::Transaction transaction(db, sql::Transaction::Kind::kWrite);
  db.run(
      "INSERT INTO dataset (name, file, seq) VALUES (?, ?, ?)"
      " ON CONFLICT (name) DO UPDATE SET file = excluded.file",
      dataset.name, dataset.file, last_seq(db, "dataset") + 1);
  // What is not content (id, tags, place) follows the file; items of an earlier, larger subset stay.
  auto insert = db.prepare(
      "INSERT INTO item (dataset, hash, occurrence, id, stem, passage, options, labels, gold, tags, source_file,"
      " source_line, positional_options, duplicate_options, duplicate_item, seq)"
      " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
      " ON CONFLICT (dataset, hash, occurrence) DO UPDATE SET id = excluded.id, labels = excluded.labels,"
      " tags = excluded.tags, source_file = excluded.source_file, source_line = excluded.source_line");
  int seq = last_seq(db, "item");
  for (const Item& item : dataset.items) put_item(insert, dataset.name, item, ++seq);
  db.run("DELETE FROM dirt WHERE dataset = ?", dataset.name);
  seq = 0;
  for (const Dirt& d : dataset.dirt)
    db.run("INSERT INTO dirt (dataset, seq, source_file, source_line, kind, what, policy) VALUES (?, ?, ?, ?, ?, ?, ?)",
           dataset.name, ++seq, d.at.file, d.at.line, d.kind, d.what, codec::word(d.policy));
  transaction.commit();
}

std::vector<std::string> Store::datasets() const {
  std::vector<std::string> out;
  auto row = impl_->db.prepare("SELECT name FROM dataset ORDER BY seq");
  while (row.step()) out.push_back(row.take<std::string>());
  return out;
}

Dataset Store::dataset(const std::string& name, const std::optional<Sha256>& item) const {
  return decoded(impl_->db, [&] {
    auto found = impl_->db.prepare("SELECT file FROM dataset WHERE name = ?");
    if (!found.bind(name).step())
      throw Error(ErrorKind::kStore, impl_->db.path() + ": it holds no data set '" + name + "'");
    Dataset out;
    out.name = name;
    found.take(out.file);
    auto row = impl_->db.prepare(
        "SELECT hash, occurrence, id, stem, passage, options, labels, gold, tags, source_file, source_line,"
        " positional_options, duplicate_options, duplicate_item FROM item"
        " WHERE dataset = ?1 AND (?2 IS NULL OR hash = ?2) ORDER BY seq");
    row.bind(name, item);
    while (row.step()) out.items.push_back(take_item(row));
    auto dirt = impl_->db.prepare(
        "SELECT source_file, source_line, kind, what, policy FROM dirt WHERE dataset = ? ORDER BY seq");
    dirt.bind(name);
    while (dirt.step()) {
      Dirt d;
      dirt.take(d.at.file);
      dirt.take(d.at.line);
      dirt.take(d.kind);
      dirt.take(d.what);
      d.policy = codec::policy(dirt.take<std::string>());
      out.dirt.push_back(std::move(d));
    }
    return out;
  });
}

std::vector<Store::ItemName> Store::item_names(const Selection& of) const {
  return decoded(impl_->db, [&] {
    std::vector<ItemName> out;
    auto row = impl_->db.prepare(
        "SELECT item.dataset, item.id, item.occurrence, item.hash"
        " FROM (SELECT DISTINCT dataset, item, occurrence FROM cell" +
        std::string(kSelected) +
        ") AS asked"
        " JOIN item ON item.dataset = asked.dataset AND item.hash = asked.item AND item.occurrence = asked.occurrence"
        " ORDER BY 1, 2, 3, 4");
    row.bind(of.model, of.dataset, of.mode, of.item);
    while (row.step()) {
      ItemName& name = out.emplace_back();
      row.take(name.dataset);
      row.take(name.id);
      row.take(name.occurrence);
      row.take(name.hash);
    }
    return out;
  });
}

}  // namespace brink
