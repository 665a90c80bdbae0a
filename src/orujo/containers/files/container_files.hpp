// Containers as tables in files: CSV with a heading, a row for each entry.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "orujo/containers/bag.hpp"
#include "orujo/containers/disjoint_set.hpp"
#include "orujo/containers/files/cell_text.hpp"
#include "orujo/containers/files/row_indices.hpp"
#include "orujo/containers/files/row_input.hpp"
#include "orujo/containers/files/row_output.hpp"
#include "orujo/containers/hash_map.hpp"
#include "orujo/containers/queue.hpp"
#include "orujo/containers/vector.hpp"

namespace orujo {

/// Every function here: Call: collective; the program, outside epochs. Keys and values are numbers
/// or texts. Throws, on every rank: agreed_error, for wrong use where a text holds a line break,
/// for bad input where the file cannot be read or written.
///
/// write_container(container, path): writes all entries into one file, in no order. It appears
/// under its name when it is complete, packed if the name ends in .gz; where this throws, an older
/// one stays as it was. Cost: all rows travel to the first rank. Memory: the rows of its entries on
/// each rank, and a MiB on the first one.
///
/// read_container(container, path): reads what write_container() has written, or anybody else, with
/// the same heading; compressed or not. Errors name the file, line and column. Where this throws
/// the container is empty. Cost: each rank reads its part of the file, all workers at once.

namespace container_files {

/// The rows of each worker: `add(worker&, rows)` appends those of one.
template <typename Add>
std::vector<std::string> rows_of(rank_team& team, const Add& add) {
  std::vector<std::string> rows(static_cast<std::size_t>(team.num_workers()));
  // Not on_workers(): what a worker throws there would end the process.
  run_agreed(team, [&] {
    for (int w = 0; w < team.num_workers(); ++w) {
      add(team.worker_at(w), rows[static_cast<std::size_t>(w)]);
    }
  });
  return rows;
}

/// Reads into `container`, which is left empty if that fails.
template <typename Container>
void read_into(Container& container, const auto& read) {
  require_everywhere(container.size() == 0, "a container that is read from a file must be empty");
  container.clear();  // elements that are gone may have left something behind
  try {
    read();
  } catch (const agreed_error&) {
    container.clear();
    throw;
  }
}

}  // namespace container_files

/// A map: columns `key` and `value`; a set: `key` alone. Of rows with one key one stays.
template <cell_value K, typename V, typename Hash>
  requires(std::same_as<V, no_value> || cell_value<V>)
void write_container(hash_map<K, V, Hash>& map, const std::string& path) {
  const auto rows = container_files::rows_of(map.team(), [&](worker& self, std::string& all) {
    map.for_own(self, [&](const auto& key, const V& value) {
      append_value(all, key);
      if constexpr (cell_value<V>) {
        all += ',';
        append_value(all, value);
      }
      all += '\n';
    });
  });
  write_rows(map.team(), path, cell_value<V> ? "key,value\n" : "key\n", rows);
}
template <cell_value K, typename V, typename Hash>
  requires(std::same_as<V, no_value> || cell_value<V>)
void read_container(hash_map<K, V, Hash>& map, const std::string& path) {
  const auto take = [&](worker& self, std::span<const std::string_view> cells) {
    const K key = value_in<K>(cells[0]);
    if constexpr (cell_value<V>) {
      map.from(self).async_assign(key, value_in<V>(cells[1]));
    } else {
      map.from(self).async_insert(key);
    }
  };
  container_files::read_into(
      map, [&] { read_rows(map.team(), path, cell_value<V> ? "key,value" : "key", take); });
}

namespace container_files {

/// Writes the rows of elements: `for_each(worker&, take)` calls `take(index, value)`.
void write_elements(rank_team& team, const std::string& path, const auto& for_each) {
  const auto rows = rows_of(team, [&](worker& self, std::string& all) {
    for_each(self, [&](std::uint64_t index, const auto& value) {
      append_value(all, index);
      all += ',';
      append_value(all, value);
      all += '\n';
    });
  });
  write_rows(team, path, "index,value\n", rows);
}

/// Reads into a sequence.
template <typename Sequence>
void read_elements(Sequence& into, const std::string& path) {
  using value = typename Sequence::value_type;
  using row = std::pair<std::uint64_t, value>;
  bag<row> rows(into.team());
  const auto take = [&](worker& self, std::span<const std::string_view> cells) {
    row each{value_in<std::uint64_t>(cells[0]), value_in<value>(cells[1])};
    into.require_room_for(each.second);
    rows.insert(self, std::move(each));
  };
  read_into(into, [&] {
    read_rows(into.team(), path, "index,value", take);
    const std::uint64_t size = rows.size();
    rows.for_all([&](worker& self, row& each) {
      if (each.first < size) { into.put(self, each.first, each.second); }
    });
    if (into.size() != size) { refuse_indices(into.team(), path, size); }
    into.set_size(size);
  });
}

}  // namespace container_files

/// A vector: columns `index` and `value`. When it is read, there is a row for each index below
/// their number, in any order.
template <cell_value T>
void write_container(vector<T>& from, const std::string& path) {
  container_files::write_elements(
      from.team(), path, [&](worker& self, const auto& take) { from.for_own(self, take); });
}
template <cell_value T>
void read_container(vector<T>& into, const std::string& path) {
  container_files::read_elements(into, path);
}

/// A queue: the same, with the index 0 for what leaves first.
template <cell_value T>
void write_container(queue<T>& from, const std::string& path) {
  const std::uint64_t first = from.first_number();
  container_files::write_elements(from.team(), path, [&](worker& self, const auto& take) {
    from.for_own_numbers(
        self, [&](std::uint64_t number, const T& value) { take(number - first, value); });
  });
}
template <cell_value T>
void read_container(queue<T>& into, const std::string& path) {
  container_files::read_elements(into, path);
}

/// Disjoint sets: the columns `key`, and `least` of its set. Before they are written, each key
/// learns of it (find_all()); when they are read, the two of each row are united.
template <cell_value K, typename Hash>
void write_container(disjoint_set<K, Hash>& sets, const std::string& path) {
  sets.find_all();
  const auto rows = container_files::rows_of(sets.team(), [&](worker& self, std::string& all) {
    sets.for_own(self, [&](const auto& key, const auto& least) {
      append_value(all, key);
      all += ',';
      append_value(all, least);
      all += '\n';
    });
  });
  write_rows(sets.team(), path, "key,least\n", rows);
}
template <cell_value K, typename Hash>
void read_container(disjoint_set<K, Hash>& sets, const std::string& path) {
  container_files::read_into(sets, [&] {
    read_rows(sets.team(), path, "key,least",
              [&](worker& self, std::span<const std::string_view> cells) {
                sets.from(self).async_union(value_in<K>(cells[0]), value_in<K>(cells[1]));
              });
    sets.find_all();
  });
}

/// A bag: the column `item`. When it is read, items are at the workers that read them.
template <cell_value T>
void write_container(bag<T>& from, const std::string& path) {
  const auto rows = container_files::rows_of(from.team(), [&](worker& self, std::string& all) {
    for (const T& item : from.own(self)) {
      append_value(all, item);
      all += '\n';
    }
  });
  write_rows(from.team(), path, "item\n", rows);
}
template <cell_value T>
void read_container(bag<T>& into, const std::string& path) {
  container_files::read_into(into, [&] {
    read_rows(into.team(), path, "item",
              [&](worker& self, std::span<const std::string_view> cells) {
                into.insert(self, value_in<T>(cells[0]));
              });
  });
}

}  // namespace orujo
