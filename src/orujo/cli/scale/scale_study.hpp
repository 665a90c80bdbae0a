// Runs of one algorithm at many numbers of simulated ranks, and the laws that their figures follow.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "orujo/cli/scale/growth_law.hpp"
#include "orujo/report/json.hpp"

namespace orujo::cli {

/// What is to be studied.
struct scale_plan {
  std::vector<std::string> command;  ///< Of this program: algorithm, graph, options.
  std::vector<int> ranks;            ///< In ascending order.
  std::vector<std::string> routes;   ///< Values of the setting `routing`.
  std::string model;                 ///< Of the network: see parse_loggp_model().
};

/// One figure of a run; which it is, scale_figures() says.
struct scale_figure {
  const char* name;  ///< As JSON has it.
  const char* unit;
  const char* help;
  double (*of)(const json& run);  ///< From the document of a run, to which `host` was added.
};

[[nodiscard]] const std::vector<scale_figure>& scale_figures();

struct scale_run {
  std::string route;
  int ranks = 0;
  std::vector<double> figures;  ///< In the order of scale_figures().
};

/// How one figure grows under one routing.
struct scale_law {
  std::string route;
  std::size_t figure = 0;
  std::optional<growth_law> law;
  std::optional<growth_prediction> prediction;
};

struct scale_study {
  scale_plan plan;
  std::vector<scale_run> runs;  ///< By routing, then by ranks.
  std::vector<scale_law> laws;
};

/// Runs everything, one after the other; `note(done, all)` hears how far it has got.
/// Throws: error with the exit code of a run that failed, which has told why.
[[nodiscard]] scale_study study_scale(const scale_plan& plan,
                                      const std::function<void(std::size_t, std::size_t)>& note);

/// The runs of one routing, of one figure.
[[nodiscard]] std::vector<growth_point> points_of(const scale_study& study,
                                                  const std::string& route, std::size_t figure);

/// The document of schema "orujo.scale/1".
[[nodiscard]] json document_of(const scale_study& study);

/// Tables for people.
[[nodiscard]] std::string text_of(const scale_study& study);

}  // namespace orujo::cli
