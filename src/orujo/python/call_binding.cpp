// How Python programs run an algorithm of the catalogue.
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "orujo/algorithms/catalogue/catalogue.hpp"
#include "orujo/python/binding.hpp"
#include "orujo/python/entry_call.hpp"
#include "orujo/python/names_binding.hpp"
#include "orujo/python/progress_watch.hpp"

namespace orujo::python {

namespace {

/// Options by their names in the catalogue, already of the right type.
option_values values_in(const algorithm_entry& entry, const nb::dict& options) {
  option_values values;
  for (const option_entry& option : entry.options) {
    const char* const name = option.name.c_str();
    if (!options.contains(name)) { continue; }
    const nb::object value = options[name];
    switch (option.type) {
      case option_type::flag: values.set(option.name, nb::cast<bool>(value)); break;
      case option_type::whole: values.set(option.name, nb::cast<std::uint64_t>(value)); break;
      case option_type::real: values.set(option.name, nb::cast<double>(value)); break;
      case option_type::text: values.set(option.name, bytes_of_text(value)); break;
    }
  }
  return values;
}

entry_request request_in(const nb::dict& call) {
  const auto index = nb::cast<std::size_t>(call["entry"]);
  const algorithm_entry& entry = all_algorithms()[index];
  entry_request request{.entry = entry,
                        .choices = {.method = nb::cast<std::size_t>(call["method"]),
                                    .options = values_in(entry, call["options"]),
                                    .seed = nb::cast<std::uint64_t>(call["seed"]),
                                    .weights_chosen = nb::cast<bool>(call["weighted"]),
                                    .verifies = nb::cast<bool>(call["verify"]),
                                    .shows_vertices = true}};
  for (const nb::handle each : nb::cast<nb::list>(call["sources"])) {
    request.sources.push_back(bytes_of_text(each));
  }
  request.gathers = nb::cast<bool>(call["gather"]);
  request.weights_ignored = !request.choices.weights_chosen;
  request.is_one_source = nb::cast<bool>(call["is_one_source"]);
  if (!call["drawn"].is_none()) { request.drawn = nb::cast<std::uint64_t>(call["drawn"]); }
  return request;
}

nb::dict named_values(const std::vector<figure>& figures) {
  nb::dict all;
  for (const figure& each : figures) { all[each.name.c_str()] = nb::cast(each.value); }
  return all;
}

nb::object array_of_column(found_column& column) {
  return std::visit([](auto& values) { return array_of(std::move(values)); }, column.values);
}

/// What was found, by names.
nb::dict answered(entry_answer& found) {
  nb::dict answer;
  const algorithm_answer& told = found.kept->answer;
  answer["kept"] = found.kept;
  answer["figures"] = named_values(told.figures);
  answer["work"] = named_values(told.work);
  nb::dict lists;
  for (const vertex_sequence& each : told.lists) {
    lists[each.name.c_str()] =
        array_of(std::vector<std::int64_t>(each.vertices.begin(), each.vertices.end()));
  }
  answer["lists"] = lists;
  nb::list remarks;
  for (const remark& each : told.remarks) {
    remarks.append(text_of_bytes(each.name + ": " + each.text));
  }
  answer["remarks"] = remarks;
  answer["things"] = found.things;
  answer["key"] = found.key;
  answer["keys"] = found.keys ? array_of(std::move(*found.keys)) : nb::none();
  nb::list columns;
  for (found_column& each : found.columns) {
    columns.append(nb::make_tuple(each.name, array_of_column(each), each.are_vertices, each.none));
  }
  answer["columns"] = columns;
  answer["rows"] = nb::make_tuple(found.first_row, found.own_rows);
  answer["sources"] =
      nb::cast(std::vector<std::int64_t>(found.kept->sources.begin(), found.kept->sources.end()));
  answer["problem"] = found.problem ? text_of_bytes(*found.problem) : nb::none();
  answer["edges_traversed"] = found.edges_traversed;
  answer["seconds"] = found.seconds;
  answer["seconds_graph"] = found.seconds_graph;
  return answer;
}

nb::dict run(const std::shared_ptr<kept_graph>& graph, const nb::dict& call) {
  entry_request request = request_in(call);
  check_request(request);
  progress_watch watch(call["progress"]);
  if (watch.is_wanted()) {
    request.on_progress = [&](double share) { watch.note(share); };
  }
  entry_answer found;
  run_watched(nb::cast<int>(call["workers"]), watch,
              [&](rank_team& team) { found = run_entry(team, *graph, request); });
  return answered(found);
}

using any_column = nb::ndarray<nb::ro, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <typename Number>
std::span<const Number> values_of(const any_column& array) {
  return {static_cast<const Number*>(array.data()), array.shape(0)};
}

program_column column_in(const any_column& array) {
  if (array.dtype() == nb::dtype<std::int64_t>()) { return values_of<std::int64_t>(array); }
  if (array.dtype() == nb::dtype<std::uint64_t>()) { return values_of<std::uint64_t>(array); }
  if (array.dtype() == nb::dtype<double>()) { return values_of<double>(array); }
  return values_of<std::uint8_t>(array);
}

/// `keys` is an array or None, `columns` are arrays as run() gave them, `names` is None or a list.
/// The text is one: what is no UTF-8 in names is shown as such.
nb::object page(const std::shared_ptr<kept_run>& kept, const nb::object& keys,
                const std::vector<any_column>& columns, const nb::object& names) {
  program_table table;
  any_column held;
  if (!keys.is_none()) {
    held = nb::cast<any_column>(keys);
    table.keys = values_of<std::int64_t>(held);
  }
  for (const any_column& each : columns) { table.columns.push_back(column_in(each)); }
  std::optional<vertex_names> called;
  if (!names.is_none()) { called = names_of(nb::cast<nb::list>(names)); }
  std::string text;
  run_on_team(kept->workers, [&](rank_team& team) { text = page_of(team, *kept, table, called); });
  return text_of_bytes(text, "replace");
}

}  // namespace

void bind_entry_call(nb::module_& module) {
  nb::class_<kept_run>(module, "KeptRun");
  module.def("run", &run, nb::arg("graph"), nb::arg("call"));
  module.def("page", &page, nb::arg("kept"), nb::arg("keys").none(), nb::arg("columns"),
             nb::arg("names").none());
}

}  // namespace orujo::python
