// Mapping of files, with the errors that users meet.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/io/mapped_file.hpp"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "orujo/base/error.hpp"

namespace orujo::io {

namespace {

class file_handle {
public:
  // Not to be held up by a pipe that nobody writes to.
  explicit file_handle(const std::string& path)
      : number_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
  ~file_handle() {
    if (number_ >= 0) { ::close(number_); }
  }
  file_handle(const file_handle&) = delete;
  file_handle& operator=(const file_handle&) = delete;

  [[nodiscard]] int number() const noexcept { return number_; }

private:
  int number_;
};

[[noreturn]] void fail(const std::string& path, std::string_view problem) {
  throw input_error(path, {}, problem);
}

[[noreturn]] void fail_to_open(const std::string& path, int reason) {
  if (reason == ENOENT) { fail(path, "no such file"); }
  if (reason == EACCES || reason == EPERM) { fail(path, "permission to read it is denied"); }
  fail(path, fmt::format("cannot be opened: {}", std::strerror(reason)));
}

std::size_t regular_file_bytes(const std::string& path, const file_handle& file) {
  struct stat facts = {};
  if (::fstat(file.number(), &facts) != 0) { fail_to_open(path, errno); }
  if (S_ISDIR(facts.st_mode)) { fail(path, "is a directory: name a file in it"); }
  if (!S_ISREG(facts.st_mode)) {
    fail(path,
         "is not a regular file (a pipe?): write it to a file first, or give it to the command on "
         "standard input and call it -");
  }
  return static_cast<std::size_t>(facts.st_size);
}

}  // namespace

mapped_file::mapped_file(const std::string& path) {
  const file_handle file(path);
  if (file.number() < 0) { fail_to_open(path, errno); }
  size_ = regular_file_bytes(path, file);
  if (size_ == 0) { return; }
  void* const at = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file.number(), 0);
  if (at == MAP_FAILED) {
    fail(path, fmt::format("cannot be mapped into memory: {}", std::strerror(errno)));
  }
  begin_ = static_cast<const char*>(at);
  // Only a hint: whether it is taken does not matter.
  static_cast<void>(::madvise(at, size_, MADV_SEQUENTIAL));
}

mapped_file::~mapped_file() {
  if (begin_ != nullptr) { ::munmap(const_cast<char*>(begin_), size_); }
}

}  // namespace orujo::io
