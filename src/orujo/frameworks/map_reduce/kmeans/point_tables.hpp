// The readers of points, one for each kind of file.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "orujo/frameworks/map_reduce/kmeans/point_files.hpp"

namespace orujo::points {

/// What a file of points is, by its first bytes.
enum class file_kind { text, npy, table };
[[nodiscard]] file_kind kind_of(const std::string& path);

/// All of these: as read_points(). Call: collective. Throws: agreed_error on every rank.
template <typename T>
point_blocks<T> read_text(rank_team& team, const std::string& path,
                          const std::vector<std::string>& columns);
template <typename T>
point_blocks<T> read_npy(rank_team& team, const std::string& path,
                         const std::vector<std::string>& columns);
template <typename T>
point_blocks<T> read_table(rank_team& team, const std::string& path,
                           const std::vector<std::string>& columns);

[[nodiscard]] point_precision precision_of_npy(const std::string& path,
                                               const std::vector<std::string>& columns);
[[nodiscard]] point_precision precision_of_table(const std::string& path,
                                                 const std::vector<std::string>& columns);

/// The numbers, from 0, of the columns that `chosen` names among `names`, by name or by number from
/// 1; of all if it is empty. Throws: input_error about `path`.
[[nodiscard]] std::vector<std::size_t> chosen_columns(const std::string& path,
                                                      const std::vector<std::string>& names,
                                                      const std::vector<std::string>& chosen);

}  // namespace orujo::points
