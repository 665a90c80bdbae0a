// What Python programs see of a graph.
// SPDX-License-Identifier: Apache-2.0
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "orujo/graph/graph_source.hpp"
#include "orujo/graph/orj.hpp"
#include "orujo/graph/vertex_lookup.hpp"
#include "orujo/graph/writer.hpp"
#include "orujo/python/binding.hpp"
#include "orujo/python/gathered.hpp"
#include "orujo/python/kept_graph.hpp"
#include "orujo/python/names_binding.hpp"

namespace orujo::python {

namespace {

/// Numbers and texts about a graph.
nb::dict facts_of(const kept_graph& kept) {
  const shared_graph graph = kept.whole();
  const graph_facts& known = graph->facts();
  nb::dict facts;
  facts["name"] = text_of_bytes(known.name);
  facts["recognised"] = text_of_bytes(known.recognised);
  nb::list guesses;
  for (const std::string& each : known.guesses) { guesses.append(text_of_bytes(each)); }
  facts["guesses"] = guesses;
  facts["vertices"] = known.num_vertices;
  facts["edges"] = known.num_edges;
  facts["arcs"] = known.num_arcs;
  facts["directed"] = known.directed;
  facts["weights"] = std::string(name_of(graph->stored_weights()));
  facts["loops"] = kept.surplus().loops;
  facts["parallel"] = kept.surplus().parallel_edges(known.directed);
  facts["dropped_loops"] = known.dropped_loops;
  facts["merged_edges"] = known.dropped_duplicates;
  facts["seconds_load"] = known.seconds_load;
  facts["seconds_build"] = known.seconds_build;
  facts["memory_bytes"] = graph->memory_bytes();
  return facts;
}

nb::object texts_of(const vertex_names& names) {
  nb::list all;
  for (std::size_t i = 0; i < names.size(); ++i) { all.append(text_of_bytes(names[i])); }
  return all;
}

/// The names of the vertices of all ranks. Call: in every process.
vertex_names all_names(const csr_graph& graph) {
  vertex_names all;
  run_on_team(0, [&](rank_team& team) {
    const vertex_names& own = graph.ids().names();
    const std::vector<std::byte> letter = own.packed(0, own.size());
    for (const auto& each : all_gather(team, std::span<const std::byte>(letter))) {
      all.add_packed(each);
    }
  });
  return all;
}

/// What the input calls vertices: an offset where ids are consecutive, ids, or a list of names.
nb::object labels_of(const kept_graph& kept) {
  const shared_graph graph = kept.whole();
  const id_map& ids = graph->ids();
  if (ids.is_dense() && !ids.is_named()) { return nb::int_(ids.offset()); }
  if (graph->partition().num_ranks() == 1) {
    if (ids.is_named()) { return texts_of(ids.names()); }
    return view_of(std::span<const std::uint64_t>(ids.stored()), graph);
  }
  if (ids.is_named()) { return texts_of(all_names(*graph)); }
  std::vector<std::uint64_t> all;
  run_on_team(0, [&](rank_team& team) { all = gathered(team, ids.stored()); });
  return array_of(std::move(all));
}

nb::object weights_of(const weight_view& weights, const std::shared_ptr<const void>& owner) {
  if (weights.empty()) { return nb::none(); }
  return with_weight_type(weights.type(), [&]<typename T>(std::type_identity<T>) {
    return view_of(weights.as<T>(), owner);
  });
}

/// Offsets, targets and weights of the rows, as they lie in memory.
nb::tuple rows_of(const kept_graph& kept, bool in_edges) {
  const shared_graph graph = kept.whole();
  const int ranks = graph->partition().num_ranks();
  require(
      ranks == 1,
      fmt::format("the edges of {} are spread over {} processes, and none has all of them; write "
                  "them with save(path)",
                  graph->facts().name, ranks));
  const adjacency& edges = in_edges ? graph->in_edges() : graph->out_edges();
  return nb::make_tuple(view_of(edges.offsets, graph), view_of(edges.targets, graph),
                        weights_of(edges.weights, graph));
}

/// The numbers of vertices by what the input calls them; -1 for those that there are not.
nb::object found_vertices(const kept_graph& kept, const nb::list& labels) {
  const shared_graph graph = kept.whole();
  const vertex_names names = names_of(labels);
  std::vector<vertex_id> found;
  run_on_team(0, [&](rank_team& team) { found = find_vertices(team, *graph, names); });
  return array_of(std::vector<std::int64_t>(found.begin(), found.end()));
}

/// The first vertex of this process, and how many it has.
nb::tuple own_vertices(const kept_graph& kept) {
  const shared_graph graph = kept.whole();
  return nb::make_tuple(first_owned(*graph), graph->num_local());
}

/// The edges of each vertex that lead out of it, or to it.
nb::object degrees_of(const kept_graph& kept, bool in_edges) {
  const shared_graph graph = kept.whole();
  const adjacency& edges = in_edges ? graph->in_edges() : graph->out_edges();
  std::vector<std::int64_t> degrees(graph->num_local());
  for (local_vertex v = 0; v < graph->num_local(); ++v) {
    degrees[v] = static_cast<std::int64_t>(edges.degree(v));
  }
  if (graph->partition().num_ranks() > 1) {
    run_on_team(0, [&](rank_team& team) { degrees = gathered(team, std::move(degrees)); });
  }
  return array_of(std::move(degrees));
}

/// Makes sure that a directed graph has its in-edges.
void need_in_edges(kept_graph& kept) {
  run_on_team(0, [&](rank_team& team) { kept.add_in_edges(team); });
}

/// Writes it; returns what the file has no place for, in phrases.
nb::list save(kept_graph& kept, const nb::str& path) {
  const std::string file = bytes_of_text(path);
  const written_format format = written_format_of(file);
  lost_parts lost;
  run_on_team(0, [&](rank_team& team) {
    if (!parts_kept_by(format).isolated) { kept.add_in_edges(team); }
    const shared_graph graph = kept.whole();
    write_graph(team, *graph, file, format);
    lost = parts_lost_by(format, team, *graph);
  });
  nb::list phrases;
  for (const std::string& each : lost.phrases()) { phrases.append(text_of_bytes(each)); }
  return phrases;
}

}  // namespace

void bind_graph(nb::module_& module) {
  nb::class_<kept_graph>(module, "Graph")
      .def("facts", &facts_of)
      .def("labels", &labels_of)
      .def("own", &own_vertices)
      .def("rows", &rows_of, nb::arg("in_edges") = false)
      .def("degrees", &degrees_of, nb::arg("in_edges") = false)
      .def("find", &found_vertices)
      .def("need_in_edges", &need_in_edges)
      .def("save", &save);
}

}  // namespace orujo::python
