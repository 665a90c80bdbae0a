// Numbers the metrics of a program.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/metric_declarations.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/base/hash.hpp"

namespace orujo {

declared_slot metric_declarations::declare(std::string_view name, metric_merge merge) {
  require(!name.empty(), "a declared metric has a name");
  const auto at = std::find_if(rows_.begin(), rows_.end(),
                               [&](const declared_row& row) { return row.name == name; });
  const auto slot = static_cast<std::uint16_t>(at - rows_.begin());
  if (at != rows_.end()) {
    require(
        at->merge == merge,
        fmt::format("the metric '{}' was declared as a sum and as a maximum; use two names", name));
    return declared_slot{slot};
  }
  require(slot < most_declared_metrics,
          fmt::format("the metric '{}' is one too many: a program declares {} at most", name,
                      most_declared_metrics));
  rows_.push_back({std::string(name), merge});
  return declared_slot{slot};
}

std::uint64_t metric_declarations::fingerprint() const noexcept {
  std::uint64_t print = rows_.size();
  for (const declared_row& row : rows_) {
    print = hash_bytes(row.name) ^
            (print * 0x9e3779b97f4a7c15U + (row.merge == metric_merge::sum ? 1 : 2));
  }
  return print;
}

}  // namespace orujo
