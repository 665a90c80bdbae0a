// The options that commands over graphs share.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "orujo/base/settings.hpp"

namespace orujo::cli {

/// Headings of options in help.
inline constexpr const char* team_group = "Who runs";
inline constexpr const char* graph_group = "The graph";
inline constexpr const char* work_group = "The work";
inline constexpr const char* result_group = "The result";

/// Whether edges are taken as one-way.
enum class edge_direction { as_input_says, directed, undirected };

/// Who runs: ranks, workers, transport and settings.
struct team_options {
  std::optional<int> ranks;
  std::optional<int> workers;
  std::string transport;  ///< Empty: mpi if a launcher started the program, else local.
  std::vector<std::string> set;
};

/// What is read, and how it becomes a graph.
struct graph_options {
  std::string graph;  ///< A file or a generator.
  bool directed = false;
  bool undirected = false;
  std::optional<std::string> weights;  ///< "file", "real", "none" or LOW..HIGH.
  std::optional<std::string> format;   ///< A format's name; empty: what the content says.
  std::optional<std::string> columns;  ///< "source=…,target=…,weight=…,vertex=…", of edge lists.
  std::optional<std::string> vertices;  ///< A file that lists all vertices of an edge list.
  std::optional<std::string> ids;       ///< "numbers", "names" or "labels".
  bool keep_duplicates = false;
  bool keep_loops = false;
  std::uint64_t seed = 1;
};

/// A file that an option names.
struct named_file {
  std::string option;  ///< With its dashes.
  std::string path;
};

/// What is done with it, how often, and where the answer goes.
struct run_options {
  team_options team;
  graph_options graph;
  std::string method;
  std::optional<std::string> source;  ///< An id or a name of the input.
  std::optional<std::uint64_t> sources;
  std::uint64_t trials = 1;
  bool verify = false;
  bool report_card = false;
  bool quiet = false;
  std::vector<named_file> inputs;   ///< Files that are read besides the graph's.
  std::vector<named_file> outputs;  ///< Files that are written besides the following.
  std::optional<std::string> output;
  const char* output_called = "--output";  ///< The argument or option that names it.
  std::optional<std::string> json_target;
  std::optional<std::string> report;  ///< An HTML file.
  std::optional<std::string> trace;   ///< A .json or .pftrace file.
};

/// One way to compute the answer, as `--method` names it.
struct method_name {
  std::string_view name;
  std::string_view help;
};

/// Each adds some options to a command.
void add_team_options(CLI::App& app, team_options& options);
void add_graph_options(CLI::App& app, graph_options& options);  // GRAPH and how it is read
void add_seed_option(CLI::App& app, graph_options& options);    // part of the one above
void add_keep_options(CLI::App& app, graph_options& options);   // duplicates and loops
void add_source_options(CLI::App& app, run_options& options);   // --source, --sources
void add_method_option(CLI::App& app, run_options& options, std::span<const method_name> methods);
void add_trials_option(CLI::App& app, run_options& options);
void add_verify_option(CLI::App& app, run_options& options);
void add_output_option(CLI::App& app, run_options& options);
void add_top_option(CLI::App& app, std::uint64_t& count);  // --top, of algorithms that score
void add_report_options(CLI::App& app,
                        run_options& options);  // --json, --report…, --trace, --quiet
void add_quiet_option(CLI::App& app, run_options& options);  // part of the one above

/// The options of an algorithm over a graph: all of the above but those about sources and keeping.
void add_algorithm_options(CLI::App& app, run_options& options,
                           std::span<const method_name> methods);

[[nodiscard]] edge_direction direction_of(const graph_options& options);

/// The index of the chosen method; of an empty name, 0. Throws: usage_error with the nearest name.
[[nodiscard]] std::size_t method_index(std::string_view chosen,
                                       std::span<const method_name> methods);

/// Checks what can be checked before a team is there; it fails alike on every process of one.
/// Throws: usage_error.
void check_options(const run_options& options, std::string_view command);

}  // namespace orujo::cli
