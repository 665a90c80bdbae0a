// Loads .orj files: every rank its rows, which it verifies on the way.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/agreed_loop.hpp"
#include "orujo/graph/building/assembly.hpp"
#include "orujo/graph/building/build_plan.hpp"
#include "orujo/graph/building/stored_rows.hpp"
#include "orujo/graph/native/orj_file.hpp"
#include "orujo/graph/orj.hpp"
#include "orujo/messaging/shared_host.hpp"

namespace orujo {

namespace {

using namespace native;
using building::built_rows;
using building::target_numbering;

using clock_type = std::chrono::steady_clock;

double seconds_since(clock_type::time_point start) {
  return std::chrono::duration<double>(clock_type::now() - start).count();
}

section_kind behind(section_kind kind, std::size_t steps) {
  return static_cast<section_kind>(static_cast<std::size_t>(kind) + steps);
}

template <typename T>
std::span<std::byte> bytes_of(huge_array<T>& array) {
  return std::as_writable_bytes(array.span());
}

class orj_reader {
public:
  orj_reader(rank_team& team, const std::string& path, const orj_options& options)
      : team_(team), options_(options) {
    const auto use = team.values().flag(setting::verify_checksums) ? checksum_use::verified
                                                                   : checksum_use::ignored;
    file_ = run_agreed(team, [&] { return std::make_unique<orj_file>(path, use); });
    weighted_ = options.weights && header().weights != 0;
    with_in_ = options.in_edges && header().has_in_edges != 0;
    parts_.facts = facts_of(header(), path);
    if (!weighted_) { parts_.facts.weights = weight_kind::none; }
  }

  [[nodiscard]] csr_graph read() {
    partition();
    const bool mapped = options_.access == orj_access::mapped && team_.size() == 1 &&
                        header().target_bytes == sizeof(local_vertex);
    run_agreed(team_, [&] { check_memory(mapped); });
    read_ids();
    if (mapped) {
      map_rows();
    } else if (header().target_bytes == sizeof(std::uint32_t)) {
      load_rows<std::uint32_t>();
    } else {
      load_rows<std::uint64_t>();
    }
    parts_.facts.seconds_build = seconds_since(start_) - parts_.facts.seconds_load;
    return csr_graph(team_.rank(), std::move(parts_));
  }

private:
  [[nodiscard]] const orj_header& header() const noexcept { return file_->header(); }
  [[nodiscard]] target_numbering own() const {
    return building::numbering_of(parts_.partition, team_.rank());
  }

  /// The offsets by which edges are balanced are verified later.
  void partition() {
    parts_.partition = building::partition_stored(team_, options_.balance,
                                                  {header().num_vertices, header().num_arcs},
                                                  [this](vertex_id v) { return offset_at(v); });
  }

  [[nodiscard]] std::uint64_t offset_at(vertex_id v) const {
    std::uint64_t offset = 0;
    file_->read_raw(std::as_writable_bytes(std::span(&offset, 1)),
                    header().section(section_kind::offsets).begin + v * 8);
    return offset;
  }

  void check_memory(bool mapped) const {
    building::check_local_numbers(own().size, 0);
    const auto ranks = static_cast<std::uint64_t>(team_.size());
    // Ghosts and their mirrors, and the largest imbalance that is usual.
    const std::uint64_t bytes = header().file_bytes / ranks * (ranks > 1 ? 2 : 1);
    if (!mapped) { require_rank_memory(team_, bytes, "the graph"); }
  }

  void read_ids() {
    parts_.ids = id_map(header().first_id);
    if (header().ids_as() == id_storage::consecutive) { return; }
    if (header().ids_as() == id_storage::names) { return read_names(); }
    std::vector<std::uint64_t> ids(own().size);
    first_error problem;
    file_->read(team_, {section_kind::ids, own().first * 8, (own().first + own().size) * 8},
                std::as_writable_bytes(std::span(ids)), problem);
    problem.agree(team_);
    parts_.ids = id_map(own().first, std::move(ids));
  }

  /// The names of this rank's vertices, and before them where that of the vertex before ends.
  void read_names() {
    const std::uint64_t first = own().first;
    const std::uint64_t before = first > 0 ? 1 : 0;
    std::vector<std::uint64_t> ends(before + own().size);
    first_error problem;
    file_->read(team_, {section_kind::ids, (first - before) * 8, (first + own().size) * 8},
                std::as_writable_bytes(std::span(ends)), problem);
    run_kept(problem, [&] { check_name_ends(ends); });
    problem.agree(team_);

    const std::uint64_t begin = before > 0 ? ends.front() : 0;
    std::vector<char> bytes(ends.empty() ? 0 : ends.back() - begin);
    ends.erase(ends.begin(), ends.begin() + static_cast<std::ptrdiff_t>(before));
    for (std::uint64_t& end : ends) { end -= begin; }
    const std::uint64_t names_at = header().num_vertices * 8 + begin;
    file_->read(team_, {section_kind::ids, names_at, names_at + bytes.size()},
                std::as_writable_bytes(std::span(bytes)), problem);
    problem.agree(team_);
    vertex_names names(std::move(ends), std::move(bytes));
    run_agreed(team_, [&] { check_names(names, names_at); });
    check_name_order(names);
    parts_.ids = id_map(first, std::move(names));
  }

