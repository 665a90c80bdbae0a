// The catalogue of algorithms as dictionaries.
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "orujo/algorithms/catalogue/catalogue.hpp"
#include "orujo/python/binding.hpp"

namespace orujo::python {

namespace {

const char* name_of_start(start_kind start) {
  switch (start) {
    case start_kind::each_source: return "source";
    case start_kind::all_sources: return "sources";
    case start_kind::nowhere: break;
  }
  return "nowhere";
}

const char* name_of_edges(taken_edges edges) {
  switch (edges) {
    case taken_edges::both_ways: return "both_ways";
    case taken_edges::one_way: return "one_way";
    case taken_edges::as_input_says: break;
  }
  return "as_input_says";
}

nb::dict described(const option_entry& option) {
  nb::dict all;
  all["name"] = option.name;
  all["type"] = std::string(name_of(option.type));
  all["help"] = option.help;
  all["unit"] = option.unit;
  all["standard"] = option.standard;
  all["least"] = option.least;
  all["most"] = option.most;
  all["names"] = option.names;
  all["of_whole_run"] = option.of_whole_run;
  all["is_input"] = option.is_input;
  all["is_required"] = option.is_required;
  return all;
}

nb::dict described(const method_entry& method) {
  nb::dict all;
  all["name"] = method.name;
  all["help"] = method.help;
  all["use_when"] = method.use_when;
  all["cost"] = method.cost;
  all["order"] = method.order;
  all["source"] = method.source;
  return all;
}

template <typename Described>
nb::list listed(const std::vector<Described>& all) {
  nb::list list;
  for (const Described& each : all) { list.append(described(each)); }
  return list;
}

/// Whether weights count only if somebody says so.
const char* use_of_weights(const algorithm_entry& entry) {
  if (entry.needs(algorithm_choices{}).weights) { return "always"; }
  return entry.needs(algorithm_choices{.weights_chosen = true}).weights ? "chosen" : "never";
}

nb::dict described(const algorithm_entry& entry) {
  nb::dict all;
  all["name"] = entry.name;
  all["help"] = entry.help;
  all["activity"] = entry.activity;
  all["example"] = entry.example;
  all["methods"] = listed(entry.methods);
  all["options"] = listed(entry.options);
  all["start"] = name_of_start(entry.start);
  all["source_help"] = entry.source_help;
  all["sources_help"] = entry.sources_help;
  all["edges"] = name_of_edges(entry.edges);
  all["weights"] = use_of_weights(entry);
  all["scored"] = entry.scored;
  all["rows"] = entry.rows;
  all["key"] = entry.key;
  all["columns"] = entry.columns;
  return all;
}

nb::list catalogue() {
  nb::list all;
  for (const algorithm_entry& entry : all_algorithms()) { all.append(described(entry)); }
  return all;
}

}  // namespace

void bind_catalogue(nb::module_& module) { module.def("catalogue", &catalogue); }

}  // namespace orujo::python
