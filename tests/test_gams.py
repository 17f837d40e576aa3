"""GAMS models with sets: a small reader expands them, and the coefficients must be those of the MPS file.

    test_gams.py PULMA
"""
import collections
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
BOARDS = (("slider/hartmann", "slider/two"), ("kakuro/hartmann", "kakuro/two"), ("sudoku/way3", "sudoku/tiny"),
          ("sudoku/way1", "sudoku/tiny"), ("edgematch/way2", "edgematch/eternity2-lampainen-2x2"),
          ("edgematch/way1", "edgematch/eternity2-lampainen-2x2"), ("flowfree/hartmann2", "flowfree/four"),
          ("binary/differences", "binary/all-4x4"), ("binary/hartmann", "binary/all-4x4"), ("knight/hartmann", "knight/3x4"),
          ("match22/hartmann", "match22/two"), ("tiling/general", "tiling/thesis-general"), ("v3ck/hartmann", "v3ck/square"),
          ("monodot/hartmann", "monodot/square"), ("nonogram/lampainen", "nonogram/four-answers"), ("circuit/hartmann", "circuit/two"),
          ("thermometers/hartmann", "thermometers/hidden"), ("starbattle/pairs", "starbattle/two-8x8"))
PULMA = None


def export(model, board, form):
    return subprocess.run([PULMA, "model", model, ROOT / "tests" / "corpus" / (board + ".txt"), "--format", form],
                          capture_output=True, text=True, check=True).stdout


def mps(text):
    """{(row, column): value}, right-hand sides and ranges, by name."""
    section, entries, sides = "", {}, {}
    for line in text.splitlines():
        words = line.split()
        if line[0] not in " *":
            section = words[0]
        elif section == "COLUMNS" and words[1] != "'MARKER'" and words[1] != "objective":
            entries[words[1], words[0]] = float(words[2])
        elif section == "RHS" and words[1] != "objective":
            sides[words[1]] = float(words[2])
    return entries, sides


def name(family, labels):
    """As the MPS file has it: product_s_low of 1.2 is product_s(1,2).low."""
    stem, tail = (re.fullmatch(r"(.*?)(?:_(low|up))?", family).groups() if family.startswith(("product_", "abs_")) else (family, None))
    return stem + ("(%s)" % ",".join(labels) if labels else "") + ("." + tail if tail else "")


class Gams(unittest.TestCase):
    def expand(self, text):
        data = {}
        for match in re.finditer(r"(?:Parameter|Scalar) (\w+)(?:\(([\w,]*)\))? /\s*(.*?) /;", text, re.S):
            dimension = match.group(2).count(",") + 1 if match.group(2) else 0
            items = [item.split() for item in match.group(3).replace("\n", " ").split(", ")]
            data[match.group(1)] = (dimension, [(item[0].replace("'-", "_").replace("'", "").split(".") if dimension else [], float(item[-1])) for item in items])
        variables = {v: dims.count(",") + 1 if dims else 0
                     for v, dims in re.findall(r"^(?:Binary |Integer )?Variable (\w+)(?:\(([\w,]*)\))?;", text, re.M)}
        entries, used = {}, collections.Counter()
        for equation, body in re.findall(r"^(\w+)(?:\([^)]*\))?(?:\$in_\w+\([^)]*\))?\.\.\n  (.*?);", text, re.M | re.S):
            for parameter, variable in re.findall(r"a_(\w+)(?:\([^)]*\))? \* (\w+)", body):
                family = parameter[:-len(variable) - 1]
                self.assertIn("a_" + parameter, data)
                self.assertTrue(equation in (family, family + "_e", family + "_l", family + "_g"), equation)
                dimension, items = data["a_" + parameter]
                rows = dimension - variables[variable]
                for labels, value in items:
                    entries[name(family, labels[:rows]), name(variable.rstrip("_"), labels[rows:])] = value
                used["a_" + parameter] += 1
        for parameter in data:
            if parameter.startswith("a_"):
                self.assertGreater(used[parameter], 0, parameter)
        sides = {}
        for parameter, (_, items) in data.items():
            if parameter.startswith("rhs_"):
                for labels, value in items:
                    sides.setdefault((parameter[4:], tuple(labels)), value)
        return entries, sides

    def test_coefficients(self):
        for model, board in BOARDS:
            with self.subTest(model):
                text = export(model, board, "gams-sets")
                entries, sides = self.expand(text)
                expected, rhs = mps(export(model, board, "mps"))
                self.assertEqual({(row.replace("_(", "("), column): value for (row, column), value in entries.items()}, expected)
                self.assertEqual(sorted(v for v in sides.values() if v) != [], any(rhs.values()))

    def test_shape(self):
        for model, board in BOARDS:
            with self.subTest(model):
                text = export(model, board, "gams-sets")
                self.assertEqual(text.count("("), text.count(")"))
                self.assertNotRegex(text, r"\.-\d")  # a label, which wants quotes
                declared = set(re.findall(r"(?:Set|Parameter|Scalar|Variable|Equation) (\w+)", text))
                used = set(re.findall(r"\b((?:a|has|in|rhs|lower|upper|cost)_\w+)", text))
                self.assertEqual(used - declared, set())
                families = {re.sub(r"[\[.(].*", "", row) for row, _ in mps(export(model, board, "mps"))[0]}
                for family in families:
                    self.assertRegex(text, r"(?m)^%s\w*(\(|\.\.)" % family)
                self.assertIn("Solve puzzle using mip", text)
                self.assertIn("loop(", text)


if __name__ == "__main__":
    PULMA = sys.argv.pop(1)
    unittest.main()
