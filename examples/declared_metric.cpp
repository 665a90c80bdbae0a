// Counts what the program itself finds worth knowing: a search from vertex 0 of a graph says how
// many edges it looked at and how often in vain, in all and over time.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/messaging/declared_metric.hpp"

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "orujo/base/error.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/messaging/team_samples.hpp"
#include "orujo/runtime/launch.hpp"
#include "orujo/runtime/metrics/metric_history.hpp"
#include "orujo/runtime/metrics/team_counts.hpp"

namespace {

constexpr std::uint64_t num_vertices = 1U << 16U;

using visitor = orujo::message_sender<std::uint64_t>;

/// Marks every vertex once. Vertex v has edges to v + 1 and 5 v + 3; rank v mod P owns it.
void search(orujo::rank_team& team) {
  const orujo::declared_metric edges(team, "edges looked at");
  const orujo::declared_metric in_vain(team, "edges looked at in vain");
  const auto ranks = static_cast<std::uint64_t>(team.size());
  const auto owner_of = [ranks](std::uint64_t v) { return static_cast<orujo::rank_id>(v % ranks); };
  std::vector<std::atomic<bool>> is_seen(num_vertices / ranks + 1);

  auto visits = orujo::make_channel<std::uint64_t>(
      team,
      [&](visitor& out, const std::uint64_t& v) {
        orujo::worker& self = orujo::this_worker();
        edges.add(self);
        if (is_seen[v / ranks].exchange(true)) { return in_vain.add(self); }
        for (const std::uint64_t next : {(v + 1) % num_vertices, (5 * v + 3) % num_vertices}) {
          out.send(owner_of(next), next);
        }
      },
      {.how = orujo::deliver::later});
  orujo::run_epoch(team, [&](orujo::worker& self) {
    const bool is_first = team.rank() == orujo::rank_id{0} && self.index() == 0;
    if (is_first) { visits.send(self, owner_of(0), 0); }
  });
}

void print(const orujo::team_counts& counts, const orujo::metric_history& history) {
  for (const orujo::declared_total& each : counts.declared) {
    std::printf("%s: %llu\n", each.name.c_str(), static_cast<unsigned long long>(each.value));
  }
  for (const orujo::metric_curve& each : history.curves) {
    std::printf("%-24s", each.name.c_str());
    for (const double rate : each.mean) { std::printf(" %10.3g", rate); }
    std::printf("  per second and worker\n");
  }
}

void search_and_count(orujo::rank_team& team) {
  orujo::start_samples(team);
  search(team);
  orujo::stop_samples(team);
  const orujo::team_counts counts = orujo::gather_counts(team);
  const orujo::metric_history history = orujo::gather_metric_history(team, 6);
  // Each vertex is met over each edge to it, and the first one once more.
  orujo::require(counts.declared[0].value == 2 * num_vertices + 1, "an edge was not counted");
  orujo::require(counts.declared[1].value == num_vertices + 1, "a vertex was not met");
  if (team.rank() == orujo::rank_id{0}) { print(counts, history); }
}

}  // namespace

int main() {
  orujo::launch_options options;
  options.values.assign("metric_samples", "512", orujo::setting_source::option);
  orujo::run_team(options, search_and_count);
}
