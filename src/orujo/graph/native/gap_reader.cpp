// Copies rows from .sg and .wsg files, and checks on the way that they are those of a simple graph.
//
// The check reads each entry once, while it is in the cache: rows ascend strictly, no entry is a
// loop or leads outside, and the sums of all arcs forwards and backwards agree (pair_trace.hpp).
//
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/native/gap_reader.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/agreed_loop.hpp"
#include "orujo/graph/building/assembly.hpp"
#include "orujo/graph/building/build_plan.hpp"
#include "orujo/graph/building/edge_weights.hpp"
#include "orujo/graph/building/pair_trace.hpp"
#include "orujo/graph/building/row_blocks.hpp"
#include "orujo/graph/building/stored_rows.hpp"
#include "orujo/graph/io/gap_format.hpp"
#include "orujo/graph/io/random_access_file.hpp"
#include "orujo/messaging/shared_host.hpp"

namespace orujo::native {

namespace {

using building::built_rows;
using building::target_numbering;
using io::gap_header;
using clock_type = std::chrono::steady_clock;

double seconds_since(clock_type::time_point start) {
  return std::chrono::duration<double>(clock_type::now() - start).count();
}

/// What some rows add up to; zero of each kind says nothing.
struct row_sums {
  std::uint64_t forwards = 0;
  std::uint64_t backwards = 0;
  bool regular = true;  ///< Strictly ascending, without loops, inside the graph, weights >= 0.
};

using rows_of_file = built_rows<local_vertex>;

class gap_reader {
public:
  gap_reader(rank_team& team, const std::string& path, const build_options& options)
      : team_(team), options_(options) {
    file_ = run_agreed(team, [&] { return std::make_unique<io::random_access_file>(path); });
    run_agreed(team, [this] { read_header(); });
  }

  [[nodiscard]] std::optional<csr_graph> read() {
    if (!suits()) { return std::nullopt; }
    parts_.partition = building::partition_stored(team_, options_.balance,
                                                  {header_.vertices, header_.listed_edges},
                                                  [this](vertex_id v) { return offset_at(v); });
    run_agreed(team_, [this] { check_memory(); });
    building::finished_rows<local_vertex> rows;
    std::optional<rows_of_file> out = load(io::gap_header_bytes);
    if (!out) { return std::nullopt; }
    rows.out = std::move(*out);
    if (header_.directed && options_.in_edges) {
      rows.in = load(io::gap_header_bytes + io::gap_lists_bytes(header_, stored_weights_));
      if (!rows.in) { return std::nullopt; }
    }
    if (!paired(rows.in.has_value())) { return std::nullopt; }
    return finish(std::move(rows));
  }

private:
  void read_header() {
    std::array<std::byte, io::gap_header_bytes> bytes{};
    if (file_->bytes() < bytes.size()) { return; }
    file_->read(bytes, 0);
    constexpr std::uint64_t largest = std::uint64_t{1} << 48U;
    const gap_header header = io::read_gap_header(bytes);
    if (header.vertices > largest || header.listed_edges > largest) { return; }
    stored_weights_ = file_->bytes() == io::gap_bytes_of(header, true);
    whole_ = header.listed_edges > 0 && file_->bytes() == io::gap_bytes_of(header, stored_weights_);
    header_ = header;
    weighted_ = stored_weights_ && options_.weights.from == weight_origin::input;
  }

  /// Whether the file's rows can be those that the options ask for.
  [[nodiscard]] bool suits() const noexcept {
    return whole_ && options_.directed.value_or(header_.directed) == header_.directed &&
           options_.keep_isolated && !options_.wide_ids;
  }

  [[nodiscard]] target_numbering own() const {
    return building::numbering_of(parts_.partition, team_.rank());
  }

  [[nodiscard]] std::uint64_t offset_at(vertex_id v) const {
    std::uint64_t offset = 0;
    file_->read(std::as_writable_bytes(std::span(&offset, 1)), io::gap_header_bytes + v * 8);
    return offset;
  }

  void check_memory() const {
    building::check_local_numbers(own().size, 0);
    const auto ranks = static_cast<std::uint64_t>(team_.size());
    // Ghosts and their mirrors, and the largest imbalance that is usual.
    require_rank_memory(team_, file_->bytes() / ranks * (ranks > 1 ? 2 : 1), "the graph");
  }

