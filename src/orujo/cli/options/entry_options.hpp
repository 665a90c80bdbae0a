// Options of a command that an entry of the catalogue declares.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "orujo/algorithms/catalogue/algorithm_entry.hpp"
#include "orujo/cli/options/run_options.hpp"

namespace orujo::cli {

/// Where the parser puts the values of declared options. Stays where it is.
class entry_options {
public:
  entry_options() = default;
  entry_options(const entry_options&) = delete;
  entry_options& operator=(const entry_options&) = delete;

  /// Adds `options` to a command.
  void add_to(CLI::App& app, const std::vector<option_entry>& options);

  /// Those that were given.
  [[nodiscard]] option_values values() const;

  /// The files that are read, and those that are written, of those that were given: the others of
  /// the unit FILE.
  [[nodiscard]] std::vector<named_file> inputs(const std::vector<option_entry>& options) const;
  [[nodiscard]] std::vector<named_file> outputs(const std::vector<option_entry>& options) const;

private:
  struct slot {
    std::string name;
    bool flag = false;
    std::optional<std::uint64_t> whole = {};
    std::optional<double> real = {};
    std::optional<std::string> text = {};
  };

  CLI::Option* add(CLI::App& app, const option_entry& option);
  template <typename Names>
  [[nodiscard]] std::vector<named_file> files(const std::vector<option_entry>& options,
                                              Names names) const;

  std::deque<slot> slots_;  // the parser keeps their addresses
};

/// The methods of an entry, as `--method` names them.
[[nodiscard]] std::vector<method_name> method_names_of(const algorithm_entry& entry);

}  // namespace orujo::cli
