#include "brink/export/states.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "brink/base/error.h"
#include "brink/base/file_name.h"
#include "brink/base/json.h"
#include "brink/base/natural_order.h"
#include "brink/export/csv_file.h"
#include "brink/export/staging.h"
#include "brink/extract/states.h"
#include "brink/metrics/answers.h"
#include "brink/metrics/state_table.h"

namespace brink {
namespace {

namespace fs = std::filesystem;

std::string array_name(const StateColumn& column) {
  const std::string layer = layer_name(column.site);
  return file_safe(column.point) + (layer == "final" ? ".final" : ".layer_" + layer);
}

/// Version 1 of the format: its header is as long as puts the numbers at a multiple of 64.
std::string npy_header(Eigen::Index n, Eigen::Index d) {
  std::string header = fmt::format("{{'descr': '<f4', 'fortran_order': False, 'shape': ({}, {}), }}", n, d);
  constexpr std::size_t kBefore = 10, kMultiple = 64;
  while ((kBefore + header.size() + 1) % kMultiple != 0) header += ' ';
  header += '\n';
  std::string out = "\x93NUMPY\x01";
  out += '\0';
  out += static_cast<char>(header.size() & 0xFF);
  out += static_cast<char>(header.size() >> 8);
  return out + header;
}

/// The length of a JSON text as 8 bytes, little-endian, and the text, filled up with blanks to a multiple of 8.
std::string safetensors_header(const std::string& name, Eigen::Index n, Eigen::Index d) {
  const Json tensor{
      {"dtype", "F32"}, {"shape", {n, d}}, {"data_offsets", {0, n * d * static_cast<Eigen::Index>(sizeof(float))}}};
  std::string header = Json{{name, tensor}}.dump();
  header.resize((header.size() + 7) / 8 * 8, ' ');
  const std::uint64_t length = header.size();
  static_assert(std::endian::native == std::endian::little, "numbers are written as they lie in memory");
  return std::string(reinterpret_cast<const char*>(&length), sizeof length) + header;
}

void write_array(const StateRows& rows, const std::string& header, const fs::path& path) {
  OutputFile file(path);
  file.write(header);
  for (Eigen::Index i = 0; i < rows.x.rows(); ++i) {
    const Eigen::RowVectorXf row = rows.x.row(i);
    file.write({reinterpret_cast<const char*>(row.data()), static_cast<std::size_t>(row.size()) * sizeof(float)});
  }
  file.close();
}

/// A kind of file: what its name ends in, and what it says before the numbers, float32 in C order in either.
struct ArrayFormat {
  std::string_view name;
  std::string (*header)(const std::string& array, Eigen::Index n, Eigen::Index d);
};
constexpr std::array kFormats{
    ArrayFormat{"npy", [](const std::string&, Eigen::Index n, Eigen::Index d) { return npy_header(n, d); }},
    ArrayFormat{"safetensors", safetensors_header}};

/// What names an array, and the row of each answer in it.
struct Written {
  std::string name;
  std::map<std::size_t, std::size_t> row_of;
};

std::string answer_of(const Observation& row) {
  if (row.reading.slot) return slot_name(*row.reading.slot);
  return of_state_labels(row) ? row.given.front().answer.value_or("") : "";
}

void write_index(const std::vector<const Observation*>& answers, const std::vector<Written>& arrays,
                 const fs::path& path) {
  OutputFile csv(path);
  for (const char* name : {"model", "dataset", "item", "variant", "mode", "treatment", "trial", "answer", "correct"})
    csv.field(name);
  for (const Written& array : arrays) csv.field(array.name);
  csv.end_record();
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const Observation& row = *answers[i];
    const auto right = graded_right(row);
    for (const std::string& field : {row.key.model, row.key.dataset, row.item->id, std::to_string(row.key.variant),
                                     row.key.mode, row.key.treatment, std::to_string(row.key.trial), answer_of(row),
                                     std::string(right ? (*right ? "1" : "0") : "")})
      csv.field(field);
    for (const Written& array : arrays) {
      const auto at = array.row_of.find(i);
      csv.field(at == array.row_of.end() ? "" : std::to_string(at->second));
    }
    csv.end_record();
  }
  csv.close();
}

/// Whole answers of a model, in the order of the observations, but ids as people count.
std::map<std::string, std::vector<const Observation*>> answers_by_model(const Observations& obs) {
  std::map<std::string, std::vector<const Observation*>> out;
  for (const Observation& row : obs.rows)
    if (row.recorded && row.key.parent.is_zero() && row.key.point == "end") out[row.key.model].push_back(&row);
  const auto earlier = [](const Observation* a, const Observation* b) {
    const auto configuration = [](const RowKey& k) { return std::tie(k.dataset, k.mode, k.treatment); };
    const auto x = configuration(a->key), y = configuration(b->key);
    return x != y ? x < y : natural_less(a->item->id, b->item->id);
  };
  for (auto& [model, answers] : out) std::ranges::stable_sort(answers, earlier);
  return out;
}

std::vector<fs::path> write_model(const Observations& obs, const Store& store,
                                  const std::vector<const Observation*>& answers, const ArrayFormat& format,
                                  const fs::path& staging, const fs::path& folder) {
  const StateRecords records = state_records(obs, answers);
  const std::vector<StateColumn> columns = state_columns(store, records);
  std::vector<fs::path> files;
  if (columns.empty()) return files;
  fs::create_directories(staging / folder);
  std::vector<Written> arrays;
  for (const StateColumn& column : columns) {
    const StateRows rows = read_states(store, records, column);
    if (!rows.why_none.empty())
      throw Error(ErrorKind::kInput, fmt::format("{}: {}", array_name(column), rows.why_none),
                  "states of one model, point and layer have one length; the store was put together of several models");
    Written& array = arrays.emplace_back(Written{array_name(column), {}});
    for (std::size_t i = 0; i < rows.rows.size(); ++i) array.row_of[rows.rows[i]] = i;
    files.push_back(folder / fmt::format("{}.{}", array.name, format.name));
    write_array(rows, format.header(array.name, rows.x.rows(), rows.x.cols()), staging / files.back());
  }
  files.push_back(folder / "index.csv");
  write_index(answers, arrays, staging / files.back());
  return files;
}

}  // namespace

std::vector<std::string> state_formats() {
  std::vector<std::string> out;
  for (const ArrayFormat& format : kFormats) out.emplace_back(format.name);
  return out;
}

std::vector<fs::path> export_states(const Observations& obs, const Store& store, std::string_view format_name,
                                    const fs::path& dir, bool force) {
  const auto format = std::ranges::find(kFormats, format_name, &ArrayFormat::name);
  if (format == kFormats.end())
    throw Error(ErrorKind::kUsage, fmt::format("states are not written as '{}'", format_name),
                fmt::format("known: {}", fmt::join(state_formats(), ", ")));
  return written_together(dir, force, [&](const fs::path& staging) {
    std::vector<fs::path> files;
    std::set<std::string> taken;
    for (const auto& [model, answers] : answers_by_model(obs)) {
      std::string folder = file_safe(model);
      while (!taken.insert(folder).second) folder += '_';
      for (fs::path& file : write_model(obs, store, answers, *format, staging, folder))
        files.push_back(std::move(file));
    }
    if (files.empty())
      throw Error(ErrorKind::kInput, "the store has no hidden states", "[states] in the study file keeps some");
    return files;
  });
}

}  // namespace brink
