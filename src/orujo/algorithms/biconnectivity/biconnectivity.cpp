// One search depth first over all edges, or over few that stand for those of several ranks.
//
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/biconnectivity/biconnectivity.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "orujo/algorithms/biconnectivity/certificate.hpp"
#include "orujo/algorithms/biconnectivity/depth_search.hpp"
#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/memory_need.hpp"
#include "orujo/traversal/vertex_map.hpp"

namespace orujo {

namespace biconnection {

namespace {

biconnected_parts parts_of(std::size_t vertices) {
  return {.articulation = huge_array<std::uint8_t>(vertices),
          .two_edge_component = huge_array<vertex_id>(vertices),
          .block = huge_array<vertex_id>(vertices),
          .head = huge_array<vertex_id>(vertices),
          .facts = {}};
}

/// Writes what a search finds among vertices that are numbered as their ids ascend: the least
/// vertex has the least number. `id_of(v)` is the id of a number.
template <typename IdOf>
class part_writer {
public:
  part_writer(biconnected_parts& parts, IdOf id_of) : parts_(parts), id_of_(id_of) {}

  void block(const found_block& found) {
    const vertex_id name = id_of_(*std::min_element(found.members.begin(), found.members.end()));
    const vertex_id head = id_of_(found.head);
    for (const local_vertex v : found.members) {
      parts_.block[v] = name;
      parts_.head[v] = head;
    }
    biconnectivity_facts& facts = parts_.facts;
    ++facts.blocks;
    facts.largest_block = std::max<std::uint64_t>(facts.largest_block, found.members.size() + 1);
    facts.bridges += found.is_bridge ? 1U : 0U;
    if (found.head_is_cut && std::exchange(parts_.articulation[found.head], 1) == 0) {
      ++facts.articulation_points;
    }
  }

  void two_edge_component(std::span<const local_vertex> vertices) {
    const vertex_id name = id_of_(*std::min_element(vertices.begin(), vertices.end()));
    for (const local_vertex v : vertices) { parts_.two_edge_component[v] = name; }
    biconnectivity_facts& facts = parts_.facts;
    ++facts.two_edge_components;
    facts.largest_two_edge_component =
        std::max<std::uint64_t>(facts.largest_two_edge_component, vertices.size());
  }

  void root(local_vertex v) { parts_.block[v] = parts_.head[v] = no_vertex; }

private:
  biconnected_parts& parts_;
  IdOf id_of_;
};

/// What rank 0 tells the owner of a vertex.
struct vertex_parts {
  vertex_id vertex;
  vertex_id two_edge_component;
  vertex_id block;
  vertex_id head;
  std::uint64_t articulation;
};

biconnected_parts search_here(rank_team& team, const csr_graph& graph) {
  biconnected_parts parts = parts_of(graph.num_local());
  part_writer writer(parts, [](local_vertex v) { return vertex_id{v}; });
  depth_search({graph.out_edges().offsets, graph.out_edges().targets}, writer, [&] {
    team.transport().check();
  }).run();
  return parts;
}

/// Those of the certificate's vertices by their numbers.
biconnected_parts search_certificate(rank_team& team, const certificate& all) {
  biconnected_parts parts = parts_of(all.ids.size());
  part_writer writer(parts, [&](local_vertex v) { return all.ids[v]; });
  const certificate_rows rows = rows_of(all);
  depth_search({rows.begins.span().first(all.ids.size() + 1), rows.targets.span()}, writer, [&] {
    team.transport().check();
  }).run();
  parts.facts.certificate_edges = all.edges.size();
  return parts;
}

/// For each rank.
using outgoing_parts = std::vector<std::vector<vertex_parts>>;

outgoing_parts by_owner(const block_partition& partition, const certificate& all,
                        const biconnected_parts& parts) {
  outgoing_parts outgoing(static_cast<std::size_t>(partition.num_ranks()));
  for (local_vertex v = 0; v < all.ids.size(); ++v) {
    const auto owner = static_cast<std::size_t>(index_of(partition.owner(all.ids[v])));
    outgoing[owner].push_back({.vertex = all.ids[v],
                               .two_edge_component = parts.two_edge_component[v],
                               .block = parts.block[v],
                               .head = parts.head[v],
                               .articulation = parts.articulation[v]});
  }
  return outgoing;
}

/// Each vertex alone, as those without edges are.
biconnected_parts single_vertices(rank_team& team, const csr_graph& graph) {
  biconnected_parts parts = parts_of(graph.num_local());
  vertex_map(team, graph, [&](local_vertex v) {
    parts.two_edge_component[v] = graph.global(v);
    parts.block[v] = parts.head[v] = no_vertex;
  });
  return parts;
}

/// Counts vertices that are in no edge as components of one.
biconnectivity_facts with_single_vertices(biconnectivity_facts facts, std::uint64_t vertices) {
  facts.two_edge_components += vertices;
  if (vertices > 0 && facts.largest_two_edge_component == 0) {
    facts.largest_two_edge_component = 1;
  }
  return facts;
}

/// What rank 0 has found; nothing on the others.
struct answer_of_first {
  outgoing_parts outgoing;
  biconnectivity_facts facts;
};

biconnected_parts search_together(rank_team& team, const csr_graph& graph) {
  const certificate all = certificate_of_all(team, graph, [&] { team.transport().check(); });
  const auto [outgoing, facts] = run_agreed(team, [&] {
    const biconnected_parts found = search_certificate(team, all);
    return answer_of_first{by_owner(graph.partition(), all, found), found.facts};
  });
  biconnected_parts parts = single_vertices(team, graph);
  for (const std::vector<vertex_parts>& arrived : all_to_all_v(team, outgoing)) {
    for (const vertex_parts& each : arrived) {
      const local_vertex v = graph.local(each.vertex);
      parts.articulation[v] = static_cast<std::uint8_t>(each.articulation);
      parts.two_edge_component[v] = each.two_edge_component;
      parts.block[v] = each.block;
      parts.head[v] = each.head;
    }
  }
  parts.facts =
      with_single_vertices(broadcast(team, facts),
                           graph.num_vertices() - broadcast(team, std::uint64_t{all.ids.size()}));
  return parts;
}

}  // namespace

}  // namespace biconnection

biconnected_parts biconnectivity(rank_team& team, const csr_graph& graph) {
  require_everywhere(!graph.directed(),
                     "biconnectivity: the graph is directed; build it undirected");
  require_everywhere(graph.num_vertices() < std::numeric_limits<local_vertex>::max(),
                     "biconnectivity: there are 2^32 - 1 vertices or more");
  const bool alone = team.size() == 1;
  const std::uint64_t all = index_of(team.rank()) == 0 ? graph.num_vertices() * 200 : 0;
  const memory_need together = {.per_vertex = 125, .per_ghost = 125, .per_edge = 8, .more = all};
  require_room(team, graph, "biconnected components",
               alone ? memory_need{.per_vertex = 33} : together);
  return alone ? biconnection::search_here(team, graph)
               : biconnection::search_together(team, graph);
}

void biconnected_parts::describe(report_card& card) const {
  report_row row{"method", "one search depth first", {}};
  if (facts.certificate_edges > 0) {
    row.value = "few edges of each rank, one search depth first";
    row.numbers = {{"edges searched", static_cast<double>(facts.certificate_edges), ""}};
  }
  card.add(report_section::algorithm, std::move(row));
}

}  // namespace orujo
