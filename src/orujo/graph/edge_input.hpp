// Where a graph comes from: a stream of edge blocks that the workers of all ranks share.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "orujo/graph/edge_chunk.hpp"
#include "orujo/graph/name_table.hpp"
#include "orujo/graph/weight_type.hpp"

namespace orujo {

/// What is known of an input before its edges are read.
struct input_facts {
  std::string name;        ///< The file's name or the generator's parameters.
  std::string recognised;  ///< What the reader took the input for, for people: "Matrix Market, …".
  std::vector<std::string> guesses;  ///< What the reader assumed of it, for people.
  weight_kind weights = weight_kind::none;
  bool has_weights = false;  ///< The input has some, whether they are read or left out.
  /// Whether edges are one-way; empty where the input does not say.
  std::optional<bool> directed;
  /// The input lists every undirected edge in both directions already.
  bool both_directions_listed = false;
  /// Vertices are exactly first_id … first_id + declared_vertices - 1, and chunks may list no
  /// other. Empty: those that appear, in an edge or by themselves (edge_chunk::vertices).
  std::optional<std::uint64_t> declared_vertices;
  /// How many edges next() gives over all parts, by what the input says; a check or an estimate.
  std::optional<std::uint64_t> declared_edges;
  std::uint64_t first_id = 0;
  /// What lists all vertices beside the edges, for people: then an edge that names another one is
  /// an error. Empty: vertices may be listed (edge_chunk::vertices) or not.
  std::string vertex_list;
};

/// Told now and then how many edges this rank has read, and the share of its part, 0 … 1; by one
/// worker at a time.
using reading_watch = std::function<void(std::uint64_t, double)>;

/// A stream of edges. Each rank opens its own, told its share of the work.
class edge_input {
public:
  virtual ~edge_input() = default;

  [[nodiscard]] virtual const input_facts& facts() const = 0;

  /// The names that chunks tell by their numbers, where vertices have names; else nullptr. It is
  /// complete once next() has given all of this rank's share. Each name in it is one of a vertex:
  /// of an edge's end, or one that is listed in edge_chunk::vertices.
  [[nodiscard]] virtual std::shared_ptr<const name_table> names() const { return nullptr; }

  /// Replaces `chunk` by the next block of this rank's share (about 64 Ki edges or vertices); false
  /// when there is none left. Call: local; any worker, concurrently. Throws: input_error.
  virtual bool next(edge_chunk& chunk) = 0;

  /// Checks the number of edges that next() gave over all parts, those that are implied left out,
  /// against what the input promises; vertices listed by themselves do not count.
  /// Call: local, after the last next() of every part, with the same sum everywhere.
  /// Throws: input_error if the input was cut off, or holds more than it declares.
  virtual void check_complete(std::uint64_t /*listed_by_all_parts*/) const {}

  /// Where an edge names `vertex`, an id or a name, as messages begin: "file:line:column", or less
  /// where more is not known. Call: local, after the last next(). Throws: input_error.
  /// Cost: the input may be read once more.
  [[nodiscard]] virtual std::string place_of(std::string_view /*vertex*/) const {
    return facts().name;
  }

  /// Fraction of this rank's share that has been handed out, 0 … 1, for progress bars.
  [[nodiscard]] virtual double progress() const = 0;
};

/// This rank's share of an input: part `index` of `count`.
struct input_part {
  int index = 0;
  int count = 1;
};

}  // namespace orujo
