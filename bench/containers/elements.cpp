// Elements per second: those that all workers add to a vector, and put into a queue and take out.
// Under mpirun, those of all ranks.
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <cstdio>

#include <CLI/CLI.hpp>

#include "orujo/base/error.hpp"
#include "orujo/containers/queue.hpp"
#include "orujo/containers/vector.hpp"
#include "team_bench.hpp"

namespace {

/// Calls `body(self, i)` for each i below `count`, shared out among all workers, and returns how
/// many million that are in a second.
template <typename Body>
double rate_of(orujo::rank_team& team, std::uint64_t count, Body body) {
  const auto before = bench::clock_type::now();
  bench::for_shares(team, count, [&](orujo::worker& self, std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t i = first; i < last; ++i) { body(self, i); }
  });
  return static_cast<double>(count) / bench::seconds_since(before) * 1e-6;
}

void measure(orujo::rank_team& team, std::uint64_t count, bool combines) {
  orujo::vector<std::uint64_t> elements(team, {.reduction = combines});
  const double added = rate_of(team, count, [&](orujo::worker& self, std::uint64_t i) {
    elements.from(self).async_push_back(i);
  });
  orujo::require(elements.size() == count, "an element is missing");
  orujo::queue<std::uint64_t> waiting(team, {.reduction = combines});
  const double pushed = rate_of(
      team, count, [&](orujo::worker& self, std::uint64_t i) { waiting.from(self).async_push(i); });
  const double popped = rate_of(team, count, [&](orujo::worker& self, std::uint64_t) {
    waiting.from(self).async_pop([](std::uint64_t&) {});
  });
  orujo::require(waiting.size() == 0, "an element is left");
  if (!bench::prints(team)) { return; }
  std::printf("vector: %.2f M push_back/s; queue: %.2f M pushes/s, %.2f M pops/s\n", added, pushed,
              popped);
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t count = std::uint64_t{1} << 23U;
  bench::team_shape shape;
  bool plain = false;
  CLI::App app("Elements of vectors and queues per second");
  app.add_option("--elements", count, "in all")->check(CLI::PositiveNumber);
  bench::add_options(app, shape);
  app.add_flag("--plain", plain, "a request for each operation");
  CLI11_PARSE(app, argc, argv);
  return bench::exit_code_of([&] {
    bench::run_trials(shape, [&](orujo::rank_team& team) { measure(team, count, !plain); });
  });
}
