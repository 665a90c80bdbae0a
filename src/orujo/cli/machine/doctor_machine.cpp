// The doctor's findings about processor, memory and kernel.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "orujo/activities/choice/mechanism_choice.hpp"
#include "orujo/activities/mechanisms/transaction_unit.hpp"
#include "orujo/base/text_table.hpp"
#include "orujo/base/topology.hpp"
#include "orujo/cli/machine/doctor_checks.hpp"

namespace orujo::cli {

namespace {

std::string first_line(const char* path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

/// The word in brackets: "always [madvise] never" → "madvise".
std::string chosen_word(const std::string& line) {
  const std::size_t open = line.find('[');
  const std::size_t close = line.find(']');
  if (open == std::string::npos || close == std::string::npos) { return ""; }
  return line.substr(open + 1, close - open - 1);
}

std::string counted(int count, std::string_view thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

finding check_cores(const machine_topology& machine) {
  const int threads = static_cast<int>(machine.places.size());
  finding found{.topic = "cores", .state = {}, .advice = {}};
  found.state = fmt::format(
      "{}, {}, {} ({})", counted(machine.num_cores, "core"), counted(threads, "hardware thread"),
      counted(machine.num_memory_domains, "memory domain"), machine.processor);
  if (threads < machine.machine_threads) {
    found.advice = fmt::format(
        "this process may use {} of {} hardware threads: widen its affinity "
        "mask or cpuset (taskset, mpirun --bind-to none)",
        threads, machine.machine_threads);
  }
  if (machine.processor_quota > 0 && machine.processor_quota < threads) {
    found.advice = fmt::format("the control group grants the time of {:.1f} cores; {} used",
                               machine.processor_quota,
                               counted(suitable_workers(machine), "worker") + " will be");
  }
  return found;
}

finding check_caches(const machine_topology& machine) {
  const cache_sizes& caches = machine.caches;
  if (caches.level1_bytes == 0) { return {"caches", "not known", ""}; }
  const auto size = [](std::uint64_t bytes) { return size_text(static_cast<double>(bytes)); };
  return {"caches",
          fmt::format("L1 {}, L2 {}, L3 {} for {}", size(caches.level1_bytes),
                      size(caches.level2_bytes), size(caches.level3_bytes),
                      counted(caches.level3_sharers, "hardware thread")),
          ""};
}

finding check_memory(const machine_topology& machine) {
  const auto all = static_cast<double>(machine.memory_bytes);
  const auto left = static_cast<double>(machine.memory_available_bytes);
  finding found{.topic = "memory", .state = {}, .advice = {}};
  found.state = fmt::format("{} available of {}, by {}", size_text(left), size_text(all),
                            machine.memory_set_by);
  if (left < all / 4) { found.advice = "most of the memory is held already"; }
  return found;
}

finding check_huge_pages() {
  const std::string mode = chosen_word(first_line("/sys/kernel/mm/transparent_hugepage/enabled"));
  const std::string defrag = chosen_word(first_line("/sys/kernel/mm/transparent_hugepage/defrag"));
  finding found{.topic = "huge pages", .state = {}, .advice = {}};
  if (mode.empty()) {
    found.state = "not offered by this kernel";
    found.advice = "use a kernel with transparent huge pages";
    return found;
  }
  found.state = fmt::format("transparent: {}, defrag: {}", mode, defrag);
  if (mode == "never") {
    found.advice = "as root: echo madvise > /sys/kernel/mm/transparent_hugepage/enabled";
  } else if (defrag == "never") {
    found.advice = "as root: echo madvise > /sys/kernel/mm/transparent_hugepage/defrag";
  }
  return found;
}

finding check_transactions() {
  using mechanisms::transaction_support;
  const char* const topic = "hardware transactions";
  switch (mechanisms::rtm_unit::support()) {
    case transaction_support::commits: return {topic, "present (RTM), trials commit", ""};
    case transaction_support::aborts:
      return {topic, "present (RTM), but switched off: no trial commits",
              "to use them, boot Linux with tsx=on; some microcode forbids them for good"};
    case transaction_support::unseen:
      return {topic, "not used by a program that ThreadSanitizer watches", "", true};
    case transaction_support::absent: break;
  }
  return {topic, "this processor has none (RTM); locks and software are used instead", "", true};
}

/// Which names `--isolation` takes here.
finding check_isolation() {
  std::vector<std::string> usable;
  std::vector<std::string> missing;
  for (const std::string& name : mechanism_names(operator_reach::one_element)) {
    const bool is_here = is_available(*mechanism_named(name));
    (is_here ? usable : missing).push_back(name);
  }
  std::string state = fmt::format("{}", fmt::join(usable, ", "));
  if (!missing.empty()) {
    state += fmt::format("; not {}, which take hardware transactions", fmt::join(missing, " and "));
  }
  return {"isolation", std::move(state), ""};
}

/// The error of opening a counter of this process's cycles; 0 if it opens.
int error_of_counter() {
  perf_event_attr wanted{};
  wanted.type = PERF_TYPE_HARDWARE;
  wanted.size = sizeof(wanted);
  wanted.config = PERF_COUNT_HW_CPU_CYCLES;
  wanted.disabled = 1;
  wanted.exclude_kernel = 1;
  const long counter = syscall(SYS_perf_event_open, &wanted, 0, -1, -1, 0UL);
  if (counter < 0) { return errno; }
  close(static_cast<int>(counter));
  return 0;
}

finding check_counters() {
  const std::string paranoia = first_line("/proc/sys/kernel/perf_event_paranoid");
  const int problem = error_of_counter();
  if (problem == 0) { return {"performance counters", "usable", ""}; }
  finding found{.topic = "performance counters", .state = {}, .advice = {}};
  if (problem == ENOENT || problem == EOPNOTSUPP) {
    found.state = "the processor or virtual machine shows none";
    found.absent = true;
    return found;  // nothing that a user of this machine could change
  }
  found.state = fmt::format("not usable: {}", std::strerror(problem));
  if (problem == EACCES || problem == EPERM) {
    found.advice =
        fmt::format("for profiles, as root: sysctl kernel.perf_event_paranoid=2 (now {})",
                    paranoia.empty() ? "not known" : paranoia);
  }
  return found;
}

}  // namespace

std::vector<finding> check_machine() {
  const machine_topology machine = find_topology();
  return {check_cores(machine), check_caches(machine), check_memory(machine), check_huge_pages(),
          check_transactions(), check_isolation(),     check_counters()};
}

}  // namespace orujo::cli
