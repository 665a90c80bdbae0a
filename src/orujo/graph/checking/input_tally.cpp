// Reads an input, and merges its edges where their hashes lead them.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/checking/input_tally.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "orujo/base/huge_memory.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/graph/building/edge_reading.hpp"
#include "orujo/graph/checking/vertex_tokens.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo::checking {

namespace {

/// An edge on its way to the worker that merges it.
template <bool Weighted>
struct listed_edge {
  std::uint64_t source;
  std::uint64_t target;
  std::uint64_t key;
};
template <>
struct listed_edge<false> {
  std::uint64_t source;
  std::uint64_t target;
};

template <bool Weighted>
token_arc arc_of(const listed_edge<Weighted>& edge) noexcept {
  if constexpr (Weighted) {
    return {edge.source, edge.target, edge.key};
  } else {
    return {edge.source, edge.target, 0};
  }
}

template <bool Weighted>
bool comes_first(const listed_edge<Weighted>& a, const listed_edge<Weighted>& b) noexcept {
  const token_arc x = arc_of(a);
  const token_arc y = arc_of(b);
  return std::tie(x.source, x.target, x.key) < std::tie(y.source, y.target, y.key);
}

template <typename Number>
std::uint64_t sum_of_keys(std::span<const listed_edge<true>> sorted) noexcept {
  Number sum{0};
  for (const listed_edge<true>& each : sorted) { sum += weight_of_key<Number>(each.key); }
  return key_of<Number>(sum + Number{0});  // -0 becomes 0
}

/// The key of what stays of edges with the same ends; reals are added from the least on.
std::uint64_t key_that_stays(std::span<const listed_edge<true>> sorted,
                             const stated_rules& rules) noexcept {
  if (rules.parallel == parallel_edges::greatest) { return sorted.back().key; }
  if (rules.parallel != parallel_edges::sum || sorted.size() == 1) { return sorted.front().key; }
  return rules.weights == weight_kind::real ? sum_of_keys<double>(sorted)
                                            : sum_of_keys<std::int64_t>(sorted);
}

/// Different numbers, kept in little more memory than they need.
class number_set {
public:
  void add(std::uint64_t number) {
    if (numbers_.size() == tidy_at_) { tidy(); }
    numbers_.push_back(number);
  }

  /// Each once.
  [[nodiscard]] const std::vector<std::uint64_t>& all() {
    tidy();
    return numbers_;
  }

private:
  void tidy() {
    std::sort(numbers_.begin(), numbers_.end());
    numbers_.erase(std::unique(numbers_.begin(), numbers_.end()), numbers_.end());
    tidy_at_ = std::max<std::size_t>(1 << 14, 2 * numbers_.size());
  }

  std::vector<std::uint64_t> numbers_;
  std::size_t tidy_at_ = 1 << 14;
};

/// Knows some of the numbers that it was asked for last.
class recent_numbers {
public:
  recent_numbers() { last_[0] = 1; }  // no place may begin with a number that belongs there

  /// Whether `number` is known to have come before.
  [[nodiscard]] bool knows(std::uint64_t number) noexcept {
    return std::exchange(last_[number % last_.size()], number) == number;
  }

private:
  std::array<std::uint64_t, 1024> last_{};
};

template <bool Weighted>
class input_tallier {
  using edge_type = listed_edge<Weighted>;

public:
  /// Call: collective.
  input_tallier(rank_team& team, edge_input& input, const stated_rules& rules,
                const expected_input& expected)
      : team_(team),
        input_(input),
        rules_(rules),
        merges_(expected.merges),
        watch_(expected.watch),
        lanes_(static_cast<std::size_t>(team.num_workers())),
        vertices_(team, vertex_receiver{this}, {.how = deliver::home, .name = "vertices"}),
        edges_(team, edge_receiver{this}, {.how = deliver::home, .name = "edges to compare"}) {
    if (merges_) {
      run_agreed(team, [&] { make_room(expected.listed_edges); });
    }
  }

  /// Call: collective.
  edge_tally run() {
    names_ = input_.names();
    building::read_edges(team_, input_, watch_, [this](worker& self, edge_chunk& chunk) {
      if (names_) {
        lane_of(self).kept.push_back(std::move(chunk));
      } else {
        take(self, chunk, [](std::uint64_t id) { return id; });
      }
    });
    if (names_) { take_named(); }
    team_.on_workers([this](worker& self) { finish(lane_of(self)); });
    edge_tally sum;
    for (const lane& each : lanes_) { sum = sum + each.found; }
    sum = all_sum(team_, sum);
    return sum;
  }

private:
  struct alignas(cache_line_bytes) lane {
    edge_tally found;
    std::vector<edge_type> edges;  // this worker merges them
    number_set vertices;           // mixed tokens; this worker counts them
    recent_numbers told;
    std::vector<edge_chunk> kept;  // until the names are known
  };

