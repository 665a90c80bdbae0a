// A set that is spread over all workers of a team.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "orujo/containers/hash_map.hpp"

namespace orujo {

/// Keys alone: a hash_map without values, whose insertions of one key are reduced before they
/// travel. `async_insert(key)`, `insert(key)`, `contains`, `erase` and all else are the map's;
/// bodies of for_all() take `(key)` or `(worker&, key)`.
template <container_key K, typename Hash = usual_hash<K>>
class hash_set : public hash_map<K, no_value, Hash> {
  using map = hash_map<K, no_value, Hash>;

public:
  using typename map::key_view;

  /// Opens an empty set. Call, throws: as a hash_map.
  explicit hash_set(rank_team& team, container_options options = {})
      : map(team, std::move(options)) {}

  [[nodiscard]] container_name<hash_set, map> name() const noexcept {
    return container_name<hash_set, map>(map::name().number());
  }

  template <typename Body>
  void for_all(Body&& body) {
    map::for_all([&](worker& self, key_view key, no_value& /*nothing*/) {
      if constexpr (std::invocable<Body&, worker&, key_view>) {
        body(self, key);
      } else {
        body(key);
      }
    });
  }
};

}  // namespace orujo
