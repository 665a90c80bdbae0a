// A word in shared memory wakes the threads of another process.
// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cstdint>
#include <new>

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "orujo/base/process_threads.hpp"

namespace orujo::test {

namespace {

struct two_words {
  process_word ping;
  process_word pong;
};

/// Sleeps until `word` is not `seen` any more: for as long as the test may last if nobody wakes it.
void wait_for_next(process_word& word, std::uint32_t seen) {
  while (word.value() == seen) { word.sleep_while(seen, std::chrono::minutes(20)); }
}

}  // namespace

TEST(process_word, wakes_a_thread_of_another_process_again_and_again) {
  constexpr std::uint32_t rounds = 500;
  void* const memory =
      mmap(nullptr, sizeof(two_words), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  auto* const words = new (memory) two_words;
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    for (std::uint32_t round = 0; round < rounds; ++round) {
      wait_for_next(words->ping, round);
      words->pong.announce();
    }
    _exit(0);
  }
  for (std::uint32_t round = 0; round < rounds; ++round) {
    words->ping.announce();
    wait_for_next(words->pong, round);
  }
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(words->pong.value(), rounds);
  munmap(memory, sizeof(two_words));
}

}  // namespace orujo::test
