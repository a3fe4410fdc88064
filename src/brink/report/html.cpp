#include "brink/report/html.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "brink/base/sha256.h"
#include "brink/report/assets.h"
#include "brink/report/html_parts.h"

namespace brink {
namespace {

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '<')
      out += "&lt;";
    else if (c == '&')
      out += "&amp;";
    else if (c == '"')
      out += "&quot;";
    else if (c != '\0')  // a NUL is an error in HTML, even as a reference
      out += c;
  }
  return out;
}

/// What a policy lets run: the element with exactly this text.
std::string source(std::string_view text) {
  const Sha256 hash = sha256(text);
  return fmt::format(" 'sha256-{}'", base64({reinterpret_cast<const char*>(hash.bytes.data()), hash.bytes.size()}));
}

void add_data(std::string& out, std::string_view id, std::string_view type, std::string_view text) {
  out += fmt::format("<script id=\"{}\" type=\"{}\">{}</script>\n", id, type, text);
}

}  // namespace

std::string html_report(const PageInput& input, const PageOptions& options) {
  const PageAssets assets = page_assets();
  Json page = front_json(input, options);
  page["methods"] = methods_json(input, options);
  page["methods"]["licence"] = assets.licence;
  const PackedItems items = packed_items(input, options);
  page["items"] = {{"n", items.n}, {"n_with_texts", items.n_with_texts}};

  const std::string policy = fmt::format(
      "default-src 'none'; script-src{}{}{}; style-src{}; img-src data:; require-trusted-types-for 'script'; "
      "base-uri 'none'; form-action 'none'",
      source(assets.vega), source(assets.vega_lite), source(assets.script), source(assets.style));
  std::string out = fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"referrer\" content=\"no-referrer\">\n<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<meta name=\"generator\" content=\"brink {}\">\n<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n"
      "<noscript><p>The figures and texts of this page need scripts; the tables:</p><pre>{}</pre></noscript>\n",
      policy, escaped(options.version), escaped(options.title), assets.style, escaped(options.text));
  // What draws stands before the texts: the first figure does not wait for them.
  add_data(out, "page", "application/json", script_json(page));
  out += fmt::format("<script>{}</script>\n<script>{}</script>\n<script>{}</script>\n", assets.vega, assets.vega_lite,
                     assets.script);
  add_data(out, "index", "text/plain", items.index);
  for (std::size_t i = 0; i < items.blocks.size(); ++i)
    add_data(out, fmt::format("block-{}", i), "text/plain", items.blocks[i]);
  out += "</body>\n</html>\n";
  return out;
}

}  // namespace brink
