// A first program: reads a graph, finds shortest paths, and prints the farthest places.
//
//   farthest_places [GRAPH [SOURCE]]     also: mpirun -n 4 farthest_places GRAPH SOURCE
//
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <fmt/format.h>

#include "orujo/orujo.hpp"

namespace {

/// Runs on every rank, each of which has a part of the vertices.
void find_farthest(orujo::rank_team& team, const std::string& file, const std::string& source) {
  const orujo::csr_graph roads = orujo::load_graph(team, file);
  const orujo::vertex_id start = orujo::find_vertex(team, roads, source);
  orujo::require_everywhere(start != orujo::no_vertex, file + " has no vertex " + source);
  const orujo::sssp_distances paths = orujo::sssp(team, roads, start);

  orujo::greatest_values farthest(3);  // of this rank
  for (orujo::local_vertex v = 0; v < roads.num_local(); ++v) {
    if (paths.reaches(v)) { farthest.offer({paths.distance(v), roads.global(v)}); }
  }
  const auto of_all = orujo::greatest_of_team(team, std::move(farthest), 3);
  std::vector<orujo::vertex_id> places;
  for (const orujo::ranked_value& each : of_all) { places.push_back(each.id); }
  const std::vector<std::string> names = orujo::input_texts_of(team, roads, places);
  if (index_of(team.rank()) != 0) { return; }  // one rank speaks
  for (std::size_t i = 0; i < of_all.size(); ++i) {
    orujo::print_out(fmt::format("{} is {} away from {}\n", names[i], of_all[i].value, source));
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string file = argc > 1 ? argv[1] : "grid:30x40";
  const std::string source = argc > 2 ? argv[2] : "0";
  return orujo::run_main({}, [&](orujo::rank_team& team) { find_farthest(team, file, source); });
}
