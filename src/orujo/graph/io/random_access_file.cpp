// Reading of files at any place, with the errors that users meet.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/io/random_access_file.hpp"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "orujo/base/error.hpp"

namespace orujo::io {

random_access_file::random_access_file(std::string path) : path_(std::move(path)) {
  file_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file_ < 0) {
    throw input_error(path_, {}, fmt::format("cannot be opened: {}", std::strerror(errno)));
  }
  struct stat facts = {};
  if (::fstat(file_, &facts) != 0 || !S_ISREG(facts.st_mode)) {
    ::close(file_);  // the destructor of an object that was never finished does not run
    throw input_error(path_, {}, "is not a regular file");
  }
  bytes_ = static_cast<std::uint64_t>(facts.st_size);
}

random_access_file::~random_access_file() { ::close(file_); }

void random_access_file::read(std::span<std::byte> to, std::uint64_t place) const {
  std::size_t done = 0;
  while (done < to.size()) {
    const ssize_t got =
        ::pread(file_, to.data() + done, to.size() - done, static_cast<off_t>(place + done));
    if (got < 0 && errno == EINTR) { continue; }
    if (got > 0) {
      done += static_cast<std::size_t>(got);
      continue;
    }
    throw input_error(path_, {},
                      fmt::format("byte {}: cannot be read: {}", place + done,
                                  got == 0 ? "the file ends here" : std::strerror(errno)));
  }
}

}  // namespace orujo::io
