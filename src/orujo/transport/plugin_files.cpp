// Finds the files of plug-ins and reads their cards out of the ELF sections.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/transport/plugin_files.hpp"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <optional>

#include <elf.h>
#include <fmt/format.h>
#include <link.h>

#include "orujo/base/environment.hpp"
#include "orujo/base/error.hpp"
#include "orujo/transport/mpi_session.hpp"

namespace orujo {

namespace {

namespace fs = std::filesystem;

bool lies_in(const fs::path& file, const fs::path& folder) {
  const auto ends = std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
  return ends.first == folder.end();
}

/// Whether `folder` is called as installations call the folder of their programs: "bin".
bool holds_programs(const fs::path& folder) {
  const fs::path name = ORUJO_PROGRAM_FOLDER;
  fs::path above = folder;
  for (auto part = name.end(); part != name.begin(); above = above.parent_path()) {
    if (above.filename() != *--part) { return false; }
  }
  return true;
}

/// Values of plain types at places in a file; nothing where it ends before.
class binary_file {
public:
  explicit binary_file(const fs::path& path) : file_(path, std::ios::binary) {}

  template <typename T>
  [[nodiscard]] std::optional<T> read(std::uint64_t at) {
    T value;
    file_.clear();
    file_.seekg(static_cast<std::streamoff>(at));
    // Plain bytes of a trivially copyable type.
    if (!file_.read(reinterpret_cast<char*>(&value), sizeof value)) { return std::nullopt; }
    return value;
  }

private:
  std::ifstream file_;
};

using elf_header = ElfW(Ehdr);
using section_header = ElfW(Shdr);
using section_name = std::array<char, plugin_card_section.size() + 1>;

/// The card in the section that is named after it; nothing if `path` is no such library.
std::optional<plugin_card> card_in(const fs::path& path) {
  binary_file file(path);
  const auto header = file.read<elf_header>(0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
      header->e_shentsize != sizeof(section_header)) {
    return std::nullopt;
  }
  const auto section = [&](std::uint64_t index) {
    return file.read<section_header>(header->e_shoff + index * sizeof(section_header));
  };
  const auto names = section(header->e_shstrndx);
  for (unsigned i = 0; names && i < header->e_shnum; ++i) {
    const auto candidate = section(i);
    if (!candidate || candidate->sh_size != sizeof(plugin_card)) { continue; }
    const auto name = file.read<section_name>(names->sh_offset + candidate->sh_name);
    if (!name || name->data() != plugin_card_section || name->back() != '\0') { continue; }
    return file.read<plugin_card>(candidate->sh_offset);
  }
  return std::nullopt;
}

}  // namespace

std::string plugin_file_name(std::string_view library) {
  return fmt::format("liborujo_mpi_{}.so", library);
}

std::vector<fs::path> plugin_folders() {
  if (const auto chosen = environment_value("ORUJO_MPI_PLUGINS")) { return {fs::path(*chosen)}; }
  std::error_code ignored;
  const fs::path program = fs::read_symlink("/proc/self/exe", ignored);
  if (lies_in(program, fs::weakly_canonical(ORUJO_BUILD_TREE, ignored))) {
    return {fs::path(ORUJO_BUILD_PLUGINS)};
  }
  if (orujo_plugin_place == nullptr) { return {}; }
  const fs::path place = orujo_plugin_place();
  if (place.is_absolute()) { return {place}; }
  if (!holds_programs(program.parent_path())) { return {}; }
  return {(program.parent_path() / place).lexically_normal()};
}

fs::path find_plugin_file(std::string_view library) {
  std::error_code ignored;
  for (const fs::path& folder : plugin_folders()) {
    fs::path file = folder / plugin_file_name(library);
    if (fs::is_regular_file(file, ignored)) { return file; }
  }
  return {};
}

void check_plugin_card(const fs::path& file) {
  const std::optional<plugin_card> card = card_in(file);
  if (!card || card->mark != plugin_card{}.mark) {
    throw transport_error(
        fmt::format("{} is no MPI plug-in of this version of Orujo ({}): it has no card",
                    file.native(), ORUJO_VERSION));
  }
  if (*card == card_of(ORUJO_VERSION)) { return; }
  const std::string_view version(card->version.data(),
                                 strnlen(card->version.data(), card->version.size()));
  throw transport_error(
      fmt::format("{} belongs to another build of Orujo ({}), this is {}; build or install both "
                  "together",
                  file.native(), version, ORUJO_VERSION));
}

}  // namespace orujo
