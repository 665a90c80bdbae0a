// Writes JSON documents.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/cli/options/json_output.hpp"

#include "orujo/base/output_file.hpp"

namespace orujo::cli {

void add_json_option(CLI::App& app, std::optional<std::string>& target) {
  app.add_option("--json", target, "Write the result as JSON to FILE, or to stdout with -")
      ->type_name("FILE");
}

void write_document(const json& document, const std::string& target) {
  // Replaced, not refused: file names may hold bytes that are no UTF-8.
  const std::string text = document.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
  output_file file(target);
  file.write(text);
  file.commit();
}

}  // namespace orujo::cli
