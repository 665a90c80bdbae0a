// Requests and bytes by status of a web server's log: `log_analysis FILE...`.
// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <cstdio>

#include "orujo/frameworks/map_reduce/map_reduce.hpp"
#include "orujo/frameworks/map_reduce/text_files.hpp"
#include "orujo/runtime/main_program.hpp"

/// Lines end in `"GET / HTTP/1.1" STATUS BYTES`; those that do not are left out.
struct traffic_by_status {
  using key = std::uint32_t;
  struct value {
    std::uint64_t requests;
    std::uint64_t bytes;
  };
  void map(const orujo::text_line& line, auto& emit) const {
    const std::size_t quote = line.text.rfind("\" ");
    if (quote == std::string_view::npos) { return; }
    const char* const end = line.text.data() + line.text.size();
    key status = 0;
    value one{1, 0};
    const auto [at, problem] = std::from_chars(line.text.data() + quote + 2, end, status);
    if (problem != std::errc() || at == end) { return; }
    std::from_chars(at + 1, end, one.bytes);  // "-" is none
    emit(status, one);
  }
  static value combine(const value& a, const value& b) {
    return {a.requests + b.requests, a.bytes + b.bytes};
  }
};

int main(int argc, char** argv) {
  return orujo::run_main({}, [&](orujo::rank_team& team) {
    orujo::require(argc > 1, "log_analysis needs one FILE or more");
    orujo::hash_map<std::uint32_t, traffic_by_status::value> found(team);
    orujo::map_reduce(traffic_by_status{}, orujo::text_lines(team, {argv + 1, argv + argc}), found);
    const auto more = [](const auto& a, const auto& b) { return a.requests > b.requests; };
    for (const auto& [status, sum] : found.top(10, more)) {
      if (team.rank() != orujo::rank_id{0}) { break; }
      std::printf("%u %zu %zu\n", status, std::size_t{sum.requests}, std::size_t{sum.bytes});
    }
  });
}
