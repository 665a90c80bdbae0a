// The stencil's pipeline with blocking MPI calls, as the Parallel Research Kernels write it: each
// rank receives the cells left of some rows, computes the rows, and sends its own last cells on.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <map>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include <mpi.h>

#include "orujo/benchmarks/stencil/rows.hpp"

namespace {

struct grid_options {
  std::uint64_t rows = 1000;
  std::uint64_t columns = 1000;
  std::uint64_t iterations = 100;
  std::uint64_t block = 1;  // rows of one message
  std::uint64_t trials = 7;
};

/// Arguments are name=value.
grid_options parse(int count, char** arguments) {
  grid_options options;
  const std::map<std::string, std::uint64_t*> known{{"rows", &options.rows},
                                                    {"columns", &options.columns},
                                                    {"iterations", &options.iterations},
                                                    {"block", &options.block},
                                                    {"trials", &options.trials}};
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    const std::size_t equals = std::min(argument.find('='), argument.size());
    const auto found = known.find(argument.substr(0, equals));
    if (found == known.end() || equals == argument.size()) {
      std::fprintf(stderr, "%s: use rows, columns, iterations, block or trials=N\n", arguments[i]);
      MPI_Abort(MPI_COMM_WORLD, 2);
    }
    *found->second = std::stoull(argument.substr(equals + 1));
  }
  return options;
}

/// One rank's columns.
struct strip {
  int rank = 0;
  int ranks = 1;
  std::size_t first = 1;  // column
  std::size_t width = 0;
  std::vector<double> cells;  // row behind row
  std::vector<double> left;   // of each row the cell left of the strip
  std::vector<double> last;   // of each row of a block the last cell
};

strip make_strip(const grid_options& options) {
  strip own;
  MPI_Comm_rank(MPI_COMM_WORLD, &own.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &own.ranks);
  const std::size_t columns = options.columns - 1;
  const auto ranks = static_cast<std::size_t>(own.ranks);
  const auto rank = static_cast<std::size_t>(own.rank);
  own.first = 1 + columns / ranks * rank + std::min(rank, columns % ranks);
  own.width = columns / ranks + (rank < columns % ranks ? 1 : 0);
  own.cells.resize(options.rows * own.width);
  own.left.resize(options.rows);
  own.last.resize(options.block);
  std::iota(own.cells.begin(), own.cells.begin() + static_cast<std::ptrdiff_t>(own.width),
            static_cast<double>(own.first));
  if (own.rank == 0) { std::iota(own.left.begin(), own.left.end(), 0.0); }
  own.left.front() = static_cast<double>(own.first - 1);
  return own;
}

void compute_block(strip& own, std::size_t row, std::size_t count) {
  const int values = static_cast<int>(count);
  if (own.rank > 0) {
    MPI_Recv(&own.left[row], values, MPI_DOUBLE, own.rank - 1, 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
  }
  orujo::sweep_rows(&own.cells[row * own.width], own.width,
                    std::span<const double>(own.left).subspan(row - 1, count + 1));
  if (own.rank + 1 == own.ranks) { return; }
  for (std::size_t i = 0; i < count; ++i) {
    own.last[i] = own.cells[(row + i + 1) * own.width - 1];
  }
  MPI_Send(own.last.data(), values, MPI_DOUBLE, own.rank + 1, 0, MPI_COMM_WORLD);
}

/// All sweeps; returns the last corner on rank 0.
double sweep_all(strip& own, const grid_options& options) {
  double corner = 0;
  for (std::uint64_t iteration = 0; iteration < options.iterations; ++iteration) {
    for (std::size_t row = 1; row < options.rows; row += options.block) {
      compute_block(own, row, std::min<std::size_t>(options.block, options.rows - row));
    }
    const bool is_last = own.rank + 1 == own.ranks;
    if (is_last) { corner = own.cells.back(); }
    if (is_last && own.ranks > 1) {
      MPI_Send(&corner, 1, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
    } else if (own.rank == 0 && own.ranks > 1) {
      MPI_Recv(&corner, 1, MPI_DOUBLE, own.ranks - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (own.rank == 0) { own.left.front() = -corner; }
  }
  return corner;
}

double seconds_of_trial(const grid_options& options) {
  strip own = make_strip(options);
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  const double corner = sweep_all(own, options);
  const double seconds = MPI_Wtime() - start;
  const auto expected =
      static_cast<double>(options.iterations * (options.rows + options.columns - 2));
  if (own.rank == 0 && corner != expected) {
    std::fprintf(stderr, "the corner is %g, not %g\n", corner, expected);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  return seconds;
}

}  // namespace

int main(int count, char** arguments) {
  MPI_Init(&count, &arguments);
  const grid_options options = parse(count, arguments);
  std::vector<double> seconds;
  for (std::uint64_t i = 0; i < options.trials; ++i) {
    seconds.push_back(seconds_of_trial(options));
  }
  std::sort(seconds.begin(), seconds.end());
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    const auto updates =
        static_cast<double>(options.iterations * (options.rows - 1) * (options.columns - 1));
    std::printf(
        "{\"name\": \"stencil/mpi_blocking\", \"rows\": %llu, \"columns\": %llu, "
        "\"block\": %llu, \"median_seconds\": %g, \"min_seconds\": %g, "
        "\"updates_per_second\": %g}\n",
        static_cast<unsigned long long>(options.rows),
        static_cast<unsigned long long>(options.columns),
        static_cast<unsigned long long>(options.block), seconds[seconds.size() / 2],
        seconds.front(), updates / seconds[seconds.size() / 2]);
  }
  MPI_Finalize();
}
