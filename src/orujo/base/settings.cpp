// The table of runtime settings, and how their text is read and printed.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/settings.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "orujo/base/environment.hpp"
#include "orujo/base/error.hpp"
#include "orujo/base/nearest_name.hpp"

namespace orujo {

namespace {

using enum setting_kind;

constexpr double kib = 1024;
constexpr double mib = 1024 * kib;
constexpr double tib = 1024 * 1024 * mib;

// name, unit, kind, default, least, most, choices, help
constexpr std::array<setting_row, num_settings> table{{
    {setting::parcel_bytes, "parcel_bytes", "bytes", bytes, 32 * kib, 256, 16 * mib, "",
     "size of one parcel: the buffer of messages for one destination"},
    {setting::in_flight_bytes, "in_flight_bytes", "bytes", bytes, 16 * mib, 4 * kib, tib, "",
     "parcels that each rank may have on the wire and in receive queues"},
    {setting::incast_bytes, "incast_bytes", "bytes", bytes, 256 * mib, 4 * kib, tib, "",
     "parcels that all ranks together may have on the wire to one rank and in its queues"},
    {setting::buffer_bytes, "buffer_bytes", "bytes", bytes, 64 * mib, 1 * kib, tib, "",
     "parcels that one worker may be filling; beyond it, a channel's oldest one is sent"},
    {setting::flush_policy, "flush_policy", "", choice, 1, 0, 2, "full|stopped_growing|adaptive",
     "when a parcel that is not full is sent"},
    {setting::flush_patience, "flush_patience", "rounds", integer, 2, 1, 1e6, "",
     "progress rounds without growth before stopped_growing or adaptive sends a parcel"},
    {setting::flush_rate_drop, "flush_rate_drop", "", real, 0.25, 0, 1, "",
     "share of its recent best rate of messages below which adaptive sends all parcels"},
    {setting::flush_before_batch, "flush_before_batch", "bytes", bytes, 0, 0, 16 * mib, "",
     "received parcels from this size on wait until the worker has sent its own; 0 means none do"},
    {setting::routing, "routing", "", choice, 3, 0, 3, "direct|rook|hypercube|auto",
     "over which ranks messages travel: more hops, fewer parcels to fill; auto: by their number"},
    {setting::flow_control, "flow_control", "", choice, 0, 0, 3, "off|static|adaptive|per_worker",
     "whether producers wait for destinations that are behind: each for itself, or all together"},
    {setting::send_threshold, "send_threshold", "messages", integer, 4096, 1, 1e12, "",
     "messages to one destination until flow control asks it for completion"},
    {setting::sync_threshold, "sync_threshold", "requests", integer, 4, 1, 1e6, "",
     "completions outstanding at one destination at which flow control stops producers"},
    {setting::reduction, "reduction", "", choice, 2, 0, 2, "off|cache|ghosts",
     "how messages for one vertex are merged before they travel"},
    {setting::reduction_entries, "reduction_entries", "messages", integer, 4096, 1, 1 << 24, "",
     "messages that the reduction cache of one worker holds; rounded up to a power of two"},
    {setting::progress_interval, "progress_interval", "parcels", integer, 1, 1, 1e6, "",
     "parcels sent between two looks at the network"},
    {setting::receive_batch, "receive_batch", "parcels", integer, 4, 1, 1e6, "",
     "parcels handled in one progress round"},
    {setting::progress_pace, "progress_pace", "", choice, 1, 0, 1, "fixed|adaptive",
     "how many items a worker processes between two progress rounds; adaptive means fewer while "
     "its "
     "queue grows"},
    {setting::pace_items, "pace_items", "items", integer, 64, 1, 1e6, "",
     "that number, always or at first"},
    {setting::eager_limit, "eager_limit", "items", integer, 0, 0, 1e9, "",
     "a worker with fewer items waiting makes a progress round after each of them"},
    {setting::prefetch_distance, "prefetch_distance", "messages", integer, 64, 0, 1024, "",
     "how far a batch handler prefetches ahead"},
    {setting::stack_bytes, "stack_bytes", "bytes", bytes, 16 * kib, 4 * kib, 64 * mib, "",
     "stack of a task; up to 8 KiB they may lie on huge pages"},
    {setting::guard_stacks, "guard_stacks", "", boolean, 1, 0, 1, "",
     "put guard pages below the first stacks, as far as the kernel has mappings to spare"},
    {setting::fibers_per_worker, "fibers_per_worker", "fibers", integer, 16384, 1, 1e9, "",
     "fibers that a worker makes; further tasks wait in their queue, unless nothing else can run"},
    {setting::fiber_prefetch, "fiber_prefetch", "fibers", integer, 8, 0, 64, "",
     "how far ahead in the queue of ready fibers stacks are prefetched"},
    {setting::duty_switches, "duty_switches", "switches", integer, 64, 1, 1e6, "",
     "switches between fibers until the worker looks whether a system duty is due"},
    {setting::duty_deadline, "duty_deadline", "microseconds", microseconds, 10, 0, 1e6, "",
     "longest time between two looks at the network while fibers switch"},
    {setting::steal_from_workers, "steal_from_workers", "", boolean, 1, 0, 1, "",
     "let idle workers take stealable tasks of others of their rank"},
    {setting::steal_from_ranks, "steal_from_ranks", "", boolean, 1, 0, 1, "",
     "let ranks that have run out of tasks take those that may run anywhere from others"},
    {setting::steal_attempts, "steal_attempts", "ranks", integer, 2, 0, 1e6, "",
     "ranks asked at random for tasks, before the few that a rank waits for"},
    {setting::steal_most, "steal_most", "tasks", integer, 256, 1, 1e6, "",
     "tasks that a rank gets from another one at a time, at most"},
    {setting::idle_spins, "idle_spins", "rounds", integer, 2000, 0, 1e9, "",
     "idle rounds that a worker spins before it yields"},
    {setting::idle_yields, "idle_yields", "rounds", integer, 500, 0, 1e9, "",
     "idle rounds that a worker yields before it sleeps"},
    {setting::idle_sleep, "idle_sleep", "microseconds", microseconds, 2000, 1, 1e6, "",
     "how long an idle worker sleeps at a time"},
    {setting::pin_workers, "pin_workers", "", boolean, 1, 0, 1, "", "bind each worker to one core"},
    {setting::huge_pages, "huge_pages", "", boolean, 1, 0, 1, "",
     "put big arrays and pools on huge pages"},
    {setting::memory_limit_bytes, "memory_limit_bytes", "bytes", bytes, 0, 0, 1024 * tib, "",
     "memory that may be planned for on this host; 0 means what the host has"},
    {setting::mpi_posted_receives, "mpi_posted_receives", "receives", integer, 16, 1, 4096, "",
     "receives that the mpi transport keeps posted"},
    {setting::mpi_send_limit, "mpi_send_limit", "sends", integer, 32, 1, 65536, "",
     "sends that the mpi transport keeps open"},
    {setting::mpi_eager_bytes, "mpi_eager_bytes", "bytes", bytes, 4 * kib, 0, 16 * mib, "",
     "parcels up to this size start at once, not with the next look into MPI"},
    {setting::mpi_host_queues, "mpi_host_queues", "", boolean, 1, 0, 1, "",
     "parcels of up to 1 KiB between ranks of a host go through memory that they share, not MPI"},
    {setting::mpi_progress_thread, "mpi_progress_thread", "", boolean, 0, 0, 1, "",
     "let one more thread drive the mpi transport"},
    {setting::mpi_library, "mpi_library", "", choice, 0, 0, 3, "auto|openmpi|mpich|abi",
     "which MPI plug-in is opened; auto follows the launcher"},
    {setting::mpi_thread_level, "mpi_thread_level", "", choice, 0, 0, 1, "serialized|multiple",
     "asked of MPI: multiple lets other code of the process call it while a team runs"},
    {setting::mpi_endpoints, "mpi_endpoints", "", choice, 0, 0, 1, "one|per_worker",
     "communicators, requests and receives of a rank: one for all workers, or one for each, which "
     "asks MPI for the thread level multiple"},
    {setting::verify_checksums, "verify_checksums", "", boolean, 1, 0, 1, "",
     "check the checksums of .orj files when they are opened"},
    {setting::work_samples, "work_samples", "samples", integer, 0, 0, 4096, "",
     "samples over time that each worker keeps of its work; 0 means none"},
    {setting::trace_events, "trace_events", "spans", integer, 0, 0, 1 << 28, "",
     "spans of its time that each worker keeps, the last ones; 0 means none"},
    {setting::metric_samples, "metric_samples", "moments", integer, 0, 0, 65536, "",
     "moments at which each worker keeps the values of its metrics, spread over the run; 0 means "
     "none"},
    {setting::traffic_map, "traffic_map", "", boolean, 0, 0, 1, "",
     "count parcels and bytes by the rank that they are sent to"},
    {setting::progress, "progress", "", choice, 0, 0, 2, "auto|always|never",
     "progress on stderr; auto means on a terminal, with bars after one second"},
}};

constexpr bool in_order() {
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (static_cast<std::size_t>(table[i].id) != i) { return false; }
  }
  return true;
}
static_assert(in_order(), "the rows stand in the order of enum class setting");

std::vector<std::string_view> choices_of(const setting_row& row) {
  std::vector<std::string_view> names;
  std::string_view rest = row.choices;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('|'), rest.size());
    names.push_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return names;
}

