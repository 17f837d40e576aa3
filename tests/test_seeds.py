"""docs/seeds.md: every command in it gives what it says.  --slow runs the slow ones, too."""

import pathlib
import re
import shlex
import subprocess
import sys
import unittest

PULMA = str(pathlib.Path(sys.argv.pop(1)).resolve())
SLOW = "--slow" in sys.argv and not sys.argv.remove("--slow")
ROOT = pathlib.Path(__file__).parent.parent


def rows():
    for line in (ROOT / "docs" / "seeds.md").read_text().splitlines():
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        command = re.match(r"`(pulma [^`]*)`( \(slow\))?$", cells[2]) if len(cells) == 5 else None
        if command:
            yield command.group(1), bool(command.group(2)), re.findall(r"`([^`]*)`", cells[3])


class Seeds(unittest.TestCase):
    def test_every_command_gives_what_it_says(self):
        seen = 0
        for command, slow, gives in rows():
            if slow != SLOW:
                continue
            seen += 1
            with self.subTest(command):
                self.assertTrue(gives)
                words = [PULMA] + shlex.split(command)[1:]
                run = subprocess.run(words, capture_output=True, text=True, cwd=ROOT)
                printed = " ".join(run.stdout.split())
                for text in gives:
                    self.assertIn(text, printed, run.stderr)
        self.assertGreater(seen, 0 if SLOW else 60)

    def test_every_model_and_board_of_the_seeds_is_there(self):
        text = (ROOT / "docs" / "seeds.md").read_text()
        for board in (ROOT / "examples" / "seeds").iterdir():
            self.assertIn(board.name, text)
        ours = {"match22/colours", "starbattle/pairs", "binary/differences", "sudoku/complete",
                "infinityloop/network", "nonogram/colours"}
        for model in (ROOT / "models").glob("*/*.mod"):
            if f"{model.parent.name}/{model.stem}" not in ours:
                self.assertTrue(f"`{model.stem}`" in text or f"{model.parent.name}/{model.stem}" in text
                                or f"-m {model.stem}" in text, model)


if __name__ == "__main__":
    unittest.main()
