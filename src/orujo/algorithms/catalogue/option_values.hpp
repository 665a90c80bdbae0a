// Options of algorithms: what they are called and may be, and what was chosen.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace orujo {

enum class option_type : std::uint8_t {
  flag,   ///< There or not.
  whole,  ///< A whole number of a range.
  real,   ///< A number.
  text,   ///< A name, or a name with numbers.
};

/// As programs are told of it.
[[nodiscard]] constexpr std::string_view name_of(option_type type) noexcept {
  switch (type) {
    case option_type::flag: return "flag";
    case option_type::whole: return "whole";
    case option_type::real: return "real";
    case option_type::text: break;
  }
  return "text";
}

/// An option of an algorithm, as people and programs are told of it.
struct option_entry {
  std::string name;  ///< Without dashes: "max-iterations".
  option_type type = option_type::flag;
  std::string help;
  std::string unit = {};      ///< What stands for its value in help: "REAL".
  std::string standard = {};  ///< What it is where it is not given; empty: the help says.
  std::uint64_t least = 0;    ///< Of a whole number, as the following.
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  std::vector<std::string> names = {};       ///< Of a text: what it may be; empty: the help says.
  std::vector<std::string> beginnings = {};  ///< Of a text without names: what shells offer.
  bool of_whole_run = false;                 ///< It makes no sense together with one named source.
  bool is_input = false;                     ///< Of a text: it names a file that is read.
  bool is_required = false;                  ///< There is no answer without it.
};

/// The options that were given.
class option_values {
public:
  using value = std::variant<bool, std::uint64_t, double, std::string>;

  void set(std::string name, value given) { given_.insert_or_assign(std::move(name), given); }

  [[nodiscard]] bool flag(std::string_view name) const { return of<bool>(name).value_or(false); }
  [[nodiscard]] std::optional<std::uint64_t> whole(std::string_view name) const {
    return of<std::uint64_t>(name);
  }
  [[nodiscard]] std::optional<double> real(std::string_view name) const { return of<double>(name); }
  [[nodiscard]] std::optional<std::string> text(std::string_view name) const {
    return of<std::string>(name);
  }

private:
  template <typename T>
  [[nodiscard]] std::optional<T> of(std::string_view name) const {
    const auto at = given_.find(name);
    return at == given_.end() ? std::nullopt : std::optional(std::get<T>(at->second));
  }

  std::map<std::string, value, std::less<>> given_;
};

}  // namespace orujo
