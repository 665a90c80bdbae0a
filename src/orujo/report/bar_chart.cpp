// Draws bar charts: a rectangle for each bar, with its count as a tooltip.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/report/bar_chart.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include <fmt/format.h>

#include "orujo/base/text_table.hpp"
#include "orujo/report/svg.hpp"

namespace orujo {

namespace {

constexpr double chart_left = 60;
constexpr double chart_top = 34;
constexpr double chart_width = 820;
constexpr double chart_height = 150;
constexpr double uneven = 200;  // counts that differ by more are drawn by their logarithms
constexpr std::size_t most_labels = 12;

std::string count_text(std::uint64_t count) { return number_text(static_cast<double>(count)); }

bool is_whole(const value_histogram& histogram) { return histogram.summary.fractions == 0; }

std::string value_text(const value_histogram& histogram, double value) {
  return number_text(value, is_whole(histogram) ? 16 : 4);
}

/// "7", "8 to 15", "0.1 to 0.2".
std::string range_text(const value_histogram& histogram, const histogram_bar& bar) {
  const std::string first = value_text(histogram, bar.first);
  const std::string last = value_text(histogram, bar.last);
  return first == last ? first : first + " to " + last;
}

struct count_scale {
  double most = 1;
  bool is_logarithmic = false;

  /// From 0 to 1.
  [[nodiscard]] double height_of(std::uint64_t count) const {
    const auto value = static_cast<double>(count);
    return is_logarithmic ? std::log1p(value) / std::log1p(most) : value / most;
  }
};

count_scale scale_of(const value_histogram& histogram) {
  std::uint64_t most = 1;
  std::uint64_t least = 0;
  for (const histogram_bar& bar : histogram.bars) {
    most = std::max(most, bar.count);
    if (bar.count > 0 && (least == 0 || bar.count < least)) { least = bar.count; }
  }
  const auto greatest = static_cast<double>(most);
  return {greatest, least > 0 && greatest > uneven * static_cast<double>(least)};
}

std::string bar_svg(const value_histogram& histogram, std::size_t index, const count_scale& scale) {
  const histogram_bar& bar = histogram.bars[index];
  const double step = chart_width / static_cast<double>(histogram.bars.size());
  const double gap = std::min(2.0, step / 8);
  const double tall = chart_height * scale.height_of(bar.count);
  return fmt::format(
      R"(<rect x="{:.2f}" y="{:.2f}" width="{:.2f}" height="{:.2f}" fill="#4e98ca"><title>{}</title></rect>)"
      "\n",
      chart_left + static_cast<double>(index) * step, chart_top + chart_height - tall, step - gap,
      tall,
      html_text(fmt::format("{} {}: {} {}", histogram.value, range_text(histogram, bar),
                            count_text(bar.count), histogram.things)));
}

std::string labels_svg(const value_histogram& histogram) {
  const double step = chart_width / static_cast<double>(histogram.bars.size());
  const std::size_t every = (histogram.bars.size() + most_labels - 1) / most_labels;
  std::string text;
  for (std::size_t i = 0; i < histogram.bars.size(); i += every) {
    text += svg_label(chart_left + static_cast<double>(i) * step, chart_top + chart_height + 15,
                      "start", value_text(histogram, histogram.bars[i].first));
  }
  return text;
}

std::string capitalised(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') {
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  }
  return text;
}

}  // namespace

std::string svg_of(const value_histogram& histogram) {
  const count_scale scale = scale_of(histogram);
  const std::string title =
      capitalised(fmt::format("{} by {}{}", histogram.things, histogram.value,
                              scale.is_logarithmic ? " (heights are logarithms of counts)" : ""));
  std::string text =
      svg_begin({chart_left + chart_width + 30, chart_top + chart_height + 30}, title);
  text += svg_label(chart_left, chart_top - 16, "start", title);
  text += svg_label(chart_left - 6, chart_top + 8, "end", number_text(scale.most));
  text += svg_label(chart_left - 6, chart_top + chart_height, "end", "0");
  for (std::size_t i = 0; i < histogram.bars.size(); ++i) { text += bar_svg(histogram, i, scale); }
  text +=
      fmt::format(R"(<line x1="{0:.0f}" y1="{1:.0f}" x2="{2:.0f}" y2="{1:.0f}" stroke="#51606f"/>)"
                  "\n",
                  chart_left, chart_top + chart_height, chart_left + chart_width);
  return text + labels_svg(histogram) + "</svg>\n";
}

std::string sentence_of(const value_histogram& histogram) {
  const value_summary& all = histogram.summary;
  std::string text;
  if (all.count > 0) {
    const auto most = std::max_element(
        histogram.bars.begin(), histogram.bars.end(),
        [](const histogram_bar& a, const histogram_bar& b) { return a.count < b.count; });
    text = fmt::format("The {} of {} {} goes from {} to {}, {} on average; most often {} ({}).",
                       histogram.value, count_text(all.count), histogram.things,
                       value_text(histogram, all.least), value_text(histogram, all.greatest),
                       number_text(all.sum / static_cast<double>(all.count)),
                       range_text(histogram, *most), count_text(most->count));
  }
  if (all.without > 0) {
    text += fmt::format("{}{} {} have none.", text.empty() ? "" : " ", count_text(all.without),
                        histogram.things);
  }
  return text;
}

}  // namespace orujo
