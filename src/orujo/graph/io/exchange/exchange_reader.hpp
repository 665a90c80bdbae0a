// What the readers of exchange formats (GraphML, GEXF, GML, Pajek) find in a file, one thing after
// another.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "orujo/graph/edge_input.hpp"
#include "orujo/graph/io/format.hpp"

namespace orujo::io {

/// A tag, a text or a line that is longer is refused: with every piece that comes its beginning may
/// be looked at anew.
inline constexpr std::size_t longest_token_bytes = std::size_t{16} << 20;

/// A vertex that a file lists.
struct listed_vertex {
  std::string_view id;
  std::string_view label;  ///< Empty: it has none.
  file_position at;
};

enum class edge_sense : std::uint8_t {
  one_way,
  undirected,
  mutual,  ///< Two edges of a directed graph, one each way.
};

struct listed_edge {
  std::string_view source;
  std::string_view target;
  edge_sense sense = edge_sense::one_way;
  std::optional<std::string_view> weight = std::nullopt;
  /// The weight is what the format says of edges without one; the file does not say it.
  bool weight_is_implied = false;
  file_position at;
};

/// An edge that a reader keeps until it has seen all of it.
struct kept_edge {
  std::string source;
  std::string target;
  edge_sense sense = edge_sense::undirected;
  std::optional<std::string> weight;
  file_position at;

  [[nodiscard]] listed_edge view() const {
    return {.source = source,
            .target = target,
            .sense = sense,
            .weight = weight ? std::optional<std::string_view>(*weight) : std::nullopt,
            .at = at};
  }
};

/// Takes what a reader finds; texts stay until the call returns. Throws: input_error.
class exchange_sink {
public:
  virtual ~exchange_sink() = default;
  virtual void take(const listed_vertex& vertex) = 0;
  virtual void take(const listed_edge& edge) = 0;
};

/// What a reader has learnt about a file besides its vertices and edges.
struct exchange_facts {
  std::string title;                 ///< "GraphML" and the like.
  std::vector<std::string> guesses;  ///< What was assumed, for people.
  /// Whether edges are one-way where none is listed; empty: the file does not say.
  std::optional<bool> directed;
  weight_kind weights = weight_kind::none;  ///< What the file declares its weights to be.
  std::string unread_weight;  ///< An attribute of edges that is called as a weight but is not read.
  std::optional<std::uint64_t> vertices;  ///< Declared: their ids are 1 … so many.
  bool ids_are_numbers = false;           ///< By the format: other names are labels.
};

class exchange_reader {
public:
  virtual ~exchange_reader() = default;

  /// Takes the next piece of the file, and gives the sink what is whole. Throws: input_error.
  virtual void feed(std::string_view piece) = 0;
  /// Throws: input_error if the file ends where it should not.
  virtual void finish() = 0;

  [[nodiscard]] const exchange_facts& facts() const noexcept { return facts_; }

protected:
  exchange_facts facts_;
};

/// What a reader is told.
struct exchange_context {
  std::string path;                   ///< For messages.
  std::optional<std::string> weight;  ///< The attribute that is the weight; empty: as is usual.
  exchange_sink& sink;
};

[[nodiscard]] std::unique_ptr<exchange_reader> make_graphml_reader(exchange_context context);
[[nodiscard]] std::unique_ptr<exchange_reader> make_gexf_reader(exchange_context context);
[[nodiscard]] std::unique_ptr<exchange_reader> make_gml_reader(exchange_context context);
[[nodiscard]] std::unique_ptr<exchange_reader> make_pajek_reader(exchange_context context);

}  // namespace orujo::io
