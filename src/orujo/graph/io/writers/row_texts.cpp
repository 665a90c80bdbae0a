// Edge lists, Matrix Market, DIMACS, PACE and METIS.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/io/writers/row_texts.hpp"

#include <array>
#include <charconv>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/io/cells.hpp"
#include "orujo/graph/io/writers/ordered_rows.hpp"

namespace orujo::io {

namespace {

template <typename Number>
void append_number(std::string& text, Number number) {
  std::array<char, 32> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  text.append(digits.data(), end);
}

/// As short as can be read back without a loss: real numbers as doubles, which readers make of
/// them, and never so that they look whole.
void append_weight(std::string& text, const weight_view& weights, std::uint64_t place) {
  with_weight_type(weights.type(), [&]<typename T>(std::type_identity<T>) {
    const T weight = weights.as<T>()[place];
    if constexpr (std::is_floating_point_v<T>) {
      const std::size_t begin = text.size();
      append_number(text, double{weight});
      if (text.find_first_of(".e", begin) == std::string::npos) { text += ".0"; }
    } else {
      append_number(text, weight);
    }
  });
}

/// Which arcs become lines.
enum class listed_arcs : std::uint8_t {
  all,
  rising,   ///< The source's number is not above the target's: each undirected edge once.
  falling,  ///< The other way round.
};

/// How one line looks.
struct line_style {
  std::string_view prefix = "";
  char separator = ' ';
  listed_arcs listed = listed_arcs::all;
  bool by_input_id = true;  ///< Else by the vertex' number, counted from 1.
  bool weighted = false;
  std::optional<std::uint32_t> usual_weight = {};  ///< Written where the graph has no weights.
};

/// One line for each edge.
class edge_lines final : public row_texts {
public:
  edge_lines(rank_team& team, const csr_graph& graph, const line_style& style, std::string head)
      : graph_(graph), ids_(team, graph), style_(style), head_(std::move(head)) {}

  [[nodiscard]] std::string head() const override { return head_; }

  void append(local_vertex v, std::string& text) const override {
    const vertex_id source = graph_.global(v);
    visit_in_order(graph_, graph_.out_edges(), v, [&](local_vertex u, std::uint64_t place) {
      const vertex_id target = graph_.global(u);
      const bool skipped = (style_.listed == listed_arcs::rising && source > target) ||
                           (style_.listed == listed_arcs::falling && source < target);
      if (skipped) { return; }
      text += style_.prefix;
      append_vertex(text, v);
      text += style_.separator;
      append_vertex(text, u);
      append_weight_to(text, place);
      text += '\n';
    });
  }

private:
  void append_vertex(std::string& text, local_vertex v) const {
    if (style_.by_input_id) {
      ids_.append(v, text);
    } else {
      append_number(text, graph_.global(v) + 1);
    }
  }

  void append_weight_to(std::string& text, std::uint64_t place) const {
    if (style_.weighted) {
      text += style_.separator;
      append_weight(text, graph_.out_edges().weights, place);
    } else if (style_.usual_weight) {
      text += style_.separator;
      append_number(text, *style_.usual_weight);
    }
  }

  const csr_graph& graph_;
  line_ids ids_;
  line_style style_;
  std::string head_;
};

/// One line for each vertex.
class metis_lines final : public row_texts {
public:
  explicit metis_lines(const csr_graph& graph) : graph_(graph) {
    const graph_facts& facts = graph.facts();
    require(!facts.directed, "METIS files hold undirected graphs only; write .mtx or .tsv");
    require(facts.num_arcs == 2 * facts.num_edges,
            "METIS files hold no self-loops; leave them out");
    require(facts.weights != weight_kind::real,
            "METIS files hold whole weights only; write .mtx or .tsv");
  }

  [[nodiscard]] std::string head() const override {
    const graph_facts& facts = graph_.facts();
    return fmt::format("% {}\n{} {}{}\n", facts.name, facts.num_vertices, facts.num_edges,
                       weighted() ? " 001" : "");
  }

  void append(local_vertex v, std::string& text) const override {
    std::string_view separator = "";
    visit_in_order(graph_, graph_.out_edges(), v, [&](local_vertex u, std::uint64_t place) {
      text += std::exchange(separator, " ");
      append_number(text, graph_.global(u) + 1);
      if (!weighted()) { return; }
      text += ' ';
      append_weight(text, graph_.out_edges().weights, place);
    });
    text += '\n';
  }

private:
  [[nodiscard]] bool weighted() const noexcept {
    return graph_.facts().weights != weight_kind::none;
  }

