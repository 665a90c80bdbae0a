// An algorithm as the command, the Python package and the documents know it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "orujo/activities/choice/mechanism_choice.hpp"
#include "orujo/algorithms/catalogue/algorithm_answer.hpp"
#include "orujo/algorithms/catalogue/option_values.hpp"
#include "orujo/base/report_card.hpp"
#include "orujo/graph/csr_graph.hpp"
#include "orujo/graph/parallel_edges.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/traversal/vertex_map.hpp"

namespace orujo {

/// Which directions of edges make sense.
enum class taken_edges : std::uint8_t {
  as_input_says,  ///< Or as --directed and --undirected say.
  both_ways,      ///< Whatever the input says.
  one_way,        ///< Likewise.
};

/// One way to compute the answer.
struct method_entry {
  std::string name;
  std::string help;  ///< Half a line.
  std::string use_when = {};
  std::string cost = {};
  std::string order = {};   ///< In what order it works.
  std::string source = {};  ///< Where it comes from.
  /// Where it is not as the entry says.
  std::optional<taken_edges> edges = std::nullopt;
  /// Its operators run as activities and have this reach: --isolation and --coarsen are for it.
  std::optional<operator_reach> operators = std::nullopt;
};

/// What an algorithm needs of its graph.
struct graph_needs {
  bool weights = false;   ///< Else weights of the input are not stored.
  bool in_edges = false;  ///< Of a directed graph.
  bool loops = false;     ///< They count; else they are left out.
  /// What its parallel edges mean.
  parallel_edges parallel = parallel_edges::lightest;
};

/// What a run is asked for.
struct algorithm_choices {
  std::size_t method = 0;  ///< An index of algorithm_entry::methods.
  option_values options = {};
  std::uint64_t seed = 1;
  bool weights_chosen = false;  ///< Somebody said that weights count.
  bool verifies = false;        ///< Answers will be verified.
  bool shows_vertices = false;  ///< Somebody will see the table, not only the figures.
  bool shows_pictures = false;  ///< Somebody will see pictures, of further tables, too.
};

/// Where a run starts.
struct run_start {
  std::span<const vertex_id> sources = {};
  bool is_named = false;                         ///< Somebody named the source.
  std::function<void(double)> on_progress = {};  ///< Told shares from 0 to 1, now and then.

  /// Tells that so many of all parts are done.
  void tell(std::uint64_t done, std::uint64_t all) const {
    if (on_progress) { on_progress(static_cast<double>(done) / static_cast<double>(all)); }
  }
};

/// Runs of one algorithm over one graph, in the same memory where that helps.
class algorithm_run {
public:
  algorithm_run() = default;
  algorithm_run(const algorithm_run&) = delete;
  algorithm_run& operator=(const algorithm_run&) = delete;
  virtual ~algorithm_run() = default;

  /// Computes the answer. Call: collective, as the following; those about the last run.
  virtual void run(const run_start& from) = 0;

  /// Edges that it looked at, as people count them for a rate.
  [[nodiscard]] virtual std::uint64_t edges_traversed() const = 0;

  /// What is wrong with the answer, in a sentence; empty if nothing is.
  [[nodiscard]] virtual std::string problem() const = 0;

  [[nodiscard]] virtual algorithm_answer answer() = 0;

  /// Says what was in force. Call: any rank.
  virtual void describe(report_card& card) const = 0;
};

/// Whether an algorithm starts somewhere.
enum class start_kind : std::uint8_t {
  nowhere,      ///< It is about the graph as a whole.
  each_source,  ///< A run has one source.
  all_sources,  ///< A run has many, by default all vertices.
};

/// How many vertices of highest score a result names, unless somebody says how many.
inline constexpr std::uint64_t usual_top = 5;

struct algorithm_entry {
  std::string name;  ///< "bfs"
  std::string help;
  std::string example;        ///< A command line.
  std::string activity = {};  ///< What it does meanwhile: "searching".
  std::vector<method_entry> methods = {};
  std::vector<option_entry> options = {};
  start_kind start = start_kind::nowhere;
  std::string source_help = {};   ///< What one source means, where it is not just the start.
  std::string sources_help = {};  ///< The same of several that are drawn.
  taken_edges edges = taken_edges::as_input_says;
  bool draws_weights = false;  ///< Edges of generated graphs get weights.
  std::string scored = {};     ///< The column whose greatest values the result names, if any.
  std::string rows = {};       ///< What a table has rows of; empty: vertices.
  std::string key = "vertex";  ///< Heading of the first column, which says what a row is of.
  std::vector<std::string> columns = {};  ///< The others of its table.

  /// Throws usage_error where the choices do not go together.
  std::function<void(const algorithm_choices&)> check = [](const algorithm_choices&) {};
  std::function<graph_needs(const algorithm_choices&)> needs = {};
  /// Call: collective. The team and the graph outlive the run.
  std::function<std::unique_ptr<algorithm_run>(rank_team&, const csr_graph&,
                                               const algorithm_choices&)>
      prepare = {};
};

/// Adds a remark where somebody said that weights count, and the method does not use them.
void note_unused_weights(const algorithm_entry& entry, const algorithm_choices& choices,
                         algorithm_answer& answer);

/// Of violations that a verifier found the first, in a sentence; empty if there are none.
template <typename Violation>
[[nodiscard]] std::string first_problem(const std::vector<Violation>& violations) {
  return violations.empty() ? std::string() : violations.front().text();
}

/// A sum of weights, or one of them: whole if weights are, and if 64 bits hold it.
[[nodiscard]] figure weight_figure(const csr_graph& graph, std::string name, exact_number value);

/// Edges between reached vertices, as people count them: the rule of Graph500 and GAP for TEPS.
/// `is_reached(v)` says it of an owned vertex; `reached` is how many are, or less unless all are,
/// the same on every rank. Call: collective.
template <typename IsReached>
[[nodiscard]] std::uint64_t edges_between_reached(rank_team& team, const csr_graph& graph,
                                                  vertex_id reached, IsReached is_reached) {
  const auto arcs_at = [&](local_vertex v) {
    return is_reached(v) ? std::uint64_t{graph.out_edges().degree(v)} : 0;
  };
  const std::uint64_t arcs = reached == graph.num_vertices()
                                 ? graph.facts().num_arcs
                                 : vertex_reduce(team, graph, arcs_at, std::plus<>());
  return graph.directed() ? arcs : arcs / 2;
}

}  // namespace orujo
