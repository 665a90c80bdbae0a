// Who started us is read from the environment, and from nothing else.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/transport/launcher.hpp"

#include <map>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "orujo/base/error.hpp"

namespace orujo::test {

namespace {

launcher_info launcher_in(const std::map<std::string, std::string>& environment) {
  return detect_launcher([&](const std::string& name) -> std::optional<std::string> {
    const auto at = environment.find(name);
    return at == environment.end() ? std::nullopt : std::optional(at->second);
  });
}

}  // namespace

TEST(launcher, without_a_launcher_no_mpi_is_wanted) {
  EXPECT_FALSE(launcher_in({{"PATH", "/bin"}}).present());
  EXPECT_TRUE(launcher_in({}).libraries.empty());
}

TEST(launcher, mpirun_of_open_mpi) {
  const launcher_info found = launcher_in(
      {{"OMPI_COMM_WORLD_SIZE", "4"}, {"OMPI_COMM_WORLD_RANK", "3"}, {"PMIX_RANK", "3"}});
  EXPECT_EQ(found.name, "mpirun of Open MPI");
  EXPECT_EQ(found.size, 4);
  EXPECT_EQ(found.rank, 3);
  EXPECT_EQ(found.libraries.front(), "openmpi");
}

TEST(launcher, mpirun_of_mpich) {
  const launcher_info found = launcher_in({{"PMI_SIZE", "2"}, {"PMI_RANK", "1"}});
  EXPECT_EQ(found.name, "mpirun of MPICH");
  EXPECT_EQ(found.size, 2);
  EXPECT_EQ(found.libraries.front(), "mpich");
}

TEST(launcher, mpirun_of_mpich_inside_a_step_of_srun_is_still_mpirun) {
  const launcher_info found = launcher_in({{"PMI_SIZE", "8"},
                                           {"PMI_RANK", "5"},
                                           {"SLURM_STEP_ID", "0"},
                                           {"SLURM_PROCID", "1"},
                                           {"SLURM_NTASKS", "2"}});
  EXPECT_EQ(found.name, "mpirun of MPICH");
  EXPECT_EQ(found.size, 8);
  EXPECT_EQ(found.rank, 5);
}

TEST(launcher, srun_with_each_of_its_process_managers) {
  const std::map<std::string, std::string> step{
      {"SLURM_STEP_ID", "0"}, {"SLURM_PROCID", "1"}, {"SLURM_NTASKS", "4"}};
  EXPECT_EQ(launcher_in(step).size, 4);
  EXPECT_EQ(launcher_in(step).rank, 1);
  EXPECT_TRUE(launcher_in(step).libraries.empty()) << "without a PMI no library is known to work";

  std::map<std::string, std::string> pmix = step;
  pmix["PMIX_RANK"] = "1";
  EXPECT_EQ(launcher_in(pmix).name, "srun");
  EXPECT_EQ(launcher_in(pmix).size, 4);
  EXPECT_EQ(launcher_in(pmix).libraries.front(), "openmpi");

  std::map<std::string, std::string> pmi2 = step;
  pmi2["PMI_RANK"] = "1";
  pmi2["PMI_SIZE"] = "4";
  EXPECT_EQ(launcher_in(pmi2).name, "srun");
  EXPECT_EQ(launcher_in(pmi2).libraries.front(), "mpich");
}

TEST(launcher, a_step_counts_its_own_tasks_not_those_of_the_allocation) {
  const launcher_info found = launcher_in({{"SLURM_STEP_ID", "0"},
                                           {"SLURM_PROCID", "0"},
                                           {"SLURM_NTASKS", "16"},
                                           {"SLURM_STEP_NUM_TASKS", "2"}});
  EXPECT_EQ(found.size, 2);
}

TEST(launcher, a_single_task_of_srun_needs_no_mpi) {
  std::map<std::string, std::string> alone{
      {"SLURM_STEP_ID", "0"}, {"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "1"}};
  EXPECT_FALSE(launcher_in(alone).present());
  alone["PMIX_RANK"] = "0";
  EXPECT_TRUE(launcher_in(alone).present());
}

TEST(launcher, a_batch_script_was_not_started_by_srun) {
  EXPECT_FALSE(launcher_in({{"SLURM_NTASKS", "16"}, {"SLURM_PROCID", "0"}}).present());
}

TEST(launcher, a_pmix_launcher_announces_no_size) {
  const launcher_info found = launcher_in({{"PMIX_RANK", "2"}});
  EXPECT_TRUE(found.present());
  EXPECT_EQ(found.size, 0);
  EXPECT_EQ(found.rank, 2);
}

TEST(launcher, a_size_that_is_no_number_is_an_error_that_names_the_variable) {
  try {
    static_cast<void>(launcher_in({{"PMI_SIZE", "two"}, {"PMI_RANK", "1"}}));
    ADD_FAILURE() << "was accepted";
  } catch (const transport_error& problem) {
    EXPECT_NE(std::string(problem.what()).find("PMI_SIZE='two'"), std::string::npos);
  }
}

}  // namespace orujo::test
