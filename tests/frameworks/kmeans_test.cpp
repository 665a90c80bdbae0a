// k-means beside a plain loop, and the same for every team.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/frameworks/map_reduce/kmeans/kmeans.hpp"

#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "containers/container_run.hpp"
#include "orujo/base/error.hpp"
#include "orujo/base/random.hpp"
#include "orujo/frameworks/map_reduce/kmeans/exact_sum.hpp"
#include "orujo/tasks/shared_loop.hpp"

namespace orujo::test {

namespace {

/// Points in `groups` heaps.
template <typename T>
std::vector<T> heaps_of_points(std::size_t count, std::size_t dimensions, std::uint64_t groups) {
  std::vector<T> values;
  for (std::size_t i = 0; i < count; ++i) {
    random_stream point(3, i);
    const std::uint64_t group = point.below(groups);
    for (std::size_t j = 0; j < dimensions; ++j) {
      const double middle = random_stream(group, j).unit() * 100 - 50;
      values.push_back(static_cast<T>(middle + point.unit() + point.unit()));
    }
  }
  return values;
}

/// The share of this rank.
template <typename T>
point_blocks<T> share_of_points(const rank_team& team, const std::vector<T>& values,
                                std::size_t dimensions) {
  const std::size_t count = values.size() / dimensions;
  const index_range share = even_share(count, index_of(team.rank()), team.size());
  const auto at = [&](std::size_t row) {
    return values.begin() + static_cast<std::ptrdiff_t>(row * dimensions);
  };
  point_blocks<T> points({dimensions, share.last - share.first, share.first, count});
  points.put(0, std::vector<T>(at(share.first), at(share.last)));
  return points;
}

/// The centres that a plain loop finds from these, and how many iterations it took.
struct plain_clusters {
  std::vector<double> centres;
  std::uint64_t iterations = 0;
  double inertia = 0;
};

template <typename T>
std::size_t plain_nearest(const T* point, const std::vector<double>& centres,
                          std::size_t dimensions, double& least) {
  std::size_t nearest = 0;
  least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < centres.size() / dimensions; ++k) {
    double sum = 0;
    for (std::size_t j = 0; j < dimensions; ++j) {
      const double difference = static_cast<double>(point[j]) - centres[k * dimensions + j];
      sum += difference * difference;
    }
    if (sum < least) {
      least = sum;
      nearest = k;
    }
  }
  return nearest;
}

template <typename T>
plain_clusters plain_kmeans(const std::vector<T>& values, std::size_t dimensions,
                            std::vector<double> start) {
  plain_clusters found{.centres = std::move(start)};
  std::vector<std::size_t> before;
  while (true) {
    std::vector<double> sums(found.centres.size());
    std::vector<double> counts(sums.size() / dimensions);
    std::vector<std::size_t> now;
    found.inertia = 0;
    for (std::size_t i = 0; i < values.size(); i += dimensions) {
      double distance = 0;
      now.push_back(plain_nearest(&values[i], found.centres, dimensions, distance));
      found.inertia += distance;
      ++counts[now.back()];
      for (std::size_t j = 0; j < dimensions; ++j) {
        sums[now.back() * dimensions + j] += static_cast<double>(values[i + j]);
      }
    }
    for (std::size_t k = 0; k < sums.size(); ++k) {
      found.centres[k] = sums[k] / counts[k / dimensions];
    }
    ++found.iterations;
    if (now == before) { return found; }
    before = std::move(now);
  }
}

template <typename T>
std::vector<double> first_rows(const std::vector<T>& values, std::size_t count) {
  return {values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count)};
}

template <typename T>
void expect_plain_clusters(std::size_t dimensions, std::size_t clusters, double precision) {
  const auto values = heaps_of_points<T>(1'037, dimensions, clusters);
  const auto start = first_rows(values, clusters * dimensions);
  const plain_clusters expected = plain_kmeans(values, dimensions, start);
  std::optional<std::vector<double>> of_first_team;
  for (const launch_options& options : {team_of(1, 1), team_of(1, 3), team_of(3, 2)}) {
    run_team(options, [&](rank_team& team) {
      const auto points = share_of_points(team, values, dimensions);
      const kmeans_result found =
          kmeans(team, points, {.clusters = clusters, .tolerance = 0, .start = start});
      EXPECT_TRUE(found.converged);
      EXPECT_EQ(found.iterations, expected.iterations);
      EXPECT_NEAR(found.inertia, expected.inertia, expected.inertia * precision);
      for (std::size_t i = 0; i < expected.centres.size(); ++i) {
        EXPECT_NEAR(found.centres[i], expected.centres[i], 100 * precision);
      }
      if (index_of(team.rank()) != 0) { return; }
      if (!of_first_team) { of_first_team = found.centres; }
      EXPECT_EQ(found.centres, *of_first_team);
    });
  }
}

}  // namespace

