// Groups of threads that the system does not give.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/thread_group.hpp"

#include <memory>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "orujo/base/thread_error.hpp"
#include "support/no_more_threads.hpp"

namespace orujo::test {
namespace {

/// Is copied for each thread, and lets the system give none from the copy `last` on.
class costly_start {
public:
  costly_start(int last, std::optional<no_more_threads>& limit) : last_(last), limit_(&limit) {}
  costly_start(const costly_start& other)
      : last_(other.last_), copies_(other.copies_), limit_(other.limit_) {
    if (++*copies_ == last_) { limit_->emplace(); }
  }
  costly_start& operator=(const costly_start&) = delete;
  ~costly_start() = default;

  void operator()(int /*index*/) const {}

private:
  int last_;
  std::shared_ptr<int> copies_ = std::make_shared<int>(0);
  std::optional<no_more_threads>* limit_;
};

std::string error_of_group(int size, int last_copy) {
  const idle_patience patience{.spins = 0, .yields = 0, .sleep_us = 1};
  yield_watch yields;
  std::optional<no_more_threads> limit;
  try {
    const thread_group threads(size, patience, yields, costly_start(last_copy, limit));
  } catch (const thread_error& problem) {
    EXPECT_EQ(problem.code(), exit_code::runtime);
    return problem.what();
  }
  return "";
}

TEST(thread_group, ends_those_that_have_started_where_another_cannot_be) {
  for (const int last_copy : {1, 10, 20}) {
    const std::string message = error_of_group(64, last_copy);
    EXPECT_TRUE(message.starts_with("the thread of worker ")) << message;
    for (const char* const part : {" of 64 cannot be started", "ulimit -u", "pids.max", "memory"}) {
      EXPECT_NE(message.find(part), std::string::npos) << message;
    }
  }
}

}  // namespace
}  // namespace orujo::test
