// The rules of the UTS benchmark: which vertex has how many children.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "orujo/benchmarks/uts/uts.hpp"

namespace orujo {

/// A vertex's random number: the SHA-1 of its parent's and of its number among the siblings.
struct uts_state {
  std::array<std::uint8_t, 20> digest;
};

[[nodiscard]] uts_state root_state(std::uint32_t seed);
[[nodiscard]] uts_state child_state(const uts_state& parent, std::uint32_t number);

/// More children than any vertex has, so that a count fits into 12 bits.
inline constexpr std::uint32_t uts_children_limit = 4096;

/// Decides how many children a vertex has.
class uts_rules {
public:
  uts_rules() = default;  ///< No tree.

  /// Throws: usage_error if there is no such tree, or if it could be endless.
  explicit uts_rules(const uts_parameters& tree);

  /// The children of a vertex at `depth`. Cost: 10 ns.
  [[nodiscard]] std::uint32_t children(const uts_state& vertex, std::uint32_t depth) const;

private:
  [[nodiscard]] double mean_at(std::uint32_t depth) const;
  /// Of the odds that there is one more child.
  [[nodiscard]] double logarithm_at(std::uint32_t depth) const;

  uts_parameters tree_;
  std::vector<double> logarithms_;  // the first ones, of a geometric tree
};

}  // namespace orujo
