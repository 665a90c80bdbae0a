// GraphML, also as yEd, igraph, Gephi and NetworkX write it.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "orujo/graph/io/exchange/attribute_names.hpp"
#include "orujo/graph/io/exchange/exchange_reader.hpp"
#include "orujo/graph/io/exchange/xml_walker.hpp"
#include "orujo/graph/io/graph_file.hpp"
#include "orujo/graph/io/lines.hpp"

namespace orujo::io {

namespace {

enum class element : std::uint8_t {
  root,
  key,
  standard,  ///< <default> of a key
  graph,
  vertex,
  edge,
  vertex_data,
  edge_data,
  drawn_label,  ///< <y:NodeLabel> of yEd
  other,
};

/// What is known of a vertex until its element ends.
struct open_vertex {
  std::string id;
  std::string label;        ///< By a key.
  std::string drawn_label;  ///< By yEd.
  file_position at;
};

class graphml_reader final : public exchange_reader, private xml_elements {
public:
  explicit graphml_reader(exchange_context context)
      : context_(std::move(context)), xml_(context_.path, *this) {
    facts_.title = "GraphML";
  }

  void feed(std::string_view piece) override { xml_.feed(piece); }
  void finish() override {
    xml_.finish();
    if (!has_graph_) { throw input_error(context_.path, {}, "holds no <graph>"); }
  }

private:
  void begin(std::string_view name, const xml_attributes& attributes) override {
    const element inner = begin_in(stack_.empty() ? nullptr : &stack_.back(), name, attributes);
    stack_.push_back(inner);
  }

  element begin_in(const element* parent, std::string_view name, const xml_attributes& attributes) {
    if (parent == nullptr) {
      if (name != "graphml") {
        xml_.fail("this is no GraphML: the first element is not <graphml>");
      }
      return element::root;
    }
    switch (*parent) {
      case element::root: return begin_in_root(name, attributes);
      case element::key: return name == "default" ? capture(element::standard) : element::other;
      case element::graph: return begin_in_graph(name, attributes);
      case element::vertex: return begin_in_vertex(name, attributes);
      case element::edge: return begin_in_edge(name, attributes);
      default: break;
    }
    const bool drawn = name == "NodeLabel" && edge_ == std::nullopt && !vertices_.empty();
    return drawn && vertices_.back().drawn_label.empty() ? capture(element::drawn_label)
                                                         : element::other;
  }

  element begin_in_root(std::string_view name, const xml_attributes& attributes) {
    if (name == "key") { return begin_key(attributes); }
    if (name != "graph") { return element::other; }
    if (has_graph_) {
      xml_.fail("a second <graph> begins here; write each graph to a file of its own");
    }
    has_graph_ = true;
    check_chosen_weight();
    return begin_graph(attributes);
  }

  element begin_key(const xml_attributes& attributes) {
    key_ = {.id = std::string(attributes.value("id")),
            .name = std::string(attributes.value("attr.name", attributes.value("id"))),
            .type = std::string(attributes.value("attr.type")),
            .standard = std::nullopt};
    key_domain_ = attributes.value("for", "all");
    return element::key;
  }

  /// Learns what a key means, once its default is known.
  void end_key() {
    const bool of_all = key_domain_ == "all";
    if (of_all || key_domain_ == "node") { note_label_key(); }
    if (!of_all && key_domain_ != "edge") { return; }
    edge_keys_.push_back(key_.name);
    const bool numeric = key_.type != "string" && key_.type != "boolean" && !key_.type.empty();
    const bool named = !context_.weight && names_a_weight(key_.name);
    if (named && !numeric) { facts_.unread_weight = key_.name; }
    const bool fits = context_.weight ? is_meant(*context_.weight, key_) : numeric && named;
    if (!fits) { return; }
    if (has_graph_) { xml_.fail("this key is declared behind the graph; it has to come before"); }
    // NetworkX declares one name for each type that its values have.
    if (!weight_keys_.empty() && weight_keys_.front().name != key_.name) {
      xml_.fail(
          fmt::format("the attributes {} and {} of edges can both be the weight; say which "
                      "to read with --columns weight=NAME",
                      quoted(weight_keys_.front().name), quoted(key_.name)));
    }
    weight_keys_.push_back(key_);
    if (facts_.weights != weight_kind::real) { facts_.weights = kind_of_type(key_.type); }
  }

  [[nodiscard]] bool is_weight_key(std::string_view id) const {
    return std::any_of(weight_keys_.begin(), weight_keys_.end(),
                       [&](const declared_attribute& each) { return each.id == id; });
  }

  /// igraph calls vertices by `name`, others by `label`.
  void note_label_key() {
    const std::string name = lower_case(key_.name);
    if (name != "name" && name != "label") { return; }
    if (name == "name" || label_key_.empty()) { label_key_ = key_.id; }
  }

  void check_chosen_weight() const {
    if (!context_.weight || !weight_keys_.empty()) { return; }
    xml_.fail(no_such_attribute(*context_.weight, edge_keys_));
  }

