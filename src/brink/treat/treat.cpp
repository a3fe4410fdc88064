#include "brink/treat/treat.h"

#include <algorithm>

#include "brink/base/error.h"
#include "brink/extract/observations.h"
#include "brink/extract/rules.h"

namespace brink {
namespace {

std::vector<std::string> texts_of(const Completion& completion, const Backend& backend) {
  std::vector<std::string> out;
  for (const Token token : completion.tokens) out.push_back(backend.token_text(token).value_or(""));
  return out;
}

}  // namespace

FollowUp Parent::start(std::string_view treatment, std::string point, int trial) const {
  FollowUp out;
  out.cell = cell;
  out.cell.key.treatment = treatment;
  out.cell.key.parent = record.id;
  out.cell.key.point = std::move(point);
  out.cell.key.trial = trial;
  out.request = record.request;
  out.request.trial = trial;
  out.request.study_seed = configuration.common.study_seed;
  out.request.captures.clear();
  out.request.asked.clear();
  return out;
}

int Parent::anchored(const std::string& kind, int n_tokens, int most) const {
  const auto anchor = std::ranges::find(known, kind, &Anchor::kind);
  if (anchor == known.end()) return n_tokens;
  if (anchor->n_tokens < 0 || anchor->n_tokens > most)
    throw Error(ErrorKind::kStore, "the store has a cut of record " + record.id.short_hex() + " outside its text",
                "the file is damaged or was edited; run the study again into a new store");
  return anchor->n_tokens;
}

FollowUp Parent::cut(std::string_view treatment, std::string point, int trial, std::string kind, int n_tokens) const {
  const int n = borders.at_token(anchored(kind, n_tokens, borders.n_tokens()));
  return from_prefix(start(treatment, std::move(point), trial), std::move(kind), n);
}

FollowUp Parent::read(std::string_view treatment, std::string point, int n_tokens) const {
  FollowUp one = start(treatment, std::move(point), 0);
  std::string kind = anchor_kind(one.cell.key);
  const int n = anchored(kind, n_tokens, static_cast<int>(completion.tokens.size()));
  FollowUp out = from_prefix(std::move(one), std::move(kind), n);
  out.request.decoding = {};
  out.request.decoding.max_tokens = 0;
  return out;
}

FollowUp Parent::from_prefix(FollowUp out, std::string kind, int n_tokens) const {
  if (std::ranges::find(known, kind, &Anchor::kind) == known.end()) {
    const std::size_t byte = borders.byte(borders.at_token(n_tokens));
    out.anchor = Anchor{record.id, std::move(kind), n_tokens, std::to_string(byte), kReaderVersion};
  }
  out.request.prefix = Prefix{record.id, n_tokens, {}, {}};
  out.request.prefix_tokens.assign(completion.tokens.begin(), completion.tokens.begin() + n_tokens);
  return out;
}

std::string Parent::closing_tag(int n_tokens) const {
  const std::string_view kept = std::string_view(completion.text).substr(0, borders.byte(n_tokens));
  return split_channels(kept, completion.rendered_prompt).closing;
}

std::string Parent::commit_suffix(int n_tokens) const {
  return closing_tag(n_tokens) + configuration.how.commit_suffix;
}

std::vector<FollowUp> Treatments::follow(const PlannedConfiguration& configuration, const Item& item, const Cell& cell,
                                         const Record& record, std::span<const Anchor> known,
                                         const RecordOf& record_of) {
  const auto* completion = std::get_if<Completion>(&record.response);
  if (configuration.treatments.empty() || cell.key.treatment != "none" || cell.key.trial != 0) return {};
  if (!completion || record.request.prefix || (completion->tokens.empty() && !completion->text.empty())) return {};
  Parent parent{.configuration = configuration,
                .cell = cell,
                .record = record,
                .completion = *completion,
                .reading = read_completion(profile(configuration.how.reader), *completion, item, cell.variant),
                .borders = Borders(completion->text, texts_of(*completion, backend_)),
                .spellings = labels_.of(cell.variant),
                .texts = labels_.texts(),
                .record_of = record_of,
                .known = {known.begin(), known.end()}};
  const Span stated = parent.reading.span;
  parent.n_stated = parent.borders.n_tokens();
  if (parent.reading.status == Status::kOk && stated.byte >= 0)
    parent.n_stated = parent.borders.sentence_end_before(parent.borders.at_byte(static_cast<std::size_t>(stated.byte)));

  std::vector<FollowUp> out;
  for (const TreatmentSpec& spec : configuration.treatments) {
    // Nothing to cut; no label to force, no commitment to cut at.
    if ((completion->tokens.empty() || item.options.empty()) && spec.kind != kStates) continue;
    const auto row = std::ranges::find(brink::treatments(), spec.kind, [](const Treatment* t) { return t->name; });
    for (FollowUp& one : (*row)->follow_ups(spec, parent)) {
      one.cell.record = one.request.id();
      if (one.anchor) parent.known.push_back(*one.anchor);
      out.push_back(std::move(one));
    }
  }
  return out;
}

}  // namespace brink