  void check_name_ends(const std::vector<std::uint64_t>& ends) const {
    const bool fine = std::is_sorted(ends.begin(), ends.end()) &&
                      (ends.empty() || ends.back() <= header().name_bytes) &&
                      (own().first + own().size < header().num_vertices || ends.empty() ||
                       ends.back() == header().name_bytes);
    if (!fine) { file_->fail(section_kind::ids, own().first * 8, "the ends of names do not rise"); }
  }

  /// Names ascend, so that they are found, and are such as readers of text give.
  void check_names(const vertex_names& names, std::uint64_t place) const {
    for (std::size_t i = 0; i < names.size(); ++i) {
      const bool fine = !names[i].empty() && (i == 0 || names[i - 1] < names[i]) &&
                        names[i].find_first_of(std::string_view("\n\0", 2)) == names[i].npos;
      if (fine) { continue; }
      file_->fail(
          section_kind::ids, place + (i == 0 ? 0 : names.ends()[i - 1]),
          "the name that begins here is empty, not behind the one before, or has a line end "
          "or a byte 0 in it");
    }
  }

  /// Names ascend from rank to rank, too.
  void check_name_order(const vertex_names& names) {
    vertex_names bounds;
    if (names.size() > 0) {
      bounds.add(names[0]);
      bounds.add(names[names.size() - 1]);
    }
    vertex_names all;
    const std::vector<std::byte> mine = bounds.packed(0, bounds.size());
    for (const auto& each : all_gather(team_, std::span<const std::byte>(mine))) {
      all.add_packed(each);
    }
    run_agreed(team_, [&] {
      for (std::size_t i = 2; i < all.size(); i += 2) {
        if (all[i - 1] < all[i]) { continue; }
        file_->fail(section_kind::ids, 0, "the names of vertices do not ascend");
      }
    });
  }

  template <typename Target>
  void load_rows() {
    building::finished_rows<Target> rows;
    rows.out = load<Target>(section_kind::offsets);
    if (with_in_) { rows.in = load<Target>(section_kind::in_offsets); }
    parts_.facts.seconds_load = seconds_since(start_);
    building::add_rows(team_, parts_, std::move(rows));
  }

  /// Reads this rank's rows, and numbers their targets as this rank does.
  template <typename Target>
  built_rows<Target> load(section_kind first) {
    built_rows<Target> rows;
    rows.offsets = huge_array<std::uint64_t>(own().size + 1);
    first_error problem;
    file_->read(team_, {first, own().first * 8, (own().first + own().size + 1) * 8},
                bytes_of(rows.offsets), problem);
    run_kept(problem, [&] { check_offsets(rows.offsets.span(), first); });
    problem.agree(team_);

    const std::uint64_t base = rows.offsets[0];
    const std::uint64_t arcs = rows.offsets[own().size] - base;
    for (std::uint64_t& offset : rows.offsets) { offset -= base; }
    rows.counts.arcs = arcs;
    rows.targets = huge_array<Target>(arcs);
    file_->read(team_, {behind(first, 1), base * sizeof(Target), (base + arcs) * sizeof(Target)},
                bytes_of(rows.targets).first(arcs * sizeof(Target)), problem);
    if (weighted_) {
      const weight_type type = header().weights_as();
      const std::uint64_t each = orujo::bytes_of(type);
      rows.weights = weight_array(type, arcs);
      file_->read(team_, {behind(first, 2), base * each, (base + arcs) * each},
                  rows.weights.bytes(), problem);
    }
    check_rows<Target>(rows.offsets.span(), rows.targets.span().first(arcs),
                       {behind(first, 1), base * sizeof(Target)}, problem);
    check_weights(rows.weights.first(rows.weights.empty() ? 0 : arcs),
                  {behind(first, 2), base * orujo::bytes_of(rows.weights.type())}, problem);
    problem.agree(team_);
    if (team_.size() > 1) { building::renumber_rows(team_, own(), rows); }
    return rows;
  }

  /// Offsets rise, and begin and end where they should.
  void check_offsets(std::span<const std::uint64_t> offsets, section_kind kind) const {
    std::uint64_t previous = own().first == 0 ? 0 : offsets.front();
    bool fine = own().first != 0 || offsets.front() == 0;
    for (const std::uint64_t offset : offsets) {
      fine = fine && offset >= previous;
      previous = offset;
    }
    const bool last = own().first + own().size == header().num_vertices;
    if (fine && (last ? previous == header().num_arcs : previous <= header().num_arcs)) { return; }
    file_->fail(kind, own().first * 8, "the offsets do not rise from 0 to the number of arcs");
  }

