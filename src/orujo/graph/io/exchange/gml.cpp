// GML: vertices and edges as lists of words and values.
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include <fmt/format.h>

#include "orujo/graph/io/exchange/attribute_names.hpp"
#include "orujo/graph/io/exchange/exchange_reader.hpp"
#include "orujo/graph/io/exchange/gml_text.hpp"
#include "orujo/graph/io/graph_file.hpp"
#include "orujo/graph/io/lines.hpp"

namespace orujo::io {

namespace {

enum class list_kind : std::uint8_t { graph, vertex, edge, other };

constexpr std::size_t deepest = 256;

struct kept_vertex {
  std::string id;
  std::string label;
  std::string name;  ///< As igraph writes labels.
  file_position at;
};

class gml_reader final : public exchange_reader {
public:
  explicit gml_reader(exchange_context context)
      : context_(std::move(context)), scanner_(context_.path) {
    facts_.title = "GML";
    facts_.ids_are_numbers = true;
    facts_.directed = false;
  }

  void feed(std::string_view piece) override {
    scanner_.add(piece);
    take_tokens();
  }

  void finish() override {
    scanner_.end();
    take_tokens();
    if (!lists_.empty() || has_key_) { fail("the file ends within a list: it is cut off"); }
    if (!has_graph_) { throw input_error(context_.path, {}, "holds no 'graph [ … ]'"); }
  }

private:
  [[noreturn]] void fail(std::string_view problem) const {
    throw input_error(context_.path, at_, problem);
  }

  void take_tokens() {
    gml_token token;
    while (scanner_.next(token)) {
      at_ = token.at;
      if (has_key_) {
        take_value(token);
      } else {
        take_key(token);
      }
    }
  }

  void take_key(const gml_token& token) {
    if (token.kind == gml_kind::close && !lists_.empty()) { return end_list(); }
    if (token.kind != gml_kind::word) {
      fail(fmt::format("expected a name or ']' but found {}", quoted(token.text)));
    }
    key_ = lower_case(token.text);
    key_at_ = token.at;
    has_key_ = true;
  }

  void take_value(const gml_token& token) {
    has_key_ = false;
    switch (token.kind) {
      case gml_kind::open: return begin_list();
      case gml_kind::close:
        fail(fmt::format("{} has no value; expected a number, a text in quotes or '['",
                         quoted(key_)));
      case gml_kind::text: return take_scalar(without_entities(token.text), token.kind);
      case gml_kind::word: return take_scalar(std::string(token.text), token.kind);
    }
  }

  void begin_list() {
    if (lists_.size() >= deepest) {
      fail(fmt::format("more than {} lists lie within each other here", deepest));
    }
    lists_.push_back(kind_of_list());
    if (lists_.back() == list_kind::vertex) {
      vertex_ = {.id = {}, .label = {}, .name = {}, .at = key_at_};
    }
    if (lists_.back() == list_kind::edge) {
      edge_ = {.source = {}, .target = {}, .sense = sense_, .weight = std::nullopt, .at = key_at_};
      value_.reset();
    }
  }

  list_kind kind_of_list() {
    if (lists_.empty() && key_ == "graph") {
      if (has_graph_) { fail("a second graph begins here; write each graph to a file of its own"); }
      has_graph_ = true;
      return list_kind::graph;
    }
    const bool in_graph = !lists_.empty() && lists_.back() == list_kind::graph;
    if (in_graph && key_ == "node") { return list_kind::vertex; }
    return in_graph && key_ == "edge" ? list_kind::edge : list_kind::other;
  }

  void take_scalar(std::string text, gml_kind kind) {
    if (lists_.empty()) { return; }
    switch (lists_.back()) {
      case list_kind::graph: return take_of_graph(text);
      case list_kind::vertex:
        if (key_ == "id") { vertex_.id = std::move(text); }
        if (key_ == "label") { vertex_.label = std::move(text); }
        if (key_ == "name") { vertex_.name = std::move(text); }
        return;
      case list_kind::edge: return take_of_edge(std::move(text), kind);
      case list_kind::other: return;
    }
  }

  void take_of_graph(std::string_view text) {
    if (key_ != "directed") { return; }
    if (text != "0" && text != "1") {
      fail(fmt::format("'directed' is 0 or 1, not {}", quoted(text)));
    }
    const edge_sense sense = text == "1" ? edge_sense::one_way : edge_sense::undirected;
    if (has_edges_ && sense != sense_) {
      fail(
          "'directed' stands behind edges that were taken for the contrary; move it in front of "
          "them");
    }
    sense_ = sense;
    facts_.directed = text == "1";
  }

  void take_of_edge(std::string text, gml_kind kind) {
    if (key_ == "source") {
      edge_.source = std::move(text);
    } else if (key_ == "target") {
      edge_.target = std::move(text);
    } else if (context_.weight) {
      if (key_ == lower_case(*context_.weight)) { edge_.weight = std::move(text); }
    } else if (kind == gml_kind::text && !looks_like_number(text)) {
      return;  // describes the edge
    } else if (key_ == "value") {
      value_ = std::move(text);
    } else if (names_a_weight(key_)) {
      note_weight(key_);
      edge_.weight = std::move(text);
    }
  }

  /// All edges have to call it the same.
  void note_weight(const std::string& name) {
    if (weight_name_.empty()) { weight_name_ = name; }
    if (weight_name_ == name) { return; }
    fail(
        fmt::format("the attributes {} and {} of edges can both be the weight; say which to read "
                    "with --columns weight=NAME",
                    quoted(weight_name_), quoted(name)));
  }

  void end_list() {
    const list_kind ended = lists_.back();
    lists_.pop_back();
    if (ended == list_kind::vertex) { end_vertex(); }
    if (ended == list_kind::edge) { end_edge(); }
  }

  void end_vertex() {
    if (vertex_.id.empty()) {
      throw input_error(context_.path, vertex_.at, "a vertex without an id");
    }
    context_.sink.take(listed_vertex{.id = vertex_.id,
                                     .label = vertex_.label.empty() ? vertex_.name : vertex_.label,
                                     .at = vertex_.at});
  }

  void end_edge() {
    if (edge_.source.empty() || edge_.target.empty()) {
      throw input_error(context_.path, edge_.at, "an edge without a source or a target");
    }
    if (!edge_.weight && value_ && (weight_name_.empty() || weight_name_ == "value")) {
      note_weight("value");
      edge_.weight = std::move(value_);
    }
    has_edges_ = true;
    context_.sink.take(edge_.view());
  }

  exchange_context context_;
  gml_scanner scanner_;
  std::vector<list_kind> lists_;  ///< The open lists, outermost first.
  file_position at_;              ///< Of the last token.
  std::string key_;
  file_position key_at_;
  bool has_key_ = false;
  kept_vertex vertex_;
  kept_edge edge_;
  std::optional<std::string> value_;  ///< The entry `value` of the edge.
  std::string weight_name_;
  edge_sense sense_ = edge_sense::undirected;
  bool has_edges_ = false;
  bool has_graph_ = false;
};

}  // namespace

std::unique_ptr<exchange_reader> make_gml_reader(exchange_context context) {
  return std::make_unique<gml_reader>(std::move(context));
}

}  // namespace orujo::io
