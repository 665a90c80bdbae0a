// How fast a metric grew over time, as a picture in a page, and in words.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "orujo/runtime/metrics/metric_history.hpp"

namespace orujo::cli {

/// A curve as a low chart: an area for the mean of the workers, a line for the busiest one.
[[nodiscard]] std::string rate_chart(const metric_curve& curve, double seconds_per_column);

/// "messages_sent: 3 000 messages in 20 ms; 75 000 per second and worker on average, …"
[[nodiscard]] std::string sentence_of(const metric_curve& curve, double seconds_per_column);

}  // namespace orujo::cli
