// k-means beside a plain loop, and the same for every team.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/frameworks/map_reduce/kmeans/kmeans.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "containers/container_run.hpp"
#include "graph/io/packed_bytes.hpp"
#include "orujo/base/error.hpp"
#include "orujo/base/random.hpp"
#include "orujo/frameworks/map_reduce/kmeans/cluster_files.hpp"
#include "orujo/frameworks/map_reduce/kmeans/exact_sum.hpp"
#include "orujo/frameworks/map_reduce/kmeans/point_files.hpp"
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

std::string temporary_path(const std::string& name) {
  return std::filesystem::temp_directory_path() /
         ("orujo_" + std::to_string(::getpid()) + "_" + name);
}

/// Rows of a file that holds `text`, on a team of three ranks; or what is wrong with it.
std::string read_back(const std::string& text, const std::vector<std::string>& columns = {}) {
  const std::string path = temporary_path("points");
  std::ofstream(path, std::ios::binary) << text;
  std::string found;
  try {
    run_team(team_of(3, 1), [&](rank_team& team) {
      const point_blocks<double> points = read_points<double>(team, path, columns);
      EXPECT_LE(points.first() + points.count(), points.total());
      std::vector<double> own;
      for (std::size_t i = 0; i < points.count(); ++i) {
        for (std::size_t j = 0; j < points.dimensions(); ++j) { own.push_back(points.at(i, j)); }
      }
      for (const auto& part : all_gather(team, std::span<const double>(own))) {
        if (index_of(team.rank()) != 0) { continue; }
        for (const double value : part) { found += std::to_string(std::lround(value * 10)) + " "; }
      }
    });
  } catch (const error& problem) {
    found = problem.code() == exit_code::input ? problem.what() : "";
    found = found.substr(found.find("_points") + 7);
  }
  std::filesystem::remove(path);
  return found;
}

/// A matrix of one number whose header says that it has this shape.
std::string npy_file(const std::string& shape) {
  const std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': " + shape + "}";
  const auto length = static_cast<char>(header.size());
  return std::string("\x93NUMPY\x01\x00", 8) + length + '\0' + header + std::string(8, '\0');
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
    const double much = 1e150;
    const auto far = share_of_points<double>(team, {much, -much, much}, 1);
    EXPECT_EQ(kmeans(team, far, {.clusters = 2, .start = {-much, much}}).sizes,
              (std::vector<std::uint64_t>{1, 2}));
  });
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
    exact_scale::words all{0, 0};
    for (const double each : terms) {
      const auto words = scale.words_of(each);
      all.whole += words.whole;
      all.rest += words.rest;
    }
    return scale.real_of(all);
  };
  const double once = sum();
  EXPECT_NEAR(once, plain, std::abs(plain) * 1e-12);
  std::sort(terms.begin(), terms.end());
  EXPECT_EQ(sum(), once);
}

TEST(point_files, are_read_with_headings_comments_and_chosen_columns_alone) {
  if (under_mpirun()) { return; }
  EXPECT_EQ(read_back("1,2\n3,4.5\n"), "10 20 30 45 ");
  EXPECT_EQ(read_back("a,b,c\n# no point\n\n1,x,-2e1\n+3,y,4\n", {"c", "1"}), "-200 10 40 30 ");
  EXPECT_EQ(read_back("1 2  3\r\n 4\t5 6\r\n", {"3"}), "30 60 ");
  EXPECT_EQ(read_back("name;x\n\"a;b\";1.5\n\"c\";\"2\"\n", {"x"}), "15 20 ");
  EXPECT_EQ(read_back("2,1\n3,4\n", {"1"}), "20 30 ");  // the first column, not that of a 1
  std::string many;
  std::string expected;
  for (int i = 0; i < 50'000; ++i) {
    many += std::to_string(i) + "\n";
    expected += std::to_string(10 * i) + " ";
  }
  EXPECT_EQ(read_back(many), expected);
}

