// What the ownership protocol sends: requests for elements, answers, releases.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

#include "orujo/activities/distributed/ownership_markers.hpp"

namespace orujo::activities {

/// To an owner. Tail: numbers of elements, of which all are to be marked, or none.
struct ownership_request {
  attempt_name who;
};

/// Back to the worker that asked. Tail: the values, in the order of the request; none if refused.
struct ownership_answer {
  std::uint32_t slot;
  std::uint32_t owner;
  std::uint32_t is_granted;
};

/// To an owner that has granted. Tail: numbers and values of those that were written, then numbers
/// of the others.
struct ownership_release {
  attempt_name who;
  std::uint64_t num_written;
};

/// Bytes behind a head: objects, one after the other.
class tail_bytes {
public:
  void clear() noexcept { bytes_.clear(); }
  template <typename T>
  void put(const T& object) {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::size_t at = bytes_.size();
    bytes_.resize(at + sizeof(T));
    std::memcpy(bytes_.data() + at, &object, sizeof(T));
  }
  [[nodiscard]] std::span<const std::byte> all() const noexcept { return bytes_; }

private:
  std::vector<std::byte> bytes_;
};

/// Takes the first object of `tail`, which then begins behind it.
template <typename T>
[[nodiscard]] T take_first(std::span<const std::byte>& tail) noexcept {
  static_assert(std::is_trivially_copyable_v<T>);
  T object;
  std::memcpy(&object, tail.data(), sizeof(T));
  tail = tail.subspan(sizeof(T));
  return object;
}

}  // namespace orujo::activities
