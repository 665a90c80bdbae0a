// A study of growth as a page for a browser.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "orujo/cli/scale/scale_study.hpp"

namespace orujo::cli {

/// Writes the page to the file `path`, which appears complete: for each figure a picture, a line
/// for each routing, and its laws. Throws: input_error.
void write_scale_page(const scale_study& study, const std::string& path);

}  // namespace orujo::cli
