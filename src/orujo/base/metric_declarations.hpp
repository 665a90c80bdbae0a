// The metrics that a program declares on a team, besides those of the runtime.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "orujo/base/metrics.hpp"

namespace orujo {

/// A metric of the program.
struct declared_row {
  std::string name;
  metric_merge merge;
};

/// The metrics that were declared on one rank, by slot.
class metric_declarations {
public:
  /// The slot of the metric `name`: a new one, or that of the same name.
  /// Throws: usage_error if the name is empty or merges otherwise, or if there are too many.
  declared_slot declare(std::string_view name, metric_merge merge);

  [[nodiscard]] std::span<const declared_row> rows() const noexcept { return rows_; }

  /// The same for the same metrics in the same order.
  [[nodiscard]] std::uint64_t fingerprint() const noexcept;

private:
  std::vector<declared_row> rows_;
};

}  // namespace orujo
