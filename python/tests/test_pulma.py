"""The package against the library that was built: PULMA_LIBRARY and PULMA name it (make test-python does)."""

import doctest
import json
import os
import pathlib
import pickle
import re
import signal
import subprocess
import sys
import threading

import pytest

import pulma
from notebook import run_cell

ROOT = pathlib.Path(__file__).parents[2]
EXAMPLES, NOTEBOOK = ROOT / "examples", ROOT / "docs" / "pulma.ipynb"
FOUR = "sudoku\n..2.\n4...\n...1\n.3..\n"
EMPTY_NINE = "." * 81 + "\n"
MATCH22 = (EXAMPLES / "seeds" / "match22-hartmann-fig3.txt").read_text()


@pytest.fixture
def four():
    return pulma.Puzzle(FOUR)


def test_a_puzzle_tells_what_it_is(four):
    assert (four.kind, four.title, four.places, four.has_objective) == ("sudoku", "", 16, False)
    assert four.place_name(6) == "row 2, column 3"
    assert list(four.values(0)) == [1, 2, 3, 4]
    assert str(four) == FOUR and repr(four) == "<pulma.Puzzle sudoku, 16 places>"
    assert pulma.Puzzle(four.write("json")).write() == FOUR
    assert pickle.loads(pickle.dumps(four)).write() == FOUR
    assert four.kind in pulma.kinds() and "way1" in pulma.models("sudoku")


def test_answers(four):
    answer = four.solve()
    assert str(answer) == "3124\n4213\n2431\n1342"
    assert list(four.answers()) == [answer]
    assert four.count() == 1 and four.count().exact
    assert four.check(answer) and four.check(str(answer)) and answer.cost is None
    assert four.forced() == answer
    for how in ({"method": "rules"}, {"method": "kernel"}, {"model": "way2", "solver": "glpk"}, {"solver": "sat"}):
        assert four.solve(**how) == answer, how


def test_counts_that_are_not_exact():
    count = pulma.Puzzle(EMPTY_NINE).count(limit=5)
    assert count == 5 and not count.exact and str(count) == "at least 5"


def test_no_answer_has_reasons():
    puzzle = pulma.Puzzle("sudoku\n1.1.\n....\n....\n....\n")
    assert puzzle.solve() is None and puzzle.forced() is None and puzzle.count() == 0
    reasons = puzzle.why()
    assert len(reasons) == 3 and any("row 1" in str(reason) for reason in reasons), reasons
    assert reasons.minimal
    with pytest.raises(pulma.PulmaError):
        puzzle.hint()


def test_reasons_at_a_limit():
    puzzle = pulma.Puzzle("sudoku\n2..8.....\n....5.1.7\n4.9.....3\n1.5.26.9.\n...1.7...\n.3.59.2.1\n5.....6.4\n"
                          "9.3.1....\n.....8..9\n")
    some = puzzle.why(conflicts=10)
    assert not some.minimal and len(some) > len(puzzle.why())


def test_objectives():
    puzzle = pulma.Puzzle(MATCH22)
    assert puzzle.has_objective and puzzle.solve().cost == 28


def test_errors_have_a_position():
    with pytest.raises(pulma.TextError) as caught:
        pulma.Puzzle("sudoku\n..2.\n4..x\n...1\n.9..\n")
    assert (caught.value.line, caught.value.column, caught.value.text) == (5, 2, "puzzle")
    assert isinstance(caught.value, ValueError) and str(caught.value).startswith("5:2: ")
    for call in (lambda: pulma.generate("chess"), lambda: pulma.generate("sudoku", difficulty="mild"),
                 lambda: pulma.generate("sudoku", nonsense=True), lambda: pulma.Puzzle(FOUR).draw(format="gif"),
                 lambda: pulma.Puzzle(FOUR).check([1, 2]), lambda: pulma.Puzzle(FOUR).solve(model="nobody")):
        with pytest.raises(pulma.BadCall):
            call()


def test_limits_are_not_answers():
    with pytest.raises(pulma.LimitReached) as caught:
        pulma.Puzzle(EMPTY_NINE).count(seconds=0.05)
    assert caught.value.limit == "time"


def test_model_faults_are_not_facts_about_the_puzzle(four, tmp_path):
    model = tmp_path / "strict.mod"
    model.write_text(pulma.models("sudoku")["way2"].replace("solve;", "s.t. wrong: sum{i in 1..1} 1 >= 2;\nsolve;", 1))
    with pytest.raises(pulma.ModelFault) as caught:
        four.solve(model=str(model), solver="glpk")
    assert caught.value.fault == "infeasible"


