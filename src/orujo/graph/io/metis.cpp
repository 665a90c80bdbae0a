// METIS .graph: line number = vertex, each edge listed at both its ends.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "orujo/graph/io/edge_batch.hpp"
#include "orujo/graph/io/lines.hpp"
#include "orujo/graph/io/plans.hpp"

namespace orujo::io {

namespace {

constexpr char comment_letter = '%';

/// The first line: `vertices edges [format [constraints]]`, format being three digits that say
/// whether there are vertex sizes, vertex weights and edge weights.
struct metis_header {
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  bool hundreds = false;  ///< Vertex sizes; by GAP and the 10th DIMACS challenge: nothing to read.
  bool weighted = false;
  std::uint64_t constraints = 0;  ///< Weights of each vertex.
};

/// How the lines of the vertices look.
struct metis_rows {
  std::uint64_t skipped_fields = 0;  ///< Numbers before the first neighbour.
  bool listed_once = false;          ///< Against the rules, edges stand only at their source.
};

metis_header read_header(std::string_view line) {
  const std::vector<std::string_view> words = words_of(line);
  const auto number = [&](std::size_t i) {
    return i < words.size() ? whole_number(words[i]) : std::optional<std::uint64_t>(0);
  };
  const auto vertices = number(0);
  const auto edges = number(1);
  const auto constraints = number(3);
  const std::string_view format = words.size() > 2 ? words[2] : "0";
  const bool format_known =
      format.size() <= 3 && format.find_first_not_of("01") == std::string_view::npos;
  if (words.size() < 2 || words.size() > 4 || !vertices || !edges || !constraints) {
    throw malformed_text(line.data(), fmt::format("expected a METIS header 'vertices edges [format "
                                                  "[constraints]]' but found {}",
                                                  quoted(line)));
  }
  if (!format_known || *vertices > largest_id || *edges > largest_id / 4 || *constraints > 1000) {
    throw malformed_text(line.data(), fmt::format("METIS header {} is out of range", quoted(line)));
  }
  const std::string digits = std::string(3 - format.size(), '0').append(format);
  metis_header header{.vertices = *vertices, .edges = *edges};
  header.hundreds = digits[0] == '1';
  header.weighted = digits[2] == '1';
  if (digits[1] == '1') { header.constraints = words.size() > 3 ? *constraints : 1; }
  return header;
}

std::uint64_t count_words(std::string_view text) noexcept {
  if (text.empty()) { return 0; }
  // A word begins where a visible character follows an invisible one. Without a branch, and so
  // compiled into vector instructions.
  std::uint64_t words = text.front() > ' ' ? 1 : 0;
  for (std::size_t i = 1; i < text.size(); ++i) {
    words += static_cast<unsigned>(text[i] > ' ') & static_cast<unsigned>(text[i - 1] <= ' ');
  }
  return words;
}

/// The words on all lines that are no comments.
std::uint64_t count_data_words(std::string_view text) noexcept {
  if (text.find(comment_letter) == std::string_view::npos) { return count_words(text); }
  std::uint64_t words = 0;
  line_walker lines(text);
  while (lines.next()) {
    words += lines.line().starts_with(comment_letter) ? 0 : count_words(lines.line());
  }
  return words;
}

/// Decides from the number of words in the file how its lines are to be read; empty if no way fits.
/// What follows the rules comes before edges that are listed once.
std::optional<metis_rows> choose_rows(const metis_header& header, std::uint64_t words) noexcept {
  for (const bool once : {false, true}) {
    const std::uint64_t fields = header.edges * (header.weighted ? 2 : 1) * (once ? 1 : 2);
    for (const bool sizes : {true, false}) {
      const std::uint64_t skipped = header.constraints + (sizes ? 1 : 0);
      const bool possible =
          (header.hundreds || !sizes) && (skipped == 0 || header.vertices <= words / skipped);
      if (possible && words - skipped * header.vertices == fields) {
        return metis_rows{skipped, once};
      }
    }
  }
  return std::nullopt;
}

metis_rows require_rows(const metis_header& header, std::uint64_t words, const char* place) {
  const std::optional<metis_rows> rows = choose_rows(header, words);
  if (rows) { return *rows; }
  throw malformed_text(
      place,
      fmt::format("{} edges are declared, so {} neighbours have to follow, two for each; but "
                  "there are {} numbers: the file is cut off, or this line is wrong",
                  header.edges, 2 * header.edges, words));
}

class metis_parser final : public block_parser {
public:
  metis_parser(const field_rules& rules, std::uint64_t skipped) noexcept
      : rules_(rules), skipped_fields_(skipped) {}

