"""Models as papers and students write them: for one board, with its data inside, declaring no
more than they use, and with a heading above what they print."""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

PULMA = sys.argv.pop(1)
ROOT = pathlib.Path(__file__).parent.parent
LISTINGS = pathlib.Path(__file__).parent / "listings"


def pulma(*words):
    return subprocess.run([PULMA, *map(str, words)], capture_output=True, text=True)


def solved(board, *words):
    run = pulma("solve", board, *words)
    return run.returncode, [line for line in run.stdout.splitlines() if line[:1] != "%"], run.stderr


class Listings(unittest.TestCase):
    def model(self, text):
        file = tempfile.NamedTemporaryFile("w", suffix=".mod", delete=False)
        self.addCleanup(pathlib.Path(file.name).unlink)
        file.write(text)
        file.close()
        return file.name

    def test_models_with_data_inside_give_the_answer(self):
        listings = sorted(LISTINGS.glob("*.mod"))
        self.assertEqual(len(listings), 6)
        for listing in listings:
            board = LISTINGS / (listing.stem.split("-")[0] + ".txt")
            for solver in "glpk", "cbc":
                with self.subTest(listing.name, solver=solver):
                    self.assertEqual(solved(board, "-m", listing, "--solver", solver),
                                     solved(board))

    def test_the_data_inside_counts(self):
        text = (LISTINGS / "thermometers.mod").read_text()
        wrong = self.model(text.replace("1 2 4\n2 2 3", "1 2 3\n2 2 4"))
        code, lines, err = solved(LISTINGS / "thermometers.txt", "-m", wrong)
        self.assertNotEqual(code, 0, lines)

    def test_a_model_gets_the_data_that_it_declares(self):
        for name, unused in ("flowfree-1", "name"), ("flowfree-2", "Q"):
            text = (LISTINGS / (name + ".mod")).read_text()
            text = text[:text.index("\ndata;")] + "\nend;\n"
            self.assertNotIn("param " + unused, text)
            board = LISTINGS / "flowfree.txt"
            model = self.model(text)
            self.assertEqual(solved(board, "-m", model), solved(board))
            whole = pulma("model", model, board, "--format", "mathprog").stdout
            self.assertIn("\ndata;", whole)
            self.assertNotIn("param " + unused, whole)
            self.assertIn("param " + unused, pulma("model", "flowfree/hartmann1", board).stdout)

    def test_a_model_without_data_is_fine(self):
        model = self.model('var x, binary;\ns.t. one: x = 1;\nsolve;\n'
                           'printf "1010\\n1100\\n1110\\n11%d0\\n", x;\nend;\n')
        board = LISTINGS / "thermometers.txt"
        self.assertEqual(solved(board, "-m", model), solved(board))

    def test_a_name_that_is_not_given_is_told_with_those_that_are(self):
        board = LISTINGS / "match22.txt"
        names = "the puzzle gives rows, columns, n, disk, d, H and V"
        for text, line, words in (
                ("param disks;\nvar x{1..disks}, binary;\ns.t. a: x[1] = 1;\nsolve;\nend;\n", 3,
                 "no value for disks; " + names),
                ("param n;\nvar x{1..n}, binary;\ns.t. a: x[1] = colours;\nsolve;\nend;\n", 3,
                 "colours not defined; " + names)):
            code, lines, err = solved(board, "-m", self.model(text))
            self.assertEqual(code, 2)
            self.assertIn(words, err)
            self.assertIn(":%d:" % line, err)
        # a name of the board is not missing, whatever else is wrong with it
        code, lines, err = solved(board, "-m", self.model(
            "param d{1..99, 0..3};\nvar x, binary;\ns.t. a: x <= d[98,0];\nsolve;\nend;\n"))
        self.assertEqual(code, 2)
        self.assertNotIn("gives", err)


    def test_without_distances_a_closed_loop_appears(self):
        # The crux of the web book's chapter: counting neighbours of the same colour is not enough.
        text = (ROOT / "models/flowfree/colour-distance.mod").read_text()
        for family in "root", "one_before", "before_same", "nearer", "not_by_more":
            text, n = re.subn(r"^s\.t\. %s\b.*?;[^\n]*\n" % family, "", text, flags=re.S | re.M)
            self.assertEqual(n, 1, family)
        model = self.model(text)
        for board in "square", "ring":
            board = ROOT / ("tests/corpus/flowfree/loop-%s.txt" % board)
            self.assertEqual(pulma("solve", board, "-m", "colour-distance").returncode, 1)
            run = pulma("solve", board, "-m", model)
            self.assertNotEqual(run.returncode, 0)
            self.assertIn("is a closed loop", run.stdout + run.stderr)


if __name__ == "__main__":
    unittest.main()
