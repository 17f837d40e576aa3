"""Models in MiniZinc: their data, and what the installed command makes of them."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

PULMA = sys.argv.pop(1)
ROOT = pathlib.Path(__file__).parent.parent
CORPUS = pathlib.Path(__file__).parent / "corpus"
MODELS = {"flowfree": "colour-distance", "kakuro": "hartmann", "nonogram": "lampainen",
          "sudoku": "complete"}


def pulma(*words):
    return subprocess.run([PULMA, *map(str, words)], capture_output=True, text=True)


def installed():
    return "minizinc" not in pulma("solve", CORPUS / "kakuro" / "tiny.txt", "-m", "hartmann",
                                   "--solver", "minizinc").stderr


class MiniZinc(unittest.TestCase):
    def file(self, text, suffix):
        file = tempfile.NamedTemporaryFile("w", suffix=suffix, delete=False)
        self.addCleanup(pathlib.Path(file.name).unlink)
        file.write(text)
        file.close()
        return file.name

    def exported(self, model, board):
        run = pulma("model", model, self.file(board, ".txt"), "--format", "minizinc")
        self.assertEqual(run.returncode, 0, run.stderr)
        return run.stdout.split("% The puzzle.\n")[1]

    def test_data_are_rows_of_numbers(self):
        self.assertEqual(
            self.exported("flowfree/colour-distance",
                          "flowfree\ntouch: no\nreversed: B\nA . 10 #\nB . 10 B\nA . . .\n"),
            'm = 3;\nn = 4;\nQ = 3;\ncover = 1;\ntouch = 0;\nwidth = 2;\nname = ["A","10","B"];\n'
            "S = [|1,1|1,3|2,4|];\nT = [|2,1|2,3|3,1|];\nH = [|1,4|];\n"
            "C = [|1,1,1|1,3,2|2,1,3|2,3,2|2,4,3|3,1,1|];\n")
        kakuro = self.exported("kakuro/hartmann", "kakuro\n# 3\\ ?\\\n\\4 1 .\n\\? . .\n")
        self.assertIn("R = [|1,1,1|1,1,2|2,2,1|2,2,2|3,1,1|3,2,1|4,1,2|4,2,2|];\n", kakuro)
        self.assertIn("r = [|1,4|3,3|];\n", kakuro)
        self.assertIn("G = [|1,1,1|];\n", kakuro)

    def test_what_a_puzzle_lacks_is_zero_or_empty(self):
        sudoku = self.exported("sudoku/complete", "sudoku\n1...\n..2.\n.3..\n...4\n")
        self.assertIn("given = [|1,1,1|2,3,2|3,2,3|4,4,4|];\n", sudoku)
        self.assertIn("parity = [||];\ndiagonals = 0;\ncages = 0;\ncage = [||];\n", sudoku)

    def test_other_models_say_that_they_have_no_such_form(self):
        run = pulma("model", "sudoku/way1", ROOT / "examples/sudoku/four.txt", "--format",
                    "minizinc")
        self.assertEqual(run.returncode, 2)
        self.assertIn("no MiniZinc form", run.stderr)

    def test_a_constraint_program_is_not_for_integer_programs_solvers(self):
        run = pulma("solve", ROOT / "examples/sudoku/four.txt", "-m",
                    ROOT / "models/sudoku/complete.mzn", "--solver", "glpk")
        self.assertEqual(run.returncode, 2)
        self.assertIn("use the solver minizinc", run.stderr)

    @unittest.skipUnless(installed(), "minizinc is not installed")
    def test_answers_are_those_of_the_corpus(self):
        for kind, model in MODELS.items():
            tried = 0
            for board in sorted((CORPUS / kind).glob("*.txt")):
                if board.stat().st_size > 1500:
                    continue
                run = pulma("solve", board, "-m", model, "--solver", "minizinc", "--json",
                            "--time", 20)
                if "this model" in run.stdout:
                    continue  # the model refuses such boards
                with self.subTest(board.name):
                    right = json.loads(pulma("solve", board, "--json").stdout)
                    got = json.loads(run.stdout)
                    self.assertIn(got["status"], (right["status"], "limit"), run.stderr)
                    tried += got["status"] == right["status"]
            self.assertGreater(tried, 1, kind)

    @unittest.skipUnless(installed(), "minizinc is not installed")
    def test_a_file_of_ones_own_and_its_faults(self):
        board = ROOT / "examples/sudoku/four.txt"
        for text, code, words in (
                ('output ["1234\\n3412\\n2143\\n4321\\n"];\nsolve satisfy;\n', None, ""),
                ("int: n;\nconstraint n = 5;\nsolve satisfy;\n", 1, ""),
                ("var 1..3 x;\nsolve satisfy;\n", 2, "minizinc: syntax error")):
            run = pulma("solve", board, "-m", self.file(text, ".mzn"))
            if code is not None:
                self.assertEqual(run.returncode, code, run.stdout + run.stderr)
            self.assertIn(words, run.stderr)


if __name__ == "__main__":
    unittest.main()
