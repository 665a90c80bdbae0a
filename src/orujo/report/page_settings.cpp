// Sets what is kept over time.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/report/page_settings.hpp"

#include <string>
#include <string_view>

#include "orujo/runtime/trace/trace_file.hpp"

namespace orujo {

namespace {

void set_unless_chosen(settings& values, setting which, std::string_view text) {
  if (values.source(which) != setting_source::standard) { return; }
  values.assign(row_of(which).name, text, setting_source::option);
}

}  // namespace

void keep_for_traces(settings& values) {
  set_unless_chosen(values, setting::metric_samples, "512");
  if (values.integer(setting::trace_events) > 0) { return; }
  values.assign("trace_events", std::to_string(standard_trace_events), setting_source::option);
}

void keep_for_pages(settings& values) {
  set_unless_chosen(values, setting::work_samples, "240");
  set_unless_chosen(values, setting::traffic_map, "true");
  keep_for_traces(values);
}

}  // namespace orujo
