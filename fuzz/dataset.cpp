// Every data format on any bytes: an Error or a data set whose items hold to their type's promises.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "brink/base/error.h"
#include "brink/dataset/file_text.h"
#include "brink/dataset/format.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (const brink::DataFormat* format : brink::data_formats()) {
    try {
      const brink::FileText file = brink::decode_file_text(bytes, "fuzz");
      format->matches("fuzz", file.text);
      for (const brink::Item& item : format->read(file.text, "fuzz", {}).items)
        if (item.options.size() < 2 || item.options.size() > 26 || item.labels.size() != item.options.size() ||
            item.id.empty() || item.gold_option() >= item.n_options())
          std::abort();
    } catch (const brink::Error&) {
    }
  }
  return 0;
}
