// What is written to stderr gets to its reader.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/print.hpp"

#include <array>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>

#include <gtest/gtest.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace orujo::test {

namespace {

/// A pipe in the place of stderr.
class stderr_pipe {
public:
  stderr_pipe() : former_(dup(STDERR_FILENO)) {
    if (pipe(ends_.data()) != 0) { throw std::runtime_error("no pipe"); }
    dup2(ends_[1], STDERR_FILENO);
  }
  ~stderr_pipe() {
    dup2(former_, STDERR_FILENO);
    for (const int number : {former_, ends_[0], ends_[1]}) { close(number); }
  }
  stderr_pipe(const stderr_pipe&) = delete;
  stderr_pipe& operator=(const stderr_pipe&) = delete;

  /// How many bytes nobody has read.
  [[nodiscard]] int unread() const {
    int bytes = -1;
    ioctl(ends_[0], FIONREAD, &bytes);
    return bytes;
  }

  /// Takes what is there.
  std::string take() const {
    std::array<char, 256> text{};
    const auto count = read(ends_[0], text.data(), text.size());
    return {text.data(), static_cast<std::size_t>(count)};
  }

private:
  int former_;
  std::array<int, 2> ends_{};
};

}  // namespace

TEST(print, waits_until_the_reader_of_a_pipe_at_stderr_has_taken_all) {
  const stderr_pipe pipe;
  print_error("13 brings bad luck");
  std::string told;
  std::thread reader([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    told = pipe.take();
  });
  await_reader_of_errors(std::chrono::minutes(10));
  EXPECT_EQ(pipe.unread(), 0);
  reader.join();
  EXPECT_EQ(told, "orujo: 13 brings bad luck\n");
}

TEST(print, does_not_wait_forever_for_a_reader_of_stderr) {
  const stderr_pipe pipe;
  print_error("nobody reads this");
  await_reader_of_errors(std::chrono::milliseconds(5));
  EXPECT_GT(pipe.unread(), 0);
}

}  // namespace orujo::test
