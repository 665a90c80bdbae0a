// Files of all ranks appear together, or not at all.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/frameworks/map_reduce/result_files.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "containers/container_run.hpp"
#include "frameworks/throwing_job.hpp"
#include "orujo/graph/io/byte_stream.hpp"

namespace orujo::test {

namespace {

/// An empty folder that is gone with it.
class result_folder {
public:
  result_folder()
      : path_(std::filesystem::temp_directory_path() /
              ("orujo_results_" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(path_);
  }
  result_folder(const result_folder&) = delete;
  result_folder& operator=(const result_folder&) = delete;
  ~result_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  [[nodiscard]] std::string file(const std::string& name) const { return path_ / name; }
  [[nodiscard]] std::set<std::string> names() const {
    std::set<std::string> found;
    for (const auto& each : std::filesystem::directory_iterator(path_)) {
      found.insert(each.path().filename());
    }
    return found;
  }

private:
  std::filesystem::path path_;
};

/// Writes a line for each of the numbers below 1,000, or throws `failing` where it comes to 500.
void write_numbers(rank_team& team, const std::string& path, const char* failing = nullptr) {
  hash_map<std::uint64_t, std::uint64_t> numbers(team);
  run_epoch(team, [&](worker& self) {
    auto out = numbers.from(self);
    for (std::uint64_t i = 0; i < 1'000; ++i) { out.async_insert(i, i); }
  });
  write_results(numbers, path, [&](std::string& text, std::uint64_t key, std::uint64_t value) {
    if (failing != nullptr && key == 500) { throw std::runtime_error(failing); }
    text += std::to_string(key + value) + "\n";
  });
}

/// What a file packed by gzip holds.
std::string unpacked(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string packed(std::istreambuf_iterator<char>(file), {});
  EXPECT_EQ(io::sniff_compression(packed), compression::gzip);
  const auto stream = io::open_gzip(packed);
  std::string text;
  std::vector<char> piece(4096);
  for (std::size_t count = 1; count > 0;) {
    count = stream->read(piece);
    text.append(piece.data(), count);
  }
  return text;
}

}  // namespace

TEST(result_files, hold_each_entry_once_alone) {
  if (under_mpirun()) { return; }
  const result_folder folder;
  for (int round = 0; round < 2; ++round) {  // the second replaces the first
    run_team(team_of(3, 2), [&](rank_team& team) { write_numbers(team, folder.file("all.txt")); });
    EXPECT_EQ(folder.names(),
              (std::set<std::string>{"all-0-of-3.txt", "all-1-of-3.txt", "all-2-of-3.txt"}));
    std::set<int> found;
    for (const std::string& name : folder.names()) {
      std::ifstream lines(folder.file(name));
      for (int number = 0; lines >> number;) { EXPECT_TRUE(found.insert(number).second); }
    }
    EXPECT_EQ(found.size(), 1'000);
    EXPECT_EQ(*found.rbegin(), 1'998);
  }
}

TEST(result_files, are_packed_where_their_name_says_so_alone) {
  if (under_mpirun()) { return; }
  const result_folder folder;
  run_team(team_of(2, 2), [&](rank_team& team) { write_numbers(team, folder.file("all.csv.gz")); });
  EXPECT_EQ(folder.names(), (std::set<std::string>{"all-0-of-2.csv.gz", "all-1-of-2.csv.gz"}));
  std::set<int> found;
  for (const std::string& name : folder.names()) {
    std::istringstream lines(unpacked(folder.file(name)));
    for (int number = 0; lines >> number;) { EXPECT_TRUE(found.insert(number).second); }
  }
  EXPECT_EQ(found.size(), 1'000);
}

TEST(result_files, leave_nothing_where_writing_them_fails_alone) {
  if (under_mpirun()) { return; }
  const result_folder folder;
  for (const launch_options& options : {team_of(3, 1), team_of(2, 2, sim_model_of(1))}) {
    EXPECT_THROW(run_team(options,
                          [&](rank_team& team) {
                            write_numbers(team, folder.file("all.txt"), "not this one");
                          }),
                 std::runtime_error);
    EXPECT_EQ(folder.names(), std::set<std::string>{});
  }
}

TEST(result_files, are_those_of_jobs_that_ended_well_alone) {
  if (under_mpirun()) { return; }
  for (const launch_options& options : {team_of(3, 2), team_of(3, 1, sim_model_of(1))}) {
    for (const std::string part : {"mapper", "combiner", "reducer"}) {
      SCOPED_TRACE(name_of(options) + ", " + part);
      const result_folder folder;
      std::string said;
      try {
        run_team(options, [&](rank_team& team) {
          write_results_of_failing_job(team, folder.file(""), part);
        });
      } catch (const std::exception& why) { said = why.what(); }
      EXPECT_EQ(said, "13 brings bad luck");
      EXPECT_EQ(folder.names(), (std::set<std::string>{"before-0-of-3.txt", "before-1-of-3.txt",
                                                       "before-2-of-3.txt"}));
    }
  }
}

TEST(result_files, lose_their_names_where_one_cannot_get_its_own_alone) {
  if (under_mpirun()) { return; }
  const result_folder folder;
  run_team(team_of(3, 1), [&](rank_team& team) {
    result_files files(team, folder.file("all.txt"));
    files.write("a part\n");
    barrier(team);
    // a folder stands where rank 1 is to have its file
    if (team.rank() == rank_id{1}) { std::filesystem::create_directories(files.path() + "/x"); }
    EXPECT_THROW(files.commit(), agreed_error);
  });
  EXPECT_EQ(folder.names(), std::set<std::string>{"all-1-of-3.txt"});
}

}  // namespace orujo::test
