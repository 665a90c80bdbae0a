// A stranger's library is neither looked for nor run.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/transport/plugin_files.hpp"

#include <cstdlib>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

#include "orujo/base/error.hpp"
#include "orujo/transport/mpi_session.hpp"
#include "orujo/transport/plugin.hpp"

namespace orujo::test {

namespace {

namespace fs = std::filesystem;

/// A folder that ORUJO_MPI_PLUGINS names, for the time of a test.
class plugin_folder : public testing::Test {
protected:
  plugin_folder()
      : folder_(fs::temp_directory_path() / ("orujo_plugins_" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
  }
  ~plugin_folder() override { fs::remove_all(folder_); }

  [[nodiscard]] fs::path place_of(std::string_view library) const {
    return folder_ / plugin_file_name(library);
  }

  static std::string refusal_of(const fs::path& file) {
    try {
      check_plugin_card(file);
    } catch (const transport_error& problem) { return problem.what(); }
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
    const fs::path file = find_plugin_file(library);
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
    const fs::path file = find_plugin_file(library);
    if (file.empty()) { continue; }
    std::ifstream original(file, std::ios::binary);
    std::string bytes(std::istreambuf_iterator<char>(original), {});
    const std::size_t card = bytes.find(std::string(plugin_card{}.mark.data()));
    ASSERT_NE(card, std::string::npos);
    bytes.replace(card + sizeof(plugin_card::mark), 5, "9.9.9");
    std::ofstream(place_of(library), std::ios::binary) << bytes;
    EXPECT_NE(refusal_of(place_of(library)).find("9.9.9"), std::string::npos);
  }
}

TEST(plugin_folders, of_a_program_in_its_build_tree_are_that_tree_s_alone) {
  const std::vector<fs::path> folders = plugin_folders();
  ASSERT_EQ(folders.size(), 1U);
  EXPECT_EQ(folders.front(), fs::path(BUILD_PLUGINS));
}

}  // namespace

}  // namespace orujo::test
