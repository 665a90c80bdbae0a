// Writes counters, and how they are spread over ranks, as JSON.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/report/team_figures.hpp"

#include <string>

namespace orujo {

namespace {

json document_of(const metric_totals& metrics) {
  json entry;
  for (const metric_row& row : all_metrics()) { entry[std::string(row.name)] = metrics[row.id]; }
  return entry;
}

json document_of(const std::vector<rank_skew>& skews) {
  json entry = json::object();
  for (const rank_skew& each : skews) {
    entry[each.name] = {{"median", each.median}, {"most", each.most}, {"rank", each.rank}};
  }
  return entry;
}

json document_of(const traffic_map& map) {
  if (map.rows.empty()) { return nullptr; }
  json entry;
  entry["ranks_per_row"] = map.ranks_per_row;
  entry["bytes"] = json::array();
  entry["parcels"] = json::array();
  for (const auto& row : map.rows) {
    json bytes = json::array();
    json parcels = json::array();
    for (const rank_traffic& each : row) {
      bytes.push_back(each.bytes);
      parcels.push_back(each.parcels);
    }
    entry["bytes"].push_back(std::move(bytes));
    entry["parcels"].push_back(std::move(parcels));
  }
  return entry;
}

}  // namespace

void add_team_figures(json& document, const run_record& record) {
  document["metrics"] = document_of(record.metrics);
  document["metrics_of_busiest_rank"] = document_of(record.metrics_of_busiest);
  document["declared_metrics"] = json::object();
  for (const declared_total& each : record.declared) {
    document["declared_metrics"][each.name] = each.value;
  }
  document["skew"] = document_of(record.skew);
  document["traffic"] = document_of(record.traffic);
}

}  // namespace orujo
