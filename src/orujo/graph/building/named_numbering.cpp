// Numbers names in the order of their bytes by a sample sort over the ranks (Frazer and McKellar
// 1970), as sparse_numbering does for ids: each rank gets a range of names, numbers those that
// appear, and answers the ranks that have them.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "orujo/base/huge_memory.hpp"
#include "orujo/base/prefetch.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/building/name_sorting.hpp"
#include "orujo/graph/building/vertex_numbering.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo::building {

namespace {

using name_list = std::vector<numbered_name>;
using letter = std::vector<std::byte>;

name_list names_in(const name_table& table, const ranked_bitmap* present) {
  name_list names;
  names.reserve(table.size());
  for (std::size_t shard = 0; shard < name_table::num_shards; ++shard) {
    table.visit(shard, [&](std::string_view name, std::uint64_t number) {
      if (present == nullptr || present->holds(number)) { names.push_back({name, number}); }
    });
  }
  return names;
}

/// Names first … last-1 of a list.
letter letter_of(const name_list& names, std::size_t first, std::size_t last) {
  vertex_names some;
  for (std::size_t i = first; i < last; ++i) { some.add(names[i].name); }
  return some.packed(0, some.size());
}

/// The first name of each rank's range but the first's, from a regular sample of all ranks' names.
std::vector<std::string> choose_splitters(rank_team& team, const name_list& names) {
  constexpr std::size_t samples_of_rank = 256;
  const std::size_t count = std::min(samples_of_rank, names.size());
  vertex_names sample;
  for (std::size_t i = 0; i < count; ++i) { sample.add(names[i * names.size() / count].name); }
  vertex_names all;
  for (const std::span<const std::byte> each :
       all_gather(team, std::span<const std::byte>(sample.packed(0, sample.size())))) {
    all.add_packed(each);
  }
  std::vector<std::string_view> sorted;
  for (std::size_t i = 0; i < all.size(); ++i) { sorted.push_back(all[i]); }
  std::sort(sorted.begin(), sorted.end());
  const auto ranks = static_cast<std::size_t>(team.size());
  std::vector<std::string> splitters;
  for (std::size_t r = 1; r < ranks; ++r) {
    splitters.emplace_back(sorted.empty() ? "" : sorted[r * sorted.size() / ranks]);
  }
  return splitters;
}

/// Where `names`, ascending, are cut at the splitters: the end of each rank's part.
std::vector<std::size_t> cut(const name_list& names, const std::vector<std::string>& splitters) {
  std::vector<std::size_t> ends;
  for (const std::string& splitter : splitters) {
    const auto end =
        std::partition_point(names.begin(), names.end(),
                             [&](const numbered_name& each) { return each.name < splitter; });
    ends.push_back(static_cast<std::size_t>(end - names.begin()));
  }
  ends.push_back(names.size());
  return ends;
}

/// Names of all ranks that lie in this rank's range.
class asked_names {
public:
  explicit asked_names(const std::vector<letter>& letters) {
    for (const letter& each : letters) {
      names_.add_packed(each);
      ends_.push_back(names_.size());
    }
  }

  /// Keeps each name once in `known`, ascending; returns for each letter the places of its names
  /// there.
  std::vector<std::vector<vertex_id>> sort_into(rank_team& team, vertex_names& known) {
    name_list list;
    list.reserve(names_.size());
    for (std::size_t i = 0; i < names_.size(); ++i) { list.push_back({names_[i], i}); }
    list = sorted_names(team, std::move(list));
    std::vector<vertex_id> places(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (i == 0 || list[i].name != list[i - 1].name) { known.add(list[i].name); }
      places[list[i].number] = known.size() - 1;
    }
    std::vector<std::vector<vertex_id>> of_letters;
    auto at = places.begin();
    for (const std::size_t end : ends_) {
      const auto last = places.begin() + static_cast<std::ptrdiff_t>(end);
      of_letters.emplace_back(at, last);
      at = last;
    }
    return of_letters;
  }

private:
  vertex_names names_;
  std::vector<std::size_t> ends_;  // of each letter's names
};

class named_numbering final : public vertex_numbering {
public:
  named_numbering(rank_team& team, const name_table& table, const ranked_bitmap* present)
      : numbers_(table.end()) {
    const name_list own = sorted_names(team, names_in(table, present));
    if (team.size() == 1) {
      number_alone(own);
    } else {
      number_together(team, own);
    }
    require_everywhere(vertices_ <= most_vertices,
                       "vertices have more than 2^32 different names; number them first");
  }

  [[nodiscard]] vertex_id num_vertices() const noexcept override { return vertices_; }
  void apply(std::span<input_edge> edges) const override { look_up(edges); }
  void apply(std::span<narrow_edge> edges) const override { look_up(edges); }

  [[nodiscard]] id_map ids(rank_team& team, const block_partition& partition) const override {
    return {partition.first(team.rank()), moved_names(team, known_, first_, partition)};
  }

private:
  static constexpr std::uint64_t most_vertices = std::uint64_t{1} << 32U;

  void number_alone(const name_list& own) {
    std::size_t bytes = 0;
    for (const numbered_name& each : own) { bytes += each.name.size(); }
    known_.reserve(own.size(), bytes);
    for (const numbered_name& each : own) {
      numbers_[each.number] = static_cast<std::uint32_t>(known_.size());
      known_.add(each.name);
    }
    vertices_ = known_.size();
  }

  void number_together(rank_team& team, const name_list& own) {
    const std::vector<std::size_t> ends = cut(own, choose_splitters(team, own));
    std::vector<letter> outgoing;
    std::size_t begin = 0;
    for (const std::size_t end : ends) {
      outgoing.push_back(letter_of(own, begin, end));
      begin = end;
    }
    std::vector<std::vector<vertex_id>> answers =
        asked_names(all_to_all_v(team, outgoing)).sort_into(team, known_);
    first_ = exclusive_scan(team, vertex_id{known_.size()});
    vertices_ = all_sum(team, vertex_id{known_.size()});
    std::size_t next = 0;
    for (auto& each : answers) {
      for (vertex_id& place : each) { place += first_; }
    }
    for (const auto& each : all_to_all_v(team, answers)) {  // by rank, as `own` was cut
      for (const vertex_id number : each) {
        numbers_[own[next++].number] = static_cast<std::uint32_t>(number);
      }
    }
  }

  template <typename Edge>
  void look_up(std::span<Edge> edges) const {
    constexpr std::size_t ahead = 16;
    for (std::size_t i = 0; i < edges.size(); ++i) {
      const Edge& coming = edges[std::min(i + ahead, edges.size() - 1)];
      prefetch_to_read(&numbers_[coming.source]);
      prefetch_to_read(&numbers_[coming.target]);
      edges[i].source = numbers_[edges[i].source];
      edges[i].target = numbers_[edges[i].target];
    }
  }

  huge_array<std::uint32_t> numbers_;  // by the numbers in this rank's table
  vertex_names known_;                 // the names of this rank's range
  vertex_id first_ = 0;                // the number of the first of them
  vertex_id vertices_ = 0;
};

}  // namespace

std::unique_ptr<vertex_numbering> number_named(rank_team& team, const name_table& names,
                                               const ranked_bitmap* present) {
  return std::make_unique<named_numbering>(team, names, present);
}

}  // namespace orujo::building
