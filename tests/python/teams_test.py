"""The workers: threads, forks, interrupts, and the end of the process."""
# SPDX-License-Identifier: Apache-2.0
import os
import subprocess
import sys
import threading

import numpy as np
import orujo
import pytest


def run_script(text, **more):
    """The finished process of a script."""
    return subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=300, check=False,
                          **more)


def test_importing_starts_no_threads():
    script = "import os, orujo; print(len(os.listdir('/proc/self/task')))"
    numpy_alone = "import os, numpy; print(len(os.listdir('/proc/self/task')))"
    assert run_script(script).stdout == run_script(numpy_alone).stdout


def test_two_threads_run_two_algorithms():
    graph = orujo.generate("kron:12")
    expected = orujo.components(graph).component.tolist()
    wrong = []

    def work():
        for _ in range(20):
            if orujo.components(graph).component.tolist() != expected:
                wrong.append(True)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_an_algorithm_runs_while_another_thread_runs_one():
    """The search ends although the other algorithm would take an hour; an interrupt ends what its thread runs alone."""
    script = """
import signal, threading, orujo
graph = orujo.generate("kron:18")
began = threading.Event()
def work():
    began.set()
    try:
        orujo.betweenness(graph)  # takes an hour
    except KeyboardInterrupt:
        pass  # by the end of the process
other = threading.Thread(target=work, daemon=True)
other.start()
began.wait()
print(orujo.bfs(graph, 1).reached == orujo.bfs(graph, 1, workers=1).reached, other.is_alive())
signal.setitimer(signal.ITIMER_REAL, 0.3)
signal.signal(signal.SIGALRM, signal.default_int_handler)
try:
    orujo.betweenness(graph)
except KeyboardInterrupt:
    print("stopped", other.is_alive(), orujo.components(graph).components > 0)
"""
    done = run_script(script)
    assert (done.stdout, done.stderr, done.returncode) == ("True True\nstopped True True\n", "", 0)


def test_threads_that_need_one_form_of_a_graph_share_it():
    edges = np.array([(i % 50, (i * i) % 97) for i in range(400)])  # with loops and parallel edges
    expected = orujo.triangles(orujo.from_edges(*edges.T, directed=False)).triangles.tolist()
    graph = orujo.from_edges(*edges.T, directed=False)
    together = threading.Barrier(6)
    found = []

    def work():
        together.wait()
        found.append(orujo.triangles(graph).triangles.tolist())

    threads = [threading.Thread(target=work) for _ in range(6)]  # more than run at once
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 6


def test_teams_are_configured_between_algorithms():
    script = """
import threading, orujo
graph = orujo.generate("kron:10")
def work():
    for _ in range(50):
        orujo.components(graph)
threads = [threading.Thread(target=work) for _ in range(3)]
for thread in threads:
    thread.start()
for workers in (1, 2, 3):
    orujo.configure(workers=workers)
    assert orujo.team()["workers"] == workers
for thread in threads:
    thread.join()
print("done")
"""
    done = run_script(script)
    assert (done.stdout, done.stderr) == ("done\n", "")


