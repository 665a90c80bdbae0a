// Numbers names while an input is read: a hash table that all workers of a rank fill at once.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <vector>

#include "orujo/base/huge_memory.hpp"

namespace orujo {

/// Gives each different name a number, which is the name's only in this table. Numbers are below
/// end(), and almost without gaps.
/// - Shards by hash, each with a lock of its own: workers that number many names at a time seldom
///   meet. Names are compared byte by byte.
/// - Memory: the names, each with 4 bytes, and 21 to 43 bytes for each in the table.
class name_table {
public:
  static constexpr std::size_t num_shards = 64;

  name_table() = default;
  name_table(const name_table&) = delete;
  name_table& operator=(const name_table&) = delete;

  /// Sets `numbers[i]` to the number of `names[i]`, a new one if the name is. Some thousand names
  /// at a time are fastest. Call: any worker, concurrently.
  void number(std::span<const std::string_view> names, std::span<std::uint64_t> numbers);

  /// Memory that is held. Call: any worker, concurrently.
  [[nodiscard]] std::uint64_t bytes() const noexcept {
    return bytes_.load(std::memory_order_relaxed);  // relaxed: a figure, nothing follows from it
  }

  /// How many names there are, and one more than the largest number. Call: nobody numbers names.
  [[nodiscard]] std::uint64_t size() const noexcept;
  [[nodiscard]] std::uint64_t end() const noexcept;

  /// Calls `take(name, number)` for each name of shard `index`. Names stay where they are as long
  /// as the table. Call: as size(); any worker.
  template <typename Take>
  void visit(std::size_t index, Take take) const {
    for (const slot& here : shards_[index].slots) {
      if (here.place != 0) { take(text_of(here), number_of(here.place - 1, index)); }
    }
  }

private:
  struct slot {
    std::uint32_t tag;    ///< Lower half of the name's hash.
    std::uint32_t place;  ///< 1 + the name's place in its shard; 0: empty.
    const char* name;     ///< Its length as an std::uint32_t, then its bytes.
  };

  /// Open addressing, at most three quarters full; slots are found by their tags.
  struct shard {
    std::mutex lock;  ///< Guards all else.
    huge_array<slot> slots;
    std::uint32_t names = 0;
    std::vector<std::unique_ptr<char[]>> blocks;  ///< Hold the names.
    char* free = nullptr;                         ///< In the last block.
    std::size_t free_bytes = 0;
  };

  struct batch;

  [[nodiscard]] static std::string_view text_of(const slot& here) noexcept;
  [[nodiscard]] static std::uint64_t number_of(std::uint64_t place, std::size_t index) noexcept {
    return place * num_shards + index;
  }

  void number_some(std::size_t of, const batch& names, std::span<const std::uint32_t> which);
  [[nodiscard]] std::uint32_t place_of(shard& in, std::size_t at, std::string_view name,
                                       std::uint32_t tag);
  void make_room(shard& in, std::size_t more);
  [[nodiscard]] const char* kept(shard& in, std::string_view name);

  std::array<shard, num_shards> shards_;
  std::atomic<std::uint64_t> bytes_{0};
};

}  // namespace orujo
