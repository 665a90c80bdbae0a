// Counts values of all ranks into the bars of one histogram.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/report/answer_pictures.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/input_labels.hpp"
#include "orujo/report/vertex_labels.hpp"
#include "orujo/traversal/ranked_values.hpp"

namespace orujo {

namespace {

/// Things that an answer has values of, some of them on each rank.
struct answer_values {
  std::string things;         ///< "vertices"
  std::string value;          ///< "depth"
  std::string id = "vertex";  ///< What names a thing.
  std::string second = {};    ///< What else is said of the greatest: "degree"; empty: nothing.
  std::uint64_t count = 0;    ///< Of this rank.
  /// Of thing i of this rank: its value, no_value where it has none; its id; what else is said.
  std::function<double(std::uint64_t)> value_of;
  std::function<std::uint64_t(std::uint64_t)> id_of;
  std::function<std::uint64_t(std::uint64_t)> second_of = {};
  bool second_is_vertex = false;  ///< What else is said is the id of a vertex, as the id is.
};

/// The value of a thing that has none.
constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

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

/// The number in a row that belongs to `key`; no_value where there is none.
double number_in(const result_column& column, vertex_id key, std::uint64_t row) {
  const value_bits bits = column[row];
  const bool is_none =
      (column.of_source && column.of_source->vertex == key) ||
      std::any_of(column.special.begin(), column.special.end(),
                  [&](const special_value& each) { return each.is_none && each.stored == bits; });
  if (is_none) { return no_value; }
  return column.is_real() ? std::bit_cast<double>(bits)
                          : static_cast<double>(static_cast<std::int64_t>(bits));
}

/// Shows an answer on the page of a run.
class answer_page {
public:
  answer_page(rank_team& team, const csr_graph& graph, run_record& record) noexcept
      : team_(team), graph_(graph), record_(record) {}

  /// Call: collective.
  void add(const result_table& table) const;

  /// Call: collective.
  void add_degrees() const;

private:
  void add(const answer_values& values) const {
    record_.pictures.histograms.push_back(histogram_of(team_, values));
    record_.pictures.rankings.push_back(ranking_of(team_, graph_, values));
  }

  rank_team& team_;
  const csr_graph& graph_;
  run_record& record_;
};

void answer_page::add(const result_table& table) const {
  const auto numbers = std::find_if(table.columns.begin(), table.columns.end(),
                                    [](const result_column& each) { return !each.are_vertices; });
  if (numbers == table.columns.end()) { return; }
  const auto key = [&](std::uint64_t i) {
    return table.keys ? (*table.keys)[i] : graph_.global(vertex(i));
  };
  answer_values values{.things = table.things,
                       .value = numbers->label,
                       .id = table.key,
                       .count = table.keys ? table.keys->size() : graph_.num_local(),
                       .value_of = [&](std::uint64_t i) { return number_in(*numbers, key(i), i); },
                       .id_of = [&](std::uint64_t i) { return graph_.ids().input_id(key(i)); }};
  std::vector<std::uint64_t> ends;
  if (!table.keys) {
    values.second = "degree";
    values.second_of = [&](std::uint64_t i) { return graph_.out_edges().degree(vertex(i)); };
  } else if (numbers != table.columns.begin()) {
    const result_column& first = table.columns.front();
    ends = input_ids_of(team_, graph_, std::get<std::span<const vertex_id>>(first.values));
    values.second = first.label;
    values.second_of = [&](std::uint64_t i) { return ends[i]; };
    values.second_is_vertex = true;
  }
  add(values);
}

void answer_page::add_degrees() const {
  const auto degree = [&](std::uint64_t i) {
    return static_cast<double>(graph_.out_edges().degree(vertex(i)));
  };
  add({.things = "vertices",
       .value = graph_.directed() ? "out-degree" : "degree",
       .count = graph_.num_local(),
       .value_of = degree,
       .id_of = [&](std::uint64_t i) { return graph_.ids().input_id(graph_.global(vertex(i))); }});
}

}  // namespace

void add_pictures(rank_team& team, const csr_graph& graph, std::span<const result_table> tables,
                  run_record& record) {
  const answer_page page(team, graph, record);
  for (const result_table& each : tables) { page.add(each); }
  page.add_degrees();
}

}  // namespace orujo
