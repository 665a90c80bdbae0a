// Errors of the engine as exceptions of Python.
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <exception>
#include <regex>
#include <string>

#include <nanobind/stl/string.h>

#include "orujo/base/error.hpp"
#include "orujo/base/interrupt.hpp"
#include "orujo/python/binding.hpp"
#include "orujo/python/names_binding.hpp"

namespace orujo::python {

namespace {

/// A message of the command as one of the package: options are keywords.
std::string python_words(const std::string& text) {
  static const std::regex chosen("--(method|ids|format|weights) (?!is )([a-z_-]+)");
  static const std::regex columns(
      "--columns source=([A-Za-z0-9_]+),target=([A-Za-z0-9_]+)(?![,A-Za-z0-9_])");
  static const std::regex option("--([a-z]+(-[a-z]+)*)");
  const std::string words = std::regex_replace(std::regex_replace(text, chosen, "$1='$2'"), columns,
                                               "columns={'source': '$1', 'target': '$2'}");
  std::string result;
  auto from = words.cbegin();
  for (std::sregex_iterator at(words.begin(), words.end(), option), end; at != end; ++at) {
    result.append(from, (*at)[0].first);
    for (const char each : (*at)[1].str()) { result += each == '-' ? '_' : each; }
    from = (*at)[0].second;
  }
  return result.append(from, words.cend());
}

/// The name of the exception in orujo._errors.
const char* class_name_of(exit_code code) {
  switch (code) {
    case exit_code::usage: return "UsageError";
    case exit_code::input: return "InputError";
    case exit_code::memory: return "MemoryLimitError";
    default: return "EngineError";
  }
}

void set_error(const error& problem) {
  if (problem.code() == exit_code::interrupted) {
    PyErr_SetNone(PyExc_KeyboardInterrupt);
    return;
  }
  const nb::object type = nb::module_::import_("orujo._errors").attr(class_name_of(problem.code()));
  const nb::object in_python = nb::module_::import_("orujo._words").attr("in_python");
  PyErr_SetObject(type.ptr(), in_python(text_of_bytes(python_words(problem.what()))).ptr());
}

}  // namespace

void watch_signals() {
  const nb::gil_scoped_acquire held;
  if (PyErr_CheckSignals() != 0) { throw nb::python_error(); }
}

void bind_errors(nb::module_& module) {
  nb::register_exception_translator([](const std::exception_ptr& thrown, void* /*unused*/) {
    try {
      std::rethrow_exception(thrown);
    } catch (const error& problem) { set_error(problem); }
  });
  module.def("_python_words",
             [](const nb::str& text) { return text_of_bytes(python_words(bytes_of_text(text))); });
}

}  // namespace orujo::python
