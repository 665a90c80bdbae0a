// Which worker holds what, and which segments are free.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/memory/global_memory.hpp"

#include "orujo/base/error.hpp"
#include "orujo/tasks/closure_table.hpp"

namespace orujo {

namespace {

channel_options awaited_messages(const rank_team& team, const char* name) {
  return {.how = deliver::home, .name = name, .policy = [&values = team.values()] {
            return make_flush_policy(values, true);
          }};
}

}  // namespace

global_memory::global_memory(rank_team& team)
    : team_(team),
      requests_(team, {}, awaited_messages(team, "delegates")),
      answers_(team, {}, awaited_messages(team, "answers of delegates")) {
  require(memory_of(team.worker_at(0)) == nullptr, "global_memory: this team has one already");
  require(requests_.capacity() > units_for(2 * travelling_bytes),
          "global_memory: a parcel cannot hold one delegate; raise parcel_bytes");
  for (int w = 0; w < team.num_workers(); ++w) {
    worker& each = team.worker_at(w);
    homes_.push_back(
        std::make_unique<home_memory>(*this, each, home_memory::outlets{requests_, answers_}));
    each.keep_for(upper_layer::memory, homes_.back().get());
  }
}

global_memory::~global_memory() {
  for (const auto& each : homes_) { each->self().keep_for(upper_layer::memory, nullptr); }
}

segment_id global_memory::take_segment() {
  if (next_segment_ < num_segments) {
    return segment_id{static_cast<std::uint32_t>(next_segment_++)};
  }
  if (free_segments_.empty()) { return address_space; }
  const segment_id taken = free_segments_.front();
  free_segments_.pop_front();
  return taken;
}

void global_memory::give_segment(segment_id segment) { free_segments_.push_back(segment); }

}  // namespace orujo
