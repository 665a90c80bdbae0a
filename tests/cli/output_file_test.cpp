// Files that appear only when complete.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/output_file.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>
#include <unistd.h>

#include "orujo/base/error.hpp"
#include "orujo/base/output_batch.hpp"

namespace orujo::test {
namespace {

class files : public testing::Test {
protected:
  files()
      : folder_(std::filesystem::temp_directory_path() /
                ("orujo_files_" + std::to_string(getpid()) + "_" +
                 testing::UnitTest::GetInstance()->current_test_info()->name())) {
    std::filesystem::create_directories(folder_);
  }
  ~files() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::string path(const char* name) const { return (folder_ / name).string(); }

  [[nodiscard]] std::string text_of(const char* name) const {
    std::ifstream file(folder_ / name, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  }

  [[nodiscard]] std::ptrdiff_t num_files() const {
    return std::distance(std::filesystem::directory_iterator(folder_), {});
  }

private:
  std::filesystem::path folder_;
};

TEST_F(files, appear_when_committed) {
  output_file file(path("a.txt"));
  file.write("one ");
  file.write("two");
  EXPECT_FALSE(std::filesystem::exists(path("a.txt")));
  file.commit();
  EXPECT_EQ(text_of("a.txt"), "one two");
  EXPECT_EQ(num_files(), 1);
}

TEST_F(files, leave_nothing_behind_and_keep_the_old_when_not_committed) {
  {
    output_file file(path("a.txt"));
    file.write("old");
    file.commit();
  }
  {
    output_file file(path("a.txt"));
    file.write("new");
  }
  EXPECT_EQ(text_of("a.txt"), "old");
  EXPECT_EQ(num_files(), 1);
}

TEST_F(files, of_a_batch_appear_together) {
  {
    output_file old(path("a.txt"));
    old.write("old");
    old.commit();
  }
  for (const bool publishes : {false, true}) {
    output_batch batch;
    for (const char* name : {"a.txt", "b.txt"}) {
      output_file file(path(name));
      file.write("new");
      EXPECT_EQ(file.commit(), 3U);
    }
    EXPECT_EQ(text_of("a.txt"), "old");
    EXPECT_FALSE(std::filesystem::exists(path("b.txt")));
    if (publishes) { batch.publish(); }
  }
  EXPECT_EQ(text_of("a.txt") + text_of("b.txt"), "newnew");
  EXPECT_EQ(num_files(), 2);
}

TEST_F(files, that_cannot_be_written_are_input_errors) {
  EXPECT_THROW(output_file(path("missing/a.txt")), input_error);
  EXPECT_THROW(output_file(path("")), input_error);
}

TEST_F(files, devices_are_written_directly) {
  output_file file("/dev/null");
  file.write("gone");
  file.commit();
  EXPECT_TRUE(std::filesystem::exists("/dev/null"));
}

}  // namespace
}  // namespace orujo::test
