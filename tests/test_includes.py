"""The rooms of src/ are what docs/architecture.md says.

    test_includes.py ROOT COMPILER...

The table there names each folder and what it may include: folders, or single headers.  Here the
table is compared with the #include lines, and every header is compiled alone.
"""
import fnmatch
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(sys.argv[1])
COMPILER = sys.argv[2:]
SRC = ROOT / "src"
PUBLIC = "pulma.h"  # its statuses and errors are for everybody
TOOLS = {"core", "notations/json.h"}  # know neither puzzles nor solvers


def rows():
    """{folder: what it may include}, both as the table writes them, without src/."""
    table = {}
    for line in (ROOT / "docs" / "architecture.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        folder = re.fullmatch(r"`src(?:/(.+))?`", cells[0])
        if folder and len(cells) == 3:
            table[folder[1] or "."] = re.findall(r"`([^`]+)`", cells[2])
    return table


def sources():
    return sorted(path for path in SRC.rglob("*") if path.suffix in (".c", ".h", ".cpp"))


def folder_of(path):
    return path.parent.relative_to(SRC).as_posix()


def includes():
    """(file, line, the file it includes), all of them relative to src/."""
    for path in sources():
        for number, line in enumerate(path.read_text().splitlines(), 1):
            found = re.match(r'\s*#\s*include\s*"([^"]+)"', line)
            if found:
                yield path.relative_to(SRC), number, pathlib.PurePosixPath(found[1])


class Rooms(unittest.TestCase):
    def setUp(self):
        self.rows = rows()
        self.folders = {folder_of(path) for path in sources()}

    def row(self, folder):
        """The row of a folder: its own, else that of a pattern."""
        if folder in self.rows:
            return folder
        return next((row for row in self.rows if fnmatch.fnmatchcase(folder, row)), None)

    def test_folders_and_rows_belong_together(self):
        for folder in sorted(self.folders):
            self.assertIsNotNone(self.row(folder), f"src/{folder} has no row in the table")
        used = {self.row(folder) for folder in self.folders}
        for row in self.rows:
            self.assertIn(row, used, f"the row `src/{row}` has no folder")

    def test_names_in_the_table_exist(self):
        for row, names in self.rows.items():
            for name in names:
                known = (name == PUBLIC or (SRC / name).is_file()
                         or any(fnmatch.fnmatchcase(folder, name) for folder in self.folders))
                self.assertTrue(known, f"the row `src/{row}` names `{name}`, which is not there")

    def test_includes_follow_the_table(self):
        wrong = []
        for path, number, target in includes():
            here, there = path.parent.as_posix(), target.parent.as_posix()
            if there == "pulma" or there == here:
                continue
            allowed = self.rows[self.row(here)]
            if not any(fnmatch.fnmatchcase(there, name) or str(target) == name
                       for name in allowed):
                wrong.append(f"src/{path}:{number}: {target} (src/{here} may include "
                             f"{', '.join(allowed) or 'nothing'})")
        if wrong:
            self.fail("not in the table:\n" + "\n".join(wrong))

    def test_arrows_point_one_way(self):
        below = {folder: set() for folder in self.folders}
        for path, _, target in includes():
            here, there = path.parent.as_posix(), target.parent.as_posix()
            if there in below and there != here:
                below[here].add(there)
        while below:
            ground = {folder for folder in below if not below[folder]}
            self.assertTrue(ground, f"these include each other in a circle: {sorted(below)}")
            below = {folder: there - ground for folder, there in below.items()
                     if folder not in ground}

    def test_what_lies_above_the_public_header_sees_puzzles_through_it(self):
        above = {row for row, names in self.rows.items() if PUBLIC in names}
        self.assertTrue(above)
        for row in above:
            for name in self.rows[row]:
                self.assertTrue(name in above | TOOLS | {PUBLIC},
                                f"src/{row} lies above {PUBLIC} and includes {name}")

    def test_large_kinds_have_the_same_rooms(self):
        for folder in self.folders:
            if fnmatch.fnmatchcase(folder, "puzzles/*"):
                name = folder.split("/")[1]
                for file in ("kind.c", f"{name}.h"):
                    self.assertTrue((SRC / folder / file).is_file(), f"src/{folder}/{file}")


class Headers(unittest.TestCase):
    def test_each_compiles_alone(self):
        """Those without a guard are completed by the file that includes them."""
        headers = [path for path in [*sources(), *ROOT.glob("include/**/*.h")]
                   if path.suffix == ".h" and "#ifndef" in path.read_text()]
        run = subprocess.run(
            [*COMPILER, "-std=c17", "-D_POSIX_C_SOURCE=200809L", "-Wall", "-Werror",
             "-Wno-unused", "-fsyntax-only", f"-I{ROOT}/include", f"-I{SRC}", "-x", "c",
             *map(str, headers)], stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual(run.returncode, 0, run.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
