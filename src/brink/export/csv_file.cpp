#include "brink/export/csv_file.h"

#include <csv.h>
#include <fmt/core.h>

#include <cerrno>
#include <cstring>

#include "brink/base/error.h"

namespace brink {

OutputFile::OutputFile(std::filesystem::path path)
    : path_(std::move(path)), file_(std::fopen(path_.c_str(), "wb"), std::fclose) {
  if (!file_) fail();
}

void OutputFile::fail() const {
  throw Error(ErrorKind::kInput, fmt::format("{}: cannot be written: {}", path_.string(), std::strerror(errno)),
              "name a directory on a disk with room, where you may write");
}

void OutputFile::write(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) fail();
}

void OutputFile::field(std::string_view text) {
  if (!first_field_) write(",");
  first_field_ = false;
  // Numbers stay bare, an absent value stays empty; some readers trim what is not quoted.
  const bool bare = text.find_first_of(",\"\r\n") == std::string_view::npos;
  if (bare && (text.empty() || (text.front() != ' ' && text.back() != ' '))) return write(text);
  if (csv_fwrite2(file_.get(), text.data(), text.size(), '"') != 0) fail();
}

void OutputFile::end_record() {
  write("\r\n");
  first_field_ = true;
}

void OutputFile::close() {
  if (std::fclose(file_.release()) != 0) fail();
}

}  // namespace brink
