// Results of a job as files: one of each rank, all or none.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "orujo/containers/hash_map.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/graph/tables/packed_output.hpp"

namespace orujo {

/// What the ranks write together: rank r of P the file `NAME-r-of-P.SUFFIX` for the path
/// `NAME.SUFFIX`, packed by zlib where that ends in `.gz` (`NAME-r-of-P.csv.gz`).
/// - Destroyed before commit(), it leaves nothing behind, and older files of the names stay.
/// - commit() gives the files of all ranks their names when all are complete, that of rank 0 after
///   all others: who finds it, finds all. Where one cannot get its name, the others lose theirs.
class result_files {
public:
  /// Creates the files. Call: collective. Throws: agreed_error, on every rank.
  result_files(rank_team& team, const std::string& path);

  /// Appends to the file of this rank. Call: worker 0. Throws: input_error if the disk is full,
  /// which ends the run on every rank.
  void write(std::string_view text) { file_->write(text); }

  /// Call: collective. Throws: agreed_error, on every rank; then none of the files is there.
  void commit();

  /// The file of this rank.
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

private:
  void publish(bool whether);

  rank_team& team_;
  std::string path_;
  std::optional<tables::packed_output> file_;
  bool is_published_ = false;
};

/// Writes all entries of `results` to result_files: `render(text, key, value)` appends a line or
/// more to `text` for each. Entries are in no order. Call: collective. Throws: as result_files.
template <container_key K, typename V, typename Hash, typename Render>
void write_results(hash_map<K, V, Hash>& results, const std::string& path, Render render) {
  rank_team& team = results.team();
  result_files files(team, path);
  run_agreed(team, [&] {
    constexpr std::size_t bytes_at_once = std::size_t{1} << 20U;
    std::string text;
    for (int w = 0; w < team.num_workers(); ++w) {
      results.for_own(team.worker_at(w), [&](typename key_form<K>::view key, const V& value) {
        render(text, key, value);
        if (text.size() < bytes_at_once) { return; }
        files.write(text);
        text.clear();
      });
    }
    files.write(text);
  });
  files.commit();
}

}  // namespace orujo
