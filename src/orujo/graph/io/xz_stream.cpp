// xz through liblzma.
// SPDX-License-Identifier: Apache-2.0
#include <lzma.h>

#include "orujo/base/error.hpp"
#include "orujo/graph/io/byte_stream.hpp"

namespace orujo::io {

namespace {

constexpr std::uint64_t most_memory_bytes = std::uint64_t{2} << 30;

const char* problem_of(lzma_ret outcome) noexcept {
  switch (outcome) {
    case LZMA_BUF_ERROR: return "the xz data ends too early: the file is cut off";
    case LZMA_MEMLIMIT_ERROR: return "the xz data needs more than 2 GiB of memory to unpack";
    case LZMA_FORMAT_ERROR: return "something that is not xz follows the xz data";
    default: return "the xz data is corrupt";
  }
}

class xz_stream final : public byte_stream {
public:
  explicit xz_stream(std::string_view packed) : packed_(packed) {
    if (::lzma_stream_decoder(&state_, most_memory_bytes, LZMA_CONCATENATED) != LZMA_OK) {
      throw memory_error("no memory for liblzma");
    }
    // liblzma takes bytes as unsigned char.
    state_.next_in = reinterpret_cast<const std::uint8_t*>(packed.data());
    state_.avail_in = packed.size();
  }
  ~xz_stream() override { ::lzma_end(&state_); }
  xz_stream(const xz_stream&) = delete;
  xz_stream& operator=(const xz_stream&) = delete;

  std::size_t read(std::span<char> into) override {
    state_.next_out = reinterpret_cast<std::uint8_t*>(into.data());
    state_.avail_out = into.size();
    while (state_.avail_out > 0 && last_ == LZMA_OK) { last_ = ::lzma_code(&state_, LZMA_FINISH); }
    const std::size_t written = into.size() - state_.avail_out;
    if (written == 0 && last_ != LZMA_OK && last_ != LZMA_STREAM_END) {
      throw damaged_stream(problem_of(last_));
    }
    return written;
  }

  [[nodiscard]] std::size_t consumed() const noexcept override {
    return packed_.size() - state_.avail_in;
  }

private:
  std::string_view packed_;
  lzma_stream state_ = LZMA_STREAM_INIT;
  lzma_ret last_ = LZMA_OK;
};

}  // namespace

std::unique_ptr<byte_stream> open_xz(std::string_view packed) {
  return std::make_unique<xz_stream>(packed);
}

}  // namespace orujo::io
