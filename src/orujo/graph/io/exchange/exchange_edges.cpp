// Numbers ids and labels in batches, and checks that no two vertices become one.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/io/exchange/exchange_edges.hpp"

#include <utility>

#include <fmt/format.h>

#include "orujo/graph/io/field_text.hpp"
#include "orujo/graph/io/graph_file.hpp"

namespace orujo::io {

namespace {

constexpr std::uint64_t not_called = ~std::uint64_t{0};
constexpr std::size_t batch_size = 4096;

}  // namespace

exchange_edges::exchange_edges(std::string path, const exchange_plan& plan,
                               std::shared_ptr<name_table> names)
    : path_(std::move(path)), plan_(plan), names_(std::move(names)) {}

void exchange_edges::fail(file_position at, const std::string& problem) const {
  throw input_error(path_, at, problem);
}

void exchange_edges::take(const listed_vertex& vertex) {
  ++listed_vertices_;
  if (plan_.naming == vertex_naming::id_numbers) {
    const std::uint64_t number = number_of(vertex.id, vertex.at);
    if (!plan_.declared_vertices) { note_vertex(number); }
    return;
  }
  if (by_label(plan_.naming)) {
    const std::string label = on_one_line(vertex.label);
    if (label.empty()) {
      fail(vertex.at, fmt::format("the vertex {} has no label, and vertices are called by their "
                                  "labels; say --ids numbers, or --ids names, for their ids",
                                  quoted(vertex.id)));
    }
    if (label.find('\0') != std::string::npos) { fail(vertex.at, "a label with a byte 0 in it"); }
    labels_.add(label);
  }
  vertices_.push_back(id_texts_.size());
  vertex_places_.push_back(vertex.at);
  add_id(vertex.id, vertex.at);
  flush_if_full();
}

void exchange_edges::take(const listed_edge& edge) {
  waiting_edge next = {.goes_back = goes_back(edge), .at = edge.at};
  read_weight(edge, next);
  if (plan_.naming == vertex_naming::id_numbers) {
    next.source = number_of(edge.source, edge.at);
    next.target = number_of(edge.target, edge.at);
    if (!plan_.declared_vertices) { note_ends(next, edge.source, edge.target); }
    return emit(next);
  }
  edge_ids_.push_back(id_texts_.size());
  add_id(edge.source, edge.at);
  add_id(edge.target, edge.at);
  edges_.push_back(next);
  flush_if_full();
}

void exchange_edges::add_id(std::string_view id, file_position at) {
  using namespace std::string_view_literals;
  if (id.find_first_of("\r\n\0"sv) != std::string_view::npos) {
    fail(at, fmt::format("the id {} holds a line end or a byte 0", quoted(id)));
  }
  id_texts_.add(id);
}

bool exchange_edges::goes_back(const listed_edge& edge) const {
  if (plan_.refuses_one_way && edge.sense != edge_sense::undirected) {
    fail(edge.at,
         "this edge is one-way, and those of the first MiB are not; list it before them, or say "
         "--undirected");
  }
  const bool both = edge.sense == edge_sense::mutual && plan_.turns_mutual;
  const bool undirected = edge.sense == edge_sense::undirected && plan_.turns_undirected;
  return (both || undirected) && edge.source != edge.target;
}

std::uint64_t exchange_edges::number_of(std::string_view id, file_position at) const {
  const auto number = canonical_id(id);
  if (number) { return *number; }
  std::uint64_t other = 0;
  try {
    other = take_text(std::string(id), {.id_advice = "; if vertices have names, say --ids names"},
                      [](field_reader& field) { return field.take_id(); });
  } catch (const malformed_text& problem) { fail(at, problem.what()); }
  if (plan_.takes_any_digits) { return other; }
  fail(at, problem_of_zeros_in_front(id, other));
}

void exchange_edges::read_weight(const listed_edge& edge, waiting_edge& into) const {
  if (plan_.weights == weight_column::skipped) { return; }
  if (plan_.weights == weight_column::absent) {
    if (!edge.weight || edge.weight_is_implied) { return; }
    fail(edge.at,
         fmt::format("this edge has a weight, and those before it have none; {}", advise_none));
  }
  if (!edge.weight) {
    fail(edge.at, fmt::format("this edge has no weight, and others have one; give it one, or {}",
                              advise_none));
  }
  try {
    const std::string text(*edge.weight);
    const field_rules rules;
    if (plan_.weights == weight_column::integer) {
      into.whole = take_text(text, rules,
                             [](field_reader& field) { return field.take_weight<std::int64_t>(); });
    } else {
      into.real =
          take_text(text, rules, [](field_reader& field) { return field.take_weight<double>(); });
    }
  } catch (const malformed_text& problem) { fail(edge.at, problem.what()); }
}

void exchange_edges::note_vertex(std::uint64_t number) {
  chunk_.vertices.push_back(number);
  listed_.insert(number);
}

void exchange_edges::note_ends(const waiting_edge& edge, std::string_view source,
                               std::string_view target) {
  const auto note = [&](std::uint64_t number, std::string_view id) {
    if (listed_.contains(number) || !early_numbers_.insert(number).second) { return; }
    early_.push_back({.number = number, .id = std::string(id), .at = edge.at});
  };
  note(edge.source, source);
  note(edge.target, target);
}

void exchange_edges::check_ends_are_listed() const {
  if (listed_.empty()) { return; }
  for (const early_end& each : early_) {
    if (!listed_.contains(each.number)) {
      fail(each.at,
           fmt::format(
               "no vertex has the id {}, though others are listed; list it, or leave the edge out",
               quoted(each.id)));
    }
  }
}

void exchange_edges::emit(const waiting_edge& edge) {
  const auto add = [&](input_edge ends) {
    chunk_.edges.push_back(ends);
    if (plan_.weights == weight_column::integer) { chunk_.whole_weights.push_back(edge.whole); }
    if (plan_.weights == weight_column::real) { chunk_.weights.push_back(edge.real); }
  };
  add({edge.source, edge.target});
  if (edge.goes_back) { add({edge.target, edge.source}); }
}

void exchange_edges::flush_if_full() {
  if (id_texts_.size() >= batch_size) { flush(); }
}

void exchange_edges::flush() {
  if (id_texts_.size() == 0) { return; }  // as always where ids are numbers
  name_table& table = by_label(plan_.naming) ? ids_ : *names_;
  const std::vector<std::uint64_t> ids = id_texts_.numbers_in(table);
  if (by_label(plan_.naming)) {
    call_vertices(ids);
  } else {
    for (const std::size_t place : vertices_) { note_vertex(ids[place]); }
  }
  for (std::size_t i = 0; i < edges_.size(); ++i) {
    waiting_edge& edge = edges_[i];
    edge.source = ids[edge_ids_[i]];
    edge.target = ids[edge_ids_[i] + 1];
    const bool by_id = !by_label(plan_.naming);
    if (by_id) { note_ends(edge, id_texts_[edge_ids_[i]], id_texts_[edge_ids_[i] + 1]); }
    if (by_id || call_ends(edge)) {
      emit(edge);
    } else {
      late_.push_back(edge);
    }
  }
  id_texts_.clear();
  labels_.clear();
  vertices_.clear();
  vertex_places_.clear();
  edge_ids_.clear();
  edges_.clear();
}

/// Notes what the vertices are called whose labels came since the last time.
void exchange_edges::call_vertices(const std::vector<std::uint64_t>& ids) {
  const bool numbers = plan_.naming == vertex_naming::label_numbers;
  name_table& table = numbers ? number_labels_ : *names_;
  const std::vector<std::uint64_t> labels = labels_.numbers_in(table);
  for (std::size_t i = 0; i < vertices_.size(); ++i) {
    const std::uint64_t label = labels[i];
    if (label_is_taken_.size() <= label) { label_is_taken_.resize(2 * label + 1); }
    if (label_is_taken_[label]) {
      fail(vertex_places_[i],
           fmt::format("a second vertex has the label {}, and vertices are called by their labels; "
                       "say --ids numbers, or --ids names, for their ids",
                       quoted(labels_[i])));
    }
    label_is_taken_[label] = true;
    const std::uint64_t number =
        numbers ? number_of(labels_[i], vertex_places_[i]) : std::uint64_t{label};
    chunk_.vertices.push_back(number);
    call(ids[vertices_[i]], number, i);
  }
}

void exchange_edges::call(std::uint64_t id, std::uint64_t number, std::size_t listed) {
  if (called_.size() <= id) { called_.resize(2 * id + 1, not_called); }
  if (called_[id] != not_called) {
    fail(vertex_places_[listed],
         fmt::format("a second vertex has the id {}", quoted(id_texts_[vertices_[listed]])));
  }
  called_[id] = number;
}

/// Puts what vertices are called in place of ids; false, and nothing changes, if one is not known.
bool exchange_edges::call_ends(waiting_edge& edge) const {
  const auto call_of = [&](std::uint64_t id) {
    return id < called_.size() ? called_[id] : not_called;
  };
  const std::uint64_t source = call_of(edge.source);
  const std::uint64_t target = call_of(edge.target);
  if (source == not_called || target == not_called) { return false; }
  edge.source = source;
  edge.target = target;
  return true;
}

void exchange_edges::finish() {
  flush();
  const std::uint64_t declared = plan_.declared_vertices.value_or(listed_vertices_);
  if (by_label(plan_.naming) && listed_vertices_ < declared) {
    fail({}, fmt::format("{} vertices are declared but only {} have a label; say --ids numbers",
                         declared, listed_vertices_));
  }
  check_ends_are_listed();
  for (waiting_edge& edge : late_) {
    if (!call_ends(edge)) {
      const bool source = edge.source >= called_.size() || called_[edge.source] == not_called;
      fail(edge.at, fmt::format("no vertex has the id {}",
                                quoted(text_of_id(source ? edge.source : edge.target))));
    }
    emit(edge);
  }
  late_.clear();
}

std::string exchange_edges::text_of_id(std::uint64_t number) const {
  std::string text;
  for (std::size_t shard = 0; shard < name_table::num_shards; ++shard) {
    ids_.visit(shard, [&](std::string_view name, std::uint64_t its) {
      if (its == number) { text = name; }
    });
  }
  return text;
}

}  // namespace orujo::io
