#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "brink/model/site.h"

namespace brink::scripted {

/// Stands for everything that was read so far: equal for equal token sequences of the same model, however they came
/// about (prompt, prefix or generation).
class Position {
 public:
  explicit Position(std::uint64_t model) : state_(model) {}
  void read(Token id);
  std::uint64_t state() const { return state_; }

 private:
  std::uint64_t state_;
};

/// The next-token distribution when the script goes on with `next`: logits are noise in [0, 1) by position and token,
/// and 8 more for `next`, which is thus always the most probable (p about .86).
class Distribution {
 public:
  Distribution(const Position& at, Token next);
  float logprob_nats(Token id) const;
  ReadOut read_out(std::span<const Token> asked) const;

 private:
  std::vector<double> logits_;  // [n_vocab]
  double logsumexp_;
};

/// A made-up hidden state: [d_model] numbers in [-1, 1), by position and site. Above the embeddings, 2 is added to
/// number `slot` mod d_model: so that what the script will answer can be read from it.
std::vector<float> state_at(const Position& at, const Site& site, int d_model, int slot);

}  // namespace brink::scripted
