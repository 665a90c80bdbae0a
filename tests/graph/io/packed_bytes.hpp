// Compression for tests, through the libraries' simplest calls.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <string>
#include <string_view>

#include <bzlib.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

namespace orujo::test {

inline std::string gzip_of(std::string_view text) {
  z_stream state = {};
  constexpr int with_gzip_header = MAX_WBITS + 16;
  if (::deflateInit2(&state, 1, Z_DEFLATED, with_gzip_header, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
    std::abort();
  }
  std::string packed(::deflateBound(&state, text.size()) + 64, '\0');
  // zlib takes bytes as unsigned char, and its input without const.
  state.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  state.avail_in = static_cast<uInt>(text.size());
  state.next_out = reinterpret_cast<Bytef*>(packed.data());
  state.avail_out = static_cast<uInt>(packed.size());
  if (::deflate(&state, Z_FINISH) != Z_STREAM_END) { std::abort(); }
  packed.resize(state.total_out);
  ::deflateEnd(&state);
  return packed;
}

inline std::string xz_of(std::string_view text) {
  std::string packed(::lzma_stream_buffer_bound(text.size()), '\0');
  std::size_t size = 0;
  // liblzma takes bytes as unsigned char.
  const auto outcome = ::lzma_easy_buffer_encode(
      0, LZMA_CHECK_CRC64, nullptr, reinterpret_cast<const std::uint8_t*>(text.data()), text.size(),
      reinterpret_cast<std::uint8_t*>(packed.data()), &size, packed.size());
  if (outcome != LZMA_OK) { std::abort(); }
  packed.resize(size);
  return packed;
}

inline std::string zstd_of(std::string_view text) {
  std::string packed(::ZSTD_compressBound(text.size()), '\0');
  const std::size_t size =
      ::ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 1);
  if (::ZSTD_isError(size) != 0) { std::abort(); }
  packed.resize(size);
  return packed;
}

inline std::string bzip2_of(std::string_view text) {
  std::string packed(text.size() + text.size() / 100 + 600, '\0');  // what its manual says
  auto size = static_cast<unsigned>(packed.size());
  const int outcome = ::BZ2_bzBuffToBuffCompress(packed.data(), &size,
                                                 const_cast<char*>(text.data()),  // it only reads
                                                 static_cast<unsigned>(text.size()), 1, 0, 0);
  if (outcome != BZ_OK) { std::abort(); }
  packed.resize(size);
  return packed;
}

}  // namespace orujo::test
