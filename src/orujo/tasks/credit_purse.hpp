// What one worker holds of a join's count, so that counting tasks needs no synchronisation.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace orujo {

class join;

/// Credits of one join. Each stands for one task that could be counted; the join's count is the
/// number of tasks that are not done plus all credits in purses, so it is never too low. It belongs
/// to one worker, which gives its credits back whenever it has nothing else to do. Explored in
/// tests/tasks/explored_finish_test.cpp.
class credit_purse {
public:
  /// Counts one more task of `owner`.
  void spend(join& owner) {
    if (owner_ == &owner && credits_ > 0) {
      --credits_;
    } else {
      refill(owner);
    }
  }

  /// One task of `owner` is done.
  void earn(join& owner) {
    if (owner_ == &owner && credits_ < most) {
      ++credits_;
    } else {
      exchange_for(owner);
    }
  }

  /// Gives all credits back.
  void give_back() {
    if (credits_ > 0) { pay_out(); }
  }

  /// As give_back(), if they are those of `owner`.
  void give_back_to(const join& owner) {
    if (owner_ == &owner) { give_back(); }
  }

  [[nodiscard]] bool is_empty() const noexcept { return credits_ == 0; }

  /// So many credits it holds at most.
  static constexpr std::int64_t most = 256;

private:
  static constexpr std::int64_t batch = most / 4;

  void refill(join& owner);
  void exchange_for(join& owner);
  void pay_out();

  join* owner_ = nullptr;
  std::int64_t credits_ = 0;
};

}  // namespace orujo
