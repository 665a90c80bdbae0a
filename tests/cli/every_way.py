# Every way in which the command can do its work: algorithms, methods and orders, as it names them.
# SPDX-License-Identifier: Apache-2.0
import json
import re

from command_runner import run

# What an order with a width is tried with.
WIDTHS = {"levels": ["levels:2"], "buckets": ["buckets:16"],
          "priority_per_worker": ["priority_per_worker", "priority_per_worker:8"]}
SEARCHES = ["sssp", "widest"]  # an order in place of a method
GREEDY = ["colour", "mis"]  # both at once
OTHERS = ["bfs", "components", "mst", "triangles", "pagerank", "betweenness", "kcore"]
# Settings that change how messages travel, and nothing else.
POLICIES = [["flush_policy=full", "reduction=off"], ["routing=hypercube", "flow_control=static"],
            ["flush_policy=adaptive", "routing=rook", "reduction=cache"],
            ["flow_control=adaptive", "send_threshold=50", "progress_pace=fixed"], []]
FURTHER = {"betweenness": ["--sources", 3]}


def names_of(command, option):
    """What `option` of `command` may be, as the error about a wrong one lists it."""
    said = run(command, "kron:3", option, "wrong").stderr
    return re.search(r"is one of (.*), not 'wrong'", said).group(1).split(", ")


def a_vertex_of(path):
    """The name of one vertex of that file."""
    finished = run("bfs", path, "--json", "-")
    assert finished.returncode == 0, finished.stderr
    return json.loads(finished.stdout)["trials"][0]["source"]


def needed(algorithm, vertex=1):
    """Options that the algorithm, as `orujo describe` has it, cannot do without: each names a vertex."""
    return [word for each in algorithm["options"] if each.get("required")
            for word in (f"--{each['name']}", vertex)]


def mechanisms_here():
    """The names that --isolation takes on this machine, as `orujo doctor` says."""
    findings = json.loads(run("doctor", "--json", "-").stdout)["findings"]
    state = next(each["state"] for each in findings if each["topic"] == "isolation")
    return state.split(";")[0].split(", ")


def activity_ways(vertex):
    """Methods that run activities, under each mechanism that this machine has, few and many in one."""
    ways = []
    usable = mechanisms_here()
    for algorithm in json.loads(run("describe", "--json", "-").stdout)["algorithms"]:
        for method in algorithm["methods"]:
            names = [name for name in method.get("isolation", []) if name in usable]
            for i, name in enumerate(names):
                ways.append([algorithm["name"], "--method", method["name"], *needed(algorithm, vertex), "--isolation", name,
                             "--coarsen", ["1", "auto", "32"][i % 3]])
    return ways


def every_way(vertex=1):
    """The arguments of each, without a graph, which has a vertex of that name."""
    ways = activity_ways(vertex)
    for command in [*SEARCHES, *OTHERS]:
        for method in names_of(command, "--method"):
            ways.append([command, "--method", method, *FURTHER.get(command, [])])
    for command in SEARCHES:
        for order in names_of(command, "--order"):
            ways += [[command, "--order", each] for each in WIDTHS.get(order, [order])]
    for command in GREEDY:
        for method in names_of(command, "--method"):
            if method == "boman":
                continue  # without an order
            for order in names_of(command, "--order"):
                ways.append([command, "--method", method, "--order", order])
    return ways


def team_for(options, team):
    """The options of that team, with one worker if those of a way need it."""
    if "serial" not in options:
        return team
    at = team.index("--workers") + 1
    return [*team[:at], 1, *team[at + 1:]]


def settings_of(policy):
    """A policy as options of the command."""
    return [word for setting in policy for word in ["--set", setting]]


def assert_verified(test, finished):
    """The command has printed JSON, and all its answers were right."""
    test.assertEqual(finished.returncode, 0, finished.stderr)
    trials = json.loads(finished.stdout)["trials"]
    test.assertTrue(trials)
    for trial in trials:
        test.assertIs(trial["verified"], True)
