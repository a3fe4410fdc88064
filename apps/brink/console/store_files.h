#pragma once

#include <array>

namespace brink::cli {

/// What the names of a store's files end in, behind its own: the store, and what lies beside it while it is open.
inline constexpr std::array kStoreFiles{"", "-wal", "-shm", ".lock"};

}  // namespace brink::cli
