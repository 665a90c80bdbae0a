// The format "Trace Event" of Chrome, which many viewers read.
// SPDX-License-Identifier: Apache-2.0
#include <iterator>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "orujo/runtime/trace/trace_file.hpp"

namespace orujo {

namespace {

constexpr std::size_t block_bytes = std::size_t{1} << 20U;

std::string json_text(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// Writes the elements of the one array.
class event_writer {
public:
  explicit event_writer(output_file& file) : file_(file) {
    text_ = R"({"displayTimeUnit":"ns","traceEvents":[)";
  }

  template <typename... Values>
  void add(fmt::format_string<Values...> format, Values&&... values) {
    text_ += std::exchange(is_first_, false) ? "\n" : ",\n";
    fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
    if (text_.size() < block_bytes) { return; }
    file_.write(text_);
    text_.clear();
  }

  void end() {
    text_ += "\n]}\n";
    file_.write(text_);
  }

private:
  output_file& file_;
  std::string text_;
  bool is_first_ = true;
};

void add_track(event_writer& out, const rank_trace& rank, std::size_t pid, std::size_t tid) {
  const trace_track& track = rank.tracks[tid - 1];
  std::string title = track.title;
  if (track.dropped > 0) { title += fmt::format(" ({} older spans dropped)", track.dropped); }
  out.add(R"({{"ph":"M","name":"thread_name","pid":{},"tid":{},"args":{{"name":{}}}}})", pid, tid,
          json_text(title));
  out.add(R"({{"ph":"M","name":"thread_sort_index","pid":{},"tid":{},"args":{{"sort_index":{}}}}})",
          pid, tid, tid);
  std::vector<std::string> heads;  // what is the same of all slices of a name
  std::vector<std::string> details;
  for (const trace_name& each : rank.names) {
    heads.push_back(
        fmt::format(R"({{"ph":"X","name":{},"pid":{},"tid":{})", json_text(each.name), pid, tid));
    details.push_back(each.detail.empty() ? "" : json_text(each.detail));
  }
  for (const trace_slice& each : track.slices) {
    const std::uint64_t length = each.end - each.begin;
    const std::string& detail = details[each.name];
    // Microseconds: all digits, which a double would not keep.
    out.add(R"({},"ts":{}.{:03},"dur":{}.{:03}{}}})", heads[each.name], each.begin / 1000,
            each.begin % 1000, length / 1000, length % 1000,
            detail.empty() ? "" : fmt::format(R"(,"args":{{{}:{}}})", detail, each.detail));
  }
}

/// What viewers draw as a curve, which keeps each value until the next one.
void add_rates(event_writer& out, const rank_rates& rates, std::size_t pid) {
  const std::string head =
      fmt::format(R"({{"ph":"C","name":{},"pid":{})", json_text(rates.name + " per second"), pid);
  for (std::size_t i = 0; i < rates.times.size(); ++i) {
    out.add(R"({},"ts":{}.{:03},"args":{{"per second":{:.6g}}}}})", head, rates.times[i] / 1000,
            rates.times[i] % 1000, rates.rates[i]);
  }
}

}  // namespace

void write_json_trace(std::span<const rank_trace> ranks, output_file& file) {
  event_writer out(file);
  for (std::size_t r = 0; r < ranks.size(); ++r) {
    out.add(R"({{"ph":"M","name":"process_name","pid":{},"args":{{"name":"rank {}"}}}})", r + 1, r);
    out.add(R"({{"ph":"M","name":"process_sort_index","pid":{},"args":{{"sort_index":{}}}}})",
            r + 1, r);
    for (std::size_t t = 1; t <= ranks[r].tracks.size(); ++t) {
      add_track(out, ranks[r], r + 1, t);
    }
    for (const rank_rates& each : ranks[r].rates) { add_rates(out, each, r + 1); }
  }
  out.end();
}

}  // namespace orujo
