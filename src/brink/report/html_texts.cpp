#include "brink/report/html_texts.h"

#include <variant>

namespace brink {

std::unordered_map<Sha256, ShownText> shown_texts(const Store& store, const std::unordered_set<Sha256>& records) {
  std::unordered_map<Sha256, ShownText> out;
  if (records.empty()) return out;
  store.each_text([&](const Record& record) {
    const auto* done = std::get_if<Completion>(&record.response);
    if (!done || !records.contains(record.id)) return;
    ShownText& shown = out[record.id];
    shown.text = done->text;
    shown.prefix = record.request.prefix;
    if (shown.prefix) return;
    if (done->n_thinking_bytes) {
      const auto cut = static_cast<std::size_t>(*done->n_thinking_bytes);
      shown.pieces = {{0, cut, true}, {cut, done->text.size(), false}};
    } else {
      shown.pieces = split_channels(done->text, done->rendered_prompt).pieces;
    }
  });
  return out;
}

}  // namespace brink
