// What a run did step by step, as a picture in a page, and in words.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace orujo {

/// A figure of each step.
struct step_figure {
  std::string name;  ///< "active vertices"
  std::string unit;  ///< "vertices"
  std::vector<double> values;
};

/// Figures of the steps of one run, as many values of each.
struct step_figures {
  std::string title;  ///< "wcc, vertex program"
  std::string step;   ///< "iteration"
  std::vector<step_figure> figures;
  std::vector<std::string> names = {};  ///< Of the steps; else they have numbers, from 1.

  [[nodiscard]] std::string name_of(std::size_t index) const;
};

/// A row of bars for each figure that is not zero throughout, one below the other, with a bar for
/// each step, or for the greatest of several where there are many; an SVG element, empty without a
/// step.
[[nodiscard]] std::string svg_of(const step_figures& steps);

/// "4 iterations; active vertices: 120 vertices in all, at most 80 in iteration 1; …". Plain text.
[[nodiscard]] std::string sentence_of(const step_figures& steps);

}  // namespace orujo
