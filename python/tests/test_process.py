"""Errors, signals, threads, processes, pickling and notebooks."""

import copy
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest
import scipy.sparse as sp
from conftest import DEVICES, ENDLESS, HOPS, hops, random_edges

import igc

COMPILED = [device for device in DEVICES if device != "interpreter"]


def python(code, **options):
    """Runs a program of Python in another process."""
    command = [sys.executable, "-c", textwrap.dedent(code)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, **options)


def test_a_compile_error_has_codes_spans_and_carets():
    text = "node grün: u32 = 0;\nmain { y(); }\noutput grün;"
    with pytest.raises(igc.CompileError) as caught:
        igc.compile(text, name="wrong")
    error = caught.value
    assert (error.code, error.path, error.text) == (error.diagnostics[0].code, "wrong.ig", text)
    found = [span for one in error.diagnostics for span in one.spans]
    assert found and all(0 <= span.start <= span.end <= len(text) for span in found)
    with pytest.raises(igc.CompileError) as caught:
        igc.compile("node a: u32 = 0;\nmain { y(); }\noutput a;", name="wrong")
    error = caught.value
    assert error.code == "E0101" and error.text[error.spans[0].start : error.spans[0].end] == "y"
    assert error.help and "wrong.ig:2:8" in str(error) and "^" in str(error)
    assert isinstance(error, ValueError) and error.diagnostics[0].severity == "error"
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.code, again.spans) == (str(error), error.code, error.spans)
    assert "E0101" in igc.explain("E0101")
    with pytest.raises(ValueError):
        igc.explain("E9999")


def test_errors_have_kinds(tmp_path):
    with pytest.raises(igc.InputError, match="missing.ig"):
        igc.compile(tmp_path / "missing.ig")
    with pytest.raises(igc.UnknownNameError, match="did you mean `pagerank`") as caught:
        igc.program("pagernak")
    assert caught.value.code == "name" and caught.value.help
    with pytest.raises(igc.InputError) as caught:
        igc.bfs("grid:2x2", unknown=1)
    assert caught.value.code == "parameter"
    with pytest.raises(igc.Error) as caught:
        igc.bfs("grid:2x2", device="no-such-device")
    assert caught.value.code == "no-device"
    path = tmp_path / "own.ig"
    path.write_text(HOPS)
    assert igc.compile(path).name == "own" and igc.compile(str(path)).name == "own"
    assert igc.compile("node x: u32 = 0; node y: u32 = 0; main { } output x;").warnings[0].severity == "warning"


def test_a_panic_does_not_end_the_interpreter():
    ended = python("""
        import igc
        try:
            igc._igc._panic()
        except igc.InternalError as error:
            print(error.code, error)
        print(igc.bfs("grid:2x2").level.tolist())
    """)
    assert ended.returncode == 0, ended.stderr
    assert "bug internal error: the test asks for a panic" in ended.stdout and "[0, 1, 1, 2]" in ended.stdout


INTERRUPTED = """
import igc, os, signal, sys, threading, time
device = sys.argv[1]
kind = sys.argv[2]
text = {endless!r} if kind == "rounds" else (
    "node x: u32 = 0; kernel spin() {{ forall u in nodes {{ let i = 0; while i < 4000000000 {{ i += 1;"
    " if u.x == i {{ u.x = i + 1; }} }} }} }} main {{ spin(); }} output x;")
program = igc.compile(text)
graph = igc.Graph("grid:100x100")
igc.bfs(graph, device=device)
before = signal.getsignal(signal.SIGINT)
caught = open("/proc/self/status").read().split("SigCgt:")[1].split()[0]
sent = []
def interrupt():
    time.sleep(1.0)
    sent.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt, daemon=True).start()
try:
    program(graph, device=device, opts="none")
except KeyboardInterrupt:
    print("interrupted", time.monotonic() - sent[0])
assert signal.getsignal(signal.SIGINT) is before
assert caught == open("/proc/self/status").read().split("SigCgt:")[1].split()[0]
print("level", igc.bfs(graph, device=device if kind == "rounds" else "interpreter").level.max())
sys.stdout.flush()
os._exit(0)
"""


@pytest.mark.parametrize("kind", ["rounds", "kernel"])
@pytest.mark.parametrize("device", COMPILED)
def test_control_c_ends_a_run_within_100_ms(device, kind):
    code = INTERRUPTED.format(endless=ENDLESS)
    # Another process may have the processor, so the best of three times counts.
    times = []
    for _ in range(3):
        ended = subprocess.run([sys.executable, "-c", code, device, kind], capture_output=True, text=True, timeout=60)
        assert ended.returncode == 0 and "level 198" in ended.stdout, ended.stderr + ended.stdout
        times.append(float(ended.stdout.split()[1]))
        if times[-1] < 0.1:
            return
    raise AssertionError(times)


def test_foreign_signal_handlers_stay():
    ended = python("""
        import signal
        seen = []
        signal.signal(signal.SIGINT, lambda *_: seen.append("int"))
        signal.signal(signal.SIGTERM, lambda *_: seen.append("term"))
        import igc, os
        igc.bfs("grid:9x9")
        os.kill(os.getpid(), signal.SIGINT)
        os.kill(os.getpid(), signal.SIGTERM)
        print(seen)
    """)
    assert ended.stdout == "['int', 'term']\n", ended.stderr


