// Puts the rank in front of what an exception says.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/tasks/task_errors.hpp"

#include <new>

#include <fmt/format.h>

namespace orujo {

task_error describe_failure(const std::exception_ptr& failure, rank_id rank) {
  const auto named = [rank](exit_code code, const char* text) {
    return task_error(code, fmt::format("rank {}: {}", index_of(rank), text));
  };
  try {
    std::rethrow_exception(failure);
  } catch (const task_error& problem) { return problem; } catch (const error& problem) {
    return named(problem.code(), problem.what());
  } catch (const std::bad_alloc&) {
    return named(exit_code::memory, "out of memory");
  } catch (const std::exception& problem) {
    return named(exit_code::runtime, problem.what());
  } catch (...) { return named(exit_code::runtime, "an exception of unknown type"); }
}

}  // namespace orujo
