"""What is covered of NetworkX."""
# SPDX-License-Identifier: Apache-2.0
from orujo.networkx._registry import PROVIDED


def _kinds_text(provided):
    plain = [kind for kind in provided.kinds if not kind.startswith("multi")]
    text = plain[0] if len(plain) == 1 else "all"
    return text if len(plain) < len(provided.kinds) else f"{text}, no multigraphs"


def coverage_rows():
    """(function, graphs, arguments that may have any value, remark) of each function."""
    for name, provided in sorted(PROVIDED.items()):
        yield name, _kinds_text(provided), ", ".join(f"`{each}`" for each in provided.takes), provided.remark


def coverage_table():
    """The same as a table of Markdown."""
    lines = ["| function | graphs | arguments | |", "| --- | --- | --- | --- |"]
    lines += [f"| `{name}` | {kinds} | {takes} | {remark} |".replace("|  |", "| |").replace("|  |", "| |")
              for name, kinds, takes, remark in coverage_rows()]
    return "\n".join(lines)


def command_table():
    """The source of the same table in the command, for `orujo doctor --networkx`."""
    lines = ["// Made by tools/networkx_tables.py of the functions that orujo.networkx has.",
             "// SPDX-License-Identifier: Apache-2.0",
             '#include "orujo/cli/machine/networkx_coverage.hpp"', "",
             "namespace orujo::cli {", "", "// clang-format off", "namespace {", "",
             f"constexpr std::array<networkx_function, {len(PROVIDED)}> networkx_rows{{{{"]
    for name, provided in sorted(PROVIDED.items()):
        texts = (name, _kinds_text(provided), " ".join(provided.takes), " ".join(provided.fixed), provided.remark)
        lines.append("    {" + ", ".join(f'"{text}"' for text in texts) + "},")
    lines += ["}};", "", "}  // namespace", "// clang-format on", "",
              "std::span<const networkx_function> networkx_coverage() noexcept { return networkx_rows; }", "",
              "}  // namespace orujo::cli", ""]
    return "\n".join(lines)


def functions_module():
    """The source of `orujo_networkx/_functions.py`, which NetworkX is told without the engine."""
    lines = ["# Made by tools/networkx_tables.py of the functions that orujo.networkx has.",
             "# SPDX-License-Identifier: Apache-2.0", '"""The functions of the backend, and remarks on them."""',
             "FUNCTIONS = {"]
    lines += [f"    {name!r}:\n        {remark!r},".replace("'", '"') if "'" not in remark else
              f'    "{name}":\n        "{remark}",' for name, _, _, remark in coverage_rows()]
    return "\n".join([*lines, "}", ""])
