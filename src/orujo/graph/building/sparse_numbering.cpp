// Numbers arbitrary 64-bit ids by a sample sort over the ranks (Frazer and McKellar 1970): each
// rank gets a range of ids, numbers those that appear, and answers the ranks that have them.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>
#include <vector>

#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/building/id_table.hpp"
#include "orujo/graph/building/vertex_numbering.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo::building {

namespace {

using id_list = std::vector<std::uint64_t>;
using id_lists = std::vector<id_list>;

void sort_unique(id_list& ids) {
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

/// Collects ids and now and then throws repetitions away, so that it stays small.
class id_collector {
public:
  void add(std::uint64_t id) {
    ids_.push_back(id);
    if (ids_.size() < limit_) { return; }
    sort_unique(ids_);
    limit_ = std::max(smallest_limit, 2 * ids_.size());
  }

  [[nodiscard]] id_list take() {
    sort_unique(ids_);
    return std::move(ids_);
  }

private:
  static constexpr std::size_t smallest_limit = std::size_t{1} << 17U;

  id_list ids_;
  std::size_t limit_ = smallest_limit;
};

/// Merges sorted lists in pairs, so that each id moves only log2(number of lists) times.
id_list merge_lists(id_lists lists) {
  while (lists.size() > 1) {
    id_lists merged;
    for (std::size_t i = 0; i + 1 < lists.size(); i += 2) {
      id_list& both = merged.emplace_back();
      both.reserve(lists[i].size() + lists[i + 1].size());
      std::set_union(lists[i].begin(), lists[i].end(), lists[i + 1].begin(), lists[i + 1].end(),
                     std::back_inserter(both));
      lists[i] = lists[i + 1] = {};
    }
    if (lists.size() % 2 == 1) { merged.push_back(std::move(lists.back())); }
    lists = std::move(merged);
  }
  return lists.empty() ? id_list{} : std::move(lists.front());
}

/// The ids that this rank has read, ascending.
id_list own_ids(rank_team& team, const edge_blocks& blocks) {
  id_lists lists(static_cast<std::size_t>(team.num_workers()));
  shared_loop loop(blocks.size(), 1);
  team.on_workers([&](worker& self) {
    id_collector collector;
    for (index_range part = loop.next(); !part.empty(); part = loop.next()) {
      blocks[part.first]->visit_edges([&](auto some) {
        for (const auto& edge : some) {
          collector.add(edge.source);
          collector.add(edge.target);
        }
      });
    }
    lists[static_cast<std::size_t>(self.index())] = collector.take();
  });
  return merge_lists(std::move(lists));
}

/// The first id of each rank's range but the first's, from a regular sample of all ranks' ids.
id_list choose_splitters(rank_team& team, const id_list& ids) {
  constexpr std::size_t samples_of_rank = 256;
  id_list sample;
  const std::size_t count = std::min(samples_of_rank, ids.size());
  for (std::size_t i = 0; i < count; ++i) { sample.push_back(ids[i * ids.size() / count]); }
  id_list all = all_gather(team, std::span<const std::uint64_t>(sample)).take_items();
  std::sort(all.begin(), all.end());
  const auto ranks = static_cast<std::size_t>(team.size());
  id_list splitters;
  for (std::size_t r = 1; r < ranks; ++r) { splitters.push_back(all[r * all.size() / ranks]); }
  return splitters;
}

/// `ids`, ascending, cut at the splitters.
id_lists cut(const id_list& ids, const id_list& splitters) {
  id_lists parts;
  auto from = ids.begin();
  for (const std::uint64_t splitter : splitters) {
    const auto to = std::lower_bound(from, ids.end(), splitter);
    parts.emplace_back(from, to);
    from = to;
  }
  parts.emplace_back(from, ids.end());
  return parts;
}

/// The numbers of `asked`, ascending ids that are all in `known`, whose numbers start with `first`.
std::vector<vertex_id> numbers_of(const id_list& asked, const id_list& known, vertex_id first) {
  std::vector<vertex_id> numbers;
  numbers.reserve(asked.size());
  auto at = known.begin();
  for (const std::uint64_t id : asked) {
    while (*at != id) { ++at; }
    numbers.push_back(first + static_cast<vertex_id>(at - known.begin()));
  }
  return numbers;
}

class sparse_numbering final : public vertex_numbering {
public:
  sparse_numbering(rank_team& team, const id_list& ids) : table_(ids.size()) {
    const id_lists outgoing = cut(ids, choose_splitters(team, ids));
    const id_lists asked = all_to_all_v(team, outgoing);
    known_ = merge_lists(asked);
    first_ = exclusive_scan(team, vertex_id{known_.size()});
    vertices_ = all_sum(team, vertex_id{known_.size()});
    std::vector<std::vector<vertex_id>> answers;
    for (const id_list& each : asked) { answers.push_back(numbers_of(each, known_, first_)); }
    const std::vector<std::vector<vertex_id>> numbers = all_to_all_v(team, answers);
    for (std::size_t r = 0; r < numbers.size(); ++r) {
      parallel_for(team, numbers[r].size(), 4096, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) { table_.insert(outgoing[r][i], numbers[r][i]); }
      });
    }
  }

  [[nodiscard]] vertex_id num_vertices() const noexcept override { return vertices_; }
  void apply(std::span<input_edge> edges) const override { look_up(edges); }
  void apply(std::span<narrow_edge> edges) const override { look_up(edges); }

  [[nodiscard]] id_map ids(rank_team& team, const block_partition& partition) const override {
    id_lists outgoing;
    for (const index_range& share : partition.shares_of(first_, known_.size())) {
      outgoing.emplace_back(known_.begin() + static_cast<std::ptrdiff_t>(share.first),
                            known_.begin() + static_cast<std::ptrdiff_t>(share.last));
    }
    id_list own;
    for (const id_list& each : all_to_all_v(team, outgoing)) {  // by rank, hence ascending
      own.insert(own.end(), each.begin(), each.end());
    }
    return {partition.first(team.rank()), std::move(own)};
  }

private:
  template <typename Edge>
  void look_up(std::span<Edge> edges) const {
    constexpr std::size_t ahead = 16;
    for (std::size_t i = 0; i < edges.size(); ++i) {
      const Edge& coming = edges[std::min(i + ahead, edges.size() - 1)];
      table_.prefetch(coming.source);
      table_.prefetch(coming.target);
      Edge& edge = edges[i];
      edge.source = static_cast<decltype(Edge::source)>(table_.number(edge.source));
      edge.target = static_cast<decltype(Edge::target)>(table_.number(edge.target));
    }
  }

  id_table table_;
  id_list known_;        // the ids of this rank's range
  vertex_id first_ = 0;  // the number of the first of them
  vertex_id vertices_ = 0;
};

}  // namespace

std::unique_ptr<vertex_numbering> number_sparse(rank_team& team, const edge_blocks& blocks) {
  return std::make_unique<sparse_numbering>(team, own_ids(team, blocks));
}

}  // namespace orujo::building
