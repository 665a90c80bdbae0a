// The narrowest limit of host, groups and process, and what the refusal says.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/memory_allowance.hpp"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include "orujo/base/error.hpp"
#include "orujo/base/huge_memory.hpp"
#include "orujo/base/topology.hpp"

namespace orujo {
namespace {

class memory_allowance_in_files : public testing::Test {
protected:
  memory_allowance_in_files()
      : folder_(std::filesystem::temp_directory_path() /
                ("orujo_memory_" + std::to_string(getpid()) + "_" +
                 testing::UnitTest::GetInstance()->current_test_info()->name())) {
    write("meminfo", "MemTotal: 4096 kB\nMemFree: 10 kB\nMemAvailable:  2048 kB\n");
    write("statm", "0 0 0 0 0 0 0\n");
  }
  ~memory_allowance_in_files() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& path, const std::string& text) {
    std::filesystem::create_directories((folder_ / path).parent_path());
    std::ofstream(folder_ / path) << text;
  }

  [[nodiscard]] memory_allowance find() const {
    return find_memory_allowance({.host = (folder_ / "meminfo").string(),
                                  .of_this_process = (folder_ / "statm").string(),
                                  .groups = {.groups = (folder_ / "groups").string(),
                                             .of_this_process = (folder_ / "self").string()}});
  }

private:
  std::filesystem::path folder_;
};

/// Sets a limit of this process while it lives.
class process_limit {
public:
  process_limit(__rlimit_resource resource, rlim_t bytes) : resource_(resource) {
    getrlimit(resource, &before_);
    const rlimit now{.rlim_cur = bytes, .rlim_max = before_.rlim_max};
    setrlimit(resource, &now);
  }
  ~process_limit() { setrlimit(resource_, &before_); }
  process_limit(const process_limit&) = delete;
  process_limit& operator=(const process_limit&) = delete;

private:
  __rlimit_resource resource_;
  rlimit before_{};
};

std::string refusal_of(std::uint64_t bytes, std::uint64_t limit) {
  try {
    require_memory(bytes, "it", limit);
  } catch (const memory_error& problem) { return problem.what(); }
  return "";
}

TEST_F(memory_allowance_in_files, without_limits_the_host_decides) {
  const memory_allowance found = find();
  EXPECT_EQ(found.all_bytes, 4096U * 1024);
  EXPECT_EQ(found.left_bytes, 2048U * 1024);
}

TEST_F(memory_allowance_in_files, a_group_that_leaves_less_is_named) {
  write("self", "0::/a/b\n");
  write("groups/a/memory.max", "1048576\n");
  write("groups/a/memory.current", "48576\n");
  const memory_allowance found = find();
  EXPECT_EQ(found.left_bytes, 1000000U);
  EXPECT_NE(found.set_by.find("control group"), std::string_view::npos);
}

TEST_F(memory_allowance_in_files, the_limit_of_data_counts_what_is_used) {
  const process_limit limit(RLIMIT_DATA, std::uint64_t{1} << 44U);
  EXPECT_EQ(find().left_bytes, 2048U * 1024);
  write("meminfo", "MemTotal: 99999999999999 kB\nMemAvailable: 99999999999999 kB\n");
  write("statm", "9 9 9 9 0 4 0\n");
  const auto page_bytes = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  EXPECT_EQ(find().left_bytes, (std::uint64_t{1} << 44U) - 4 * page_bytes);
  EXPECT_NE(find().set_by.find("ulimit -d"), std::string_view::npos);
}

TEST(memory_allowance, of_this_machine_is_what_its_topology_shows) {
  const machine_topology machine = find_topology();
  EXPECT_GT(machine.memory_available_bytes, 0U);
  EXPECT_LE(machine.memory_available_bytes, machine.memory_bytes);
  EXPECT_FALSE(machine.memory_set_by.empty());
}

TEST(memory_allowance, a_refusal_has_units_that_suit) {
  EXPECT_EQ(refusal_of(10, 10), "");
  const std::string small = refusal_of(3072, 1024);
  EXPECT_NE(small.find("needs about 3.0 KiB, and 1.0 KiB are available"), std::string::npos)
      << small;
  EXPECT_NE(small.find("memory_limit_bytes"), std::string::npos) << small;
  EXPECT_NE(refusal_of(std::uint64_t{3} << 30U, 1).find("3.0 GiB"), std::string::npos);
}

}  // namespace
}  // namespace orujo
