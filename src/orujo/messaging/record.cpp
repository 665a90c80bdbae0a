// What is said of records that cannot be sent, or are none.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/messaging/record.hpp"

#include <fmt/format.h>

#include "orujo/base/error.hpp"

namespace orujo {

void refuse_record(std::string_view channel, std::size_t tail_bytes, std::size_t most) {
  throw usage_error(fmt::format(
      "{}: a record with {} bytes behind its head is longer than a parcel, which takes {} of them; "
      "send it in pieces, or raise the setting parcel_bytes",
      channel, tail_bytes, most));
}

void refuse_records() {
  throw transport_error("a parcel of records ends inside one: do all ranks run the same program?");
}

}  // namespace orujo