def test_reasons(four):
    steps = list(four.explain())
    assert steps and all(step.size == len(step.reasons) for step in steps)
    known = {fact.place: fact.value for step in steps for fact in step.conclusion if fact.holds}
    answer = four.solve()
    assert known and all(answer[place] == value for place, value in known.items())
    hint = four.hint()
    assert hint in steps and hint._repr_svg_().startswith("<svg")
    rating = four.rate()
    assert rating.level == "easy" and rating.complete and rating.steps == len(steps)
    wrong = [None] * 16
    wrong[0] = answer[0] % 4 + 1
    assert four.mistakes(wrong) == [0] and four.why(wrong)


def test_hints_of_ways_are_moves():
    puzzle = pulma.Puzzle((EXAMPLES / "seeds" / "slider-hartmann-figD1.txt").read_text())
    assert "moves" in str(puzzle.hint())


def test_pictures(four):
    assert four._repr_svg_().startswith("<svg") and four.draw() != four.solve().draw()
    assert four.draw(format="png").startswith(b"\x89PNG")
    assert "2" in four.draw(format="ascii")


def test_generation_is_by_seed():
    one = pulma.generate("sudoku", (6, 6), "easy", seed=3, diagonals=True)
    assert one.write() == pulma.generate("sudoku", (6, 6), "easy", seed=3, diagonals=True).write()
    assert one.count() == 1 and "diagonals: yes" in one.write() and "easy" in one.title
    assert one.write() != pulma.generate("sudoku", (6, 6), "easy", seed=4, diagonals=True).write()


def test_several_puzzles_in_a_text():
    assert [puzzle.kind for puzzle in pulma.read(FOUR + "\n" + MATCH22)] == ["sudoku", "match22"]
    with pytest.raises(pulma.TextError):
        pulma.read("")


def test_models(four):
    size = four.model_size("way1")
    assert (size.binary, size.class_name) == (64, "BLP") and sum(size.families.values()) >= size.constraints
    assert "Minimize" in four.export("way1", "lp") or "Maximize" in four.export("way1", "lp")


def test_comparing(four):
    rows = pulma.compare(four, models=["way1", "way2"], solvers="sat")
    assert [(row["model"], row["status"]) for row in rows] == [("way1", "solved"), ("way2", "solved")]
    with pytest.raises(pulma.PulmaError):
        pulma.compare(four, models="nobody")


def test_every_example_is_solved_and_checked():
    for file in sorted(EXAMPLES.glob("*/*.txt")):
        if file.stat().st_size > 2000:
            continue
        for puzzle in pulma.read(file.read_bytes()):
            try:
                answer = puzzle.solve(seconds=2)
            except pulma.LimitReached:
                continue
            assert answer is not None and puzzle.check(answer), file


def test_interrupts_reach_the_caller():
    code = ("import pulma, signal, threading\n"
            "signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in the background\n"
            "threading.Timer(0.3, lambda: signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)).start()\n"
            "pulma.Puzzle('.' * 81).count()\n")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode in (1, 130, -signal.SIGINT) and "KeyboardInterrupt" in done.stderr, done.stderr


def test_threads_run_side_by_side():
    """Python goes on while the library works: it would not if its lock were held."""
    puzzle, counts, ticks = pulma.Puzzle(EMPTY_NINE), [], 0
    threads = [threading.Thread(target=lambda: counts.append(puzzle.count(limit=100000))) for _ in range(3)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        ticks += 1
    assert counts == [100000] * 3 and ticks > 100


def test_the_environment_is_that_of_the_build():
    assert os.environ.get("PULMA_LIBRARY"), "run these tests by make test-python"


def test_what_the_docstring_shows():
    tried = doctest.testmod(pulma)
    assert tried.attempted > 3 and tried.failed == 0


def test_the_program_in_the_readme(capsys):
    exec(re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.S)[1], {})
    assert "*" in capsys.readouterr().out


def test_the_notebook_shows_what_comes_out():
    scope: dict = {}
    for cell in json.loads(NOTEBOOK.read_text())["cells"]:
        if cell["cell_type"] != "code":
            continue
        source = "".join(cell["source"])
        shown = [{key: value for key, value in output.items() if key != "execution_count"} for output in cell["outputs"]]
        assert run_cell(source, scope) == shown, source
