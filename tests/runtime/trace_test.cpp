// Traces: what workers note of their time, and the files that are made of it.
// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include <nlohmann/json.hpp>

#include "orujo/base/error.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/epochs/epoch.hpp"
#include "orujo/messaging/channel.hpp"
#include "orujo/messaging/declared_metric.hpp"
#include "orujo/messaging/team_samples.hpp"
#include "orujo/runtime/trace/trace_file.hpp"
#include "orujo/tasks/forall.hpp"
#include "support/teams.hpp"

namespace orujo::test {

namespace {

using slices = std::vector<trace_slice>;

trace_slice slice(std::uint64_t begin, std::uint64_t end) { return {begin, end, 0, 0}; }

bool operator==(const slices& a, const slices& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    return x.begin == y.begin && x.end == y.end;
  });
}

/// Whether each slice lies inside or behind the one before.
bool is_nested(const slices& all) {
  std::vector<std::uint64_t> ends;
  std::uint64_t before = 0;
  for (const trace_slice& each : all) {
    while (!ends.empty() && ends.back() <= each.begin) { ends.pop_back(); }
    const bool inside = ends.empty() || each.end <= ends.back();
    if (!inside || each.begin < before || each.end < each.begin) { return false; }
    before = each.begin;
    ends.push_back(each.end);
  }
  return true;
}

/// Sends, runs tasks, waits; names one span of its own.
void do_some_work(rank_team& team) {
  auto numbers = make_channel<int>(team, [](const int&) {}, {.how = deliver::later});
  run_epoch(team, [&](worker& self) {
    const trace_span span(self.trace, declare_span_kind("send numbers", "count"), 3000);
    for (int i = 0; i < 3000; ++i) { numbers.send(self, rank_id{i % team.size()}, i); }
  });
  barrier(team);
  run_global(team, [] { forall(0, 1000, [](std::uint64_t) {}); });
}

launch_options traced(launch_options options, const std::string& events = "100000") {
  return with(std::move(options), "trace_events", events);
}

/// The number of slices by name.
std::map<std::string, std::uint64_t> count_of(const rank_trace& rank) {
  std::map<std::string, std::uint64_t> counts;
  for (const trace_track& track : rank.tracks) {
    for (const trace_slice& each : track.slices) { ++counts[rank.names[each.name].name]; }
  }
  return counts;
}

}  // namespace

TEST(trace, keeps_the_last_spans_of_a_worker) {
  trace_lane lane(3);
  for (std::uint32_t i = 1; i <= 2; ++i) { lane.add({i, i, i, span_kind::idle}); }
  EXPECT_EQ(lane.events().size(), 2U);
  EXPECT_EQ(lane.dropped(), 0U);
  for (std::uint32_t i = 3; i <= 8; ++i) { lane.add({i, i, i, span_kind::idle}); }
  const std::vector<trace_event> kept = lane.events();
  ASSERT_EQ(kept.size(), 3U);
  EXPECT_EQ(kept[0].begin, 6U);
  EXPECT_EQ(kept[1].begin, 7U);
  EXPECT_EQ(kept[2].begin, 8U);
  EXPECT_EQ(lane.dropped(), 5U);
}

TEST(trace, a_name_is_one_kind) {
  const span_kind kind = declare_span_kind("sort", "items");
  EXPECT_EQ(kind, declare_span_kind("sort"));
  EXPECT_NE(kind, declare_span_kind("merge"));
  const span_name named = all_span_names()[static_cast<std::size_t>(kind)];
  EXPECT_EQ(named.name, "sort");
  EXPECT_EQ(named.detail, "items");
  EXPECT_EQ(all_span_names()[static_cast<std::size_t>(span_kind::epoch)].name, "epoch");
}

TEST(trace, cuts_off_what_reaches_beyond_the_span_around_it) {
  EXPECT_TRUE(nested({slice(4, 9), slice(0, 6), slice(0, 10), slice(12, 13)}) ==
              (slices{slice(0, 10), slice(0, 6), slice(4, 6), slice(12, 13)}));
  EXPECT_TRUE(nested({slice(5, 30), slice(0, 20), slice(20, 25), slice(7, 8)}) ==
              (slices{slice(0, 20), slice(5, 20), slice(7, 8), slice(20, 25)}));
}

