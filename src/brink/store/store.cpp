#include "brink/store/store.h"

#include <cassert>

#include "brink/base/text.h"
#include "codec.h"
#include "impl.h"
#include "schema.h"

namespace brink {

Store Store::open(const std::filesystem::path& path, Mode mode) {
  std::unique_ptr<WriterLock> lock;
  if (mode == Mode::kWrite) lock = std::make_unique<WriterLock>(path);
  return Store(std::unique_ptr<Impl>(
      new Impl{std::move(lock), mode == Mode::kWrite ? open_to_write(path) : open_to_read(path)}));
}

Store::Store(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

Sha256 put_text(sql::Database& db, const std::string& text) {
  assert(first_invalid_utf8(text) == std::string::npos);
  const Sha256 hash = sha256(text);
  db.run("INSERT INTO text (hash, text) VALUES (?, ?) ON CONFLICT DO NOTHING", hash, text);
  return hash;
}

Sha256 put_provenance(sql::Database& db, const Provenance& made) {
  const std::string json = codec::json(made);
  const Sha256 hash = sha256(json);
  db.run("INSERT INTO provenance (hash, made) VALUES (?, ?) ON CONFLICT DO NOTHING", hash, json);
  return hash;
}

Sha256 put_model_key(sql::Database& db, const ModelKey& key) {
  const std::string adapters = codec::json(key.adapters);
  const Sha256 hash = sha256(codec::json(
      std::vector<std::string>{key.kind, key.weights.hex(), adapters, key.chat_template, key.kv_type, key.rope}));
  db.run(
      "INSERT INTO model_key (hash, kind, weights, adapters, chat_template, kv_type, rope) "
      "VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
      hash, key.kind, key.weights, adapters, key.chat_template, key.kv_type, key.rope);
  return hash;
}

int last_seq(sql::Database& db, const std::string& table) {
  auto row = db.prepare("SELECT COALESCE(MAX(seq), 0) FROM " + table);
  row.step();
  return row.take<int>();
}

}  // namespace brink
