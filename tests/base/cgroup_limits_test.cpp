// Limits of control groups, read from files laid out as the kernel does.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/cgroup_limits.hpp"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

namespace orujo {
namespace {

class cgroup_limits_in_files : public testing::Test {
protected:
  cgroup_limits_in_files()
      : folder_(std::filesystem::temp_directory_path() /
                ("orujo_cgroup_" + std::to_string(getpid()) + "_" +
                 testing::UnitTest::GetInstance()->current_test_info()->name())) {}
  ~cgroup_limits_in_files() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& path, const std::string& text) {
    std::filesystem::create_directories((folder_ / path).parent_path());
    std::ofstream(folder_ / path) << text;
  }

  [[nodiscard]] cgroup_limits read() const {
    return read_cgroup_limits(
        {.groups = (folder_ / "groups").string(), .of_this_process = (folder_ / "self").string()});
  }

private:
  std::filesystem::path folder_;
};

TEST_F(cgroup_limits_in_files, without_files_there_are_no_limits) {
  const cgroup_limits limits = read();
  EXPECT_FALSE(limits.processors);
  EXPECT_FALSE(limits.memory_bytes);
}

TEST_F(cgroup_limits_in_files, version_2_takes_the_narrowest_on_the_way_to_the_root) {
  write("self", "0::/job/step\n");
  write("groups/job/cpu.max", "150000 100000\n");
  write("groups/job/memory.max", "1000\n");
  write("groups/job/memory.current", "400\n");
  write("groups/job/step/cpu.max", "max 100000\n");
  write("groups/job/step/memory.max", "max\n");
  const cgroup_limits limits = read();
  EXPECT_DOUBLE_EQ(limits.processors.value(), 1.5);
  EXPECT_EQ(limits.memory_bytes, 1000U);
  EXPECT_EQ(limits.memory_left_bytes, 600U);
}

TEST_F(cgroup_limits_in_files, version_1_reads_both_controllers) {
  write("self", "3:cpu,cpuacct:/box\n4:memory:/box\n0::/\n");
  write("groups/cpu/box/cpu.cfs_quota_us", "200000\n");
  write("groups/cpu/box/cpu.cfs_period_us", "100000\n");
  write("groups/cpu/cpu.cfs_quota_us", "-1\n");
  write("groups/memory/box/memory.limit_in_bytes", "2048\n");
  write("groups/memory/memory.limit_in_bytes", "9223372036854771712\n");
  const cgroup_limits limits = read();
  EXPECT_DOUBLE_EQ(limits.processors.value(), 2.0);
  EXPECT_EQ(limits.memory_bytes, 2048U);
}

TEST_F(cgroup_limits_in_files, a_path_of_the_host_falls_back_to_the_root_of_the_container) {
  write("self", "0::/docker/abc\n");
  write("groups/memory.max", "512\n");
  EXPECT_EQ(read().memory_bytes, 512U);
}

}  // namespace
}  // namespace orujo
