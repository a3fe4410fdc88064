#include "brink/dataset/csv_rows.h"

#include <csv.h>

#include <exception>
#include <memory>
#include <new>

namespace brink {
namespace {

class Reader {
 public:
  Reader() {
    if (csv_init(&parser_, 0) != 0) throw std::bad_alloc();
  }
  ~Reader() { csv_free(&parser_); }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  /// One line with its end, so that rows know where they begin.
  void line(std::string_view bytes) {
    ++line_;
    if (!row_open_ && !bytes.starts_with('\n') && !bytes.starts_with("\r\n")) {
      row_.line = line_;
      row_open_ = true;
    }
    if (csv_parse(&parser_, bytes.data(), bytes.size(), &Reader::cell, &Reader::row_end, this) != bytes.size())
      fail_ = fail_ ? fail_ : std::make_exception_ptr(std::bad_alloc());
    if (fail_) std::rethrow_exception(fail_);
  }

  CsvRows finish() {
    // Strict only now: an open quote at the end is a truncated file, odd quotes elsewhere are text.
    csv_set_opts(&parser_, CSV_STRICT | CSV_STRICT_FINI);
    if (csv_fini(&parser_, &Reader::cell, &Reader::row_end, this) != 0) out_.open_quote_line = row_.line;
    if (fail_) std::rethrow_exception(fail_);
    return std::move(out_);
  }

 private:
  // No exception may cross libcsv's frames: it is kept and rethrown after the call.
  template <class Action>
  void guarded(const Action& action) noexcept {
    try {
      if (!fail_) action();
    } catch (...) {
      fail_ = std::current_exception();
    }
  }
  static void cell(void* bytes, std::size_t size, void* self) noexcept {
    auto& reader = *static_cast<Reader*>(self);
    reader.guarded([&] {
      std::string& text = reader.row_.cells.emplace_back(static_cast<const char*>(bytes), size);
      for (std::size_t at = 0; (at = text.find("\r\n", at)) != text.npos;) text.erase(at, 1);
    });
  }
  static void row_end(int, void* self) noexcept {
    auto& reader = *static_cast<Reader*>(self);
    reader.guarded([&] {
      reader.out_.rows.push_back(std::move(reader.row_));
      reader.row_ = {.line = reader.line_, .cells = {}};
      reader.row_open_ = false;
    });
  }

  csv_parser parser_{};
  CsvRows out_;
  CsvRow row_;
  int line_ = 0;
  bool row_open_ = false;
  std::exception_ptr fail_;
};

}  // namespace

CsvRows read_csv(std::string_view text) {
  Reader reader;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::size_t size = end == text.npos ? text.size() : end + 1;
    reader.line(text.substr(0, size));
    text.remove_prefix(size);
  }
  return reader.finish();
}

}  // namespace brink
