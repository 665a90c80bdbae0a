// Columns of Arrow by its C data interface, which is plain data: no library of Arrow's is needed.
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <nanobind/stl/string.h>

#include "orujo/python/binding.hpp"

// The structures of https://arrow.apache.org/docs/format/CDataInterface.html and
// CStreamInterface.html.
extern "C" {
struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  std::int64_t flags;
  std::int64_t n_children;
  ArrowSchema** children;
  ArrowSchema* dictionary;
  void (*release)(ArrowSchema*);
  void* private_data;
};
struct ArrowArray {
  std::int64_t length;
  std::int64_t null_count;
  std::int64_t offset;
  std::int64_t n_buffers;
  std::int64_t n_children;
  const void** buffers;
  ArrowArray** children;
  ArrowArray* dictionary;
  void (*release)(ArrowArray*);
  void* private_data;
};
struct ArrowArrayStream {
  int (*get_schema)(ArrowArrayStream*, ArrowSchema*);
  int (*get_next)(ArrowArrayStream*, ArrowArray*);
  const char* (*get_last_error)(ArrowArrayStream*);
  void (*release)(ArrowArrayStream*);
  void* private_data;
};
}

namespace orujo::python {

namespace {

/// A structure of Arrow's that is released at the end.
template <typename Structure>
class held_structure {
public:
  held_structure() = default;
  /// Takes it over.
  explicit held_structure(Structure* given) : structure_(*given) { given->release = nullptr; }
  held_structure(const held_structure&) = delete;
  held_structure& operator=(const held_structure&) = delete;
  ~held_structure() {
    if (structure_.release != nullptr) { structure_.release(&structure_); }
  }

  [[nodiscard]] Structure* get() noexcept { return &structure_; }

private:
  Structure structure_{};
};

using array_owner = std::shared_ptr<held_structure<ArrowArray>>;

/// The type of NumPy's for a column of Arrow's; empty for all but numbers.
std::optional<nb::dlpack::dtype> type_of(const ArrowSchema& schema) {
  const std::string_view format = schema.format;
  if (format.size() != 1 || schema.dictionary != nullptr) { return std::nullopt; }
  switch (format.front()) {
    case 'c': return nb::dtype<std::int8_t>();
    case 'C': return nb::dtype<std::uint8_t>();
    case 's': return nb::dtype<std::int16_t>();
    case 'S': return nb::dtype<std::uint16_t>();
    case 'i': return nb::dtype<std::int32_t>();
    case 'I': return nb::dtype<std::uint32_t>();
    case 'l': return nb::dtype<std::int64_t>();
    case 'L': return nb::dtype<std::uint64_t>();
    case 'f': return nb::dtype<float>();
    case 'g': return nb::dtype<double>();
    default: return std::nullopt;
  }
}

/// A table of one column is that column.
bool is_table_of_one(const ArrowSchema& schema) {
  return std::string_view(schema.format) == "+s" && schema.n_children == 1;
}

/// Values of a column that are missing. A producer may leave it to its readers to count them.
std::int64_t missing_in(const ArrowArray& column, std::int64_t first, std::int64_t length) {
  if (column.null_count >= 0 || column.buffers[0] == nullptr) { return column.null_count; }
  const auto* const present = static_cast<const std::uint8_t*>(column.buffers[0]);
  std::int64_t missing = 0;
  for (std::int64_t i = first; i < first + length; ++i) {
    missing += (present[i / 8] >> (i % 8) & 1) == 0 ? 1 : 0;
  }
  return missing;
}

/// An array of NumPy over a column's memory. Throws: input_error where a value is missing.
nb::object chunk_of(const array_owner& owner, bool in_table, nb::dlpack::dtype type,
                    const std::string& name) {
  const ArrowArray& column = in_table ? *owner->get()->children[0] : *owner->get();
  const std::int64_t offset = column.offset + (in_table ? owner->get()->offset : 0);
  const std::int64_t rows = in_table ? owner->get()->length : column.length;
  if (const std::int64_t missing = missing_in(column, offset, rows); missing > 0) {
    throw input_error(fmt::format("{}: {} values are missing", name, missing));
  }
  const auto length = static_cast<std::size_t>(rows);
  const auto* const bytes = static_cast<const std::byte*>(column.buffers[1]) +
                            offset * static_cast<std::int64_t>(type.bits / 8);
  auto kept = std::make_unique<array_owner>(owner);
  const nb::capsule keeper(kept.release(),
                           [](void* held) noexcept { delete static_cast<array_owner*>(held); });
  const std::size_t shape[] = {length};
  return nb::cast(nb::ndarray<nb::numpy, nb::ro>(bytes, 1, shape, keeper, nullptr, type));
}

template <typename Structure>
Structure* structure_in(const nb::handle& capsule, const char* name) {
  void* const found = PyCapsule_GetPointer(capsule.ptr(), name);
  if (found == nullptr) { throw nb::python_error(); }
  return static_cast<Structure*>(found);
}

/// The chunks of a stream as arrays; None if they hold no numbers.
nb::object chunks_of_stream(const nb::object& capsule, const std::string& name) {
  held_structure<ArrowArrayStream> stream(
      structure_in<ArrowArrayStream>(capsule, "arrow_array_stream"));
  const auto require_success = [&](int status) {
    if (status == 0) { return; }
    const char* const why = stream.get()->get_last_error(stream.get());
    throw input_error(fmt::format("{}: {}", name, why == nullptr ? "cannot be read" : why));
  };
  held_structure<ArrowSchema> schema;
  require_success(stream.get()->get_schema(stream.get(), schema.get()));
  const bool in_table = is_table_of_one(*schema.get());
  const auto type = type_of(in_table ? *schema.get()->children[0] : *schema.get());
  if (!type) { return nb::none(); }
  nb::list chunks;
  while (true) {
    const auto chunk = std::make_shared<held_structure<ArrowArray>>();
    require_success(stream.get()->get_next(stream.get(), chunk->get()));
    if (chunk->get()->release == nullptr) { return chunks; }
    chunks.append(chunk_of(chunk, in_table, *type, name));
  }
}

/// The same of one array.
nb::object chunk_of_array(const nb::object& schema_capsule, const nb::object& array_capsule,
                          const std::string& name) {
  held_structure<ArrowSchema> schema(structure_in<ArrowSchema>(schema_capsule, "arrow_schema"));
  const auto chunk = std::make_shared<held_structure<ArrowArray>>(
      structure_in<ArrowArray>(array_capsule, "arrow_array"));
  const auto type = type_of(*schema.get());
  if (!type) { return nb::none(); }
  nb::list chunks;
  chunks.append(chunk_of(chunk, false, *type, name));
  return chunks;
}

}  // namespace

void bind_arrow(nb::module_& module) {
  module.def("arrow_stream", &chunks_of_stream, nb::arg("capsule"), nb::arg("name"));
  module.def("arrow_array", &chunk_of_array, nb::arg("schema"), nb::arg("array"), nb::arg("name"));
}

}  // namespace orujo::python
