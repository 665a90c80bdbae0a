// The last handler of every error.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/runtime/main_program.hpp"

#include <exception>
#include <new>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "orujo/base/environment.hpp"
#include "orujo/base/interrupt.hpp"
#include "orujo/base/print.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/transport/launcher.hpp"

namespace orujo {

namespace {

/// Whether all ranks of a launcher fail alike, so that the first can speak for all.
bool fails_everywhere(const error& problem) noexcept {
  if (dynamic_cast<const environment_error*>(&problem) != nullptr) { return false; }
  return dynamic_cast<const usage_error*>(&problem) != nullptr ||
         dynamic_cast<const agreed_error*>(&problem) != nullptr ||
         dynamic_cast<const interrupted_error*>(&problem) != nullptr;
}

void tell(std::string_view problem) {
  const int rank = rank_of_process();
  end_silently_from_now_on();
  print_error(rank == 0 ? std::string(problem) : fmt::format("rank {}: {}", rank, problem));
}

}  // namespace

int rank_of_process() noexcept {
  try {
    return detect_launcher().rank;
  } catch (const std::exception&) {
    return 0;  // the launcher announced nonsense: better to speak twice than not at all
  }
}

exit_code report_errors(const std::function<exit_code()>& work) noexcept {
  try {
    return work();
  } catch (const error& problem) {
    if (rank_of_process() == 0 || !fails_everywhere(problem)) { tell(problem.what()); }
    return problem.code();
  } catch (const std::bad_alloc&) {
    tell("out of memory");
    return exit_code::memory;
  } catch (const std::exception& problem) {
    tell(problem.what());
    return exit_code::runtime;
  }
}

int run_main(const launch_options& options,
             const std::function<void(rank_team&)>& program) noexcept {
  return static_cast<int>(report_errors([&] {
    prepare_streams();
    watch_for_interrupts(rank_of_process() == 0);
    run_team(options, program);
    return exit_code::done;
  }));
}

}  // namespace orujo