  /// Each row ascends, and none leads outside.
  template <typename Target>
  void check_rows(std::span<const std::uint64_t> offsets, std::span<const Target> targets,
                  const section_slice& where, first_error& problem) const {
    constexpr std::size_t block = 4096;
    kept_for(team_, {offsets.size() - 1, block}, problem, [&](std::size_t first, std::size_t last) {
      for (std::size_t v = first; v < last; ++v) {
        const auto row = targets.subspan(offsets[v], offsets[v + 1] - offsets[v]);
        const bool ascends = std::is_sorted(row.begin(), row.end());
        if (row.empty() || (ascends && row.back() < header().num_vertices)) { continue; }
        const bool outside = *std::max_element(row.begin(), row.end()) >= header().num_vertices;
        file_->fail(where.kind, where.first + offsets[v] * sizeof(Target),
                    outside ? "here or soon after, an edge leads to a vertex that does not exist"
                            : "the targets of the row that begins here do not ascend");
      }
    });
  }

  /// Weights are what readers of text give: finite, and not -0. Searches would not end, or end in
  /// different results, with others.
  void check_weights(const weight_view& weights, const section_slice& where,
                     first_error& problem) const {
    with_weight_type(weights.type(), [&]<typename T>(std::type_identity<T>) {
      if constexpr (!std::is_same_v<T, std::uint32_t>) {
        check_weights_of<T>(weights.as<T>(), where, problem);
      }
    });
  }

  template <typename T>
  void check_weights_of(std::span<const T> weights, const section_slice& where,
                        first_error& problem) const {
    constexpr std::size_t block = std::size_t{1} << 18U;
    kept_for(team_, {weights.size(), block}, problem, [&](std::size_t first, std::size_t last) {
      const auto some = weights.subspan(first, last - first);
      if (std::all_of(some.begin(), some.end(), is_fine<T>)) { return; }
      file_->fail(where.kind, where.first + first * sizeof(T),
                  "here or soon after, a weight is out of range or no finite number; leave weights "
                  "out with --weights none");
    });
  }

  template <typename T>
  static bool is_fine(T weight) noexcept {
    if constexpr (std::is_floating_point_v<T>) {
      return std::isfinite(weight) && !(weight == 0 && std::signbit(weight));
    } else {
      return weight != std::numeric_limits<T>::min();
    }
  }

  void map_rows() {
    const auto mapping =
        run_agreed(team_, [this] { return std::make_shared<io::mapped_file>(file_->path()); });
    parts_.out = map(mapping, section_kind::offsets);
    if (with_in_) { parts_.in = map(mapping, section_kind::in_offsets); }
    parts_.facts.seconds_load = seconds_since(start_);
  }

  adjacency map(const std::shared_ptr<io::mapped_file>& mapping, section_kind first) {
    adjacency edges;
    edges.offsets = mapped<std::uint64_t>(*mapping, first);
    edges.targets = mapped<local_vertex>(*mapping, behind(first, 1));
    if (weighted_) { edges.weights = mapped_weights(*mapping, behind(first, 2)); }
    edges.storage = mapping;
    first_error problem;
    for (std::size_t step = 0; step < 3; ++step) {
      if (step < 2 || weighted_) { file_->verify(team_, behind(first, step), *mapping, problem); }
    }
    run_kept(problem, [&] { check_offsets(edges.offsets, first); });
    problem.agree(team_);  // rows are looked at only where offsets lead
    check_rows<local_vertex>(edges.offsets, edges.targets, {behind(first, 1)}, problem);
    check_weights(edges.weights, {behind(first, 2)}, problem);
    problem.agree(team_);
    return edges;
  }

  template <typename T>
  [[nodiscard]] std::span<const T> mapped(const io::mapped_file& mapping, section_kind kind) const {
    const file_section& section = header().section(kind);
    // Sections begin on pages of the mapping, and T is an implicit-lifetime type.
    return {reinterpret_cast<const T*>(mapping.bytes().data() + section.begin),
            section.bytes / sizeof(T)};
  }

  [[nodiscard]] weight_view mapped_weights(const io::mapped_file& mapping,
                                           section_kind kind) const {
    return {header().weights_as(), std::as_bytes(mapped<char>(mapping, kind))};
  }

  rank_team& team_;
  orj_options options_;
  std::unique_ptr<orj_file> file_;
  csr_parts parts_;
  bool weighted_ = false;
  bool with_in_ = false;
  clock_type::time_point start_ = clock_type::now();
};

}  // namespace

csr_graph open_orj(rank_team& team, const std::string& path, const orj_options& options) {
  return orj_reader(team, path, options).read();
}

orj_summary summarize_orj(const std::string& path) {
  const orj_file file(path, checksum_use::ignored);
  return {facts_of(file.header(), path), file.header().has_in_edges != 0};
}

}  // namespace orujo
