// Runs one rank of an MPI team.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/runtime/mpi_team.hpp"

#include <algorithm>
#include <exception>
#include <memory>
#include <new>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "orujo/base/interrupt.hpp"
#include "orujo/base/print.hpp"
#include "orujo/base/topology.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/runtime/rank_program.hpp"
#include "orujo/transport/plugin.hpp"

namespace orujo {

namespace {

/// The process's membership of its MPI job. MPI can be initialised and left once per process, so
/// there is one, opened by the first team and left when the process ends.
class mpi_job {
public:
  mpi_session& open(const settings& values) {
    if (!session_) { session_ = open_mpi(detect_launcher(), values); }
    return *session_;
  }

  ~mpi_job() {
    if (!session_ || failed_) { return; }
    try {
      session_->finish();
    } catch (const error& problem) {  // the program's work is done: say it, and leave
      print_error(problem.what());
    }
  }

  void note_failure() noexcept { failed_ = true; }

private:
  std::unique_ptr<mpi_session> session_;
  bool failed_ = false;
};

mpi_job& this_job() {
  static mpi_job job;
  return job;
}

/// What rank 0 decides for all.
struct common_choices {
  settings values;
  int workers = 0;
};

common_choices agree_on_choices(mpi_session& session, const launch_options& options) {
  common_choices choices{options.values, options.workers};
  if (choices.workers == 0) {
    // Of the host, not of this process: launchers bind each rank to some of the cores.
    choices.workers = std::max(1, session.world().cores_on_host / session.world().ranks_on_host);
  }
  session.broadcast(std::as_writable_bytes(std::span(&choices, 1)));
  return choices;
}

/// Whether all ranks failed with the same error, and so can leave together.
bool is_agreed(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const agreed_error&) { return true; } catch (...) {
    return false;
  }
}

/// Prints the error of this rank alone and ends the whole job.
void end_job(mpi_session& session, const std::exception_ptr& failure) {
  const int rank = index_of(session.world().rank);
  auto code = exit_code::runtime;
  try {
    std::rethrow_exception(failure);
  } catch (const error& problem) {
    code = problem.code();
    // A launcher interrupts all when one has ended; the first rank says it for all.
    if (code != exit_code::interrupted || rank == 0) {
      print_error(fmt::format("rank {}: {}", rank, problem.what()));
    }
  } catch (const std::bad_alloc&) {
    code = exit_code::memory;
    print_error(fmt::format("rank {}: out of memory", rank));
  } catch (const std::exception& problem) {
    print_error(fmt::format("rank {}: {}", rank, problem.what()));
  }
  end_silently_from_now_on();
  this_job().note_failure();
  session.abandon(static_cast<int>(code));
}

}  // namespace

void run_over_mpi(const launch_options& options, const std::function<void(rank_team&)>& program) {
  const machine_topology topology = find_topology();
  mpi_session& session = this_job().open(options.values);
  require(options.ranks == 0 || options.ranks == session.world().size,
          fmt::format("--ranks {}: the launcher started {} ranks; leave the option out",
                      options.ranks, session.world().size));
  const common_choices choices = agree_on_choices(session, options);
  failure_board failures;
  auto transport = session.make_endpoint(choices.workers, choices.values, failures);
  run_rank(*transport, choices.values, topology, program);
  if (failures.raised() && !is_agreed(failures.first())) { end_job(session, failures.first()); }
  session.close(std::move(transport));
  if (failures.raised()) { std::rethrow_exception(failures.first()); }
}

}  // namespace orujo
