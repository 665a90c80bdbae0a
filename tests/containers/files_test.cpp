// Containers that go to files and come back: whole or not at all.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "containers/container_run.hpp"
#include "graph/io/sample_file.hpp"
#include "orujo/containers/files/container_files.hpp"
#include "orujo/containers/hash_set.hpp"
#include "orujo/memory/global_memory.hpp"
#include "orujo/tasks/run_global.hpp"

namespace orujo::test {

namespace {

std::string text_in(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

/// A text that a line of a table holds, often one that must be between quotes.
std::string line_of(std::uint64_t i) {
  std::string text = text_of(i);
  std::replace(text.begin(), text.end(), '\n', ',');
  return text;
}

template <typename Container, typename Make>
void fill(Container& into, std::uint64_t count, Make make) {
  run_epoch(into.team(), [&](worker& self) {
    for (std::uint64_t i = number_of(self); i < count; i += workers_of(into.team())) {
      make(self, i);
    }
  });
}

/// What reading into a container of its own ends with, on a team of two ranks.
template <typename Container = hash_map<std::string, std::int64_t>>
std::string problem_of(const std::string& path) {
  std::string problem;
  run_team(team_of(2, 2), [&](rank_team& team) {
    Container into(team);
    try {
      read_container(into, path);
    } catch (const agreed_error& why) {
      if (index_of(team.rank()) == 0) { problem = why.what(); }
    }
    EXPECT_EQ(into.size(), 0U);
  });
  return problem;
}

}  // namespace

TEST(container_files, bring_maps_and_sets_back_alone) {
  if (under_mpirun()) { return; }  // one folder for all
  for (const char* name : {"map.csv", "map.csv.gz"}) {
    const sample_file file(name, "");
    on_teams(few_teams(), [path = file.path()](rank_team& team) {
      hash_map<std::string, double> map(team);
      fill(map, 500, [&](worker& self, std::uint64_t i) {
        map.from(self).async_insert(line_of(i), 1.0 / (1.0 + static_cast<double>(i)));
      });
      write_container(map, path);
      hash_map<std::string, double> read(team);
      read_container(read, path);
      EXPECT_EQ(contents_of(read), contents_of(map));
      EXPECT_EQ(read.size(), 500U);
      hash_set<std::int64_t> set(team);
      fill(set, 300, [&](worker& self, std::uint64_t i) {
        set.from(self).async_insert(static_cast<std::int64_t>(i) - 150);
      });
      write_container(set, path);
      hash_set<std::int64_t> same(team);
      read_container(same, path);
      EXPECT_EQ(same.size(), 300U);
      same.for_all([](std::int64_t key) { EXPECT_LE(std::abs(key), 150); });
    });
  }
}

TEST(container_files, bring_vectors_and_bags_back_alone) {
  if (under_mpirun()) { return; }  // one folder for all
  const sample_file file("elements.csv", "");
  on_teams(few_teams(), [path = file.path()](rank_team& team) {
    vector<std::string> texts(team);
    fill(texts, 300,
         [&](worker& self, std::uint64_t i) { texts.from(self).async_push_back(line_of(i)); });
    write_container(texts, path);
    vector<std::string> same(team);
    read_container(same, path);
    EXPECT_EQ(same.top(1000), texts.top(1000));
    fill(same, 10, [&](worker& self, std::uint64_t) { same.from(self).async_push_back("more"); });
    EXPECT_EQ(same.size(), 310U);
    bag<std::uint64_t> items(team);
    run_epoch(team, [&](worker& self) {
      items.insert(self, std::numeric_limits<std::uint64_t>::max() - number_of(self));
    });
    write_container(items, path);
    bag<std::uint64_t> others(team);
    read_container(others, path);
    EXPECT_EQ(others.top(100), items.top(100));
  });
}

TEST(container_files, bring_queues_back_in_their_order_alone) {
  if (under_mpirun()) { return; }  // one folder for all
  const sample_file file("waiting.csv", "");
  on_teams(few_teams(), [path = file.path()](rank_team& team) {
    queue<std::string> waiting(team);
    const auto first_worker = [&team](const auto& work) {
      run_epoch(team, [&](worker& self) {
        if (number_of(self) == 0) { work(self); }
      });
    };
    first_worker([&](worker& self) {
      for (std::uint64_t i = 0; i < 2000; ++i) { waiting.from(self).async_push(line_of(i)); }
    });
    first_worker([&](worker& self) {  // what is left does not begin with number 0
      for (std::uint64_t i = 0; i < 700; ++i) {
        waiting.from(self).async_pop([](std::string&) {});
      }
    });
    write_container(waiting, path);
    queue<std::string> read(team);
    read_container(read, path);
    EXPECT_EQ(read.size(), 1300U);
    std::vector<std::string> seen;
    run_global(team, [&] {
      while (auto next = read.pop()) { seen.push_back(*std::move(next)); }
    });
    for (std::uint64_t i = 0; i < seen.size(); ++i) { ASSERT_EQ(seen[i], line_of(700 + i)); }
    first_worker([&](worker& self) { read.from(self).async_push("more"); });
    EXPECT_EQ(read.top(2).size(), 1U);
  });
}

TEST(container_files, bring_queues_back_into_those_that_were_emptied_alone) {
  if (under_mpirun()) { return; }  // one folder for all
  const sample_file file("waiting.csv", "");
  on_teams({team_of(1, 1), team_of(2, 2)}, [path = file.path()](rank_team& team) {
    for (const std::uint64_t before : {600U, is_sanitized ? 1200U : 5000U}) {
      SCOPED_TRACE(before);
      queue<std::uint64_t> full(team);
      queue<std::uint64_t> emptied(team);
      run_global(team, [&] {
        for (std::uint64_t i = 0; i < 1024; ++i) { full.push(i); }
        for (std::uint64_t i = 0; i < before; ++i) { emptied.push(i); }
        for (std::uint64_t i = 0; i < before; ++i) { EXPECT_TRUE(emptied.pop()); }
      });
      write_container(full, path);
      read_container(emptied, path);
      run_global(team, [&] {
        for (std::uint64_t i = 0; i < 500; ++i) { EXPECT_EQ(emptied.pop(), i); }
      });
      EXPECT_EQ(emptied.size(), 524U);
      EXPECT_EQ(emptied.top(1000).size(), 524U);
    }
  });
}

TEST(container_files, bring_disjoint_sets_back_alone) {
  if (under_mpirun()) { return; }  // one folder for all
  const sample_file file("sets.csv", "");
  on_teams(few_teams(), [path = file.path()](rank_team& team) {
    disjoint_set<std::string> sets(team);
    fill(sets, 300, [&](worker& self, std::uint64_t i) {
      sets.from(self).async_union(line_of(i), line_of(i % 17));
    });
    write_container(sets, path);
    disjoint_set<std::string> same(team);
    read_container(same, path);
    EXPECT_EQ(same.top(100), sets.top(100));
    EXPECT_EQ(same.num_sets(), 17U);
  });
}

TEST(container_files, name_what_cannot_be_read_alone) {
  if (under_mpirun()) { return; }
  const sample_file file("map.csv", "");
  const std::string path = file.path();
  const auto problem = [&](const std::string& text) {
    std::ofstream(path) << text;
    return problem_of(path);
  };
  EXPECT_NE(problem("key,value\na,1\nb,x2\n").find("map.csv:3:3"), std::string::npos);
  EXPECT_NE(problem("key,value\na,1\nb,x2\n").find("expected a whole number, but found 'x2'"),
            std::string::npos);
  EXPECT_NE(problem("key,value\na,1\n\"b,2\n").find("map.csv:3:1"), std::string::npos);
  EXPECT_NE(problem("key,value\na\n").find("expected 2 cells, but found 1"), std::string::npos);
  EXPECT_NE(problem("key\na\n").find("expected the heading key,value"), std::string::npos);
  EXPECT_NE(problem_of(path + ".gz"), "");
}

TEST(container_files, name_the_row_whose_index_cannot_be_alone) {
  if (under_mpirun()) { return; }
  const sample_file file("vector.csv", "");
  const auto problem = [path = file.path()](const std::string& text) {
    std::ofstream(path) << text;
    return problem_of<vector<int>>(path);
  };
  EXPECT_NE(problem("index,value\n0,1\n2,1\n").find("vector.csv:3:1: the index 2 is not below"),
            std::string::npos);
  const std::string twice = problem("index,value\n2,1\n0,1\n\n0,3\n");
  EXPECT_NE(twice.find("the index 0 stands in 2 rows"), std::string::npos) << twice;
  EXPECT_TRUE(twice.find("vector.csv:3:1") != std::string::npos ||
              twice.find("vector.csv:5:1") != std::string::npos)
      << twice;
}

TEST(container_files, name_the_row_that_no_message_holds_alone) {
  if (under_mpirun()) { return; }
  const std::string rows = "0,a\n1," + std::string(100'000, 'b') + "\n";
  const sample_file elements("vector.csv", "index,value\n" + rows);
  const sample_file entries("map.csv", "key,value\n" + rows);
  for (const std::string& problem :
       {problem_of<vector<std::string>>(elements.path()),
        problem_of<hash_map<std::uint64_t, std::string>>(entries.path())}) {
    EXPECT_NE(problem.find(".csv:3:1: container: a record with 1000"), std::string::npos)
        << problem;
    EXPECT_NE(problem.find("raise the setting parcel_bytes"), std::string::npos);
  }
}

TEST(container_files, stay_as_they_were_where_a_rank_fails_alone) {
  if (under_mpirun()) { return; }
  const sample_file file("map.csv", "older\n");
  const std::string path = file.path();
  run_team(team_of(3, 2), [&](rank_team& team) {
    hash_map<std::string, int> map(team);
    fill(map, 100, [&](worker& self, std::uint64_t i) {
      map.from(self).async_insert(i == 77 ? "two\nlines" : line_of(i), 0);
    });
    EXPECT_THROW(write_container(map, path), agreed_error);
  });
  EXPECT_EQ(text_in(path), "older\n");
  const std::filesystem::directory_iterator files(std::filesystem::path(path).parent_path());
  EXPECT_EQ(std::distance(files, {}), 1);
}

}  // namespace orujo::test
