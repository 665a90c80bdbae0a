// Finds the greatest of each rank, then the greatest of those.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/traversal/ranked_values.hpp"

#include <algorithm>

#include "orujo/epochs/collectives.hpp"

namespace orujo {

namespace {

bool stands_before(const ranked_value& a, const ranked_value& b) {
  if (a.value != b.value) { return a.value > b.value; }
  return a.id != b.id ? a.id < b.id : a.second < b.second;
}

}  // namespace

void greatest_values::offer(const ranked_value& value) {
  if (heap_.size() == count_) {
    if (count_ == 0 || !stands_before(value, heap_.front())) { return; }
    std::pop_heap(heap_.begin(), heap_.end(), stands_before);
    heap_.pop_back();
  }
  heap_.push_back(value);
  std::push_heap(heap_.begin(), heap_.end(), stands_before);
}

std::vector<ranked_value> greatest_values::in_order() && {
  std::sort_heap(heap_.begin(), heap_.end(), stands_before);
  return std::move(heap_);
}

std::vector<ranked_value> greatest_of_team(rank_team& team, greatest_values of_rank,
                                           std::uint64_t count) {
  const std::vector<ranked_value> mine = std::move(of_rank).in_order();
  greatest_values of_team(count);
  for (const auto& of_other : all_gather(team, std::span<const ranked_value>(mine))) {
    for (const ranked_value& each : of_other) { of_team.offer(each); }
  }
  return std::move(of_team).in_order();
}

std::vector<vertex_id> vertices_of(std::span<const ranked_value> ranking) {
  std::vector<vertex_id> vertices;
  for (const ranked_value& each : ranking) { vertices.push_back(each.id); }
  return vertices;
}

}  // namespace orujo
