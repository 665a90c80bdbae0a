// Draws a bar for each step of a run.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/report/step_chart.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include <fmt/format.h>

#include "orujo/base/text_table.hpp"
#include "orujo/report/svg.hpp"

namespace orujo {

namespace {

constexpr double steps_left = 60;
constexpr double steps_top = 30;
constexpr double steps_width = 820;
constexpr double strip_height = 56;
constexpr double strip_distance = 84;
constexpr std::size_t most_bars = 410;
constexpr std::size_t most_step_labels = 16;

double most_of(const step_figure& figure) {
  return figure.values.empty() ? 0 : *std::ranges::max_element(figure.values);
}

std::size_t num_steps(const step_figures& steps) {
  return steps.figures.empty() ? 0 : steps.figures.front().values.size();
}

/// How many steps there are to a bar.
std::size_t steps_per_bar(std::size_t steps) { return (steps + most_bars - 1) / most_bars; }

/// "time (ms)"; where the name says what is counted, as "active vertices" does, the name alone.
std::string title_of(const step_figure& figure) {
  const bool says_unit = figure.name.find(figure.unit) != std::string::npos;
  return says_unit ? figure.name : fmt::format("{} ({})", figure.name, figure.unit);
}

std::string bars_svg(const step_figures& steps, const step_figure& figure, double top) {
  const double greatest = most_of(figure);
  const std::size_t each = steps_per_bar(figure.values.size());
  const std::size_t bars = (figure.values.size() + each - 1) / each;
  const double width = steps_width / static_cast<double>(std::max<std::size_t>(bars, 12));
  std::string text;
  for (std::size_t i = 0; i < bars; ++i) {
    const auto first = figure.values.begin() + static_cast<std::ptrdiff_t>(i * each);
    const auto last = std::min(figure.values.end(), first + static_cast<std::ptrdiff_t>(each));
    const auto most = std::max_element(first, last);
    if (*most <= 0) { continue; }
    const double tall = std::max(0.7, strip_height * *most / greatest);
    text += fmt::format(
        R"(<rect x="{:.2f}" y="{:.2f}" width="{:.2f}" height="{:.2f}" fill="#4e98ca"><title>{}</title></rect>)"
        "\n",
        steps_left + static_cast<double>(i) * width, top + strip_height - tall,
        width - std::min(2.0, width / 8), tall,
        html_text(fmt::format("{} {}: {} {}", steps.step,
                              steps.name_of(static_cast<std::size_t>(most - figure.values.begin())),
                              number_text(*most), figure.unit)));
  }
  return text;
}

std::string strip_svg(const step_figures& steps, const step_figure& figure, double top) {
  return svg_label(steps_left, top - 7, "start", title_of(figure)) +
         svg_label(steps_left - 6, top + 8, "end", number_text(most_of(figure), 4)) +
         svg_label(steps_left - 6, top + strip_height, "end", "0") + bars_svg(steps, figure, top) +
         svg_rectangle({steps_left, top + strip_height, steps_width, 0.7}, "#51606f");
}

std::string step_labels(const step_figures& steps, double y) {
  const std::size_t count = num_steps(steps);
  const std::size_t per_bar = steps_per_bar(count);
  const std::size_t bars = (count + per_bar - 1) / per_bar;
  const double width = steps_width / static_cast<double>(std::max<std::size_t>(bars, 12));
  const std::size_t every = (bars + most_step_labels - 1) / most_step_labels;
  std::string text = svg_label(steps_left - 6, y, "end", steps.step);
  for (std::size_t i = 0; i < bars; i += every) {
    text += svg_label(steps_left + (static_cast<double>(i) + 0.5) * width, y, "middle",
                      steps.name_of(i * per_bar));
  }
  return text;
}

}  // namespace

std::string step_figures::name_of(std::size_t index) const {
  return index < names.size() ? names[index] : fmt::format("{}", index + 1);
}

std::string svg_of(const step_figures& steps) {
  if (num_steps(steps) == 0) { return {}; }
  std::string strips;
  double top = steps_top + 18;
  for (const step_figure& figure : steps.figures) {
    if (most_of(figure) <= 0) { continue; }
    strips += strip_svg(steps, figure, top);
    top += strip_distance;
  }
  const double bottom = top - strip_distance + strip_height;
  std::string text = svg_begin({steps_left + steps_width + 30, bottom + 24}, steps.title);
  text += svg_label(steps_left, 14, "start", steps.title) + strips;
  return text + step_labels(steps, bottom + 15) + "</svg>\n";
}

std::string sentence_of(const step_figures& steps) {
  std::string text = fmt::format("{} {}{}", number_text(static_cast<double>(num_steps(steps))),
                                 steps.step, num_steps(steps) == 1 ? "" : "s");
  for (const step_figure& figure : steps.figures) {
    if (most_of(figure) <= 0) { continue; }
    const double all = std::accumulate(figure.values.begin(), figure.values.end(), 0.0);
    const auto most = std::ranges::max_element(figure.values);
    text += fmt::format("; {}: {} {} in all, at most {} in {} {}", figure.name, number_text(all),
                        figure.unit, number_text(*most), steps.step,
                        steps.name_of(static_cast<std::size_t>(most - figure.values.begin())));
  }
  return text + ".";
}

}  // namespace orujo
