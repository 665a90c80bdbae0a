// What both kinds of software transactions do with writes: they hold them back until the commit.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <type_traits>

#include "orujo/activities/mechanisms/redo_log.hpp"
#include "orujo/activities/mechanisms/words.hpp"

namespace orujo::activities {

/// The part of an access that writes.
class held_writes {
public:
  template <shared_word T>
  void write(T& place, std::type_identity_t<T> value) {
    writes_.write({&place, bits_in(value), sizeof(T)});
  }
  [[nodiscard]] std::size_t mark() noexcept { return writes_.mark(); }
  void return_to(std::size_t mark) { writes_.shrink(mark); }

protected:
  /// What the activity itself has written to `place`, if anything.
  template <shared_word T>
  [[nodiscard]] std::optional<T> own_value(const T& place) {
    if (const noted_word* const known = writes_.find(&place)) { return value_in<T>(known->bits); }
    return std::nullopt;
  }

  redo_log writes_;
};

}  // namespace orujo::activities
