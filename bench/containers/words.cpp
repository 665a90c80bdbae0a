// Words of a text per second: a counting_set beside a map of one thread. Under mpirun, the
// counting_set of all ranks, each of which reads its part of the file.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <CLI/CLI.hpp>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#if __has_include(<tsl/robin_map.h>)
#include <tsl/robin_map.h>
#endif

#include "orujo/base/error.hpp"
#include "orujo/base/hash.hpp"
#include "orujo/containers/counting_set.hpp"
#include "orujo/epochs/collectives.hpp"
#include "team_bench.hpp"

namespace {

/// A file in memory, as the system maps it.
class mapped_text {
public:
  explicit mapped_text(const std::string& path) : file_(open(path.c_str(), O_RDONLY)) {
    struct stat about {};
    if (file_ < 0 || fstat(file_, &about) != 0) {
      throw orujo::input_error(path + " is not there");
    }
    bytes_ = static_cast<std::size_t>(about.st_size);
    first_ = mmap(nullptr, bytes_, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file_, 0);
    if (first_ == MAP_FAILED) { throw orujo::input_error(path + " cannot be mapped"); }
  }
  mapped_text(const mapped_text&) = delete;
  mapped_text& operator=(const mapped_text&) = delete;
  ~mapped_text() {
    munmap(first_, bytes_);
    close(file_);
  }
  [[nodiscard]] std::string_view text() const { return {static_cast<const char*>(first_), bytes_}; }

private:
  int file_;
  std::size_t bytes_ = 0;
  void* first_ = nullptr;
};

/// Whether a byte is part of a word: words are what is between white space.
constexpr std::array<bool, 256> in_word = [] {
  std::array<bool, 256> all{};
  for (std::size_t c = 0; c < all.size(); ++c) { all[c] = c > ' '; }
  return all;
}();

/// Calls `take(word)` for each word that begins in part `part` of `parts` of `text`.
template <typename Take>
void for_each_word(std::string_view text, std::size_t part, std::size_t parts, Take take) {
  const auto is_in = [&](std::size_t i) { return in_word[static_cast<unsigned char>(text[i])]; };
  std::size_t at = text.size() / parts * part;
  const std::size_t last = part + 1 == parts ? text.size() : text.size() / parts * (part + 1);
  while (at > 0 && at < last && is_in(at - 1)) { ++at; }  // it began in the part before
  for (std::size_t end = at; at < last; at = end + 1) {
    for (end = at; end < text.size() && is_in(end); ++end) {}
    if (end > at) { take(text.substr(at, end - at)); }
  }
}

struct counted {
  std::uint64_t different = 0;
  std::uint64_t all = 0;
  double hit_rate = 0;
};

void print(const std::string& method, double seconds, const counted& what) {
  std::printf("%s: %.2f s, %.1f M words/s; %llu different of %llu, hit rate %.2f\n", method.c_str(),
              seconds, static_cast<double>(what.all) / seconds * 1e-6,
              static_cast<unsigned long long>(what.different),
              static_cast<unsigned long long>(what.all), what.hit_rate);
}

void count_by_team(orujo::rank_team& team, std::string_view text, bool reduction) {
  const auto before = bench::clock_type::now();
  orujo::counting_set<std::string> words(team, {.reduction = reduction});
  orujo::run_epoch(team, [&](orujo::worker& self) {
    const int part = orujo::index_of(team.rank()) * team.num_workers() + self.index();
    auto out = words.from(self);
    for_each_word(text, static_cast<std::size_t>(part),
                  static_cast<std::size_t>(team.size() * team.num_workers()),
                  [&](std::string_view word) { out.async_add(word); });
  });
  const std::uint64_t different = words.size();
  const double seconds = bench::seconds_since(before);
  const auto hits = orujo::all_sum(team, team.metrics()[orujo::metric::reduction_hits]);
  const auto looks = orujo::all_sum(team, team.metrics()[orujo::metric::reduction_looks]);
  const double rate = looks == 0 ? 0 : static_cast<double>(hits) / static_cast<double>(looks);
  const std::uint64_t all = words.total();
  const std::uint64_t bytes = words.bytes();
  if (!bench::prints(team)) { return; }
  print("counting_set", seconds, {different, all, rate});
  std::printf("  %.1f MB of tables\n", static_cast<double>(bytes) * 1e-6);
}

/// A word of a map of one thread is looked for as what it is.
struct word_hash {
  using is_transparent = void;
  std::size_t operator()(std::string_view word) const { return orujo::hash_bytes(word); }
};

/// robin_map's values are const where iterators show them.
template <typename Place>
void add_one(Place place) {
  if constexpr (requires { place.value(); }) {
    ++place.value();
  } else {
    ++place->second;
  }
}

template <typename Map>
void count_by_one_thread(const std::string& method, std::string_view text, int trials) {
  for (int trial = 0; trial < trials; ++trial) {
    const auto before = bench::clock_type::now();
    Map words;
    counted found;
    for_each_word(text, 0, 1, [&](std::string_view word) {
      const auto place = words.find(word);
      if (place == words.end()) {
        words.emplace(std::string(word), 1);
      } else {
        add_one(place);
      }
      ++found.all;
    });
    found.different = words.size();
    print(method, bench::seconds_since(before), found);
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::string path;
  std::string method = "counting_set";
  bench::team_shape shape;
  bool plain = false;
  CLI::App app("Words of a text per second");
  app.add_option("FILE", path, "a text")->required();
  app.add_option("--method", method)
      ->check(CLI::IsMember({"counting_set", "robin_map", "unordered_map"}));
  bench::add_options(app, shape);
  app.add_flag("--plain", plain, "each word travels");
  CLI11_PARSE(app, argc, argv);
  return bench::exit_code_of([&] {
    const mapped_text file(path);
    if (method == "counting_set") {
      return bench::run_trials(
          shape, [&](orujo::rank_team& team) { count_by_team(team, file.text(), !plain); });
    }
#if __has_include(<tsl/robin_map.h>)
    if (method == "robin_map") {
      using map = tsl::robin_map<std::string, std::uint64_t, word_hash, std::equal_to<>>;
      return count_by_one_thread<map>(method, file.text(), shape.trials);
    }
#endif
    using map = std::unordered_map<std::string, std::uint64_t, word_hash, std::equal_to<>>;
    count_by_one_thread<map>(method, file.text(), shape.trials);
  });
}
