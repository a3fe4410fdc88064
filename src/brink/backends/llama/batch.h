#pragma once

#include <llama.h>

#include "brink/model/input.h"

namespace brink::llama {

/// Appends a row to a batch made by llama_batch_init() with room for it.
inline void add_row(llama_batch& batch, Token id, int position, int sequence, bool output) {
  const int i = batch.n_tokens++;
  batch.token[i] = id;
  batch.pos[i] = position;
  batch.n_seq_id[i] = 1;
  batch.seq_id[i][0] = sequence;
  batch.logits[i] = output ? 1 : 0;
}

}  // namespace brink::llama
