// Counts values of all ranks into the bars of one histogram.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/report/answer_pictures.hpp"

#include <cmath>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "orujo/cli/files/vertex_labels.hpp"
#include "orujo/cli/report/ranked_values.hpp"
#include "orujo/epochs/collectives.hpp"

namespace orujo::cli {

namespace {

constexpr std::uint64_t rows_of_ranking = 10;

/// The owned vertex with the local number `i`.
local_vertex vertex(std::uint64_t i) { return static_cast<local_vertex>(i); }

/// Call: collective.
value_summary summary_of(rank_team& team, const answer_values& values) {
  value_summary summary;
  for (std::uint64_t i = 0; i < values.count; ++i) { summary.add(values.value_of(i)); }
  return all_reduce(team, summary, [](value_summary a, const value_summary& b) {
    a.add(b);
    return a;
  });
}

/// Call: collective.
value_histogram histogram_of(rank_team& team, const answer_values& values) {
  value_histogram histogram{values.things, values.value, summary_of(team, values), {}};
  histogram.bars = empty_bars(histogram.summary);
  std::vector<std::uint64_t> counts(histogram.bars.size());
  for (std::uint64_t i = 0; i < values.count; ++i) {
    const double value = values.value_of(i);
    if (!std::isnan(value)) { ++counts[bar_of(histogram.bars, value)]; }
  }
  counts = all_reduce(team, std::move(counts), std::plus<>());
  for (std::size_t i = 0; i < counts.size(); ++i) { histogram.bars[i].count = counts[i]; }
  return histogram;
}

std::vector<std::string> texts_of(const std::vector<std::uint64_t>& numbers) {
  std::vector<std::string> texts;
  for (const std::uint64_t number : numbers) { texts.push_back(fmt::format("{}", number)); }
  return texts;
}

/// What the input calls vertices. Call: collective.
std::vector<std::string> texts_of(rank_team& team, const csr_graph& graph,
                                  const std::vector<std::uint64_t>& input_ids) {
  std::vector<std::string> texts;
  for (const json& label : labels_of(team, graph, input_ids)) {
    texts.push_back(text_of_label(label));
  }
  return texts;
}

/// Call: collective.
value_ranking ranking_of(rank_team& team, const csr_graph& graph, const answer_values& values) {
  greatest_values of_rank(rows_of_ranking);
  for (std::uint64_t i = 0; i < values.count; ++i) {
    const double value = values.value_of(i);
    if (std::isnan(value)) { continue; }
    of_rank.offer({value, values.id_of(i), values.second_of ? values.second_of(i) : 0});
  }
  value_ranking ranking{fmt::format("The {} of greatest {}", values.things, values.value),
                        {values.id, values.value},
                        {}};
  if (!values.second.empty()) { ranking.heading.push_back(values.second); }
  const auto greatest = greatest_of_team(team, std::move(of_rank), rows_of_ranking);
  std::vector<std::uint64_t> ids;
  std::vector<std::uint64_t> seconds;
  for (const ranked_value& each : greatest) {
    ids.push_back(each.id);
    seconds.push_back(each.second);
  }
  const std::vector<std::string> names = texts_of(team, graph, ids);
  const std::vector<std::string> others =
      values.second_is_vertex ? texts_of(team, graph, seconds) : texts_of(seconds);
  for (std::size_t i = 0; i < greatest.size(); ++i) {
    ranking.rows.push_back({names[i], fmt::format("{}", greatest[i].value)});
    if (!values.second.empty()) { ranking.rows.back().push_back(others[i]); }
  }
  return ranking;
}

}  // namespace

void answer_page::add(const answer_values& values) {
  if (!is_wanted_) { return; }
  record_.pictures.histograms.push_back(histogram_of(team_, values));
  record_.pictures.rankings.push_back(ranking_of(team_, graph_, values));
}

void answer_page::add_vertices(const std::string& value,
                               const std::function<double(local_vertex)>& value_of) {
  add({.things = "vertices",
       .value = value,
       .second = "degree",
       .count = graph_.num_local(),
       .value_of = [&](std::uint64_t i) { return value_of(vertex(i)); },
       .id_of = [&](std::uint64_t i) { return graph_.ids().input_id(graph_.global(vertex(i))); },
       .second_of = [&](std::uint64_t i) { return graph_.out_edges().degree(vertex(i)); }});
  add_degrees();
}

void answer_page::add_degrees() {
  const auto degree = [&](std::uint64_t i) {
    return static_cast<double>(graph_.out_edges().degree(vertex(i)));
  };
  add({.things = "vertices",
       .value = graph_.directed() ? "out-degree" : "degree",
       .count = graph_.num_local(),
       .value_of = degree,
       .id_of = [&](std::uint64_t i) { return graph_.ids().input_id(graph_.global(vertex(i))); }});
}

}  // namespace orujo::cli
