// Reads graphs that are dictionaries of dictionaries, as NetworkX has them.
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nanobind/stl/string.h>

#include "orujo/base/error.hpp"
#include "orujo/base/prefetch.hpp"
#include "orujo/python/binding.hpp"

namespace orujo::python {

namespace {

/// A dictionary itself, and what else maps keys to values as one.
nb::object as_dictionary(nb::handle mapping) {
  if (PyDict_CheckExact(mapping.ptr())) { return nb::borrow(mapping); }
  return nb::handle(reinterpret_cast<PyObject*>(&PyDict_Type))(mapping.attr("items")());
}

/// What of the entries of a dictionary is looked at.
enum class entry_part : std::uint8_t { key, value };

/// Looks at objects a little later than they are named, when they have come from memory: they lie
/// anywhere in it, and would be waited for one by one.
template <typename Look>
class awaited_objects {
public:
  explicit awaited_objects(Look look) : look_(std::move(look)) { held_.reserve(most); }

  /// Names the keys or values of a dictionary, in its order. Returns how many there are.
  std::int64_t add_of(nb::handle mapping, entry_part part) {
    const nb::object entries = as_dictionary(mapping);
    PyObject* key = nullptr;
    PyObject* value = nullptr;
    Py_ssize_t place = 0;
    std::int64_t count = 0;
    while (PyDict_Next(entries.ptr(), &place, &key, &value) != 0) {
      add(part == entry_part::key ? key : value);
      ++count;
    }
    if (!entries.is(mapping)) { look_at_all(); }  // what nobody else may keep alive
    return count;
  }

  void look_at_all() {
    for (std::size_t i = 0; i < size_; ++i) { held_.push_back(nb::borrow(named_[i])); }
    size_ = 0;
    for (const nb::object& each : held_) { look_(each); }
    held_.clear();
  }

private:
  static constexpr std::size_t most = 64;

  /// Only `look_` may run code of Python, which could end the lives of objects.
  void add(PyObject* object) {
    prefetch_to_read(object);
    named_[size_++] = object;
    if (size_ == most) { look_at_all(); }
  }

  Look look_;
  std::array<PyObject*, most> named_ = {};
  std::size_t size_ = 0;
  std::vector<nb::object> held_;
};

/// Calls `visit(row)` for the neighbours of each vertex; signals come through.
template <typename Visit>
void for_rows(nb::handle adjacency, Visit visit) {
  constexpr unsigned rows_between = 1U << 12U;
  const nb::object rows = as_dictionary(adjacency);
  PyObject* label = nullptr;
  PyObject* row = nullptr;
  Py_ssize_t place = 0;
  unsigned count = 0;
  while (PyDict_Next(rows.ptr(), &place, &label, &row) != 0) {
    visit(nb::borrow(row));
    if (++count % rows_between == 0 && PyErr_CheckSignals() != 0) { throw nb::python_error(); }
  }
}

/// A whole number of 64 bits, of one of Python.
std::optional<std::int64_t> whole_in(nb::handle value) {
  if (!PyLong_CheckExact(value.ptr())) { return std::nullopt; }
  int overflow = 0;
  const std::int64_t number = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
  return overflow == 0 ? std::optional(number) : std::nullopt;
}

/// The numbers of vertices by their labels, in the order of their numbers.
class label_numbers {
public:
  /// `numbers` is a dictionary, or a number: so many vertices are called by their own numbers.
  explicit label_numbers(nb::object numbers) : numbers_(std::move(numbers)) {
    if (!PyDict_CheckExact(numbers_.ptr())) { count_ = nb::cast<std::int64_t>(numbers_); }
  }

  [[nodiscard]] std::int64_t of(nb::handle label) const {
    const std::optional<std::int64_t> number = count_ < 0 ? found(label) : own_number(label);
    if (!number) {
      throw input_error(fmt::format("an edge leads to {}, which is no vertex of the graph",
                                    nb::cast<std::string>(nb::repr(label))));
    }
    return *number;
  }

private:
  [[nodiscard]] std::optional<std::int64_t> found(nb::handle label) const {
    PyObject* const number = PyDict_GetItemWithError(numbers_.ptr(), label.ptr());
    if (number != nullptr) { return whole_in(number); }
    if (PyErr_Occurred() != nullptr) { throw nb::python_error(); }
    return std::nullopt;
  }

  /// Labels may be other numbers that equal whole ones.
  [[nodiscard]] std::optional<std::int64_t> own_number(nb::handle label) const {
    std::optional<std::int64_t> number = whole_in(label);
    if (!number && PyNumber_Check(label.ptr()) != 0) {
      const nb::int_ whole(label);
      if (whole.equal(label)) { number = whole_in(whole); }
    }
    return number && *number >= 0 && *number < count_ ? number : std::nullopt;
  }

