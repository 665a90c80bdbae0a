// Only plain data travels through a channel.
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>

#include "orujo/messaging/channel.hpp"

namespace orujo {

struct visit {
  std::uint64_t vertex;
  std::uint32_t depth;
};

void open(rank_team& team) {
  auto visits = make_channel<visit>(team, [](const visit& /*message*/) {});

#ifdef SECTION_text  // error: no matching function for call to 'make_channel<std::string>
  auto texts = make_channel<std::string>(team, [](const std::string& /*message*/) {});
#endif
#ifdef SECTION_pointer  // error: no matching function for call to 'make_channel<int\*>
  auto pointers = make_channel<int*>(team, [](int* const& /*message*/) {});
#endif
#ifdef SECTION_handler_of_something_else  // error: no matching function|constraints not satisfied
  auto others = make_channel<visit>(team, [](const std::string& /*message*/) {});
#endif
#ifdef SECTION_copy  // error: use of deleted function
  auto copy = visits;
#endif
}

}  // namespace orujo
