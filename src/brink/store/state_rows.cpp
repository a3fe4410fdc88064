#include "state_rows.h"

#include <zlib.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string>

#include "codec.h"

namespace brink {
namespace {

/// What a row of `state` says of its numbers.
struct Label {
  std::string_view point, pool, dtype;
  int layer;
};

template <class T>
std::int64_t crc32_of(const Label& label, const std::vector<T>& numbers) {
  const std::string text = std::string(label.point) + " " + std::to_string(label.layer) + " " +
                           std::string(label.pool) + " " + std::string(label.dtype);
  const auto add = [](uLong sum, std::span<const std::byte> bytes) {
    return ::crc32_z(sum, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
  };
  return static_cast<std::int64_t>(
      add(add(0, std::as_bytes(std::span(text))), std::as_bytes(std::span<const T>(numbers))));
}

Site take_site(sql::Statement& row) {
  Site out;
  out.what = codec::point(row.take<std::string>());
  row.take(out.layer);
  out.pool = codec::pool(row.take<std::string>());
  return out;
}

[[noreturn]] void missing(const Sha256& record, const std::string& which) {
  throw sql::Damaged{"the state " + which + " of record " + record.short_hex() + " is missing"};
}

}  // namespace

void insert_states(sql::Database& db, const Sha256& record, const std::vector<State>& states) {
  if (states.empty()) return;
  auto insert =
      db.prepare("INSERT INTO state (record, seq, point, layer, pool, dtype, data) VALUES (?, ?, ?, ?, ?, ?, ?)");
  auto insert_sum = db.prepare("INSERT INTO state_sum (record, seq, d, crc32) VALUES (?, ?, ?, ?)");
  int seq = 0;
  for (const State& s : states) {
    const Label label{codec::word(s.site.what), codec::word(s.site.pool), codec::word(s.type), s.site.layer};
    const auto put = [&](const auto& numbers) {
      insert.reset();
      insert.bind(record, seq, label.point, label.layer, label.pool, label.dtype, numbers).run();
      insert_sum.reset();
      insert_sum.bind(record, seq++, static_cast<std::int64_t>(numbers.size()), crc32_of(label, numbers)).run();
    };
    if (s.type == StateType::kFloat16)
      put(codec::to_float16(s.x));
    else
      put(s.x);
  }
}

State take_state(sql::Statement& row, const Sha256& record) {
  const auto point = row.take<std::string>();
  const auto layer = row.take<int>();
  const auto pool = row.take<std::string>(), dtype = row.take<std::string>();
  State out{{codec::point(point), layer, codec::pool(pool)}, {}, codec::state_type(dtype)};
  std::int64_t sum = 0;
  const auto take = [&](auto numbers) {
    sum = crc32_of({point, pool, dtype, layer}, numbers);
    return numbers;
  };
  if (out.type == StateType::kFloat16)
    out.x = codec::from_float16(take(row.take<std::vector<std::uint16_t>>()));
  else
    out.x = take(row.take<std::vector<float>>());
  const auto d = row.take<std::optional<std::int64_t>>(), expected = row.take<std::optional<std::int64_t>>();
  const std::string where = "the state " + site_name(out.site) + " of record " + record.short_hex();
  if (d && *d != std::ssize(out.x))
    throw sql::Damaged{where + " has " + std::to_string(out.x.size()) + " numbers of " + dtype + ", and " +
                       std::to_string(*d) + " were stored"};
  if (expected && *expected != sum) throw sql::Damaged{where + " is not what was stored: its checksum differs"};
  return out;
}

StateInventory::StateInventory(sql::Database& db)
    : db_(db),
      sites_(db.prepare("SELECT point, layer, pool FROM state WHERE record = ? ORDER BY seq")),
      captures_(db.prepare("SELECT captures FROM record WHERE id = ? AND status = 'completion'")),
      gone_(db.prepare("SELECT sum.seq FROM state_sum AS sum LEFT JOIN state AS s ON s.record = sum.record"
                       " AND s.seq = sum.seq WHERE sum.record = ? AND s.seq IS NULL ORDER BY sum.seq LIMIT 1")) {}

std::vector<Site> StateInventory::sites(const Sha256& record) {
  require_all(record);
  sites_.reset();
  sites_.bind(record);
  std::vector<Site> out;
  while (sites_.step()) out.push_back(take_site(sites_));
  const std::vector<Site>& wanted = captured(record);
  if (out == wanted) return out;
  for (const Site& site : wanted)
    if (std::ranges::find(out, site) == out.end()) missing(record, site_name(site));
  return out;
}

void StateInventory::require_all(const Sha256& record) {
  gone_.reset();
  if (gone_.bind(record).step()) missing(record, name(record, gone_.take<int>()));
}

const std::vector<Site>& StateInventory::captured(const Sha256& record) {
  static const std::vector<Site> kNone;
  captures_.reset();
  if (!captures_.bind(record).step()) return kNone;
  if (auto text = captures_.take<std::string>(); text != captures_text_) {
    captured_ = codec::sites(text);
    captures_text_ = std::move(text);
  }
  return captured_;
}

// Of a state that is not there: captures are in the order of the states; a row of an imported file is like its others.
std::string StateInventory::name(const Sha256& record, int seq) {
  const std::vector<Site>& own = captured(record);
  if (static_cast<std::size_t>(seq) < own.size()) return site_name(own[static_cast<std::size_t>(seq)]);
  auto like = db_.prepare(
      "SELECT s.point, s.layer, s.pool FROM record AS own JOIN record AS r ON r.origin_hash = own.origin_hash"
      " JOIN state AS s ON s.record = r.id WHERE own.id = ? AND s.seq = ? LIMIT 1");
  return like.bind(record, seq).step() ? site_name(take_site(like)) : "number " + std::to_string(seq + 1);
}

}  // namespace brink
