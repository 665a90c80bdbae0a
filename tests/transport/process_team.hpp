// Makes teams whose ranks live in this process.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "orujo/transport/local_endpoint.hpp"
#include "orujo/transport/sim_endpoint.hpp"

namespace orujo::test {

/// The settings that a test changes, as "name=value".
[[nodiscard]] inline settings settings_with(const std::vector<std::string_view>& pairs) {
  settings values;
  for (const std::string_view pair : pairs) { values.assign_pair(pair, setting_source::option); }
  return values;
}

/// The ends of all ranks, and the board they share.
class process_team {
public:
  /// A `local` team.
  process_team(team_shape shape, const settings& values) {
    for (int r = 0; r < shape.ranks; ++r) {
      ranks_.push_back(
          std::make_unique<local_endpoint>(place_of(r, shape), values, failures_, ranks_));
    }
  }

  /// A `sim` team.
  process_team(team_shape shape, const settings& values, const sim_model& model) {
    for (int r = 0; r < shape.ranks; ++r) {
      ranks_.push_back(std::make_unique<sim_endpoint>(place_of(r, shape), values, failures_,
                                                      sim_network{ranks_, model}));
    }
  }

  [[nodiscard]] endpoint& operator[](std::size_t rank) { return *ranks_[rank]; }
  [[nodiscard]] const std::vector<std::unique_ptr<endpoint>>& ranks() const { return ranks_; }
  [[nodiscard]] failure_board& failures() { return failures_; }

private:
  static endpoint_place place_of(int rank, team_shape shape) {
    return {.rank = rank_id{rank},
            .size = shape.ranks,
            .workers = shape.workers,
            .threads_on_host = shape.ranks * shape.workers};
  }

  failure_board failures_;
  std::vector<std::unique_ptr<endpoint>> ranks_;
};

/// A parcel with `bytes` of messages from a worker's pools, for `worker`.
[[nodiscard]] inline parcel* make_parcel(endpoint& end, std::size_t bytes, int worker = 0) {
  parcel* const buffer = end.pools(0).allocate(bytes);
  buffer->label.bytes = static_cast<std::uint32_t>(bytes);
  buffer->label.worker = static_cast<std::uint16_t>(worker);
  return buffer;
}

}  // namespace orujo::test
