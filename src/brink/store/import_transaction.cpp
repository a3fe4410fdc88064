#include "brink/store/import_transaction.h"

#include <algorithm>

#include "brink/base/canonical.h"
#include "codec.h"
#include "impl.h"

namespace brink {
namespace {

// The item without the order of its options.
Sha256 content_of(const Item& item) {
  Canonical out("item_content.1");
  out.field("stem", item.stem).field_unless_empty("passage", item.passage);
  std::vector<std::string> options = item.options;
  std::sort(options.begin(), options.end());
  for (const std::string& option : options) out.field("option", option);
  const int gold = item.gold_option();
  if (gold >= 0)
    out.field("gold", item.options[static_cast<std::size_t>(gold)]);
  else if (std::holds_alternative<Decimal>(item.gold) || std::holds_alternative<std::string>(item.gold))
    out.field("gold", codec::json(item.gold));
  return sha256(out.text());
}

// Where each of `shown` stands in `options`, which hold the same texts; equal texts in the order of their places.
std::vector<int> order_of(const std::vector<std::string>& shown, const std::vector<std::string>& options) {
  std::vector<bool> used(options.size(), false);
  std::vector<int> order;
  for (const std::string& text : shown) {
    std::size_t at = 0;
    while (at < options.size() && (used[at] || options[at] != text)) ++at;
    if (at == options.size()) throw sql::Damaged{"an item whose options do not match its content"};
    used[at] = true;
    order.push_back(static_cast<int>(at));
  }
  return order;
}

}  // namespace

struct ImportTransaction::Impl {
  explicit Impl(sql::Database& database)
      : db(database),
        transaction(db, sql::Transaction::Kind::kWrite),
        find_items(db.prepare("SELECT" + std::string(kItemColumns) +
                              "FROM item_content JOIN item ON item.dataset = item_content.dataset"
                              " AND item.hash = item_content.item AND item.occurrence = item_content.occurrence"
                              " WHERE item_content.dataset = ? AND item_content.content = ?")),
        count_items(db.prepare("SELECT COUNT(*) FROM item WHERE dataset = ? AND hash = ?")),
        insert_item(db.prepare(kInsertItem)),
        insert_content(db.prepare("INSERT INTO item_content (dataset, content, item, occurrence) VALUES (?, ?, ?, ?)")),
        find_cells(db.prepare("SELECT variant, trial, slot_order FROM cell WHERE model = ? AND dataset = ? AND item = ?"
                              " AND occurrence = ? AND mode = ? AND treatment = ? AND parent = ? AND point = ?")),
        insert_cell(db.prepare("INSERT INTO cell (model, dataset, item, occurrence, variant, mode, treatment, trial,"
                               " parent, point, slot_order, label_set, record, seq)"
                               " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")),
        item_seq(last_seq(db, "item")),
        cell_seq(last_seq(db, "cell")) {
    // One transaction of any size: a page that is put out of the cache and dirtied again is written each time.
    db.script("PRAGMA cache_size = -262144");
  }

  sql::Database& db;
  sql::Transaction transaction;
  sql::Statement find_items, count_items, insert_item, insert_content, find_cells, insert_cell;
  int item_seq, cell_seq;

