// Counts the rows of each index.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/containers/files/row_indices.hpp"

#include <span>
#include <string_view>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/containers/counting_set.hpp"
#include "orujo/containers/files/cell_text.hpp"
#include "orujo/containers/files/row_input.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/io/graph_file.hpp"

namespace orujo {

namespace {

/// Calls `take(worker&, index, cell)` for the index of each row.
template <typename Take>
void for_each_index(rank_team& team, const std::string& path, Take take) {
  read_rows(team, path, "index,value", [&](worker& self, std::span<const std::string_view> cells) {
    take(self, value_in<std::uint64_t>(cells[0]), cells[0]);
  });
}

}  // namespace

void refuse_indices(rank_team& team, const std::string& path, std::uint64_t rows) {
  counting_set<std::uint64_t> times(team, {.name = "rows of each index"});
  for_each_index(team, path, [&](worker& self, std::uint64_t index, std::string_view cell) {
    if (index >= rows) {
      throw io::malformed_text(
          cell.data(), fmt::format("the index {} is not below the number of rows, {}: others are "
                                   "missing",
                                   index, rows));
    }
    times.from(self).async_add(index);
  });
  const auto most = times.top(1);
  for_each_index(team, path, [&](worker& /*self*/, std::uint64_t index, std::string_view cell) {
    if (most.empty() || index != most.front().first) { return; }
    throw io::malformed_text(
        cell.data(), fmt::format("the index {} stands in {} rows", index, most.front().second));
  });
  throw agreed_error(exit_code::input, path + ": has changed while it was read");
}

}  // namespace orujo
