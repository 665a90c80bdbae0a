// The statistics and the report of the Graph500 benchmark.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <string_view>

#include <fmt/format.h>

#include "orujo/benchmarks/graph500/graph500.hpp"

namespace orujo {

namespace {

class report_writer {
public:
  template <typename Value>
  void line(std::string_view name, const Value& value) {
    lines_.push_back(fmt::format("{:<32}{}", fmt::format("{}:", name), value));
  }

  void number(std::string_view name, double value) { line(name, fmt::format("{:g}", value)); }

  /// The number by which runs are ranked.
  void main_number(std::string_view name, double value) {
    lines_.push_back(fmt::format("{:<29}!  {:g}", fmt::format("{}:", name), value));
  }

  /// Minimum to maximum of one quantity, such as "bfs  {}_time".
  void range(std::string_view pattern, const graph500_statistics& values) {
    named(pattern, "min", values.minimum);
    named(pattern, "firstquartile", values.first_quartile);
    named(pattern, "median", values.median);
    named(pattern, "thirdquartile", values.third_quartile);
    named(pattern, "max", values.maximum);
  }

  /// And its mean and deviation.
  void all(std::string_view pattern, const graph500_statistics& values) {
    range(pattern, values);
    named(pattern, "mean", values.mean);
    named(pattern, "stddev", values.deviation);
  }

  [[nodiscard]] std::vector<std::string> take() && { return std::move(lines_); }

private:
  void named(std::string_view pattern, std::string_view what, double value) {
    const bool exact = pattern.ends_with("nedge");  // counts: all their digits
    line(fmt::format(fmt::runtime(pattern), what),
         exact ? fmt::format("{:.11g}", value) : fmt::format("{:g}", value));
  }

  std::vector<std::string> lines_;
};

template <typename Quantity>
graph500_statistics statistics_over(const std::vector<graph500_search>& searches,
                                    Quantity quantity) {
  std::vector<double> values;
  for (const graph500_search& each : searches) { values.push_back(quantity(each)); }
  return statistics_of(std::move(values));
}

std::string_view verdict_of(const std::vector<graph500_search>& searches,
                            graph500_validation validation) {
  if (validation == graph500_validation::none) { return "none"; }
  const bool passed = std::all_of(searches.begin(), searches.end(),
                                  [](const auto& each) { return each.problem.empty(); });
  return passed ? "passed" : "failed";
}

}  // namespace

graph500_statistics statistics_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  const auto between = [&](std::size_t a, std::size_t b) { return (values[a] + values[b]) / 2; };
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(n);
  double squares = 0;
  for (const double value : values) { squares += (value - mean) * (value - mean); }
  return {.minimum = values.front(),
          .first_quartile = between((n - 1) / 4, n / 4),
          .median = between((n - 1) / 2, n / 2),
          .third_quartile = between(n - 1 - (n - 1) / 4, n - 1 - n / 4),
          .maximum = values.back(),
          .mean = mean,
          .deviation = n > 1 ? std::sqrt(squares / static_cast<double>(n - 1)) : 0.0};
}

graph500_statistics teps_statistics(const std::vector<graph500_search>& searches) {
  const graph500_statistics per_edge = statistics_over(searches, [](const graph500_search& each) {
    return each.seconds / static_cast<double>(each.edges);
  });
  const double others = static_cast<double>(searches.size()) - 1;
  // The standard error of a harmonic mean: N. Norris, Annals of Mathematical Statistics 11(4),
  // 1940.
  const double deviation =
      others > 0 ? per_edge.deviation / (per_edge.mean * per_edge.mean * std::sqrt(others)) : 0.0;
  return {.minimum = 1 / per_edge.maximum,
          .first_quartile = 1 / per_edge.third_quartile,
          .median = 1 / per_edge.median,
          .third_quartile = 1 / per_edge.first_quartile,
          .maximum = 1 / per_edge.minimum,
          .mean = 1 / per_edge.mean,
          .deviation = deviation};
}

std::vector<std::string> graph500_report(const graph500_setup& setup,
                                         const std::vector<graph500_search>& searches,
                                         graph500_validation validation) {
  report_writer report;
  report.line("SCALE", setup.scale);
  report.number("edgefactor", setup.edgefactor);
  report.line("NBFS", searches.size());
  report.number("graph_generation", setup.generation_seconds);
  report.line("num_mpi_processes", setup.ranks);
  report.number("construction_time", setup.construction_seconds);
  report.all("bfs  {}_time",
             statistics_over(searches, [](const auto& each) { return each.seconds; }));
  report.all("{}_nedge", statistics_over(searches, [](const auto& each) {
               return static_cast<double>(each.edges);
             }));
  const graph500_statistics teps = teps_statistics(searches);
  report.range("bfs  {}_TEPS", teps);
  report.main_number("bfs  harmonic_mean_TEPS", teps.mean);
  report.number("bfs  harmonic_stddev_TEPS", teps.deviation);
  if (validation == graph500_validation::each_search) {
    report.all("bfs  {}_validate",
               statistics_over(searches, [](const auto& each) { return each.validation_seconds; }));
  }
  report.line("validation", verdict_of(searches, validation));
  return std::move(report).take();
}

}  // namespace orujo
