// The limits that there may be on threads.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/thread_error.hpp"

#include <fmt/format.h>

namespace orujo {

thread_error::thread_error(std::string_view thread, const std::exception& cause)
    : error(exit_code::runtime,
            fmt::format("the thread of {} cannot be started: {}; take fewer --ranks or --workers, "
                        "or raise the limit that is met: on threads (ulimit -u, pids.max of the "
                        "control group) or on memory (ulimit -v, memory.max)",
                        thread, cause.what())) {}

}  // namespace orujo