  /// This rank's rows of the lists that begin at byte `begin`; empty if one of any rank's is
  /// irregular. Call: collective.
  std::optional<rows_of_file> load(std::uint64_t begin) {
    rows_of_file rows;
    rows.offsets = huge_array<std::uint64_t>(own().size + 1);
    first_error problem;
    run_kept(problem, [&] {
      file_->read(std::as_writable_bytes(rows.offsets.span()), begin + own().first * 8);
    });
    problem.agree(team_);
    if (all_sum(team_, offsets_rise(rows.offsets.span()) ? 0U : 1U) > 0) { return std::nullopt; }

    const std::uint64_t base = rows.offsets[0];
    for (std::uint64_t& offset : rows.offsets) { offset -= base; }
    rows.counts.arcs = rows.offsets[own().size];
    rows.targets = huge_array<local_vertex>(rows.counts.arcs);
    if (weighted_) { rows.weights = weight_array(weight_type::whole32, rows.counts.arcs); }
    const std::uint64_t entries = begin + (header_.vertices + 1) * 8;
    return copy_rows(rows, entries + base * io::gap_entry_bytes(stored_weights_))
               ? std::optional(std::move(rows))
               : std::nullopt;
  }

  [[nodiscard]] bool offsets_rise(std::span<const std::uint64_t> offsets) const noexcept {
    const bool ends_fit =
        offsets.back() <= header_.listed_edges && (own().first > 0 || offsets.front() == 0) &&
        (own().first + own().size < header_.vertices || offsets.back() == header_.listed_edges);
    return ends_fit && std::is_sorted(offsets.begin(), offsets.end());
  }

  /// Copies the entries of `rows`, which begin at byte `begin`, and looks at them. False if one of
  /// any rank's rows is irregular. Call: collective.
  bool copy_rows(rows_of_file& rows, std::uint64_t begin) {
    constexpr std::uint64_t block_arcs = std::uint64_t{1} << 16U;
    const adjacency view = {
        .offsets = rows.offsets.span(), .targets = {}, .weights = {}, .storage = nullptr};
    const std::vector<index_range> blocks = row_blocks(view, block_arcs);
    std::atomic<std::uint64_t> forwards{0};
    std::atomic<std::uint64_t> backwards{0};
    std::atomic<bool> regular{true};
    agreed_for(team_, {blocks.size(), 1}, [&](std::size_t first, std::size_t last) {
      for (std::size_t block = first; block < last; ++block) {
        if (!regular.load(std::memory_order_relaxed)) { return; }  // relaxed: a hint to stop early
        copy_entries(rows, blocks[block], begin);
        const row_sums sums = sums_of(rows, blocks[block]);
        // relaxed: read only after all workers are joined
        forwards.fetch_add(sums.forwards, std::memory_order_relaxed);
        backwards.fetch_add(sums.backwards, std::memory_order_relaxed);
        if (!sums.regular) { regular.store(false, std::memory_order_relaxed); }
      }
    });
    lists_.push_back({forwards.load(), backwards.load(), true});
    return all_sum(team_, regular.load() ? 0U : 1U) == 0;
  }

  /// Reads the entries of some rows to their place.
  void copy_entries(rows_of_file& rows, const index_range& which, std::uint64_t begin) const {
    const std::uint64_t first = rows.offsets[which.first];
    const std::uint64_t arcs = rows.offsets[which.last] - first;
    local_vertex* const targets = rows.targets.data() + first;
    if (!stored_weights_) {
      file_->read(std::as_writable_bytes(std::span(targets, arcs)), begin + first * 4);
      return;
    }
    // A row of any length is read in pieces that stay in the cache.
    constexpr std::uint64_t most = std::uint64_t{1} << 14U;
    struct entry {
      std::uint32_t target;
      std::uint32_t weight;
    };
    std::vector<entry> piece(std::min(arcs, most));
    for (std::uint64_t done = 0; done < arcs; done += piece.size()) {
      piece.resize(std::min(arcs - done, most));
      file_->read(std::as_writable_bytes(std::span(piece)), begin + (first + done) * 8);
      for (std::size_t i = 0; i < piece.size(); ++i) { targets[done + i] = piece[i].target; }
      if (!weighted_) { continue; }
      std::uint32_t* const weights = weights_of(rows) + first + done;
      for (std::size_t i = 0; i < piece.size(); ++i) { weights[i] = piece[i].weight; }
    }
  }

  [[nodiscard]] static std::uint32_t* weights_of(rows_of_file& rows) noexcept {
    return rows.weights.as<std::uint32_t>().data();
  }

