#include <nlohmann/json.hpp>
#include <string>

#include "brink/report/panel.h"

// Vega-Lite, https://vega.github.io/vega-lite/docs/spec.html. Colours, fonts and the width are the page's: a theme is
// applied where the chart is drawn.
namespace brink {
namespace {

Json text(std::string_view s) { return std::string(s); }

// ".3f" as ".3~f": on an axis, zeros at the end say nothing.
std::string trimmed(std::string_view format) {
  if (!format.ends_with('f')) return std::string(format);
  format.remove_suffix(1);
  return std::string(format).append("~f");
}

Json quantity(std::string_view field, std::string_view title, std::string_view format, bool zero) {
  Json out{{"field", text(field)}, {"type", "quantitative"}, {"title", text(title)}};
  out["scale"] = {{"zero", zero}, {"nice", true}};
  out["axis"] = {{"format", trimmed(format)}, {"tickCount", 5}};
  return out;
}

Json word(std::string_view field, std::string_view title) {
  return {{"field", text(field)},
          {"type", "nominal"},
          {"title", title.empty() ? Json(nullptr) : text(title)},
          {"sort", nullptr}};
}

/// By colour and by shape: nothing is told by colour alone.
void add_series(Json& encoding, const Chart& c) {
  for (const char* channel : {"color", "shape"}) encoding[channel] = word(c.series, c.series_title);
}

Json mark(const char* type, const Json& more = Json::object()) {
  Json out{{"type", type}};
  out.update(more);
  return out;
}

Json layer(Json mark, Json encoding) { return {{"mark", std::move(mark)}, {"encoding", std::move(encoding)}}; }

/// The line at the value of no effect; `field` is the same in every row.
Json null_ticks(const char* axis, std::string_view band) {
  Json encoding{{axis, {{"field", "null"}, {"type", "quantitative"}}}};
  return layer(mark("tick", {{"thickness", 2}, {band == "x" ? "height" : "width", 14}, {"style", "null"}}),
               std::move(encoding));
}

Json dots(const Chart& c) {
  const std::string_view lines = c.x.empty() ? "configuration" : c.x;
  Json encoding{{"y", word(lines, "")}};
  const bool offset = c.series != lines;
  if (offset) encoding["yOffset"] = word(c.series, "");
  add_series(encoding, c);
  const Json x = quantity("value", c.y_title, c.format, c.from_zero);
  Json low = x;
  low["field"] = "low";
  Json ticks = null_ticks("x", "x");
  ticks["encoding"]["color"] = nullptr;
  ticks["encoding"]["shape"] = nullptr;
  return {{"height", {{"step", offset ? 14 : 26}}},
          {"encoding", std::move(encoding)},
          {"layer",
           {layer(mark("rule", {{"strokeWidth", 2}, {"style", "interval"}}),
                  {{"x", low}, {"x2", {{"field", "high"}}}, {"shape", nullptr}}),
            std::move(ticks), layer(mark("point", {{"filled", true}, {"size", 64}}), {{"x", x}})}}};
}

Json places(const Chart& c) {
  Json encoding{{"x", word(c.x, c.x_title)}, {"xOffset", word(c.series, "")}};
  encoding["x"]["axis"] = {{"labelAngle", 0}};
  encoding["x"]["sort"] = "ascending";
  add_series(encoding, c);
  const Json y = quantity("value", c.y_title, c.format, c.from_zero);
  Json low = y, band_low = y;
  low["field"] = "low";
  band_low["field"] = "null_low";
  Json band = layer(mark("bar", {{"width", {{"band", 1}}}, {"style", "band"}}),
                    {{"y", band_low}, {"y2", {{"field", "null_high"}}}});
  Json ticks = null_ticks("y", "y");
  for (Json* plain : {&band, &ticks}) {
    (*plain)["encoding"]["color"] = nullptr;
    (*plain)["encoding"]["shape"] = nullptr;
  }
  return {{"height", 220},
          {"encoding", std::move(encoding)},
          {"layer",
           {std::move(band), std::move(ticks),
            layer(mark("rule", {{"strokeWidth", 2}, {"style", "interval"}}),
                  {{"y", low}, {"y2", {{"field", "high"}}}, {"shape", nullptr}}),
            layer(mark("point", {{"filled", true}, {"size", 64}}), {{"y", y}})}}};
}

Json lines(const Chart& c) {
  Json encoding{{"x", quantity(c.x, c.x_title, c.x_format, false)}};
  if (c.whole_x) encoding["x"]["axis"]["tickMinStep"] = 1;
  add_series(encoding, c);
  const Json y = quantity("value", c.y_title, c.format, c.from_zero);
  Json low = y, null = y;
  low["field"] = "low";
  null["field"] = "null";
  return {{"height", 240},
          {"encoding", std::move(encoding)},
          {"layer",
           {layer(mark("area", {{"opacity", 0.16}, {"style", "interval"}}),
                  {{"y", low}, {"y2", {{"field", "high"}}}, {"shape", nullptr}}),
            layer(mark("line", {{"strokeDash", {3, 3}}, {"strokeWidth", 1}}), {{"y", null}, {"shape", nullptr}}),
            layer(mark("line", {{"strokeWidth", 2}}), {{"y", y}, {"shape", nullptr}}),
            layer(mark("point", {{"filled", true}, {"size", 44}}), {{"y", y}})}}};
}

Json unit_scale() { return {{"domain", {0, 1}}}; }

Json point_labels(const Chart& c, const Json& y) {
  return layer(mark("text", {{"align", "left"}, {"dx", 7}, {"dy", -6}, {"style", "point-label"}}),
               {{"y", y}, {"text", {{"field", text(c.label)}}}, {"shape", nullptr}});
}

Json scatter(const Chart& c) {
  Json x = quantity(c.x, c.x_title, c.x_format, false), y = quantity("value", c.y_title, c.format, c.from_zero);
  if (c.log_x)
    x["scale"] = {{"type", "log"}, {"nice", false}, {"padding", 24}};
  else
    x["scale"]["padding"] = 24;
  if (c.identity) x["scale"] = y["scale"] = unit_scale();
  Json encoding{{"x", std::move(x)}};
  add_series(encoding, c);
  Json low = y, null = y;
  low["field"] = "low";
  null["field"] = "null";
  Json points = layer(mark("point", {{"filled", true}, {"size", 64}}), {{"y", y}});
  if (!c.size.empty())
    points["encoding"]["size"] = {
        {"field", text(c.size)}, {"type", "quantitative"}, {"scale", {{"range", {16, 260}}}}, {"legend", nullptr}};
  Json layers = Json::array();
  if (c.identity) {  // from end to end, whatever there is
    Json line = layer(mark("line", {{"strokeDash", {3, 3}}, {"strokeWidth", 1}, {"style", "identity"}}),
                      {{"y", null}, {"color", nullptr}, {"shape", nullptr}, {"tooltip", nullptr}});
    const auto end = [&](double at) { return Json{{text(c.x), at}, {"null", at}}; };
    line["data"] = {{"values", Json::array({end(0), end(1)})}};
    layers.push_back(std::move(line));
  }
  Json interval = layer(mark("rule", {{"strokeWidth", 1.5}, {"opacity", 0.4}, {"style", "interval"}}),
                        {{"y", low}, {"y2", {{"field", "high"}}}, {"shape", nullptr}});
  if (!c.label.empty())  // of many points, those of the ones with a name: the others have theirs in the table
    interval["transform"] = Json::array({Json{{"filter", {{"not", {{"field", text(c.label)}, {"equal", ""}}}}}}});
  layers.push_back(std::move(interval));
  layers.push_back(std::move(points));
  if (!c.label.empty()) layers.push_back(point_labels(c, y));
  return {{"height", 300}, {"encoding", std::move(encoding)}, {"layer", std::move(layers)}};
}

Json trend(const Chart& c) {
  Json encoding{{"x", quantity(c.x, c.x_title, c.x_format, false)}};
  add_series(encoding, c);
  const Json y = quantity("value", c.y_title, c.format, c.from_zero);
  Json low = y;
  low["field"] = "low";
  const auto of = [](const char* part, Json one) {
    one["transform"] = Json::array({Json{{"filter", {{"field", "part"}, {"equal", part}}}}});
    return one;
  };
  return {
      {"height", 300},
      {"encoding", std::move(encoding)},
      {"layer",
       {of("line", layer(mark("area", {{"opacity", 0.16}, {"style", "interval"}}),
                         {{"y", low}, {"y2", {{"field", "high"}}}, {"shape", nullptr}})),
        of("line", layer(mark("line", {{"strokeWidth", 1.5}}), {{"y", y}, {"shape", nullptr}})),
        of("means",
           layer(mark("line", {{"strokeWidth", 1.5}, {"strokeDash", {5, 4}}}), {{"y", y}, {"shape", nullptr}})),
        of("bin", layer(mark("rule", {{"strokeWidth", 1.5}, {"opacity", 0.6}, {"style", "interval"}}),
                        {{"y", low}, {"y2", {{"field", "high"}}}, {"shape", nullptr}})),
        of("bin", layer(mark("point", {{"filled", true}, {"size", 64}}), {{"y", y}})), of("bin", point_labels(c, y))}}};
}

Json heat(const Chart& c) {
  Json encoding{{"x", word(c.x, c.x_title)}, {"y", word(c.series, c.series_title)}};
  encoding["x"]["axis"] = {{"labelAngle", -30}};
  const Json value{
      {"field", "value"}, {"type", "quantitative"}, {"title", text(c.y_title)}, {"format", text(c.format)}};
  Json colour = value;
  colour.erase("format");
  colour["scale"] = {{"domain", {c.least, c.greatest}}, {"domainMid", c.middle}, {"interpolate", "rgb"}};
  colour["legend"] = {{"format", text(c.format)}, {"gradientLength", 160}, {"values", {c.least, c.middle, c.greatest}}};
  return {{"height", {{"step", 34}}},
          {"encoding", std::move(encoding)},
          {"layer",
           {layer(mark("rect", {{"style", "cell"}}), {{"color", colour}}),
            layer(mark("text", {{"style", "cell-label"}}), {{"text", value}})}}};
}

Json tooltip(const Chart& c) {
  Json out = Json::array();
  const auto add = [&](std::string_view field, std::string_view title, std::string_view format = {}) {
    Json& one = out.emplace_back(Json{{"field", text(field)}, {"title", text(title)}});
    if (format.empty()) {
      one["type"] = "nominal";
    } else {
      one["type"] = "quantitative";
      one["format"] = text(format);
    }
  };
  add("configuration", "configuration");
  if (c.series != "configuration") add(c.series, c.series);
  if (c.kind == ChartKind::kScatter) add("policy", "policy");
  if (c.kind == ChartKind::kPlaces || c.kind == ChartKind::kHeat) add(c.x, c.x_title);
  if (c.kind == ChartKind::kLines || c.kind == ChartKind::kScatter || c.kind == ChartKind::kTrend)
    add(c.x, c.x_title, c.x_format == "~s" ? ",.0f" : c.x_format);
  add("value", c.y_title, c.format);
  add("low", "95% from", c.format);
  add("high", "to", c.format);
  add("null", "null", c.format);
  add("n", "n", "d");
  add("n_items", "items", "d");
  return out;
}

Json body(const Chart& c) {
  switch (c.kind) {
    case ChartKind::kDots:
      return dots(c);
    case ChartKind::kPlaces:
      return places(c);
    case ChartKind::kLines:
      return lines(c);
    case ChartKind::kScatter:
      return scatter(c);
    case ChartKind::kTrend:
      return trend(c);
    case ChartKind::kHeat:
      break;
  }
  return heat(c);
}

}  // namespace

Json vega_lite(const Panel& panel) {
  Json out{{"$schema", "https://vega.github.io/schema/vega-lite/v6.json"},
           {"title", text(panel.title)},
           {"description", text(panel.what)}};
  out.update(body(panel.chart));
  out["encoding"]["tooltip"] = tooltip(panel.chart);
  return out;
}

}  // namespace brink