  const csr_graph& graph_;
};

/// A comment on the direction, and then `names`, the line with the columns' names.
std::string list_head(const csr_graph& graph, std::string_view names, char separator) {
  const graph_facts& facts = graph.facts();
  return fmt::format("# directed={} vertices={} edges={}{}\n{}{}\n", facts.directed ? 1 : 0,
                     facts.num_vertices, facts.num_edges,
                     graph.ids().is_named() ? " ids=names" : "", names,
                     facts.weights != weight_kind::none ? fmt::format("{}weight", separator) : "");
}

/// Names may look like anything, such as names of columns or a format with letters: what says that
/// they are names comes first.
std::string bare_head(const csr_graph& graph) {
  return graph.ids().is_named() ? "# ids=names\n" : "";
}

std::string matrix_head(const graph_facts& facts) {
  constexpr std::array<std::string_view, 3> kinds = {"pattern", "integer", "real"};
  return fmt::format("%%MatrixMarket matrix coordinate {} {}\n% {}\n{} {} {}\n",
                     kinds[static_cast<std::size_t>(facts.weights)],
                     facts.directed ? "general" : "symmetric", facts.name, facts.num_vertices,
                     facts.num_vertices, facts.num_edges);
}

std::string dimacs_head(const graph_facts& facts, bool pace) {
  return fmt::format("c {}\np {} {} {}\n", facts.name, pace ? "tw" : "sp", facts.num_vertices,
                     pace ? facts.num_edges : facts.num_arcs);
}

}  // namespace

line_ids::line_ids(rank_team& team, const csr_graph& graph) : graph_(graph) {
  if (graph.ids().is_named()) {
    ask_for_names(team);
  } else if (!graph.ids().is_dense()) {
    ask_for_ids(team);
  }
}

void line_ids::append(local_vertex v, std::string& text) const {
  const id_map& ids = graph_.ids();
  if (ids.is_named()) {
    append_cell(text, graph_.is_owned(v) ? ids.name(graph_.global(v))
                                         : ghost_names_[v - graph_.num_local()]);
  } else if (ids.is_dense() || graph_.is_owned(v)) {
    append_number(text, ids.input_id(graph_.global(v)));
  } else {
    append_number(text, ghosts_[v - graph_.num_local()]);
  }
}

void line_ids::ask_for_names(rank_team& team) {
  std::vector<std::vector<std::byte>> told;
  for (int r = 0; r < team.size(); ++r) {
    vertex_names names;
    for (const local_vertex v : graph_.mirrors(rank_id{r})) {
      names.add(graph_.ids().name(graph_.global(v)));
    }
    told.push_back(names.packed(0, names.size()));
  }
  for (const auto& each : all_to_all_v(team, told)) {  // by rank, as the ghosts are
    ghost_names_.add_packed(each);
  }
}

void line_ids::ask_for_ids(rank_team& team) {
  std::vector<std::vector<std::uint64_t>> told;
  for (int r = 0; r < team.size(); ++r) {
    auto& ids = told.emplace_back();
    for (const local_vertex v : graph_.mirrors(rank_id{r})) {
      ids.push_back(graph_.ids().input_id(graph_.global(v)));
    }
  }
  for (const auto& each : all_to_all_v(team, told)) {  // by rank, as the ghosts are
    ghosts_.insert(ghosts_.end(), each.begin(), each.end());
  }
}

std::unique_ptr<row_texts> make_row_texts(rank_team& team, const csr_graph& graph,
                                          written_format format) {
  const graph_facts& facts = graph.facts();
  const bool weighted = facts.weights != weight_kind::none;
  const auto once = facts.directed ? listed_arcs::all : listed_arcs::rising;
  const auto lines = [&](const line_style& style, std::string head) {
    return std::make_unique<edge_lines>(team, graph, style, std::move(head));
  };
  switch (format) {
    case written_format::edge_list: return lines({}, bare_head(graph));
    case written_format::weighted_edge_list:
      require(weighted, "the graph has no weights for .wel; write .el, or give it some");
      return lines({.weighted = true}, bare_head(graph));
    case written_format::comma_separated:
      return lines({.separator = ',', .listed = once, .weighted = weighted},
                   list_head(graph, "source,target", ','));
    case written_format::tab_separated:
      return lines({.separator = '\t', .listed = once, .weighted = weighted},
                   list_head(graph, "# source\ttarget", '\t'));
    case written_format::matrix_market:
      return lines({.listed = facts.directed ? listed_arcs::all : listed_arcs::falling,
                    .by_input_id = false,
                    .weighted = weighted},
                   matrix_head(facts));
    case written_format::dimacs: {
      require(facts.weights != weight_kind::real,
              "DIMACS .gr files hold whole weights only; write .mtx or .tsv");
      const bool pace = !facts.directed && !weighted;
      if (pace) { return lines({.listed = once, .by_input_id = false}, dimacs_head(facts, pace)); }
      return lines({.prefix = "a ", .by_input_id = false, .weighted = weighted, .usual_weight = 1},
                   dimacs_head(facts, pace));
    }
    case written_format::metis: return std::make_unique<metis_lines>(graph);
    case written_format::gap_binary:
    case written_format::weighted_gap_binary:
    case written_format::native: break;
  }
  ORUJO_UNREACHABLE("not a text format");
}

}  // namespace orujo::io
