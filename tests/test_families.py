"""Mutation by families of rows: each family of constraints in models/ is left out in turn, and a
board of tests/families is then judged otherwise, unless tests/families.txt says why it is redundant.

Nearly all boards have no answer, and the weaker model allows one: whatever solver is used, it is
found out.  On the others the weaker model allows a cheaper one.  Without --all every fourth
family is tried, and no redundant one."""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

PULMA = sys.argv.pop(1)
ALL = "--all" in sys.argv and not sys.argv.remove("--all")
ROOT = pathlib.Path(__file__).parent.parent
FAMILY = re.compile(r"^s\.t\.\s+(\w+)\b.*?;[^\n]*\n", re.S | re.M)


def entries():
    """(model, family) -> the number of a board, or the reason why there is none."""
    table = {}
    for line in (ROOT / "tests" / "families.txt").read_text().splitlines():
        if line and line[0] != "#":
            model, family, entry = line.split(None, 2)
            assert (model, family) not in table, line
            table[model, family] = entry
    return table


def boards_of(kind):
    return (ROOT / "tests" / "families" / (kind + ".txt")).read_text().split("\n\n")


def judged(boards, model):
    """What a model says of each board: status and cost."""
    text = "\n\n".join(boards) + "\n"
    for _ in range(10):
        run = subprocess.run([PULMA, "solve", "-", "-m", model, "--solver", "sat", "--json"],
                             input=text, capture_output=True, text=True)
        documents = [json.loads(line) for line in run.stdout.splitlines()]
        # pulma looks at a claim of a model for two seconds: not enough if the machine stands still
        if all(document["status"] != "limit" for document in documents):
            break
    return [(document["status"], document.get("objective")) for document in documents]


class Families(unittest.TestCase):
    def without(self, model, family):
        """A copy of the model without a family, in a file of its own."""
        text = (ROOT / "models" / (model + ".mod")).read_text()
        rows = [match for match in FAMILY.finditer(text) if match.group(1) == family]
        self.assertEqual(len(rows), 1)
        file = tempfile.NamedTemporaryFile("w", suffix=".mod")
        self.addCleanup(file.close)
        file.write(text[:rows[0].start()] + text[rows[0].end():])
        file.flush()
        return file.name

    def test_every_family_is_listed(self):
        there = {(f"{path.parent.name}/{path.stem}", match.group(1))
                 for path in (ROOT / "models").glob("*/*.mod")
                 for match in FAMILY.finditer(path.read_text())}
        self.assertEqual(there, set(entries()))

    def test_without_a_family_a_board_is_judged_otherwise(self):
        caught = [(*key, int(entry)) for key, entry in entries().items() if entry.isdigit()]
        for model, family, number in caught if ALL else caught[::4]:
            with self.subTest(model, family=family):
                kind, name = model.split("/")
                board = [boards_of(kind)[number - 1]]
                whole = judged(board, name)
                self.assertIn(whole[0][0], ("impossible", "optimal"))
                weaker = judged(board, self.without(model, family))
                # error: what it prints is no board, or half an absolute value is left
                self.assertIn(weaker[0][0], ("model-fault", "error"))

    @unittest.skipUnless(ALL, "takes long")
    def test_without_a_redundant_family_no_board_is(self):
        for (model, family), entry in entries().items():
            if entry.isdigit():
                continue
            with self.subTest(model, family=family):
                self.assertRegex(entry, "^redundant: ")
                kind, name = model.split("/")
                whole = judged(boards_of(kind), name)
                accepted = [i for i, (status, _) in enumerate(whole) if status != "error"]
                boards = [boards_of(kind)[i] for i in accepted]
                self.assertEqual(judged(boards, self.without(model, family)),
                                 [whole[i] for i in accepted])


if __name__ == "__main__":
    unittest.main()
