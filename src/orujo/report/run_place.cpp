// Asks the system for what is said of a run.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/report/run_place.hpp"

#include <array>
#include <chrono>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include "orujo/base/topology.hpp"
#include "orujo/report/program_build.hpp"

namespace orujo {

namespace {

/// A word as a shell would take it: in quotes where it holds more than plain characters.
std::string shell_word(const std::string& word) {
  constexpr const char* plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%+=:,./_-";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) { return word; }
  std::string quoted = "'";
  for (const char c : word) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

std::string command_line_text() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::string text;
  for (std::string word; std::getline(file, word, '\0');) {
    text += (text.empty() ? "" : " ") + shell_word(word);
  }
  return text;
}

std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

}  // namespace

std::vector<text_table::line> run_place_lines() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  return {{"command", command_line_text()},
          {"version", fmt::format("orujo {}, {}", program_version(), compiler_name())},
          {"host", host_name()},
          {"processor", find_topology().processor},
          {"date", fmt::format("{:%Y-%m-%d %H:%M:%S} UTC", fmt::gmtime(now))}};
}

}  // namespace orujo
