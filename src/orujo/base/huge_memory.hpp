// Large arrays on huge pages, and the check that they will fit.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include "orujo/base/error.hpp"
#include "orujo/base/ids.hpp"

namespace orujo {

/// Raw bytes, zero, on a cache line. Large ones come from the operating system, on huge pages where
/// it grants them: untouched pages cost nothing, and the thread that first writes a page decides
/// where it lies. Less than 64 KiB come from the heap.
class huge_memory {
public:
  huge_memory() = default;

  /// Takes `bytes`. Throws: memory_error if the system refuses.
  explicit huge_memory(std::size_t bytes);

  huge_memory(huge_memory&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  huge_memory& operator=(huge_memory&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~huge_memory();

  [[nodiscard]] std::byte* data() const noexcept { return data_; }
  [[nodiscard]] std::size_t size() const noexcept { return bytes_; }

private:
  void take_from_heap(std::size_t bytes);

  std::byte* data_ = nullptr;
  std::size_t bytes_ = 0;
};

/// An array of plain values in huge_memory, all bytes zero at first; no reallocation, no copies.
template <typename T>
class huge_array {
  static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= cache_line_bytes);

public:
  huge_array() = default;
  explicit huge_array(std::size_t size) : memory_(size * sizeof(T)), size_(size) {}
  huge_array(huge_array&& other) noexcept
      : memory_(std::move(other.memory_)), size_(std::exchange(other.size_, 0)) {}
  huge_array& operator=(huge_array&& other) noexcept {
    memory_ = std::move(other.memory_);
    std::swap(size_, other.size_);
    return *this;
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  // The bytes are aligned to a cache line and T is trivially copyable, hence an implicit-lifetime
  // type.
  [[nodiscard]] T* data() noexcept { return reinterpret_cast<T*>(memory_.data()); }
  [[nodiscard]] const T* data() const noexcept {
    return reinterpret_cast<const T*>(memory_.data());
  }
  [[nodiscard]] T& operator[](std::size_t i) noexcept { return data()[i]; }
  [[nodiscard]] const T& operator[](std::size_t i) const noexcept { return data()[i]; }
  [[nodiscard]] T* begin() noexcept { return data(); }
  [[nodiscard]] T* end() noexcept { return data() + size_; }
  [[nodiscard]] const T* begin() const noexcept { return data(); }
  [[nodiscard]] const T* end() const noexcept { return data() + size_; }
  [[nodiscard]] std::span<T> span() noexcept { return {data(), size_}; }
  [[nodiscard]] std::span<const T> span() const noexcept { return {data(), size_}; }

private:
  huge_memory memory_;
  std::size_t size_ = 0;
};

/// Memory that this process can still take without swapping, in bytes.
[[nodiscard]] std::uint64_t available_memory_bytes();

/// Throws memory_error, naming `what` and the estimate, if `bytes` will not fit.
/// `limit_bytes` 0 means what is available now.
void require_memory(std::uint64_t bytes, std::string_view what, std::uint64_t limit_bytes = 0);

}  // namespace orujo
