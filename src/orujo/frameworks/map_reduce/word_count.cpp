// The job that counts words.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/frameworks/map_reduce/word_count.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "orujo/base/error.hpp"
#include "orujo/base/utf8.hpp"
#include "orujo/containers/wire.hpp"
#include "orujo/epochs/collectives.hpp"
#include "orujo/frameworks/map_reduce/words.hpp"
#include "orujo/graph/io/graph_file.hpp"
#include "orujo/graph/tables/vertex_table.hpp"
#include "orujo/graph/vertex_names.hpp"

namespace orujo {

namespace {

class word_count_job {
public:
  using key = std::string;
  using value = std::uint64_t;

  /// `longest` bytes has the longest word that a parcel holds.
  explicit word_count_job(std::size_t longest) : longest_(longest) {}

  template <typename Emit>
  void map(const text_part& part, Emit& emit) const {
    for_each_word(part.text, [&](const char* begin, std::size_t length) {
      if (length > longest_) [[unlikely]] { refuse(part, begin, length); }
      emit(padded_text{begin, length}, 1);
    });
  }
  static value combine(value a, value b) { return a + b; }

private:
  [[noreturn]] void refuse(const text_part& part, const char* begin, std::size_t length) const {
    throw input_error(
        part.path, part.position_of(begin),
        fmt::format("this word has {} bytes, and words of up to {} are counted; raise "
                    "the setting parcel_bytes, if this is a text of words",
                    length, longest_));
  }

  std::size_t longest_;
};

struct counted_word {
  std::string_view word;
  std::uint64_t count;
};

/// The words of this rank as a letter.
std::vector<std::byte> packed_words(counting_set<std::string>& counts) {
  rank_team& team = counts.team();
  std::vector<std::byte> letter;
  const auto each_word = [&](auto take) {
    for (int w = 0; w < team.num_workers(); ++w) { counts.for_own(team.worker_at(w), take); }
  };
  std::size_t bytes = 0;
  each_word([&](std::string_view word, std::uint64_t /*count*/) {
    bytes += wire<std::string>::size(word) + sizeof(std::uint64_t);
  });
  letter.resize(bytes);
  wire_writer out(letter.data());
  each_word([&](std::string_view word, std::uint64_t count) {
    wire<std::string>::write(out, word);
    wire<std::uint64_t>::write(out, count);
  });
  return letter;
}

/// The words of all letters in the order of a table; they point into the letters.
std::vector<counted_word> sorted_words(const rank_pieces<std::byte>& letters) {
  std::vector<counted_word> all;
  for (const std::span<const std::byte> letter : letters) {
    wire_reader in(letter.data());
    while (in.position() != letter.data() + letter.size()) {
      const std::string_view word = wire<std::string>::read(in);
      all.push_back({word, wire<std::uint64_t>::read(in)});
    }
  }
  std::sort(all.begin(), all.end(), [](const counted_word& a, const counted_word& b) {
    return a.count != b.count ? a.count > b.count : a.word < b.word;
  });
  return all;
}

/// Texts of NumPy end before their zeros, and those of NumPy and Parquet are UTF-8: two words that
/// differ otherwise would be one.
void require_storable(const std::vector<counted_word>& all, const std::string& path) {
  const bool is_npy = path.ends_with(".npy");
  if (!is_npy && !path.ends_with(".parquet")) { return; }
  for (const auto& [word, count] : all) {
    const bool ends_in_zero = is_npy && word.ends_with('\0');
    if (!ends_in_zero && is_utf8(word)) { continue; }
    throw input_error(path, {},
                      fmt::format("{} cannot hold the word {}, which {}: write a .csv or .csv.gz",
                                  is_npy ? "an NPY file" : "a Parquet file", io::quoted(word),
                                  ends_in_zero ? "ends in a byte 0" : "is not UTF-8"));
  }
}

void write_rows(const std::vector<counted_word>& all, const std::string& path) {
  require_storable(all, path);
  std::uint64_t longest = 1;
  if (path.ends_with(".npy")) {  // others do not need it
    for (const counted_word& each : all) {
      longest = std::max<std::uint64_t>(longest, code_points_of(each.word).size());
    }
  }
  tables::vertex_table table(path, {.key = "word",
                                    .columns = {{"count", tables::column_kind::integer}},
                                    .num_rows = all.size(),
                                    .longest_name = longest});
  constexpr std::size_t rows_at_once = std::size_t{1} << 16U;
  for (std::size_t begin = 0; begin < all.size(); begin += rows_at_once) {
    std::vector<tables::table_cell> cells;
    vertex_names names;
    for (std::size_t i = begin; i < std::min(all.size(), begin + rows_at_once); ++i) {
      names.add(all[i].word);
      cells.insert(cells.end(), {0, all[i].count});
    }
    table.add(cells, names);
  }
  table.commit();
}

}  // namespace

void write_word_counts(counting_set<std::string>& counts, const std::string& path) {
  rank_team& team = counts.team();
  const auto letters = gather_bytes(team, packed_words(counts));
  run_agreed(team, [&] {
    if (team.rank() == rank_id{0}) { write_rows(sorted_words(letters), path); }
  });
}

map_reduce_report count_words(text_files& texts, counting_set<std::string>& counts,
                              const map_reduce_options& options) {
  hash_map<std::string, std::uint64_t>& into = counts;
  constexpr std::size_t beside_word = 64;  // in a parcel
  const std::size_t parcel = counts.team().transport().pool(0).payload_bytes();
  return map_reduce(word_count_job{parcel - std::min(parcel, beside_word)}, texts, into, options);
}

}  // namespace orujo