TEST(trace, has_all_that_workers_did_on_every_team) {
  on_teams(few_teams(), [](rank_team& team) { EXPECT_TRUE(team.traces().empty()); });
  std::vector<launch_options> teams;
  for (const launch_options& options : few_teams()) { teams.push_back(traced(options)); }
  on_teams(teams, [](rank_team& team) {
    const std::uint64_t before = trace_now();
    do_some_work(team);
    const std::vector<rank_trace> ranks = gather_trace(team);
    const std::uint64_t after = trace_now();
    const bool is_first = team.rank() == rank_id{0};
    ASSERT_EQ(ranks.size(), is_first ? static_cast<std::size_t>(team.size()) : 0U);
    for (const rank_trace& rank : ranks) {
      auto counts = count_of(rank);
      const auto workers = static_cast<std::uint64_t>(team.num_workers());
      EXPECT_EQ(counts["send numbers"], workers);
      EXPECT_GE(counts["section"], 2 * workers);
      EXPECT_GE(counts["epoch"], 2U);
      EXPECT_GE(counts["batch"], 1U);
      EXPECT_EQ(counts["collective"] > 0, team.size() > 1);
      for (const trace_track& track : rank.tracks) {
        EXPECT_EQ(track.dropped, 0U);
        EXPECT_TRUE(is_nested(track.slices)) << track.title;
        if (track.slices.empty()) { continue; }
        EXPECT_LE(track.slices.back().end, after);
        EXPECT_GE(track.slices.back().end, before);
      }
    }
  });
}

namespace {

/// A field of a message of Protocol Buffers: a number, or bytes.
struct proto_field {
  std::uint64_t number = 0;
  std::uint64_t value = 0;
  std::string_view bytes;
};

std::uint64_t take_varint(std::string_view& rest) {
  std::uint64_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    const auto byte = static_cast<unsigned char>(rest.front());
    rest.remove_prefix(1);
    value |= std::uint64_t{byte & 127U} << shift;
    if (byte < 128) { return value; }
  }
}

std::vector<proto_field> fields_of(std::string_view rest) {
  std::vector<proto_field> fields;
  while (!rest.empty()) {
    const std::uint64_t key = take_varint(rest);
    proto_field found{.number = key >> 3U, .value = take_varint(rest), .bytes = {}};
    if ((key & 7U) == 2) {
      found.bytes = rest.substr(0, found.value);
      rest.remove_prefix(found.value);
    }
    fields.push_back(found);
  }
  return fields;
}

/// The field of that number; empty if there is none.
proto_field field_of(std::string_view bytes, std::uint64_t number) {
  for (const proto_field& each : fields_of(bytes)) {
    if (each.number == number) { return each; }
  }
  return {};
}

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Slices that begin and end, and values of counters, by process and name.
using slice_counts = std::map<std::pair<std::uint64_t, std::string>, std::uint64_t>;

slice_counts counts_in_json(const std::string& path) {
  slice_counts counts;
  const nlohmann::json document = nlohmann::json::parse(text_of(path));
  for (const nlohmann::json& each : document["traceEvents"]) {
    if (each["ph"] == "C") { ++counts[{each["pid"].get<std::uint64_t>(), each["name"]}]; }
    if (each["ph"] != "X") { continue; }
    EXPECT_GE(each["dur"].get<double>(), 0);
    ++counts[{each["pid"].get<std::uint64_t>(), each["name"].get<std::string>()}];
  }
  return counts;
}

slice_counts counts_in_perfetto(const std::string& path) {
  slice_counts counts;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::string> names;  // by sequence and number
  std::map<std::uint64_t, std::int64_t> open;                            // slices, by track
  std::map<std::uint64_t, std::string> counters;                         // names, by track
  const std::string text = text_of(path);
  for (const proto_field& packet : fields_of(text)) {
    const std::uint64_t sequence = field_of(packet.bytes, 10).value;
    const std::string_view descriptor = field_of(packet.bytes, 60).bytes;
    if (!descriptor.empty()) {
      EXPECT_TRUE(open.emplace(field_of(descriptor, 1).value, 0).second) << "a track of its own";
      if (!field_of(descriptor, 8).bytes.empty()) {
        counters[field_of(descriptor, 1).value] = field_of(descriptor, 2).bytes;
      }
    }
    for (const proto_field& entry : fields_of(field_of(packet.bytes, 12).bytes)) {
      if (entry.number != 2) { continue; }
      names[{sequence, field_of(entry.bytes, 1).value}] = field_of(entry.bytes, 2).bytes;
    }
    const std::string_view event = field_of(packet.bytes, 11).bytes;
    if (event.empty()) { continue; }
    if (field_of(event, 9).value == 4) {
      ++counts[{sequence, counters.at(field_of(event, 11).value)}];
      continue;
    }
    const bool begins = field_of(event, 9).value == 1;
    std::int64_t& depth = open.at(field_of(event, 11).value);
    depth += begins ? 1 : -1;
    EXPECT_GE(depth, 0);
    if (begins) { ++counts[{sequence, names.at({sequence, field_of(event, 10).value})}]; }
  }
  for (const auto& [track, depth] : open) { EXPECT_EQ(depth, 0) << track; }
  return counts;
}