  struct vertex_receiver {
    input_tallier* owner;
    void operator()(worker& self, const std::uint64_t& mixed) const {
      owner->lane_of(self).vertices.add(mixed);
    }
  };
  struct edge_receiver {
    input_tallier* owner;
    void operator()(worker& self, const edge_type& edge) const {
      owner->lane_of(self).edges.push_back(edge);
    }
  };

  [[nodiscard]] lane& lane_of(const worker& self) noexcept {
    return lanes_[static_cast<std::size_t>(self.index())];
  }

  [[nodiscard]] std::size_t home_of(std::uint64_t mark) const noexcept {
    const auto homes = static_cast<std::uint64_t>(team_.size()) * lanes_.size();
    return static_cast<std::size_t>((mark >> 16U) % homes);
  }

  /// For an even share and a little more, so that handlers seldom need memory.
  void make_room(std::uint64_t listed_edges) {
    const std::uint64_t homes = static_cast<std::uint64_t>(team_.size()) * lanes_.size();
    const std::uint64_t share = listed_edges / homes;
    for (lane& each : lanes_) { each.edges.reserve(share + share / 8 + 64); }
  }

  /// Numbers of a rank's names mean something once all of them are known.
  void take_named() {
    auto tokens = run_agreed(team_, [&] { return huge_array<std::uint64_t>(names_->end()); });
    parallel_for(team_, name_table::num_shards, 1, [&](std::size_t first, std::size_t last) {
      for (std::size_t shard = first; shard < last; ++shard) {
        names_->visit(shard, [&](std::string_view name, std::uint64_t number) {
          tokens[number] = token_of_name(name);
        });
      }
    });
    run_epoch(team_, [&](worker& self) {
      for (edge_chunk& chunk : std::exchange(lane_of(self).kept, {})) {
        take(self, chunk, [&](std::uint64_t number) { return tokens[number]; });
        chunk = {};
        team_.progress(self);
      }
    });
  }

  template <typename TokenOf>
  void take(worker& self, const edge_chunk& chunk, TokenOf token_of) {
    check_weights(chunk);
    lane& mine = lane_of(self);
    for (std::size_t i = 0; i < chunk.edges.size(); ++i) {
      const std::uint64_t source = token_of(chunk.edges[i].source);
      const std::uint64_t target = token_of(chunk.edges[i].target);
      tell_vertex(self, mine, source);
      tell_vertex(self, mine, target);
      if (source == target && !rules_.keep_loops) {
        ++mine.found.dropped_loops;
        continue;
      }
      take_edge(self, mine, {source, target, key_at(chunk, i)});
    }
    if (!rules_.listed_vertices) { return; }
    for (const std::uint64_t each : chunk.vertices) { tell_vertex(self, mine, token_of(each)); }
  }

  void check_weights(const edge_chunk& chunk) const {
    const std::size_t given = std::max(chunk.weights.size(), chunk.whole_weights.size());
    if (!Weighted || given == chunk.edges.size()) { return; }
    throw input_error(
        fmt::format("{}: some edges have a weight and others have none", input_.facts().name));
  }

  [[nodiscard]] std::uint64_t key_at(const edge_chunk& chunk, std::size_t i) const {
    if constexpr (!Weighted) { return 0; }
    if (rules_.weights == weight_kind::real) { return key_of<double>(chunk.weights[i] + 0.0); }
    return key_of<std::int64_t>(chunk.weights.empty()
                                    ? chunk.whole_weights[i]
                                    : static_cast<std::int64_t>(chunk.weights[i]));
  }

  void tell_vertex(worker& self, lane& mine, std::uint64_t token) {
    if (rules_.vertices_known) { return; }
    const std::uint64_t mixed = mix64(token);
    if (!mine.told.knows(mixed)) { vertices_.send_home(self, home_of(mixed), mixed); }
  }

  void take_edge(worker& self, lane& mine, token_arc arc) {
    if (!merges_) { return add_edge(mine, arc); }
    if (rules_.both_ways && arc.target < arc.source) { std::swap(arc.source, arc.target); }
    edge_type edge{};
    edge.source = arc.source;
    edge.target = arc.target;
    if constexpr (Weighted) { edge.key = arc.key; }
    edges_.send_home(self, home_of(mark_of_ends(arc)), edge);
  }

