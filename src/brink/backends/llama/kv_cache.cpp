#include "brink/backends/llama/kv_cache.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <utility>

namespace brink::llama {
namespace {

// Copying whole buffers (sliding windows) is worth it only for more than this.
constexpr int kMinWindowCopy = 64;

// The longest beginning of `prompt` whose cache may stand in for an evaluation when `n_common` cells agree.
int cut_point(std::span<const Cell> prompt, int n_common, int min_piece) {
  const int n = std::min(n_common, static_cast<int>(prompt.size()) - 1);
  const auto is_step = [](const Cell& c) { return c.pass == Pass::kStep; };
  if (is_step(prompt[static_cast<std::size_t>(n)])) return n;
  // Inside a prefill: what is left of its run must be long enough to take the same kernels.
  const auto at = prompt.begin() + n;
  const auto end = std::find_if(at, prompt.end(), is_step);
  const auto begin = std::find_if(std::make_reverse_iterator(at), prompt.rend(), is_step).base();
  return static_cast<int>(std::max(begin, std::min(at, end - std::min<std::ptrdiff_t>(min_piece, end - begin))) -
                          prompt.begin());
}

}  // namespace

KvCache::KvCache(llama_context* context, const Options& options)
    : context_(context), options_(options), slots_(static_cast<std::size_t>(options.n_slots)) {}

int KvCache::usable(std::span<const Cell> prompt, int slot, bool whole) const {
  const std::vector<Cell>& cells = at(slot).cells;
  const auto end = std::mismatch(prompt.begin(), prompt.end(), cells.begin(), cells.end()).first;
  const bool known = whole && end == prompt.end() && at(slot).n_known == std::ssize(prompt);
  const int n =
      known ? at(slot).n_known : cut_point(prompt, static_cast<int>(end - prompt.begin()), options_.min_piece);
  return options_.can_be_cut || n == size(slot) ? n : 0;
}

int KvCache::reusable(std::span<const Cell> prompt, bool whole) const {
  int best = 0;
  for (int s = 0; s < n_slots(); ++s) best = std::max(best, usable(prompt, s, whole));
  return best;
}

KvCache::Claim KvCache::claim(std::span<const Cell> prompt, Range range, int parent, bool whole) {
  int donor = -1;
  int n = 0;
  for (int s = 0; s < n_slots(); ++s)
    if (const int u = usable(prompt, s, whole); u > n || (u == n && u > 0 && at(donor).busy && !at(s).busy)) {
      donor = s;
      n = u;
    }
  if (donor >= 0) at(donor).last_used = ++clock_;

  // The idle slot that was of use longest ago, so that a donor outlives its first heir.
  const auto rank = [&](int slot) { return std::pair(kept(slot, parent), at(slot).last_used); };
  int target = -1;
  for (int s = range.first; s < range.end; ++s)
    if (!busy(s) && (target < 0 || rank(s) < rank(target))) target = s;
  assert(target >= 0);
  if (donor >= 0 && usable(prompt, target, whole) == n) donor = target;  // nothing to copy

  bool filled = false;
  if (donor == target)
    filled = n > 0 && cut(target, n);
  else if (donor >= 0)
    filled = copy(donor, target, n);
  if (!filled) {
    drop(target);
    n = 0;
  }
  at(target).busy = true;
  at(target).last_used = ++clock_;
  return {target, n};
}

bool KvCache::would_disinherit(Range range, int parent) const {
  for (int s = range.first; s < range.end; ++s)
    if (!busy(s) && !kept(s, parent)) return false;
  return true;
}

bool KvCache::cut(int slot, int n) {
  if (n < size(slot) && !llama_memory_seq_rm(llama_get_memory(context_), slot, n, -1)) return false;
  if (n < size(slot)) note_change(slot);
  at(slot).cells.resize(static_cast<std::size_t>(n));
  if (n < at(slot).n_known) at(slot).n_known = 0;
  return true;
}

bool KvCache::copy(int from, int to, int n) {
  llama_memory_t memory = llama_get_memory(context_);
  if (options_.sliding_window) {
    if (n < kMinWindowCopy) return false;
    llama_memory_seq_cp(memory, from, to, -1, -1);
  } else {
    // llama_memory_seq_cp would copy the stream's whole buffer, used or not.
    if (state_slot_ != from || state_changed_ != at(from).changed) {
      state_.resize(llama_state_seq_get_size(context_, from));
      state_.resize(llama_state_seq_get_data(context_, state_.data(), state_.size(), from));
      state_slot_ = from;
      state_changed_ = at(from).changed;
    }
    llama_memory_seq_rm(memory, to, -1, -1);
    if (state_.empty() || llama_state_seq_set_data(context_, state_.data(), state_.size(), to) == 0) {
      state_slot_ = -1;
      return false;
    }
  }
  note_change(to);
  at(to).cells = at(from).cells;
  at(to).n_known = at(from).n_known;
  if (at(to).n_known > 0) at(to).logits = at(from).logits;
  return cut(to, n);
}

bool KvCache::move(int from, int to) {
  assert(busy(from) && !busy(to));
  if (!copy(from, to, size(from))) {
    drop(to);
    return false;
  }
  at(to).busy = true;
  at(to).last_used = ++clock_;
  release(from);
  return true;
}

void KvCache::append(int slot, std::span<const Cell> evaluated) {
  at(slot).cells.insert(at(slot).cells.end(), evaluated.begin(), evaluated.end());
  note_change(slot);
}

void KvCache::keep_logits(int slot, std::span<const float> logits) {
  if (at(slot).n_known == size(slot)) return;  // these, or the same
  at(slot).logits.assign(logits.begin(), logits.end());
  at(slot).n_known = size(slot);
}

void KvCache::release(int slot) {
  at(slot).busy = false;
  at(slot).last_used = ++clock_;
}

void KvCache::drop(int slot) {
  llama_memory_seq_rm(llama_get_memory(context_), slot, -1, -1);
  at(slot).cells.clear();
  at(slot).n_known = 0;
  note_change(slot);
}

int KvCache::rewind(int slot, std::span<const Cell> prompt) {
  const int n = usable(prompt, slot, false);
  if (n > 0 && cut(slot, n)) return n;
  drop(slot);
  return 0;
}

void KvCache::trim(int slot) {
  if (!llama_memory_seq_rm(llama_get_memory(context_), slot, size(slot), -1)) drop(slot);
}

bool KvCache::has_idle(Range range) const {
  return std::any_of(slots_.begin() + range.first, slots_.begin() + range.end, [](const Slot& s) { return !s.busy; });
}

}  // namespace brink::llama
