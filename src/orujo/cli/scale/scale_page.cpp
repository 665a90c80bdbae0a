// Pictures of how figures grow.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/scale/scale_page.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "orujo/base/output_file.hpp"
#include "orujo/report/html_page.hpp"
#include "orujo/report/line_chart.hpp"
#include "orujo/report/run_place.hpp"
#include "orujo/report/svg.hpp"

namespace orujo::cli {

namespace {

line_chart chart_of(const scale_study& study, std::size_t figure) {
  const scale_figure& what = scale_figures()[figure];
  const std::string unit = what.unit;
  line_chart chart{fmt::format("{}{}{}", what.name, unit.empty() ? "" : ", ", unit), "ranks", {}};
  for (const std::string& route : study.plan.routes) {
    chart_line line{route, {}};
    for (const growth_point& each : points_of(study, route, figure)) {
      line.points.push_back({each.ranks, each.value});
    }
    chart.lines.push_back(std::move(line));
  }
  return chart;
}

std::string laws_html(const scale_study& study, std::size_t figure) {
  std::vector<text_table::line> lines;
  for (const scale_law& each : study.laws) {
    if (each.figure != figure || !each.law) { continue; }
    const std::string prediction =
        each.prediction
            ? fmt::format("the largest is predicted {:+.1f} % off", 100 * each.prediction->error())
            : "";
    lines.push_back({each.route, each.law->text(), prediction});
  }
  return table_html(lines);
}

std::string figure_html(const scale_study& study, std::size_t figure) {
  const std::string picture = svg_of(chart_of(study, figure));
  if (picture.empty()) { return {}; }
  return "<h3>" + html_text(scale_figures()[figure].name) + "</h3>\n<p>" +
         html_text(scale_figures()[figure].help) + "</p>\n" + picture + laws_html(study, figure);
}

}  // namespace

void write_scale_page(const scale_study& study, const std::string& path) {
  std::string body =
      "<h2>Growth with the number of ranks</h2>\n<p>" +
      html_text(fmt::format("Simulated on one machine; network: {}.",
                            study.plan.model.empty() ? "standard" : study.plan.model)) +
      "</p>\n";
  for (std::size_t f = 0; f < scale_figures().size(); ++f) { body += figure_html(study, f); }
  body += "<h2>The run</h2>\n" + table_html(run_place_lines());
  output_file file(path);
  file.write(html_page(fmt::format("orujo scale {}", fmt::join(study.plan.command, " ")), body));
  file.commit();
}

}  // namespace orujo::cli
