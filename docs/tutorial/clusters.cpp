// From words to clusters of points: two jobs of MapReduce, and a loop around the second.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

#include "orujo/base/random.hpp"
#include "orujo/frameworks/map_reduce/element_inputs.hpp"
#include "orujo/frameworks/map_reduce/map_reduce.hpp"
#include "orujo/runtime/main_program.hpp"

struct count_words {
  using key = std::string;
  using value = std::uint64_t;

  void map(const std::string& line, auto& emit) const {
    for (std::size_t at = 0; at < line.size();) {
      const std::size_t end = std::min(line.find(' ', at), line.size());
      emit(line.substr(at, end - at), 1);
      at = end + 1;
    }
  }
  static value combine(value a, value b) { return a + b; }
};

struct point {
  double x;
  double y;
};
struct sum_of_points {
  point sum;
  double count;
};

struct nearest_centre {
  using key = std::uint64_t;
  using value = sum_of_points;
  const std::vector<point>& centres;

  void map(const point& each, auto& emit) const {
    std::uint64_t nearest = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::uint64_t k = 0; k < centres.size(); ++k) {
      const double distance = std::hypot(each.x - centres[k].x, each.y - centres[k].y);
      if (distance < least) {
        least = distance;
        nearest = k;
      }
    }
    emit(nearest, {each, 1});
  }
  static value combine(const value& a, const value& b) {
    return {{a.sum.x + b.sum.x, a.sum.y + b.sum.y}, a.count + b.count};
  }
  point reduce(std::uint64_t /*cluster*/, std::span<const value> all) const {
    const value& one = all.front();  // they have been combined
    return {one.sum.x / one.count, one.sum.y / one.count};
  }
};

/// This rank's part of `count` points around (0, 0), (10, 20) and (20, 40).
std::vector<point> points_of(const orujo::rank_team& team, std::uint64_t count) {
  std::vector<point> own;
  const auto ranks = static_cast<std::uint64_t>(team.size());
  for (auto i = static_cast<std::uint64_t>(orujo::index_of(team.rank())); i < count; i += ranks) {
    orujo::random_stream random(1, i);
    const auto heap = static_cast<double>(i % 3);
    own.push_back({10 * heap + random.unit(), 20 * heap + random.unit()});
  }
  return own;
}

int main(int argc, char** argv) {
  const std::uint64_t count = argc > 1 ? std::stoull(argv[1]) : 10'000'000;
  return orujo::run_main({}, [&](orujo::rank_team& team) {
    const bool speaks = team.rank() == orujo::rank_id{0};
    const std::vector<std::string> lines(speaks ? count / 100 : 0, "to be or not to be");
    orujo::hash_map<std::string, std::uint64_t> words(team);
    const auto report = orujo::map_reduce(count_words{}, orujo::elements_of(lines), words);
    for (const auto& [word, times] : words.top(2)) {
      if (speaks) { std::printf("%s: %zu\n", word.c_str(), std::size_t{times}); }
    }
    if (speaks) {
      std::printf("%zu pairs, of which %zu travelled\n", std::size_t{report.pairs_emitted},
                  std::size_t{report.pairs_shuffled});
    }

    const std::vector<point> points = points_of(team, count);
    std::vector<point> centres{{0, 10}, {10, 10}, {20, 10}};
    orujo::hash_map<std::uint64_t, point> means(team);
    for (int round = 0; round < 5; ++round) {
      orujo::map_reduce(nearest_centre{centres}, orujo::elements_of(points), means);
      const auto by_x = [](const point& a, const point& b) { return a.x < b.x; };
      for (const auto& [cluster, mean] : means.top(3, by_x)) { centres[cluster] = mean; }
    }
    for (const point& each : centres) {
      if (speaks) { std::printf("centre (%.1f, %.1f)\n", each.x, each.y); }
    }
    orujo::require(std::abs(centres[2].y - 40.5) < 0.1, "the heaps have been found");
  });
}
