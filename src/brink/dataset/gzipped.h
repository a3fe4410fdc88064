#pragma once

// For tests.
#include <zlib.h>

#include <stdexcept>
#include <string>
#include <string_view>

namespace brink {

/// The text as one gzip member.
inline std::string gzipped(std::string_view text) {
  z_stream z{};
  std::string out(text.size() + 1000, '\0');
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  z.avail_in = static_cast<uInt>(text.size());
  z.next_out = reinterpret_cast<Bytef*>(out.data());
  z.avail_out = static_cast<uInt>(out.size());
  if (deflateInit2(&z, 9, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK ||
      deflate(&z, Z_FINISH) != Z_STREAM_END)
    throw std::runtime_error("zlib");
  out.resize(z.total_out);
  deflateEnd(&z);
  return out;
}

}  // namespace brink
