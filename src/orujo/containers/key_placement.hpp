// Which worker has the entry of a key, and in what kind of table.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "orujo/containers/home_table.hpp"
#include "orujo/containers/index_table.hpp"
#include "orujo/containers/key_form.hpp"
#include "orujo/containers/memory_meter.hpp"
#include "orujo/memory/home_divisor.hpp"

namespace orujo {

/// What a worker's table is made with.
struct table_place {
  std::uint64_t order;  ///< Differs from container to container.
  std::size_t homes;    ///< Workers of the team.
  std::size_t home;     ///< The number of this one.
  memory_bound bound;   ///< With the name of the container.
};

/// Entries lie where the hashes of their keys say.
template <container_key K, typename V, typename Hash>
class key_placement {
public:
  using table = home_table<K, V, Hash>;

  explicit key_placement(std::size_t homes) : homes_(homes) {}
  [[nodiscard]] static table make(const table_place& place) {
    return table(place.order, place.bound);
  }
  [[nodiscard]] static std::uint64_t hash(const sought_key<K>& what) noexcept {
    return hash_of<K, Hash>(what);
  }
  [[nodiscard]] std::size_t home(std::uint64_t hash) const noexcept {
    return home_of_hash(hash, homes_);
  }

private:
  std::size_t homes_;
};

/// Stands for a hash where keys are indices of a sequence, whose blocks are dealt to the workers in
/// turn.
struct by_index {};

template <typename V>
class key_placement<std::uint64_t, V, by_index> {
public:
  using table = index_table<V>;

  explicit key_placement(std::size_t homes) : divisor_(homes) {}
  [[nodiscard]] static table make(const table_place& place) {
    return table(home_divisor(place.homes), place.home, place.bound);
  }
  [[nodiscard]] static std::uint64_t hash(const sought_key<std::uint64_t>& what) noexcept {
    return what.key;
  }
  [[nodiscard]] std::size_t home(std::uint64_t index) const noexcept {
    if (index >= table::most_elements) { return 0; }
    return static_cast<std::size_t>(divisor_.slot_of(index, table::block_shift).home);
  }

private:
  home_divisor divisor_;
};

}  // namespace orujo