  [[nodiscard]] row_sums sums_of(rows_of_file& rows, const index_range& which) const {
    row_sums sums;
    for (std::size_t row = which.first; row < which.last; ++row) {
      const std::uint64_t begin = rows.offsets[row];
      const std::uint64_t arcs = rows.offsets[row + 1] - begin;
      const std::span<const local_vertex> targets(rows.targets.data() + begin, arcs);
      const vertex_id source = own().first + row;
      sums.regular = sums.regular && ascends(targets, source);
      if (weighted_) {
        add_row(sums, source, targets, weights_of(rows) + begin);
      } else {
        add_row(sums, source, targets, nullptr);
      }
    }
    return sums;
  }

  [[nodiscard]] bool ascends(std::span<const local_vertex> targets, vertex_id self) const noexcept {
    if (targets.empty()) { return true; }
    bool fine = targets.back() < header_.vertices;
    for (std::size_t i = 1; i < targets.size(); ++i) { fine &= targets[i - 1] < targets[i]; }
    bool loop = false;
    for (const local_vertex target : targets) { loop |= target == self; }
    return fine && !loop;
  }

  void add_row(row_sums& sums, vertex_id source, std::span<const local_vertex> targets,
               const std::uint32_t* weights) const noexcept {
    std::uint64_t as_source = 0;
    std::uint64_t as_target = 0;
    bool fits = true;
    for (std::size_t i = 0; i < targets.size(); ++i) {
      const building::vertex_trace target = building::trace_of(targets[i]);
      const std::uint64_t factor = weights == nullptr ? 1 : building::weight_trace(weights[i]);
      as_source += target.as_source * factor;
      as_target += target.as_target * factor;
      fits &= weights == nullptr || weights[i] <= most_weight;
    }
    const building::vertex_trace own_trace = building::trace_of(source);
    sums.forwards += own_trace.as_source * as_target;
    sums.backwards += as_source * own_trace.as_target;
    sums.regular = sums.regular && fits;
  }

  /// Whether each undirected edge stands at both its ends, or the rows of in-edges are those of the
  /// out-edges. Call: collective.
  [[nodiscard]] bool paired(bool has_in) {
    if (header_.directed && !has_in) { return true; }
    return all_sum(team_, lists_.front().forwards - lists_.back().backwards) == 0;
  }

  csr_graph finish(building::finished_rows<local_vertex> rows) {
    for (rows_of_file* each : {&rows.out, rows.in ? &*rows.in : nullptr}) {
      if (each == nullptr) { continue; }
      if (team_.size() > 1) { building::renumber_rows(team_, own(), *each); }
      if (options_.weights.from == weight_origin::random) {
        building::draw_weights(team_, *each, own(), options_.weights);
      }
    }
    describe();
    parts_.facts.seconds_load = seconds_since(start_);
    building::add_rows(team_, parts_, std::move(rows));
    parts_.facts.seconds_build = seconds_since(start_) - parts_.facts.seconds_load;
    return csr_graph(team_.rank(), std::move(parts_));
  }

  void describe() {
    const std::string& path = file_->path();
    graph_facts& facts = parts_.facts;
    facts.name = path.substr(path.rfind('/') + 1);
    facts.recognised = io::describe_gap(header_, stored_weights_);
    facts.num_vertices = header_.vertices;
    facts.num_arcs = header_.listed_edges;
    facts.num_edges = header_.directed ? facts.num_arcs : facts.num_arcs / 2;
    facts.directed = header_.directed;
    facts.parallel = building::effective_rule(options_.parallel, weighted_);
    const bool drawn = options_.weights.from == weight_origin::random;
    facts.weights = weighted_ || drawn ? weight_kind::integer : weight_kind::none;
    facts.input_has_weights = stored_weights_;
    parts_.ids = id_map(0);
  }

  /// Entries have a sign; those with one are left to the builder.
  static constexpr std::uint32_t most_weight = 0x7fffffff;

  rank_team& team_;
  const build_options& options_;
  std::unique_ptr<io::random_access_file> file_;
  gap_header header_;
  bool whole_ = false;           ///< The file has the size that its header says.
  bool stored_weights_ = false;  ///< The file has weights.
  bool weighted_ = false;        ///< They are wanted.
  csr_parts parts_;
  std::vector<row_sums> lists_;  ///< Of the rows by source, then of those by target.
  clock_type::time_point start_ = clock_type::now();
};

}  // namespace

std::optional<csr_graph> open_gap_rows(rank_team& team, const std::string& path,
                                       const build_options& options) {
  return gap_reader(team, path, options).read();
}

}  // namespace orujo::native