TEST(point_files, name_the_place_of_what_is_wrong_alone) {
  if (under_mpirun()) { return; }
  EXPECT_EQ(read_back("1,2\n3,x\n"),
            ":2:3: 'x' in column 2 is no number; name the columns to read with --columns");
  EXPECT_EQ(read_back("1,2\n3,x\n", {"2"}), ":2:3: 'x' in column 2 is no number");
  EXPECT_EQ(read_back("a;b\n1,5;2\n"),
            ":2:1: '1,5' in column 1 is no number; decimals have a point");
  EXPECT_EQ(read_back("1,2\n3,\n"), ":2:3: column 2 is empty; leave out such points");
  EXPECT_EQ(read_back("a,b\n3,nan\n"),
            ":2:3: 'nan' in column 2 is not finite; leave out such points");
  EXPECT_EQ(read_back("1,2\n3\n"), ":2:1: this line has 1 column, and the first line has 2");
  EXPECT_EQ(read_back("1,2\n3,4,5\n", {"1"}),
            ":2:1: this line has 3 columns, and the first line has 2");
  EXPECT_EQ(read_back(std::string("PK\x03\x04", 4)), ": is a zip archive; unpack it first");
  EXPECT_EQ(read_back("# nothing\n"), ": holds no numbers");
  // so many columns that the bytes of a row are 0 in 64 bits
  EXPECT_EQ(read_back(npy_file("(1, 2305843009213693952)")).substr(0, 12), ": is cut off");
  EXPECT_EQ(read_back(npy_file("(0, 2305843009213693952)")), ": holds no numbers");
  EXPECT_EQ(read_back(npy_file("(1, 1")), ": is no matrix with a row for each point");
  EXPECT_EQ(read_back("a,b\n3,4\n", {"d"}).substr(0, 31), ": has no column 'd' among its 2");
}

TEST(point_files, ask_for_room_before_it_is_taken_alone) {
  if (under_mpirun()) { return; }
  const std::string path = temporary_path("much");
  const auto problem_of = [&path](const launch_options& options) {
    try {
      run_team(options, [&](rank_team& team) {
        static_cast<void>(read_points<double>(team, path));
        ADD_FAILURE() << "all were read";
      });
    } catch (const error& why) { return std::pair(why.code(), std::string(why.what())); }
    return std::pair(exit_code{}, std::string());
  };
  std::ofstream(path, std::ios::binary) << npy_file("(16777216, 1)");
  std::filesystem::resize_file(path, (std::size_t{1} << 27U) + 200);  // without a place on the disk
  for (const char* what : {"npy", "text"}) {
    SCOPED_TRACE(what);
    if (what == std::string("text")) {
      std::ofstream text(path);
      for (int i = 0; i < 200'000; ++i) { text << "1,2,3,4,5,6,7,8,9,0\n"; }
    }
    for (const int ranks : {1, 2}) {
      const auto [code, problem] =
          problem_of(with(team_of(ranks, 1), "memory_limit_bytes", "5000000"));
      EXPECT_EQ(code, exit_code::memory);
      EXPECT_NE(problem.find("the points of " + path + " needs about"), std::string::npos)
          << problem;
    }
  }
  std::filesystem::remove(path);
}

TEST(point_files, give_each_rank_equally_many_rows_alone) {
  if (under_mpirun()) { return; }
  const std::string path = temporary_path("rows.gz");  // packed: the first rank reads all
  std::string text;
  for (int i = 0; i < 300'001; ++i) { text += std::to_string(i) + " 7\n"; }
  std::ofstream(path, std::ios::binary) << gzip_of(text);
  for (const launch_options& options : {team_of(3, 2), team_of(2, 1, sim_model_of(2))}) {
    run_team(options, [&](rank_team& team) {
      const point_blocks<double> points = read_points<double>(team, path);
      EXPECT_EQ(points.total(), 300'001U);
      EXPECT_GE(points.count() + 2, 300'001U / static_cast<std::uint64_t>(team.size()));
      for (std::size_t i = 0; i < points.count(); ++i) {
        ASSERT_EQ(points.at(i, 0), static_cast<double>(points.first() + i));
        ASSERT_EQ(points.at(i, 1), 7);
      }
    });
  }
  std::filesystem::remove(path);
}

}  // namespace orujo::test
