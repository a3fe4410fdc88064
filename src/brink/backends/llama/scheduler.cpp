#include "brink/backends/llama/scheduler.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

namespace brink::llama {

namespace {

// A request waits a call for a prompt in progress when it could then reuse more than this many tokens beyond those now:
// an idle slot costs a call more than they do.
constexpr int kNotWorthWaiting = 1;

std::vector<Site> sites_of(const Request& request, Site::Pool pool) {
  std::vector<Site> out;
  std::ranges::copy_if(request.captures, std::back_inserter(out), [&](const Site& s) { return s.pool == pool; });
  return out;
}

Failure not_named(const Capture& capture) {
  return {Failure::Kind::kUnsupported,
          "this architecture's graph does not name the states asked for: " + capture.why_none()};
}

}  // namespace

Scheduler::Scheduler(Engine& engine, const PromptBuilder& prompts, const Backend::Sink& sink,
                     const Backend::FollowUps& follow_ups, std::stop_token stop)
    : engine_(engine), prompts_(prompts), sink_(sink), follow_ups_(follow_ups), stop_(std::move(stop)) {}

Scheduler::~Scheduler() {
  for (const auto& s : active_)
    if (!s->finished) engine_.cache().release(s->slot);
  for (const Job& job : queue_)
    if (job.parent_slot >= 0) engine_.cache().expect_heirs(job.parent_slot, -1);
}

void Scheduler::run(std::span<const Bundle> bundles) {
  for (const Bundle& bundle : bundles)
    for (const Request& request : bundle.requests) queue_.push_back(Job{&request, nullptr, std::nullopt});
  while (!stop_.stop_requested()) {
    do admit();
    while (prefill_together());
    forget_finished();
    if (active_.empty() && queue_.empty()) return;
    close_gaps();
    if (!active_.empty()) step();
    forget_finished();
  }
}

void Scheduler::admit() {
  while (!queue_.empty() && !stop_.stop_requested() && engine_.cache().has_idle(slots_of(queue_.front()))) {
    Job& front = queue_.front();
    if (!front.prompt) {
      auto prompt = prompts_.build(*front.request);
      const Failure* failure = std::get_if<Failure>(&prompt);
      std::optional<Failure> refused =
          failure ? std::optional(*failure) : refuse(*front.request, std::get<LlamaPrompt>(prompt));
      if (refused) {
        const Job job = std::move(front);
        queue_.pop_front();
        if (job.parent_slot >= 0) engine_.cache().expect_heirs(job.parent_slot, -1);
        deliver(*job.request, *refused);
        continue;
      }
      front.prompt = std::move(std::get<LlamaPrompt>(prompt));
    }
    if (must_wait(front)) return;

    Job job = std::move(front);
    queue_.pop_front();
    const KvCache::Claim claim = engine_.cache().claim(job.prompt->cells, slots_of(job), job.parent_slot);
    if (job.parent_slot >= 0) engine_.cache().expect_heirs(job.parent_slot, -1);
    auto sequence = std::make_unique<Sequence>(std::move(job), claim.slot, claim.n_reused);
    Sequence& s = *sequence;
    const auto at = std::find_if(active_.begin(), active_.end(), [&](const auto& a) { return a->slot > s.slot; });
    active_.insert(at, std::move(sequence));
    read_means(s);
    if (alone(s)) prefill_alone(s);
    forget_finished();
  }
}

bool Scheduler::must_wait(const Job& job) {
  if (!active_.empty() && engine_.cache().would_disinherit(slots_of(job), job.parent_slot)) return true;
  int later = 0;
  for (const auto& s : active_) {
    if (!s->in_prompt()) continue;
    const auto& other = s->prompt.cells;
    const auto& mine = job.prompt->cells;
    later = std::max(later, static_cast<int>(std::mismatch(mine.begin(), mine.end(), other.begin(), other.end()).first -
                                             mine.begin()));
  }
  return later > 0 && later - kNotWorthWaiting > engine_.cache().reusable(job.prompt->cells);
}

std::optional<Failure> Scheduler::refuse(const Request& request, const LlamaPrompt& prompt) const {
  if (!request.interventions.empty())
    return Failure{Failure::Kind::kUnsupported, "interventions are not supported by this back end"};
  if (const auto why = engine_.capture().refuse(request.captures)) return Failure{Failure::Kind::kUnsupported, *why};
  for (const Token id : request.asked)
    if (id < 0 || id >= engine_.model().n_vocab)
      return Failure{Failure::Kind::kOther, fmt::format("asked token {} is not in the vocabulary", id)};
  const int n_prompt = static_cast<int>(prompt.cells.size());
  const bool reads = request.decoding.max_tokens <= 0;  // and needs no room
  if (n_prompt + (reads ? 0 : 1) > engine_.n_ctx())
    return Failure{Failure::Kind::kContextFull,
                   fmt::format("the prompt has {} tokens, the context holds {}{}", n_prompt, engine_.n_ctx(),
                               reads ? "" : ": no room for an answer")};
  return std::nullopt;
}

KvCache::Range Scheduler::slots_of(const Job& job) const {
  return job.reads() ? engine_.read_out_slots() : engine_.answer_slots();
}

bool Scheduler::alone(const Sequence& s) const { return engine_.deterministic() || !s.request().captures.empty(); }

// Whether only one piece is left of a read-out, which may go with others as long. A generated answer's prompt stays
// alone: it is long, and gains nothing.
bool Scheduler::joins(const Sequence& s) const {
  return engine_.bitwise() && s.job.reads() && s.request().captures.empty() && s.in_prompt() &&
         s.next_cell().pass == Pass::kPrefill &&
         piece(s.prompt.cells, s.n_done, engine_.n_batch()) == s.n_prompt() - s.n_done;
}

// Cells from `at` on that are evaluated in one call: one step, or at most `most` of a prefill, never leaving a rest of
// it that is too short.
int Scheduler::piece(std::span<const Cell> cells, int at, int most) const {
  const auto begin = cells.begin() + at;
  const auto end = std::find_if(begin, cells.end(), [](const Cell& c) { return c.pass == Pass::kStep; });
  const int n = static_cast<int>(end - begin);
  if (n == 0) return 1;
  return n > most ? std::min(most, n - engine_.min_piece()) : n;
}

bool Scheduler::evaluate(std::span<const Row> rows, double& seconds) {
  const auto begin = std::chrono::steady_clock::now();
  const bool done = engine_.evaluate(rows, stop_);
  seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return done;
}

// Means over the input need every row of the last block, which has rows only where logits are asked; and asking for
// more than the last may change its bits. So the input is read by itself first, from its beginning whatever caches
// hold, in pieces that depend on nothing else. What that leaves in the cache is what a prefill does.
void Scheduler::read_means(Sequence& s) {
  const std::vector<Site> sites = sites_of(s.request(), Site::Pool::kMeanInput);
  if (sites.empty()) return;
  engine_.cache().drop(s.slot);
  s.n_done = 0;
  s.out.usage.n_shared = 0;
  s.out.usage.n_prefilled = s.n_prompt();
  engine_.capture().arm_sums(sites);
  bool done = true;
  for (int at = 0; at < s.n_prompt() && done;) {
    const int n = piece(s.prompt.cells, at, std::min(kMostOutputs, engine_.n_batch()));
    rows_.clear();
    for (int i = at; i < at + n; ++i) rows_.push_back({s.slot, s.prompt.cells[static_cast<std::size_t>(i)], true});
    double seconds = 0;
    done = evaluate(rows_, seconds);
    s.out.timings.prefill_s += seconds;
    at += n;
  }
  const std::optional<std::vector<State>> means = engine_.capture().take();
  if (!done) return;
  if (!means) {
    end(s, not_named(engine_.capture()));
    return;
  }
  s.out.states = *means;
  s.n_done = engine_.cache().rewind(s.slot, s.prompt.cells);
}

// Evaluates what must not share a call with others: runs of prefill cells, and a last cell that is captured.
void Scheduler::prefill_alone(Sequence& s) {
  const std::vector<Site> sites = sites_of(s.request(), Site::Pool::kLast);
  while (s.in_prompt() && !s.finished && !joins(s) && !stop_.stop_requested()) {
    const auto& cells = s.prompt.cells;
    const auto begin = cells.begin() + s.n_done;
    if (begin->pass == Pass::kStep && (sites.empty() || s.n_done + 1 < s.n_prompt())) return;
    const int n = piece(cells, s.n_done, engine_.n_batch());
    const bool last = s.n_done + n == s.n_prompt();
    rows_.clear();
    for (auto c = begin; c != begin + n; ++c) rows_.push_back({s.slot, *c, last && c + 1 == cells.end()});
    const bool capturing = last && !sites.empty();
    if (capturing) engine_.capture().arm(sites);
    double seconds = 0;
    const bool done = evaluate(rows_, seconds);
    if (capturing) {
      std::optional<std::vector<State>> states = engine_.capture().take();
      if (done && !states) {
        end(s, not_named(engine_.capture()));
        return;
      }
      if (states) std::ranges::move(*states, std::back_inserter(s.out.states));
    }
    if (!done) return;
    s.n_done += n;
    s.out.timings.prefill_s += seconds;
    if (last) on_logits(s, engine_.logits(n - 1));
  }
}

// Evaluates the last pieces of the read-outs that join, as many neighbours of equal length a call as there are:
// libllama puts those into one graph, whose rows have the bits that they would have alone.
// @return whether there were any
bool Scheduler::prefill_together() {
  std::vector<Sequence*> waiting;
  for (const auto& s : active_)
    if (!s->finished && joins(*s)) waiting.push_back(s.get());
  for (auto first = waiting.begin(); first != waiting.end();) {
    const int n = (*first)->n_prompt() - (*first)->n_done;
    auto end = first;
    rows_.clear();
    do {
      const auto& cells = (*end)->prompt.cells;
      for (auto c = cells.end() - n; c != cells.end(); ++c) rows_.push_back({(*end)->slot, *c, c + 1 == cells.end()});
      ++end;
    } while (end != waiting.end() && (*end)->slot == (*(end - 1))->slot + 1 &&
             (*end)->n_prompt() - (*end)->n_done == n && std::ssize(rows_) + n <= engine_.n_batch());
    double seconds = 0;
    if (!evaluate(rows_, seconds)) return false;
    for (int last = n - 1; first != end; ++first, last += n) {
      Sequence& s = **first;
      s.n_done += n;
      s.out.timings.prefill_s += seconds * n / static_cast<double>(rows_.size());
      on_logits(s, engine_.logits(last));
    }
  }
  forget_finished();
  return !waiting.empty();
}

// Where sequences have buffers of their own, libllama evaluates neighbouring slots in one graph and others one after
// another: when nothing is left to fill a gap with, the last sequence moves into it.
void Scheduler::close_gaps() {
  if (!engine_.deterministic()) return;
  const auto answers = std::find_if(active_.begin(), active_.end(),
                                    [&](const auto& s) { return s->slot >= engine_.answer_slots().end; });
  const std::ptrdiff_t n = answers - active_.begin();
  for (std::ptrdiff_t i = 1; i < n; ++i) {
    const auto at = active_.begin() + i, last = active_.begin() + n - 1;
    const int gap = (*(at - 1))->slot + 1;
    if ((*at)->slot == gap || engine_.cache().kept(gap)) continue;
    if (!engine_.cache().move((*last)->slot, gap)) return;
    (*last)->slot = gap;
    std::rotate(at, last, last + 1);
  }
}

// One token for every running sequence, and in the fast mode as much of the prompts as fits beside them.
void Scheduler::step() {
  rows_.clear();
  struct Part {
    Sequence* sequence;
    int n;
  };
  std::vector<Part> parts;
  std::ptrdiff_t room = engine_.n_batch() - static_cast<std::ptrdiff_t>(active_.size());
  for (const auto& s : active_) {
    int n = 1;
    if (s->in_prompt()) {
      if (s->next_cell().pass == Pass::kPrefill)
        n = static_cast<int>(std::min<std::ptrdiff_t>(s->n_prompt() - s->n_done, room + 1));
      for (int i = 0; i < n; ++i) {
        const int at = s->n_done + i;
        rows_.push_back({s->slot, s->prompt.cells[static_cast<std::size_t>(at)], at + 1 == s->n_prompt()});
      }
    } else {
      const Pass pass = engine_.deterministic() ? Pass::kStep : Pass::kPrefill;
      rows_.push_back({s->slot, {s->out.tokens.back(), pass}, true});
    }
    room -= n - 1;
    parts.push_back({s.get(), n});
  }

  double seconds = 0;
  if (!evaluate(rows_, seconds)) return;
  const double per_row = seconds / static_cast<double>(rows_.size());
  int row = 0;
  for (const auto& [s, n] : parts) {
    row += n;
    (s->in_prompt() ? s->out.timings.prefill_s : s->out.timings.decode_s) += n * per_row;
    if (s->in_prompt()) s->n_done += n;
    if (!s->in_prompt()) on_logits(*s, engine_.logits(row - 1));
  }
  for (const auto& part : parts)
    if (!part.sequence->finished && alone(*part.sequence)) prefill_alone(*part.sequence);
}

void Scheduler::on_logits(Sequence& s, std::span<const float> logits) {
  if (auto response = s.take(logits, engine_.model(), engine_.n_ctx())) end(s, *std::move(response));
}

void Scheduler::end(Sequence& s, Response response) {
  s.finished = true;
  engine_.cache().release(s.slot);
  deliver(s.request(), response, s.slot);
}

void Scheduler::deliver(const Request& request, const Response& response, int slot) {
  sink_(request, response);
  if (!follow_ups_) return;
  std::vector<Request> next = follow_ups_(request, response);
  // Longest prefix first: each then finds what it needs in the slot of the one before it. Read-outs before the others
  // where they have slots of their own, so that many go together.
  const bool apart = engine_.read_out_slots().first > 0;
  const auto rank = [&](const Request& r) {
    return std::pair(apart && r.decoding.max_tokens > 0, -std::ssize(r.prefix_tokens));
  };
  std::stable_sort(next.begin(), next.end(), [&](const Request& a, const Request& b) { return rank(a) < rank(b); });
  for (auto r = next.rbegin(); r != next.rend(); ++r) {
    auto owned = std::make_unique<Request>(std::move(*r));
    const Request* pointer = owned.get();
    queue_.push_front(Job{pointer, std::move(owned), std::nullopt, slot});
  }
  if (slot >= 0) engine_.cache().expect_heirs(slot, static_cast<int>(next.size()));
}

void Scheduler::forget_finished() {
  std::erase_if(active_, [](const auto& s) { return s->finished; });
}

}  // namespace brink::llama
