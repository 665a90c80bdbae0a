// Elements of another rank marked and added to by one-sided MPI, C operations between two flushes.
//
//   mpirun -n 2 bench_activities_mpi_remote [--operators N] [--most C] [--trials T]
//                                       [--csv FILE]
//
// Over messages (OMPI_MCA_osc=pt2pt) Open MPI 4.1.4 may not come to an end when the operations
// between two flushes fill more than one of its fragments of 8 KiB, which 144 MPI_Compare_and_swap
// do: the target has the lock of accumulations while it sends what it has fetched, that send waits
// and makes progress meanwhile, which takes the next fragment up, and that one waits for the same
// lock, deeper in the same stack. So `--most 64` there; a greater osc_pt2pt_buffer_size does not
// help.
// The peer of bench_activities_remote: rank 0 works on the window of rank 1, in the same order.
//
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <mpi.h>

#include "activities/result_table.hpp"
#include "orujo/base/random.hpp"

namespace {

using orujo::bench::shown;

constexpr std::uint64_t words_of_rank = std::uint64_t{1} << 20U;
constexpr std::size_t most_coalesced = 256;

struct remote_options {
  std::uint64_t operators = std::uint64_t{1} << 18U;
  std::size_t most = most_coalesced;
  int trials = 5;
  std::string csv;
};

struct remote_window {
  MPI_Win handle = MPI_WIN_NULL;
  std::uint64_t* words = nullptr;
  int rank = 0;
};

enum class one_sided : std::uint8_t { swap, accumulate, fetch };

constexpr std::array<const char*, 3> names = {"MPI_Compare_and_swap", "MPI_Accumulate",
                                              "MPI_Fetch_and_op"};
constexpr std::uint64_t zero = 0;
constexpr std::uint64_t one = 1;

void begin(one_sided what, const remote_window& window, std::uint64_t at, std::uint64_t* before) {
  const auto place = static_cast<MPI_Aint>(at);
  switch (what) {
    case one_sided::swap:
      MPI_Compare_and_swap(&one, &zero, before, MPI_UINT64_T, 1, place, window.handle);
      return;
    case one_sided::accumulate:
      MPI_Accumulate(&one, 1, MPI_UINT64_T, 1, place, 1, MPI_UINT64_T, MPI_SUM, window.handle);
      return;
    case one_sided::fetch:
      MPI_Fetch_and_op(&one, before, MPI_UINT64_T, 1, place, MPI_SUM, window.handle);
  }
}

/// Seconds until all operations are complete at the target. Call: collective.
double timed(one_sided what, const remote_window& window, std::size_t coalesced,
             std::uint64_t operators) {
  MPI_Barrier(MPI_COMM_WORLD);
  const double begun = MPI_Wtime();
  if (window.rank == 0) {
    std::array<std::uint64_t, most_coalesced> before{};
    orujo::random_stream random(1, 0);
    for (std::uint64_t i = 1; i <= operators; ++i) {
      begin(what, window, random.below(words_of_rank), &before[i % coalesced]);
      if (i % coalesced == 0) { MPI_Win_flush(1, window.handle); }
    }
    MPI_Win_flush(1, window.handle);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  return MPI_Wtime() - begun;
}

void measure(const remote_window& window, const remote_options& how) {
  std::optional<orujo::bench::result_table> table;
  const std::vector<std::string> columns = {"work", "by", "C", "ns"};
  if (window.rank == 0) { table.emplace(columns, how.csv); }
  for (const auto what : {one_sided::swap, one_sided::accumulate, one_sided::fetch}) {
    for (std::size_t coalesced = 1; coalesced <= how.most; coalesced *= 2) {
      double best = 1e300;
      for (int trial = 0; trial < how.trials; ++trial) {
        std::fill_n(window.words, words_of_rank, 0);
        best = std::min(best, timed(what, window, coalesced, how.operators));
      }
      if (!table) { continue; }
      table->add({what == one_sided::swap ? "mark" : "accumulate",
                  names[static_cast<std::size_t>(what)], std::to_string(coalesced),
                  shown(1e9 * best / static_cast<double>(how.operators))});
    }
  }
}

}  // namespace

int main(int count, char** words) try {
  MPI_Init(&count, &words);
  remote_options how;
  CLI::App program("One-sided operations of MPI on elements of another rank");
  program.add_option("--operators", how.operators);
  program.add_option("--most", how.most, "The greatest C")->check(CLI::Range(1, 256));
  program.add_option("--trials", how.trials);
  program.add_option("--csv", how.csv);
  CLI11_PARSE(program, count, words);
  remote_window window;
  int size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &window.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size != 2) { throw std::runtime_error("this takes two ranks"); }
  MPI_Win_allocate(words_of_rank * sizeof(std::uint64_t), sizeof(std::uint64_t), MPI_INFO_NULL,
                   MPI_COMM_WORLD, &window.words, &window.handle);
  MPI_Win_lock_all(0, window.handle);
  measure(window, how);
  MPI_Win_unlock_all(window.handle);
  MPI_Win_free(&window.handle);
  MPI_Finalize();
} catch (const std::exception& problem) {
  std::fprintf(stderr, "mpi_remote: %s\n", problem.what());
  return 2;
}
