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

constexpr int kFew = 32;  // rows of a prompt that are fewer than the widest kernels take

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
    const KvCache::Claim claim =
        engine_.cache().claim(job.prompt->cells, slots_of(job), job.parent_slot, job.request->captures.empty());
    if (job.parent_slot >= 0) engine_.cache().expect_heirs(job.parent_slot, -1);
    auto sequence = std::make_unique<Sequence>(std::move(job), claim.slot, claim.n_reused);
    Sequence& s = *sequence;
    const auto at = std::find_if(active_.begin(), active_.end(), [&](const auto& a) { return a->slot > s.slot; });
    active_.insert(at, std::move(sequence));
    read_means(s);
    if (s.in_prompt())
      prefill_alone(s);
    else
      on_logits(s, engine_.cache().logits(s.slot));
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
  return later > 0 &&
         later - kNotWorthWaiting > engine_.cache().reusable(job.prompt->cells, job.request->captures.empty());
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

// Whether the next token of a prompt is evaluated beside those that others generate: where it was generated once; in
// the fast mode where it is all that is left.
bool Scheduler::steps(const Sequence& s) const {
  if (!s.in_prompt()) return false;
  return engine_.deterministic() ? s.next_cell().pass == Pass::kStep : s.n_done + 1 == s.n_prompt();
}

// Whether only one piece is left, which may go with others as long. A long one stays alone: it gains nothing.
bool Scheduler::joins(const Sequence& s) const {
  const int left = s.n_prompt() - s.n_done;
  return engine_.joins_prefills() && (s.job.reads() || left <= kFew) && s.request().captures.empty() && s.in_prompt() &&
         !steps(s) && piece(s.prompt.cells, s.n_done, engine_.n_batch()) == left;
}

// Cells from `at` on that are evaluated in one call: one step, or at most `most` of a prefill, never leaving a rest of
// it that is too short; in the fast mode of either kind.
int Scheduler::piece(std::span<const Cell> cells, int at, int most) const {
  const auto begin = cells.begin() + at;
  const auto end =
      std::find_if(begin, cells.end(), [&](const Cell& c) { return engine_.deterministic() && c.pass == Pass::kStep; });
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
    if (steps(s) && (sites.empty() || s.n_done + 1 < s.n_prompt())) return;
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

// Evaluates the last pieces that join, as many neighbours of equal length a call as there are:
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

// libllama evaluates neighbouring slots in one graph and others one after another: when nothing is left to fill a gap
// with, the last sequence moves into it.
void Scheduler::close_gaps() {
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

// One token for every running sequence.
void Scheduler::step() {
  rows_.clear();
  for (const auto& s : active_) {
    if (s->in_prompt())
      rows_.push_back({s->slot, s->next_cell(), s->n_done + 1 == s->n_prompt()});
    else
      rows_.push_back({s->slot, {s->out.tokens.back(), Pass::kStep}, true});
  }

  double seconds = 0;
  if (!evaluate(rows_, seconds)) return;
  const double per_row = seconds / static_cast<double>(rows_.size());
  for (std::size_t row = 0; row < active_.size(); ++row) {
    Sequence& s = *active_[row];
    (s.in_prompt() ? s.out.timings.prefill_s : s.out.timings.decode_s) += per_row;
    if (s.in_prompt()) ++s.n_done;
    if (!s.in_prompt()) on_logits(s, engine_.logits(static_cast<int>(row)));
  }
  for (const auto& s : active_)
    if (!s->finished) prefill_alone(*s);
}

void Scheduler::on_logits(Sequence& s, std::span<const float> logits) {
  if (!s.out.read_out && !s.job.reads()) engine_.cache().keep_logits(s.slot, logits);
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
