// Makes the record of a run from what was kept of it.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/python/kept_run.hpp"

#include <algorithm>
#include <bit>
#include <type_traits>
#include <utility>
#include <variant>

#include "orujo/graph/graph_parts.hpp"
#include "orujo/graph/input_labels.hpp"
#include "orujo/report/answer_pictures.hpp"
#include "orujo/report/answer_record.hpp"
#include "orujo/report/graph_facts_record.hpp"
#include "orujo/report/html_report.hpp"
#include "orujo/report/team_facts.hpp"
#include "orujo/report/vertex_labels.hpp"
#include "orujo/runtime/trace/trial_watch.hpp"

namespace orujo::python {

namespace {

/// Rows of this rank, of arrays that have those of all.
class own_rows {
public:
  own_rows(const csr_graph& graph, const program_table& table) : graph_(graph) {
    if (!table.keys) { return; }
    is_keyed_ = true;
    for (std::size_t row = 0; row < table.keys->size(); ++row) {
      const auto key = static_cast<vertex_id>((*table.keys)[row]);
      if (!graph.owns(key)) { continue; }
      rows_.push_back(row);
      keys_.push_back(key);
    }
  }

  [[nodiscard]] std::optional<std::span<const vertex_id>> keys() const {
    if (!is_keyed_) { return std::nullopt; }
    return std::span<const vertex_id>(keys_);
  }

  template <typename Number>
  [[nodiscard]] std::vector<Number> of(std::span<const Number> all) const {
    std::vector<Number> own;
    if (is_keyed_) {
      for (const std::size_t row : rows_) { own.push_back(all[row]); }
    } else if (graph_.num_local() > 0) {
      const auto mine = all.subspan(graph_.global(local_vertex{0}), graph_.num_local());
      own.assign(mine.begin(), mine.end());
    }
    return own;
  }

private:
  const csr_graph& graph_;
  bool is_keyed_ = false;
  std::vector<std::size_t> rows_;
  std::vector<vertex_id> keys_;
};

/// A column of this rank, in memory of its own.
using own_column = std::variant<std::vector<std::int64_t>, std::vector<std::uint64_t>,
                                std::vector<double>, std::vector<std::uint8_t>>;

/// The same numbers as vertices; -1 is no_vertex.
std::span<const vertex_id> vertices_in(const std::vector<std::int64_t>& own) {
  return {reinterpret_cast<const vertex_id*>(own.data()), own.size()};  // the types may alias
}

result_column column_like(const result_column& shape, const own_column& values) {
  result_column column{.name = shape.name,
                       .label = shape.label,
                       .values = {},
                       .are_vertices = shape.are_vertices,
                       .special = shape.special};
  std::visit(
      [&]<typename Number>(const std::vector<Number>& own) {
        column.values = std::span<const Number>(own);
        if constexpr (std::is_same_v<Number, std::int64_t>) {
          if (shape.are_vertices) { column.values = vertices_in(own); }
        }
      },
      values);
  return column;
}

/// The rows of this rank as a table of the answer; as long as this lives.
class own_table {
public:
  own_table(const csr_graph& graph, const result_table& shape, const program_table& table)
      : rows_(graph, table) {
    table_ = {.things = shape.things, .key = shape.key, .keys = rows_.keys(), .columns = {}};
    for (const program_column& each : table.columns) {
      columns_.push_back(
          std::visit([&](const auto& all) -> own_column { return rows_.of(all); }, each));
    }
    for (std::size_t i = 0; i < columns_.size() && i < shape.columns.size(); ++i) {
      table_.columns.push_back(column_like(shape.columns[i], columns_[i]));
    }
  }

