// Closures that travel between ranks are plain data that can be called.
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <memory>
#include <string>

#include "orujo/tasks/forall.hpp"

namespace orujo {

void use(home_id home, std::uint64_t number) {
  post(home, [number](worker& /*self*/) { static_cast<void>(number); });
  spawn_at(home, [number] { static_cast<void>(number); });
  spawn_anywhere([number] { static_cast<void>(number); });
  spawn([text = std::make_unique<std::string>("stays on its worker")] {});

#ifdef SECTION_text  // error: no matching function for call to 'post
  post(home, [text = std::string("too much for a copy of bytes")] {});
#endif
#ifdef SECTION_large  // error: no matching function for call to 'spawn_at
  spawn_at(home, [block = std::array<char, 300>{}] { static_cast<void>(block); });
#endif
#ifdef SECTION_wandering  // error: no matching function for call to 'spawn_anywhere
  spawn_anywhere([text = std::string("stays on its rank")] {});
#endif
#ifdef SECTION_task_with_worker  // error: no matching function for call to 'spawn_at
  spawn_at(home, [](worker& /*self*/) {});
#endif
#ifdef SECTION_loop_body  // error: no matching function for call to 'forall
  forall(0, 10, [text = std::string("does not travel")](std::uint64_t /*index*/) {});
#endif
}

}  // namespace orujo
