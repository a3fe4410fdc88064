#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace brink {

/// A numeric array out of a file, in C order.
struct Array {
  std::string name;  // in an archive of several; "" of a file that holds one
  std::vector<std::size_t> shape;
  std::vector<float> values;  // as many as the shape says

  std::size_t size() const { return values.size(); }
};

/// Reads .npy (versions 1 to 3), .npz (stored or deflated) and .safetensors, by what the file begins with; float16,
/// bfloat16 (safetensors alone), float32 and float64, little-endian, C or Fortran order.
///
/// Throws Error(kInput) naming the file, and the array in it: another magic number or version, a header that is not as
/// the format says, big-endian or object or integer numbers, no data or fewer or more bytes than the shape needs, a
/// dimension of 0, tensors that overlap or leave gaps.
std::vector<Array> read_arrays(const std::filesystem::path& path);

/// The bytes of one .npy or .safetensors file. @param where  names it in messages
Array read_npy(std::string_view bytes, const std::string& where);
std::vector<Array> read_safetensors(std::string_view bytes, const std::string& where);

}  // namespace brink
