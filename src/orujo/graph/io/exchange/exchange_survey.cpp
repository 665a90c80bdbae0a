// Counts what a reader finds, and decides.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/io/exchange/exchange_survey.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "orujo/graph/io/exchange/text_batch.hpp"
#include "orujo/graph/io/exchange/text_pieces.hpp"
#include "orujo/graph/io/lines.hpp"
#include "orujo/graph/io/plans.hpp"

namespace orujo::io {

namespace {

constexpr std::size_t piece_bytes = std::size_t{1} << 16;
constexpr std::size_t least_bytes = std::size_t{1} << 20;  // of the text, and of its edges

class surveyor final : public exchange_sink {
public:
  void take(const listed_vertex& vertex) override {
    ++vertices_;
    look_at(vertex.id);
    ids_are_bare_ = ids_are_bare_ && is_bare(vertex.id);
    const std::string name = on_one_line(vertex.label);
    if (name.empty()) { return; }
    ++labels_;
    labels_are_numbers_ = labels_are_numbers_ && canonical_id(name).has_value();
    labels_are_ids_ = labels_are_ids_ && name == vertex.id;
    batch_.add(name);
    if (batch_.size() == batch_size) { number(); }
  }

  void take(const listed_edge& edge) override {
    ++edges_;
    look_at(edge.source);
    look_at(edge.target);
    const bool undirected = edge.sense == edge_sense::undirected;
    (undirected ? has_undirected_ : has_one_way_) = true;
    if (!edge.weight || edge.weight_is_implied) { return; }
    has_weights_ = true;
    weights_are_whole_ = weights_are_whole_ && looks_whole(*edge.weight);
  }

  [[nodiscard]] bool has_edges() const noexcept { return edges_ > 0; }
  [[nodiscard]] bool has_weights() const noexcept { return has_weights_; }
  [[nodiscard]] bool has_one_way() const noexcept { return has_one_way_; }
  [[nodiscard]] bool has_undirected() const noexcept { return has_undirected_; }

  [[nodiscard]] weight_kind weights() const noexcept {
    if (!has_weights_) { return weight_kind::none; }
    return weights_are_whole_ ? weight_kind::integer : weight_kind::real;
  }

  /// Decides what vertices are called, and says what was assumed.
  vertex_naming name(const exchange_facts& facts, id_use use, std::vector<std::string>& guesses) {
    number();
    const bool names_are_labels = facts.ids_are_numbers && use == id_use::names;
    if (use == id_use::labels || names_are_labels) { return vertex_naming::label_names; }
    if (use == id_use::names) { return vertex_naming::id_names; }
    if (use == id_use::numbers) { return vertex_naming::id_numbers; }
    const bool ids_are_bare = ids_are_bare_ || facts.ids_are_numbers;  // below 0, too
    const bool labelled = vertices_ > 0 && labels_ == facts.vertices.value_or(vertices_) &&
                          labels_ == vertices_ && ids_are_bare && !labels_are_ids_;
    const bool distinct = table_.size() == labels_;
    if (labelled && !distinct) {
      guesses.emplace_back("vertices are called by their ids, for some labels are alike");
    }
    if (labelled && distinct) {
      guesses.push_back(called_by_labels(facts));
      return labels_are_numbers_ ? vertex_naming::label_numbers : vertex_naming::label_names;
    }
    return ids_are_numbers_ ? vertex_naming::id_numbers : vertex_naming::id_names;
  }

private:
  /// No option takes the ids of formats that have numbers alone where one of them is below 0.
  [[nodiscard]] std::string called_by_labels(const exchange_facts& facts) const {
    constexpr std::string_view said = "vertices are called by their labels";
    if (facts.ids_are_numbers && !ids_are_numbers_) { return std::string(said); }
    return fmt::format("{} (--ids {} takes their ids)", said,
                       ids_are_numbers_ ? "numbers" : "names");
  }

  static constexpr std::size_t batch_size = 4096;

  void look_at(std::string_view id) noexcept {
    ids_are_numbers_ = ids_are_numbers_ && canonical_id(id).has_value();
  }

  void number() {
    static_cast<void>(batch_.numbers_in(table_));
    batch_.clear();
  }

