// Names of vertices, from Python.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <nanobind/stl/string.h>

#include "orujo/graph/vertex_names.hpp"
#include "orujo/python/binding.hpp"

namespace orujo::python {

/// The texts of a list.
[[nodiscard]] inline vertex_names names_of(const nb::list& texts) {
  vertex_names names;
  for (const nb::handle each : texts) { names.add(nb::cast<std::string>(each)); }
  return names;
}

}  // namespace orujo::python
