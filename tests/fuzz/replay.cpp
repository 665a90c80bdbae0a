// Gives the files of the folders or files named to a fuzzer, one after the other, without mutating.
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "fuzz/fuzz_input.hpp"

namespace {

void replay(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  // Read as whole bytes, as libFuzzer gives them.
  const std::vector<std::uint8_t> copy(bytes.begin(), bytes.end());
  static_cast<void>(LLVMFuzzerTestOneInput(copy.data(), copy.size()));
}

}  // namespace

int main(int count, char** arguments) {
  std::size_t files = 0;
  for (int i = 1; i < count; ++i) {
    const std::filesystem::path named = arguments[i];
    if (!std::filesystem::is_directory(named)) {
      replay(named);
      ++files;
      continue;
    }
    for (const auto& entry : std::filesystem::directory_iterator(named)) {
      std::fprintf(stderr, "%s\n", entry.path().c_str());  // the last one is what failed
      replay(entry.path());
      ++files;
    }
  }
  std::printf("%zu inputs replayed\n", files);
  return files > 0 ? 0 : 1;
}
