// Words and lines of texts, however they are cut, packed and shared out.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/frameworks/map_reduce/text_files.hpp"

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <zlib.h>

#include "containers/container_run.hpp"
#include "orujo/base/error.hpp"
#include "orujo/frameworks/map_reduce/csv_rows.hpp"
#include "orujo/frameworks/map_reduce/word_count.hpp"
#include "orujo/frameworks/map_reduce/words.hpp"

namespace orujo::test {

namespace {

/// Texts in a folder that is gone with it.
class text_folder {
public:
  text_folder()
      : path_(std::filesystem::temp_directory_path() /
              ("orujo_texts_" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(path_);
  }
  text_folder(const text_folder&) = delete;
  text_folder& operator=(const text_folder&) = delete;
  ~text_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  [[nodiscard]] std::string add(const std::string& name, const std::string& text) const {
    const std::string path = path_ / name;
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
  [[nodiscard]] std::string add_packed(const std::string& name, const std::string& text) const {
    const std::string path = path_ / name;
    gzFile file = gzopen(path.c_str(), "wb");
    EXPECT_EQ(gzwrite(file, text.data(), static_cast<unsigned>(text.size())),
              static_cast<int>(text.size()));
    gzclose(file);
    return path;
  }

private:
  std::filesystem::path path_;
};

/// How many lines begin with the same five letters.
struct first_letters_job {
  using key = std::string;
  using value = std::uint64_t;
  void map(const text_line& line, auto& emit) const { emit(line.text.substr(0, 5), 1); }
  static value combine(value a, value b) { return a + b; }
};

/// How many rows have so many cells.
struct row_widths_job {
  using key = std::uint64_t;
  using value = std::uint64_t;
  void map(const csv_row& row, auto& emit) const { emit(row.cells.size(), 1); }
  static value combine(value a, value b) { return a + b; }
};

struct count_lines_job {
  using key = std::string;
  using value = std::uint64_t;
  void map(const text_line& line, auto& emit) const { emit(line.text, 1); }
  static value combine(value a, value b) { return a + b; }
};

/// The second cell of each row by the first.
struct second_cells_job {
  using key = std::string;
  using value = std::string;
  void map(const csv_row& row, auto& emit) const { emit(row.cells[0], row.cells[1]); }
  static value combine(const value& a, const value& b) { return a < b ? a + b : b + a; }
};

/// How many rows have the same first cell.
struct first_cells_job {
  using key = std::string;
  using value = std::uint64_t;
  void map(const csv_row& row, auto& emit) const { emit(row.cells[0], 1); }
  static value combine(value a, value b) { return a + b; }
};

/// Words of 0 to 40 letters, between one or several bytes that separate them.
std::string random_text(std::uint64_t seed, std::size_t words) {
  constexpr std::string_view separators = " \t\n\f\r";
  std::string text;
  for (std::uint64_t i = 0; i < words; ++i) {
    const std::uint64_t random = mix64(seed + i);
    const std::size_t length = random % 16 == 0 ? random / 16 % 40 : random / 16 % 9;
    for (std::size_t k = 0; k < length; ++k) {
      text += static_cast<char>('a' + mix64(random % 500 + k) % 26);
    }
    text += separators[random >> 32U & 3U];
    if (random >> 40U & 1U) { text += separators[random >> 34U & 3U]; }
  }
  return text;
}

std::vector<std::string> plain_words(const std::string& text) {
  std::vector<std::string> found;
  std::string word;
  for (const char letter : text + " ") {
    if (!separates_words(letter)) {
      word += letter;
    } else if (!word.empty()) {
      found.push_back(std::exchange(word, {}));
    }
  }
  return found;
}

std::map<std::string, std::uint64_t> plain_counts(const std::vector<std::string>& texts) {
  std::map<std::string, std::uint64_t> counts;
  for (const std::string& text : texts) {
    for (const std::string& word : plain_words(text)) { ++counts[word]; }
  }
  return counts;
}

}  // namespace

TEST(text_words, are_found_wherever_they_begin_and_end) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const std::string text = random_text(1000 * seed, seed);
    const std::string padded = text + std::string(io::block_padding_bytes, 'x');
    for (std::size_t begin = 0; begin < std::min<std::size_t>(text.size(), 70); begin += 7) {
      const std::string expected = text.substr(begin);
      std::vector<std::string> found;
      for_each_word(std::string_view(padded).substr(begin, text.size() - begin),
                    [&](const char* at, std::size_t length) { found.emplace_back(at, length); });
      ASSERT_EQ(found, plain_words(expected)) << seed << ", " << begin;
    }
  }
}

TEST(text_words, are_keys_as_any_text_is) {
  using form = key_form<std::string>;
  const std::string text = "abcdefghijklmnopqrstuvwxyz\xff\xfe and more behind";
  for (std::size_t begin = 0; begin < 20; ++begin) {
    for (std::size_t length = 0; length < 24; ++length) {
      const auto made = form::of_padded(text.data() + begin, length);
      const auto expected = form::of(std::string_view(text).substr(begin, length));
      EXPECT_EQ(made.first, expected.first) << length;
      EXPECT_EQ(made.second, expected.second) << length;
    }
  }
}

TEST(word_count, is_that_of_a_loop_over_all_files) {
  const std::vector<std::string> texts = {random_text(1, 30'000), random_text(7'000'000, 9'000),
                                          random_text(5, 12'000), "no line ends here", ""};
  if (under_mpirun()) { return; }  // processes would write the same files
  const text_folder folder;
  const std::vector<std::string> paths = {
      folder.add("a.txt", texts[0]), folder.add_packed("b.txt.gz", texts[1]),
      folder.add_packed("c.gz", texts[2]), folder.add("d", texts[3]), folder.add("e", texts[4])};
  const auto expected = plain_counts(texts);
  on_teams(few_teams(), [&](rank_team& team) {
    text_files files(team, paths);
    counting_set<std::string> counts(team);
    count_words(files, counts, {.combined_keys = 500});
    EXPECT_EQ(contents_of(counts), expected);
    EXPECT_EQ(files.progress(), 1);
  });
}

TEST(word_count, takes_packed_files_without_a_letter_as_empty_ones_alone) {
  if (under_mpirun()) { return; }
  const text_folder folder;
  const std::vector<std::string> paths = {folder.add_packed("empty.gz", ""),
                                          folder.add("one", "word"), folder.add("empty", "")};
  run_team(team_of(2, 1), [&](rank_team& team) {
    text_files files(team, paths);
    counting_set<std::string> counts(team);
    count_words(files, counts);
    EXPECT_EQ(contents_of(counts), (std::map<std::string, std::uint64_t>{{"word", 1}}));
  });
}

TEST(word_count, names_a_file_that_is_missing_on_every_rank_alone) {
  if (under_mpirun()) { return; }
  run_team(team_of(3, 1), [](rank_team& team) {
    try {
      const text_files files(team, {"/no/such/text"});
      ADD_FAILURE() << "it was opened";
    } catch (const agreed_error& problem) {
      EXPECT_EQ(problem.code(), exit_code::input);
      EXPECT_NE(std::string(problem.what()).find("/no/such/text"), std::string::npos);
    }
  });
}

TEST(text_lines, come_once_each_without_their_ends) {
  if (under_mpirun()) { return; }
  const text_folder folder;
  std::string text;
  for (std::uint64_t i = 0; i < 9'000; ++i) {
    text += "line " + std::to_string(i % 900) + (i % 2 == 0 ? "\n" : "\r\n");
  }
  text += "\nlast";
  const std::vector<std::string> paths = {folder.add("lines", text),
                                          folder.add_packed("lines.gz", text)};
  std::map<std::string, std::uint64_t> expected{{"", 2}, {"last", 2}};
  for (std::uint64_t i = 0; i < 900; ++i) { expected["line " + std::to_string(i)] = 20; }
  on_teams(few_teams(), [&](rank_team& team) {
    hash_map<std::string, std::uint64_t> counts(team);
    map_reduce(count_lines_job{}, text_lines(team, paths), counts);
    EXPECT_EQ(contents_of(counts), expected);
  });
}

TEST(text_lines, are_those_of_files_opened_in_turn_alone) {
  if (under_mpirun()) { return; }
  const text_folder folder;
  const std::vector<std::string> paths = {
      folder.add("kept", "kept\n"), folder.add("large", "large\n"), folder.add("last", "before\n")};
  std::filesystem::resize_file(paths[1], std::size_t{65} << 20U);  // without a place on the disk
  run_team(team_of(1, 2), [&](rank_team& team) {
    hash_map<std::string, std::uint64_t> counts(team);
    text_lines lines(team, paths);
    std::filesystem::rename(folder.add("new", "after\n"), paths[2]);
    map_reduce(first_letters_job{}, lines, counts);
    EXPECT_EQ(contents_of(counts),
              (std::map<std::string, std::uint64_t>{
                  {"kept", 1}, {"large", 1}, {std::string(5, '\0'), 1}, {"after", 1}}));
  });
}

TEST(text_lines, come_from_more_files_than_are_open_at_once_alone) {
  if (under_mpirun()) { return; }
  const text_folder folder;
  std::vector<std::string> paths;
  for (int i = 0; i < 1'100; ++i) { paths.push_back(folder.add(std::to_string(i), "old\n")); }
  run_team(team_of(1, 2), [&](rank_team& team) {
    text_lines lines(team, paths);
    std::filesystem::rename(folder.add("new", "new\n"), paths.back());  // it was closed again
    hash_map<std::string, std::uint64_t> counts(team);
    map_reduce(count_lines_job{}, lines, counts);
    EXPECT_EQ(contents_of(counts),
              (std::map<std::string, std::uint64_t>{{"old", 1'099}, {"new", 1}}));
  });
}

TEST(csv_rows, have_cells_without_quotes_and_no_heading_alone) {
  if (under_mpirun()) { return; }
  const text_folder folder;
  const std::string text = "name;text\n\"a;b\";1\n\nc;\"2\"\n";
  const std::vector<std::string> paths = {folder.add("plain", text),
                                          folder.add_packed("packed.gz", text)};
  on_teams({team_of(1, 2), team_of(3, 1)}, [&](rank_team& team) {
    hash_map<std::string, std::string> found(team);
    map_reduce(second_cells_job{}, csv_rows(team, paths, csv_heading::names_columns), found);
    EXPECT_EQ(contents_of(found), (std::map<std::string, std::string>{{"a;b", "11"}, {"c", "22"}}));
  });
}

TEST(csv_rows, have_no_heading_where_large_packed_files_lie_among_others_alone) {
  if (under_mpirun()) { return; }
  const text_folder folder;
  std::string large = "name,text\n";
  for (int i = 0; i < 300'000; ++i) { large += "a,b\n"; }  // more than is unpacked at once
  const std::string small = "name,text\nc,d\nc,d\n";
  const std::vector<std::string> paths = {
      folder.add("first", small), folder.add_packed("second.gz", large), folder.add("third", small),
      folder.add_packed("fourth.gz", large), folder.add_packed("fifth.gz", small)};
  const std::map<std::string, std::uint64_t> expected{{"a", 600'000}, {"c", 6}};
  std::vector<launch_options> teams = {team_of(3, 1)};
  if (!is_sanitized) { teams.insert(teams.end(), {team_of(1, 1), team_of(1, 2)}); }
  on_teams(teams, [&](rank_team& team) {
    hash_map<std::string, std::uint64_t> found(team);
    map_reduce(first_cells_job{}, csv_rows(team, paths, csv_heading::names_columns), found);
    EXPECT_EQ(contents_of(found), expected);
  });
}

TEST(csv_rows, name_the_line_of_a_quote_without_an_end_alone) {
  if (under_mpirun()) { return; }
  const text_folder folder;
  std::string text = "name,text\n";
  for (int i = 0; i < 30'000; ++i) { text += "a," + std::to_string(i) + "\n"; }
  text += "b,\"never ends\n";
  for (const std::string& path :
       {folder.add("plain", text), folder.add_packed("packed.gz", text)}) {
    try {
      run_team(team_of(2, 1), [&](rank_team& team) {
        hash_map<std::uint64_t, std::uint64_t> found(team);
        map_reduce(row_widths_job{}, csv_rows(team, {path}, csv_heading::none), found);
      });
      ADD_FAILURE() << "it was read";
    } catch (const input_error& why) {
      EXPECT_EQ(std::string(why.what()).find(path + ":30002:3: this quote has no end"), 0U)
          << why.what();
    }
  }
}

TEST(csv_rows, are_cut_as_the_first_line_of_their_file_alone) {
  if (under_mpirun()) { return; }
  const text_folder folder;
  std::string rows;
  for (int i = 0; i < 30'000; ++i) { rows += "a;b;" + std::to_string(i) + ",1\n"; }
  const std::vector<std::string> paths = {folder.add("plain", "x,y\n" + rows),
                                          folder.add_packed("packed.gz", "x,y\n" + rows),
                                          folder.add("single", "one name\n")};
  on_teams({team_of(1, 2), team_of(3, 1)}, [&](rank_team& team) {
    hash_map<std::uint64_t, std::uint64_t> found(team);
    map_reduce(row_widths_job{}, csv_rows(team, paths, csv_heading::none), found);
    EXPECT_EQ(contents_of(found), (std::map<std::uint64_t, std::uint64_t>{{1, 1}, {2, 60'002}}));
  });
}

}  // namespace orujo::test
