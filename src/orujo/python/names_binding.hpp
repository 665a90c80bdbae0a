// Texts between Python and the engine, whose names and paths are bytes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include <nanobind/stl/string.h>

#include "orujo/graph/vertex_names.hpp"
#include "orujo/python/binding.hpp"

namespace orujo::python {

/// The bytes of a text: what was no UTF-8 when it was read, as it was; half a pair, as three bytes.
[[nodiscard]] inline std::string bytes_of_text(nb::handle text) {
  PyObject* encoded = PyUnicode_AsEncodedString(text.ptr(), "utf-8", "surrogateescape");
  if (encoded == nullptr) {
    PyErr_Clear();
    encoded = PyUnicode_AsEncodedString(text.ptr(), "utf-8", "surrogatepass");
  }
  if (encoded == nullptr) { throw nb::python_error(); }
  const nb::object held = nb::steal<nb::object>(encoded);
  return {PyBytes_AsString(encoded), static_cast<std::size_t>(PyBytes_Size(encoded))};
}

/// A text of Python; bytes that are no UTF-8 come back by os.fsencode(), and by bytes_of_text().
[[nodiscard]] inline nb::object text_of_bytes(std::string_view bytes,
                                              const char* otherwise = "surrogateescape") {
  const auto size = static_cast<Py_ssize_t>(bytes.size());
  PyObject* const text = PyUnicode_DecodeUTF8(bytes.data(), size, otherwise);
  if (text == nullptr) { throw nb::python_error(); }
  return nb::steal<nb::object>(text);
}

/// The texts of a list.
[[nodiscard]] inline vertex_names names_of(const nb::list& texts) {
  vertex_names names;
  for (const nb::handle each : texts) { names.add(bytes_of_text(each)); }
  return names;
}

}  // namespace orujo::python
