// The ranks of a simulated team, as fibers of one thread.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "orujo/fibers/fiber.hpp"
#include "orujo/fibers/stack_pool.hpp"
#include "orujo/transport/virtual_time/virtual_clocks.hpp"

namespace orujo {

/// Runs one program for each rank, all on the thread that calls run(). A rank runs until it waits;
/// then the clocks say whose turn it is.
/// Memory: of each rank's stack the pages that it touches.
class virtual_ranks final : public rank_switch {
public:
  /// `clocks`, of all ranks, outlive it.
  virtual_ranks(virtual_clocks& clocks, int ranks);
  virtual_ranks(const virtual_ranks&) = delete;
  virtual_ranks& operator=(const virtual_ranks&) = delete;
  ~virtual_ranks();

  /// Runs `program(r)`, which throws nothing, for each rank r; returns when all have returned.
  void run(const std::function<void(rank_id)>& program);

  void run_others(rank_id self) override;

private:
  /// At the upper end of the rank's stack.
  class rank_fiber final : public fiber {
  public:
    template <entry Function>
    rank_fiber(const fiber_stack& stack, first<Function> function, virtual_ranks& owner)
        : fiber(stack, function), owner_(&owner) {}

    [[nodiscard]] virtual_ranks& owner() const noexcept { return *owner_; }

  private:
    virtual_ranks* owner_;
  };
  static_assert(sizeof(rank_fiber) <= control_bytes, "a control block is one cache line");

  static void first_function(fiber& self);
  [[nodiscard]] rank_fiber& fiber_of(rank_id rank) noexcept {
    return *fibers_[static_cast<std::size_t>(index_of(rank))];
  }

  virtual_clocks& clocks_;
  stack_pool stacks_;
  std::vector<rank_fiber*> fibers_;
  fiber caller_;
  const std::function<void(rank_id)>* program_ = nullptr;
  rank_id running_{};
  int left_ = 0;  // ranks whose program has not returned
};

}  // namespace orujo
