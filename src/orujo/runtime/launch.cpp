// Assembles transport, ranks and workers, and sees to it that one rank's failure ends all.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/runtime/launch.hpp"

#include <algorithm>
#include <exception>
#include <memory>
#include <string_view>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <sys/prctl.h>

#include "orujo/base/processor_check.hpp"
#include "orujo/base/thread_error.hpp"
#include "orujo/base/topology.hpp"
#include "orujo/runtime/mpi_team.hpp"
#include "orujo/runtime/rank_program.hpp"
#include "orujo/runtime/virtual_ranks.hpp"
#include "orujo/transport/launcher.hpp"
#include "orujo/transport/local_endpoint.hpp"
#include "orujo/transport/sim_endpoint.hpp"
#include "orujo/transport/virtual_time/virtual_endpoint.hpp"

namespace orujo {

namespace {

using endpoints = std::vector<std::unique_ptr<endpoint>>;

/// What follows "name:" in a transport.
std::string_view model_text(std::string_view transport) {
  const std::size_t colon = transport.find(':');
  return colon == transport.npos ? std::string_view{} : transport.substr(colon + 1);
}

std::unique_ptr<endpoint> make_endpoint(const launch_options& options, const endpoint_place& place,
                                        failure_board& failures, const endpoints& peers) {
  if (options.transport.starts_with("sim")) {
    const sim_model model = parse_sim_model(model_text(options.transport));
    return std::make_unique<sim_endpoint>(place, options.values, failures,
                                          sim_network{peers, model});
  }
  return std::make_unique<local_endpoint>(place, options.values, failures, peers);
}

/// Ranks that are threads: more would take more time and memory than a simulation of them.
constexpr int most_ranks_in_process = 256;

bool is_virtual(const launch_options& options) {
  return options.transport == "virtual" || options.transport.starts_with("virtual:");
}

/// Starts a thread for each rank but the first, until one cannot be started: that is a failure of
/// its rank. False then: those that run end by it, and the first one is not to wait for them.
bool start_others(std::vector<std::jthread>& others, int ranks, failure_board& failures,
                  const std::function<void(int)>& run) {
  for (int r = 1; r < ranks; ++r) {
    try {
      others.emplace_back([&run, r] { run(r); });
    } catch (const std::exception& problem) {
      const thread_error failure(fmt::format("rank {} of {}", r, ranks), problem);
      failures.raise(rank_id{r}, std::make_exception_ptr(failure));
      return false;
    }
  }
  return true;
}

void run_in_process(const launch_options& options, const std::function<void(rank_team&)>& program) {
  require(
      options.ranks <= most_ranks_in_process,
      fmt::format("--ranks {}: one process runs at most {} ranks; start more with mpirun or srun, "
                  "or simulate them with --transport virtual",
                  options.ranks, most_ranks_in_process));
  const machine_topology topology = find_topology();
  const int ranks = std::max(1, options.ranks);
  const int workers =
      options.workers > 0 ? options.workers : std::max(1, suitable_workers(topology) / ranks);
  failure_board failures;
  endpoints all;
  for (int r = 0; r < ranks; ++r) {
    all.push_back(make_endpoint(options,
                                {.rank = rank_id{r},
                                 .size = ranks,
                                 .workers = workers,
                                 .threads_on_host = ranks * workers,
                                 .cores_on_host = suitable_workers(topology),
                                 .first_thread_on_host = r * workers,
                                 .ranks_per_host = ranks},
                                failures, all));
  }
  const std::function<void(int)> run = [&](int r) {
    run_rank(*all[static_cast<std::size_t>(r)], options.values, topology, program);
  };
  {
    std::vector<std::jthread> others;
    if (start_others(others, ranks, failures, run)) { run(0); }
  }
  if (failures.raised()) { std::rethrow_exception(failures.first()); }
}

/// Nobody else needs the thread: to wait is to let others run.
settings virtual_settings(const settings& given) {
  settings values = given;
  values.assign("idle_spins", "0", setting_source::standard);
  values.assign("idle_yields", "0", setting_source::standard);
  values.assign("idle_sleep", "100000", setting_source::standard);
  return values;
}

void run_virtually(const launch_options& options, const std::function<void(rank_team&)>& program) {
  require(options.workers <= 1,
          "--transport virtual: its ranks have one worker each; leave "
          "--workers out and give more --ranks");
  const int ranks = std::max(1, options.ranks);
  const loggp_model model = parse_loggp_model(model_text(options.transport));
  const settings values = virtual_settings(options.values);
  const machine_topology topology = find_topology();
  failure_board failures;
  virtual_clocks clocks(ranks, model.seed);
  virtual_ranks fibers(clocks, ranks);
  endpoints all;
  for (int r = 0; r < ranks; ++r) {
    const endpoint_place place{.rank = rank_id{r},
                               .size = ranks,
                               .cores_on_host = suitable_workers(topology),
                               .ranks_per_host = model.ranks_per_host};
    all.push_back(std::make_unique<virtual_endpoint>(place, values, failures,
                                                     virtual_network{all, model, clocks, fibers}));
  }
  fibers.run([&](rank_id rank) {
    run_rank(*all[static_cast<std::size_t>(index_of(rank))], values, topology, program);
  });
  if (failures.raised()) { std::rethrow_exception(failures.first()); }
}

void check(const launch_options& options) {
  const auto is = [&](std::string_view name) { return options.transport == name; };
  require(is("") || is("local") || is("mpi") || is("sim") || is_virtual(options) ||
              options.transport.starts_with("sim:"),
          fmt::format("--transport {}: use local, sim, sim:latency=20us,jitter=5us,…, virtual, "
                      "virtual:hdr,… or mpi",
                      options.transport));
  require(options.ranks >= 0 && options.ranks <= 4096, "--ranks: use a number from 1 to 4096");
  require(options.workers >= 0 && options.workers <= 1024,
          "--workers: use a number from 1 to 1024");
}

}  // namespace

void run_team(const launch_options& options, const std::function<void(rank_team&)>& program) {
  require_processor();
  check(options);
  // Tells the kernel to ignore all advice to use huge pages; it holds for the whole process.
  prctl(PR_SET_THP_DISABLE, options.values.flag(setting::huge_pages) ? 0 : 1, 0, 0, 0);
  const bool wants_mpi = options.transport == "mpi";
  if (wants_mpi || (options.transport.empty() && detect_launcher().present())) {
    run_over_mpi(options, program);
  } else if (is_virtual(options)) {
    run_virtually(options, program);
  } else {
    run_in_process(options, program);
  }
}

}  // namespace orujo
