#include <openssl/evp.h>
#include <zlib.h>

#include <nlohmann/json.hpp>

#include "brink/base/error.h"
#include "brink/report/html_parts.h"

namespace brink {

std::string base64(std::string_view bytes) {
  std::string out(4 * ((bytes.size() + 2) / 3) + 1, '\0');
  const int n = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(out.data()),
                                reinterpret_cast<const unsigned char*>(bytes.data()), static_cast<int>(bytes.size()));
  out.resize(static_cast<std::size_t>(n));
  return out;
}

std::string packed(std::string_view bytes) {
  uLongf size = compressBound(bytes.size());
  std::string out(size, '\0');
  if (compress2(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size(),
                Z_DEFAULT_COMPRESSION) != Z_OK)
    throw Error(ErrorKind::kStore, "out of memory while texts were compressed", "use --no-html");
  out.resize(size);
  return base64(out);
}

std::string script_json(const Json& json) {
  const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (c == '<')  // neither "</script" nor "<!--" may stand in the element
      out += "\\u003c";
    else
      out += c;
  }
  return out;
}

}  // namespace brink