class trace_files : public testing::Test {
protected:
  trace_files() {
    folder_ = std::filesystem::temp_directory_path() /
              ("orujo_trace_" +
               std::to_string(std::chrono::steady_clock::now().time_since_epoch().count()));
    std::filesystem::create_directory(folder_);
  }
  ~trace_files() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::string at(const char* name) const { return (folder_ / name).string(); }

private:
  std::filesystem::path folder_;
};

}  // namespace

TEST_F(trace_files, of_both_formats_tell_the_same) {
  if (under_mpirun()) { GTEST_SKIP() << "writes files of one process"; }
  for (const launch_options& options :
       {team_of(1, 1), team_of(2, 2), team_of(3, 1, sim_model_of(1))}) {
    SCOPED_TRACE(name_of(options));
    run_team(traced(options), [&](rank_team& team) {
      do_some_work(team);
      EXPECT_EQ(write_trace(team, at("t.json")), 0U);
      EXPECT_EQ(write_trace(team, at("t.pftrace")), 0U);
    });
    slice_counts json = counts_in_json(at("t.json"));
    slice_counts perfetto = counts_in_perfetto(at("t.pftrace"));
    EXPECT_EQ((json[{1, "send numbers"}]), static_cast<std::uint64_t>(options.workers));
    for (const char* const grows :
         {"collective", "batch", "idle"}) {  // by the first writing itself
      for (int rank = 1; rank <= options.ranks; ++rank) {
        const std::pair<std::uint64_t, std::string> key{rank, grows};
        EXPECT_LE(json[key], perfetto[key]);
        json.erase(key);
        perfetto.erase(key);
      }
    }
    EXPECT_EQ(json, perfetto);
  }
}

TEST_F(trace_files, have_the_rates_of_metrics_where_they_are_kept) {
  if (under_mpirun()) { GTEST_SKIP() << "writes files of one process"; }
  run_team(with(traced(team_of(2, 2)), "metric_samples", "100"), [&](rank_team& team) {
    const declared_metric items(team, "items");
    const declared_metric none(team, "none");
    do_some_work(team);
    team.on_workers([&](worker& self) { items.add(self, 1000); });
    stop_samples(team);
    static_cast<void>(write_trace(team, at("t.json")));
    static_cast<void>(write_trace(team, at("t.pftrace")));
  });
  slice_counts json = counts_in_json(at("t.json"));
  slice_counts perfetto = counts_in_perfetto(at("t.pftrace"));
  for (std::uint64_t rank = 1; rank <= 2; ++rank) {
    for (const char* name : {"items per second", "messages_sent per second"}) {
      const std::pair<std::uint64_t, std::string> key{rank, name};
      EXPECT_EQ(json[key], 241U) << name;
      EXPECT_EQ(perfetto[key], 241U) << name;
    }
    EXPECT_EQ((json[{rank, "none per second"}]), 0U);
  }
}

TEST_F(trace_files, say_how_many_spans_were_dropped) {
  if (under_mpirun()) { GTEST_SKIP() << "writes files of one process"; }
  run_team(traced(team_of(2, 1), "4"), [&](rank_team& team) {
    for (int i = 0; i < 10; ++i) { barrier(team); }
    const std::uint64_t dropped = write_trace(team, at("t.json"));
    if (team.rank() == rank_id{0}) { EXPECT_GT(dropped, 0U); }
  });
  EXPECT_NE(text_of(at("t.json")).find("older spans dropped"), std::string::npos);
}

TEST_F(trace_files, of_other_names_are_refused_on_every_rank) {
  if (under_mpirun()) { GTEST_SKIP() << "writes files of one process"; }
  EXPECT_THROW(
      run_team(traced(team_of(3, 1)), [&](rank_team& team) { write_trace(team, at("t.html")); }),
      usage_error);
  EXPECT_THROW(run_team(traced(team_of(3, 1)),
                        [&](rank_team& team) { write_trace(team, at("none/t.json")); }),
               error);
}

}  // namespace orujo::test
