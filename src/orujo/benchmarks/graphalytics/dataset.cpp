// Reads .properties files, as Java's Properties does but for continued lines and escapes.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/benchmarks/graphalytics/dataset.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <map>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "orujo/base/error.hpp"
#include "orujo/base/nearest_name.hpp"

namespace orujo {

namespace {

namespace files = std::filesystem;

struct property {
  std::string value;
  std::uint64_t line = 0;
};

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\f";
  const std::size_t first = std::min(text.find_first_not_of(blanks), text.size());
  text.remove_prefix(first);
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

/// The parts between commas, without blanks around them.
std::vector<std::string_view> list_of(std::string_view text) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view part = trimmed(text.substr(0, comma));
    if (!part.empty()) { parts.push_back(part); }
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return parts;
}

/// The properties of a file, by the names that are left of `graph.NAME.`.
class property_file {
public:
  explicit property_file(const files::path& path) : path_(path.string()) {
    std::ifstream file(path);
    if (!file) { throw input_error(path_, {}, "cannot be read"); }
    std::string line;
    for (std::uint64_t number = 1; std::getline(file, line); ++number) { take(line, number); }
  }

  /// What all keys begin with: found by the one that ends in `.vertex-file`.
  void find_graph() {
    for (const auto& [key, ignored] : all_) {
      if (key.starts_with("graph.") && key.ends_with(".vertex-file")) {
        prefix_ = key.substr(0, key.size() - std::string_view("vertex-file").size());
        return;
      }
    }
    fail(0, "has no graph.NAME.vertex-file, and is no description of a graph of Graphalytics");
  }

  [[nodiscard]] std::string graph_name() const {
    return prefix_.substr(6, prefix_.size() - 7);  // between "graph." and "."
  }
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

  [[nodiscard]] const property* find(std::string_view key) const {
    const auto found = all_.find(prefix_ + std::string(key));
    return found == all_.end() ? nullptr : &found->second;
  }
  [[nodiscard]] const property& get(std::string_view key) const {
    const property* found = find(key);
    if (found == nullptr) { fail(0, fmt::format("does not say {}{}", prefix_, key)); }
    return *found;
  }

  /// A property as a number: `Number` of C++.
  template <typename Number>
  [[nodiscard]] Number number(std::string_view key) const {
    const property& found = get(key);
    Number value{};
    const char* const end = found.value.data() + found.value.size();
    const auto [stop, problem] = std::from_chars(found.value.data(), end, value);
    if (problem != std::errc() || stop != end) {
      fail(found.line, fmt::format("{}{} is a number, not '{}'", prefix_, key, found.value));
    }
    return value;
  }

  [[noreturn]] void fail(std::uint64_t line, std::string_view problem) const {
    throw input_error(path_, {.line = line}, problem);
  }

private:
  void take(std::string_view line, std::uint64_t number) {
    const std::string_view text = trimmed(line);
    if (text.empty() || text.front() == '#' || text.front() == '!') { return; }
    const std::size_t middle = text.find_first_of("=:");
    if (middle == std::string_view::npos) {
      fail(number, fmt::format("expected 'key = value', not '{}'; this is to be the .properties "
                               "file of a graph of Graphalytics, or the folder that has it",
                               text));
    }
    all_[std::string(trimmed(text.substr(0, middle)))] = {
        std::string(trimmed(text.substr(middle + 1))), number};
  }

