// Writes a staged file, or straight into what is no file.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/base/output_file.hpp"

#include <algorithm>
#include <cerrno>
#include <utility>
#include <vector>

#include <sys/stat.h>

#include "orujo/base/output_batch.hpp"

namespace orujo {

output_file::output_file(std::string path, output_order order) : path_(std::move(path)) {
  const output_target target = output_target_of(path_);
  const bool is_file = target.kind == target_kind::file;
  if (!is_file) { stream_ = open_stream(target, path_); }
  if (is_file || order == output_order::at_places) {
    staged_ = std::make_unique<staged_file>(is_file ? target : spool_target(), path_);
  }
}

void output_file::write_all(const char* bytes, std::size_t size) {
  const int file = stream_.is_open() ? stream_.number() : staged_->descriptor();
  const bool written = move_all_bytes(
      size, [&](std::size_t done) { return ::write(file, bytes + done, size - done); });
  if (!written) { fail_output(path_, "writing failed", errno != 0 ? errno : ENOSPC); }
  written_ += size;
}

void output_file::write(std::string_view bytes) { write_all(bytes.data(), bytes.size()); }

void output_file::write_at(std::span<const std::byte> bytes, std::uint64_t place) const {
  write_bytes_at(staged_->descriptor(), bytes, place, path_);
}

void output_file::read_at(std::span<std::byte> bytes, std::uint64_t place) const {
  read_bytes_at(staged_->descriptor(), bytes, place, path_);
}

void output_file::copy_to_stream() {
  constexpr std::size_t piece = std::size_t{1} << 20U;
  std::vector<std::byte> bytes(piece);
  struct stat facts {};
  if (::fstat(staged_->descriptor(), &facts) != 0) { fail_output(path_, "writing failed", errno); }
  const auto size = static_cast<std::uint64_t>(facts.st_size);
  for (std::uint64_t done = 0; done < size;) {
    const auto some = std::span(bytes).first(std::min<std::uint64_t>(piece, size - done));
    read_at(some, done);
    // The bytes of a file are characters as well.
    write_all(reinterpret_cast<const char*>(some.data()), some.size());
    done += some.size();
  }
}

std::uint64_t output_file::commit() {
  if (stream_.is_open()) {
    if (staged_) { copy_to_stream(); }
    if (!stream_.close()) { fail_output(path_, "writing failed", errno); }
    staged_.reset();
    return written_;
  }
  struct stat facts {};
  if (::fstat(staged_->descriptor(), &facts) != 0) { fail_output(path_, "writing failed", errno); }
  staged_->sync();
  if (output_batch* const batch = output_batch::current()) {
    batch->add(std::move(staged_));
  } else {
    staged_->publish();
  }
  return static_cast<std::uint64_t>(facts.st_size);
}

void write_bytes_at(int file, std::span<const std::byte> bytes, std::uint64_t place,
                    const std::string& path) {
  const bool written = move_all_bytes(bytes.size(), [&](std::size_t done) {
    return ::pwrite(file, bytes.data() + done, bytes.size() - done,
                    static_cast<off_t>(place + done));
  });
  if (!written) { fail_output(path, "writing failed", errno != 0 ? errno : ENOSPC); }
}

void read_bytes_at(int file, std::span<std::byte> bytes, std::uint64_t place,
                   const std::string& path) {
  const bool complete = move_all_bytes(bytes.size(), [&](std::size_t done) {
    return ::pread(file, bytes.data() + done, bytes.size() - done,
                   static_cast<off_t>(place + done));
  });
  if (!complete) { fail_output(path, "cannot be read back", errno != 0 ? errno : EIO); }
}

}  // namespace orujo
