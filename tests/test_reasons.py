"""What `pulma explain --json` says is judged by tests/judge.c, which knows the rules and the engine but not the
explainer: of every step the rules and facts exclude the opposite of what is concluded; without any one of them they
do not; the facts were known; and the end is the answer, or all that the answers share.

    test_reasons.py PULMA JUDGE KIND BOARDS
"""

import functools
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

# What generators are asked for in turn.
WISHES = {
    "binary": ["--size 6x6"], "circuit": ["--size 5x8"], "edgematch": ["--size 3x3"],
    "eternity1": ["--option pieces=4 --option drafters=12"], "flowfree": ["--size 5x5"],
    "infinityloop": ["--size 5x5"], "kakuro": ["--size 6x6"], "knight": ["--size 4x4"], "match22": ["--size 4x4"],
    "monodot": ["--size 4x4"], "nonogram": ["--size 6x6"], "slider": ["--size 5x5"], "starbattle": ["--size 6x6"],
    "sudoku": ["--size 9x9", "--size 6x6 --option killer=yes", "--size 6x6 --option diagonals=yes",
               "--size 6x6 --option jigsaw=yes", "--size 6x6 --option parity=yes"],
    "thermometers": ["--size 5x5"], "tiling": ["--size 4x4"]}
SECONDS = "20" # what a board takes; steps before that are judged


def pulma(*words, stdin=None):
    return subprocess.run([PULMA, *words], input=stdin, capture_output=True, text=True)


def generate(kind, n):
    """n boards of a kind, always the same."""
    wishes = WISHES.get(kind, [""])
    boards = []
    for number, wish in enumerate(wishes):
        share = len(range(number, n, len(wishes)))
        if share:
            run = pulma("generate", kind, "--seed", "7", "-n", str(share), "--json", *wish.split())
            boards += run.stdout.splitlines()
            assert run.returncode == 0, run.stderr
    assert len(boards) == n
    return boards


class Judge:
    """Answers whether rules and facts exclude the opposite of a fact."""

    def __init__(self, path, cost):
        words = [JUDGE, path] + ([str(cost)] if cost is not None else [])
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.rules = int(self.process.stdout.readline())
        self.clues = set()
        while line := self.process.stdout.readline().strip():
            self.clues.add(tuple(map(int, line.split())))
        self.excludes = functools.lru_cache(maxsize=None)(self.ask)

    def ask(self, rules, facts, conclusion):
        parts = [rules, [n for fact in facts for n in fact], conclusion]
        self.process.stdin.write(" / ".join(" ".join(map(str, part)) for part in parts) + "\n")
        self.process.stdin.flush()
        reply = self.process.stdout.readline().strip()
        assert reply in ("excluded", "possible"), reply
        return reply == "excluded"

    def close(self):
        self.process.stdin.close()
        assert self.process.wait() == 0
        self.process.stdout.close()


def facts_of(step, name):
    return tuple((fact["place"], fact["value"], int(fact["holds"])) for fact in step[name])


class Reasons(unittest.TestCase):
    def judge_step(self, judge, step, known):
        rules = tuple(reason["rule"] for reason in step["reasons"])
        facts, conclusions = facts_of(step, "facts"), facts_of(step, "conclusion")
        self.assertTrue(conclusions)
        self.assertEqual(len(rules), len(set(rules)))
        self.assertEqual(step["size"], sum(reason.get("price", 1) for reason in step["reasons"]))
        self.assertEqual(len(facts), len(set(facts)))
        for fact in facts:
            if fact not in known: # a place has one value, where that is no rule of its own
                self.assertTrue(judge.excludes((), tuple(sorted(known)), fact), fact)

        def follow(some_rules, some_facts):
            return all(judge.excludes(some_rules, some_facts, one) for one in conclusions)

        self.assertTrue(follow(rules, facts))
        for rule in rules:
            self.assertFalse(follow(tuple(r for r in rules if r != rule), facts), f"rule {rule} is not needed")
        for fact in facts:
            self.assertFalse(follow(rules, tuple(f for f in facts if f != fact)), f"fact {fact} is not needed")
        for conclusion in conclusions:
            self.assertNotIn(conclusion, known)
        known.update(conclusions)

    def judge_end(self, judge, known, solved, free):
        """All is known that the answers share."""
        everything, facts = tuple(range(1, judge.rules + 1)), tuple(sorted(known))
        for place, value in enumerate(solved["values"]):
            self.assertNotIn((place, value, 0), known)
            fixed = judge.excludes(everything, facts, (place, value, 1))
            self.assertEqual(fixed, place not in free, f"place {place}")
            if fixed:
                self.assertTrue(judge.excludes((), facts, (place, value, 1)), f"place {place}")

    def judge_board(self, text):
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write(text)
            file.flush()
            solved = json.loads(pulma("solve", "--json", file.name).stdout)
            cost = solved["objective"] if solved["status"] == "optimal" else None
            explained = pulma("explain", "--json", "--all", "--time", SECONDS, file.name)
            judge = Judge(file.name, cost)
        self.assertIn(explained.returncode, (0, 3), explained.stderr)
        known, free = set(judge.clues), []
        for line in explained.stdout.splitlines():
            step = json.loads(line)
            if "conclusion" in step:
                with self.subTest(step=step["text"]):
                    self.judge_step(judge, step, known)
            else:
                free = step.get("free", [])
        if explained.returncode == 0:
            self.judge_end(judge, known, solved, free)
        judge.close()

    def test_every_step_of_every_board(self):
        for number, text in enumerate(generate(KIND, BOARDS)):
            with self.subTest(board=number):
                self.judge_board(text)

    def test_steps_are_proved(self):
        """One proof for all steps; without the first rule or fact that a step needs it is none."""
        with tempfile.TemporaryDirectory() as folder:
            puzzle, proof = pathlib.Path(folder) / "puzzle.txt", pathlib.Path(folder) / "proof"
            puzzle.write_text(generate(KIND, 1)[0])
            formula = pathlib.Path(f"{proof}.cnf")
            explained = pulma("explain", "--json", "--steps", "40", "--proof", str(proof), str(puzzle))
            self.assertEqual(explained.returncode, 0, explained.stderr)
            steps = sum("conclusion" in json.loads(line) for line in explained.stdout.splitlines())
            verified = pulma("verify-proof", str(formula), str(proof))
            self.assertEqual(verified.returncode, 0, verified.stdout + verified.stderr)
            lines = formula.read_text().splitlines()
            head = next(line for line in lines if line.startswith("p cnf"))
            first = int(head.split()[2]) - steps + 1
            self.assertEqual(len(lines[-1].split()), steps + 1)  # some step is wrong
            if not steps:
                return
            at = next(i for i, line in enumerate(lines) if line.startswith(f"-{first} "))
            self.assertEqual(len(lines[at].split()), 3)
            lines[at] = lines[-1]
            formula.write_text("\n".join(lines) + "\n")
            self.assertEqual(pulma("verify-proof", str(formula), str(proof)).returncode, 1)


if __name__ == "__main__":
    PULMA, JUDGE = (str(pathlib.Path(path).resolve()) for path in sys.argv[1:3])
    KIND, BOARDS = sys.argv[3], int(sys.argv[4])
    unittest.main(argv=sys.argv[:1])
