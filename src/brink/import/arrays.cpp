#include "brink/import/arrays.h"

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>

#include "brink/base/error.h"
#include "brink/base/json.h"
#include "brink/import/zip_archive.h"

namespace brink {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are taken as they lie in the file");

constexpr std::string_view kNpyMagic = "\x93NUMPY", kZipMagic = "PK\x03\x04";
constexpr std::size_t kMostHeader = 100'000'000;  // of safetensors, by its specification

[[noreturn]] void refuse(const std::string& where, const std::string& what, const std::string& hint) {
  throw Error(ErrorKind::kInput, where + ": " + what, hint);
}

[[noreturn]] void broken(const std::string& where, const std::string& what) {
  refuse(where, what, "is it a whole file? write it again with numpy.save, numpy.savez or safetensors");
}

template <class T>
T number_at(std::string_view bytes, std::size_t at) {
  T out;
  std::memcpy(&out, bytes.data() + at, sizeof out);
  return out;
}

/// A kind of number: its name in either format, its size, and how it becomes a float.
struct Kind {
  std::string_view npy, safetensors;
  std::size_t size;
  float (*at)(const char* bytes);
};

template <class T>
float as_float(const char* bytes) {
  T out;
  std::memcpy(static_cast<void*>(&out), bytes, sizeof out);
  return static_cast<float>(out);
}

constexpr Kind kKinds[] = {{"<f2", "F16", 2, as_float<Eigen::half>},
                           {"", "BF16", 2, as_float<Eigen::bfloat16>},
                           {"<f4", "F32", 4, as_float<float>},
                           {"<f8", "F64", 8, as_float<double>}};

/// Number of values; nothing where it overflows or is 0.
std::optional<std::size_t> count(const std::vector<std::size_t>& shape) {
  std::size_t n = 1;
  for (const std::size_t dimension : shape)
    if (dimension == 0 || __builtin_mul_overflow(n, dimension, &n)) return std::nullopt;
  return n;
}

std::string shape_text(const std::vector<std::size_t>& shape) {
  std::string out;
  for (const std::size_t dimension : shape) out += (out.empty() ? "" : ", ") + std::to_string(dimension);
  return "[" + out + "]";
}

/// @param fortran  the first index runs fastest
Array array_of(std::string_view data, const Kind& kind, std::vector<std::size_t> shape, bool fortran,
               const std::string& where) {
  const auto n = count(shape);
  std::size_t n_bytes = 0;
  if (!n || __builtin_mul_overflow(*n, kind.size, &n_bytes))
    broken(where, "its shape " + shape_text(shape) + " holds no numbers, or too many");
  if (data.size() != n_bytes)
    broken(where, fmt::format("it has {} bytes of numbers where its shape {} needs {}", data.size(), shape_text(shape),
                              n_bytes));
  Array out{{}, std::move(shape), std::vector<float>(*n)};
  if (!fortran || out.shape.size() < 2) {
    for (std::size_t i = 0; i < *n; ++i) out.values[i] = kind.at(data.data() + i * kind.size);
    return out;
  }
  std::vector<std::size_t> index(out.shape.size(), 0);
  std::vector<std::size_t> stride(out.shape.size(), 1);
  for (std::size_t k = 1; k < stride.size(); ++k) stride[k] = stride[k - 1] * out.shape[k - 1];
  for (std::size_t i = 0; i < *n; ++i) {
    std::size_t from = 0;
    for (std::size_t k = 0; k < index.size(); ++k) from += index[k] * stride[k];
    out.values[i] = kind.at(data.data() + from * kind.size);
    for (std::size_t k = index.size(); k-- > 0 && ++index[k] == out.shape[k];) index[k] = 0;
  }
  return out;
}

/// The header of a .npy file: the text of a Python dictionary of three members.
class NpyHeader {
 public:
  NpyHeader(std::string_view text, const std::string& where) : text_(text), where_(where) {
    expect('{');
    while (!take('}')) {
      const std::string_view name = quoted();
      expect(':');
      if (name == "descr")
        descr = descr_value();
      else if (name == "fortran_order")
        fortran = boolean();
      else if (name == "shape")
        shape = tuple();
      else
        bad();
      if (take('}')) break;
      expect(',');
    }
    skip();
    if (!text_.empty() || !descr || !fortran || !shape) bad();
  }

