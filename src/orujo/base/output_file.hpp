// A file that appears under its name only when it is complete.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "orujo/base/file_descriptor.hpp"
#include "orujo/base/output_target.hpp"
#include "orujo/base/staged_file.hpp"

namespace orujo {

/// How the bytes of an output come.
enum class output_order : std::uint8_t {
  in_turn,    ///< One after the other, by write().
  at_places,  ///< By write_at(); a pipe or device gets them all in commit().
};

/// The one way to write a file: next to its final place, and moved there by commit(), so that
/// nobody ever sees a part of it.
/// - Destroyed before commit(), it leaves nothing behind, and an older file of the name stays.
/// - The file that a link leads to is replaced, not the link; a new file keeps the permissions of
///   the one that it replaces, others honour the umask.
/// - Pipes, devices (`/dev/stdout`) and "-", standard output, are written into.
class output_file {
public:
  /// Throws: input_error if it cannot be written there.
  explicit output_file(std::string path, output_order order = output_order::in_turn);

  /// Appends. Throws: input_error if the disk is full.
  void write(std::string_view bytes);

  /// Writes and reads at a place, of at_places only. Call: any thread, concurrently.
  /// Throws: input_error.
  void write_at(std::span<const std::byte> bytes, std::uint64_t place) const;
  void read_at(std::span<std::byte> bytes, std::uint64_t place) const;

  /// Of at_places: what holds the bytes until commit().
  [[nodiscard]] int descriptor() const noexcept { return staged_->descriptor(); }

  /// Of at_places: gives the file a name until commit() by which other processes can open it.
  const std::string& give_name() { return staged_->give_name(); }

  /// Makes the file visible under its name, safe on the disk; in an output_batch with the others of
  /// that. Returns its size.
  /// Throws: input_error if the disk is full.
  std::uint64_t commit();

private:
  void write_all(const char* bytes, std::size_t size);
  void copy_to_stream();

  std::string path_;
  std::unique_ptr<staged_file> staged_;
  file_descriptor stream_;
  std::uint64_t written_ = 0;
};

/// Writes and reads at a place of an open file, all or an input_error about `path`.
void write_bytes_at(int file, std::span<const std::byte> bytes, std::uint64_t place,
                    const std::string& path);
void read_bytes_at(int file, std::span<std::byte> bytes, std::uint64_t place,
                   const std::string& path);

}  // namespace orujo
