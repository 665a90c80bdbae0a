// The first rank reads and parses; all look for the vertices.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/weighted_vertices.hpp"

#include <charconv>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/io/cells.hpp"
#include "orujo/graph/io/graph_file.hpp"
#include "orujo/graph/io/list_rows.hpp"
#include "orujo/graph/vertex_lookup.hpp"

namespace orujo {

namespace {

/// The text of a file, and what its lines say; of other ranks than the first, nothing.
class listed_rows {
public:
  explicit listed_rows(const std::string& path) : file_(path) {
    if (!file_.text_is_whole()) {
      unpacked_ = file_.unpack_up_to(std::numeric_limits<std::uint64_t>::max());
    }
    io::line_walker lines(text());
    while (io::next_row(lines, nullptr, io::comment_letters_of_names)) {
      try {
        take(lines.line());
      } catch (const io::malformed_text& problem) { fail(problem.at(), problem.what()); }
    }
    if (labels.size() == 0) { fail(nullptr, "lists no vertices"); }
  }

  /// Throws an input_error that points at the label of row `i`.
  [[noreturn]] void fail_at_row(std::size_t i, const std::string& problem) const {
    fail(starts_[i], problem);
  }

  vertex_names labels;
  std::vector<double> weights;

private:
  [[nodiscard]] std::string_view text() const noexcept {
    return file_.text_is_whole() ? file_.text() : std::string_view(unpacked_);
  }

  [[noreturn]] void fail(const char* at, const std::string& problem) const {
    throw input_error(file_.path(), at == nullptr ? file_position{} : io::position_in(text(), at),
                      problem);
  }

  void take(std::string_view line) {
    const std::vector<std::string_view> cells = io::cells_of(line, io::separator_of(line));
    if (cells.size() > 2) {
      throw io::malformed_text(cells[2].data(),
                               "expected a vertex and at most one number, its weight");
    }
    starts_.push_back(cells.front().data());
    labels.add(io::content_of(cells.front()));
    weights.push_back(cells.size() < 2 ? 1 : weight_in(cells[1]));
  }

  static double weight_in(std::string_view cell) {
    const std::string text = io::content_of(cell);
    const char* const end = text.data() + text.size();
    double weight = 0;
    const auto [behind, problem] = std::from_chars(text.data(), end, weight);
    const bool is_number = problem == std::errc() && behind == end;
    if (is_number && weight >= 0 && std::isfinite(weight)) { return weight; }
    throw io::malformed_text(
        cell.data(),
        fmt::format("expected a weight, a number of at least 0, but found {}", io::quoted(text)));
  }

  io::graph_file file_;
  std::string unpacked_;  // where the file is compressed and long
  std::vector<const char*> starts_;
};

}  // namespace

weighted_vertices read_weighted_vertices(rank_team& team, const csr_graph& graph,
                                         const std::string& path) {
  const bool reads = team.rank() == rank_id{0};
  const auto rows =
      run_agreed(team, [&] { return reads ? std::make_unique<const listed_rows>(path) : nullptr; });
  vertex_names labels;
  labels.add_packed(broadcast_bytes(
      team, reads ? rows->labels.packed(0, rows->labels.size()) : std::vector<std::byte>{}));
  weighted_vertices found{
      .vertices = find_vertices(team, graph, labels),
      .weights = broadcast(team, reads ? rows->weights : std::vector<double>{})};
  run_agreed(team, [&] {
    for (std::size_t i = 0; reads && i < labels.size(); ++i) {
      if (found.vertices[i] != no_vertex) { continue; }
      rows->fail_at_row(
          i, fmt::format("{} has no vertex {}", graph.facts().name, io::quoted(labels[i])));
    }
  });
  return found;
}

}  // namespace orujo
