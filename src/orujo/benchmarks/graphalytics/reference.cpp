// Compares answers with the reference outputs of Graphalytics.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <map>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/benchmarks/graphalytics/jobs.hpp"
#include "orujo/epochs/collectives.hpp"

namespace orujo {

namespace {

/// A value of the reference output, as its algorithm takes it.
struct expected_value {
  std::int64_t whole = 0;
  double real = 0;
};

/// The reference values of the vertices of one rank.
class reference_reader {
public:
  reference_reader(const csr_graph& graph, const graphalytics_job& job)
      : graph_(graph), job_(job), values_(graph.num_local()), known_(graph.num_local(), false) {
    using enum graphalytics_algorithm;
    is_real_ = job.algorithm == pr || job.algorithm == lcc || job.algorithm == sssp;
  }

  /// Throws: input_error.
  [[nodiscard]] std::vector<expected_value> read() {
    std::ifstream file(job_.reference);
    if (!file) { throw input_error(job_.reference, {}, "cannot be read"); }
    std::string line;
    while (std::getline(file, line)) {
      ++line_;
      if (!line.empty() && line.back() == '\r') { line.pop_back(); }
      if (!line.empty()) { take(line); }
    }
    if (lines_ != graph_.num_vertices()) {
      fail(0, fmt::format("has values of {} vertices, and the graph has {}", lines_,
                          graph_.num_vertices()));
    }
    const auto missing = std::ranges::find(known_, false);
    if (missing != known_.end()) {
      const auto number = static_cast<local_vertex>(missing - known_.begin());
      fail(0, fmt::format("has no value for vertex {}, and one for a vertex that the graph has not",
                          graph_.ids().input_id(graph_.global(number))));
    }
    return std::move(values_);
  }

private:
  [[noreturn]] void fail(std::uint64_t line, std::string_view problem) const {
    throw input_error(job_.reference, {.line = line}, problem);
  }

  void take(std::string_view line) {
    std::uint64_t id = 0;
    const auto [end, problem] = std::from_chars(line.data(), line.data() + line.size(), id);
    const std::size_t used = static_cast<std::size_t>(end - line.data());
    if (problem != std::errc() || used >= line.size() || line[used] != ' ') {
      fail(line_, fmt::format("expected 'vertex value', not '{}'", line));
    }
    ++lines_;
    const expected_value value = value_of(line.substr(used + 1));
    const vertex_id v = find(id);
    if (v == no_vertex) { return; }
    const local_vertex number = graph_.local(v);
    if (known_[number]) { fail(line_, fmt::format("vertex {} has a value already", id)); }
    known_[number] = true;
    values_[number] = value;
  }

  [[nodiscard]] expected_value value_of(std::string_view text) const {
    expected_value value;
    if (is_real_ && (text == "Infinity" || text == "infinity" || text == "inf")) {
      value.real = std::numeric_limits<double>::infinity();
      return value;
    }
    const char* const last = text.data() + text.size();
    const auto [end, problem] = is_real_ ? std::from_chars(text.data(), last, value.real)
                                         : std::from_chars(text.data(), last, value.whole);
    if (problem != std::errc() || end != last) {
      fail(line_, fmt::format("'{}' is no {} number", text, is_real_ ? "real" : "whole"));
    }
    return value;
  }

  /// The owned vertex with this id, or no_vertex.
  [[nodiscard]] vertex_id find(std::uint64_t id) const {
    vertex_id low = graph_.num_local() == 0 ? 0 : graph_.global(local_vertex{0});
    vertex_id high = low + graph_.num_local();
    const vertex_id end = high;
    while (low < high) {
      const vertex_id middle = low + (high - low) / 2;
      if (graph_.ids().input_id(middle) < id) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < end && graph_.ids().input_id(low) == id ? low : no_vertex;
  }

  const csr_graph& graph_;
  const graphalytics_job& job_;
  std::vector<expected_value> values_;
  std::vector<bool> known_;
  bool is_real_ = false;
  std::uint64_t line_ = 0;
  std::uint64_t lines_ = 0;
};

std::string text_of(const csr_graph& graph, local_vertex v, std::string_view expected,
                    std::string_view found) {
  return fmt::format("vertex {}: expected {}, found {}", graph.ids().input_id(graph.global(v)),
                     expected, found);
}

/// What is wrong first on this rank.
std::string first_difference(const csr_graph& graph, std::span<const expected_value> expected,
                             const graphalytics_answer& answer) {
  for (local_vertex v = 0; v < graph.num_local(); ++v) {
    if (!answer.real.empty()) {
      constexpr double tolerance = 1e-4;
      const double real = expected[v].real;
      const bool both_finite = std::isfinite(real) && std::isfinite(answer.real[v]);
      const bool is_near =
          both_finite && std::abs(real - answer.real[v]) <= tolerance * std::abs(real);
      const bool same = real == answer.real[v] || is_near;
      if (!same) {
        return text_of(graph, v, fmt::format("{}", real), fmt::format("{}", answer.real[v]));
      }
    } else if (expected[v].whole != answer.whole[v]) {
      return text_of(graph, v, fmt::format("{}", expected[v].whole),
                     fmt::format("{}", answer.whole[v]));
    }
  }
  return {};
}

struct label_pair {
  std::int64_t expected;
  std::int64_t found;
  [[nodiscard]] auto operator<=>(const label_pair&) const = default;
};

/// Labels are the same but for their names if each of ours goes with one of theirs, and back.
std::string first_mixture(rank_team& team, std::span<const expected_value> expected,
                          const graphalytics_answer& answer) {
  std::vector<label_pair> pairs;
  for (std::size_t v = 0; v < expected.size(); ++v) {
    pairs.push_back({expected[v].whole, answer.whole[v]});
  }
  const auto unite = [&] {
    std::ranges::sort(pairs);
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  };
  unite();
  pairs = all_gather(team, std::span<const label_pair>(pairs)).take_items();
  unite();
  std::map<std::int64_t, std::int64_t> theirs;
  std::map<std::int64_t, std::int64_t> ours;
  for (const label_pair& each : pairs) {
    if (!theirs.emplace(each.expected, each.found).second) {
      return fmt::format("the component that the reference calls {} is in pieces", each.expected);
    }
    if (!ours.emplace(each.found, each.expected).second) {
      return fmt::format("the component of vertex {} is several in the reference", each.found);
    }
  }
  return {};
}

/// The text of the first rank that has one, on every rank.
std::string first_text(rank_team& team, const std::string& own) {
  for (const std::span<const char> each : all_gather(team, std::span<const char>(own))) {
    if (!each.empty()) { return {each.begin(), each.end()}; }
  }
  return {};
}

}  // namespace

std::string compare_with_reference(rank_team& team, const csr_graph& graph,
                                   const graphalytics_job& job, const graphalytics_answer& answer) {
  std::vector<expected_value> expected;
  run_agreed(team, [&] { expected = reference_reader(graph, job).read(); });
  if (job.algorithm == graphalytics_algorithm::wcc) {
    return first_mixture(team, expected, answer);
  }
  return first_text(team, first_difference(graph, expected, answer));
}

}  // namespace orujo
