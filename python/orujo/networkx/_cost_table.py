# Made by bench/python/measure_networkx.py.
# SPDX-License-Identifier: Apache-2.0
"""Seconds, each as (a, b, c) for a + searches * (b * vertices + c * arcs)."""
# here, NetworkX
COSTS = {
    "articulation_points": ((0.000218, 0.0, 4.59e-09), (0.0, 8.02e-07, 2.08e-07)),
    "betweenness_centrality": ((0.000707, 3.75e-08, 0.0), (0.0, 0.0, 1.99e-07)),
    "biconnected_components": ((0.000492, 8.13e-08, 1.13e-09), (0.0, 0.0, 4.76e-07)),
    "bridges": ((0.00055, 3.24e-08, 6.69e-09), (0.0, 0.0, 2.23e-06)),
    "closeness_centrality": ((0.000504, 1.83e-08, 0.0), (0.0, 0.0, 4.62e-08)),
    "connected_components": ((0.000663, 1.08e-07, 1.58e-09), (0.0, 2.67e-07, 0.0)),
    "degree_centrality": ((1.19e-05, 6.17e-08, 0.0), (2.37e-06, 1.69e-07, 0.0)),
    "harmonic_centrality": ((0.000506, 1.67e-08, 0.0), (0.000123, 4.43e-07, 0.0)),
    "has_bridges": ((0.00045, 5.32e-08, 5.16e-09), (0.0, 0.0, 2.16e-06)),
    "in_degree_centrality": ((7.18e-06, 5.92e-08, 4.52e-10), (5.84e-07, 1.25e-07, 0.0)),
    "is_biconnected": ((0.000327, 1.44e-07, 4.93e-09), (0.0, 0.0, 5.11e-07)),
    "is_connected": ((0.000378, 0.0, 2.37e-09), (0.0, 2.93e-07, 0.0)),
    "is_strongly_connected": ((0.00041, 0.0, 0.0), (0.0, 7.29e-07, 0.0)),
    "is_weakly_connected": ((0.000383, 5.66e-08, 0.0), (0.0, 3.19e-07, 0.0)),
    "node_connected_component": ((0.000562, 6.87e-08, 1.52e-09), (0.0, 2.44e-07, 0.0)),
    "number_connected_components": ((0.000372, 2.89e-08, 0.0), (1.82e-06, 2.8e-07, 0.0)),
    "number_strongly_connected_components": ((0.000293, 0.0, 4.23e-09), (0.0, 7.09e-07, 0.0)),
    "number_weakly_connected_components": ((0.000429, 3.22e-08, 4.23e-09), (0.0, 3.35e-07, 0.0)),
    "out_degree_centrality": ((9.77e-06, 4.59e-08, 4.86e-10), (9.32e-07, 1.21e-07, 0.0)),
    "pagerank": ((0.000475, 8.19e-07, 1.24e-07), (0.000736, 8.91e-07, 5.05e-07)),
    "strongly_connected_components": ((0.00165, 2.81e-08, 2.29e-08), (0.0, 6.51e-07, 0.0)),
    "triangles": ((0.000318, 0.0, 2.7e-08), (0.0, 0.0, 5.57e-07)),
    "weakly_connected_components": ((0.000664, 1.15e-07, 4.37e-09), (0.0, 3.02e-07, 0.0)),
}
CONVERSION = (0.000373, 3.9e-07, 6.9e-08)
