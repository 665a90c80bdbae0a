// Which compression a file has.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/io/byte_stream.hpp"

#include <algorithm>

#include "orujo/base/error.hpp"

namespace orujo::io {

using namespace std::string_view_literals;

compression sniff_compression(std::string_view bytes) noexcept {
  if (bytes.starts_with("\x1f\x8b"sv)) { return compression::gzip; }
  if (bytes.starts_with("\xfd"
                        "7zXZ\0"sv)) {
    return compression::xz;
  }
  if (bytes.starts_with("\x28\xb5\x2f\xfd"sv)) { return compression::zstd; }
  // 'BZh', the block size, and the mark of a block or of the end.
  const bool sized = bytes.size() > 4 && bytes[3] >= '1' && bytes[3] <= '9';
  const std::string_view mark = bytes.substr(std::min<std::size_t>(4, bytes.size()));
  if (sized && bytes.starts_with("BZh") &&
      (mark.starts_with("\x31\x41\x59\x26") || mark.starts_with("\x17\x72\x45\x38"))) {
    return compression::bzip2;
  }
  // A skippable frame (pzstd writes one first) has a magic number of 0x184d2a50 to 0x184d2a5f.
  const bool skippable = bytes.size() >= 4 &&
                         (static_cast<unsigned char>(bytes[0]) & 0xf0U) == 0x50U &&
                         bytes.substr(1).starts_with("\x2a\x4d\x18"sv);
  return skippable ? compression::zstd : compression::none;
}

std::unique_ptr<byte_stream> open_stream(std::string_view packed, compression kind) {
  switch (kind) {
    case compression::gzip: return open_gzip(packed);
    case compression::xz: return open_xz(packed);
    case compression::zstd: return open_zstd(packed);
    case compression::bzip2: return open_bzip2(packed);
    case compression::none: break;
  }
  ORUJO_UNREACHABLE("a plain file is not opened as a stream");
}

}  // namespace orujo::io
