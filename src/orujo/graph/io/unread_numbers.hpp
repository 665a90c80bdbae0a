// Says which columns hold numbers that nobody reads, where a weight might be missed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "orujo/graph/io/edge_columns.hpp"

namespace orujo::io {

/// Adds a guess to `facts` if no column is the weight, though others than source and target hold
/// numbers: `numbers` says which, in the order of `names`. Nothing is said where `options` choose
/// columns or ask for no weights, and of what is called as ids and times are.
void note_unread_numbers(const std::vector<std::string>& names, const std::vector<bool>& numbers,
                         const open_options& options, column_facts& facts);

/// The same by the cells of the first row, which are names, and of the second.
void note_unread_numbers(const std::vector<std::string_view>& first,
                         const std::vector<std::string_view>& second, const open_options& options,
                         column_facts& facts);

}  // namespace orujo::io
