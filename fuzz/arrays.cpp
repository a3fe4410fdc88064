// Any bytes as a .npy and as a .safetensors file: an Error(kInput), or arrays whose values are as many as their shape
// says.
#include "brink/import/arrays.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "brink/base/error.h"

namespace {

void check(const brink::Array& array) {
  std::size_t n = 1;
  for (const std::size_t dimension : array.shape) n *= dimension;
  if (n != array.size() || n == 0) std::abort();
}

template <class Read>
void expect_sound(const Read& read) {
  try {
    read();
  } catch (const brink::Error& e) {
    if (e.kind() != brink::ErrorKind::kInput) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  expect_sound([&] { check(brink::read_npy(bytes, "fuzz")); });
  expect_sound([&] {
    for (const brink::Array& array : brink::read_safetensors(bytes, "fuzz")) check(array);
  });
  return 0;
}
