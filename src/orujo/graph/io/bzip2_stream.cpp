// bzip2 through libbz2.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include <bzlib.h>

#include "orujo/base/error.hpp"
#include "orujo/graph/io/byte_stream.hpp"

namespace orujo::io {

namespace {

class bzip2_stream final : public byte_stream {
public:
  explicit bzip2_stream(std::string_view packed) : packed_(packed) { begin_member(); }
  ~bzip2_stream() override { ::BZ2_bzDecompressEnd(&state_); }
  bzip2_stream(const bzip2_stream&) = delete;
  bzip2_stream& operator=(const bzip2_stream&) = delete;

  std::size_t read(std::span<char> into) override {
    std::size_t written = 0;
    while (written < into.size() && !finished_ && damaged_ == nullptr) {
      written += unpack_some(into.subspan(written));
    }
    if (written == 0 && damaged_ != nullptr) { throw damaged_stream(damaged_); }
    return written;
  }

  [[nodiscard]] std::size_t consumed() const noexcept override { return used_; }

private:
  void begin_member() {
    state_ = {};
    const int outcome = ::BZ2_bzDecompressInit(&state_, /*verbosity=*/0, /*small=*/0);
    if (outcome != BZ_OK) { throw memory_error("no memory for libbz2"); }
  }

  // libbz2 counts in 32 bits, so it gets the bytes in portions.
  std::size_t unpack_some(std::span<char> into) {
    constexpr std::size_t portion = std::numeric_limits<unsigned>::max();
    const auto given = static_cast<unsigned>(std::min(portion, packed_.size() - used_));
    const auto room = static_cast<unsigned>(std::min(portion, into.size()));
    state_.next_in = const_cast<char*>(packed_.data() + used_);  // it does not write there
    state_.avail_in = given;
    state_.next_out = into.data();
    state_.avail_out = room;
    const int outcome = ::BZ2_bzDecompress(&state_);
    used_ += given - state_.avail_in;
    const std::size_t written = room - state_.avail_out;
    if (outcome == BZ_STREAM_END) {
      begin_next_member();
    } else if (outcome == BZ_MEM_ERROR) {
      throw memory_error("no memory for libbz2");
    } else if (outcome != BZ_OK) {
      damaged_ = "the bzip2 data is corrupt";
    } else if (written == 0 && used_ == packed_.size()) {
      damaged_ = "the bzip2 data ends too early: the file is cut off";
    }
    return written;
  }

  void begin_next_member() {
    if (used_ == packed_.size()) {
      finished_ = true;
    } else if (packed_.substr(used_).starts_with("BZh")) {
      ::BZ2_bzDecompressEnd(&state_);
      begin_member();
    } else {
      damaged_ = "something that is not bzip2 follows the bzip2 data";
    }
  }

  std::string_view packed_;
  std::size_t used_ = 0;
  bz_stream state_ = {};
  bool finished_ = false;
  const char* damaged_ = nullptr;
};

}  // namespace

std::unique_ptr<byte_stream> open_bzip2(std::string_view packed) {
  return std::make_unique<bzip2_stream>(packed);
}

}  // namespace orujo::io
