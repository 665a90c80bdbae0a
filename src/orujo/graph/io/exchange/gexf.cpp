// GEXF 1.1 to 1.3, the format of Gephi.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "orujo/graph/io/exchange/attribute_names.hpp"
#include "orujo/graph/io/exchange/exchange_reader.hpp"
#include "orujo/graph/io/exchange/xml_walker.hpp"
#include "orujo/graph/io/graph_file.hpp"
#include "orujo/graph/io/lines.hpp"

namespace orujo::io {

namespace {

enum class gexf_element : std::uint8_t {
  root,
  graph,
  attributes,  ///< Declarations of attributes of edges.
  attribute,
  standard,  ///< <default> of an attribute
  vertices,
  vertex,
  edges,
  edge,
  values,  ///< <attvalues> of an edge
  other,
};

class gexf_reader final : public exchange_reader, private xml_elements {
public:
  explicit gexf_reader(exchange_context context)
      : context_(std::move(context)), xml_(context_.path, *this) {
    facts_.title = "GEXF";
    takes_own_weight_ = !context_.weight || lower_case(*context_.weight) == "weight";
  }

  void feed(std::string_view piece) override { xml_.feed(piece); }
  void finish() override {
    xml_.finish();
    if (!has_graph_) { throw input_error(context_.path, {}, "holds no <graph>"); }
  }

private:
  void begin(std::string_view name, const xml_attributes& attributes) override {
    stack_.push_back(begin_in(stack_.empty() ? nullptr : &stack_.back(), name, attributes));
  }

  gexf_element begin_in(const gexf_element* parent, std::string_view name,
                        const xml_attributes& attributes) {
    if (parent == nullptr) {
      if (name != "gexf") { xml_.fail("this is no GEXF: the first element is not <gexf>"); }
      return gexf_element::root;
    }
    switch (*parent) {
      case gexf_element::root:
        return name == "graph" ? begin_graph(attributes) : gexf_element::other;
      case gexf_element::graph: return begin_in_graph(name, attributes);
      case gexf_element::attributes:
        return name == "attribute" ? begin_attribute(attributes) : gexf_element::other;
      case gexf_element::attribute: return name == "default" ? capture() : gexf_element::other;
      case gexf_element::vertices:
        return name == "node" ? begin_vertex(attributes) : gexf_element::other;
      case gexf_element::vertex: return begin_in_vertex(name);
      case gexf_element::edges:
        return name == "edge" ? begin_edge(attributes) : gexf_element::other;
      case gexf_element::edge:
        return name == "attvalues" ? gexf_element::values : gexf_element::other;
      case gexf_element::values: take_value(name, attributes); return gexf_element::other;
      case gexf_element::standard:
      case gexf_element::other: break;
    }
    return gexf_element::other;
  }

  gexf_element begin_graph(const xml_attributes& attributes) {
    if (has_graph_) {
      xml_.fail("a second <graph> begins here; write each graph to a file of its own");
    }
    has_graph_ = true;
    sense_ = sense_named(attributes.value("defaultedgetype", "undirected"));
    facts_.directed = sense_ != edge_sense::undirected;
    if (attributes.value("mode") == "dynamic") {
      facts_.guesses.emplace_back(
          "times are left out: vertices and edges of all times are one graph");
    }
    return gexf_element::graph;
  }

  [[nodiscard]] edge_sense sense_named(std::string_view type) const {
    if (type == "directed") { return edge_sense::one_way; }
    if (type == "undirected") { return edge_sense::undirected; }
    if (type == "mutual") { return edge_sense::mutual; }
    xml_.fail(fmt::format("edges are directed, undirected or mutual, not {}", quoted(type)));
  }

  gexf_element begin_in_graph(std::string_view name, const xml_attributes& attributes) {
    if (name == "nodes") { return gexf_element::vertices; }
    if (name == "edges") {
      check_chosen_weight();
      return gexf_element::edges;
    }
    const bool of_edges = name == "attributes" && attributes.value("class") == "edge";
    return of_edges ? gexf_element::attributes : gexf_element::other;
  }

  gexf_element begin_attribute(const xml_attributes& attributes) {
    attribute_ = {.id = std::string(attributes.value("id")),
                  .name = std::string(attributes.value("title", attributes.value("id"))),
                  .type = std::string(attributes.value("type")),
                  .standard = std::nullopt};
    return gexf_element::attribute;
  }