  nb::object numbers_;
  std::int64_t count_ = -1;
};

/// Where the neighbours of each vertex begin in the list of all, and this list, by numbers.
nb::tuple rows_of_adjacency(nb::handle adjacency, const nb::object& numbers) {
  const label_numbers known(numbers);
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int64_t> targets;
  awaited_objects labels([&](const nb::object& label) { targets.push_back(known.of(label)); });
  for_rows(adjacency, [&](const nb::object& row) {
    offsets.push_back(offsets.back() + labels.add_of(row, entry_part::key));
  });
  labels.look_at_all();
  return nb::make_tuple(array_of(std::move(offsets)), array_of(std::move(targets)));
}

/// Values as an array of whole or of real numbers, or as a list where some are neither.
class value_list {
public:
  void add(nb::handle value) {
    if (form_ == value_form::any) {
      any_.append(value);
    } else if (const auto number = whole_in(value)) {
      add_whole(*number);
    } else if (PyFloat_CheckExact(value.ptr())) {
      become(value_form::real);
      real_.push_back(PyFloat_AsDouble(value.ptr()));
    } else {
      become(value_form::any);
      any_.append(value);
    }
  }

  void add_whole(std::int64_t number) {
    switch (form_) {
      case value_form::whole: whole_.push_back(number); break;
      case value_form::real: real_.push_back(static_cast<double>(number)); break;
      case value_form::any: any_.append(number); break;
    }
  }

  [[nodiscard]] nb::object taken() {
    if (form_ == value_form::any) { return any_; }
    return form_ == value_form::real ? array_of(std::move(real_)) : array_of(std::move(whole_));
  }

private:
  enum class value_form : std::uint8_t { whole, real, any };

  /// Keeps what is there in the new form.
  void become(value_form form) {
    if (form_ == form) { return; }
    if (form == value_form::real) {
      real_.assign(whole_.begin(), whole_.end());
    } else {
      for (const std::int64_t each : whole_) { any_.append(each); }
      for (const double each : real_) { any_.append(each); }
    }
    if (form == value_form::any) { real_.clear(); }
    whole_.clear();
    form_ = form;
  }

  value_form form_ = value_form::whole;
  std::vector<std::int64_t> whole_;
  std::vector<double> real_;
  nb::list any_;
};

/// Values of one attribute of edges, in their order; edges without it have the value 1.
class attribute_values {
public:
  explicit attribute_values(nb::object name) : name_(std::move(name)) {}

  void add_of(const nb::object& attributes) {
    const nb::object value = found_in(attributes);
    if (!value.is_valid()) {
      values_.add_whole(1);
      return;
    }
    ++having_;
    values_.add(value);
  }

  /// (the values, how many edges have the attribute)
  [[nodiscard]] nb::tuple taken() { return nb::make_tuple(values_.taken(), having_); }

private:
  [[nodiscard]] nb::object found_in(const nb::object& attributes) const {
    if (!PyDict_CheckExact(attributes.ptr())) {
      if (!nb::cast<bool>(attributes.attr("__contains__")(name_))) { return {}; }
      return attributes[name_];
    }
    if (PyDict_Size(attributes.ptr()) == 0) { return {}; }
    PyObject* const found = PyDict_GetItemWithError(attributes.ptr(), name_.ptr());
    if (found == nullptr && PyErr_Occurred() != nullptr) { throw nb::python_error(); }
    return nb::borrow(found);
  }

  nb::object name_;
  value_list values_;
  std::uint64_t having_ = 0;
};

/// Calls `visit(entry)` for what the rows say of each neighbour.
template <typename Visit>
void for_neighbours(nb::handle adjacency, Visit visit) {
  awaited_objects entries(visit);
  for_rows(adjacency, [&](const nb::object& row) { entries.add_of(row, entry_part::value); });
  entries.look_at_all();
}

/// Of a graph without parallel edges.
nb::tuple values_in_adjacency(nb::handle adjacency, const nb::object& attribute) {
  attribute_values values(attribute);
  for_neighbours(adjacency, [&](const nb::object& attributes) { values.add_of(attributes); });
  return values.taken();
}

/// Of a graph with parallel edges: those of one pair of vertices follow each other.
nb::tuple values_in_multigraph(nb::handle adjacency, const nb::object& attribute) {
  attribute_values values(attribute);
  awaited_objects edges([&](const nb::object& attributes) { values.add_of(attributes); });
  for_neighbours(adjacency,
                 [&](const nb::object& parallel) { edges.add_of(parallel, entry_part::value); });
  edges.look_at_all();
  return values.taken();
}

/// How many parallel edges lead to each neighbour.
nb::object parallel_in_multigraph(nb::handle adjacency) {
  std::vector<std::int64_t> counts;
  for_neighbours(adjacency, [&](const nb::object& parallel) {
    counts.push_back(static_cast<std::int64_t>(nb::len(parallel)));
  });
  return array_of(std::move(counts));
}

}  // namespace

void bind_adjacency(nb::module_& module) {
  module.def("rows_of_adjacency", &rows_of_adjacency, nb::arg("adjacency"), nb::arg("numbers"));
  module.def("values_in_adjacency", &values_in_adjacency, nb::arg("adjacency"),
             nb::arg("attribute").none());
  module.def("parallel_in_multigraph", &parallel_in_multigraph, nb::arg("adjacency"));
  module.def("values_in_multigraph", &values_in_multigraph, nb::arg("adjacency"),
             nb::arg("attribute").none());
}

}  // namespace orujo::python