def test_the_gil_is_released(device):
    """Another thread counts while a program runs."""
    program = igc.compile(
        ENDLESS.replace("while on", "while rounds < 3000")
        .replace("step(); }", "step(); rounds += 1; }")
        .replace("global on: bool = true;", "global rounds: u32 = 0;")
    )
    graph = igc.Graph("grid:60x60")
    program(igc.Graph("grid:2x2"), device=device, opts="none")
    ticks, done = [], threading.Event()

    def count():
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    began = time.monotonic()
    result = program(graph, device=device, opts="none")
    ended = time.monotonic()
    done.set()
    thread.join()
    assert result.x.tolist() == [3000] * 3600
    during = sum(began <= tick <= ended for tick in ticks)
    assert during > (ended - began) * 1000 / 20, (during, ended - began)


def test_threads_have_sessions_of_their_own(device):
    sources, targets = random_edges(4, 200, 900)
    graph = igc.Graph((sources, targets), nodes=200)
    program = igc.compile(HOPS)
    found, failed = {}, []

    def work(start):
        try:
            for at in range(start, 200, 50):
                found[at] = program(graph, source=at, device=device).hops
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=work, args=(start,)) for start in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed and len(found) == 16
    for start, values in found.items():
        assert np.array_equal(values, hops(200, sources, targets, start))


def test_a_fork_after_use_is_an_error():
    ended = python("""
        import igc, os
        graph = igc.Graph("grid:9x9")
        igc.bfs(graph)
        child = os.fork()
        if child == 0:
            for use in (lambda: igc.bfs(graph), lambda: igc.Graph("grid:2x2"), lambda: igc.compile("main { }")):
                try:
                    use()
                    print("no error", flush=True)
                except igc.ForkError as error:
                    print(error.code, error.help, flush=True)
            del graph
            raise SystemExit(7)
        print(os.waitpid(child, 0)[1] >> 8, igc.bfs(graph).level.max())
    """)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.count("fork") >= 3 and "no error" not in ended.stdout
    assert "spawn" in ended.stdout and ended.stdout.endswith("7 16\n")


def test_a_fork_before_use_works():
    ended = python("""
        import igc, os
        child = os.fork()
        levels = int(igc.bfs("grid:3x3").level.max())
        # The parent prints after the child has ended, because lines of two processes can mix.
        if child:
            assert os.waitpid(child, 0)[1] == 0
        print(levels, flush=True)
    """)
    assert ended.returncode == 0 and ended.stdout == "4\n4\n", ended.stderr


def test_graphs_and_programs_can_be_pickled():
    matrix = sp.csr_array((np.arange(1, 4), ([0, 1, 2], [1, 2, 0])), shape=(3, 3))
    program = igc.compile(HOPS, name="hops")
    for graph, start in (
        (igc.Graph(matrix), 1),
        (igc.Graph([("a", "b"), ("b", "c")]), "a"),
        (igc.Graph("grid:3x3"), 1),
    ):
        for again in (pickle.loads(pickle.dumps(graph)), copy.deepcopy(graph)):
            assert repr(again) == repr(graph)
            both = [program(one, source=start).to_dict() for one in (graph, again)]
            assert both[0] == both[1]
        result = igc.bfs(graph, start, device="cpu:2")
        kept = pickle.loads(pickle.dumps(result))
        assert type(kept) is type(result) and kept.to_dict() == result.to_dict() and kept.plan == result.plan
        assert all(igc.check(kept))
    again = pickle.loads(pickle.dumps(program))
    assert repr(again) == repr(program) and again.stub() == program.stub()


def _work(graph, program, source):
    return program(graph, source=source).hops.tolist()


def test_spawned_processes_work():
    graph, program = igc.Graph(([0, 1, 2], [1, 2, 3])), igc.compile(HOPS)
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        found = pool.starmap(_work, [(graph, program, source) for source in (0, 1)])
    most = 2**32 - 1
    assert found == [[0, 1, 2, 3], [most, 0, 1, 2]]


def test_an_interrupted_graph_runs_again():
    """An exception of a signal handler ends a run in the same process."""
    program, graph = igc.compile(ENDLESS), igc.Graph("grid:20x20")

    class Stop(Exception):
        pass

    def stop(*_):
        raise Stop

    before = signal.signal(signal.SIGALRM, stop)
    try:
        for device in COMPILED:
            signal.setitimer(signal.ITIMER_REAL, 0.3)
            with pytest.raises(Stop):
                program(graph, device=device)
            assert igc.bfs(graph, device=device).level.max() == 38
    finally:
        signal.signal(signal.SIGALRM, before)


def test_the_cell_magic_compiles(capsys):
    testing = pytest.importorskip("IPython.testing.globalipapp")
    shell = testing.start_ipython()
    shell.run_line_magic("load_ext", "igc")
    made = shell.run_cell_magic("igc", "hops", HOPS)
    assert shell.user_ns["hops"] is made and made.name == "hops"
    assert shell.run_cell_magic("igc", "wrong", "main { y(); }") is None
    assert "^" in capsys.readouterr().err and "wrong" not in shell.user_ns
    with pytest.raises(ValueError, match="name of a variable"):
        shell.run_cell_magic("igc", "a b", HOPS)


def test_html_is_escaped():
    program = igc.compile("/// <b>.\n///\n/// Method.\n\n/// <script>\nnode x: u32 = 0; main { } output x;")
    assert "<script>" not in program._repr_html_() and "&lt;script&gt;" in program._repr_html_()


def test_devices_are_listed():
    devices = igc.devices()
    assert devices[-1].selector == "interpreter" and {"cpu"} <= {one.selector for one in devices}
    assert os.environ.get("IGC_REQUIRE_DEVICE") != "1" or devices[0].selector == "0"
