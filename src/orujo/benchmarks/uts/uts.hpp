// Unbalanced tree search: the UTS benchmark, with the tree in memory.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// How the number of children is drawn.
enum class uts_type : std::uint8_t {
  binomial,   ///< `children` with `probability`, else none; the root has `branching`.
  geometric,  ///< Geometrically distributed; its mean follows from the depth: see uts_shape.
};

/// The mean number of children of a geometric tree, by depth.
enum class uts_shape : std::uint8_t {
  linear,       ///< From `branching` down to 0 at `depth`.
  exponential,  ///< Falls with a power of the depth.
  cyclic,       ///< Waves of length `depth`, five of them.
  fixed,        ///< `branching` above `depth`, then 0.
};

inline constexpr std::string_view uts_type_names[] = {"binomial", "geometric"};
inline constexpr std::string_view uts_shape_names[] = {"linear", "exponential", "cyclic", "fixed"};

/// What defines a tree: the same on every machine, by SHA-1.
struct uts_parameters {
  uts_type type = uts_type::geometric;
  uts_shape shape = uts_shape::fixed;
  double branching = 4;        ///< b0
  std::uint32_t depth = 10;    ///< gen_mx, of a geometric tree
  double probability = 0;      ///< q, of a binomial tree
  std::uint32_t children = 0;  ///< m, of a binomial tree
  std::uint32_t seed = 19;     ///< r
};

struct uts_counts {
  std::uint64_t tree_size = 0;
  std::uint64_t leaves = 0;
  std::uint32_t max_depth = 0;  ///< Of the root: 0.

  [[nodiscard]] bool operator==(const uts_counts&) const = default;
};

/// One of the benchmark's sample trees, and what its authors found there.
struct uts_sample {
  std::string_view name;
  uts_parameters parameters;
  uts_counts published;
};

[[nodiscard]] std::span<const uts_sample> uts_samples() noexcept;

/// Where vertices lie.
enum class uts_placement : std::uint8_t {
  grown,      ///< At the worker that grew them, siblings side by side.
  scattered,  ///< Each at a place of its own, drawn from all workers of the team.
};

inline constexpr std::string_view uts_placement_names[] = {"grown", "scattered"};

struct uts_options {
  uts_parameters tree;
  uts_placement placement = uts_placement::grown;
  std::uint64_t traversals = 1;
  std::uint64_t expected_size =
      0;  ///< Vertices, if known: then memory is checked before the start.
};

/// One walk through the tree.
struct uts_traversal {
  uts_counts counts;
  std::uint64_t remote = 0;  ///< Vertices that a task read from another rank than its own.
  double seconds = 0;
};

struct uts_result {
  uts_counts generated;
  double seconds_generation = 0;
  double seconds_scattering = 0;  ///< To bring the vertices to their places, if not where grown.
  std::vector<uts_traversal> traversals;
};

/// Grows the tree in global memory by tasks that may run anywhere, then walks through it by tasks
/// that follow it in memory and know nothing of its form (S. Olivier et al., UTS: An unbalanced
/// tree search benchmark, 2006; in memory as the Grappa documents have it). Where the tree was
/// grown tasks are sent to the ranks that hold its parts. Where it is scattered there are no such
/// parts: tasks stay, and read each vertex from where it lies, with many reads in flight. Call:
/// collective. Throws: usage_error if the parameters allow no tree or an endless one; an error with
/// the exit code of memory if it will not fit. Memory: 8 bytes for each vertex, 16 while they are
/// being scattered. Cost: one SHA-1 for each vertex to grow it, a few nanoseconds to walk, and if
/// it is scattered a random access, to another rank a message there and one back.
[[nodiscard]] uts_result uts(rank_team& team, const uts_options& options);

}  // namespace orujo