  std::uint64_t vertices_ = 0;
  std::uint64_t labels_ = 0;
  std::uint64_t edges_ = 0;
  bool ids_are_numbers_ = true;
  bool ids_are_bare_ = true;
  bool labels_are_numbers_ = true;
  bool labels_are_ids_ = true;
  bool has_one_way_ = false;
  bool has_undirected_ = false;
  bool has_weights_ = false;
  bool weights_are_whole_ = true;
  text_batch batch_;
  name_table table_;  ///< Of the labels.
};

/// Reads so far that the survey is done. Throws: input_error.
void read_beginning(const std::shared_ptr<const graph_file>& file, exchange_reader& reader,
                    const surveyor& seen) {
  text_pieces pieces(file, piece_bytes);
  std::size_t bytes = 0;
  std::size_t bytes_with_edges = 0;
  std::string_view piece = pieces.next();
  while (!piece.empty()) {
    reader.feed(piece);
    bytes += piece.size();
    bytes_with_edges += seen.has_edges() ? piece.size() : 0;
    if (bytes >= least_bytes && bytes_with_edges >= least_bytes) { return; }
    piece = pieces.next();
  }
  reader.finish();
}

void decide_direction(const surveyor& seen, const exchange_facts& found,
                      const std::optional<bool>& wanted, exchange_plan& plan) {
  const bool mixed = seen.has_one_way() && seen.has_undirected();
  if (seen.has_edges()) {
    plan.facts.directed = seen.has_one_way();
  } else {
    plan.facts.directed = found.directed;
  }
  plan.turns_mutual = wanted.value_or(plan.facts.directed.value_or(false));
  if (wanted) {
    plan.turns_undirected = *wanted && seen.has_one_way();
    plan.refuses_one_way = *wanted && seen.has_undirected() && !seen.has_one_way();
    return;
  }
  plan.turns_undirected = plan.facts.directed.value_or(false);
  plan.refuses_one_way = !plan.facts.directed.value_or(true);
  if (mixed) {
    plan.facts.guesses.emplace_back(
        "edges are one-way, for some are, and undirected ones go both ways (--undirected)");
  }
}

void decide_weights(const surveyor& seen, const exchange_facts& found, const open_options& options,
                    exchange_plan& plan) {
  const bool declared = found.weights != weight_kind::none;
  const bool shown = seen.has_weights() || !seen.has_edges();
  const weight_kind kind = declared && shown ? found.weights : seen.weights();
  plan.weights = column_for(kind, options.weights);
  note_weights(plan.facts, plan.weights);
  if (kind == weight_kind::none && !found.unread_weight.empty() &&
      options.weights != weight_use::ignored) {
    plan.facts.guesses.push_back(
        fmt::format("the attribute {} of edges is no weight by its declaration (--columns "
                    "weight={} takes it)",
                    quoted(found.unread_weight), found.unread_weight));
  }
}

}  // namespace

std::unique_ptr<exchange_reader> make_exchange_reader(file_format format,
                                                      exchange_context context) {
  switch (format) {
    case file_format::graphml: return make_graphml_reader(std::move(context));
    case file_format::gexf: return make_gexf_reader(std::move(context));
    case file_format::gml: return make_gml_reader(std::move(context));
    default: return make_pajek_reader(std::move(context));
  }
}

exchange_plan survey_exchange(const std::shared_ptr<const graph_file>& file, file_format format,
                              const open_options& options) {
  surveyor seen;
  const std::optional<std::string> weight =
      options.columns ? options.columns->weight : std::nullopt;
  const std::unique_ptr<exchange_reader> reader =
      make_exchange_reader(format, {.path = file->path(), .weight = weight, .sink = seen});
  read_beginning(file, *reader, seen);
  if (weight && seen.has_edges() && !seen.has_weights()) {
    throw input_error(
        file->path(), {},
        fmt::format("--columns: no edge at the beginning has an attribute {}", quoted(*weight)));
  }
  const exchange_facts& found = reader->facts();
  exchange_plan plan;
  plan.facts.guesses = found.guesses;
  plan.naming = seen.name(found, options.ids, plan.facts.guesses);
  decide_direction(seen, found, options.directed, plan);
  decide_weights(seen, found, options, plan);
  const bool by_format = found.ids_are_numbers && plan.naming == vertex_naming::id_numbers;
  plan.takes_any_digits = options.ids == id_use::numbers || by_format;
  plan.declared_vertices = found.vertices;
  if (plan.naming == vertex_naming::id_numbers && found.vertices) {
    plan.facts.declared_vertices = found.vertices;
    plan.facts.first_id = 1;
  }
  plan.facts.name = file->name();
  plan.facts.recognised = fmt::format("{}, {}{}", found.title, describe(plan.weights),
                                      are_names(plan.naming) ? ", vertices with names" : "");
  if (weight) { plan.facts.recognised += fmt::format(", weight: {}", quoted(*weight)); }
  return plan;
}

}  // namespace orujo::io
