// Names of containers that send nothing.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "orujo/messaging/port.hpp"
#include "orujo/messaging/rank_team.hpp"

namespace orujo {

/// Gives a container a number, the same on every rank, by which tasks find it. Nothing is sent to
/// it.
class local_port final : public port {
public:
  /// Call: collective.
  local_port(rank_team& team, void* container) : team_(team), container_(container) {
    number_ = team.open_port(*this);
  }
  local_port(const local_port&) = delete;
  local_port& operator=(const local_port&) = delete;
  ~local_port() override { team_.close_port(number_); }

  void receive(worker& /*self*/, parcel& /*buffer*/) override {}

  [[nodiscard]] rank_team& team() const noexcept { return team_; }
  [[nodiscard]] std::uint32_t number() const noexcept { return number_; }
  [[nodiscard]] void* container() const noexcept { return container_; }

private:
  rank_team& team_;
  void* container_;
  std::uint32_t number_ = 0;
};

/// As container_name, of a container that has a local_port.
template <typename Container>
class local_container_name {
public:
  explicit local_container_name(const local_port& of) : number_(of.number()) {}

  /// The container on the calling worker's rank. Call: a task or a handler, while it is open.
  [[nodiscard]] Container& here() const noexcept {
    auto* const found = static_cast<local_port*>(this_worker().team().find_port(number_));
    return *static_cast<Container*>(found->container());
  }

private:
  std::uint32_t number_;
};

}  // namespace orujo
