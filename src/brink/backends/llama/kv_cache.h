#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "brink/backends/llama/prompt.h"
#include "llama.h"

namespace brink::llama {

/// The sequences of a context and what each holds: who shares what with whom. Knows no requests.
///
/// Every slot keeps its cells after its request is done, until another takes it. A new prompt starts from the slot,
/// busy or idle, that shares the longest beginning with it; so the variants of an item, the system prompt of a study
/// and the forks of a completion all reuse caches by the same rule.
class KvCache {
 public:
  struct Options {
    int n_slots = 1;
    bool can_be_cut = true;       // false: a cache can only be extended or dropped
    int min_piece = 1;            // tokens of a prefill that may be evaluated by themselves
    bool sliding_window = false;  // saved states leave out cells behind the window, so they cannot be cut
  };

  KvCache(llama_context* context, const Options& options);

  /// Neighbouring slots: of answers, or of read-outs.
  struct Range {
    int first, end;
  };
  struct Claim {
    int slot;
    int n_reused;  // leading cells of the prompt that are in the slot now
  };
  /// Takes an idle slot of the range for a prompt and fills it from any slot as far as possible; there must be an idle
  /// one.
  /// @param parent  slot whose heir the prompt is; -1 = none. Slots with other heirs are taken last.
  /// @param whole   where logits are kept behind just this prompt, nothing is left to evaluate
  /// Otherwise at least the prompt's last token is, and never less than `min_piece` of a longer prefill.
  Claim claim(std::span<const Cell> prompt, Range range, int parent, bool whole);
  /// Whether every idle slot of the range has heirs other than this one, so that claim() would take what they wait for.
  bool would_disinherit(Range range, int parent) const;

  /// The longest beginning that claim() could reuse now.
  int reusable(std::span<const Cell> prompt, bool whole) const;

  /// Keeps the logits behind all that a slot holds now, for others with the same prompt. Its next ones replace them.
  void keep_logits(int slot, std::span<const float> logits);
  /// Those of a slot that was claimed with the whole of a prompt, [n_vocab].
  std::span<const float> logits(int slot) const { return at(slot).logits; }

  /// Moves what a busy slot holds into an idle one, and with it the claim. False when it cannot be copied.
  bool move(int from, int to);

  void append(int slot, std::span<const Cell> evaluated);
  void release(int slot);
  /// Forgets a slot's cells: after a failed or aborted evaluation, or when nothing will share them.
  void drop(int slot);
  /// Keeps of a busy slot, which holds all of `prompt`, what claim() would find usable of it: all but the last cells,
  /// which are to be evaluated (again); nothing where a cache cannot be cut. @return how many cells stay
  int rewind(int slot, std::span<const Cell> prompt);
  /// Removes cells that were never recorded by append().
  void trim(int slot);

  /// So many more requests are to come that begin with what the slot holds (fewer where negative).
  void expect_heirs(int slot, int n) { at(slot).n_heirs += n; }

  /// Whether a slot has heirs, and is not the parent given.
  bool kept(int slot, int parent = -1) const { return at(slot).n_heirs > 0 && slot != parent; }

  bool has_idle(Range range) const;
  int size(int slot) const { return static_cast<int>(at(slot).cells.size()); }
  bool busy(int slot) const { return at(slot).busy; }
  int n_slots() const { return static_cast<int>(slots_.size()); }

 private:
  struct Slot {
    std::vector<Cell> cells;
    bool busy = false;
    std::uint64_t last_used = 0;
    int n_heirs = 0;
    std::uint64_t changed = 0;  // when its cells last changed
    std::vector<float> logits;  // behind the first n_known cells; n_known = 0: none
    int n_known = 0;
  };

  const Slot& at(int slot) const { return slots_[static_cast<std::size_t>(slot)]; }
  Slot& at(int slot) { return slots_[static_cast<std::size_t>(slot)]; }
  int usable(std::span<const Cell> prompt, int slot, bool whole) const;
  void note_change(int slot) { at(slot).changed = ++clock_; }
  bool cut(int slot, int n);
  bool copy(int from, int to, int n);

  llama_context* context_;
  Options options_;
  std::vector<Slot> slots_;
  std::uint64_t clock_ = 0;
  // What a slot held at some time, as it is copied; many copies of one slot follow each other.
  std::vector<std::uint8_t> state_;
  int state_slot_ = -1;
  std::uint64_t state_changed_ = 0;  // Slot::changed of that time
};

}  // namespace brink::llama
