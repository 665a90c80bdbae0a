// A first program: reads a graph, finds shortest paths, prints the farthest places, and writes how
// far away each place is.
//
//   farthest_places [GRAPH [SOURCE [FILE.csv]]]     also: mpirun -n 4 farthest_places GRAPH SOURCE
//
// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "orujo/orujo.hpp"

namespace {

struct program_arguments {
  std::string graph = "grid:30x40";
  std::string source = "0";
  std::string output = {};  ///< Of distances: .csv, .csv.gz, .npy or .parquet; empty: none.
};

/// Runs on every rank, each of which has a part of the vertices.
void find_farthest(orujo::rank_team& team, const program_arguments& given) {
  const orujo::csr_graph roads = orujo::load_graph(team, given.graph);
  const orujo::vertex_id start = orujo::find_vertex(team, roads, given.source);
  orujo::require_everywhere(start != orujo::no_vertex,
                            given.graph + " has no vertex " + given.source);
  const orujo::sssp_distances paths = orujo::sssp(team, roads, start);
  if (!given.output.empty()) {
    orujo::write_table(team, roads, given.output,
                       {.columns = {orujo::distance_column(roads, paths)}});
  }

  const auto distance = [&](orujo::local_vertex v) {
    return paths.reaches(v) ? std::optional(paths.distance(v)) : std::nullopt;
  };
  const auto farthest = orujo::greatest_vertices(team, roads, 3, distance);
  const std::vector<std::string> names =
      orujo::input_texts_of(team, roads, orujo::vertices_of(farthest));
  if (index_of(team.rank()) != 0) { return; }  // one rank speaks
  for (std::size_t i = 0; i < farthest.size(); ++i) {
    orujo::print_out(
        fmt::format("{} is {} away from {}\n", names[i], farthest[i].value, given.source));
  }
}

}  // namespace

int main(int argc, char** argv) {
  program_arguments given;
  if (argc > 1) { given.graph = argv[1]; }
  if (argc > 2) { given.source = argv[2]; }
  if (argc > 3) { given.output = argv[3]; }
  return orujo::run_main({}, [&](orujo::rank_team& team) { find_farthest(team, given); });
}
