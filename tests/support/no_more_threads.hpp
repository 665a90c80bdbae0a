// A system that gives no more threads, as where a limit is met.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <pthread.h>

namespace orujo::test {

/// While it lives, no thread of this process can be started: there is no room for its stack.
class no_more_threads {
public:
  no_more_threads() {
    pthread_getattr_default_np(&usual_);
    pthread_attr_t huge;
    pthread_getattr_default_np(&huge);
    pthread_attr_setstacksize(&huge, std::size_t{1} << 60U);
    pthread_setattr_default_np(&huge);
    pthread_attr_destroy(&huge);
  }
  no_more_threads(const no_more_threads&) = delete;
  no_more_threads& operator=(const no_more_threads&) = delete;
  ~no_more_threads() {
    pthread_setattr_default_np(&usual_);
    pthread_attr_destroy(&usual_);
  }

private:
  pthread_attr_t usual_{};
};

}  // namespace orujo::test
