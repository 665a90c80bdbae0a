// A value that is none.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace orujo {

/// In place of a type of values: an edge carries nothing, a set has keys alone, a request brings
/// no answer.
struct no_value {};

}  // namespace orujo