  std::optional<std::string_view> descr;
  std::optional<bool> fortran;
  std::optional<std::vector<std::size_t>> shape;

 private:
  [[noreturn]] void bad() const {
    broken(where_, "its header is not {'descr': ..., 'fortran_order': ..., 'shape': ...}");
  }
  void skip() {
    while (!text_.empty() && (text_.front() == ' ' || text_.front() == '\n' || text_.front() == '\t'))
      text_.remove_prefix(1);
  }
  bool take(char c) {
    skip();
    if (text_.empty() || text_.front() != c) return false;
    text_.remove_prefix(1);
    return true;
  }
  void expect(char c) {
    if (!take(c)) bad();
  }
  std::string_view quoted() {
    skip();
    if (text_.empty() || (text_.front() != '\'' && text_.front() != '"')) bad();
    const std::size_t end = text_.find(text_.front(), 1);
    if (end == text_.npos) bad();
    const std::string_view out = text_.substr(1, end - 1);
    text_.remove_prefix(end + 1);
    return out;
  }
  /// A record array has a list here.
  std::string_view descr_value() {
    skip();
    if (!text_.empty() && text_.front() == '[')
      refuse(where_, "it holds records, not numbers", "save one array of float32 numbers");
    return quoted();
  }
  bool boolean() {
    skip();
    for (const auto& [word, value] : {std::pair<std::string_view, bool>{"True", true}, {"False", false}})
      if (text_.starts_with(word)) {
        text_.remove_prefix(word.size());
        return value;
      }
    bad();
  }
  std::vector<std::size_t> tuple() {
    std::vector<std::size_t> out;
    expect('(');
    while (!take(')')) {
      skip();
      std::size_t value = 0;
      const auto [end, failure] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
      if (failure != std::errc{}) bad();
      text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
      out.push_back(value);
      if (take(')')) break;
      expect(',');
    }
    return out;
  }

  std::string_view text_;
  const std::string& where_;
};

const Kind& npy_kind(std::string_view descr, const std::string& where) {
  for (const Kind& kind : kKinds)
    if (!kind.npy.empty() && kind.npy == descr) return kind;
  const std::string what = descr.starts_with('>')          ? "big-endian numbers"
                           : descr.find('O') != descr.npos ? "Python objects"
                                                           : "numbers of type";
  refuse(where, fmt::format("it holds {} ('{}')", what, descr),
         "save it as float32: numpy.save(file, X.astype('<f4'))");
}

const Kind& safetensors_kind(const std::string& dtype, const std::string& where) {
  for (const Kind& kind : kKinds)
    if (kind.safetensors == dtype) return kind;
  refuse(where, "it holds numbers of type '" + dtype + "'", "save it as F16, BF16, F32 or F64");
}

std::string all_bytes(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::string out{std::istreambuf_iterator<char>(in), {}};
  if (!in.good() && !in.eof())
    refuse(path.string(), "cannot be read", "check the path, and that you may read the file");
  return out;
}

std::size_t whole_number(const Json& value, const std::string& where) {
  if (!value.is_number_unsigned()) broken(where, "a shape or an offset is not a whole number");
  return value.get<std::size_t>();
}

}  // namespace

Array read_npy(std::string_view bytes, const std::string& where) {
  constexpr std::size_t kPreamble = 10;
  if (!bytes.starts_with(kNpyMagic)) broken(where, "it does not begin as a .npy file");
  if (bytes.size() < kPreamble + 2) broken(where, "it is cut in its header");
  const int version = static_cast<unsigned char>(bytes[kNpyMagic.size()]);
  if (version < 1 || version > 3) broken(where, fmt::format("version {} of .npy is not known", version));
  const std::size_t from = version == 1 ? kPreamble : kPreamble + 2;
  const std::size_t length = version == 1 ? number_at<std::uint16_t>(bytes, 8) : number_at<std::uint32_t>(bytes, 8);
  if (bytes.size() - from < length) broken(where, "it is cut in its header");
  NpyHeader header(bytes.substr(from, length), where);
  return array_of(bytes.substr(from + length), npy_kind(*header.descr, where), *std::move(header.shape),
                  *header.fortran, where);
}

