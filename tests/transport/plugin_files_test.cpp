// A stranger's library is neither looked for nor run.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/plugin_files.hpp"

#include <cstdlib>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

#include "orujo/transport/mpi_session.hpp"
#include "orujo/transport/plugin.hpp"

namespace orujo::test {

namespace {

namespace fs = std::filesystem;

fs::path built(std::string_view library) {
  return find_plugin_file(mpi_plugin_kind, mpi_plugin_file(library));
}

/// Where the card is: the mark, and then a version; who asks for a mark has none behind it.
std::size_t place_of_card(const std::string& bytes) {
  const auto is_card = [&](std::size_t at) {
    return bytes[at + sizeof(plugin_card::mark)] >= '0' &&
           bytes[at + sizeof(plugin_card::mark)] <= '9';
  };
  std::size_t at = bytes.find(mpi_plugin_kind.mark);
  while (at != std::string::npos && !is_card(at)) { at = bytes.find(mpi_plugin_kind.mark, at + 1); }
  return at;
}

/// A folder for copies of plug-ins, for the time of a test.
class plugin_folder : public testing::Test {
protected:
  plugin_folder()
      : folder_(fs::temp_directory_path() / ("orujo_plugins_" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
  }
  ~plugin_folder() override { fs::remove_all(folder_); }

  [[nodiscard]] fs::path place_of(std::string_view library) const {
    return folder_ / mpi_plugin_file(library);
  }

  static std::string refusal_of(const fs::path& file) {
    try {
      check_plugin_card(mpi_plugin_kind, file);
    } catch (const plugin_problem& problem) { return problem.what(); }
    return "";
  }

private:
  fs::path folder_;
};

TEST_F(plugin_folder, a_library_without_a_card_is_refused_and_does_not_run) {
  fs::copy_file(STRANGER_LIBRARY, place_of("openmpi"));  // it would end the process when opened
  const std::string problem = refusal_of(place_of("openmpi"));
  EXPECT_NE(problem.find("has no card"), std::string::npos) << problem;
}

TEST_F(plugin_folder, what_is_no_library_is_refused) {
  for (const std::string text : {"", "\177ELF", "no library at all"}) {
    std::ofstream(place_of("mpich"), std::ios::trunc) << text;
    EXPECT_NE(refusal_of(place_of("mpich")), "");
  }
  EXPECT_NE(refusal_of(place_of("absent")), "");
}

TEST_F(plugin_folder, the_plug_ins_of_this_build_are_recognised_whole_and_refused_cut_off) {
  for (const std::string_view library : {"openmpi", "mpich", "abi"}) {
    const fs::path file = built(library);
    if (file.empty()) { continue; }
    EXPECT_EQ(refusal_of(file), "");
    const fs::path copy = place_of(library);
    fs::copy_file(file, copy);
    fs::permissions(copy, fs::perms::owner_all);
    fs::resize_file(copy, fs::file_size(copy) / 2);
    EXPECT_NE(refusal_of(copy), "");
  }
}

TEST_F(plugin_folder, another_version_is_told_with_its_number) {
  for (const std::string_view library : {"openmpi", "mpich", "abi"}) {
    const fs::path file = built(library);
    if (file.empty()) { continue; }
    std::ifstream original(file, std::ios::binary);
    std::string bytes(std::istreambuf_iterator<char>(original), {});
    const std::size_t card = place_of_card(bytes);
    ASSERT_NE(card, std::string::npos);
    bytes.replace(card + sizeof(plugin_card::mark), 5, "9.9.9");
    std::ofstream(place_of(library), std::ios::binary) << bytes;
    EXPECT_NE(refusal_of(place_of(library)).find("9.9.9"), std::string::npos);
  }
}

TEST_F(plugin_folder, the_plug_ins_of_this_build_are_no_others_of_another_kind) {
  plugin_kind other = mpi_plugin_kind;
  other.mark = "Orujo odd card";
  const fs::path file = built("openmpi");
  if (file.empty()) { GTEST_SKIP() << "no such plug-in was built"; }
  EXPECT_THROW(check_plugin_card(other, file), plugin_problem);
  other.section = "orujo_odd_card";
  EXPECT_THROW(check_plugin_card(other, file), plugin_problem);
}

TEST(plugin_folders, come_from_the_variable_of_the_kind_then_from_that_of_all) {
  ASSERT_EQ(setenv("ORUJO_PLUGINS", "/all", 1), 0);
  EXPECT_EQ(plugin_folders(mpi_plugin_kind), std::vector<fs::path>{"/all"});
  ASSERT_EQ(setenv("ORUJO_MPI_PLUGINS", "/mpi", 1), 0);
  EXPECT_EQ(plugin_folders(mpi_plugin_kind), std::vector<fs::path>{"/mpi"});
  plugin_kind other = mpi_plugin_kind;
  other.folder_variable = {};
  EXPECT_EQ(plugin_folders(other), std::vector<fs::path>{"/all"});
  unsetenv("ORUJO_PLUGINS");
  unsetenv("ORUJO_MPI_PLUGINS");
}

TEST(plugin_folders, of_a_program_in_its_build_tree_are_that_tree_s_alone) {
  const std::vector<fs::path> folders = plugin_folders(mpi_plugin_kind);
  ASSERT_EQ(folders.size(), 1U);
  EXPECT_EQ(folders.front(), fs::path(BUILD_PLUGINS));
}

}  // namespace

}  // namespace orujo::test
