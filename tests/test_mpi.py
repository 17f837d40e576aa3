"""pulma-mpi under a real mpirun, with 1, 2 and 4 ranks on whatever cores there are.

    test_mpi.py PULMA PULMA-MPI MPIRUN EXAMPLES [KILLS]

What it finds is compared with pulma's own answers; ranks are killed at random moments, KILLS times.
"""
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PULMA, PULMA_MPI, MPIRUN, EXAMPLES = (os.path.abspath(path) for path in sys.argv[1:5])
KILLS = int(sys.argv[5]) if len(sys.argv) > 5 else 2
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_btl_base_warn_component_unused": "0"}
# A board without a border, whose answers take a while to count in small pieces.
OPEN = """edgematch
border: no
rows: 3
columns: 4
2 1 3 1
1 1 4 3
2 1 1 4
2 2 1 3
4 2 2 2
3 4 1 4
2 1 1 2
4 2 3 1
4 4 3 3
2 2 4 3
2 3 3 1
2 4 2 4
"""


def run(*words, **options):
    return subprocess.run([*map(str, words)], capture_output=True, text=True, env=ENVIRONMENT, check=False,
                          timeout=200, **options)


def mpi(ranks, *words, **options):
    return run(MPIRUN, "-q", "-n", ranks, PULMA_MPI, *words, **options)


def example(name):
    return os.path.join(EXAMPLES, name)


