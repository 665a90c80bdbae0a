// Random updates of a table: a loop over the numbers where they lie, which waits for each update.
// SPDX-License-Identifier: Apache-2.0
#include "table_updates.hpp"

namespace {

void update(const tutorial::global_data& data) {
  const auto [table, numbers] = data;

  orujo::forall(numbers, [table = table](const std::uint64_t& word) {
    orujo::delegate::fetch_add(table.at(word), 1);
  });
}

}  // namespace

int main(int count, char** arguments) {
  tutorial::run("localized", tutorial::updates_from(count, arguments), update);
}
