// Work statistics as figures of a run record.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "orujo/report/json.hpp"
#include "orujo/report/run_record.hpp"
#include "orujo/worklists/work_history.hpp"
#include "orujo/worklists/work_statistics.hpp"

namespace orujo {

/// All of `work` by the names of its members.
[[nodiscard]] json document_of(const work_statistics& work);

/// Adds the work of the last trial, which is noted already: all of `work` by the names of its
/// members, `history` as lists of workers, and a few lines for people.
void add_work(run_record& record, const work_statistics& work, work_history history);

}  // namespace orujo
