// The steps from a stream of edges to a graph.
//
// Edges between vertices that are known beforehand go straight to the ranks that own them; others
// are kept until all ids have been seen. The owner sorts what it gets roughly while it arrives
// (arc_store), and thoroughly, in a core's cache, when all of it is there (bucket_sorter).
//
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/builder.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/graph/building/arc_exchange.hpp"
#include "orujo/graph/building/assembly.hpp"
#include "orujo/graph/building/build_plan.hpp"
#include "orujo/graph/building/degree_histogram.hpp"
#include "orujo/graph/building/edge_buffer.hpp"
#include "orujo/graph/building/edge_reading.hpp"
#include "orujo/graph/building/edge_weights.hpp"
#include "orujo/graph/building/end_marking.hpp"
#include "orujo/graph/building/listed_vertices.hpp"
#include "orujo/graph/building/row_builder.hpp"
#include "orujo/graph/building/vertex_numbering.hpp"
#include "orujo/messaging/shared_host.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo {

namespace {

using namespace building;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

class graph_builder {
public:
  graph_builder(rank_team& team, const input_opener& open, const build_options& options)
      : team_(team), options_(options) {
    input_ = run_agreed(
        team, [&] { return open({.index = index_of(team.rank()), .count = team.size()}); });
    facts_ = input_->facts();
    names_ = input_->names();
    plan_ = run_agreed(team, [&] { return make_plan(facts_, options, team.size()); });
  }

  [[nodiscard]] csr_graph build() { return plan_.streamed ? build_streamed() : build_kept(); }

private:
  /// Edges are sent as they are read.
  csr_graph build_streamed() {
    numbering_ = number_consecutive(facts_.first_id, *facts_.declared_vertices);
    edges_ = facts_.declared_edges.value_or(16 * numbering_->num_vertices());
    // Decimal fractions need 64 bits as a rule, and whole numbers 32.
    require_build_memory(team_, plan_,
                         {.vertices = numbering_->num_vertices(),
                          .edges = edges_,
                          .weight_bytes = weight_bytes(plan_.weights == weight_kind::real)});
    partition_ = block_partition::even(numbering_->num_vertices(), team_.size());
    return exchange([this](auto& arcs) {
      return read([&](worker& self, edge_chunk& chunk) {
        numbering_->apply(chunk.edges);
        return keys_of_weights(chunk).visit([&](auto keys) {
          return arcs.send(self, std::span<const input_edge>(chunk.edges), keys);
        });
      });
    });
  }

  /// Edges are kept until it is known what the vertices are, and who owns them.
  csr_graph build_kept() {
    edge_buffer kept(team_.num_workers());
    auto listed = std::make_unique<listed_vertices>(team_.num_workers());
    const bool lists = options_.keep_isolated && !plan_.ids_known;
    std::atomic<std::uint64_t> allowed{std::uint64_t{64} << 20U};
    static_cast<void>(read([&](worker& self, edge_chunk& chunk) {
      keys_of_weights(chunk).visit([&](auto keys) {
        kept.add(self.index(), std::span<const input_edge>(chunk.edges), keys);
      });
      if (lists) { listed->add(self.index(), chunk.vertices); }
      foresee_memory(kept.bytes() + listed->bytes() + (names_ ? names_->bytes() : 0), allowed);
      return edge_counts{};
    }));
    numbering_ = number(kept.blocks(), listed->blocks());
    if (lists && !facts_.vertex_list.empty()) {
      const std::string remark = check_list(team_, *input_, *listed, *numbering_);
      if (!remark.empty()) { facts_.guesses.push_back(remark); }
      input_.reset();
    }
    listed.reset();
    require_build_memory(team_, plan_,
                         {.vertices = numbering_->num_vertices(),
                          .edges = edges_,
                          .weight_bytes = weight_bytes(has_wide_weights_.load())});
    renumber(kept);
    names_.reset();
    return exchange([&](auto& arcs) { return drain(kept, arcs); });
  }

  std::unique_ptr<vertex_numbering> number(edge_blocks edges, const edge_blocks& listed) {
    if (plan_.ids_known) { return number_consecutive(facts_.first_id, *facts_.declared_vertices); }
    if (names_ && options_.keep_isolated) { return number_named(team_, *names_); }
    if (names_) {
      ranked_bitmap present(names_->end());
      mark_ends(team_, edges, present);
      return number_named(team_, *names_, &present);
    }
    edges.insert(edges.end(), listed.begin(), listed.end());
    return number_present(team_, edges);
  }

  /// Reads all edges; returns what `consume` counted.
  template <typename Consume>
  edge_counts read(Consume consume) {
    std::vector<edge_counts> counts(static_cast<std::size_t>(team_.num_workers()));
    edges_ = read_edges(team_, *input_, options_.on_progress, [&](worker& self, edge_chunk& chunk) {
      check_declared(facts_, chunk.vertices);
      counts[static_cast<std::size_t>(self.index())].add(consume(self, chunk));
    });
    if (facts_.vertex_list.empty()) { input_.reset(); }
    choose_weight_type();
    seconds_load_ = seconds_since(start_);
    return sum_of(counts);
  }