std::string upper(std::string_view text) {
  std::string result(text);
  for (char& c : result) { c = static_cast<char>(std::toupper(static_cast<unsigned char>(c))); }
  return result;
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) { c = static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }
  return result;
}

std::string bytes_text(double value) {
  constexpr std::array<std::string_view, 5> units{"", "KiB", "MiB", "GiB", "TiB"};
  std::size_t unit = 0;
  while (unit + 1 < units.size() && value >= kib && std::fmod(value, kib) == 0) {
    value /= kib;
    ++unit;
  }
  return fmt::format("{:.0f}{}", value, units[unit]);
}

std::string value_text(const setting_row& row, double value) {
  switch (row.kind) {
    case bytes: return bytes_text(value);
    case boolean: return value != 0 ? "true" : "false";
    case choice: return std::string(choices_of(row)[static_cast<std::size_t>(value)]);
    case real: return fmt::format("{}", value);
    case integer:
    case microseconds: return fmt::format("{:.0f}", value);
  }
  return {};
}

double read_choice(const setting_row& row, std::string_view text) {
  const auto names = choices_of(row);
  const auto at = std::find(names.begin(), names.end(), text);
  if (at == names.end()) {
    throw usage_error(fmt::format("setting '{}' is one of {}, not '{}'{}", row.name,
                                  fmt::join(names, ", "), text, suggestion(text, names)));
  }
  return static_cast<double>(at - names.begin());
}

