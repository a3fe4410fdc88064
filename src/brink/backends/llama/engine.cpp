#include "brink/backends/llama/engine.h"

#include <common.h>
#include <fmt/format.h>
#include <ggml-cpu.h>

#include <algorithm>
#include <optional>
#include <thread>
#include <utility>

#include "brink/backends/llama/batch.h"
#include "brink/backends/llama/log.h"
#include "brink/base/error.h"

namespace brink::llama {
namespace {

constexpr int kDefaultContext = 8192;
constexpr int kCells = 256;                // libllama's caches are a multiple of
constexpr int kDefaultParallel = 8;        // more do not decode faster on the processors measured ...
constexpr int kDefaultParallelTiled = 16;  // ... unless the kernels of many rows are another, faster kind
constexpr double kShareOfMemory = 0.6;     // of what is free, for the caches of all sequences
constexpr std::uint32_t kPoll = 0;         // threads sleep between calls: others may want the cores

// Cells of a sequence beyond its context, for company's rows.
int spare_cells(const EndpointSpec& spec, const Model& model) { return bitwise(spec, model) ? model.uniform_rows : 0; }

int choose_context(const EndpointSpec& spec, const Model& model, int most_tokens) {
  const int most = spec.n_ctx > 0 ? spec.n_ctx : std::min(kDefaultContext, std::max(1, model.n_ctx_train));
  if (most_tokens <= 0 || most_tokens >= most) return most;
  const int spare = spare_cells(spec, model);  // rounded up to whole blocks, so that few other items change nothing
  return std::min(most, GGML_PAD(most_tokens + spare, kCells) - spare);
}

int choose_threads(const EndpointSpec& spec) {
  if (spec.n_threads > 0) return spec.n_threads;
  const int usable = static_cast<int>(std::thread::hardware_concurrency());
  return std::max(1, std::min(usable, static_cast<int>(common_cpu_get_num_physical_cores())));
}

/// Sequences that memory has room for; nothing where that is not known.
std::optional<int> most_sequences(const EndpointSpec& spec, const Model& model, int n_ctx) {
  const std::size_t one = model.kv_bytes_a_token * static_cast<std::size_t>(n_ctx);
  const std::size_t available = available_memory();
  if (available == 0 || spec.gpu_layers != 0 || one == 0) return std::nullopt;
  const auto budget = static_cast<std::size_t>(kShareOfMemory * static_cast<double>(available));
  if (one > budget)
    throw Error(ErrorKind::kModel,
                fmt::format("a context of {} tokens takes {:.1f} GiB, {:.1f} GiB of memory are free", n_ctx,
                            static_cast<double>(one) / (1024.0 * 1024 * 1024),
                            static_cast<double>(available) / (1024.0 * 1024 * 1024)),
                "set a smaller n_ctx");
  return static_cast<int>(std::min<std::size_t>(budget / one, llama_max_parallel_sequences()));
}

int choose_parallel(const EndpointSpec& spec, const Model& model, int n_ctx) {
  const int usual = model.repacked || model.uniform_rows > 2 ? kDefaultParallelTiled : kDefaultParallel;
  int n = spec.n_parallel > 0 ? spec.n_parallel : usual;
  n = std::min(n, static_cast<int>(llama_max_parallel_sequences()));
  const std::optional<int> most = most_sequences(spec, model, n_ctx);
  return std::max(1, most ? std::min(n, *most) : n);
}

// A quarter of the sequences that memory has room for, at most: answers come first.
int choose_read_outs(const EndpointSpec& spec, const Model& model, int n_ctx, int n_parallel) {
  const std::optional<int> most = most_sequences(spec, model, n_ctx);
  int room = static_cast<int>(llama_max_parallel_sequences()) - n_parallel;
  if (most) room = std::min(*most - n_parallel, *most / 4);
  return std::clamp(spec.n_read_outs, 0, std::max(0, room));
}

}  // namespace

// On the processor ggml multiplies a few rows of a sequence with its cache faster than it fuses them.
bool flash_attention(const EndpointSpec& spec) {
  return !spec.deterministic && (spec.gpu_layers != 0 || ggml_is_quantized(kv_type(spec.kv_type)));
}

void Engine::ThreadpoolDeleter::operator()(ggml_threadpool* pool) const { ggml_threadpool_free(pool); }

bool bitwise(const EndpointSpec& spec, const Model& model) {
  return spec.deterministic && spec.gpu_layers == 0 && model.uniform_rows > 0 && !model.experts_differ &&
         (model.uniform_rows == 1 || model.memory_can_be_cut);
}

int min_piece(const EndpointSpec& spec, const Model& model) {
  if (!spec.deterministic) return 1;
  return bitwise(spec, model) ? 2 : std::max(2, model.uniform_rows);  // in the bitwise mode, few rows get company
}

Engine::Engine(const EndpointSpec& spec, const Model& model, int most_tokens)
    : model_(model),
      deterministic_(spec.deterministic),
      bitwise_(llama::bitwise(spec, model_)),
      n_ctx_(choose_context(spec, model_, most_tokens)),
      n_threads_(choose_threads(spec)),
      n_parallel_(choose_parallel(spec, model_, n_ctx_)),
      n_read_outs_(choose_read_outs(spec, model_, n_ctx_, n_parallel_)),
      min_piece_(llama::min_piece(spec, model_)),
      capture_(model_.n_layers, model_.d_model),
      batch_{} {
  const LogCapture log;
  const ggml_type type = kv_type(spec.kv_type);
  if (deterministic_ && ggml_is_quantized(type))
    throw Error(ErrorKind::kModel,
                "kv_type " + spec.kv_type + " needs flash attention, which the bitwise mode is without",
                "set deterministic = false, or kv_type = \"f16\"");

  // Slots for company even when fewer sequences run.
  const int n_slots = std::max(n_parallel_ + n_read_outs_, deterministic_ ? model_.uniform_rows : 1);
  const auto n_cells = static_cast<std::uint32_t>(GGML_PAD(n_ctx_ + spare_cells(spec, model_), kCells));
  n_buffers_ = n_slots;
  buffer_bytes_ = model_.kv_bytes_a_token * n_cells;
  llama_context_params params = llama_context_default_params();
  params.n_seq_max = static_cast<std::uint32_t>(n_slots);
  params.n_ctx = static_cast<std::uint32_t>(n_buffers_) * n_cells;
  params.n_batch = params.n_ubatch = static_cast<std::uint32_t>(n_batch_);
  params.n_outputs_max = static_cast<std::uint32_t>(std::max(n_slots, kMostOutputs));
  params.n_threads = params.n_threads_batch = n_threads_;
  params.flash_attn_type = flash_attention(spec) ? LLAMA_FLASH_ATTN_TYPE_AUTO : LLAMA_FLASH_ATTN_TYPE_DISABLED;
  params.kv_unified = false;  // in a buffer for all, every row would look at the cells of every sequence
  params.type_k = params.type_v = type;
  params.swa_full = true;
  params.no_perf = true;
  params.cb_eval = Capture::on_node;
  params.cb_eval_user_data = &capture_;
  params.abort_callback = [](void* self) { return static_cast<Engine*>(self)->stop_.stop_requested(); };
  params.abort_callback_data = this;
  context_.reset(llama_init_from_model(model_.weights.get(), params));
  if (!context_)
    throw Error(ErrorKind::kModel,
                fmt::format("no context of {} sequences of {} tokens", n_slots, n_ctx_) +
                    (log.last_error().empty() ? "" : "\n  llama.cpp: " + log.last_error()),
                "set a smaller n_ctx or n_parallel");

  if (n_threads_ > 1) {
    ggml_threadpool_params pool = ggml_threadpool_params_default(n_threads_);
    pool.poll = kPoll;
    threadpool_.reset(ggml_threadpool_new(&pool));
    if (threadpool_) llama_attach_threadpool(context_.get(), threadpool_.get(), threadpool_.get());
  }
  cache_ = std::make_unique<KvCache>(context_.get(), KvCache::Options{.n_slots = n_slots,
                                                                      .can_be_cut = model_.memory_can_be_cut,
                                                                      .min_piece = min_piece_,
                                                                      .sliding_window = model_.sliding_window});
  batch_ = llama_batch_init(n_batch_ + n_slots, 0, 1);
}

Engine::~Engine() { llama_batch_free(batch_); }

int Engine::decode() {
  int code = llama_decode(context_.get(), batch_);
  if (code == 1) {  // no free cells: give up what idle slots keep
    for (int s = 0; s < cache_->n_slots(); ++s)
      if (!cache_->busy(s)) cache_->drop(s);
    code = llama_decode(context_.get(), batch_);
  }
  return code;
}

// Whether the rows are a step, or a prefill of few, whose kernels would depend on how many they are.
bool Engine::needs_company(std::span<const Row> rows) const {
  if (!bitwise() || model_.uniform_rows == 1) return false;
  if (std::ssize(rows) < model_.uniform_rows) return true;
  const auto same_slot = [](const Row& a, const Row& b) { return a.slot == b.slot; };
  return std::adjacent_find(rows.begin(), rows.end(), same_slot) == rows.end();
}

// Slots, ascending, that must join few sequences of n rows each: libllama joins neighbouring slots in one graph, so
// those between the first and the last, and then as many beside them as the kernels of many rows need.
std::vector<int> Engine::company(std::span<const Row> rows, int n) const {
  std::vector<int> out;
  int first = rows.front().slot;
  int last = rows.back().slot;
  const auto missing = [&] { return (last - first + 1) * n < model_.uniform_rows; };
  while (missing() && last + 1 < cache_->n_slots()) ++last;
  while (missing() && first > 0) --first;
  auto row = rows.begin();
  for (int slot = first; slot <= last; ++slot) {
    if (row != rows.end() && row->slot == slot)
      row += n;
    else
      out.push_back(slot);
  }
  return out;
}

// Of a prefill with logits, as many rows of the last block and the head as the kernels of many need.
void Engine::want_more_outputs() {
  if (!bitwise()) return;
  const auto begin = batch_.logits, end = batch_.logits + batch_.n_tokens;
  auto missing = model_.uniform_rows - std::count(begin, end, 1);
  if (missing == model_.uniform_rows) return;
  for (auto row = end; row != begin && missing > 0;)
    if (std::exchange(*--row, 1) == 0) --missing;
}

bool Engine::evaluate(std::span<const Row> rows, std::stop_token stop) {
  stop_ = std::move(stop);
  batch_.n_tokens = 0;
  index_.clear();

  // The last block drops rows without logits: in company all must have them.
  const bool joined = needs_company(rows);
  const auto of_first = [&](const Row& row) { return row.slot == rows.front().slot; };
  const int n_each = static_cast<int>(std::ranges::count_if(rows, of_first));  // rows of every sequence in company
  const std::vector<int> extra = joined ? company(rows, n_each) : std::vector<int>{};
  auto next_extra = extra.begin();
  const auto add_extra_below = [&](int slot) {
    for (; next_extra != extra.end() && *next_extra < slot; ++next_extra)
      for (int i = 0; i < n_each; ++i)
        add_row(batch_, rows.front().cell.id, cache_->size(*next_extra) + i, *next_extra, true);
  };
  int run = 0;  // rows of the current slot before i
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const int slot = rows[i].slot;
    run = i > 0 && rows[i - 1].slot == slot ? run + 1 : 0;
    add_extra_below(slot);
    index_.push_back(batch_.n_tokens);
    add_row(batch_, rows[i].cell.id, cache_->size(slot) + run, slot, joined || rows[i].output);
  }
  add_extra_below(cache_->n_slots());

  if (!joined) want_more_outputs();

  capture_.set_rows(static_cast<int>(rows.size()), batch_.n_tokens - 1 - index_.back());
  const int code = decode();
  for (const int slot : extra) cache_->trim(slot);
  if (code != 0) {
    for (const Row& row : rows) cache_->drop(row.slot);
    if (code == 2) return false;
    throw Error(ErrorKind::kModel, fmt::format("llama.cpp could not evaluate {} tokens (code {})", rows.size(), code),
                "free some memory, or set a smaller n_ctx or n_parallel");
  }
  for (const Row& row : rows) cache_->append(row.slot, {&row.cell, 1});
  return true;
}

std::span<const float> Engine::logits(int row) const {
  const float* x = llama_get_logits_ith(context_.get(), index_[static_cast<std::size_t>(row)]);
  return {x, static_cast<std::size_t>(model_.n_vocab)};
}

}  // namespace brink::llama
