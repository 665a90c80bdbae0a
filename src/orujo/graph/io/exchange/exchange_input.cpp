// Feeds pieces of text to a reader until a chunk is full.
// SPDX-License-Identifier: Apache-2.0
#include "orujo/graph/io/exchange/exchange_input.hpp"

#include <algorithm>
#include <array>
#include <mutex>
#include <utility>

#include <fmt/format.h>

#include "orujo/graph/io/exchange/exchange_edges.hpp"
#include "orujo/graph/io/exchange/exchange_survey.hpp"
#include "orujo/graph/io/exchange/gml_text.hpp"
#include "orujo/graph/io/exchange/text_pieces.hpp"
#include "orujo/graph/io/lines.hpp"

namespace orujo::io {

namespace {

constexpr std::size_t chunk_size = std::size_t{1} << 16;
constexpr std::size_t format_sample_bytes = std::size_t{1} << 16;

class exchange_input final : public edge_input {
public:
  exchange_input(std::shared_ptr<const graph_file> file, const exchange_plan& plan, input_part part)
      : file_(std::move(file)), facts_(plan.facts), done_(part.index > 0) {
    if (are_names(plan.naming)) { names_ = std::make_shared<name_table>(); }
  }

  /// Begins to read. Call: once, before next(), by part 0.
  void begin(file_format format, const exchange_plan& plan, const open_options& options) {
    edges_ = std::make_unique<exchange_edges>(file_->path(), plan, names_);
    pieces_ = std::make_unique<text_pieces>(file_, options.block_bytes);
    const auto weight = options.columns ? options.columns->weight : std::nullopt;
    reader_ =
        make_exchange_reader(format, {.path = file_->path(), .weight = weight, .sink = *edges_});
  }

  [[nodiscard]] const input_facts& facts() const override { return facts_; }
  [[nodiscard]] std::shared_ptr<const name_table> names() const override { return names_; }

  bool next(edge_chunk& chunk) override {
    chunk.clear();
    const std::lock_guard guard(mutex_);
    if (done_) { return false; }
    done_ = true;  // unless all goes well
    edge_chunk& made = edges_->chunk();
    bool is_last = false;
    while (!is_last && made.edges.size() < chunk_size && made.vertices.size() < chunk_size) {
      is_last = !read_on();
    }
    done_ = is_last;
    std::swap(made, chunk);
    return !chunk.edges.empty() || !chunk.vertices.empty();
  }

  [[nodiscard]] double progress() const override { return pieces_ ? pieces_->progress() : 1.0; }

private:
  /// False at the end of the file.
  bool read_on() {
    const std::string_view piece = pieces_->next();
    if (!piece.empty()) {
      reader_->feed(piece);
      return true;
    }
    reader_->finish();
    edges_->finish();
    return false;
  }

  std::shared_ptr<const graph_file> file_;
  input_facts facts_;
  std::shared_ptr<name_table> names_;
  std::mutex mutex_;  ///< Guards what follows.
  bool done_;
  std::unique_ptr<exchange_edges> edges_;
  std::unique_ptr<text_pieces> pieces_;
  std::unique_ptr<exchange_reader> reader_;
};

/// The name of the first element, without its prefix, of a text that is XML; in UTF-16, too.
std::string first_element(std::string_view text) {
  std::string plain(text.substr(0, format_sample_bytes));
  plain.erase(std::remove(plain.begin(), plain.end(), '\0'), plain.end());
  std::string_view rest = plain;
  if (rest.starts_with("\xff\xfe") || rest.starts_with("\xfe\xff")) { rest.remove_prefix(2); }
  rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
  if (!rest.starts_with('<')) { return ""; }
  while (!rest.empty()) {
    rest.remove_prefix(std::min(rest.find('<'), rest.size()));
    if (rest.starts_with("<!--")) {
      rest.remove_prefix(std::min(rest.find("-->"), rest.size()));
    } else if (rest.starts_with("<?") || rest.starts_with("<!")) {
      rest.remove_prefix(1);
    } else {
      break;
    }
  }
  rest.remove_prefix(std::min<std::size_t>(1, rest.size()));
  const std::string_view name = rest.substr(0, rest.find_first_of(" \t\r\n/>"));
  return std::string(name.substr(name.rfind(':') + 1));  // npos + 1 is 0
}

/// Whether the first line that says anything begins a section of Pajek's.
bool begins_as_pajek(std::string_view text) {
  line_walker lines(text.substr(0, format_sample_bytes));
  while (lines.next()) {
    const std::string_view line = lines.line();
    if (line.empty() || line.starts_with('%') || line.starts_with("/*")) { continue; }
    const std::string lower = lower_case(line.substr(0, 16));
    constexpr std::array<std::string_view, 3> begins = {"*vertices", "*network", "*arcs"};
    return std::any_of(begins.begin(), begins.end(),
                       [&](std::string_view begin) { return lower.starts_with(begin); });
  }
  return false;
}

}  // namespace

bool is_exchange_format(file_format format) noexcept {
  return format == file_format::graphml || format == file_format::gexf ||
         format == file_format::gml || format == file_format::pajek;
}

std::optional<file_format> sniff_exchange(const graph_file& file) {
  const std::string_view text = file.text();
  const std::string element = first_element(text);
  if (element == "graphml") { return file_format::graphml; }
  if (element == "gexf") { return file_format::gexf; }
  if (begins_as_gml(text.substr(0, format_sample_bytes))) { return file_format::gml; }
  if (begins_as_pajek(text)) { return file_format::pajek; }
  return std::nullopt;
}

void check_exchange_options(const std::string& path, file_format format,
                            const open_options& options) {
  if (options.vertices) {
    throw input_error(path, {},
                      fmt::format("--vertices is for edge lists, and this is taken for {}, which "
                                  "says by itself what its vertices are",
                                  name_of(format)));
  }
  if (!options.columns || (format != file_format::pajek && !options.columns->source)) { return; }
  throw input_error(path, {},
                    fmt::format("--columns chooses only the weight of GraphML, GEXF and GML, and "
                                "this is taken for {}",
                                name_of(format)));
}

std::unique_ptr<edge_input> open_exchange(std::shared_ptr<const graph_file> file,
                                          file_format format, input_part part,
                                          const open_options& options) {
  exchange_plan plan = survey_exchange(file, format, options);
  if (file->packing() != compression::none) {
    plan.facts.recognised += fmt::format(", {}", name_of(file->packing()));
  }
  auto input = std::make_unique<exchange_input>(file, plan, part);
  if (part.index == 0) { input->begin(format, plan, options); }
  return input;
}

}  // namespace orujo::io
