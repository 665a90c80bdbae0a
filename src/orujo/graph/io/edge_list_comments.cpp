// Looks for the few phrases that the collections use.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/io/edge_list_comments.hpp"

#include <fmt/format.h>

#include "orujo/graph/io/graph_file.hpp"
#include "orujo/graph/io/lines.hpp"

namespace orujo::io {

namespace {

/// The number behind the first of `keys` that occurs in `text`, as in "edges: 5" or "edges=5".
std::optional<std::uint64_t> number_behind(std::string_view text, std::string_view key) {
  const std::size_t found = text.find(key);
  if (found == std::string_view::npos) { return std::nullopt; }
  const std::size_t begin = text.find_first_not_of(" \t", found + key.size());
  if (begin == std::string_view::npos) { return std::nullopt; }
  const std::size_t end = std::min(text.find_first_not_of("0123456789", begin), text.size());
  return whole_number(text.substr(begin, end - begin));
}

bool contains(std::string_view text, std::string_view part) noexcept {
  return text.find(part) != std::string_view::npos;
}

std::optional<bool> direction_in(std::string_view text) noexcept {
  if (contains(text, "undirected") || contains(text, "directed=0")) { return false; }
  for (const std::string_view phrase : {"directed graph", "directed node graph", "directed=1"}) {
    if (contains(text, phrase)) { return true; }
  }
  return std::nullopt;
}

/// KONECT begins with `% sym`, `% asym` or `% bip` and a word for the weights.
std::optional<bool> konect_direction(std::string_view line, std::string_view text) {
  if (text.starts_with("% bip ")) {
    throw malformed_text(line.data(),
                         "a bipartite KONECT graph: its two sides use the same ids, so one side "
                         "has to be renumbered first");
  }
  if (text.starts_with("% sym ")) { return false; }
  if (text.starts_with("% asym ")) { return true; }
  return std::nullopt;
}

}  // namespace

void comment_facts::take(std::string_view line) {
  const std::string text = lower_case(line);
  if (contains(text, "ids=names")) { names = true; }
  const std::optional<bool> konect = konect_direction(line, text);
  const std::optional<bool> said = konect ? konect : direction_in(text);
  // "Undirected" wins over the "Directed Node Graph" that some of SNAP's files also say.
  if (said && directed != false) { directed = said; }
  for (const std::string_view key : {"nodes:", "vertices="}) {
    if (!vertices) { vertices = number_behind(text, key); }
  }
  for (const std::string_view key : {"edges:", "edges="}) {
    const std::optional<std::uint64_t> number = edges ? std::nullopt : number_behind(text, key);
    if (!number) { continue; }
    edges = number;
    edges_at = line.data() + text.find(key);
  }
}

std::string comment_facts::describe() const {
  std::string said;
  if (vertices) { said += fmt::format(", {} vertices", *vertices); }
  if (edges) { said += fmt::format(", {} edges", *edges); }
  if (directed) { said += *directed ? ", directed" : ", undirected"; }
  return said.empty() ? said : fmt::format("; its comments say {}", said.substr(2));
}

}  // namespace orujo::io
