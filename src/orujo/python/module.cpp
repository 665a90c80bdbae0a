// The extension module orujo._core.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/python/binding.hpp"

namespace orujo::python {

NB_MODULE(_core, module) {
  module.doc() = "The engine of Orujo. Programs use the package orujo, which is made on top of it.";
  module.attr("version") = ORUJO_VERSION;
  bind_errors(module);
  bind_teams(module);
  bind_arrow(module);
  bind_graph(module);
  bind_adjacency(module);
  bind_graph_making(module);
  bind_catalogue(module);
  bind_entry_call(module);
  bind_dependencies(module);
  bind_operators(module);
}

}  // namespace orujo::python
