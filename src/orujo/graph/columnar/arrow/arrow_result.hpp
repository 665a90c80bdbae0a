// What Arrow says went wrong, as the exception that leaves the plug-in.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <string>
#include <utility>

#include <arrow/result.h>
#include <arrow/status.h>

#include "orujo/graph/columnar/table_plugin.hpp"

namespace orujo::columnar {

/// Throws: malformed_table.
inline void check(const arrow::Status& status) {
  if (!status.ok()) { throw malformed_table(status.message()); }
}

template <typename T>
[[nodiscard]] T value_of(arrow::Result<T> result) {
  check(result.status());
  return std::move(result).ValueUnsafe();
}

/// What `call()` returns. What the library throws, of a damaged file or because of the memory that
/// one asks for, becomes malformed_table.
template <typename Call>
decltype(auto) guarded(Call call) {
  try {
    return call();
  } catch (const malformed_table&) { throw; } catch (const std::exception& problem) {
    throw malformed_table(problem.what());
  }
}

}  // namespace orujo::columnar
