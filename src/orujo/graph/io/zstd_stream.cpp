// zstd through libzstd.
// SPDX-License-Identifier: Apache-2.0
#include <zstd.h>

#include "orujo/base/error.hpp"
#include "orujo/graph/io/byte_stream.hpp"

namespace orujo::io {

namespace {

class zstd_stream final : public byte_stream {
public:
  explicit zstd_stream(std::string_view packed)
      : state_(::ZSTD_createDStream(), &::ZSTD_freeDStream), in_{packed.data(), packed.size(), 0} {
    if (state_ == nullptr) { throw memory_error("no memory for libzstd"); }
    constexpr int widest_window_bits = 31;  // what `zstd --long=31` writes
    ::ZSTD_DCtx_setParameter(state_.get(), ZSTD_d_windowLogMax, widest_window_bits);
  }

  std::size_t read(std::span<char> into) override {
    ZSTD_outBuffer out{into.data(), into.size(), 0};
    while (out.pos < out.size && damaged_ == nullptr && !(frame_done_ && in_.pos == in_.size)) {
      step(out);
    }
    if (out.pos == 0 && damaged_ != nullptr) { throw damaged_stream(damaged_); }
    return out.pos;
  }

  [[nodiscard]] std::size_t consumed() const noexcept override { return in_.pos; }

private:
  void step(ZSTD_outBuffer& out) {
    const std::size_t in_before = in_.pos;
    const std::size_t out_before = out.pos;
    const std::size_t outcome = ::ZSTD_decompressStream(state_.get(), &out, &in_);
    if (::ZSTD_isError(outcome) != 0) {
      damaged_ = "the zstd data is corrupt";
      return;
    }
    frame_done_ = outcome == 0;
    const bool stuck = in_.pos == in_before && out.pos == out_before;
    if (stuck && !frame_done_) { damaged_ = "the zstd data ends too early: the file is cut off"; }
  }

  std::unique_ptr<ZSTD_DStream, std::size_t (*)(ZSTD_DStream*)> state_;
  ZSTD_inBuffer in_;
  bool frame_done_ = true;
  const char* damaged_ = nullptr;
};

}  // namespace

std::unique_ptr<byte_stream> open_zstd(std::string_view packed) {
  return std::make_unique<zstd_stream>(packed);
}

}  // namespace orujo::io
