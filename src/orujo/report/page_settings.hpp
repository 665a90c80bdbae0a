// What a team has to keep for what is shown of a run over time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "orujo/base/settings.hpp"

namespace orujo {

/// Sets what traces need, unless somebody has chosen a value: metrics over time, and spans.
void keep_for_traces(settings& values);

/// Sets what the pictures of a page need, unless somebody has chosen a value: what traces do, work
/// over time, and traffic between ranks.
void keep_for_pages(settings& values);

}  // namespace orujo
