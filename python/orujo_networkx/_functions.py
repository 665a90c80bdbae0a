# Made by tools/networkx_tables.py of the functions that orujo.networkx has.
# SPDX-License-Identifier: Apache-2.0
"""The functions of the backend, and remarks on them."""
FUNCTIONS = {
    "all_pairs_bellman_ford_path":
        "Where several paths are the shortest, it may be another one than NetworkX's.",
    "all_pairs_bellman_ford_path_length":
        "",
    "all_pairs_dijkstra":
        "Where several paths are the shortest, it may be another one than NetworkX's.",
    "all_pairs_dijkstra_path":
        "Where several paths are the shortest, it may be another one than NetworkX's.",
    "all_pairs_dijkstra_path_length":
        "",
    "all_pairs_shortest_path":
        "",
    "all_pairs_shortest_path_length":
        "",
    "all_shortest_paths":
        "",
    "ancestors":
        "",
    "articulation_points":
        "They come in the order of the graph.",
    "astar_path":
        "Where several paths are the shortest, it may be another one than NetworkX's.",
    "astar_path_length":
        "",
    "attracting_components":
        "Components come in the order of their first members.",
    "average_clustering":
        "",
    "average_shortest_path_length":
        "",
    "barycenter":
        "Vertices come in the order of the graph.",
    "bellman_ford_path":
        "Where several paths are the shortest, it may be another one than NetworkX's.",
    "bellman_ford_path_length":
        "",
    "betweenness_centrality":
        "With k, the same vertices are drawn from the seed as by NetworkX.",
    "bfs_edges":
        "",
    "bfs_layers":
        "",
    "bfs_predecessors":
        "",
    "bfs_successors":
        "",
    "bfs_tree":
        "",
    "biconnected_components":
        "Components come in the order of their first members.",
    "bidirectional_dijkstra":
        "Where several paths are the shortest, it may be another one than NetworkX's.",
    "bidirectional_shortest_path":
        "Where several paths are the shortest, it may be another one than NetworkX's.",
    "bridges":
        "",
    "center":
        "",
    "closeness_centrality":
        "",
    "clustering":
        "",
    "condensation":
        "No edge leads to a greater number, as with NetworkX's, whose numbers may be others.",
    "connected_components":
        "",
    "core_number":
        "",
    "degree_centrality":
        "",
    "descendants":
        "",
    "descendants_at_distance":
        "",
    "diameter":
        "",
    "dijkstra_path":
        "Where several paths are the shortest, it may be another one than NetworkX's.",
    "dijkstra_path_length":
        "",
    "eccentricity":
        "",
    "global_efficiency":
        "",
    "greedy_color":
        "",
    "harmonic_centrality":
        "",
    "harmonic_diameter":
        "",
    "has_bridges":
        "",
    "has_path":
        "",
    "in_degree_centrality":
        "",
    "is_arborescence":
        "",
    "is_attracting_component":
        "",
    "is_biconnected":
        "",
    "is_bipartite":
        "",
    "is_branching":
        "",
    "is_connected":
        "",
    "is_directed_acyclic_graph":
        "",
    "is_forest":
        "",
    "is_strongly_connected":
        "",
    "is_tree":
        "",
    "is_weakly_connected":
        "",
    "k_core":
        "",
    "k_corona":
        "",
    "k_crust":
        "",
    "k_shell":
        "",
    "k_truss":
        "",
    "kosaraju_strongly_connected_components":
        "No edge leads from a component to a later one, as with NetworkX's, whose order may be another.",
    "leiden_communities":
        "metric is modularity, weights are above 0; others than NetworkX's are drawn from the same seed.",
    "maximum_spanning_edges":
        "",
    "maximum_spanning_tree":
        "",
    "minimum_spanning_edges":
        "",
    "minimum_spanning_tree":
        "",
    "multi_source_dijkstra":
        "Where several paths are the shortest, it may be another one than NetworkX's.",
    "multi_source_dijkstra_path":
        "Where several paths are the shortest, it may be another one than NetworkX's.",
    "multi_source_dijkstra_path_length":
        "",
    "node_connected_component":
        "",
    "number_attracting_components":
        "",
    "number_connected_components":
        "",
    "number_strongly_connected_components":
        "",
    "number_weakly_connected_components":
        "",
    "out_degree_centrality":
        "",
    "pagerank":
        "Weights are above 0; those of parallel edges are added up.",
    "periphery":
        "",
    "predecessor":
        "",
    "radius":
        "",
    "shortest_path":
        "Where several paths are the shortest, it may be another one than NetworkX's.",
    "shortest_path_length":
        "",
    "single_source_bellman_ford":
        "Where several paths are the shortest, it may be another one than NetworkX's.",
    "single_source_bellman_ford_path":
        "Where several paths are the shortest, it may be another one than NetworkX's.",
    "single_source_bellman_ford_path_length":
        "",
    "single_source_dijkstra":
        "Where several paths are the shortest, it may be another one than NetworkX's.",
    "single_source_dijkstra_path":
        "Where several paths are the shortest, it may be another one than NetworkX's.",
    "single_source_dijkstra_path_length":
        "",
    "single_source_shortest_path":
        "",
    "single_source_shortest_path_length":
        "",
    "single_target_shortest_path":
        "Where several paths are the shortest, it may be another one than NetworkX's.",
    "single_target_shortest_path_length":
        "",
    "strongly_connected_components":
        "No edge leads from a component to a later one, as with NetworkX's, whose order may be another.",
    "transitivity":
        "",
    "triangles":
        "",
    "weakly_connected_components":
        "",
    "wiener_index":
        "",
}
