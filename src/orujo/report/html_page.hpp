// The frame of every page, and tables in it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "orujo/base/text_table.hpp"

namespace orujo {

/// A page that needs no other file. `title` is plain text, `body` HTML.
[[nodiscard]] std::string html_page(const std::string& title, const std::string& body);

/// Rows of a table, if there are any; missing cells are empty.
[[nodiscard]] std::string table_html(const std::vector<text_table::line>& lines);

}  // namespace orujo
