// gzip through zlib.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include <zlib.h>

#include "orujo/base/error.hpp"
#include "orujo/graph/io/byte_stream.hpp"

namespace orujo::io {

namespace {

using namespace std::string_view_literals;

class gzip_stream final : public byte_stream {
public:
  explicit gzip_stream(std::string_view packed) : packed_(packed) {
    constexpr int gzip_only = MAX_WBITS + 16;
    if (::inflateInit2(&state_, gzip_only) != Z_OK) { throw memory_error("no memory for zlib"); }
  }
  ~gzip_stream() override { ::inflateEnd(&state_); }
  gzip_stream(const gzip_stream&) = delete;
  gzip_stream& operator=(const gzip_stream&) = delete;

  std::size_t read(std::span<char> into) override {
    std::size_t written = 0;
    while (written < into.size() && !finished_) {
      const std::size_t now = inflate_some(into.subspan(written));
      written += now;
      if (now == 0 && damaged_ != nullptr) {
        if (written > 0) { return written; }
        throw damaged_stream(damaged_);
      }
    }
    return written;
  }

  [[nodiscard]] std::size_t consumed() const noexcept override { return used_; }

private:
  // zlib counts in 32 bits, so it gets the bytes in portions.
  std::size_t inflate_some(std::span<char> into) {
    if (damaged_ != nullptr) { return 0; }
    constexpr std::size_t portion = std::numeric_limits<uInt>::max();
    const auto given = static_cast<uInt>(std::min(portion, packed_.size() - used_));
    const auto room = static_cast<uInt>(std::min(portion, into.size()));
    // zlib's interface is of unsigned, and without const; it does not write to its input.
    state_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed_.data() + used_));
    state_.avail_in = given;
    state_.next_out = reinterpret_cast<Bytef*>(into.data());
    state_.avail_out = room;
    const int outcome = ::inflate(&state_, Z_NO_FLUSH);
    used_ += given - state_.avail_in;
    if (outcome == Z_STREAM_END) {
      begin_next_member();
    } else if (outcome == Z_BUF_ERROR) {
      damaged_ = "the gzip data ends too early: the file is cut off";
    } else if (outcome != Z_OK) {
      damaged_ = "the gzip data is corrupt";
    }
    return room - state_.avail_out;
  }

  void begin_next_member() {
    // tar and some disks pad with zeros; gzip accepts that too.
    used_ = std::min(packed_.find_first_not_of('\0', used_), packed_.size());
    if (used_ == packed_.size()) {
      finished_ = true;
    } else if (packed_.substr(used_).starts_with("\x1f\x8b"sv)) {
      ::inflateReset(&state_);
    } else {
      damaged_ = "something that is not gzip follows the gzip data";
    }
  }

  std::string_view packed_;
  std::size_t used_ = 0;
  z_stream state_ = {};
  bool finished_ = false;
  const char* damaged_ = nullptr;
};

}  // namespace

std::unique_ptr<byte_stream> open_gzip(std::string_view packed) {
  return std::make_unique<gzip_stream>(packed);
}

}  // namespace orujo::io