  void parse(const text_block& block, edge_chunk& chunk) const override {
    with_kept_weight(rules_.weights, [&]<typename Weight>(std::type_identity<Weight>) {
      parse_lines<Weight>(block, chunk);
    });
  }

private:
  template <typename Weight>
  void parse_lines(const text_block& block, edge_chunk& chunk) const {
    edge_batch<Weight> batch(chunk);
    std::uint64_t vertex = block.rows_before;
    const char* at = block.text.data();
    const char* const end = at + block.text.size();
    while (at != end) {
      if (*at == comment_letter) {
        at = std::find(at, end, '\n') + 1;
      } else {
        at = parse_line(at, ++vertex, batch);
      }
    }
    batch.flush();
  }

  template <typename Weight>
  const char* parse_line(const char* at, std::uint64_t vertex, edge_batch<Weight>& batch) const {
    field_reader fields(rules_, at);
    fields.skip_blanks();
    if (fields.at_line_end()) { return fields.at() + 1; }
    if (vertex > rules_.last_id) {
      throw malformed_text(fields.at(), fmt::format("this is the line of vertex {}, but the header "
                                                    "declares {} vertices",
                                                    vertex, rules_.last_id));
    }
    for (std::uint64_t i = 0; i < skipped_fields_; ++i) { skip_number(fields); }
    while (!fields.at_line_end()) {
      const input_edge edge = {vertex, fields.take_id()};
      Weight weight{};
      if (rules_.weights != weight_column::absent) {
        fields.skip_blanks();
        weight = fields.take_weight<Weight>();
      }
      batch.add(edge, weight);
      fields.skip_blanks();
    }
    return fields.at() + 1;
  }

  static void skip_number(field_reader& fields) {
    static constexpr field_rules anything;
    field_reader number(anything, fields.at());
    if (number.at_line_end()) {
      throw malformed_text(number.at(), "a vertex size or weight is missing here");
    }
    static_cast<void>(number.take_id());
    number.skip_blanks();
    fields.move_to(number.at());
  }

  field_rules rules_;
  std::uint64_t skipped_fields_;
};

std::string describe_metis(const metis_header& header, const metis_rows& rows,
                           weight_column weights) {
  std::string text = fmt::format("METIS, {} vertices, {} edges, {}", header.vertices, header.edges,
                                 describe(weights));
  if (rows.skipped_fields > 0) { text += ", weights or sizes of vertices skipped"; }
  if (rows.listed_once) { text += ", each edge listed once: taken as directed"; }
  return text;
}

}  // namespace

bool fits_metis(std::string_view header_line, std::string_view rest) {
  try {
    const auto rows = choose_rows(read_header(header_line), count_data_words(rest));
    return rows && !rows->listed_once;
  } catch (const malformed_text&) { return false; }
}

text_plan plan_metis(const graph_file& file, const open_options& options) {
  line_walker lines(file.text());
  bool found = lines.next();
  while (found && (lines.line().starts_with(comment_letter) || lines.line().empty())) {
    found = lines.next();
  }
  if (!found) { file.fail(nullptr, "ends before the METIS header"); }
  const char* const place = lines.line().data();
  const metis_header header = read_header(lines.line());
  // A long compressed file is not read twice for this: it has to follow the rules.
  metis_rows rows{.skipped_fields = header.constraints + (header.hundreds ? 1 : 0)};
  if (file.text_is_whole()) {
    rows = require_rows(header, count_data_words(file.text().substr(lines.end())), place);
  }
  const weight_column weights =
      column_for(header.weighted ? weight_kind::integer : weight_kind::none, options.weights);

  text_plan plan;
  const std::uint64_t listed = rows.listed_once ? header.edges : 2 * header.edges;
  plan.facts.recognised = describe_metis(header, rows, weights);
  note_weights(plan.facts, weights);
  plan.facts.directed = rows.listed_once;
  plan.facts.both_directions_listed = !rows.listed_once;
  plan.facts.declared_vertices = header.vertices;
  plan.facts.declared_edges = listed;
  plan.facts.first_id = 1;
  plan.layout = {.data_begin = lines.end(), .number_rows = true, .comment = comment_letter};
  plan.promise = {.least = listed, .most = listed, .place = file.position_of(place)};
  plan.parser = std::make_unique<metis_parser>(
      field_rules{.weights = weights, .first_id = 1, .last_id = header.vertices},
      rows.skipped_fields);
  return plan;
}

}  // namespace orujo::io
