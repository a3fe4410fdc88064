// Every data format on any bytes: an Error or a data set whose items hold to their type's promises.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "brink/base/error.h"
#include "brink/dataset/file_text.h"
#include "brink/dataset/format.h"

namespace {

bool is_gold_of(const brink::Item& item, const brink::Gold& gold) {
  if (const int* one = std::get_if<int>(&gold)) return *one >= 0 && *one < item.n_options();
  if (const auto* several = std::get_if<std::vector<int>>(&gold)) {
    for (const int one : *several)
      if (one < 0 || one >= item.n_options()) return false;
    return several->size() > 1;
  }
  return std::holds_alternative<std::monostate>(gold) || item.options.empty();
}

bool is_sound(const brink::Item& item) {
  const bool open = item.options.empty();
  if (!open && (item.options.size() < 2 || item.options.size() > 26)) return false;
  return item.labels.size() == item.options.size() && !item.id.empty() && !item.stem.empty() &&
         is_gold_of(item, item.gold);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  brink::FileText file;
  try {
    file = brink::decode_file_text(bytes, "fuzz");
  } catch (const brink::Error&) {
    return 0;
  }
  brink::matching_formats(file.text, "fuzz");
  for (const brink::DataFormat* format : brink::data_formats()) {
    try {
      for (const brink::Item& item : format->read(file.text, "fuzz", {}).items)
        if (!is_sound(item)) std::abort();
    } catch (const brink::Error&) {
    }
  }
  return 0;
}
