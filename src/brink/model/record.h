#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "brink/base/sha256.h"
#include "brink/dataset/item.h"
#include "brink/model/request.h"
#include "brink/model/response.h"

namespace brink {

/// Sampled here; read from another tool's log; or made from a prefix of a record (foundation 7).
struct Sampled {
  bool operator==(const Sampled&) const = default;
};
struct Imported {
  Sha256 file;
  std::string row;
  bool operator==(const Imported&) const = default;
};
struct Fork {
  Sha256 parent;
  bool operator==(const Fork&) const = default;
};
using Origin = std::variant<Sampled, Imported, Fork>;

/// What an imported log itself said; stays beside the re-reading.
struct Given {
  std::optional<std::string> answer, verdict;
  std::string scorer = {};  // whose answer and verdict, where a log has several: "strict-match exact_match", "choice"
  bool operator==(const Given&) const = default;
};
/// Scorers of imported states, which have no text: what the file of labels says of a row, and its class in `answer`.
inline constexpr std::string_view kStateLabels = "labels", kStateClass = "label";

/// A request with its response: appended once, whole, never edited.
struct Record {
  Sha256 id;  // request.id(), or the import's id: SHA-256(file hash, row key)
  Request request;
  Response response;
  Provenance made;
  Origin origin;
  Given given;                       // of the first scorer
  std::vector<Given> verdicts = {};  // of every scorer that has a name, in the log's order
};

/// A stored reading that a cut point rests on; append-only (foundation 3).
struct Anchor {
  Sha256 record;
  std::string kind;  // "ccp_eq2", "fraction:0.5", ...
  int n_tokens = 0;
  std::string value;
  int reader_version = 0;
  bool operator==(const Anchor&) const = default;
};

/// Which cell of the design a record fills; the key of every table (foundation 8).
struct RowKey {
  std::string model, dataset;
  Sha256 item;
  int occurrence = 0;
  int variant = 0;
  std::string mode;
  std::string treatment = "none";
  int trial = 0;
  Sha256 parent;              // zero = no parent
  std::string point = "end";  // where in the trajectory: "end" = the whole answer
  auto operator<=>(const RowKey&) const = default;
};

/// The treatment of cells that hold the states at a point of a completion.
inline constexpr std::string_view kStates = "states";

/// Kind of the anchor that a cell is cut at: its point, or its treatment where the cell is a whole answer. Points of
/// states have kinds of their own, "states:fraction:0.5": they lie on a token, not at the end of a sentence.
std::string anchor_kind(const RowKey& key);

/// A cell of the design and the request that fills it. Cells may share a request.
struct Cell {
  RowKey key;
  Variant variant;
  Sha256 record;
};

}  // namespace brink
