// Random updates of a table: a loop over indices that reads, then updates, and waits for both.
// SPDX-License-Identifier: Apache-2.0
#include "table_updates.hpp"

namespace {

void update(const tutorial::global_data& data) {
  const auto [table, numbers] = data;

  orujo::forall(0, numbers.size(), [table = table, numbers = numbers](std::uint64_t i) {
    const std::uint64_t word = orujo::delegate::read(numbers.at(i));
    orujo::delegate::fetch_add(table.at(word), 1);
  });
}

}  // namespace

int main(int count, char** arguments) {
  tutorial::run("blocking", tutorial::updates_from(count, arguments), update);
}
