// Text of others (names of files, words inside them) as a terminal may be given it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace orujo {

/// `text` with all that could steer a terminal written as `\xNN`: control characters, those of
/// Unicode's upper range (U+0080 … U+009F) among them, and bytes that are no UTF-8. Line ends and
/// tabs stay where `keeps_lines` says so. All else, also letters of other scripts, stays as it is.
[[nodiscard]] std::string printable(std::string_view text, bool keeps_lines = false);

}  // namespace orujo
