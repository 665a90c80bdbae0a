// Figures that several algorithms have.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/algorithms/catalogue/algorithm_entry.hpp"

#include <string>
#include <utility>

namespace orujo {

figure weight_figure(const csr_graph& graph, std::string name, exact_number value) {
  const bool is_whole = graph.facts().weights != weight_kind::real;
  if (is_whole && value >= -0x1p63L && value < 0x1p63L) {
    return {std::move(name), static_cast<std::int64_t>(value)};
  }
  if (is_whole && value >= 0 && value < 0x1p64L) {
    return {std::move(name), static_cast<std::uint64_t>(value)};
  }
  return {std::move(name), static_cast<double>(value)};
}

void note_unused_weights(const algorithm_entry& entry, const algorithm_choices& choices,
                         algorithm_answer& answer) {
  if (!choices.weights_chosen || entry.needs(choices).weights) { return; }
  const bool does_another = entry.needs({.weights_chosen = true}).weights;
  const std::string method = does_another ? " by " + entry.methods[choices.method].name : "";
  answer.remarks.push_back({"weights", "not used by " + entry.name + method});
}

}  // namespace orujo
