// What a run of an algorithm has found: figures, and columns of values of vertices or edges.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "orujo/graph/tables/result_table.hpp"
#include "orujo/worklists/work_history.hpp"
#include "orujo/worklists/work_statistics.hpp"

namespace orujo {

/// A number or a word of the result, the same on every rank.
struct figure {
  std::string name;
  std::variant<std::uint64_t, std::int64_t, double, bool, std::string> value;
};

/// Vertices of the result in an order that means something, the same on every rank.
struct vertex_sequence {
  std::string name;
  std::vector<vertex_id> vertices;
};

/// Something that people should know of the answer.
struct remark {
  std::string name;  ///< "NOT CONVERGED"
  std::string text;
};

struct algorithm_answer {
  std::vector<figure> figures;                               ///< The result.
  std::vector<figure> work;                                  ///< What it took.
  std::optional<work_statistics> statistics = std::nullopt;  ///< The same where items were worked.
  work_history history = {};
  std::vector<vertex_sequence> lists = {};
  std::vector<remark> remarks = {};
  result_table table = {};
  std::vector<result_table> further = {};  ///< For pictures; one column each.
};

}  // namespace orujo
