// Looks a vertex up, and says why there is none.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/catalogue/named_vertex.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/base/nearest_name.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/input_labels.hpp"
#include "orujo/graph/io/graph_file.hpp"
#include "orujo/graph/vertex_lookup.hpp"

namespace orujo {

namespace {

/// The name that is most like `typed` of those of all ranks, among the first million of each.
/// Call: collective.
std::optional<std::string> name_like(rank_team& team, const csr_graph& graph,
                                     const std::string& typed) {
  constexpr std::size_t looked_at = 1'000'000;
  const vertex_names& own = graph.ids().names();
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < std::min(own.size(), looked_at); ++i) {
    const bool may_be = own[i].size() <= 2 * typed.size() && typed.size() <= 2 * own[i].size();
    if (may_be) { names.push_back(own[i]); }
  }
  const std::string_view nearest = nearest_name(typed, names).value_or(std::string_view());
  const auto found = all_gather(team, std::span<const char>(nearest));
  names.clear();
  for (const std::span<const char> each : found) {
    if (!each.empty()) { names.emplace_back(each.data(), each.size()); }
  }
  const auto best = nearest_name(typed, names);
  return best ? std::optional(std::string(*best)) : std::nullopt;
}

/// The end of a message about a vertex that is not there: what there is. Call: collective.
std::string advice_on(rank_team& team, const csr_graph& graph, const std::string& typed) {
  if (graph.num_vertices() == 0) { return "; it has none"; }
  const std::array<vertex_id, 2> ends = {0, graph.num_vertices() - 1};
  const std::vector<std::string> texts = input_texts_of(team, graph, ends);
  if (!graph.ids().is_named()) {
    return fmt::format("; its vertices are numbers from {} to {}", texts[0], texts[1]);
  }
  const auto like = name_like(team, graph, typed);
  return like ? fmt::format("; did you mean {}?", io::quoted(*like))
              : fmt::format("; its vertices have names such as {}", io::quoted(texts[0]));
}

}  // namespace

vertex_id named_vertex(rank_team& team, const csr_graph& graph, const given_option& option) {
  const std::string& name = graph.facts().name;
  const bool digits = option.value.find_first_not_of("0123456789") == std::string::npos;
  if (!digits && !graph.ids().is_named()) {
    throw agreed_error(exit_code::usage,
                       fmt::format("{}: the vertices of {} are whole numbers, and '{}' is none; "
                                   "names in an edge list are read with --ids names",
                                   option.name, name, option.value));
  }
  const vertex_id vertex = find_vertex(team, graph, option.value);
  if (vertex == no_vertex) {
    throw agreed_error(exit_code::usage,
                       fmt::format("{}: {} has no vertex {}{}", option.name, name, option.value,
                                   advice_on(team, graph, option.value)));
  }
  return vertex;
}

}  // namespace orujo