class Mpi(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())

    def tearDown(self):
        shutil.rmtree(self.folder)

    def file(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path


class Solve(Mpi):
    def test_prints_what_pulma_prints(self):
        lines = run(PULMA, "generate", "sudoku", "-n", 150, "--seed", 5, "--to", "line").stdout
        bad = lines.splitlines()
        bad[40] = bad[40][:-1]
        bad[90] = "?" + bad[90][1:]
        mixed = self.file("lines.txt", "\n".join(bad) + "\n")
        others = example("kakuro"), example("binary")
        files = [mixed, *sorted(str(path) for folder in others
                                for path in pathlib.Path(folder).glob("*easy*"))]
        for options in ([], ["--json"], ["--strict"]):
            alone = run(PULMA, "solve", *options, *files)
            self.assertEqual(alone.returncode, 2)
            for ranks in (1, 2, 4):
                got = mpi(ranks, "solve", *options, *files)
                with self.subTest(ranks=ranks, options=options):
                    self.assertEqual(got.returncode, 2)
                    self.assertEqual(self.bare(got.stdout), self.bare(alone.stdout))
                    self.assertIn(self.bare(alone.stderr.replace("pulma:", "pulma-mpi:")), self.bare(got.stderr))

    @staticmethod
    def bare(text):
        return re.sub(r'"seconds":[0-9.e-]+,"nodes":\d+', "", text)


class Count(Mpi):
    def both(self, path, *options, ranks=2):
        """The documents of pulma and of pulma-mpi."""
        alone = json.loads(run(PULMA, "count", "--json", path).stdout)
        got = mpi(ranks, "count", "--json", *options, path)
        return alone, json.loads(got.stdout), got

    def test_pieces_add_up(self):
        files = ["tiling/pentominoes-3x20.txt", "edgematch/no-border-4x3.txt", "nonogram", "knight/5x5-easy.txt"]
        for name in files:
            path = pathlib.Path(example(name))
            if path.is_dir():
                path = sorted(path.glob("*.txt"))[0]
            for ranks in (1, 2, 4) if name == files[1] else (2,):
                alone, got, _ = self.both(path, "--piece", 1, ranks=ranks)
                with self.subTest(name=name, ranks=ranks):
                    self.assertEqual([got[key] for key in ("kind", "status", "count", "exact")],
                                     [alone[key] for key in ("kind", "status", "count", "exact")])
                    self.assertEqual(got["ranks"], ranks)

    def test_many_pieces(self):
        path = self.file("open.txt", OPEN)
        alone = json.loads(run(PULMA, "count", "--json", path).stdout)
        got = mpi(2, "count", "--piece", 5, "--progress", path)
        self.assertEqual(got.stdout, f"{alone['count']} answers\n")
        pieces, split = map(int, re.search(r"(\d+) pieces, (\d+) of them split", got.stderr).groups())
        self.assertGreater(split, 0)
        self.assertGreater(pieces, 5)

    def test_limits(self):
        path = self.file("open.txt", OPEN)
        got = mpi(2, "count", "--limit", 10, path)
        self.assertRegex(got.stdout, r"^at least \d+ answers\n")
        self.assertEqual(got.returncode, 0)
        got = mpi(2, "count", "--time", "0.2", example("knight/classical.txt"))
        self.assertEqual(got.returncode, 3, got.stdout + got.stderr)
        self.assertRegex(got.stdout, r"^at least \d+ answers\n")
        self.assertIn("stopped: ", got.stderr)


class Prove(Mpi):
    def test_says_which(self):
        unique, several = example("sudoku"), self.file("open.txt", OPEN)
        unique = sorted(pathlib.Path(unique).glob("*easy*"))[0]
        impossible = self.file("none.txt", "sudoku\n" + "\n".join(["55......."] + ["." * 9] * 8) + "\n")
        for path, word, status in ((unique, "unique", 0), (several, "several", 1), (impossible, "impossible", 1)):
            got = mpi(2, "prove", "--json", path)
            with self.subTest(word=word):
                self.assertEqual(json.loads(got.stdout)["status"], word, got.stderr)
                self.assertEqual(got.returncode, status)
        answer = run(PULMA, "solve", unique).stdout
        self.assertEqual(mpi(1, "prove", unique).stdout, "unique: there is one answer\n" + answer)
        self.assertEqual(len(json.loads(mpi(4, "prove", "--json", several).stdout)["answers"]), 2)


def cost_board():
    """A board that is improved for long: an edge matching board of 8 x 8 with a goal."""
    text = run(PULMA, "generate", "edgematch", "--size", "8x8", "--seed", 4).stdout
    return text.replace("edgematch\n", "edgematch\ngoal: edges\n", 1)


class Best(Mpi):
    def test_goes_on_with_other_ranks(self):
        board, state = self.file("board.txt", cost_board()), self.folder / "state"
        begun, costs = [], []
        for ranks, number in ((1, 2), (2, 5), (4, 9)):
            got = mpi(ranks, "best", "--json", "--progress", "-n", number, "--slice", 100, "-r", state, board)
            document = json.loads(got.stdout)
            self.assertIn(document["status"], ("limit", "optimal"), got.stderr)
            costs.append(document["objective"])
            begun += map(int, re.findall(r"beginning (\d+) ", got.stderr))
            self.assertEqual(got.returncode, 3 if document["status"] == "limit" else 0)
            if document["status"] == "optimal":
                return
        self.assertEqual(costs, sorted(costs, reverse=True))
        self.assertEqual(sorted(begun), list(range(9)))  # each of them once
        answer = self.file("answer.txt", document["answer"])
        self.assertEqual(run(PULMA, "check", board, answer).returncode, 0)

    def test_needs_a_cost(self):
        path = sorted(pathlib.Path(example("sudoku")).glob("*easy*"))[0]
        got = mpi(1, "best", path)
        self.assertEqual(got.returncode, 2)
        self.assertIn("expected a puzzle whose answers have a cost", got.stderr)


def ranks_of(launcher):
    """The processes that a launcher has started."""
    found = run("ps", "-o", "pid=", "--ppid", launcher.pid).stdout.split()
    return [int(pid) for pid in found]


class Faults(Mpi):
    def kill_some(self, words, chance, state):
        """One run, of which a rank is killed at a random moment; its output if it came to its end."""
        ranks = chance.choice((1, 2, 4))
        launcher = subprocess.Popen([MPIRUN, "-q", "-n", str(ranks), PULMA_MPI, *map(str, words)],
                                    stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)
        until = time.monotonic() + chance.uniform(0.3, 2.5)
        while time.monotonic() < until and launcher.poll() is None:
            time.sleep(0.02)
        victims = ranks_of(launcher)
        if victims and launcher.poll() is None:
            os.kill(chance.choice(victims), signal.SIGKILL)
        out, err = launcher.communicate(timeout=120)
        if state.exists():
            self.assertRegex(state.read_text(), r"end [0-9a-f]{16}\n$")
        return (out, err) if launcher.returncode == 0 else None

    def test_killed_ranks(self):
        path, state = self.file("open.txt", OPEN), self.folder / "state"
        count = json.loads(run(PULMA, "count", "--json", path).stdout)["count"]
        words = ["count", "--piece", 2, "--save", 50, "-r", state, path]
        for seed in range(KILLS):
            chance = random.Random(seed)
            for _ in range(4):
                done = self.kill_some(words, chance, state)
                if done:
                    break
            final = mpi(chance.choice((1, 2, 4)), *words)
            self.assertEqual(final.stdout, f"{count} answers\n", f"seed {seed}: {final.stderr}")
            for old in self.folder.glob("state*"):
                old.unlink()

    def test_the_whole_is_not_kept_beside_its_pieces(self):
        """Rank 0 tries the whole while rank 1 has its pieces; whoever resumes must not count both."""
        state, seen = self.folder / "state", 0
        words = ["count", "--piece", 1000, "--save", 20, "--time", 3, "-r", state, example("knight/classical.txt")]
        launcher = subprocess.Popen([MPIRUN, "-q", "-n", "2", PULMA_MPI, *map(str, words)], stdout=subprocess.DEVNULL,
                                    stderr=subprocess.DEVNULL, env=ENVIRONMENT)
        while launcher.poll() is None:
            text = state.read_text() if state.exists() else ""
            if "\npiece " in text:
                seen += 1
                self.assertNotIn("\npiece\n", text)
            time.sleep(0.05)
        self.assertGreater(seen, 0)

    def test_solve_goes_on_where_it_was(self):
        boards = self.file("boards.txt", run(PULMA, "generate", "sudoku", "-n", 200, "--seed", 5, "--to", "line").stdout * 300)
        whole, kept, killed = run(PULMA, "solve", boards).stdout, self.folder / "kept", 0
        chance = random.Random(7)
        while killed < 3:
            ranks = chance.choice((1, 2, 4))
            launcher = subprocess.Popen([MPIRUN, "-q", "-n", str(ranks), PULMA_MPI, "solve", "-o", kept, boards],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENVIRONMENT)
            bytes_before = kept.stat().st_size if kept.exists() else 0
            while launcher.poll() is None and (not kept.exists() or kept.stat().st_size <= bytes_before):
                time.sleep(0.002)
            victims = ranks_of(launcher)
            if victims:
                os.kill(chance.choice(victims), signal.SIGKILL)
            launcher.wait(timeout=120)
            killed += 1
        self.assertEqual(mpi(2, "solve", "-o", kept, boards).returncode, 0)
        self.assertEqual(kept.read_text(), whole)
        self.assertFalse((self.folder / "kept.journal").exists())

    def test_damaged_state(self):
        path, state = self.file("open.txt", OPEN), self.folder / "state"
        words = ["count", "--piece", 5, "--save", 1, "-r", state, path]
        first = mpi(2, *words)
        self.assertTrue((self.folder / "state~").exists())
        state.write_text(state.read_text()[:-30])
        again = mpi(2, *words)
        self.assertEqual(again.stdout, first.stdout)
        self.assertIn("the saved state is damaged", again.stderr)
        state.write_text("something else\n")
        (self.folder / "state~").unlink()
        got = mpi(1, *words)
        self.assertEqual(got.returncode, 2)
        self.assertIn(f"{state}: expected a state that pulma-mpi saved", got.stderr)
        mpi(1, *words[:-2], self.folder / "other", path)
        got = mpi(1, "count", "-r", self.folder / "other", example("edgematch/no-border-4x3.txt"))
        self.assertEqual(got.returncode, 2)
        self.assertIn("this state is of another puzzle", got.stderr)
        got = mpi(1, "count", "--method", "rules", "-r", self.folder / "other", path)
        self.assertEqual(got.returncode, 2)
        self.assertIn("this state is of another puzzle, command or method", got.stderr)

    def test_no_room_for_the_state(self):
        path = self.file("open.txt", OPEN)
        count = json.loads(run(PULMA, "count", "--json", path).stdout)["count"]
        got = mpi(2, "count", "-r", self.folder / "nowhere" / "state", path)
        self.assertEqual(got.stdout, f"{count} answers\n")
        self.assertEqual(got.returncode, 2)
        self.assertIn("cannot be written", got.stderr)

    def test_files_are_read_by_rank_0_alone(self):
        path = self.file("open.txt", OPEN)
        script = '[ "$OMPI_COMM_WORLD_RANK" = 0 ] || cd /; exec "$@"'
        got = run(MPIRUN, "-q", "-n", 2, "sh", "-c", script, "sh", PULMA_MPI, "count", "open.txt", cwd=self.folder)
        self.assertEqual(got.stdout, mpi(1, "count", path).stdout)
        got = mpi(2, "count", self.folder / "missing.txt")
        self.assertEqual(got.returncode, 2)
        self.assertEqual(got.stderr.count("missing.txt"), 1, got.stderr)

    def test_late_ranks_are_told(self):
        path = self.file("open.txt", OPEN)
        script = '[ "$OMPI_COMM_WORLD_RANK" = 0 ] || sleep 4; exec "$@"'
        got = run(MPIRUN, "-q", "-n", 2, "sh", "-c", script, "sh", PULMA_MPI, "count", path)
        self.assertEqual(got.stdout, mpi(1, "count", path).stdout)
        self.assertIn("waiting for ranks that have not started yet", got.stderr)

    def test_bad_calls_are_told_once(self):
        got = mpi(4, "count", "--pieces", 3, "x.txt")
        self.assertEqual(got.returncode, 2)
        self.assertEqual(got.stderr.count("unknown option"), 1)
        self.assertEqual(mpi(4, "version").stdout.count("pulma-mpi"), 1)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
