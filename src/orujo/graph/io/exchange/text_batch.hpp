// Copies of texts that are to be numbered many at a time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "orujo/graph/name_table.hpp"

namespace orujo::io {

class text_batch {
public:
  void add(std::string_view text) {
    texts_ += text;
    ends_.push_back(texts_.size());
  }
  [[nodiscard]] std::size_t size() const noexcept { return ends_.size(); }
  [[nodiscard]] std::string_view operator[](std::size_t i) const noexcept {
    const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
    return std::string_view(texts_).substr(begin, ends_[i] - begin);
  }
  void clear() noexcept {
    texts_.clear();
    ends_.clear();
  }

  /// The numbers that the texts have in `table`, in their order.
  [[nodiscard]] std::vector<std::uint64_t> numbers_in(name_table& table) const {
    std::vector<std::string_view> views;
    views.reserve(size());
    for (std::size_t i = 0; i < size(); ++i) { views.push_back((*this)[i]); }
    std::vector<std::uint64_t> numbers(size());
    table.number(views, numbers);
    return numbers;
  }

private:
  std::string texts_;
  std::vector<std::size_t> ends_;
};

}  // namespace orujo::io
