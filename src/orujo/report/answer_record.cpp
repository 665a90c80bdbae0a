// Writes figures and lists of an answer into a record.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/report/answer_record.hpp"

#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "orujo/graph/input_labels.hpp"
#include "orujo/report/figures.hpp"
#include "orujo/report/vertex_labels.hpp"
#include "orujo/report/vertex_scores.hpp"
#include "orujo/report/work_figures.hpp"

namespace orujo {

namespace {

void add_work_of(algorithm_answer& answer, run_record& record) {
  for (remark& each : answer.remarks) {
    record.work_lines.push_back({std::move(each.name), std::move(each.text)});
  }
  if (!answer.statistics) { return; }
  std::vector<text_table::line> remarks = std::move(record.work_lines);
  add_work(record, *answer.statistics, std::move(answer.history));
  record.work_lines.insert(record.work_lines.begin(), remarks.begin(), remarks.end());
}

}  // namespace

void add_answer(rank_team& team, const csr_graph& graph, algorithm_answer& answer,
                run_record& record) {
  for (const figure& each : answer.figures) { record.result[each.name] = json_of(each); }
  for (const figure& each : answer.work) { record.work[each.name] = json_of(each); }
  add_work_of(answer, record);
  for (const vertex_sequence& each : answer.lists) {
    record.result[each.name] = labels_of(team, graph, input_ids_of(team, graph, each.vertices));
  }
}

std::optional<json> top_of(rank_team& team, const csr_graph& graph, const result_table& table,
                           const top_choice& choice) {
  for (const result_column& column : table.columns) {
    if (column.name != choice.scored) { continue; }
    return top_vertices(team, graph, std::get<std::span<const double>>(column.values),
                        choice.count);
  }
  return std::nullopt;
}

}  // namespace orujo