  /// What `value` says; of `allowed` every other one stands for one-way edges.
  [[nodiscard]] edge_sense sense_named(std::string_view value,
                                       std::initializer_list<std::string_view> allowed,
                                       std::string_view attribute) const {
    const auto* const found = std::find(allowed.begin(), allowed.end(), value);
    if (found == allowed.end()) {
      xml_.fail(
          fmt::format("{} is {}, not {}", attribute, fmt::join(allowed, ", "), quoted(value)));
    }
    return (found - allowed.begin()) % 2 == 0 ? edge_sense::one_way : edge_sense::undirected;
  }

  element begin_graph(const xml_attributes& attributes) {
    const std::optional<std::string_view> sense = attributes.find("edgedefault");
    if (!sense && senses_.empty()) {
      facts_.guesses.emplace_back("edges are undirected, for edgedefault is missing (--directed)");
    }
    const edge_sense outer = senses_.empty() ? edge_sense::undirected : senses_.back();
    senses_.push_back(sense ? sense_named(*sense, {"directed", "undirected"}, "edgedefault")
                            : outer);
    if (senses_.size() == 1) { facts_.directed = senses_.back() == edge_sense::one_way; }
    return element::graph;
  }

  element begin_in_graph(std::string_view name, const xml_attributes& attributes) {
    if (name == "node") {
      vertices_.push_back({.id = std::string(xml_.required(attributes, "id", "a vertex")),
                           .label = {},
                           .drawn_label = {},
                           .at = xml_.position()});
      return element::vertex;
    }
    if (name == "edge") {
      const std::optional<std::string_view> directed = attributes.find("directed");
      edge_ = {.source = std::string(xml_.required(attributes, "source", "an edge")),
               .target = std::string(xml_.required(attributes, "target", "an edge")),
               .sense = directed ? sense_named(*directed, {"true", "false", "1", "0"}, "directed")
                                 : senses_.back(),
               .weight = std::nullopt,
               .at = xml_.position()};
      return element::edge;
    }
    if (name == "hyperedge") {
      xml_.fail("hyperedges are not read; write an edge for each pair of their ends");
    }
    return element::other;
  }

  element begin_in_vertex(std::string_view name, const xml_attributes& attributes) {
    if (name == "graph") {
      if (!is_nested_) {
        facts_.guesses.emplace_back("graphs within vertices are parts of one graph");
      }
      is_nested_ = true;
      return begin_graph(attributes);
    }
    if (name != "data") { return element::other; }
    const bool labels = !label_key_.empty() && attributes.value("key") == label_key_;
    return labels ? capture(element::vertex_data) : element::other;
  }

  element begin_in_edge(std::string_view name, const xml_attributes& attributes) {
    if (name == "graph") { xml_.fail("a graph within an edge is not read"); }
    const bool weighs = name == "data" && is_weight_key(attributes.value("key"));
    if (weighs && edge_->weight) { xml_.fail("this edge has two weights"); }
    return weighs ? capture(element::edge_data) : element::other;
  }

  element capture(element of) {
    xml_.capture();
    return of;
  }

  void end() override {
    const element ended = stack_.back();
    stack_.pop_back();
    switch (ended) {
      case element::key: return end_key();
      case element::standard: key_.standard = xml_.captured(); return;
      case element::graph: senses_.pop_back(); return;
      case element::vertex_data: vertices_.back().label = xml_.captured(); return;
      case element::drawn_label: vertices_.back().drawn_label = xml_.captured(); return;
      case element::edge_data: edge_->weight = xml_.captured(); return;
      case element::vertex: return end_vertex();
      case element::edge: return end_edge();
      case element::root:
      case element::other: return;
    }
  }

  void end_vertex() {
    const open_vertex& vertex = vertices_.back();
    context_.sink.take(
        listed_vertex{.id = vertex.id,
                      .label = vertex.label.empty() ? vertex.drawn_label : vertex.label,
                      .at = vertex.at});
    vertices_.pop_back();
  }

  void end_edge() {
    for (const declared_attribute& each : weight_keys_) {
      if (!edge_->weight) { edge_->weight = each.standard; }
    }
    context_.sink.take(edge_->view());
    edge_.reset();
  }

  exchange_context context_;
  xml_walker xml_;
  std::vector<element> stack_;      ///< The open elements, outermost first.
  std::vector<edge_sense> senses_;  ///< What edges of the open graphs are.
  std::vector<open_vertex> vertices_;
  std::optional<kept_edge> edge_;
  declared_attribute key_;
  std::string key_domain_;
  std::vector<std::string> edge_keys_;
  std::vector<declared_attribute> weight_keys_;  ///< Of one name.
  std::string label_key_;
  bool has_graph_ = false;
  bool is_nested_ = false;
};

}  // namespace

std::unique_ptr<exchange_reader> make_graphml_reader(exchange_context context) {
  return std::make_unique<graphml_reader>(std::move(context));
}

}  // namespace orujo::io