TEST(kmeans, finds_what_a_plain_loop_finds_alone) {
  if (under_mpirun()) { return; }
  for (const std::size_t dimensions : {1U, 2U, 3U, 4U, 7U}) {
    SCOPED_TRACE(dimensions);
    expect_plain_clusters<double>(dimensions, 5, 1e-9);
    expect_plain_clusters<float>(dimensions, 11, 1e-5);
  }
}

TEST(kmeans, draws_the_same_centres_for_every_team) {
  constexpr std::size_t dimensions = 2;
  const auto values = heaps_of_points<float>(70'000, dimensions, 9);
  std::vector<double> of_all;
  on_teams(few_teams(), [&](rank_team& team) {
    const auto points = share_of_points(team, values, dimensions);
    const kmeans_result found = kmeans(team, points, {.clusters = 9, .seed = 4});
    EXPECT_EQ(found.sizes.size(), 9);
    // heaps of width 2 that lie apart, and a start among all of them
    EXPECT_LT(found.inertia / 70'000, 1);
    if (index_of(team.rank()) != 0) { return; }
    if (of_all.empty()) { of_all = found.centres; }
    EXPECT_EQ(found.centres, of_all);
  });
}

TEST(kmeans, shuffles_no_more_pairs_than_there_are_points) {
  on_teams(few_teams(), [&](rank_team& team) {
    const auto points = share_of_points<double>(team, {0, 1, 100, 101, 200, 201}, 1);
    const kmeans_result found = kmeans(team, points, {.clusters = 3, .start = {0, 100, 200}});
    EXPECT_GE(found.phases.pairs_shuffled, 3 * (found.iterations + 1));
    EXPECT_LE(found.phases.pairs_shuffled, found.phases.pairs_emitted);
  });
}

TEST(kmeans, asks_for_room_before_it_takes_any_alone) {
  if (under_mpirun()) { return; }
  run_team(with(team_of(2, 1), "memory_limit_bytes", "48M"), [](rank_team& team) {
    const std::size_t dimensions = 40;
    const auto points = share_of_points(team, std::vector<float>(40'000 * dimensions), dimensions);
    EXPECT_EQ(kmeans(team, points, {.clusters = 1}).sizes.size(), 1U);
    EXPECT_THROW(static_cast<void>(kmeans(team, points, {.clusters = 40'000})), agreed_error);
  });
}

TEST(kmeans, gives_a_cluster_without_points_the_farthest_one) {
  const std::vector<double> values{0, 1, 2, 3, 50, 100, 101};
  on_teams(few_teams(), [&](rank_team& team) {
    const auto points = share_of_points(team, values, 1);
    const kmeans_result found =
        kmeans(team, points, {.clusters = 3, .start = {1, 100.5, 1'000'000}});
    EXPECT_EQ(found.centres, (std::vector<double>{1.5, 100.5, 50}));
    EXPECT_EQ(found.sizes, (std::vector<std::uint64_t>{4, 2, 1}));
    EXPECT_DOUBLE_EQ(found.inertia, 5.5);
  });
}

TEST(kmeans, adds_up_each_dimension_by_its_own_scale) {
  const auto expect_places = [](rank_team& team, auto hour) {
    using number = decltype(hour);
    std::vector<number> values;  // a time in milliseconds, a latitude, a longitude
    for (int i = 0; i < 300; ++i) {
      const bool is_east = i % 3 == 0;
      values.insert(values.end(), {number{1.7e12F} + hour, number(is_east ? 52.25 : 53.5),
                                   number(is_east ? 13.375 : -0.4375)});
    }
    values[1] += number{0.5};
    const auto points = share_of_points(team, values, 3);
    const kmeans_result found = kmeans(team, points, {.clusters = 2, .seed = 3});
    const std::size_t east = found.centres[2] > 0 ? 0 : 1;
    const double* const of_east = &found.centres[3 * east];
    const double* const of_west = &found.centres[3 - 3 * east];
    EXPECT_EQ(of_east[0], static_cast<double>(values[0]));
    EXPECT_EQ(of_east[1], 52.255);
    EXPECT_EQ(of_east[2], 13.375);
    EXPECT_EQ(of_west[1], 53.5);
    EXPECT_EQ(of_west[2], -0.4375);
    EXPECT_NEAR(found.inertia, 0.2475, 1e-12);
  };
  on_teams(few_teams(), [&](rank_team& team) {
    expect_places(team, 0.0F);
    expect_places(team, 3.6e6);
  });
}

TEST(kmeans, finds_small_clusters_beside_one_point_that_is_far_away) {
  const auto expect_three = [](rank_team& team, auto far) {
    using number = decltype(far);
    std::vector<number> values(1'001, number{0.1F});
    for (std::size_t i = 0; i < 1'000; i += 2) { values[i] = number{0.2F}; }
    values.back() = far;
    const auto points = share_of_points(team, values, 1);
    const kmeans_result found =
        kmeans(team, points, {.clusters = 3, .tolerance = 0, .start = {0.125, 0.25, far}});
    EXPECT_EQ(found.centres, (std::vector<double>{0.1F, 0.2F, static_cast<double>(far)}));
    EXPECT_EQ(found.sizes, (std::vector<std::uint64_t>{500, 500, 1}));
    EXPECT_EQ(found.inertia, 0);
    const kmeans_result two = kmeans(team, points, {.clusters = 2, .start = {0, far}});
    EXPECT_NEAR(two.inertia, 1'000 * 0.0025, 1e-6);
  };
  on_teams(few_teams(), [&](rank_team& team) {
    expect_three(team, 1e15F);
    expect_three(team, 1e18F);
    expect_three(team, 1e15);
    expect_three(team, 1e60);  // more than two words hold
  });
}

TEST(kmeans, refuses_more_clusters_than_points) {
  on_teams(few_teams(), [&](rank_team& team) {
    const auto points = share_of_points<double>(team, {1, 2, 3}, 1);
    EXPECT_THROW(static_cast<void>(kmeans(team, points, {.clusters = 4})), agreed_error);
    EXPECT_THROW(static_cast<void>(kmeans(team, points, {.clusters = 2, .start = {1, 2, 3}})),
                 agreed_error);
  });
}

TEST(kmeans, refuses_points_whose_distances_a_number_does_not_hold) {
  const auto refuses = [](rank_team& team, auto largest) {
    using number = decltype(largest);
    const auto points = share_of_points<number>(team, {largest, -largest, 0}, 1);
    EXPECT_THROW(static_cast<void>(kmeans(team, points, {.clusters = 2})), agreed_error);
  };
  on_teams(few_teams(), [&](rank_team& team) {
    refuses(team, 1e25F);
    refuses(team, 1e-25F);
    refuses(team, 1e200);
    refuses(team, 1e-200);
    const auto zeros = share_of_points<double>(team, {0, 0, 0}, 1);
    EXPECT_EQ(kmeans(team, zeros, {.clusters = 2}).inertia, 0);
    const auto equal = share_of_points<double>(team, {1e200, 1e200, 1e200}, 1);
    EXPECT_EQ(kmeans(team, equal, {.clusters = 1}).centres, std::vector<double>{1e200});
    const double much = 1e150;
    const auto far = share_of_points<double>(team, {much, -much, much}, 1);
    EXPECT_EQ(kmeans(team, far, {.clusters = 2, .start = {-much, much}}).sizes,
              (std::vector<std::uint64_t>{1, 2}));
  });
}

TEST(exact_sum, rounds_what_its_words_do_not_hold) {
  const exact_scale scale(1, 3);
  std::int64_t sum[1] = {0};
  for (const double share : {0.75, 0.75, -0.75}) { scale.add(share * scale.unit(1), sum, 1); }
  EXPECT_EQ(sum[0], 1);
}

TEST(exact_sum, does_not_depend_on_the_order) {
  std::vector<double> terms;
  double plain = 0;
  for (std::uint64_t i = 0; i < 1'000; ++i) {
    random_stream random(1, i);
    terms.push_back((random.unit() - 0.5) * std::ldexp(1.0, static_cast<int>(random.below(40))));
    plain += terms.back();
  }
  const exact_scale scale(std::ldexp(1.0, 40), terms.size());
  const auto sum = [&] {
    std::int64_t all[2] = {0, 0};
    for (const double each : terms) { scale.add(each, all, 2); }
    return scale.mean_of(all, 1);
  };
  const double once = sum();
  EXPECT_NEAR(once, plain, std::abs(plain) * 1e-12);
  std::sort(terms.begin(), terms.end());
  EXPECT_EQ(sum(), once);
}

}  // namespace orujo::test
