// A run as a page for a browser.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "orujo/report/run_record.hpp"

namespace orujo {

/// A page that needs no other file: the table of the run, heat maps of the workers' history where
/// there is one, metrics, report card.
[[nodiscard]] std::string html_report(const run_record& record);

/// Writes the page to the file `path`, which appears complete. Throws: input_error.
void write_report(const run_record& record, const std::string& path);

}  // namespace orujo