  void end_attribute() {
    names_.push_back(attribute_.name);
    if (!context_.weight && names_a_weight(attribute_.name)) {
      facts_.unread_weight = attribute_.name;
    }
    if (!context_.weight || !is_meant(*context_.weight, attribute_)) { return; }
    if (weight_attribute_) {
      xml_.fail(
          fmt::format("the attributes {} and {} of edges can both be what --columns names; "
                      "rename one",
                      quoted(weight_attribute_->id), quoted(attribute_.id)));
    }
    weight_attribute_ = attribute_;
    takes_own_weight_ = false;
    facts_.weights = kind_of_type(attribute_.type);
  }

  void check_chosen_weight() const {
    if (takes_own_weight_ || weight_attribute_) { return; }
    xml_.fail(no_such_attribute(*context_.weight, names_));
  }

  gexf_element begin_vertex(const xml_attributes& attributes) {
    context_.sink.take(listed_vertex{.id = xml_.required(attributes, "id", "a vertex"),
                                     .label = attributes.value("label"),
                                     .at = xml_.position()});
    return gexf_element::vertex;
  }

  /// A vertex may hold vertices and edges in files of hierarchies.
  gexf_element begin_in_vertex(std::string_view name) {
    const bool nested = name == "nodes" || name == "edges";
    if (!nested) { return gexf_element::other; }
    if (!is_nested_) {
      facts_.guesses.emplace_back("graphs within vertices are parts of one graph");
    }
    is_nested_ = true;
    return name == "nodes" ? gexf_element::vertices : gexf_element::edges;
  }

  gexf_element begin_edge(const xml_attributes& attributes) {
    const std::optional<std::string_view> type = attributes.find("type");
    edge_ = {.source = std::string(xml_.required(attributes, "source", "an edge")),
             .target = std::string(xml_.required(attributes, "target", "an edge")),
             .sense = type ? sense_named(*type) : sense_,
             .weight = std::nullopt,
             .at = xml_.position()};
    const auto weight = takes_own_weight_ ? attributes.find("weight") : std::nullopt;
    if (weight) { edge_.weight = *weight; }
    return gexf_element::edge;
  }

  void take_value(std::string_view name, const xml_attributes& attributes) {
    if (name != "attvalue" || !weight_attribute_) { return; }
    const std::string_view of = attributes.value("for", attributes.value("id"));
    if (of != weight_attribute_->id) { return; }
    if (edge_.weight) {
      xml_.fail(
          "this edge has several weights, one for each time; leave weights out with "
          "--weights none");
    }
    edge_.weight = attributes.value("value");
  }

  gexf_element capture() {
    xml_.capture();
    return gexf_element::standard;
  }

  void end() override {
    const gexf_element ended = stack_.back();
    stack_.pop_back();
    if (ended == gexf_element::attribute) { end_attribute(); }
    if (ended == gexf_element::standard) { attribute_.standard = xml_.captured(); }
    if (ended == gexf_element::edge) { end_edge(); }
  }

  void end_edge() {
    const bool has_own = edge_.weight.has_value();
    if (!has_own && weight_attribute_) { edge_.weight = weight_attribute_->standard; }
    listed_edge edge = edge_.view();
    if (!has_own && takes_own_weight_) {  // by the definition of the format
      edge.weight = "1";
      edge.weight_is_implied = true;
    }
    context_.sink.take(edge);
  }

  exchange_context context_;
  xml_walker xml_;
  std::vector<gexf_element> stack_;  ///< The open elements, outermost first.
  edge_sense sense_ = edge_sense::undirected;
  kept_edge edge_;
  declared_attribute attribute_;
  std::vector<std::string> names_;  ///< Of all attributes of edges.
  std::optional<declared_attribute> weight_attribute_;
  bool takes_own_weight_ = true;  ///< The weight is the XML attribute `weight` of an edge.
  bool has_graph_ = false;
  bool is_nested_ = false;
};

}  // namespace

std::unique_ptr<exchange_reader> make_gexf_reader(exchange_context context) {
  return std::make_unique<gexf_reader>(std::move(context));
}

}  // namespace orujo::io
