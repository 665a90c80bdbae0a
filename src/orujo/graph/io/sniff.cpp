// The marks by which formats are known, of ours and of those that we do not read.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/io/sniff.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "orujo/graph/io/edge_list_comments.hpp"
#include "orujo/graph/io/exchange/exchange_input.hpp"
#include "orujo/graph/io/gap_binary.hpp"
#include "orujo/graph/io/lines.hpp"
#include "orujo/graph/io/plans.hpp"
#include "orujo/graph/io/row_parser.hpp"
#include "orujo/graph/io/text_blocks.hpp"

namespace orujo::io {

namespace {

using namespace std::string_view_literals;

constexpr std::size_t sniffed_bytes = std::size_t{1} << 16;

struct foreign_mark {
  std::string_view begin;
  std::string_view advice;
};

/// What is no text, whatever it is read for.
constexpr std::array<foreign_mark, 4> archive_marks = {{
    {"PK\x03\x04", "a zip archive; unpack it first"},
    {"7z\xbc\xaf", "a 7-Zip archive; unpack it first"},
    {"\xff\xfe", "UTF-16 text; convert it to UTF-8"},
    {"\xfe\xff", "UTF-16 text; convert it to UTF-8"},
}};

constexpr std::array<foreign_mark, 7> foreign_marks = {{
    {"PARE", "an encrypted Parquet file; write it without encryption"},
    {"FEA1", "a Feather file of version 1; write it as version 2 or as Parquet"},
    {"\x89HDF", "an HDF5 file; write it as a text edge list or Matrix Market"},
    {"\x93NUMPY", "a NumPy array; write it as a text edge list"},
    {"<http",
     "N-Triples; write subject and object of each line with a tab between them, and say --ids "
     "names"},
    {"<", "HTML or XML; if a download was meant, look at it"},
    {"{", "JSON; write it as GraphML (NetworkX reads and writes both) or as a text edge list"},
}};

constexpr std::string_view formats_read =
    "an edge list, Matrix Market, DIMACS .gr or .col, METIS .graph, GAP .sg, GraphML, GEXF, GML, "
    "Pajek .net, Parquet or Arrow";

[[noreturn]] void refuse(const graph_file& file, std::string_view what) {
  file.fail(nullptr, fmt::format("is {}; Orujo reads {}", what, formats_read));
}

/// The advice of the mark that the file begins with; empty: none of them.
std::string_view advice_of(const graph_file& file, std::span<const foreign_mark> marks) {
  for (const foreign_mark& mark : marks) {
    if (file.text().starts_with(mark.begin)) { return mark.advice; }
  }
  return {};
}

constexpr std::string_view tar_advice = "a tar archive; unpack it first";
bool is_tar(std::string_view text) {
  constexpr std::size_t mark_at = 257;
  return text.size() > mark_at && text.substr(mark_at).starts_with("ustar");
}

void refuse_foreign(const graph_file& file) {
  const std::string_view text = file.text();
  for (const auto advice : {advice_of(file, archive_marks), advice_of(file, foreign_marks)}) {
    if (!advice.empty()) { refuse(file, advice); }
  }
  if (is_tar(text)) { refuse(file, tar_advice); }
  const std::string_view sample = text.substr(0, sniffed_bytes);
  const auto binary = std::find_if(sample.begin(), sample.end(),
                                   [](char c) { return static_cast<unsigned char>(c) < 0x09; });
  if (binary != sample.end()) { refuse(file, "binary and of no kind that is known"); }
}

/// Old programs end lines so; the readers of lines would see one.
void refuse_bare_returns(const graph_file& file) {
  const std::string_view sample = file.text().substr(0, sniffed_bytes);
  const std::size_t bare = sample.find('\r');
  if (bare >= sample.size() - 1 || sample.find('\n') != std::string_view::npos) { return; }
  file.fail(nullptr, R"(has lines that end in a carriage return alone; tr '\r' '\n' mends them)");
}

bool is_metis_suffix(std::string_view suffix) noexcept {
  return suffix == "graph" || suffix == "metis";
}

/// What the lines behind a possible METIS header look like.
struct line_statistics {
  std::uint64_t lines = 0;
  bool unlike_edges = false;  ///< A line has one number, or more than three.
  bool uniform = true;        ///< All have two, or all have three.
  bool numeric = true;
};

line_statistics look_at_lines(std::string_view text) {
  line_statistics seen;
  std::size_t columns = 0;
  line_walker lines(first_lines(text, sniffed_bytes));
  while (lines.next()) {
    if (lines.line().starts_with('%')) { continue; }
    const std::vector<std::string_view> words = words_of(lines.line(), 4);
    columns = seen.lines == 0 ? words.size() : columns;
    seen.unlike_edges = seen.unlike_edges || words.size() == 1 || words.size() > 3;
    seen.uniform = seen.uniform && words.size() == columns && columns >= 2 && columns <= 3;
    seen.numeric = seen.numeric && std::all_of(words.begin(), words.end(), [](auto word) {
                     return whole_number(word).has_value();
                   });
    ++seen.lines;
  }
  return seen;
}

/// A METIS file has one line for each of the vertices that its first line declares, perhaps without
/// the empty lines at its end; and its lines differ in length where an edge list's do not.
bool is_metis(const graph_file& file) {
  line_walker lines(file.text());
  bool found = lines.next();
  while (found && is_skipped(lines.line(), "%")) { found = lines.next(); }
  const std::vector<std::string_view> header = words_of(found ? lines.line() : "", 5);
  if (header.size() < 2 || header.size() > 4) { return false; }
  const std::optional<std::uint64_t> first = whole_number(header[0]);
  if (!first) { return false; }
  const std::uint64_t vertices = *first;
  const std::string_view rest = file.text().substr(lines.end());
  const line_statistics seen = look_at_lines(rest);
  const bool hinted = is_metis_suffix(file.suffix());
  if (!hinted && (!seen.numeric || seen.uniform || !seen.unlike_edges)) { return false; }
  if (!file.text_is_whole()) { return hinted || seen.lines <= vertices; }
  if (hinted && !seen.uniform) { return true; }
  const line_count count = count_lines(rest, '%');
  const std::uint64_t rows = count.lines - count.comments;
  if (hinted) { return rows == vertices; }
  return rows >= vertices && rows <= vertices + 2 && fits_metis(lines.line(), rest);
}

std::optional<file_format> format_by_letter(std::string_view line) {
  const std::vector<std::string_view> words = words_of(line, 3);
  if (words.size() < 2) { return std::nullopt; }
  const bool number_follows = whole_number(words[1]).has_value();
  if (words[0] == "p" && words[1] == "sp") { return file_format::dimacs_paths; }
  if (words[0] == "p") {
    const bool colouring = words[1] == "edge" || words[1] == "edges" || words[1] == "col";
    return colouring ? file_format::dimacs_colouring : file_format::pace;
  }
  if (words[0] == "a" && number_follows) { return file_format::dimacs_arcs; }
  if (words[0] == "e" && number_follows) { return file_format::dimacs_colouring; }
  return std::nullopt;
}

/// Whether one of the comments that `text` begins with says that ids are names, as in the edge
/// lists that are written here: then what the first names look like says nothing.
bool says_names(std::string_view text) {
  line_walker lines(first_lines(text, sniffed_bytes));
  comment_facts said;
  while (!said.names && lines.next() && lines.line().starts_with('#')) { said.take(lines.line()); }
  return said.names;
}

bool is_dimacs_comment(std::string_view line) noexcept {
  return line == "c" || line.starts_with("c ") || line.starts_with("c\t");
}

/// Takes the word, or the text in quotes, that `text` begins with, and the white space around it.
std::string_view take_dot_word(std::string_view& text) {
  constexpr std::string_view blanks = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  std::size_t end = text.find_first_of(" \t\r\n{");
  if (text.starts_with('"')) {
    const std::size_t quote = text.find('"', 1);
    end = quote == std::string_view::npos ? quote : quote + 1;
  }
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(word.size());
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return word;
}

/// Whether `text`, behind comments, begins a graph of Graphviz: [strict] graph|digraph [name] {.
/// A brace with a quote or another one directly behind it is a dictionary of an edge list.
bool begins_dot(std::string_view text) {
  std::string first = lower_case(take_dot_word(text));
  if (first == "strict") { first = lower_case(take_dot_word(text)); }
  if (first != "graph" && first != "digraph") { return false; }
  if (!text.starts_with('{')) { static_cast<void>(take_dot_word(text)); }
  constexpr std::string_view of_dictionaries = "'\"}";
  return text.size() > 1 && text.front() == '{' &&
         of_dictionaries.find(text[1]) == std::string_view::npos;
}

}  // namespace

void refuse_archives(const graph_file& file) {
  const std::string_view found = advice_of(file, archive_marks);
  const std::string_view advice = is_tar(file.text()) ? tar_advice : found;
  if (!advice.empty()) { file.fail(nullptr, fmt::format("is {}", advice)); }
}

file_format sniff_format(const graph_file& file) {
  const std::string_view text = file.text();
  if (text.starts_with("ORJ1")) { return file_format::native; }
  if (text.starts_with("PAR1")) { return file_format::parquet; }
  if (text.starts_with("ARROW1") || text.starts_with("\xff\xff\xff\xff")) {
    return file_format::arrow;  // a stream begins with a length that is none
  }
  const bool is_matrix = lower_case(text.substr(0, 14)) == "%%matrixmarket";
  if (is_matrix || lower_case(text.substr(0, 9)) == "*vertices") { refuse_bare_returns(file); }
  if (is_matrix) { return file_format::matrix_market; }
  const std::string suffix = file.suffix();
  const bool binary = text.substr(0, sniffed_bytes).find('\0') != std::string_view::npos;
  if (binary && (suffix == "sg" || suffix == "wsg" || looks_like_gap_binary(file))) {
    return file_format::gap_binary;
  }
  if (suffix == "lgl") {  // a list of neighbours below each vertex, in what are comments elsewhere
    refuse(file, "LGL; write it as NCOL, which is an edge list, or as GraphML");
  }
  if (says_names(text)) { return file_format::edge_list; }
  if (const auto exchanged = sniff_exchange(file)) { return *exchanged; }
  refuse_foreign(file);
  refuse_bare_returns(file);
  if (suffix == "mtx") { return file_format::matrix_market; }  // whose reader says what is missing

  line_walker lines(text);
  bool found = lines.next();
  while (found && (is_skipped(lines.line(), "#%/") || is_dimacs_comment(lines.line()))) {
    found = lines.next();
  }
  if (found && begins_dot(text.substr(lines.begin()))) {
    refuse(file, "DOT of Graphviz; write it as GML (gv2gml) or GraphML (NetworkX)");
  }
  const auto by_letter = found ? format_by_letter(lines.line()) : std::nullopt;
  if (by_letter) { return *by_letter; }
  return is_metis(file) ? file_format::metis : file_format::edge_list;
}

}  // namespace orujo::io
