// How Python programs run operators of their own on a graph.
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "orujo/base/error.hpp"
#include "orujo/python/binding.hpp"
#include "orujo/python/edge_call.hpp"
#include "orujo/python/gathered.hpp"
#include "orujo/python/kept_graph.hpp"
#include "orujo/python/label_call.hpp"
#include "orujo/report/work_figures.hpp"

namespace orujo::python {

namespace {

/// What operators see of a graph: the vertices that this process has, and the edges out of them.
struct own_rows {
  shared_graph graph;

  /// Of map_edges(), none of them set; each call has its own, and leaves them to the next one.
  std::vector<std::uint8_t> take_marks() {
    const std::lock_guard<std::mutex> guard(access_);
    return std::exchange(marks_, {});
  }
  void keep_marks(std::vector<std::uint8_t> marks) {
    const std::lock_guard<std::mutex> guard(access_);
    marks_ = std::move(marks);
  }

private:
  std::mutex access_;  // several threads may call
  std::vector<std::uint8_t> marks_;
};

template <typename T>
using column = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <typename T>
std::span<const T> span_of(const column<T>& values) {
  return {values.data(), values.shape(0)};
}

/// The form of the graph with the edges that are asked for, and all loops and parallel edges that
/// the graph has.
std::shared_ptr<own_rows> make_rows(kept_graph& kept, bool both_ways, bool weighted) {
  const shared_graph graph = kept.whole();
  const graph_facts& facts = graph->facts();
  const bool has_weights = facts.weights != weight_kind::none;
  const bool is_there = !both_ways || !facts.directed;
  auto made = std::make_shared<own_rows>();
  if (is_there && (weighted || !has_weights)) {
    made->graph = graph;
    return made;
  }
  const graph_needs needs{
      .weights = weighted,
      .in_edges = graph->has_in_edges(),
      .loops = facts.dropped_loops == 0,
      .parallel = facts.dropped_duplicates == 0 ? parallel_edges::kept : facts.parallel};
  run_on_team(0, [&](rank_team& team) {
    made->graph =
        kept.suited(team, needs, both_ways ? taken_edges::both_ways : taken_edges::as_input_says);
  });
  return made;
}

/// The type of weights, as NumPy calls it.
std::string weights_word(const own_rows& rows) {
  switch (rows.graph->stored_weights()) {
    case weight_type::whole32: return "uint32";
    case weight_type::whole64: return "int64";
    case weight_type::real32: return "float32";
    case weight_type::real64: return "float64";
    case weight_type::none: break;
  }
  return "none";
}

/// Offsets, targets and weights: numbers of this process's vertices, then of its ghosts.
nb::tuple arrays_of(const own_rows& rows) {
  const adjacency& edges = rows.graph->out_edges();
  nb::object weights = nb::none();
  if (!edges.weights.empty()) {
    weights = with_weight_type(edges.weights.type(), [&]<typename T>(std::type_identity<T>) {
      return view_of(edges.weights.as<T>(), rows.graph);
    });
  }
  return nb::make_tuple(view_of(edges.offsets, rows.graph), view_of(edges.targets, rows.graph),
                        weights);
}

/// The vertices that ghosts stand for.
nb::object ghosts_of(const own_rows& rows) {
  const csr_graph& graph = *rows.graph;
  std::vector<std::int64_t> ghosts;
  for (local_vertex v = graph.num_local(); v < graph.num_local() + graph.num_ghosts(); ++v) {
    ghosts.push_back(static_cast<std::int64_t>(graph.global(v)));
  }
  return array_of(std::move(ghosts));
}

calling_form form_named(const std::string& name) {
  if (name == "block") { return calling_form::block; }
  return name == "int64" ? calling_form::each_whole : calling_form::each_real;
}

operator_address address_in(const nb::dict& call) {
  return {.address = nb::cast<std::uintptr_t>(call["address"]),
          .form = form_named(nb::cast<std::string>(call["form"]))};
}

/// What was done, as records of runs say it.
nb::object work_in(const work_statistics& work) {
  return nb::module_::import_("json").attr("loads")(document_of(work).dump());
}

/// The fixed point of an operator on labels of type `Label`.
template <typename Label>
nb::dict correct(const own_rows& rows, const nb::dict& call, const column<Label>& starts) {
  const std::span<const Label> given = span_of(starts);
  label_request<Label> request{
      .along = address_in(call),
      .better = nb::cast<bool>(call["greater"]) ? better_label::greater : better_label::less,
      .order = order_named(nb::cast<std::string>(call["order"])),
      .roots = nb::cast<std::vector<vertex_id>>(call["roots"]),
      .starts = {given.begin(), given.end()},
      .rest = nb::cast<Label>(call["rest"])};
  const bool gathers = nb::cast<bool>(call["gather"]);
  label_answer<Label> answer;
  run_on_team(nb::cast<int>(call["workers"]), [&](rank_team& team) {
    answer = correct_labels(team, *rows.graph, request);
    if (gathers) { answer.labels = gathered(team, std::move(answer.labels)); }
  });
  nb::dict found;
  found["labels"] = array_of(std::move(answer.labels));
  found["work"] = work_in(answer.work);
  found["seconds"] = answer.seconds;
  return found;
}

template <typename T>
using changed_column = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

combine_rule rule_named(const std::string& name) {
  if (name == "min") { return combine_rule::least; }
  return name == "max" ? combine_rule::greatest : combine_rule::sum;
}

/// The vertices of an array, which are this process's own. Call: collective.
std::vector<local_vertex> front_of(rank_team& team, const own_rows& rows,
                                   std::span<const std::int64_t> vertices) {
  const std::int64_t size = rows.graph->num_local();
  return run_agreed(team, [&] {
    std::vector<local_vertex> front;
    front.reserve(vertices.size());
    for (const std::int64_t v : vertices) {
      if (v < 0 || v >= size) {
        throw usage_error(fmt::format("vertices: {} is none of the {} of this process", v, size));
      }
      front.push_back(static_cast<local_vertex>(v));
    }
    return front;
  });
}

nb::object array_of_vertices(const std::vector<local_vertex>& vertices) {
  return array_of(std::vector<std::int64_t>(vertices.begin(), vertices.end()));
}

/// Values along edges, combined into `targets`; the own vertices that changed.
template <typename Value>
nb::object map_rows(own_rows& rows, const nb::dict& call, const column<Value>& sources,
                    const changed_column<Value>& targets) {
  const auto vertices = nb::cast<column<std::int64_t>>(call["vertices"]);
  edge_request<Value> request{.along = address_in(call),
                              .combine = rule_named(nb::cast<std::string>(call["combine"])),
                              .sources = span_of(sources),
                              .targets = {targets.data(), targets.shape(0)},
                              .front = {},
                              .marks = {}};
  std::vector<local_vertex> found;
  run_on_team(nb::cast<int>(call["workers"]), [&](rank_team& team) {
    const std::vector<local_vertex> front = front_of(team, rows, span_of(vertices));
    // Marks that an interrupted call left behind are gone with it.
    std::vector<std::uint8_t> marks = rows.take_marks();
    marks.resize(rows.graph->num_local());
    request.front = front;
    request.marks = marks;
    found = map_edges(team, *rows.graph, request);
    rows.keep_marks(std::move(marks));
  });
  return array_of_vertices(found);
}

/// New values of vertices; those that changed.
template <typename Value>
nb::object map_own(const own_rows& rows, const nb::dict& call,
                   const changed_column<Value>& values) {
  const auto vertices = nb::cast<column<std::int64_t>>(call["vertices"]);
  vertex_request<Value> request{.along = address_in(call),
                                .values = {values.data(), values.shape(0)},
                                .whole = {},
                                .real = {},
                                .front = {}};
  column<std::int64_t> whole;
  column<double> real;
  if (request.along.form == calling_form::each_whole) {
    whole = nb::cast<column<std::int64_t>>(call["numbers"]);
    request.whole = span_of(whole);
  } else {
    real = nb::cast<column<double>>(call["numbers"]);
    request.real = span_of(real);
  }
  std::vector<local_vertex> found;
  run_on_team(nb::cast<int>(call["workers"]), [&](rank_team& team) {
    const std::vector<local_vertex> front = front_of(team, rows, span_of(vertices));
    request.front = front;
    found = map_vertices(team, *rows.graph, request);
  });
  return array_of_vertices(found);
}

// --- what operators over whole arrays need of other processes -----------------------------------

/// Whether any process failed, and whether any goes on.
nb::tuple agree(bool failed, bool goes_on) {
  std::vector<std::uint8_t> all{static_cast<std::uint8_t>(failed),
                                static_cast<std::uint8_t>(goes_on)};
  run_on_team(0, [&](rank_team& team) {
    const auto either = [](std::uint8_t a, std::uint8_t b) { return std::max(a, b); };
    if (team.size() > 1) { all = all_reduce(team, std::move(all), either); }
  });
  return nb::make_tuple(all[0] != 0, all[1] != 0);
}

/// A value for a vertex.
struct told_value {
  local_vertex vertex;
  std::uint64_t bits;
};

/// Sends values to the owners of ghosts; what came for this process's vertices. The bits of values
/// are those of whole numbers.
nb::tuple tell_owners(const own_rows& rows, const column<std::int64_t>& ghosts,
                      const column<std::uint64_t>& values) {
  const csr_graph& graph = *rows.graph;
  std::vector<std::int64_t> vertices;
  std::vector<std::uint64_t> bits;
  run_on_team(0, [&](rank_team& team) {
    std::vector<std::vector<told_value>> letters(static_cast<std::size_t>(team.size()));
    for (std::size_t i = 0; i < ghosts.shape(0); ++i) {
      const auto place = graph.remote(static_cast<local_vertex>(ghosts.data()[i]));
      letters[static_cast<std::size_t>(index_of(place.owner))].push_back(
          {place.local, values.data()[i]});
    }
    for (const auto& letter : all_to_all_v(team, letters)) {
      for (const told_value& each : letter) {
        vertices.push_back(static_cast<std::int64_t>(each.vertex));
        bits.push_back(each.bits);
      }
    }
  });
  return nb::make_tuple(array_of(std::move(vertices)), array_of(std::move(bits)));
}

/// The values of all processes.
template <typename T>
nb::object gather_values(const column<T>& own) {
  const std::span<const T> given = span_of(own);
  std::vector<T> values(given.begin(), given.end());
  run_on_team(0, [&](rank_team& team) { values = gathered(team, std::move(values)); });
  return array_of(std::move(values));
}

}  // namespace

void bind_operators(nb::module_& module) {
  nb::class_<own_rows>(module, "Rows")
      .def(nb::new_(&make_rows), nb::arg("graph"), nb::arg("both_ways"), nb::arg("weighted"))
      .def_prop_ro("first", [](const own_rows& rows) { return first_owned(*rows.graph); })
      .def_prop_ro("is_whole",
                   [](const own_rows& rows) { return rows.graph->partition().num_ranks() == 1; })
      .def_prop_ro("size", [](const own_rows& rows) { return rows.graph->num_local(); })
      .def_prop_ro("weights", &weights_word)
      .def("arrays", &arrays_of)
      .def("ghosts", &ghosts_of)
      .def("tell_owners", &tell_owners)
      .def("correct", &correct<std::int32_t>)
      .def("correct", &correct<std::int64_t>)
      .def("correct", &correct<double>)
      .def("map_edges", &map_rows<std::int32_t>)
      .def("map_edges", &map_rows<std::int64_t>)
      .def("map_edges", &map_rows<double>)
      .def("map_vertices", &map_own<std::int32_t>)
      .def("map_vertices", &map_own<std::int64_t>)
      .def("map_vertices", &map_own<double>);
  module.def("agree", &agree, nb::arg("failed"), nb::arg("goes_on"));
  module.def("gather", &gather_values<std::int32_t>);
  module.def("gather", &gather_values<std::int64_t>);
  module.def("gather", &gather_values<std::uint64_t>);
  module.def("gather", &gather_values<std::uint8_t>);
  module.def("gather", &gather_values<double>);
}

}  // namespace orujo::python