def test_a_forked_process_has_a_team_of_its_own():
    graph = orujo.generate("kron:12")
    expected = orujo.bfs(graph, 1).reached
    child = os.fork()
    if child == 0:
        os._exit(0 if orujo.bfs(graph, 1).reached == expected and orujo.triangles(graph).triangles.sum() else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert orujo.bfs(graph, 1).reached == expected


def test_a_process_that_is_forked_while_an_algorithm_runs_has_one_too():
    script = """
import os, threading, time, orujo
graph = orujo.generate("kron:16")
busy = threading.Thread(target=lambda: orujo.betweenness(graph, sources=200), daemon=True)
busy.start()
time.sleep(0.05)
child = os.fork()
if child == 0:
    os._exit(0 if orujo.bfs(graph, 1).reached else 1)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    done = run_script(script)
    assert (done.stdout, done.returncode) == ("0\n", 0), done.stderr


INTERRUPTED = """
import os, signal, sys, threading, orujo
graph = orujo.generate("kron:18")
print("begins", flush=True)
try:
    orujo.betweenness(graph)  # takes an hour
except KeyboardInterrupt:
    print("stopped", flush=True)
print(orujo.bfs(graph, 1).reached == orujo.bfs(graph, 1, workers=1).reached)
"""


def test_an_interrupt_stops_an_algorithm_and_leaves_the_rest(interrupted):
    assert interrupted(INTERRUPTED, 0.5) == ("stopped\nTrue\n", "", 0)


def test_other_threads_run_meanwhile_and_end_the_process():
    script = """
import threading, time, orujo
graph = orujo.generate("kron:18")
def work():
    while True:
        try:
            orujo.betweenness(graph)  # takes an hour
        except KeyboardInterrupt:
            pass
for _ in range(3):
    worker = threading.Thread(target=work, daemon=True)
    worker.start()
time.sleep(0.2)
print(sum(range(1000)), worker.is_alive())
"""
    done = run_script(script)
    assert (done.stdout, done.returncode) == ("499500 True\n", 0)


def test_progress_is_drawn_where_it_is_wanted():
    script = """
import orujo
orujo.configure(progress="CHOICE")
orujo.betweenness(orujo.generate("kron:11"))
print("done")
"""
    drawn = run_script(script.replace("CHOICE", "always"))
    assert "betweenness: " in drawn.stderr and drawn.stdout == "done\n"
    assert run_script(script.replace("CHOICE", "auto")).stderr == ""
    assert run_script(script.replace("CHOICE", "never")).stderr == ""


def test_a_handler_of_signals_may_raise_what_it_likes():
    script = """
import signal, orujo
class Late(Exception): pass
def late(*_): raise Late
signal.signal(signal.SIGALRM, late)
graph = orujo.generate("kron:18")
signal.setitimer(signal.ITIMER_REAL, 0.3)
try:
    orujo.betweenness(graph)
except Late:
    print("late", orujo.components(graph).components > 0)
"""
    done = run_script(script)
    assert (done.stdout, done.stderr) == ("late True\n", "")


def test_a_handler_that_calls_an_algorithm_is_told_to_wait():
    script = """
import signal, orujo
graph = orujo.generate("kron:18")
signal.signal(signal.SIGALRM, lambda *_: orujo.bfs(graph, 1))
signal.setitimer(signal.ITIMER_REAL, 0.3)
try:
    orujo.betweenness(graph)
except orujo.UsageError as error:
    print(error)
"""
    assert "running in this thread already" in run_script(script).stdout


def test_workers_and_settings_are_configured():
    script = """
import orujo
orujo.configure(workers=3, idle_spins=7, huge_pages=False)
print(orujo.team()["workers"], orujo.settings()["idle_spins"], orujo.settings()["huge_pages"])
"""
    assert run_script(script).stdout == "3 7 false\n"
    with pytest.raises(orujo.UsageError, match="parcel_bytes"):
        orujo.configure(parcel_byte=7)
    with pytest.raises(orujo.UsageError, match="workers: use a number"):
        orujo.configure(workers="many")


def test_a_setting_of_the_environment_that_is_none_is_said():
    done = run_script("import orujo; orujo.team()", env={**os.environ, "ORUJO_PARCEL_BYTE": "7"})
    assert "UsageError" in done.stderr and "ORUJO_PARCEL_BYTE" in done.stderr


def test_memory_that_will_not_suffice_is_refused_beforehand():
    script = """
import orujo
orujo.configure(memory_limit_bytes=10_000_000)
try:
    orujo.generate("kron:20")
except MemoryError as error:
    print(type(error).__name__)
"""
    assert run_script(script).stdout == "MemoryLimitError\n"


@pytest.mark.parametrize("call", ['pagerank(graph, tolerance=0, max_iterations=10**7)', 'walks(graph, length=10**7)', 'triangles(graph, workers=1)',
                                  'clustering(graph, workers=2)'])
def test_an_interrupt_is_heard_wherever_it_comes(call):
    script = """
import signal, time, orujo
signal.signal(signal.SIGALRM, signal.default_int_handler)
graph = orujo.generate("SIZE")
signal.setitimer(signal.ITIMER_REAL, 0.2)
try:
    orujo.CALL
except KeyboardInterrupt:
    print("stopped")
"""
    size = "kron:19" if "workers" in call else "kron:12"
    done = run_script(script.replace("CALL", call).replace("SIZE", size))
    assert (done.stdout, done.stderr) == ("stopped\n", "")