  // The item of the last row: a log's rows about one item stand together.
  struct Last {
    std::string dataset;
    Sha256 content;
    Item item;
  };
  std::optional<Last> last;
  LastMade last_made;
};

ImportTransaction::ImportTransaction(Store& store) : impl_(std::make_unique<Impl>(store.impl_->db)) {}
ImportTransaction::~ImportTransaction() = default;

bool ImportTransaction::has_record(const Sha256& id) { return brink::has_record(impl_->db, id); }

bool ImportTransaction::is_answer(const Sha256& id, std::string_view text, std::string_view prompt) {
  return decoded(impl_->db, [&] {
    sql::Statement& row = impl_->db.kept("SELECT text, rendered_prompt FROM record WHERE id = ?");
    if (!row.bind(id).step()) return false;
    const auto of_text = row.take<std::optional<Sha256>>(), of_prompt = row.take<std::optional<Sha256>>();
    row.reset();
    return of_text == sha256(text) && of_prompt == sha256(prompt);
  });
}

ImportTransaction::Place ImportTransaction::put_item(const std::string& dataset, const Item& item) {
  return decoded(impl_->db, [&] {
    const Sha256 content = content_of(item);
    auto& last = impl_->last;
    const auto place = [&](Item known) {
      last = Impl::Last{dataset, content, std::move(known)};
      return Place{last->item.hash, last->item.occurrence, order_of(item.options, last->item.options)};
    };
    if (last && last->content == content && last->dataset == dataset && last->item.id == item.id)
      return place(std::move(last->item));
    auto& found = impl_->find_items;
    found.reset();
    found.bind(dataset, content);
    while (found.step()) {
      Item known = take_item(found);
      if (known.id == item.id) return place(std::move(known));
    }
    Item added = item;
    impl_->count_items.reset();
    impl_->count_items.bind(dataset, item.hash).step();
    added.occurrence = impl_->count_items.take<int>();
    added.flags.duplicate_item = added.occurrence > 0;
    brink::put_item(impl_->insert_item, dataset, added, ++impl_->item_seq);
    impl_->insert_content.reset();
    impl_->insert_content.bind(dataset, content, added.hash, added.occurrence).run();
    return place(std::move(added));
  });
}

std::optional<Sha256> ImportTransaction::other_source(const RowKey& key, const Sha256& source) {
  return decoded(impl_->db, [&]() -> std::optional<Sha256> {
    auto row = impl_->db.prepare(
        "SELECT record.origin_hash FROM cell JOIN record ON record.id = cell.record WHERE cell.model = ?"
        " AND cell.dataset = ? AND cell.mode = ? AND COALESCE(record.origin_hash, '') <> ? LIMIT 1");
    if (!row.bind(key.model, key.dataset, key.mode, source).step()) return std::nullopt;
    return row.take<std::optional<Sha256>>().value_or(Sha256{});
  });
}

int ImportTransaction::put_record(const Record& record, RowKey key, Variant variant) {
  const std::string order = codec::json(variant.order);
  auto& found = impl_->find_cells;
  found.reset();
  found.bind(key.model, key.dataset, key.item, key.occurrence, key.mode, key.treatment, key.parent, key.point);
  int n_variants = 0;
  std::optional<int> same;
  while (found.step()) {
    const int of_variant = found.take<int>(), trial = found.take<int>();
    n_variants = std::max(n_variants, of_variant + 1);
    if (found.take<std::string>() != order) continue;
    same = of_variant;
    key.trial = std::max(key.trial, trial + 1);
  }
  key.variant = same.value_or(n_variants);
  append_record(impl_->db, record, impl_->last_made);
  impl_->insert_cell.reset();
  impl_->insert_cell
      .bind(key.model, key.dataset, key.item, key.occurrence, key.variant, key.mode, key.treatment, key.trial,
            key.parent, key.point, order, variant.label_set, record.id, ++impl_->cell_seq)
      .run();
  return key.trial;
}

ImportTransaction::SharedIds ImportTransaction::shared_ids(const std::string& dataset) {
  auto row = impl_->db.prepare(
      "SELECT COUNT(*), COALESCE(MIN(id), '') FROM"
      " (SELECT id FROM item WHERE dataset = ? GROUP BY id HAVING COUNT(*) > 1)");
  SharedIds out;
  row.bind(dataset).step();
  row.take(out.n);
  row.take(out.first);
  return out;
}

void ImportTransaction::put_given(const Sha256& record, const Given& given) {
  brink::put_given(impl_->db, record, given);
}

void ImportTransaction::put_model(const std::string& name, const ModelKey& key, const Provenance& made) {
  brink::put_model(impl_->db, name, key, made);
}

void ImportTransaction::put_dataset(const std::string& name, const Sha256& file) {
  impl_->db.run("INSERT INTO dataset (name, file, seq) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", name, file,
                last_seq(impl_->db, "dataset") + 1);
}

void ImportTransaction::put_dirt(const std::string& dataset, const Dirt& d) {
  impl_->db.run(
      "INSERT INTO dirt (dataset, seq, source_file, source_line, kind, what, policy) VALUES (?,"
      " (SELECT COALESCE(MAX(seq), 0) + 1 FROM dirt WHERE dataset = ?), ?, ?, ?, ?, ?)",
      dataset, dataset, d.at.file, d.at.line, d.kind, d.what, codec::word(d.policy));
}

void ImportTransaction::put_file(const ImportedFile& f) {
  impl_->db.run(
      "INSERT INTO imported_file (file, format, path, dataset, seq) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
      f.file, f.format, f.path, f.dataset, last_seq(impl_->db, "imported_file") + 1);
}

void ImportTransaction::commit() { impl_->transaction.commit(); }

std::vector<ImportedFile> Store::imported_files() const {
  std::vector<ImportedFile> out;
  auto row = impl_->db.prepare("SELECT file, path, format, dataset FROM imported_file ORDER BY seq");
  while (row.step()) {
    ImportedFile& f = out.emplace_back();
    row.take(f.file);
    row.take(f.path);
    row.take(f.format);
    row.take(f.dataset);
  }
  return out;
}

}  // namespace brink