  [[nodiscard]] const result_table& table() const noexcept { return table_; }

private:
  own_rows rows_;
  std::vector<own_column> columns_;
  result_table table_;
};

result_table table_of(const kept_table& kept) {
  return {.things = kept.things,
          .key = kept.key,
          .keys = std::span<const vertex_id>(kept.keys),
          .columns = {{.name = kept.label,
                       .label = kept.label,
                       .values = std::span<const double>(kept.values)}}};
}

/// Call: collective.
void add_source(rank_team& team, const csr_graph& graph, const kept_run& kept, run_record& record) {
  if (kept.sources.size() != 1 || kept.entry.start == start_kind::nowhere) { return; }
  const auto labels = labels_of(team, graph, input_ids_of(team, graph, kept.sources));
  record.trials.front().source = labels.front();
}

/// The numbers of a column with NaN where there is no value.
std::vector<double> numbers_of(const result_column& column) {
  std::vector<double> all;
  const std::size_t rows = std::visit([](const auto& each) { return each.size(); }, column.values);
  for (std::size_t row = 0; row < rows; ++row) {
    all.push_back(column.is_real() ? std::bit_cast<double>(column[row])
                                   : static_cast<double>(static_cast<std::int64_t>(column[row])));
  }
  return all;
}

}  // namespace

std::optional<std::int64_t> none_of(const result_column& column) {
  for (const special_value& each : column.special) {
    if (!each.is_none) { continue; }
    const auto stored = static_cast<std::int64_t>(each.stored);
    const bool is_signed = std::holds_alternative<std::span<const std::int64_t>>(column.values);
    return is_signed ? std::min(stored, usual_none) : usual_none;
  }
  return std::nullopt;
}

void note_team(kept_run& kept, rank_team& team) {
  kept.workers = team.num_workers();
  kept.after = count_rank(team);
  const bool has_samples = team.values().integer(setting::metric_samples) > 0;
  const bool has_spans = team.values().integer(setting::trace_events) > 0;
  if (!has_samples && !has_spans) { return; }
  kept.history = std::make_unique<run_record>();
  if (has_samples) { add_history(*kept.history, team); }
  if (has_spans) { kept.history->times = time_shares(team, trial_spans()); }
}

void keep_tables(kept_run& kept) {
  for (const result_table& each : kept.answer.further) {
    if (!each.keys || each.columns.empty()) { continue; }
    kept.further.push_back({.things = each.things,
                            .key = each.key,
                            .label = each.columns.front().label,
                            .keys = {each.keys->begin(), each.keys->end()},
                            .values = numbers_of(each.columns.front())});
  }
  kept.answer.further.clear();
  kept.answer.table.keys.reset();
  for (result_column& each : kept.answer.table.columns) {
    const std::optional<std::int64_t> none = none_of(each);
    each.special.clear();
    if (none) { each.special.push_back({.stored = bits_of(*none), .is_none = true}); }
    each.values = std::span<const std::uint8_t>();
  }
}

std::string page_of(rank_team& team, const kept_run& kept, const program_table& table,
                    const std::optional<vertex_names>& names) {
  std::optional<csr_graph> named;
  if (names) { named.emplace(with_names(team, *kept.graph, *names)); }
  const csr_graph& graph = named ? *named : *kept.graph;
  run_record record = kept.history ? *kept.history : run_record();
  record.card = kept.card;
  record.trials = {kept.trial};
  graph.describe(record.card);
  add_team_facts(record, team, kept.before, kept.after);
  record.algorithm = kept.entry.name;
  record.method = kept.method;
  record.seed = kept.seed;
  record.graph = graph_record_of(team, graph);
  add_source(team, graph, kept, record);
  algorithm_answer answer = kept.answer;
  add_answer(team, graph, answer, record);
  const own_table own(graph, kept.answer.table, table);
  if (auto top = top_of(team, graph, own.table(), {kept.entry.scored, usual_top})) {
    record.result["top"] = std::move(*top);
  }
  std::vector<result_table> tables{own.table()};
  for (const kept_table& each : kept.further) { tables.push_back(table_of(each)); }
  add_pictures(team, graph, tables, record);
  return html_report(record);
}

}  // namespace orujo::python