  std::string path_;
  std::string prefix_;
  std::map<std::string, property, std::less<>> all_;
};

/// The .properties file that is meant.
files::path chosen_file(const std::string& path, const std::string& name) {
  std::error_code ignored;
  if (!files::exists(path, ignored)) {
    throw input_error(path, {},
                      "there is no such folder; name the one that has NAME.properties, NAME.v and "
                      "NAME.e of a graph of Graphalytics (two examples come with Orujo, in "
                      "data/graphalytics)");
  }
  if (!files::is_directory(path, ignored)) {
    require(name.empty(), fmt::format("--graph chooses in a folder, and {} is none", path));
    return path;
  }
  std::vector<std::string> names;
  for (const files::directory_entry& each : files::directory_iterator(path)) {
    if (each.path().extension() == ".properties") { names.push_back(each.path().stem().string()); }
  }
  std::ranges::sort(names);
  if (names.empty()) { throw input_error(path, {}, "has no .properties file of a graph"); }
  if (name.empty()) {
    require(names.size() == 1, fmt::format("{} has several graphs; choose one by --graph: {}", path,
                                           fmt::join(names, ", ")));
    return files::path(path) / (names.front() + ".properties");
  }
  const bool is_there = std::ranges::find(names, name) != names.end();
  const std::vector<std::string_view> views(names.begin(), names.end());
  require(is_there, fmt::format("--graph is one of {}, not '{}'{}", fmt::join(names, ", "), name,
                                suggestion(name, views)));
  return files::path(path) / (name + ".properties");
}

/// The file of that name beside `properties`, or in a folder there; empty if there is none.
std::string find_file(const property_file& properties, const std::string& name) {
  const files::path parent = files::path(properties.path()).parent_path();
  const files::path folder = parent.empty() ? files::path(".") : parent;
  std::error_code ignored;
  if (files::is_regular_file(folder / name, ignored)) { return (folder / name).string(); }
  std::vector<std::string> found;
  for (const files::directory_entry& each : files::directory_iterator(folder)) {
    const files::path candidate = each.path() / name;
    if (each.is_directory(ignored) && files::is_regular_file(candidate, ignored)) {
      found.push_back(candidate.string());
    }
  }
  return found.empty() ? std::string() : *std::ranges::min_element(found);
}

std::string named_file(const property_file& properties, std::string_view key) {
  const property& name = properties.get(key);
  std::string found = find_file(properties, name.value);
  if (found.empty()) {
    properties.fail(name.line, fmt::format("there is no file '{}' beside it, or in a folder there",
                                           name.value));
  }
  return found;
}

std::optional<std::uint64_t> count_of(const property_file& properties, std::string_view key) {
  if (properties.find(key) == nullptr) { return std::nullopt; }
  return properties.number<std::uint64_t>(key);
}

bool truth_of(const property_file& properties, std::string_view key) {
  const property& found = properties.get(key);
  if (found.value != "true" && found.value != "false") {
    properties.fail(found.line, fmt::format("{} is true or false, not '{}'", key, found.value));
  }
  return found.value == "true";
}

/// Which property of edges is their weight: the one that sssp is to take, else the first.
void choose_weight(const property_file& properties, graphalytics_dataset& into) {
  const property* const list = properties.find("edge-properties.names");
  const std::vector<std::string_view> names =
      list == nullptr ? std::vector<std::string_view>{} : list_of(list->value);
  into.weighted = !names.empty();
  std::size_t chosen = 0;
  const property* const wanted = properties.find("sssp.weight-property");
  if (wanted != nullptr && !names.empty()) {
    chosen = static_cast<std::size_t>(std::ranges::find(names, wanted->value) - names.begin());
    const auto algorithms = list_of(properties.get("algorithms").value);
    const bool is_used = std::ranges::find(algorithms, "sssp") != algorithms.end();
    if (chosen == names.size() && !is_used) { chosen = 0; }
    if (chosen == names.size()) {
      properties.fail(wanted->line, fmt::format("sssp.weight-property is one of {}, not '{}'",
                                                fmt::join(names, ", "), wanted->value));
    }
  }
  constexpr std::size_t first_column = 3;  // behind the ends
  if (names.size() > 1) { into.weight_column = first_column + chosen; }
}

graphalytics_job job_of(const property_file& properties, graphalytics_algorithm algorithm) {
  using enum graphalytics_algorithm;
  const std::string name(name_of(algorithm));
  graphalytics_job job{.algorithm = algorithm};
  if (algorithm == bfs || algorithm == sssp) {
    job.source = properties.number<std::uint64_t>(name + ".source-vertex");
  }
  if (algorithm == cdlp) { job.rounds = properties.number<std::uint64_t>("cdlp.max-iterations"); }
  if (algorithm == pr) {
    job.rounds = properties.number<std::uint64_t>("pr.num-iterations");
    job.damping = properties.number<double>("pr.damping-factor");
    if (!(job.damping >= 0 && job.damping <= 1)) {
      properties.fail(properties.get("pr.damping-factor").line,
                      "pr.damping-factor is a number from 0 to 1");
    }
  }
  std::string output = properties.graph_name() + "-" + name;
  std::transform(output.end() - static_cast<std::ptrdiff_t>(name.size()), output.end(),
                 output.end() - static_cast<std::ptrdiff_t>(name.size()),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  job.reference = find_file(properties, output);
  return job;
}

std::vector<graphalytics_job> jobs_of(const property_file& properties) {
  const property& wanted = properties.get("algorithms");
  const std::vector<std::string_view> names = list_of(wanted.value);
  if (names.empty()) { properties.fail(wanted.line, "lists no algorithms to run"); }
  for (const std::string_view name : names) {
    if (std::ranges::find(graphalytics_names, name) == graphalytics_names.end()) {
      properties.fail(wanted.line, fmt::format("algorithms are {}, not '{}'",
                                               fmt::join(graphalytics_names, ", "), name));
    }
  }
  std::vector<graphalytics_job> jobs;
  for (std::size_t i = 0; i < graphalytics_names.size(); ++i) {
    if (std::ranges::find(names, graphalytics_names[i]) == names.end()) { continue; }
    jobs.push_back(job_of(properties, static_cast<graphalytics_algorithm>(i)));
  }
  return jobs;
}

}  // namespace

graphalytics_dataset read_graphalytics_dataset(const std::string& path, const std::string& name) {
  property_file properties(chosen_file(path, name));
  properties.find_graph();
  graphalytics_dataset found{.name = properties.graph_name(),
                             .properties = properties.path(),
                             .vertex_file = named_file(properties, "vertex-file"),
                             .edge_file = named_file(properties, "edge-file")};
  found.vertices = count_of(properties, "meta.vertices");
  found.edges = count_of(properties, "meta.edges");
  found.directed = truth_of(properties, "directed");
  choose_weight(properties, found);
  found.jobs = jobs_of(properties);
  const auto is_weighted = [](const graphalytics_job& job) {
    return job.algorithm == graphalytics_algorithm::sssp;
  };
  if (!found.weighted && std::ranges::any_of(found.jobs, is_weighted)) {
    properties.fail(properties.get("algorithms").line,
                    "sssp needs weights, and edge-properties.names says of none");
  }
  return found;
}

}  // namespace orujo
