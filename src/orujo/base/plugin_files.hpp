// Where the plug-ins of this program may lie, whose they are, and how they are entered.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace orujo {

/// What must agree between a program and a plug-in, as objects cross between them: their sizes.
using plugin_layout = std::array<std::uint32_t, 6>;

/// What a plug-in's file says of itself, readable before any of its code runs.
struct plugin_card {
  std::array<char, 16> mark{};     ///< Of its kind.
  std::array<char, 24> version{};  ///< Of Orujo.
  plugin_layout layout{};

  [[nodiscard]] constexpr bool operator==(const plugin_card&) const = default;
};

/// Plug-ins that offer the same.
struct plugin_kind {
  std::string_view name;     ///< For people: "MPI plug-in".
  std::string_view mark;     ///< Begins the card.
  std::string_view section;  ///< Of the plug-in's file, which holds the card.
  const char* entry;         ///< The one name that a plug-in exports.
  plugin_layout layout;
  /// An environment variable that names the folder of this kind alone; empty: there is none.
  std::string_view folder_variable = {};
};

/// The card of a plug-in of this kind in Orujo `version`.
[[nodiscard]] constexpr plugin_card card_of(const plugin_kind& kind, std::string_view version) {
  plugin_card card{.layout = kind.layout};
  for (std::size_t i = 0; i + 1 < card.mark.size() && i < kind.mark.size(); ++i) {
    card.mark[i] = kind.mark[i];
  }
  for (std::size_t i = 0; i + 1 < card.version.size() && i < version.size(); ++i) {
    card.version[i] = version[i];
  }
  return card;
}

/// A plug-in is not there, damaged, or of another build. Whoever needs it makes an error of it.
class plugin_problem : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// The environment variable that names the folder of all plug-ins.
inline constexpr std::string_view plugin_folder_variable = "ORUJO_PLUGINS";

/// The folders in which plug-ins are looked for, best first; no others are touched:
/// - the one that the kind's own environment variable names, else the one that ORUJO_PLUGINS names,
///   and then no other,
/// - of a program in the build tree in which Orujo was built, lib/orujo of the tree,
/// - else the one of the installation that the program belongs to (the command `orujo`) or was
///   linked with (find_package): see orujo_plugin_place().
[[nodiscard]] std::vector<std::filesystem::path> plugin_folders(const plugin_kind& kind);

/// "it is not in FOLDER or FOLDER", or that there is no folder, for messages.
[[nodiscard]] std::string describe_folders(const plugin_kind& kind);

/// The plug-in called `file_name`; empty if no folder has it.
[[nodiscard]] std::filesystem::path find_plugin_file(const plugin_kind& kind,
                                                     std::string_view file_name);

/// Reads the card in `file`, without running any code of it. Throws: plugin_problem if it has none
/// or that of another build.
void check_plugin_card(const plugin_kind& kind, const std::filesystem::path& file);

/// Checks the card of `file`, opens it for good, and returns the address of its entry, a function.
/// `needs` is what messages ask for where it cannot be opened. Call: any thread; again, too.
/// Throws: plugin_problem.
[[nodiscard]] void* enter_plugin(const plugin_kind& kind, const std::filesystem::path& file,
                                 std::string_view needs);

}  // namespace orujo

/// Where the installation has its plug-ins: an absolute path, or one relative to the folder of the
/// program, which is then in the installation's folder of programs. The command `orujo` defines it,
/// and the package that find_package finds does for the programs of others. Weak: a program may
/// have none.
extern "C" [[gnu::weak]] const char* orujo_plugin_place() noexcept;
