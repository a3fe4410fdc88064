#include "brink/base/sha256.h"

#include <openssl/evp.h>

#include <fstream>
#include <memory>
#include <vector>

#include "brink/base/error.h"

namespace brink {
namespace {

class Hasher {
 public:
  Hasher() : context_(EVP_MD_CTX_new(), &EVP_MD_CTX_free) {
    if (!context_ || EVP_DigestInit_ex(context_.get(), algorithm(), nullptr) != 1) fail();
  }
  void update(std::string_view bytes) {
    if (EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) != 1) fail();
  }
  Sha256 finish() {
    Sha256 out;
    unsigned size = 0;
    if (EVP_DigestFinal_ex(context_.get(), out.bytes.data(), &size) != 1 || size != out.bytes.size()) fail();
    return out;
  }

 private:
  // EVP_sha256() is looked up again at each use, which costs more than a short text's hash.
  static const EVP_MD* algorithm() {
    static const std::unique_ptr<EVP_MD, decltype(&EVP_MD_free)> fetched(EVP_MD_fetch(nullptr, "SHA256", nullptr),
                                                                         &EVP_MD_free);
    return fetched.get();
  }
  [[noreturn]] static void fail() { throw std::runtime_error("SHA-256 is not available in this OpenSSL"); }
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context_;
};

int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

}  // namespace

std::string Sha256::hex() const {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out(2 * bytes.size(), '0');
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    out[2 * i] = kDigits[bytes[i] >> 4];
    out[2 * i + 1] = kDigits[bytes[i] & 15];
  }
  return out;
}

std::uint64_t Sha256::head() const {
  std::uint64_t out = 0;
  for (int i = 0; i < 8; ++i) out = out << 8 | bytes[static_cast<std::size_t>(i)];
  return out;
}

std::optional<Sha256> Sha256::from_hex(std::string_view text) {
  if (text.size() != 64) return std::nullopt;
  Sha256 out;
  for (std::size_t i = 0; i < 32; ++i) {
    const int high = digit(text[2 * i]);
    const int low = digit(text[2 * i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    out.bytes[i] = static_cast<std::uint8_t>(high * 16 + low);
  }
  return out;
}

Sha256 sha256(std::string_view bytes) {
  Hasher hasher;
  hasher.update(bytes);
  return hasher.finish();
}

Sha256 sha256_file(const std::filesystem::path& path) {
  // A directory opens as a stream, and reads as nothing.
  if (std::error_code ignored; std::filesystem::is_directory(path, ignored))
    throw Error(ErrorKind::kInput, path.string() + ": is a directory", "name a file in it");
  std::ifstream in(path, std::ios::binary);
  if (!in) throw Error(ErrorKind::kInput, path.string() + ": cannot be read", "check the path and its permissions");
  Hasher hasher;
  std::vector<char> block(1 << 20);
  while (in) {
    in.read(block.data(), static_cast<std::streamsize>(block.size()));
    hasher.update({block.data(), static_cast<std::size_t>(in.gcount())});
  }
  if (in.bad()) throw Error(ErrorKind::kInput, path.string() + ": reading failed half-way", "check the disk");
  return hasher.finish();
}

}  // namespace brink
