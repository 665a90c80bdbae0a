// The first failure of a finish stays; its parts arrive in any order.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/tasks/finish_failures.hpp"

#include <mutex>
#include <utility>

namespace orujo {

namespace {

/// No failure of another rank has this number: they count from 0.
constexpr std::uint64_t of_this_rank = ~std::uint64_t{0};

}  // namespace

void finish_failures::add(join_id finish, const task_error& failure) {
  const std::lock_guard guard(lock_);
  of_finish_.try_emplace(static_cast<std::uint64_t>(finish),
                         entry{of_this_rank, failure.code(), failure.what()});
}

void finish_failures::add(const failure_part& part) {
  const std::uint64_t name = std::uint64_t{part.from} << 32U | part.number;
  const std::lock_guard guard(lock_);
  const auto [at, is_first] = of_finish_.try_emplace(static_cast<std::uint64_t>(part.finish));
  entry& kept = at->second;
  if (is_first) { kept = {name, part.code, std::string(part.all, ' ')}; }
  if (kept.name == name) { kept.text.replace(part.begin, part.size, part.text, part.size); }
}

task_error finish_failures::take(join_id finish) {
  const std::lock_guard guard(lock_);
  const auto taken = of_finish_.extract(static_cast<std::uint64_t>(finish));
  return {taken.mapped().code, taken.mapped().text};
}

std::optional<task_error> finish_failures::any() const {
  const std::lock_guard guard(lock_);
  if (of_finish_.empty()) { return std::nullopt; }
  const entry& first = of_finish_.begin()->second;
  return task_error(first.code, first.text);
}

}  // namespace orujo
