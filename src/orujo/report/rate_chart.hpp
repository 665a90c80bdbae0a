// How fast a metric grew over time, as a picture in a page, and in words.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "orujo/report/heat_map.hpp"
#include "orujo/runtime/metrics/metric_history.hpp"

namespace orujo {

/// A curve as a low chart: an area for the mean of the workers, a line for the busiest one.
[[nodiscard]] std::string rate_chart(const metric_curve& curve, double seconds_per_column);

/// "messages_sent: 3 000 messages in 20 ms; 75 000 per second and worker on average, …"
[[nodiscard]] std::string sentence_of(const metric_curve& curve, double seconds_per_column);

/// A row for each worker, "rank · worker", and a column for each stretch of time.
[[nodiscard]] heat_map heat_map_of(const metric_map& map, std::string title);

/// "1 200 parcels in all; the most by worker 1 of rank 0 (12 %)."
[[nodiscard]] std::string sentence_of(const metric_map& map);

}  // namespace orujo
