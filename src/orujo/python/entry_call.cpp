// From a request to arrays.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/python/entry_call.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <limits>
#include <memory>
#include <type_traits>

#include <fmt/format.h>

#include "orujo/algorithms/catalogue/named_vertex.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/python/gathered.hpp"
#include "orujo/runtime/trace/trial_watch.hpp"
#include "orujo/traversal/drawn_sources.hpp"
#include "orujo/traversal/shared_work.hpp"

namespace orujo::python {

namespace {

using clock = std::chrono::steady_clock;

double seconds_since(clock::time_point start) {
  return std::chrono::duration<double>(clock::now() - start).count();
}

/// What is read for what is stored, in a column of `Number`.
template <typename Number>
struct rewriting {
  value_bits stored;
  Number read;
};

template <typename Number>
Number number_of(value_bits bits) {
  if constexpr (std::is_same_v<Number, double>) { return std::bit_cast<double>(bits); }
  return static_cast<Number>(bits);
}

template <typename Number>
std::vector<rewriting<Number>> rewritings_of(const result_column& column) {
  std::vector<rewriting<Number>> all;
  for (const special_value& each : column.special) {
    if (each.is_none) {
      all.push_back({each.stored, std::is_same_v<Number, double>
                                      ? std::numeric_limits<Number>::quiet_NaN()
                                      : static_cast<Number>(none_of(column).value_or(usual_none))});
    } else if (each.written) {
      all.push_back({each.stored, number_of<Number>(*each.written)});
    }
  }
  if (column.are_vertices) { all.push_back({no_vertex, static_cast<Number>(usual_none)}); }
  return all;
}

template <typename Value>
value_bits bits_stored(Value value) {
  if constexpr (std::is_same_v<Value, double>) { return bits_of(value); }
  return static_cast<value_bits>(value);
}

/// Values that are read, and then rewritten, while they are in the nearest cache.
constexpr std::size_t copied_at_once = 1024;

/// Reads values[part] into `all`. Loops without branches: a search through a small graph takes
/// little longer than they do.
template <typename Number, typename Value>
void copy_part(std::span<const Value> values, std::span<const rewriting<Number>> rules,
               index_range part, std::span<Number> all) {
  for (std::size_t first = part.first; first < part.last; first += copied_at_once) {
    const std::size_t last = std::min(first + copied_at_once, part.last);
    for (std::size_t i = first; i < last; ++i) { all[i] = static_cast<Number>(values[i]); }
    for (const rewriting<Number>& rule : rules) {
      for (std::size_t i = first; i < last; ++i) {
        all[i] = bits_stored(values[i]) == rule.stored ? rule.read : all[i];
      }
    }
  }
}

/// The values of a column as an array of `Number`, with special ones as people read them.
/// Call: worker 0, outside on_workers().
template <typename Number>
column_array<Number> copied(rank_team& team, const result_column& column) {
  const auto rules = rewritings_of<Number>(column);
  return std::visit(
      [&](const auto& values) {
        column_array<Number> all(values.size());
        for_each_share(team, values.size(), [&](worker& /*self*/, index_range share) {
          copy_part(std::span(values), std::span(rules), share, all.span());
        });
        return all;
      },
      column.values);
}

bool exceeds_signed(const result_column& column) {
  const auto* const values = std::get_if<std::span<const std::uint64_t>>(&column.values);
  if (values == nullptr || column.are_vertices) { return false; }
  std::uint64_t bits_of_any = 0;
  for (const std::uint64_t value : *values) { bits_of_any |= value; }
  if ((bits_of_any >> 63U) == 0) { return false; }
  const auto is_special = [&](std::uint64_t value) {
    return std::any_of(column.special.begin(), column.special.end(),
                       [&](const special_value& each) { return each.stored == value; });
  };
  return std::any_of(values->begin(), values->end(), [&](std::uint64_t value) {
    return (value >> 63U) != 0 && !is_special(value);
  });
}

/// Call: collective.
found_column column_of(rank_team& team, const result_column& column) {
  found_column found{.name = column.name, .values = {}, .are_vertices = column.are_vertices};
  found.none = none_of(column);
  const bool is_byte = std::holds_alternative<std::span<const std::uint8_t>>(column.values);
  if (column.is_real()) {
    found.values = copied<double>(team, column);
  } else if (is_byte && column.special.empty()) {
    found.values = copied<std::uint8_t>(team, column);
  } else if (all_max(team, exceeds_signed(column) ? 1 : 0) == 1) {
    found.values = copied<std::uint64_t>(team, column);
  } else {
    found.values = copied<std::int64_t>(team, column);
  }
  return found;
}

/// Writes what one vertex's value is read as.
void rewrite_row(found_column& column, std::size_t row, value_bits bits) {
  std::visit(
      [&]<typename Number>(column_array<Number>& values) { values[row] = number_of<Number>(bits); },
      column.values);
}

/// This rank's rows. Call: collective.
void add_columns(rank_team& team, const csr_graph& graph, const result_table& table,
                 entry_answer& answer) {
  answer.things = table.things;
  answer.key = table.key;
  if (table.keys) { answer.keys.emplace(table.keys->begin(), table.keys->end()); }
  for (const result_column& column : table.columns) {
    answer.columns.push_back(column_of(team, column));
    if (!column.of_source) { continue; }
    const vertex_id vertex = column.of_source->vertex;
    const std::optional<std::int64_t>& none = answer.columns.back().none;
    const value_bits written =
        column.is_real() || !none ? column.of_source->written : bits_of(*none);
    if (!table.keys && graph.owns(vertex)) {
      rewrite_row(answer.columns.back(), graph.local(vertex), written);
    }
    for (std::size_t i = 0; table.keys && i < table.keys->size(); ++i) {
      if ((*table.keys)[i] == vertex) { rewrite_row(answer.columns.back(), i, written); }
    }
  }
}

/// Which rows are this rank's. Call: collective.
void find_own_rows(rank_team& team, entry_answer& answer) {
  const auto size_of = [](const auto& values) { return std::uint64_t{values.size()}; };
  if (answer.keys) {
    answer.own_rows = answer.keys->size();
  } else if (!answer.columns.empty()) {
    answer.own_rows = std::visit(size_of, answer.columns.front().values);
  }
  if (team.size() > 1) { answer.first_row = exclusive_scan(team, answer.own_rows); }
}

/// The rows of all ranks. Call: collective.
void gather_columns(rank_team& team, entry_answer& answer) {
  if (answer.keys) { answer.keys = gathered(team, std::move(*answer.keys)); }
  for (found_column& column : answer.columns) {
    std::visit([&](auto& values) { values = gathered(team, std::move(values)); }, column.values);
  }
}

std::vector<vertex_id> sources_of(rank_team& team, const csr_graph& graph,
                                  const entry_request& request) {
  const bool is_each = request.entry.start == start_kind::each_source;
  std::vector<vertex_id> sources;
  for (const std::string& each : request.sources) {
    sources.push_back(named_vertex(team, graph, {"--source", each}));
  }
  if (!sources.empty() || (!is_each && !request.drawn)) { return sources; }
  require_everywhere(graph.num_vertices() > 0,
                     fmt::format("{} has no vertices", graph.facts().name));
  const auto draw = is_each ? draw_sources : draw_sources_once;
  return draw(team, graph, request.choices.seed, request.drawn.value_or(1));
}

/// The form of the graph that the algorithm takes. Call: collective.
shared_graph form_for(rank_team& team, kept_graph& graph, const entry_request& request) {
  const algorithm_entry& entry = request.entry;
  const taken_edges edges = entry.methods.at(request.choices.method).edges.value_or(entry.edges);
  require_everywhere(edges != taken_edges::one_way || graph.whole()->directed(),
                     fmt::format("{} takes edges one way, and {} is undirected; make it with "
                                 "directed=True",
                                 entry.name, graph.whole()->facts().name));
  graph_needs needs = entry.needs(request.choices);
  if (request.weights_ignored) { needs.weights = false; }
  return graph.suited(team, needs, edges);
}

/// Runs it, and notes how long that took and what the checker found. Call: collective.
void run_timed(rank_team& team, algorithm_run& run, const entry_request& request,
               entry_answer& answer) {
  trial_record& trial = answer.kept->trial;
  {
    const trial_watch watch(team);
    const clock::time_point begin = clock::now();
    run.run({.sources = answer.kept->sources,
             .is_named = request.is_one_source,
             .on_progress = request.on_progress});
    trial.seconds = seconds_since(begin);
  }
  trial.edges_traversed = run.edges_traversed();
  if (request.choices.verifies) {
    trial.problem = run.problem();
    trial.verified = trial.problem.empty();
    answer.problem = trial.problem;
  }
  answer.seconds = trial.seconds;
  answer.edges_traversed = trial.edges_traversed;
}

}  // namespace

void check_request(const entry_request& request) { request.entry.check(request.choices); }

entry_answer run_entry(rank_team& team, kept_graph& graph, const entry_request& request) {
  entry_answer answer;
  const clock::time_point start = clock::now();
  const shared_graph form = form_for(team, graph, request);
  answer.seconds_graph = seconds_since(start);
  answer.kept = std::make_shared<kept_run>(
      kept_run{.entry = request.entry,
               .method = request.entry.methods.at(request.choices.method).name,
               .seed = request.choices.seed,
               .graph = form,
               .sources = sources_of(team, *form, request)});
  kept_run& kept = *answer.kept;
  algorithm_choices choices = request.choices;
  choices.shows_pictures = team.values().integer(setting::work_samples) > 0;
  kept.before = count_rank(team);
  const std::unique_ptr<algorithm_run> run = request.entry.prepare(team, *form, choices);
  run_timed(team, *run, request, answer);
  note_team(kept, team);
  kept.answer = run->answer();
  run->describe(kept.card);
  add_columns(team, *form, kept.answer.table, answer);
  find_own_rows(team, answer);
  if (request.gathers) { gather_columns(team, answer); }
  keep_tables(kept);
  return answer;
}

}  // namespace orujo::python
