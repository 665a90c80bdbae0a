// Unions per second: a disjoint_set of random pairs. Under mpirun, that of all ranks.
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <cstdio>

#include <CLI/CLI.hpp>

#include "orujo/base/random.hpp"
#include "orujo/containers/disjoint_set.hpp"
#include "team_bench.hpp"

namespace {

/// As many pairs as there are keys.
void measure(orujo::rank_team& team, std::uint64_t keys) {
  orujo::disjoint_set<std::uint64_t> sets(team);
  const auto before = bench::clock_type::now();
  bench::for_shares(team, keys, [&](orujo::worker& self, std::uint64_t first, std::uint64_t last) {
    auto out = sets.from(self);
    for (std::uint64_t i = first; i < last; ++i) {
      out.async_union(orujo::mix64(2 * i) % keys, orujo::mix64(2 * i + 1) % keys);
    }
  });
  const double united = bench::seconds_since(before);
  sets.find_all();
  const double all = bench::seconds_since(before);
  const auto size = static_cast<unsigned long long>(sets.size());
  const auto found = static_cast<unsigned long long>(sets.num_sets());
  if (!bench::prints(team)) { return; }
  std::printf(
      "disjoint_set: %.3f s unions, %.3f s to find all, %.2f M unions/s; %llu sets of %llu\n",
      united, all - united, static_cast<double>(keys) / all * 1e-6, found, size);
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t keys = std::uint64_t{1} << 20U;
  bench::team_shape shape;
  CLI::App app("Unions of random pairs per second");
  app.add_option("--keys", keys, "of which pairs are drawn, and as many pairs")
      ->check(CLI::PositiveNumber);
  bench::add_options(app, shape);
  CLI11_PARSE(app, argc, argv);
  return bench::exit_code_of(
      [&] { bench::run_trials(shape, [&](orujo::rank_team& team) { measure(team, keys); }); });
}