  static edge_counts sum_of(const std::vector<edge_counts>& counts) {
    edge_counts sum;
    for (const edge_counts& each : counts) { sum.add(each); }
    return sum;
  }

  keyed_weights keys_of_weights(const edge_chunk& chunk) {
    if (!plan_.weights_travel) { return {}; }
    const bool given_whole = plan_.weights == weight_kind::integer && chunk.weights.empty();
    const std::size_t given = given_whole ? chunk.whole_weights.size() : chunk.weights.size();
    if (given != chunk.edges.size()) {
      throw input_error(
          fmt::format("{}: some edges have a weight and others have none", facts_.name));
    }
    keyed_weights keys = keys_of(chunk, plan_.weights);
    // relaxed: nothing else is concluded from it before all workers are joined
    if (!keys.wide.empty()) { has_wide_weights_.store(true, std::memory_order_relaxed); }
    return keys;
  }

  /// One weight that needs 64 bits, of any edge that was read, and all of the graph have so many.
  /// Sums may need them later. Call: collective.
  void choose_weight_type() {
    has_wide_weights_ = all_max(team_, has_wide_weights_.load() ? 1 : 0) > 0;
    if (!plan_.weights_travel) { return; }
    const bool wide = has_wide_weights_ || plan_.rows.parallel == parallel_edges::sum;
    plan_.rows.weights = weight_type_for(plan_.weights, wide ? 8 : 4);
  }

  [[nodiscard]] std::uint64_t weight_bytes(bool wide) const noexcept {
    return plan_.weights_travel ? (wide ? 8 : 4) : 0;
  }

  /// Nobody knows how long the input is: at every doubling there has to be room for another one.
  void foresee_memory(std::uint64_t held, std::atomic<std::uint64_t>& allowed) const {
    std::uint64_t limit = allowed.load(std::memory_order_relaxed);
    if (held <= limit || !allowed.compare_exchange_strong(limit, 2 * limit)) { return; }
    require_rank_memory(team_, limit, "the list of edges");
  }

  /// Numbers the vertices of `kept`, and shares them out among the ranks.
  void renumber(edge_buffer& kept) {
    const vertex_id vertices = numbering_->num_vertices();
    const bool by_edges = team_.size() > 1 && options_.balance == block_balance::edges;
    const auto ends = plan_.edges.reversed || plan_.edges.by_target
                          ? degree_histogram::ends::both
                          : degree_histogram::ends::source;
    degree_histogram degrees(by_edges ? vertices : 0, team_.num_workers());
    const std::vector<edge_buffer::block*> blocks = kept.blocks();
    shared_loop loop(blocks.size(), 1);
    first_error problem;
    team_.on_workers([&](worker& self) {
      try {
        for (index_range next = loop.next(); !next.empty(); next = loop.next()) {
          blocks[next.first]->visit_edges([&]<typename Edge>(std::span<Edge> edges) {
            numbering_->apply(edges);
            if (by_edges) { degrees.add(self.index(), std::span<const Edge>(edges), ends); }
          });
        }
      } catch (const error& why) { problem.keep(why); }
    });
    problem.agree(team_);
    partition_ = by_edges ? degrees.cut(team_) : block_partition::even(vertices, team_.size());
  }

  /// Sends the edges of `kept`, and frees them on the way.
  template <typename Exchange>
  edge_counts drain(edge_buffer& kept, Exchange& arcs) {
    std::vector<edge_counts> counts(static_cast<std::size_t>(team_.num_workers()));
    const std::vector<edge_buffer::block*> blocks = kept.blocks();
    shared_loop loop(blocks.size(), 1);
    run_epoch(team_, [&](worker& self) {
      for (index_range next = loop.next(); !next.empty(); next = loop.next()) {
        edge_buffer::block& block = *blocks[next.first];
        block.visit([&]<typename Edge>(std::span<Edge> edges, auto keys) {
          counts[static_cast<std::size_t>(self.index())].add(
              arcs.send(self, std::span<const Edge>(edges), keys));
        });
        block.release();
        team_.progress(self);
      }
    });
    return sum_of(counts);
  }

  /// Calls `send(exchange)` for the right kind of exchange, then makes rows of what has arrived.
  template <typename Send>
  csr_graph exchange(Send send) {
    run_agreed(team_, [this] { check_local_numbers(partition_.size(team_.rank()), 0); });
    const bool wide = needs_wide(options_, partition_.num_vertices());
    if (wide) {
      return plan_.weights_travel ? exchange_as<std::uint64_t, true>(send)
                                  : exchange_as<std::uint64_t, false>(send);
    }
    return plan_.weights_travel ? exchange_as<std::uint32_t, true>(send)
                                : exchange_as<std::uint32_t, false>(send);
  }

