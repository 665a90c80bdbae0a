// Writes what all pages have.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/report/html_page.hpp"

#include "orujo/report/svg.hpp"

namespace orujo {

namespace {

constexpr const char* page_head =
    R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<style>
body { font: 14px/1.45 sans-serif; color: #1c2733; max-width: 960px; margin: 2em auto; padding: 0 1em }
table { border-collapse: collapse; margin: 0.5em 0 1.5em }
td { padding: 2px 16px 2px 0; vertical-align: top; border-bottom: 1px solid #e3e8ee }
td:first-child { white-space: nowrap; color: #51606f }
h2 { font-size: 1.15em; margin-top: 1.8em }
h3 { font-size: 1em; margin-bottom: 0.2em }
svg { display: block; max-width: 100%; height: auto; margin: 0.8em 0 }
</style>
)";

}  // namespace

std::string html_page(const std::string& title, const std::string& body) {
  const std::string safe = html_text(title);
  return page_head + ("<title>" + safe + "</title>\n</head>\n<body>\n<h1>" + safe + "</h1>\n") +
         body + "</body>\n</html>\n";
}

std::string table_html(const std::vector<text_table::line>& lines) {
  if (lines.empty()) { return {}; }
  std::string text = "<table>\n";
  for (const text_table::line& line : lines) {
    text += "<tr>";
    for (const std::string& cell : line) { text += "<td>" + html_text(cell) + "</td>"; }
    text += "</tr>\n";
  }
  return text + "</table>\n";
}

}  // namespace orujo
