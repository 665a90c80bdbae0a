// What ranks agree on as an epoch ends, without a collective of its own.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <utility>

#include "orujo/messaging/message_buffers.hpp"

namespace orujo {

/// Room for what one rank says.
using note_bytes = std::array<std::byte, 32>;

/// A few bytes of each rank, which travel with the counts that end an epoch, and come to every rank
/// combined. The calls of one rank exclude each other.
class closing_note {
public:
  /// What this rank says. It is asked again and again, and what it says last counts: by then all
  /// that the workers did in the epoch before they called try_end() is visible. Call: any worker.
  [[nodiscard]] virtual note_bytes read() = 0;

  /// Combines `other`, which is of higher ranks, into `sum`.
  virtual void add(note_bytes& sum, const note_bytes& other) const = 0;

  /// The epoch has ended, and `all` is what all ranks said. The order of combination depends on P
  /// only.
  virtual void end(const note_bytes& all) = 0;

protected:
  ~closing_note() = default;
};

/// A closing note of a plain value: `read()` returns that of this rank, `combine(a, b)` is
/// associative and commutative.
template <message T, typename Read, typename Combine>
class closing_value final : public closing_note {
public:
  closing_value(Read read, Combine combine)
      : read_(std::move(read)), combine_(std::move(combine)) {}

  /// The value of all ranks, once the epoch has ended.
  [[nodiscard]] const T& value() const noexcept { return value_; }

  [[nodiscard]] note_bytes read() override { return to_note(read_()); }
  void add(note_bytes& sum, const note_bytes& other) const override {
    sum = to_note(combine_(from_note(sum), from_note(other)));
  }
  void end(const note_bytes& all) override { value_ = from_note(all); }

private:
  static_assert(sizeof(T) <= sizeof(note_bytes), "a closing note has room for a few words");

  [[nodiscard]] static note_bytes to_note(const T& value) noexcept {
    note_bytes bytes{};
    std::memcpy(bytes.data(), &value, sizeof value);
    return bytes;
  }
  [[nodiscard]] static T from_note(const note_bytes& bytes) noexcept {
    T value;
    std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  }

  Read read_;
  Combine combine_;
  T value_{};
};

template <message T, typename Read, typename Combine>
[[nodiscard]] closing_value<T, Read, Combine> make_closing_value(Read read, Combine combine) {
  return {std::move(read), std::move(combine)};
}

}  // namespace orujo