std::vector<Array> read_safetensors(std::string_view bytes, const std::string& where) {
  constexpr std::size_t kLength = 8;
  if (bytes.size() < kLength) broken(where, "it is cut in its header");
  const auto length = number_at<std::uint64_t>(bytes, 0);
  if (length > kMostHeader || length > bytes.size() - kLength) broken(where, "its header is longer than the file");
  const std::string_view text = bytes.substr(kLength, length), data = bytes.substr(kLength + length);
  const Json header = Json::parse(text.begin(), text.end(), nullptr, false);
  if (!header.is_object()) broken(where, "its header is not a JSON object");
  struct Place {
    std::size_t begin, end;
    Array array;
  };
  std::vector<Place> places;
  for (const auto& [name, tensor] : header.items()) {
    if (name == "__metadata__") continue;
    const std::string at = where + ": tensor '" + name + "'";
    if (!tensor.is_object() || !tensor.contains("dtype") || !tensor["dtype"].is_string() || !tensor.contains("shape") ||
        !tensor["shape"].is_array() || !tensor.contains("data_offsets") || !tensor["data_offsets"].is_array() ||
        tensor["data_offsets"].size() != 2)
      broken(at, "it has no dtype, shape and data_offsets");
    std::vector<std::size_t> shape;
    for (const Json& dimension : tensor["shape"]) shape.push_back(whole_number(dimension, at));
    const std::size_t begin = whole_number(tensor["data_offsets"][0], at),
                      end = whole_number(tensor["data_offsets"][1], at);
    if (begin > end || end > data.size()) broken(at, "its data_offsets are outside the file");
    Array array = array_of(data.substr(begin, end - begin), safetensors_kind(tensor["dtype"].get<std::string>(), at),
                           std::move(shape), false, at);
    array.name = name;
    places.push_back({begin, end, std::move(array)});
  }
  std::ranges::sort(places, {}, &Place::begin);
  std::size_t so_far = 0;
  for (const Place& place : places) {
    if (place.begin != so_far) broken(where, "its tensors overlap, or leave a gap");
    so_far = place.end;
  }
  if (places.empty() || so_far != data.size()) broken(where, "it has bytes that belong to no tensor, or no tensor");
  std::vector<Array> out;
  for (Place& place : places) out.push_back(std::move(place.array));
  return out;
}

std::vector<Array> read_arrays(const std::filesystem::path& path) {
  std::string start(8, '\0');
  std::ifstream in(path, std::ios::binary);
  if (!in) refuse(path.string(), "cannot be opened", "check the path, and that you may read the file");
  in.read(start.data(), std::ssize(start));
  start.resize(static_cast<std::size_t>(in.gcount()));
  in.close();
  if (start.starts_with(kNpyMagic)) return {read_npy(all_bytes(path), path.string())};
  if (start.starts_with(kZipMagic)) {
    std::vector<Array> out;
    each_zip_entry(
        path, [](std::string_view name) { return name.ends_with(".npy"); },
        [&](const std::string& name, const std::string& bytes) {
          out.push_back(read_npy(bytes, path.string() + ": " + name));
          out.back().name = name.substr(0, name.size() - 4);
          return true;
        });
    if (out.empty()) broken(path.string(), "it holds no array");
    return out;
  }
  if (path.extension() == ".safetensors") return read_safetensors(all_bytes(path), path.string());
  refuse(path.string(), "it is neither .npy nor .npz, and not named .safetensors",
         "save the states with numpy.save, numpy.savez or safetensors");
}

}  // namespace brink