  template <typename Target, bool Weighted, typename Send>
  csr_graph exchange_as(Send send) {
    const vertex_id own = partition_.size(team_.rank());
    const std::uint64_t arcs = plan_.arcs_of(edges_) / static_cast<std::uint64_t>(team_.size());
    arc_exchange<Target, Weighted> exchange(team_, partition_, plan_.edges,
                                            choose_buckets(own, arcs, team_.num_workers()));
    const edge_counts sent = send(exchange);
    check_pairs(sent);
    finished_rows<Target> rows;
    rows.out = make_rows(exchange.out());
    check_sums(rows.out.counts);
    if (plan_.edges.by_target) { rows.in = make_rows(exchange.in()); }
    narrow_sums(rows);
    csr_parts parts;
    parts.facts = make_facts(sent, rows.out.counts);
    parts.partition = partition_;
    parts.ids = numbering_->ids(team_, partition_);
    add_rows(team_, parts, std::move(rows));
    parts.facts.seconds_load = seconds_load_;
    parts.facts.seconds_build = seconds_since(start_) - seconds_load_;
    return csr_graph(team_.rank(), std::move(parts));
  }

  template <typename Target, bool Weighted>
  built_rows<Target> make_rows(arc_store<Target, Weighted>& arcs) {
    const auto rows_by = [&]<typename Key>(std::type_identity<Key>) {
      return row_builder<Target, Key>(team_, arcs, plan_.rows).build();
    };
    if constexpr (Weighted) {
      return bytes_of(plan_.rows.weights) == 4 ? rows_by(std::type_identity<std::uint32_t>())
                                               : rows_by(std::type_identity<std::uint64_t>());
    } else {
      built_rows<Target> rows = rows_by(std::type_identity<no_key>());
      if (options_.weights.from == weight_origin::random) {
        draw_weights(team_, rows, numbering_of(partition_, team_.rank()), options_.weights);
      }
      return rows;
    }
  }

  /// Sums were made in 64 bits; often 32 hold them. In-edges have the same ones.
  template <typename Target>
  void narrow_sums(finished_rows<Target>& rows) {
    if (plan_.rows.parallel != parallel_edges::sum || has_wide_weights_) { return; }
    for (built_rows<Target>* each : {&rows.out, rows.in ? &*rows.in : nullptr}) {
      if (each == nullptr) { continue; }
      auto narrow = narrowed(team_, each->weights, each->counts.arcs);
      if (narrow) { each->weights = std::move(*narrow); }
    }
  }

  void check_pairs(const edge_counts& sent) {
    if (!plan_.edges.check_pairs || all_sum(team_, sent.pair_sum) == 0) { return; }
    throw agreed_error(exit_code::input,
                       fmt::format("{}: the format lists every undirected edge at both its ends, "
                                   "but here some are listed at one end only, or with another "
                                   "weight; read it with --directed, or repair it",
                                   facts_.name));
  }

  /// In-edges have the same sums.
  void check_sums(const row_counts& rows) {
    if (plan_.rows.parallel != parallel_edges::sum || all_sum(team_, rows.overflows) == 0) {
      return;
    }
    const bool whole = plan_.weights == weight_kind::integer;
    throw agreed_error(
        exit_code::input,
        fmt::format("{}: the weights of parallel edges are added, and a sum is too large for {}",
                    facts_.name,
                    whole ? "64 bits; read weights as real numbers with --weights real"
                          : "double precision; leave weights out with --weights none"));
  }

  graph_facts make_facts(const edge_counts& sent, const row_counts& rows) {
    const std::vector<std::uint64_t> own = {rows.arcs, rows.loops, rows.merged, rows.merged_loops,
                                            sent.loops_dropped};
    const auto sums = all_reduce(team_, own, std::plus<std::uint64_t>());
    const std::uint64_t per_edge = plan_.directed ? 1 : 2;
    return {.name = facts_.name,
            .recognised = facts_.recognised,
            .guesses = facts_.guesses,
            .num_vertices = partition_.num_vertices(),
            .num_arcs = sums[0],
            .num_edges = (sums[0] - sums[1]) / per_edge + sums[1],
            .directed = plan_.directed,
            .direction_assumed = !options_.directed && !facts_.directed,
            .weights = plan_.weights,
            .input_has_weights = facts_.has_weights || facts_.weights != weight_kind::none,
            .parallel = plan_.rows.parallel,
            .dropped_loops = sums[4],
            .dropped_duplicates = sums[2] / per_edge + sums[3]};
  }

  rank_team& team_;
  const build_options& options_;
  std::unique_ptr<edge_input> input_;
  input_facts facts_;
  std::shared_ptr<const name_table>
      names_;  ///< Of an input with names, until vertices are numbered.
  build_plan plan_;
  std::uint64_t edges_ = 0;  ///< Listed by the input, over all ranks; while it is read, declared.
  std::unique_ptr<vertex_numbering> numbering_;
  block_partition partition_;
  std::atomic<bool> has_wide_weights_{false};
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double seconds_load_ = 0;
};

}  // namespace

csr_graph build_graph(rank_team& team, const input_opener& open, const build_options& options) {
  return graph_builder(team, open, options).build();
}

}  // namespace orujo
