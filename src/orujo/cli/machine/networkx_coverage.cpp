// Made by tools/networkx_tables.py of the functions that orujo.networkx has.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/machine/networkx_coverage.hpp"

namespace orujo::cli {

// clang-format off
namespace {

constexpr std::array<networkx_function, 75> networkx_rows{{
    {"all_pairs_bellman_ford_path", "all", "weight", "", "Where several paths are the shortest, it may be another one than NetworkX's."},
    {"all_pairs_bellman_ford_path_length", "all", "weight", "", ""},
    {"all_pairs_dijkstra", "all", "cutoff weight", "", "Where several paths are the shortest, it may be another one than NetworkX's."},
    {"all_pairs_dijkstra_path", "all", "cutoff weight", "", "Where several paths are the shortest, it may be another one than NetworkX's."},
    {"all_pairs_dijkstra_path_length", "all", "cutoff weight", "", ""},
    {"all_pairs_shortest_path", "all", "cutoff", "", ""},
    {"all_pairs_shortest_path_length", "all", "cutoff", "", ""},
    {"ancestors", "all", "source", "", ""},
    {"articulation_points", "undirected", "", "", "They come in the order of the graph."},
    {"average_clustering", "undirected, no multigraphs", "nodes count_zeros", "weight", ""},
    {"average_shortest_path_length", "all", "", "weight method", ""},
    {"bellman_ford_path", "all", "source target weight", "", "Where several paths are the shortest, it may be another one than NetworkX's."},
    {"bellman_ford_path_length", "all", "source target weight", "", ""},
    {"betweenness_centrality", "all", "k normalized weight seed", "endpoints", "With k, the same vertices are drawn from the seed as by NetworkX."},
    {"bfs_edges", "all", "source reverse depth_limit", "sort_neighbors", ""},
    {"bfs_successors", "all", "source depth_limit", "sort_neighbors", ""},
    {"bfs_tree", "all", "source reverse depth_limit", "sort_neighbors", ""},
    {"biconnected_components", "undirected", "", "", "Components come in the order of their first members."},
    {"bridges", "undirected", "", "root", ""},
    {"center", "all", "usebounds", "e weight", ""},
    {"closeness_centrality", "all", "u distance wf_improved", "", ""},
    {"clustering", "undirected, no multigraphs", "nodes", "weight", ""},
    {"connected_components", "undirected", "", "", ""},
    {"core_number", "undirected, no multigraphs", "", "", ""},
    {"degree_centrality", "all, no multigraphs", "", "", ""},
    {"descendants", "all", "source", "", ""},
    {"descendants_at_distance", "all", "source distance", "", ""},
    {"diameter", "all", "usebounds", "e weight", ""},
    {"dijkstra_path", "all", "source target weight", "", "Where several paths are the shortest, it may be another one than NetworkX's."},
    {"dijkstra_path_length", "all", "source target weight", "", ""},
    {"eccentricity", "all", "v", "sp weight", ""},
    {"global_efficiency", "undirected", "", "", ""},
    {"greedy_color", "undirected, no multigraphs", "strategy", "interchange", ""},
    {"harmonic_centrality", "all", "nbunch distance sources", "", ""},
    {"has_bridges", "undirected", "", "root", ""},
    {"has_path", "all", "source target", "", ""},
    {"in_degree_centrality", "directed, no multigraphs", "", "", ""},
    {"is_biconnected", "undirected", "", "", ""},
    {"is_connected", "undirected", "", "", ""},
    {"is_directed_acyclic_graph", "all", "", "", ""},
    {"is_strongly_connected", "directed", "", "", ""},
    {"is_weakly_connected", "directed", "", "", ""},
    {"k_core", "undirected, no multigraphs", "k core_number", "", ""},
    {"k_corona", "undirected, no multigraphs", "k core_number", "", ""},
    {"k_crust", "undirected, no multigraphs", "k core_number", "", ""},
    {"k_shell", "undirected, no multigraphs", "k core_number", "", ""},
    {"k_truss", "undirected, no multigraphs", "k", "", ""},
    {"leiden_communities", "undirected", "weight metric resolution seed", "max_level", "metric is modularity, weights are above 0; others than NetworkX's are drawn from the same seed."},
    {"maximum_spanning_edges", "undirected, no multigraphs", "algorithm weight keys data", "ignore_nan", ""},
    {"maximum_spanning_tree", "undirected, no multigraphs", "algorithm weight", "ignore_nan", ""},
    {"minimum_spanning_edges", "undirected, no multigraphs", "algorithm weight keys data", "ignore_nan", ""},
    {"minimum_spanning_tree", "undirected, no multigraphs", "algorithm weight", "ignore_nan", ""},
    {"node_connected_component", "undirected", "n", "", ""},
    {"number_connected_components", "undirected", "", "", ""},
    {"number_strongly_connected_components", "directed", "", "", ""},
    {"number_weakly_connected_components", "directed", "", "", ""},
    {"out_degree_centrality", "directed, no multigraphs", "", "", ""},
    {"pagerank", "all", "alpha personalization max_iter tol weight", "nstart dangling", "Weights are above 0; those of parallel edges are added up."},
    {"periphery", "all", "usebounds", "e weight", ""},
    {"radius", "all", "usebounds", "e weight", ""},
    {"single_source_bellman_ford", "all", "source target weight", "", "Where several paths are the shortest, it may be another one than NetworkX's."},
    {"single_source_bellman_ford_path", "all", "source weight", "", "Where several paths are the shortest, it may be another one than NetworkX's."},
    {"single_source_bellman_ford_path_length", "all", "source weight", "", ""},
    {"single_source_dijkstra", "all", "source target cutoff weight", "", "Where several paths are the shortest, it may be another one than NetworkX's."},
    {"single_source_dijkstra_path", "all", "source cutoff weight", "", "Where several paths are the shortest, it may be another one than NetworkX's."},
    {"single_source_dijkstra_path_length", "all", "source cutoff weight", "", ""},
    {"single_source_shortest_path", "all", "source cutoff", "", ""},
    {"single_source_shortest_path_length", "all", "source cutoff", "", ""},
    {"single_target_shortest_path", "all", "target cutoff", "", "Where several paths are the shortest, it may be another one than NetworkX's."},
    {"single_target_shortest_path_length", "all", "target cutoff", "", ""},
    {"strongly_connected_components", "directed", "", "", "No edge leads from a component to a later one, as with NetworkX's, whose order may be another."},
    {"transitivity", "undirected, no multigraphs", "", "", ""},
    {"triangles", "undirected, no multigraphs", "nodes", "", ""},
    {"weakly_connected_components", "directed", "", "", ""},
    {"wiener_index", "all", "", "weight", ""},
}};

}  // namespace
// clang-format on

std::span<const networkx_function> networkx_coverage() noexcept { return networkx_rows; }

}  // namespace orujo::cli