double read_boolean(const setting_row& row, std::string_view text) {
  const std::string word = lower(text);
  if (word == "true" || word == "1" || word == "yes" || word == "on") { return 1; }
  if (word == "false" || word == "0" || word == "no" || word == "off") { return 0; }
  throw usage_error(fmt::format("setting '{}' is true or false, not '{}'", row.name, text));
}

std::optional<double> whole_number(std::string_view text) {
  double value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size()) { return std::nullopt; }
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

double read_number(const setting_row& row, std::string_view text) {
  const auto value = whole_number(text);
  const bool fits = value && (row.kind == real || std::floor(*value) == *value);
  if (!fits) {
    throw usage_error(fmt::format("setting '{}' is {}number{}{}, not '{}'", row.name,
                                  row.kind == real ? "a " : "a whole ",
                                  row.unit.empty() ? "" : " of ", row.unit, text));
  }
  return *value;
}

double read_value(const setting_row& row, std::string_view text) {
  switch (row.kind) {
    case choice: return read_choice(row, text);
    case boolean: return read_boolean(row, text);
    case bytes:
      return static_cast<double>(parse_bytes(text, fmt::format("setting '{}'", row.name)));
    case integer:
    case microseconds:
    case real: return read_number(row, text);
  }
  return 0;
}

void check_range(const setting_row& row, double value) {
  if (value >= row.least && value <= row.most) { return; }
  const bool plain = row.kind == bytes || row.unit.empty();
  throw usage_error(fmt::format("setting '{}' lies between {} and {}{}{}, not {}", row.name,
                                value_text(row, row.least), value_text(row, row.most),
                                plain ? "" : " ", plain ? std::string_view() : row.unit,
                                value_text(row, value)));
}

const setting_row* find_row(std::string_view name) {
  const auto at = std::find_if(table.begin(), table.end(),
                               [name](const setting_row& row) { return row.name == name; });
  return at == table.end() ? nullptr : &*at;
}

}  // namespace

std::span<const setting_row> all_settings() noexcept { return table; }

