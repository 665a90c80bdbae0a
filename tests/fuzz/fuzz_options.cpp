// Fuzzes the parsers of options: settings, sizes, generators, network models, formats, orders.
//
// A text is taken or refused with a usage_error; what is taken means the same when it is printed
// and read again, and a generator gives the edges that it announces.
//
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <memory>
#include <string>

#include "fuzz/fuzz_input.hpp"
#include "orujo/base/settings.hpp"
#include "orujo/graph/generators/open_generator.hpp"
#include "orujo/graph/io/format.hpp"
#include "orujo/graph/writer.hpp"
#include "orujo/transport/sim_endpoint.hpp"
#include "orujo/worklists/work_order.hpp"

namespace orujo::test {
namespace {

void set_and_print(const std::string& pair) {
  settings values;
  values.assign_pair(pair, setting_source::option);
  settings again;
  for (const setting_row& row : all_settings()) {
    const std::string text = values.to_text(row.id);
    again.assign(row.name, text, setting_source::option);
    demand(again.to_text(row.id) == text, "a setting's text does not mean the same again");
  }
}

void read_size(const std::string& text) { static_cast<void>(parse_bytes(text, "a size")); }

/// Opens a generator in parts, and takes all edges of a small one.
void generate(const std::string& spec) {
  static_cast<void>(is_generator(spec));
  constexpr int parts = 2;
  std::uint64_t edges = 0;
  for (int part = 0; part < parts; ++part) {
    const std::unique_ptr<edge_input> input = open_generator(spec, spec.size(), {part, parts});
    const input_facts& facts = input->facts();
    demand(facts.declared_vertices && facts.declared_edges, "a generator does not say its size");
    if (*facts.declared_edges > 5000 || *facts.declared_vertices > 5000) { return; }
    edge_chunk chunk;
    while (input->next(chunk)) {
      edges += chunk.edges.size();
      for (const input_edge& edge : chunk.edges) {
        demand(edge.source < *facts.declared_vertices && edge.target < *facts.declared_vertices,
               "a generator's edge leads outside");
      }
    }
    demand(part + 1 < parts || edges == *facts.declared_edges,
           "a generator gives another number of edges than it says");
  }
}

void model_network(const std::string& text) { static_cast<void>(parse_sim_model(text)); }

void name_format(const std::string& text) {
  const auto format = format_named(text);
  demand(!format || name_of(*format) == text, "a format's name names another");
  static_cast<void>(written_format_of(text));
}

void name_order(const std::string& text) {
  const work_order order = order_named(text);
  demand(order_named(text_of(order)) == order, "an order's text does not mean the same again");
}

void parse(fuzz_input input) {
  constexpr std::array parsers = {set_and_print, read_size,   generate,
                                  model_network, name_format, name_order};
  const auto parser = parsers[input.choice(parsers.size())];
  // Options hold no 0: they are C strings.
  const std::string text(input.rest().substr(0, input.rest().find('\0')));
  try {
    parser(text);
  } catch (const usage_error& problem) {
    demand(problem.what()[0] != '\0', "an error says nothing");
  }
}

}  // namespace
}  // namespace orujo::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  orujo::test::parse({bytes, size});
  return 0;
}
