// Packs by zlib, piece by piece.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/tables/packed_output.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include <zlib.h>

#include "orujo/base/error.hpp"

namespace orujo::tables {

class packed_output::packer {
public:
  packer() : room_(std::size_t{1} << 16U) {
    constexpr int window_bits_of_gzip = 15 + 16;
    constexpr int memory_level = 8;
    const int outcome = deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED,
                                     window_bits_of_gzip, memory_level, Z_DEFAULT_STRATEGY);
    if (outcome != Z_OK) { throw memory_error("there is no memory to pack the output"); }
  }
  packer(const packer&) = delete;
  packer& operator=(const packer&) = delete;
  ~packer() { deflateEnd(&stream_); }

  /// Packs `bytes` into `file`; all that is left, too, if they are the last.
  void pack(std::string_view bytes, bool are_last, output_file& file) {
    do {
      const std::size_t most = std::numeric_limits<uInt>::max();
      const std::string_view piece = bytes.substr(0, std::min(bytes.size(), most));
      bytes.remove_prefix(piece.size());
      // zlib does not write through next_in; its type lacks the const.
      stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(piece.data()));
      stream_.avail_in = static_cast<uInt>(piece.size());
      drain(are_last && bytes.empty() ? Z_FINISH : Z_NO_FLUSH, file);
    } while (!bytes.empty());
  }

private:
  void drain(int flush, output_file& file) {
    do {
      stream_.next_out = room_.data();
      stream_.avail_out = static_cast<uInt>(room_.size());
      deflate(&stream_, flush);
      // char may look at any object.
      file.write({reinterpret_cast<const char*>(room_.data()), room_.size() - stream_.avail_out});
    } while (stream_.avail_out == 0);
  }

  z_stream stream_ = {};
  std::vector<Bytef> room_;
};

packed_output::packed_output(const std::string& path)
    : file_(path), packer_(path.ends_with(".gz") ? std::make_unique<packer>() : nullptr) {}

packed_output::~packed_output() = default;

void packed_output::write(std::string_view bytes) {
  if (packer_ == nullptr) { return file_.write(bytes); }
  packer_->pack(bytes, false, file_);
}

void packed_output::finish() {
  if (packer_ == nullptr) { return; }
  packer_->pack({}, true, file_);
  packer_.reset();
}

void packed_output::commit() {
  finish();
  file_.commit();
}

}  // namespace orujo::tables