  void add_edge(lane& mine, const token_arc& arc) const {
    double weight = 0;
    if constexpr (Weighted) {
      weight = rules_.weights == weight_kind::real
                   ? weight_of_key<double>(arc.key)
                   : static_cast<double>(weight_of_key<std::int64_t>(arc.key));
    }
    mine.found.add(arc, weight);
    if (rules_.both_ways && arc.source != arc.target) {
      mine.found.add({arc.target, arc.source, arc.key}, weight);
    }
  }

  /// Counts the vertices and merges the edges of which a worker is the home.
  void finish(lane& mine) const {
    mine.found.vertices = mine.vertices.all().size();
    for (const std::uint64_t mixed : mine.vertices.all()) { mine.found.vertex_marks += mixed; }
    std::sort(mine.edges.begin(), mine.edges.end(), comes_first<Weighted>);
    for (std::size_t first = 0; first < mine.edges.size();) {
      std::size_t last = first + 1;
      while (last < mine.edges.size() && mine.edges[last].source == mine.edges[first].source &&
             mine.edges[last].target == mine.edges[first].target) {
        ++last;
      }
      add_merged(mine, std::span(mine.edges).subspan(first, last - first));
      first = last;
    }
  }

  void add_merged(lane& mine, std::span<const edge_type> same) const {
    token_arc arc = arc_of(same.front());
    if constexpr (Weighted) { arc.key = key_that_stays(same, rules_); }
    add_edge(mine, arc);
    const bool loop = arc.source == arc.target;
    const std::uint64_t arcs = rules_.both_ways && !loop ? 2 : 1;
    mine.found.merged_arcs += (same.size() - 1) * arcs;
    mine.found.merged_loops += loop ? same.size() - 1 : 0;
  }

  rank_team& team_;
  edge_input& input_;
  const stated_rules& rules_;
  bool merges_;
  const reading_watch& watch_;
  std::shared_ptr<const name_table> names_;
  std::vector<lane> lanes_;
  channel<std::uint64_t, vertex_receiver> vertices_;
  channel<edge_type, edge_receiver> edges_;
};

/// The vertices from the first id on; each rank has its share of them. Call: collective.
edge_tally declared_vertices(rank_team& team, const input_facts& facts) {
  edge_tally found;
  const index_range mine = even_share(*facts.declared_vertices, index_of(team.rank()), team.size());
  for (std::uint64_t i = mine.first; i < mine.last; ++i) { found.add_vertex(facts.first_id + i); }
  return all_sum(team, found);
}

}  // namespace

stated_rules rules_of(const input_facts& facts, const build_options& options) {
  stated_rules rules;
  rules.directed = options.directed.value_or(facts.directed.value_or(true));
  rules.both_ways = !rules.directed && !facts.both_directions_listed;
  rules.vertices_known = facts.declared_vertices.has_value() && options.keep_isolated;
  rules.listed_vertices = options.keep_isolated;
  rules.keep_loops = options.keep_self_loops;
  rules.weights_read = options.weights.from == weight_origin::input &&  //
                       facts.weights != weight_kind::none;
  if (rules.weights_read) { rules.weights = facts.weights; }
  if (options.weights.from == weight_origin::random) { rules.weights = weight_kind::integer; }
  const bool rule_counts = rules.weights_read || options.parallel == parallel_edges::kept;
  if (rule_counts) { rules.parallel = options.parallel; }
  return rules;
}

edge_tally tally_of_input(rank_team& team, edge_input& input, const stated_rules& rules,
                          const expected_input& expected) {
  const input_facts facts = input.facts();
  const edge_tally edges = rules.weights_read
                               ? input_tallier<true>(team, input, rules, expected).run()
                               : input_tallier<false>(team, input, rules, expected).run();
  return rules.vertices_known ? edges + declared_vertices(team, facts) : edges;
}

std::uint64_t bytes_of_tally(const expected_input& expected, const stated_rules& rules,
                             int ranks) noexcept {
  const std::uint64_t edge_bytes = rules.weights_read ? 24 : 16;
  const std::uint64_t merged = expected.merges ? edge_bytes * 5 / 4 : 0;
  const std::uint64_t named = expected.name_bytes > 0 ? edge_bytes : 0;
  const std::uint64_t counted = rules.vertices_known ? 0 : 24;
  const std::uint64_t shared =
      expected.listed_edges * (merged + named) + expected.vertices * counted;
  // Each rank may have to know all names, and some numbers for each.
  const std::uint64_t names =
      expected.name_bytes > 0 ? expected.name_bytes + 56 * expected.vertices : 0;
  return shared / static_cast<std::uint64_t>(ranks) + names;
}

}  // namespace orujo::checking
