// The table of metrics, and how values merge.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/metrics.hpp"

#include <algorithm>

namespace orujo {

namespace {

using enum metric_merge;

constexpr std::array<metric_row, num_metrics> metric_table{{
    {metric::messages_sent, "messages_sent", "messages", sum, "messages given to a channel"},
    {metric::messages_handled, "messages_handled", "messages", sum,
     "messages whose handler has run"},
    {metric::messages_local, "messages_local", "messages", sum,
     "messages for the own rank, handled by a direct call"},
    {metric::parcels_sent, "parcels_sent", "parcels", sum, "parcels given to the transport"},
    {metric::parcels_received, "parcels_received", "parcels", sum,
     "parcels taken from the transport"},
    {metric::parcel_bytes_sent, "parcel_bytes_sent", "bytes", sum,
     "bytes of parcels given to the transport"},
    {metric::parcel_bytes_received, "parcel_bytes_received", "bytes", sum,
     "bytes of parcels taken from the transport"},
    {metric::parcels_parked, "parcels_parked", "parcels", sum,
     "parcels held back at the sender by back-pressure"},
    {metric::sends_refused, "sends_refused", "sends", sum,
     "sends that the transport refused and that were tried again"},
    {metric::in_flight_bytes_peak, "in_flight_bytes_peak", "bytes", maximum,
     "most bytes of buffers that a rank had on the wire and in receive queues"},
    {metric::incast_bytes_peak, "incast_bytes_peak", "bytes", maximum,
     "most bytes of buffers from other ranks that a rank had received, or were on their way to it "
     "in its process"},
    {metric::parcel_memory_peak, "parcel_memory_peak", "bytes", maximum,
     "most memory of a rank for parcels: filled, parked, on the wire, received"},
    {metric::flushes_full, "flushes_full", "parcels", sum, "parcels sent because they were full"},
    {metric::flushes_stopped_growing, "flushes_stopped_growing", "parcels", sum,
     "parcels sent because they had stopped growing"},
    {metric::flushes_rate_fell, "flushes_rate_fell", "parcels", sum,
     "parcels sent because fewer messages were made than before"},
    {metric::flushes_before_batch, "flushes_before_batch", "parcels", sum,
     "parcels sent before a long received one was handled"},
    {metric::flushes_idle, "flushes_idle", "parcels", sum,
     "parcels sent because the worker had nothing else to do, or was at the end of its body"},
    {metric::flushes_explicit, "flushes_explicit", "parcels", sum,
     "parcels sent because the program asked for it"},
    {metric::flushes_evicted, "flushes_evicted", "parcels", sum,
     "parcels sent because their worker was filling more than buffer_bytes"},
    {metric::messages_forwarded, "messages_forwarded", "messages", sum,
     "messages passed on by a rank between their sender and their destination"},
    {metric::buffer_bytes_peak, "buffer_bytes_peak", "bytes", maximum,
     "most bytes of parcels that one worker was filling at once"},
    {metric::completions_asked, "completions_asked", "parcels", sum,
     "parcels that asked their destination to say when they are handled"},
    {metric::releases_flow_control, "releases_flow_control", "releases", sum,
     "times that a producer gave control to the runtime because a destination was behind"},
    {metric::reduction_looks, "reduction_looks", "messages", sum,
     "messages looked for in a reduction cache"},
    {metric::reduction_hits, "reduction_hits", "messages", sum,
     "messages that a reduction cache merged or dropped"},
    {metric::epochs, "epochs", "epochs", maximum, "epochs that ended"},
    {metric::termination_waves, "termination_waves", "waves", maximum,
     "rounds of counting until epochs were known to have ended"},
    {metric::collectives, "collectives", "calls", maximum, "collective operations"},
    {metric::idle_sleeps, "idle_sleeps", "sleeps", sum, "times that an idle worker slept"},
    {metric::early_parcels, "early_parcels", "parcels", sum,
     "parcels that arrived before their channel or epoch was open here"},
    {metric::handler_batches, "handler_batches", "batches", sum,
     "calls of handlers that take a whole batch"},
    {metric::tasks_spawned, "tasks_spawned", "tasks", sum, "tasks queued"},
    {metric::tasks_run, "tasks_run", "tasks", sum, "tasks that ended"},
    {metric::tasks_queued_peak, "tasks_queued_peak", "tasks", maximum,
     "most tasks that one worker had waiting to start"},
    {metric::fiber_switches, "fiber_switches", "switches", sum, "switches from fiber to fiber"},
    {metric::fibers_peak, "fibers_peak", "fibers", maximum, "most fibers that one worker had made"},
    {metric::fibers_beyond_limit, "fibers_beyond_limit", "fibers", sum,
     "fibers made beyond fibers_per_worker, as all others waited for tasks that had not started"},
    {metric::fibers_ready_peak, "fibers_ready_peak", "fibers", maximum,
     "most fibers that one worker had ready to run"},
    {metric::wakes_from_other_workers, "wakes_from_other_workers", "wakes", sum,
     "fibers woken by another worker than their own"},
    {metric::system_tasks_run, "system_tasks_run", "tasks", sum,
     "system tasks that ran at their deadlines"},
    {metric::steals_tried, "steals_tried", "steals", sum,
     "times that an idle worker looked at another one's tasks and saw some"},
    {metric::steals_won, "steals_won", "steals", sum, "of these, those that brought tasks"},
    {metric::tasks_stolen, "tasks_stolen", "tasks", sum, "tasks taken from another worker"},
    {metric::rank_steals_tried, "rank_steals_tried", "requests", sum,
     "requests for tasks sent to another rank"},
    {metric::rank_steals_won, "rank_steals_won", "steals", sum,
     "times that another rank gave tasks, at once or once it had some"},
    {metric::tasks_stolen_from_ranks, "tasks_stolen_from_ranks", "tasks", sum,
     "tasks taken from another rank"},
    {metric::closures_posted, "closures_posted", "closures", sum,
     "closures sent to a worker of this or another rank"},
    {metric::delegates_blocking_own_worker, "delegates_blocking_own_worker", "delegates", sum,
     "delegates with an answer to data of the own worker: function calls"},
    {metric::delegates_blocking_own_rank, "delegates_blocking_own_rank", "delegates", sum,
     "delegates with an answer to another worker of the rank, and pieces of caches"},
    {metric::delegates_blocking_remote, "delegates_blocking_remote", "delegates", sum,
     "delegates with an answer to another rank, and pieces of caches"},
    {metric::delegates_async_own_worker, "delegates_async_own_worker", "delegates", sum,
     "asynchronous delegates to the own worker, queued there"},
    {metric::delegates_async_own_rank, "delegates_async_own_rank", "delegates", sum,
     "asynchronous delegates to another worker of the rank, and pieces of caches"},
    {metric::delegates_async_remote, "delegates_async_remote", "delegates", sum,
     "asynchronous delegates to another rank, and pieces of caches"},
    {metric::delegate_suspensions, "delegate_suspensions", "suspensions", sum,
     "times that a task stopped until a delegate's answer came"},
}};

constexpr bool metrics_are_in_order() {
  for (std::size_t i = 0; i < metric_table.size(); ++i) {
    if (static_cast<std::size_t>(metric_table[i].id) != i) { return false; }
  }
  return true;
}
static_assert(metrics_are_in_order(), "the rows stand in the order of enum class metric");

}  // namespace

std::span<const metric_row> all_metrics() noexcept { return metric_table; }

const metric_row& row_of(metric which) noexcept {
  return metric_table[static_cast<std::size_t>(which)];
}

void metric_totals::merge(const metric_totals& other) noexcept {
  for (const metric_row& row : metric_table) {
    auto& mine = values[static_cast<std::size_t>(row.id)];
    const auto theirs = other[row.id];
    mine = row.merge == sum ? mine + theirs : std::max(mine, theirs);
  }
}

metric_totals worker_metrics::totals() const noexcept {
  metric_totals result;
  for (const metric_row& row : metric_table) {
    result.values[static_cast<std::size_t>(row.id)] = value(row.id);
  }
  return result;
}

metric_totals merge(std::span<const worker_metrics> workers) noexcept {
  metric_totals result;
  for (const worker_metrics& worker : workers) { result.merge(worker.totals()); }
  return result;
}

}  // namespace orujo
