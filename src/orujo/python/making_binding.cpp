// How Python programs make graphs: of files, generators and arrays.
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "orujo/base/nearest_name.hpp"
#include "orujo/graph/columnar/table_plugin.hpp"
#include "orujo/graph/extract.hpp"
#include "orujo/graph/generators/open_generator.hpp"
#include "orujo/graph/graph_parts.hpp"
#include "orujo/graph/graph_source.hpp"
#include "orujo/graph/io/edge_columns.hpp"
#include "orujo/graph/io/graph_file.hpp"
#include "orujo/python/array_edges.hpp"
#include "orujo/python/binding.hpp"
#include "orujo/python/gathered.hpp"
#include "orujo/python/kept_graph.hpp"
#include "orujo/python/names_binding.hpp"
#include "orujo/python/progress_watch.hpp"
#include "orujo/traversal/neighbourhood.hpp"

namespace orujo::python {

namespace {

using handle = std::shared_ptr<kept_graph>;

/// A value of a dictionary of options; empty where it is not there or None.
template <typename T>
std::optional<T> option_in(const nb::dict& options, const char* name) {
  if (!options.contains(name)) { return std::nullopt; }
  const nb::object value = options[name];
  if (value.is_none()) { return std::nullopt; }
  if constexpr (std::is_same_v<T, std::string>) {
    return bytes_of_text(value);
  } else {
    return nb::cast<T>(value);
  }
}

weight_options weights_in(const nb::dict& options) {
  weight_options weights;
  const auto word = option_in<std::string>(options, "weights").value_or("file");
  if (word == "none") { weights.from = weight_origin::none; }
  if (const auto low = option_in<std::uint32_t>(options, "weight_low")) {
    weights.from = weight_origin::random;
    weights.low = *low;
    weights.high = option_in<std::uint32_t>(options, "weight_high").value_or(weights.high);
    weights.seed = option_in<std::uint64_t>(options, "seed").value_or(1);
    require(weights.low <= weights.high,
            fmt::format("weights: {} lies above {}", weights.low, weights.high));
  }
  return weights;
}

build_options build_options_in(const nb::dict& options) {
  build_options build;
  build.directed = option_in<bool>(options, "directed");
  const bool simple = option_in<bool>(options, "simple").value_or(false);
  build.parallel = simple ? parallel_edges::lightest : parallel_edges::kept;
  if (const auto parallel = option_in<std::string>(options, "parallel")) {
    build.parallel = *parallel == "sum" ? parallel_edges::sum : parallel_edges::lightest;
  }
  build.keep_self_loops = !simple;
  build.in_edges = option_in<bool>(options, "in_edges").value_or(true);
  build.weights = weights_in(options);
  return build;
}

std::optional<file_format> format_in(const nb::dict& options) {
  const auto name = option_in<std::string>(options, "format");
  if (!name) { return std::nullopt; }
  const auto format = format_named(*name);
  if (!format) {
    throw usage_error(fmt::format("--format is one of {}, not '{}'{}",
                                  fmt::join(all_format_names(), ", "), *name,
                                  suggestion(*name, all_format_names())));
  }
  return format;
}

id_use ids_in(const nb::dict& options) {
  const auto ids = option_in<std::string>(options, "ids");
  if (!ids) { return id_use::guessed; }
  if (*ids == "names") { return id_use::names; }
  if (*ids == "labels") { return id_use::labels; }
  require(*ids == "numbers", fmt::format("--ids is one of numbers, names, labels, not '{}'", *ids));
  return id_use::numbers;
}

open_options open_options_in(const nb::dict& options) {
  open_options open;
  open.forced = format_in(options);
  open.ids = ids_in(options);
  if (option_in<std::string>(options, "weights") == "real") { open.weights = weight_use::as_real; }
  const column_choice columns{.source = option_in<std::string>(options, "source_column"),
                              .target = option_in<std::string>(options, "target_column"),
                              .weight = option_in<std::string>(options, "weight_column")};
  require(columns.source.has_value() == columns.target.has_value(),
          "columns names source and target together");
  if (columns.source || columns.weight) { open.columns = columns; }
  if (const auto vertices = option_in<std::string>(options, "vertices")) {
    open.vertices =
        vertex_list{.path = *vertices, .column = option_in<std::string>(options, "vertex_column")};
  }
  return open;
}

simple_choice simple_in(const nb::dict& options) {
  const bool is_wanted =
      option_in<bool>(options, "simple").value_or(false) || options.contains("parallel");
  return is_wanted ? simple_choice::wanted : simple_choice::not_made;
}

/// Runs `make(team)` on a team, and keeps its graph.
template <typename Make>
handle kept(int workers, simple_choice simple, Make make) {
  handle made;
  run_on_team(workers, [&](rank_team& team) {
    made = std::make_shared<kept_graph>(team, make(team), simple);
  });
  return made;
}

handle load(const nb::str& path, const nb::dict& options, int workers) {
  const std::string source = bytes_of_text(path);
  load_options how{.build = build_options_in(options),
                   .open = open_options_in(options),
                   .seed = option_in<std::uint64_t>(options, "seed").value_or(1)};
  progress_watch watch(options.contains("progress") ? nb::object(options["progress"]) : nb::none());
  how.build.on_progress = [&](std::uint64_t /*edges*/, double share) { watch.note(share); };
  const simple_choice simple = simple_in(options);
  handle made;
  run_watched(workers, watch, [&](rank_team& team) {
    made = std::make_shared<kept_graph>(team, load_graph(team, source, how), simple);
  });
  return made;
}

/// Which columns of a table that Python has read are source, target and weight, from 0: the rules
/// for tables that the engine reads. `numbers` says which of them hold numbers.
nb::tuple columns_of_table(const nb::str& path, const std::vector<std::string>& names,
                           const std::vector<bool>& numbers, const nb::dict& options) {
  try {
    const io::cell_layout found =
        io::find_named_columns(names, numbers, open_options_in(options)).cells;
    return nb::make_tuple(found.source, found.target, found.weight);
  } catch (const io::malformed_text& problem) {
    throw input_error(bytes_of_text(path), {}, problem.what());
  }
}

bool are_tables_read() {
  return !find_plugin_file(columnar::table_plugin_kind, columnar::table_plugin_file).empty();
}

element_type type_of(const nb::ndarray<nb::ro, nb::device::cpu>& array, const std::string& name) {
  const nb::dlpack::dtype type = array.dtype();
  if (type == nb::dtype<std::int64_t>()) { return element_type::int64; }
  if (type == nb::dtype<std::int32_t>()) { return element_type::int32; }
  if (type == nb::dtype<std::uint64_t>()) { return element_type::uint64; }
  if (type == nb::dtype<std::uint32_t>()) { return element_type::uint32; }
  if (type == nb::dtype<double>()) { return element_type::float64; }
  if (type == nb::dtype<float>()) { return element_type::float32; }
  throw usage_error(fmt::format("{}: an array of whole numbers of 32 or 64 bits is needed", name));
}

using any_array = nb::ndarray<nb::ro, nb::device::cpu>;

array_view view_on(const any_array& array, const std::string& name) {
  require(array.ndim() == 1, fmt::format("{}: an array of one dimension is needed", name));
  return {.type = type_of(array, name),
          .data = static_cast<const std::byte*>(array.data()),
          .stride_bytes = array.stride(0) * static_cast<std::ptrdiff_t>(array.itemsize()),
          .size = array.shape(0)};
}

/// What vertices are called, in the order of their numbers and of the bytes of the names.
std::optional<vertex_names> names_in(const nb::dict& options) {
  if (!options.contains("names")) { return std::nullopt; }
  return names_of(nb::cast<nb::list>(options["names"]));
}

/// What vertices are called by, in the order of their numbers: ascending ids.
std::optional<std::vector<std::uint64_t>> ids_of_vertices(const nb::dict& options) {
  const auto array =
      option_in<nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>>(
          options, "vertex_ids");
  if (!array) { return std::nullopt; }
  return std::vector<std::uint64_t>(array->data(), array->data() + array->shape(0));
}

/// Arrays of edges, in `arrays`: source or rows, target, weight.
handle from_arrays(const nb::dict& arrays, const nb::dict& options, int workers) {
  edge_arrays edges{.name = option_in<std::string>(options, "name").value_or("edges")};
  std::vector<any_array> held;  // until the graph is made
  const auto array_named = [&](const char* name) -> std::optional<array_view> {
    const auto array = option_in<any_array>(arrays, name);
    if (!array) { return std::nullopt; }
    held.push_back(*array);
    return view_on(*array, name);
  };
  edges.source = array_named("source").value_or(array_view{});
  edges.rows = array_named("rows");
  edges.target = array_named("target").value_or(array_view{});
  edges.weight = array_named("weight");
  edges.num_vertices = option_in<std::uint64_t>(options, "num_vertices");
  require(
      edges.rows || edges.source.size == edges.target.size,
      fmt::format("source has {} elements, and target {}", edges.source.size, edges.target.size));
  require(!edges.weight || edges.weight->size == edges.target.size,
          fmt::format("weight has {} elements, and target {}",
                      edges.weight ? edges.weight->size : 0, edges.target.size));
  const build_options build = build_options_in(options);
  const std::optional<vertex_names> names = names_in(options);
  const auto called = ids_of_vertices(options);
  return kept(workers, simple_in(options), [&](rank_team& team) {
    csr_graph graph = graph_of_arrays(team, edges, build);
    if (called) { return with_ids(team, graph, *called); }
    return names ? with_names(team, graph, *names) : std::move(graph);
  });
}

/// The graph of the vertices for which `stays` is not 0 and of the edges whose weights are in a
/// range.
handle part_of(const kept_graph& whole, const std::optional<any_array>& stays,
               const nb::dict& options) {
  const shared_graph graph = whole.whole();
  graph_selection choice;
  choice.least_weight = option_in<double>(options, "least").value_or(choice.least_weight);
  choice.greatest_weight = option_in<double>(options, "most").value_or(choice.greatest_weight);
  choice.in_edges = graph->has_in_edges();
  if (stays) {
    require(
        stays->dtype() == nb::dtype<std::uint8_t>() && stays->ndim() == 1 && stays->stride(0) == 1,
        "subgraph: a mask of truth values in one piece is needed");
    choice.vertices = {static_cast<const std::uint8_t*>(stays->data()), stays->shape(0)};
  }
  return kept(0, whole.simple(), [&](rank_team& team) {
    if (choice.vertices.size() == graph->num_vertices()) {  // of which this rank has some
      choice.vertices =
          choice.vertices.subspan(graph->partition().first(team.rank()), graph->num_local());
    }
    return extract_graph(team, *graph, choice);
  });
}

/// The graph of the vertices within some hops of one, whose number is `centre`, and for each vertex
/// whether it is one of them.
nb::tuple around(kept_graph& whole, vertex_id centre, std::uint64_t hops, const std::string& way) {
  const edge_way along = edge_way_named(way);
  std::vector<std::uint8_t> mask;
  const handle part = kept(0, whole.simple(), [&](rank_team& team) {
    if (along != edge_way::forwards) { whole.add_in_edges(team); }
    const shared_graph graph = whole.whole();
    const auto near = neighbourhood_of(team, *graph, centre, {hops, along});
    mask = gathered(team, near);
    return extract_graph(team, *graph, {.vertices = near, .in_edges = graph->has_in_edges()});
  });
  return nb::make_tuple(part, array_of(std::move(mask)));
}

/// The graph of both. `options` may have names of its vertices, and first_ids and second_ids: lists
/// of what the vertices of each are called instead.
handle join(const kept_graph& first, const kept_graph& second, const nb::dict& options) {
  const shared_graph one = first.whole();
  const shared_graph other = second.whole();
  const auto first_ids = option_in<std::vector<std::uint64_t>>(options, "first_ids");
  const auto second_ids = option_in<std::vector<std::uint64_t>>(options, "second_ids");
  const std::optional<vertex_names> names = names_in(options);
  const auto own = [](const csr_graph& graph, const auto& ids) -> std::span<const std::uint64_t> {
    if (!ids) { return {}; }
    return std::span(*ids).subspan(first_owned(graph), graph.num_local());
  };
  return kept(0, simple_choice::not_made, [&](rank_team& team) {
    csr_graph graph = join_graphs(team, *one, *other,
                                  {.rule = parallel_edges::kept,
                                   .first_ids = own(*one, first_ids),
                                   .second_ids = own(*other, second_ids)});
    return names ? with_names(team, graph, *names) : std::move(graph);
  });
}

/// The same graph, which shares all arrays, with its vertices called 0 … V - 1: for labels that
/// only the program knows.
handle numbered(const kept_graph& whole) {
  const shared_graph graph = whole.whole();
  return kept(0, whole.simple(), [&](rank_team& team) {
    return renumbered(team, csr_graph(team.rank(), parts_of(*graph)));
  });
}

}  // namespace

void bind_graph_making(nb::module_& module) {
  module.def("load", &load, nb::arg("path"), nb::arg("options"), nb::arg("workers"));
  module.def("from_arrays", &from_arrays, nb::arg("arrays"), nb::arg("options"),
             nb::arg("workers"));
  module.def("part_of", &part_of, nb::arg("graph"), nb::arg("stays").none(), nb::arg("options"));
  module.def("around", &around, nb::arg("graph"), nb::arg("centre"), nb::arg("hops"),
             nb::arg("way"));
  module.def("join", &join, nb::arg("first"), nb::arg("second"), nb::arg("options"));
  module.def("numbered", &numbered, nb::arg("graph"));
  module.def("is_generator", [](const nb::str& text) { return is_generator(bytes_of_text(text)); });
  module.def("generator_forms", &generator_forms);
  module.def("are_tables_read", &are_tables_read);
  module.def("columns_of_table", &columns_of_table, nb::arg("path"), nb::arg("names"),
             nb::arg("numbers"), nb::arg("options"));
}

}  // namespace orujo::python
