// Random updates of a table: a loop that sends a closure to each word.
// SPDX-License-Identifier: Apache-2.0
#include "table_updates.hpp"

namespace {

void update(const tutorial::global_data& data) {
  const auto [table, numbers] = data;

  orujo::forall(numbers, [table = table](const std::uint64_t& word) {
    orujo::delegate::async(table.at(word), [](std::uint64_t& count) { ++count; });
  });
}

}  // namespace

int main(int count, char** arguments) {
  tutorial::run("delegate", tutorial::updates_from(count, arguments), update);
}
