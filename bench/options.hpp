// Options of the programs in bench/: --name VALUE, in any order.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <concepts>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace bench {

/// The options that a program takes, and where their values go.
class options {
public:
  /// `name` is followed by a whole number that `place` can hold.
  template <std::integral T>
  options& number(std::string_view name, T& place) {
    return text(name, [name, &place](std::string_view value) {
      const auto [end, problem] = std::from_chars(value.data(), value.data() + value.size(), place);
      if (problem != std::errc() || end != value.data() + value.size()) {
        throw std::invalid_argument(std::string(name) + " needs a whole number");
      }
    });
  }

  /// `name` is followed by a word, which `take` gets; it may throw.
  options& text(std::string_view name, std::function<void(std::string_view)> take) {
    known_.push_back({name, true, std::move(take)});
    return *this;
  }

  /// `name` stands alone and sets `place`.
  options& flag(std::string_view name, bool& place) {
    known_.push_back({name, false, [&place](std::string_view) { place = true; }});
    return *this;
  }

  /// Throws: std::invalid_argument for what is no option, or a value that is missing or wrong.
  void read(int count, char** words) const {
    for (int i = 1; i < count; ++i) {
      const option& found = option_named(words[i]);
      if (found.has_value && ++i == count) {
        throw std::invalid_argument(std::string(found.name) + " needs a value");
      }
      found.take(words[i]);
    }
  }

private:
  struct option {
    std::string_view name;
    bool has_value;
    std::function<void(std::string_view)> take;
  };

  [[nodiscard]] const option& option_named(std::string_view name) const {
    for (const option& each : known_) {
      if (each.name == name) { return each; }
    }
    throw std::invalid_argument("there is no option " + std::string(name));
  }

  std::vector<option> known_;
};

}  // namespace bench
