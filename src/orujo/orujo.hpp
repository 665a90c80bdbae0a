// All that a first program over graphs needs; the folders beside have the rest.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "orujo/algorithms/betweenness/betweenness.hpp"
#include "orujo/algorithms/bfs/bfs.hpp"
#include "orujo/algorithms/closeness/closeness.hpp"
#include "orujo/algorithms/colouring/colour.hpp"
#include "orujo/algorithms/components/components.hpp"
#include "orujo/algorithms/cores/kcore.hpp"
#include "orujo/algorithms/independent_set/maximal_independent_set.hpp"
#include "orujo/algorithms/pagerank/pagerank.hpp"
#include "orujo/algorithms/spanning_forest/spanning_forest.hpp"
#include "orujo/algorithms/sssp/sssp.hpp"
#include "orujo/algorithms/triangles/triangles.hpp"
#include "orujo/algorithms/widest/widest.hpp"
#include "orujo/base/error.hpp"
#include "orujo/base/print.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/graph_source.hpp"
#include "orujo/graph/input_labels.hpp"
#include "orujo/runtime/main_program.hpp"
#include "orujo/traversal/drawn_sources.hpp"
#include "orujo/traversal/ranked_values.hpp"