const setting_row& row_of(setting which) noexcept { return table[static_cast<std::size_t>(which)]; }

std::string_view name_of(setting_source source) noexcept {
  switch (source) {
    case setting_source::standard: return "default";
    case setting_source::environment: return "environment";
    case setting_source::option: return "option";
  }
  return "";
}

std::string environment_name(const setting_row& row) { return "ORUJO_" + upper(row.name); }

std::int64_t parse_bytes(std::string_view text, std::string_view what) {
  double number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  std::string unit = lower({end, static_cast<std::size_t>(text.data() + text.size() - end)});
  if (unit.ends_with("ib")) { unit.resize(unit.size() - 2); }
  if (unit.size() == 2 && unit.ends_with("b")) { unit.resize(1); }
  constexpr std::string_view letters = "kmgt";
  const std::size_t power = unit.empty() || unit == "b" ? 0 : letters.find(unit) + 1;
  const bool known = unit.size() <= 1 && (unit.empty() || unit == "b" || power != 0);
  const double value = number * std::pow(kib, static_cast<double>(power));
  if (problem != std::errc() || !known || !(value >= 0) || !(value < 0x1.0p53)) {
    throw usage_error(
        fmt::format("{} is a size such as 4096, 64K, 1M or 2GiB, not '{}'", what, text));
  }
  return static_cast<std::int64_t>(value);
}

settings::settings() {
  for (const setting_row& row : table) {
    values_[static_cast<std::size_t>(row.id)].value = row.standard;
  }
}

void settings::assign(std::string_view name, std::string_view value, setting_source source) {
  const setting_row* row = find_row(name);
  if (row == nullptr) {
    std::vector<std::string_view> names;
    for (const setting_row& known : table) { names.push_back(known.name); }
    throw usage_error(fmt::format("no setting is called '{}'{} (`orujo config` lists them)", name,
                                  suggestion(name, names)));
  }
  const double number = read_value(*row, value);
  check_range(*row, number);
  held& target = values_[static_cast<std::size_t>(row->id)];
  if (source >= target.source) { target = {number, source}; }
}

void settings::assign_pair(std::string_view pair, setting_source source) {
  const std::size_t equals = pair.find('=');
  if (equals == std::string_view::npos) {
    throw usage_error(fmt::format("a setting is written name=value, not '{}'", pair));
  }
  assign(pair.substr(0, equals), pair.substr(equals + 1), source);
}

void settings::read_environment() {
  // No settings: where the tests find graphs, and where plug-ins are, or those of MPI.
  std::vector<std::string> names{"ORUJO_DATA", "ORUJO_PLUGINS", "ORUJO_MPI_PLUGINS"};
  const auto first_setting = static_cast<std::ptrdiff_t>(names.size());
  for (const setting_row& row : table) { names.push_back(environment_name(row)); }
  const std::vector<std::string_view> views(names.begin(), names.end());
  for (const environment_variable& variable : environment_with_prefix("ORUJO_")) {
    const auto at = std::find(views.begin(), views.end(), variable.name);
    if (at == views.end()) {
      throw environment_error(fmt::format("environment variable {} is no setting{}", variable.name,
                                          suggestion(variable.name, views)));
    }
    if (at - views.begin() < first_setting) { continue; }
    try {
      assign(table[static_cast<std::size_t>(at - views.begin() - first_setting)].name,
             variable.value, setting_source::environment);
    } catch (const usage_error& problem) {
      throw environment_error(fmt::format("{}: {}", variable.name, problem.what()));
    }
  }
}

std::int64_t settings::integer(setting which) const noexcept {
  return static_cast<std::int64_t>(values_[static_cast<std::size_t>(which)].value);
}

double settings::real(setting which) const noexcept {
  return values_[static_cast<std::size_t>(which)].value;
}

bool settings::flag(setting which) const noexcept { return real(which) != 0; }

std::string_view settings::choice(setting which) const {
  return choices_of(row_of(which))[static_cast<std::size_t>(choice_index(which))];
}

int settings::choice_index(setting which) const noexcept {
  return static_cast<int>(values_[static_cast<std::size_t>(which)].value);
}

setting_source settings::source(setting which) const noexcept {
  return values_[static_cast<std::size_t>(which)].source;
}

std::string settings::to_text(setting which) const {
  return value_text(row_of(which), values_[static_cast<std::size_t>(which)].value);
}

}  // namespace orujo
