// orujo uts: unbalanced tree search in memory, checked against what was published.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/benchmarks/uts/uts.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "orujo/base/nearest_name.hpp"
#include "orujo/cli/commands.hpp"
#include "orujo/cli/run/team_run.hpp"
#include "orujo/cli/run/trial_clock.hpp"

namespace orujo::cli {

namespace {

struct uts_command_options {
  run_options run;
  std::string tree = "T1";
  std::string placement = "grown";
  // what differs from it
  std::optional<std::string> type;
  std::optional<std::string> shape;
  std::optional<double> branching;
  std::optional<std::uint32_t> depth;
  std::optional<double> probability;
  std::optional<std::uint32_t> children;
  std::optional<std::uint32_t> seed;
};

/// The place of `name` in `names`. Throws: usage_error with the nearest name.
std::size_t place_in(const std::vector<std::string_view>& names, std::string_view name,
                     std::string_view option) {
  const auto at = std::find(names.begin(), names.end(), name);
  if (at == names.end()) {
    throw usage_error(fmt::format("{} is one of {}, not '{}'{}", option, fmt::join(names, ", "),
                                  name, suggestion(name, names)));
  }
  return static_cast<std::size_t>(at - names.begin());
}

const uts_sample& sample_of(const std::string& name) {
  std::vector<std::string_view> names;
  for (const uts_sample& each : uts_samples()) { names.push_back(each.name); }
  return uts_samples()[place_in(names, name, "TREE")];
}

/// The value of an enumeration by its name among `names`, in the order of the values.
template <typename Enumeration, std::size_t Count>
Enumeration value_named(const std::string_view (&names)[Count], std::string_view name,
                        std::string_view option) {
  const std::vector<std::string_view> list(std::begin(names), std::end(names));
  return static_cast<Enumeration>(place_in(list, name, option));
}

template <typename T>
bool replace(T& value, const std::optional<T>& given) {
  value = given.value_or(value);
  return given.has_value();
}

/// Puts into `tree` what was given; returns whether anything was.
bool change(uts_parameters& tree, const uts_command_options& options) {
  if (options.type) { tree.type = value_named<uts_type>(uts_type_names, *options.type, "--type"); }
  if (options.shape) {
    tree.shape = value_named<uts_shape>(uts_shape_names, *options.shape, "--shape");
  }
  bool changed = options.type || options.shape;
  changed |= replace(tree.branching, options.branching);
  changed |= replace(tree.depth, options.depth);
  changed |= replace(tree.probability, options.probability);
  changed |= replace(tree.children, options.children);
  changed |= replace(tree.seed, options.seed);
  return changed;
}

/// What is wrong with `found`; empty if nothing.
std::string difference(const uts_counts& found, const uts_counts& expected,
                       std::string_view where) {
  if (found == expected) { return {}; }
  return fmt::format("{} vertices, {} leaves and depth {}, {} {}, {} and {}", found.tree_size,
                     found.leaves, found.max_depth, where, expected.tree_size, expected.leaves,
                     expected.max_depth);
}

/// Where the vertices of the last walk were read.
void add_steps(run_record& record, const uts_traversal& walk) {
  const std::uint64_t local = walk.counts.tree_size - walk.remote;
  record.work["steps_local"] = local;
  record.work["steps_remote"] = walk.remote;
  const auto text = [](std::uint64_t count) { return number_text(static_cast<double>(count)); };
  record.work_lines = {
      {"steps", fmt::format("{} local, {} to other ranks", text(local), text(walk.remote))}};
}

run_record run_on(rank_team& team, const uts_options& wanted,
                  const std::optional<uts_counts>& published) {
  const rank_counts before = count_rank(team);
  const uts_result result = as_trial(team, [&] { return uts(team, wanted); });
  run_record record;
  for (const uts_traversal& each : result.traversals) {
    trial_record trial;
    trial.seconds = each.seconds;
    trial.edges_traversed = each.counts.tree_size - 1;
    trial.problem = difference(each.counts, result.generated, "but when it was grown");
    if (trial.problem.empty() && published) {
      trial.problem = difference(each.counts, *published, "but published are");
    }
    trial.verified = trial.problem.empty();
    record.trials.push_back(std::move(trial));
    record.result["tree_size"] = each.counts.tree_size;
    record.result["max_depth"] = each.counts.max_depth;
    record.result["leaves"] = each.counts.leaves;
    add_steps(record, each);
  }
  record.work["seconds_generation"] = result.seconds_generation;
  record.work["seconds_scattering"] = result.seconds_scattering;
  add_team_facts(record, team, before);
  return record;
}

exit_code run_uts(uts_command_options options) {
  const uts_sample& sample = sample_of(options.tree);
  uts_options wanted{.tree = sample.parameters,
                     .placement = value_named<uts_placement>(uts_placement_names, options.placement,
                                                             "--placement"),
                     .traversals = options.run.trials};
  std::optional<uts_counts> published;
  if (change(wanted.tree, options)) {
    options.run.method = uts_type_names[static_cast<std::size_t>(wanted.tree.type)];
  } else {
    options.run.method = sample.name;
    published = sample.published;
    wanted.expected_size = sample.published.tree_size;
  }
  options.run.graph.seed = wanted.tree.seed;
  return run_and_print("uts", options.run,
                       [&](rank_team& team) { return run_on(team, wanted, published); });
}

template <typename T>
CLI::Option* add_parameter(CLI::App& app, const char* name, std::optional<T>& value,
                           const char* help) {
  return app.add_option(name, value, help)->group("Tree");
}

void add_tree_options(CLI::App& app, uts_command_options& options) {
  app.add_option("TREE", options.tree,
                 "T1, T2, T3, T5 (4 million vertices) or T1L (100 million), whose sizes are "
                 "published; the options below change it")
      ->capture_default_str();
  app.add_option("--placement", options.placement,
                 "Where vertices lie: grown (at the worker that grew them) or scattered (each "
                 "somewhere in the memory of all workers)")
      ->type_name("grown|scattered")
      ->capture_default_str();
  add_parameter(app, "--type", options.type, "What decides how many children a vertex has")
      ->type_name("binomial|geometric");
  add_parameter(app, "--shape", options.shape, "Mean of a geometric tree by depth")
      ->type_name("linear|exponential|cyclic|fixed");
  add_parameter(app, "--branching", options.branching,
                "b0: mean number of children; of a binomial tree, children of the root");
  add_parameter(app, "--depth", options.depth, "gen_mx: depth of a geometric tree");
  add_parameter(app, "--probability", options.probability,
                "q: probability that a vertex of a binomial tree has children");
  add_parameter(app, "--children", options.children, "m: how many it has then");
  add_parameter(app, "--seed", options.seed, "r: seed of the root");
}

}  // namespace

command add_uts_command(CLI::App& parent) {
  auto options = std::make_shared<uts_command_options>();
  CLI::App* app = add_subcommand(
      parent, {.name = "uts",
               .group = "Benchmarks",
               .help = "Unbalanced tree search in memory, checked against the published counts",
               .example = "  orujo uts T1L --ranks 2 --workers 1 --trials 5\n"
                          "  orujo uts T1L --placement scattered"});
  add_tree_options(*app, *options);
  add_trials_option(*app, options->run);
  add_team_options(*app, options->run.team);
  add_report_options(*app, options->run);
  return {app, [options] { return run_uts(*options); }};
}

}  // namespace orujo::cli
