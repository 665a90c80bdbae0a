// What an edge carries when it carries nothing.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace orujo {

/// As the value type of an operator: a message is then a vertex of 4 bytes.
struct no_value {};

}  // namespace orujo
