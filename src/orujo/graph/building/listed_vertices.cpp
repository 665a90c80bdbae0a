// Pairs ids up, some at a time.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/building/listed_vertices.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/building/end_marking.hpp"
#include "orujo/graph/io/graph_file.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo::building {

namespace {

/// The first number below `end` that is not marked.
vertex_id first_unmarked(const ranked_bitmap& marks, vertex_id end) {
  vertex_id v = 0;
  while (v < end && marks.holds(v)) { ++v; }
  return v;
}

/// What the input calls `v`. Call: collective.
std::string text_of(rank_team& team, const vertex_numbering& numbering, vertex_id v) {
  const auto partition = block_partition::even(numbering.num_vertices(), team.size());
  const id_map ids = numbering.ids(team, partition);
  const bool owned = partition.owner(v) == team.rank();
  std::string text;
  if (owned) { text = ids.is_named() ? ids.name(v) : fmt::format("{}", ids.input_id(v)); }
  const auto texts = all_gather(team, std::span<const char>(text));
  const std::span<const char> found = texts[static_cast<std::size_t>(index_of(partition.owner(v)))];
  return {found.begin(), found.end()};
}

/// Numbers that are listed on any rank.
ranked_bitmap marked_numbers(rank_team& team, listed_vertices& listed,
                             const vertex_numbering& numbering) {
  ranked_bitmap marks(numbering.num_vertices());
  const edge_blocks blocks = listed.blocks();
  parallel_for(team, blocks.size(), 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      blocks[i]->visit_edges([&](auto pairs) { numbering.apply(pairs); });
    }
  });
  mark_ends(team, blocks, marks);
  join_marks(team, marks);
  return marks;
}

[[noreturn]] void fail_as_unlisted(rank_team& team, const edge_input& input,
                                   const std::string& vertex, std::uint64_t count) {
  run_agreed(team, [&] {
    if (index_of(team.rank()) != 0) { return; }
    const std::string others = count == 1 ? "" : fmt::format(" (nor {} more)", count - 1);
    throw input_error(fmt::format(
        "{}: an edge names the vertex {}, which {} does not list{}; add what is missing there, or "
        "correct the edges",
        input.place_of(vertex), io::quoted(vertex), input.facts().vertex_list, others));
  });
  ORUJO_UNREACHABLE("the first rank throws");
}

}  // namespace

void listed_vertices::add(int worker, std::span<const std::uint64_t> ids) {
  size_.fetch_add(ids.size(), std::memory_order_relaxed);  // relaxed: a count, nothing else
  std::array<input_edge, 512> pairs;
  while (!ids.empty()) {
    const std::size_t count = std::min(pairs.size(), (ids.size() + 1) / 2);
    for (std::size_t i = 0; i < count; ++i) {
      pairs[i] = {ids[2 * i], ids[std::min(2 * i + 1, ids.size() - 1)]};
    }
    pairs_.add(worker, std::span<const input_edge>(pairs).first(count),
               std::span<const std::uint32_t>());
    ids = ids.subspan(std::min(2 * count, ids.size()));
  }
}

std::string check_list(rank_team& team, const edge_input& input, listed_vertices& listed,
                       const vertex_numbering& numbering) {
  const vertex_id vertices = numbering.num_vertices();
  const ranked_bitmap marks = marked_numbers(team, listed, numbering);
  if (marks.size() < vertices) {
    const std::string first = text_of(team, numbering, first_unmarked(marks, vertices));
    fail_as_unlisted(team, input, first, vertices - marks.size());
  }
  const std::uint64_t again = all_sum(team, listed.size()) - marks.size();
  if (again == 0) { return {}; }
  return fmt::format("{} names vertices again in {} of its rows: they count once",
                     input.facts().vertex_list, again);
}

void check_declared(const input_facts& facts, std::span<const std::uint64_t> ids) {
  if (!facts.declared_vertices) { return; }
  const std::uint64_t vertices = *facts.declared_vertices;
  for (const std::uint64_t id : ids) {
    if (id >= facts.first_id && id - facts.first_id < vertices) { continue; }
    throw input_error(fmt::format("the vertex {} is listed, but there are {} vertices, from {} on",
                                  id, vertices, facts.first_id));
  }
}

}  // namespace orujo::building
