// Says that a loop goes over what a worker holds of a container.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

namespace orujo {

/// `is_read` is true as long as it lives, also where the loop ends by an exception.
class reading_mark {
public:
  explicit reading_mark(bool& is_read) noexcept
      : is_read_(is_read), before_(std::exchange(is_read, true)) {}
  reading_mark(const reading_mark&) = delete;
  reading_mark& operator=(const reading_mark&) = delete;
  ~reading_mark() { is_read_ = before_; }

private:
  bool& is_read_;
  bool before_;
};

}  // namespace orujo
