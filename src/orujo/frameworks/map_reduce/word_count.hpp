// Counts the words of texts.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "orujo/containers/counting_set.hpp"
#include "orujo/frameworks/map_reduce/map_reduce.hpp"
#include "orujo/frameworks/map_reduce/text_files.hpp"

namespace orujo {

/// Adds the words of `texts` to `counts`. A word is a run of bytes between those of
/// separates_words(), as they stand: letters are not changed, and stops and commas are a part of
/// it. Call, throws: as map_reduce().
map_reduce_report count_words(text_files& texts, counting_set<std::string>& counts,
                              const map_reduce_options& options = {});

/// Writes a row for each word with its count to `path`, the most frequent first, those of one count
/// by their bytes: CSV, NPY or Parquet, as check_table_name() has it. The file appears when it is
/// complete. Call: collective. Throws: as write_table(); agreed_error for bad input where NPY or
/// Parquet cannot hold a word as it is: one that is not UTF-8 or, for NPY, ends in a byte 0.
/// Memory: all words, on the first rank.
void write_word_counts(counting_set<std::string>& counts, const std::string& path);

}  // namespace orujo
