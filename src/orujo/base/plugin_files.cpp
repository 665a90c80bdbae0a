// Finds the files of plug-ins, reads their cards out of the ELF sections, and opens them.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/plugin_files.hpp"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <optional>

#include <dlfcn.h>
#include <elf.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <link.h>

#include "orujo/base/environment.hpp"

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

/// Whether the text at `place` is exactly `name`.
bool holds_name(binary_file& file, std::uint64_t place, std::string_view name) {
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (file.read<char>(place + i) != name[i]) { return false; }
  }
  return file.read<char>(place + name.size()) == '\0';
}

/// The card in the section that is called `wanted`; nothing if `path` is no such library.
std::optional<plugin_card> card_in(const fs::path& path, std::string_view wanted) {
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
    if (!holds_name(file, names->sh_offset + candidate->sh_name, wanted)) { continue; }
    return file.read<plugin_card>(candidate->sh_offset);
  }
  return std::nullopt;
}

}  // namespace

std::vector<fs::path> plugin_folders(const plugin_kind& kind) {
  for (const std::string_view variable : {kind.folder_variable, plugin_folder_variable}) {
    if (variable.empty()) { continue; }
    const auto chosen = environment_value(std::string(variable));
    if (chosen && !chosen->empty()) { return {fs::path(*chosen)}; }
  }
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

std::string describe_folders(const plugin_kind& kind) {
  std::vector<std::string> folders;
  for (const fs::path& folder : plugin_folders(kind)) { folders.push_back(folder.native()); }
  if (folders.empty()) {
    return "this program belongs to no installation of Orujo that could have it";
  }
  return fmt::format("it is not in {}", fmt::join(folders, " or "));
}

fs::path find_plugin_file(const plugin_kind& kind, std::string_view file_name) {
  std::error_code ignored;
  for (const fs::path& folder : plugin_folders(kind)) {
    fs::path file = folder / file_name;
    if (fs::is_regular_file(file, ignored)) { return file; }
  }
  return {};
}

void check_plugin_card(const plugin_kind& kind, const fs::path& file) {
  const std::optional<plugin_card> card = card_in(file, kind.section);
  const plugin_card wanted = card_of(kind, ORUJO_VERSION);
  if (!card || card->mark != wanted.mark) {
    throw plugin_problem(fmt::format("{} is no {} of this version of Orujo ({}): it has no card",
                                     file.native(), kind.name, ORUJO_VERSION));
  }
  if (*card == wanted) { return; }
  const std::string_view version(card->version.data(),
                                 strnlen(card->version.data(), card->version.size()));
  throw plugin_problem(
      fmt::format("{} belongs to another build of Orujo ({}), this is {}; build or install both "
                  "together",
                  file.native(), version, ORUJO_VERSION));
}

void* enter_plugin(const plugin_kind& kind, const fs::path& file, std::string_view needs) {
  check_plugin_card(kind, file);
  void* const handle = dlopen(fs::absolute(file).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    throw plugin_problem(
        fmt::format("the {} cannot be opened ({}); is {} installed?", kind.name, dlerror(), needs));
  }
  void* const entry = dlsym(handle, kind.entry);
  if (entry != nullptr) { return entry; }
  throw plugin_problem(
      fmt::format("{} has no {}: it is damaged; install it again", file.native(), kind.entry));
}

}  // namespace orujo
