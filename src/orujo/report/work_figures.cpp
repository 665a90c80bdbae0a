// Sums, shares and lists of the work that was done.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/report/work_figures.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "orujo/base/text_table.hpp"

namespace orujo {

namespace {

json document_of(const std::vector<work_sample>& samples) {
  json lists{{"items", json::array()},
             {"messages", json::array()},
             {"wait_seconds", json::array()},
             {"queued", json::array()},
             {"pace", json::array()}};
  for (const work_sample& each : samples) {
    const double seconds = each.seconds > 0 ? each.seconds : 1;
    lists["items"].push_back(each.items);
    lists["messages"].push_back(each.messages);
    lists["wait_seconds"].push_back(each.wait_seconds);
    lists["queued"].push_back(each.queued_seconds / seconds);
    lists["pace"].push_back(each.pace_seconds / seconds);
  }
  return lists;
}

void add_workers(json& into, const run_record& record) {
  json workers = json::array();
  for (const worker_history& each : record.history.workers) {
    json entry{{"rank", each.rank},
               {"worker", each.worker},
               {"items", each.items},
               {"messages", each.messages},
               {"wait_seconds", each.wait_seconds}};
    if (record.history.seconds_per_sample > 0) { entry["samples"] = document_of(each.samples); }
    workers.push_back(std::move(entry));
  }
  if (record.history.seconds_per_sample > 0) {
    into["seconds_per_sample"] = record.history.seconds_per_sample;
  }
  into["workers"] = std::move(workers);
}

std::string count_text(std::uint64_t count) { return number_text(static_cast<double>(count)); }

std::string share_text(std::uint64_t part, std::uint64_t whole) {
  const double share = whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
  return fmt::format("{:.0f} %", 100 * share);
}

std::string items_text(const work_statistics& work) {
  std::string text =
      fmt::format("{} items, {} in vain, {} dropped", count_text(work.processed()),
                  share_text(work.useless, work.processed()), count_text(work.invalidated));
  if (work.phases > 1) { text += fmt::format(", {} phases", count_text(work.phases)); }
  return text;
}

std::string edges_text(const work_statistics& work) {
  std::string text = fmt::format("{} looks, {} led to something new", count_text(work.relaxations),
                                 share_text(work.improvements, work.relaxations));
  if (work.rejected_locally > 0) {
    text += fmt::format(", {} were in vain inside their rank",
                        share_text(work.rejected_locally, work.relaxations));
  }
  return text;
}

std::string sending_text(const work_statistics& work) {
  return fmt::format("{} labels, {} in vain; {} of all need not be sent", count_text(work.messages),
                     share_text(work.rejected, work.messages),
                     share_text(work.reduced, work.reduced + work.messages));
}

std::string release_text(const work_statistics& work) {
  return fmt::format("{} by empty queues, {} by flow control, {} by the pace",
                     count_text(work.released_empty), count_text(work.released_flow_control),
                     count_text(work.released_pace));
}

std::string waiting_text(const run_record& record) {
  double least = record.history.workers.front().wait_seconds;
  double most = least;
  for (const worker_history& each : record.history.workers) {
    least = std::min(least, each.wait_seconds);
    most = std::max(most, each.wait_seconds);
  }
  const double seconds = record.trials.back().seconds;
  return fmt::format("{} to {} a worker, at most {:.0f} % of the time", duration_text(least),
                     duration_text(most), seconds > 0 ? 100 * most / seconds : 0);
}

}  // namespace

json document_of(const work_statistics& work) {
  json into;
  into["useful"] = work.useful;
  into["useless"] = work.useless;
  into["invalidated"] = work.invalidated;
  into["relaxations"] = work.relaxations;
  into["improvements"] = work.improvements;
  into["rejected"] = work.rejected;
  if (work.rejected_locally > 0) { into["rejected_locally"] = work.rejected_locally; }
  into["messages"] = work.messages;
  into["reduced"] = work.reduced;
  into["phases"] = work.phases;
  into["released_empty"] = work.released_empty;
  into["released_flow_control"] = work.released_flow_control;
  into["released_pace"] = work.released_pace;
  into["wait_seconds"] = work.wait_seconds;
  if (work.waiting_vertices > 0) {
    into["vertex_waits"] = {{"vertices", work.waiting_vertices},
                            {"seconds", work.vertex_wait_seconds},
                            {"longest_seconds", work.longest_vertex_wait}};
  }
  return into;
}

void add_work(run_record& record, const work_statistics& work, work_history history) {
  record.history = std::move(history);
  record.work.update(document_of(work));
  add_workers(record.work, record);
  record.work_lines = {{"work", items_text(work)}, {"edges", edges_text(work)}};
  if (work.messages > 0) { record.work_lines.push_back({"sent", sending_text(work)}); }
  if (record.history.workers.size() > 1) {
    if (work.released_empty + work.released_pace + work.released_flow_control > 0) {
      record.work_lines.push_back({"released", release_text(work)});
    }
    record.work_lines.push_back({"waiting", waiting_text(record)});
  }
  if (work.waiting_vertices > 0) {
    record.work_lines.push_back(
        {"vertices",
         fmt::format(
             "{} waited, {} on average and {} at most", count_text(work.waiting_vertices),
             duration_text(work.vertex_wait_seconds / static_cast<double>(work.waiting_vertices)),
             duration_text(work.longest_vertex_wait))});
  }
}

}  // namespace orujo
