// Work that an algorithm has for a worker, and how it takes turns with the network.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "orujo/epochs/epoch.hpp"
#include "orujo/messaging/rank_team.hpp"
#include "orujo/tasks/scheduler.hpp"
#include "orujo/worklists/progress_pace.hpp"
#include "orujo/worklists/work_record.hpp"

namespace orujo {

/// Why a source gives control back to the runtime.
enum class release_reason : std::uint8_t {
  empty,  ///< It has no item left.
  pace,   ///< It has processed as many as it was asked to.
};

/// Items of one worker and what is done with them: the "produce work" function of an algorithm.
/// `process(self, most)` takes at most `most` items, best first, and processes them; it may send,
/// not yield. The contract is in docs/contracts/worklist.md.
template <typename Source>
concept item_source = requires(Source& source, worker& self, std::size_t most) {
  { source.queued() } -> std::convertible_to<std::size_t>;
  { source.process(self, most) } -> std::same_as<release_reason>;
};

inline void count_release(work_statistics& counts, release_reason why) noexcept {
  switch (why) {
    case release_reason::empty: ++counts.released_empty; return;
    case release_reason::pace: ++counts.released_pace; return;
  }
}

/// Processes what `source` has, and what handlers add to it, until `until` has ended: as many items
/// as the pace of the settings allows, a round of progress, and so on.
/// Call: local; every worker that takes part in the epoch, inside on_workers(). Throws:
/// interrupted_error, peer_failed; as rank_team::progress().
template <item_source Source>
void process_until_end(worker& self, epoch& until, Source& source, work_record& record) {
  rank_team& team = self.team();
  const std::unique_ptr<progress_pace> pace = make_progress_pace(team.values());
  until.enter(self);
  do {
    for (std::size_t queued = source.queued(); queued > 0; queued = source.queued()) {
      const std::size_t most = pace->items(queued);
      const std::uint64_t held_back = self.metrics.value(metric::releases_flow_control);
      count_release(record.counts, source.process(self, most));
      record.counts.released_flow_control +=
          self.metrics.value(metric::releases_flow_control) - held_back;
      record.samples.look(record.counts, most, [&] { return source.queued(); });
      record.look_at_metrics(self);
      team.progress(self);
      team.transport().check();  // whoever always has items hears of an interrupt here only
    }
  } while (!ends(until, self, record));
  record.add_to_metrics(self);
  self.enter_epoch(0);
}

/// The same for a team of one worker, where nobody sends a message and nothing has to be waited
/// for. Call: local, outside on_workers(). Throws: interrupted_error.
template <item_source Source>
void process_alone(worker& self, Source& source, work_record& record) {
  constexpr std::size_t items_between_looks = 1024;
  while (source.queued() > 0) {
    static_cast<void>(source.process(self, items_between_looks));
    record.samples.look(record.counts, 0, [&] { return source.queued(); });
    record.look_at_metrics(self);
    self.team().transport().check();  // an interrupt is heard here only
  }
  record.add_to_metrics(self);
}

/// `source` as the scheduler of tasks asks it: `add_work_source(paced(source, self))` on each
/// worker that it serves. `source` and `self` outlive the run.
template <item_source Source>
[[nodiscard]] work_source paced(Source& source, worker& self) {
  const std::shared_ptr<progress_pace> pace = make_progress_pace(self.team().values());
  return [&source, &self, pace] {
    const std::size_t queued = source.queued();
    if (queued == 0) { return false; }
    static_cast<void>(source.process(self, pace->items(queued)));
    return true;
  };
}

}  // namespace orujo
