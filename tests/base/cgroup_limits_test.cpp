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

TEST_F(cgroup_limits_in_files, of_nested_groups_the_one_with_the_least_left_counts) {
  write("self", "0::/system.slice/slurmstepd.scope/job_7/step_0/user/task_0\n");
  write("groups/system.slice/slurmstepd.scope/job_7/memory.max", "5000\n");
  write("groups/system.slice/slurmstepd.scope/job_7/memory.current", "4500\n");
  write("groups/system.slice/slurmstepd.scope/job_7/step_0/user/memory.max", "2000\n");
  write("groups/system.slice/slurmstepd.scope/job_7/step_0/user/memory.current", "100\n");
  const cgroup_limits limits = read();
  EXPECT_EQ(limits.memory_bytes, 2000U);
  EXPECT_EQ(limits.memory_left_bytes, 500U);
}

TEST_F(cgroup_limits_in_files, a_group_that_is_throttled_beyond_a_limit_is_full_there) {
  write("self", "0::/user.slice\n");
  write("groups/user.slice/memory.max", "4000\n");
  write("groups/user.slice/memory.high", "3000\n");
  write("groups/user.slice/memory.current", "1000\n");
  EXPECT_EQ(read().memory_left_bytes, 2000U);
}

TEST_F(cgroup_limits_in_files, pages_of_files_count_as_free) {
  write("self", "0::/box\n4:memory:/old\n");
  write("groups/box/memory.max", "4000\n");
  write("groups/box/memory.current", "3900\n");
  write("groups/box/memory.stat", "anon 700\ninactive_file 2000\nactive_file 1000\n");
  EXPECT_EQ(read().memory_left_bytes, 3100U);
  write("groups/memory/old/memory.limit_in_bytes", "3500\n");
  write("groups/memory/old/memory.usage_in_bytes", "3000\n");
  write("groups/memory/old/memory.stat", "inactive_file 5\ntotal_inactive_file 1000\n");
  EXPECT_EQ(read().memory_left_bytes, 1500U);
}

TEST_F(cgroup_limits_in_files, version_1_narrows_along_the_path_of_a_slurm_step) {
  write("self", "4:memory:/slurm/uid_0/job_1/step_0/task_0\n");
  write("groups/memory/slurm/uid_0/job_1/memory.limit_in_bytes", "1000\n");
  write("groups/memory/slurm/uid_0/job_1/memory.usage_in_bytes", "300\n");
  write("groups/memory/slurm/uid_0/job_1/step_0/memory.limit_in_bytes", "9223372036854771712\n");
  EXPECT_EQ(read().memory_bytes, 1000U);
  EXPECT_EQ(read().memory_left_bytes, 700U);
}

TEST_F(cgroup_limits_in_files, version_2_beside_version_1_is_read_where_systemd_shows_it) {
  write("self", "0::/box\n");
  write("groups/unified/box/memory.max", "700\n");
  EXPECT_EQ(read().memory_bytes, 700U);
}

TEST_F(cgroup_limits_in_files, controllers_mounted_together_are_read_without_links) {
  write("self", "3:cpu,cpuacct:/box\n");
  write("groups/cpu,cpuacct/box/cpu.cfs_quota_us", "300000\n");
  write("groups/cpu,cpuacct/box/cpu.cfs_period_us", "100000\n");
  EXPECT_DOUBLE_EQ(read().processors.value(), 3.0);
}

TEST_F(cgroup_limits_in_files, a_group_outside_its_namespace_reads_the_root_that_it_sees) {
  write("self", "0::/../outside\n");
  write("outside/memory.max", "1\n");
  write("groups/memory.max", "900\n");
  EXPECT_EQ(read().memory_bytes, 900U);
}

}  // namespace
}  // namespace orujo
