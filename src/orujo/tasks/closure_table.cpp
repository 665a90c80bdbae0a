// Puts the rows in order and numbers them.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/tasks/closure_table.hpp"

#include <algorithm>
#include <functional>

#include "orujo/base/processor_check.hpp"
#include "orujo/base/random.hpp"

namespace orujo {

const closure_table& closure_table::of_this_program() {
  static const closure_table table;
  return table;
}

closure_table::closure_table() {
  std::vector<closure_type*> rows;
  for (closure_type* row = closure_type::first; row != nullptr; row = row->next) {
    rows.push_back(row);
  }
  // Closures of different files may have one name; their code has one order in all processes that
  // run the same build, which the hash then tells from builds for other processors.
  std::sort(rows.begin(), rows.end(), [](const closure_type* a, const closure_type* b) {
    const int names = std::strcmp(a->name, b->name);
    return names != 0 ? names < 0 : std::less<>()(a->run_in_handler, b->run_in_handler);
  });
  for (closure_type* row : rows) {
    if (!rows_.empty() && std::strcmp(rows_.back()->name, row->name) == 0) {
      hash_ = mix64(hash_ ^ processor_needs());
    }
    row->index = static_cast<std::uint32_t>(rows_.size());
    rows_.push_back(row);
    hash_ = mix64(hash_ ^ row->bytes);
    for (const char* c = row->name; *c != '\0'; ++c) {
      hash_ = mix64(hash_ ^ static_cast<unsigned char>(*c));
    }
  }
}

}  // namespace orujo
