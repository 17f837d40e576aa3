"""The JSON interface: every call on every kind, and what is refused.

    test_api.py PROGRAM EXAMPLES       PROGRAM answers a request a line
"""
import json
import pathlib
import re
import subprocess
import sys
import unittest
import xml.etree.ElementTree

PROGRAM, EXAMPLES = sys.argv[1], pathlib.Path(sys.argv[2])
NO_SUDOKU = "sudoku\n2..8.....\n....5.1.7\n4.9.....3\n1.5.26.9.\n...1.7...\n.3.59.2.1\n5.....6.4\n9.3.1....\n.....8..9\n"
BINARY = "binary\n....\n....\n....\n....\n"


class Program:
    def __init__(self):
        self.process = subprocess.Popen([PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True)

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def ask(self, call, **args):
        return self.send(json.dumps({"call": call, **args}))

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        return self.process.wait()


class Asking(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.program = Program()
        cls.kinds = cls.ask("kinds")["kinds"]

    @classmethod
    def tearDownClass(cls):
        assert cls.program.close() == 0

    @classmethod
    def ask(cls, call, **args):
        return cls.program.ask(call, **args)

    def refused(self, reply, status, words):
        self.assertIn("error", reply)
        self.assertEqual(reply["error"]["status"], status, reply)
        self.assertIn(words, reply["error"]["message"])

    def smallest_example(self, kind):
        return min((path for path in (EXAMPLES / kind).iterdir()),
                   key=lambda path: (path.stat().st_size, path.name)).read_text()


class Api(Asking):
    def test_bad_requests_get_a_sentence(self):
        for line, words in [("", "found"), ("{", "found"), ("[]", "expected one JSON object"),
                            ("{} {}", "expected one JSON object"), ("{}", '"call"'),
                            ('{"call":7}', '"call"'), ('{"call":"nothing"}', "no call"),
                            ('{"call":"board"}', '"puzzle"'),
                            ('{"call":"generate","kind":"chess"}', "no kind")]:
            with self.subTest(line=line):
                reply = self.program.send(line)
                self.assertIn(words, reply["error"]["message"])

    def test_arguments_have_ranges(self):
        ask = self.ask
        self.refused(ask("generate", kind="sudoku", columns=-1), "bad-call", "columns")
        self.refused(ask("generate", kind="sudoku", columns=1e9), "bad-call", "columns")
        self.refused(ask("generate", kind="sudoku", difficulty=3), "bad-call", "difficulty")
        self.refused(ask("board", puzzle=BINARY, answer=[1]), "bad-call", "16 values")
        self.refused(ask("check", puzzle=BINARY, answer=["x"] * 16), "bad-call", "value 1")
        self.refused(ask("draw", puzzle=BINARY, answer=[2] * 16), "bad-call", "0 to 1")
        self.refused(ask("move", puzzle=BINARY, place=16), "bad-call", "place")
        self.refused(ask("draw", puzzle=BINARY, format="gif"), "bad-call", "format")
        self.assertIn("\nRow 1: ", ask("draw", puzzle=BINARY, format="words")["picture"])
        self.refused(ask("solve", puzzle=BINARY, most=0), "bad-call", "most")

    def test_an_error_in_a_puzzle_has_a_position(self):
        error = self.ask("board", puzzle="binary\n..\n.z\n")["error"]
        self.assertEqual((error["status"], error["text"], error["line"], error["column"]),
                         ("bad-text", "puzzle", 3, 2))

    def test_every_kind_is_read_drawn_solved_and_checked(self):
        for kind in self.kinds:
            with self.subTest(kind=kind["name"]):
                text = self.smallest_example(kind["name"])
                puzzle = self.ask("read", text=text)["puzzles"][0]["puzzle"]
                board = self.ask("board", puzzle=puzzle)
                self.assertEqual(board["kind"], kind["name"])
                self.assertIn("<svg", board["svg"])
                self.assertEqual(len(board["begin"]), len(board["places"]))
                solved = self.ask("solve", puzzle=puzzle)
                self.assertIn(solved["status"], ("solved", "optimal"))
                answer = solved["answers"][0]
                self.assertEqual(self.ask("check", puzzle=puzzle, answer=answer)["verdict"],
                                 "right")
                for place in board["fixed"]:
                    self.assertEqual(board["begin"][place], answer[place])
                self.assertIn("<svg", self.ask("draw", puzzle=puzzle, answer=answer)["picture"])
                words = self.ask("write-answer", puzzle=puzzle, answer=answer)["text"]
                again = self.ask("read-answer", puzzle=puzzle, text=words)["answer"]
                self.assertEqual(self.ask("check", puzzle=puzzle, answer=again)["verdict"],
                                 "right")

    def test_every_place_can_be_touched(self):
        """In the picture each place has its spot, but for pieces and lines that are not laid."""
        for kind in self.kinds:
            if kind["name"] in ("eternity1", "flowfree"):
                continue
            with self.subTest(kind=kind["name"]):
                board = self.ask("board", puzzle=self.smallest_example(kind["name"]))
                for place in range(len(board["places"])):
                    self.assertIn(f'data-place="{place}"', board["svg"])

    def play(self, kind, puzzle, board, answer):
        """Moves a player would make to get the answer; the last reply."""
        state = board
        for place, value in enumerate(answer):
            if state["answer"][place] == value or value is None:
                continue
            state = self.ask("move", puzzle=puzzle, answer=state["answer"], place=place,
                             value=value)
            self.assertTrue(state["moved"], f"{kind}: place {place}, value {value}")
        return state

    def test_values_are_set_by_moves(self):
        for kind in self.kinds:
            if kind["play"] in ("path", "step", "slide"):
                continue
            with self.subTest(kind=kind["name"]):
                puzzle = self.smallest_example(kind["name"])
                board = self.ask("board", puzzle=puzzle)
                answer = self.ask("solve", puzzle=puzzle)["answers"][0]
                end = self.play(kind["name"], puzzle, board, answer)
                self.assertEqual((end["answer"], end["verdict"]), (answer, "right"))

    def test_lines_are_drawn_by_dragging(self):
        puzzle = "flowfree\nA.B\n...\nA.B\n"
        answer = self.ask("board", puzzle=puzzle)["answer"]

        def drag(*cells):
            state = None
            for a, b in zip(cells, cells[1:]):
                state = self.ask("move", puzzle=puzzle, answer=answer, place=b, **{"from": a})
                answer[:] = state["answer"]
            return state
        drag(0, 1, 4)
        self.assertEqual(answer[:9], [1, 1, 2, None, 1, None, 1, None, 2])
        self.assertEqual(drag(4, 1)["answer"][:9], [1, 1, 2, None, None, None, 1, None, 2])
        drag(2, 1)  # another colour cuts the line
        self.assertEqual(answer[:9], [1, 2, 2, None, None, None, 1, None, 2])
        self.assertFalse(drag(1, 0)["moved"])  # but not at its dot
        drag(0, 3, 6)
        drag(2, 1, 4, 7, 8)
        self.assertEqual(answer[:9], [1, 2, 2, 1, 2, None, 1, 2, 2])
        self.assertEqual(drag(2, 5, 8)["verdict"], "unfinished")
        self.assertEqual(answer[:9], [1, None, 2, 1, None, 2, 1, None, 2])
        drag(0, 1, 4, 7, 6)  # a dot begins anew
        self.assertEqual(answer[:9], [1, 1, 2, None, 1, 2, 1, 1, 2])
        drag(6, 3, 4)
        self.assertEqual(answer[3], 1)

    def test_every_call_is_fuzzed(self):
        here = pathlib.Path(__file__).parent
        calls = set(re.findall(r'\{"([a-z-]+)", call_', "".join(
            path.read_text() for path in (here.parent / "src/page").glob("*.c"))))
        seeds = set(re.findall(r'"call": *"([a-z-]+)"', " ".join(
            path.read_text() for path in (here / "fuzz-api").iterdir())))
        self.assertGreater(len(calls), 20)
        self.assertEqual(calls - seeds, set())

    def clues(self, puzzle, answer):
        board = self.ask("board", puzzle=puzzle, answer=answer)
        self.assertEqual(len(board["clues"]), len(board["left"]))
        names = [(clue["name"], clue["text"]) for clue in board["clues"]]
        return list(zip(names, board["left"])), board

    def test_clues_of_lines_are_met_one_by_one(self):
        puzzle = "nonogram\nrows:\n1 2\n0\n4\ncolumns:\n1 1\n1\n1 1\n1 1\n"
        _ = None
        row = lambda cells: [left for (name, _), left in self.clues(
            puzzle, cells + [_] * 8)[0] if name == "row 1"]
        self.assertEqual(row([_, _, _, _]), [False, False])
        self.assertEqual(row([1, _, _, _]), [False, False])
        self.assertEqual(row([1, 0, _, _]), [True, False])
        self.assertEqual(row([_, _, 1, 1]), [False, False])
        self.assertEqual(row([_, 0, 1, 1]), [False, True])
        self.assertEqual(row([1, _, 1, 1]), [True, True])
        self.assertEqual(row([1, 1, 0, _]), [False, False])
        clues, board = self.clues(puzzle, [_] * 12)
        self.assertEqual(clues[2], (("row 2", "0"), True))
        self.assertEqual(board["clues"][1]["places"], [0, 1, 2, 3])
        x, y, width, height = board["clues"][1]["box"]
        self.assertTrue(x + width < 0 and 0 < y and y + height < 1)

    def test_unknown_and_coloured_blocks_are_met(self):
        puzzle = "nonogram\ncolours: r=red b=blue\nrows:\n?r 1b\ncolumns:\n1r\n1r\n1b\n"
        clues, _ = self.clues(puzzle, [1, 1, None])
        self.assertEqual(clues[:2], [(("row 1", "?r"), False), (("row 1", "1b"), False)])
        clues, _ = self.clues(puzzle, [1, 1, 2])
        self.assertTrue(all(left is True for _, left in clues))

    def test_what_is_left_of_a_sum(self):
        kakuro = "kakuro\n#   4\\ 6\\\n\\3  .   .\n\\7  .   .\n"
        clues, _ = self.clues(kakuro, [None] * 4)
        self.assertEqual(clues[0], (("row 1", "3"), [3, 2, "12"]))
        self.assertEqual(clues[2], (("column 1", "4"), [4, 2, "13"]))
        clues, _ = self.clues(kakuro, [1, None, None, None])
        self.assertEqual([left for _, left in clues],
                         [[2, 1, "2"], [7, 2, "123456"], [3, 1, "3"], [6, 2, "1245"]])
        clues, _ = self.clues(kakuro, [1, 2, 3, 5])
        self.assertEqual([left for _, left in clues], [True, [-1, 0, ""], True, [-1, 0, ""]])
        killer = "sudoku\ncages:\nAA..\nA...\n....\n....\nsums: 6\n....\n....\n....\n....\n"
        reply = self.ask("board", puzzle=killer)
        if "error" in reply:
            self.fail(reply["error"])
        self.assertEqual(reply["left"], [[6, 3, "123"]])
        again = killer.replace("sums", "repeats: yes\nsums")
        self.assertEqual(self.ask("board", puzzle=again)["left"], [[6, 3, "1234"]])

    def test_all_clues_of_an_answer_are_met(self):
        for name in ("nonogram/small-10x10", "kakuro/5x5-easy", "sudoku/killer-six",
                     "sudoku/killer"):
            puzzle = (EXAMPLES / f"{name}.txt").read_text()
            answer = self.ask("solve", puzzle=puzzle)["answers"][0]
            left = self.ask("state", puzzle=puzzle, answer=answer)["left"]
            self.assertTrue(left and all(one is True for one in left), name)
        for path in (EXAMPLES / "thermometers").iterdir():
            answer = self.ask("solve", puzzle=path.read_text())["answers"][0]
            left = self.ask("state", puzzle=path.read_text(), answer=answer)["left"]
            self.assertTrue(left and all(one is True for one in left), path.name)

    def test_a_knight_goes_on_and_back(self):
        puzzle = "knight\nS.#\n#..\n.#.\n"
        board = self.ask("board", puzzle=puzzle)
        self.assertEqual(board["next"], [5])
        state = self.ask("move", puzzle=puzzle, answer=board["answer"], place=5)
        self.assertTrue(state["moved"])
        self.assertEqual(state["next"], [6])
        self.assertFalse(self.ask("move", puzzle=puzzle, answer=state["answer"],
                                  place=4)["moved"])
        state = self.ask("move", puzzle=puzzle, answer=state["answer"], place=6)
        back = self.ask("move", puzzle=puzzle, answer=state["answer"], place=0)
        self.assertEqual(back["answer"], board["answer"])

    def test_a_block_slides(self):
        puzzle = "slider\n.#..\n...#\n.S..\n....\n..T.\n..#.\n"
        answer = self.ask("board", puzzle=puzzle)["answer"]
        for value, verdict in [(1, "unfinished"), (2, "unfinished"), (3, "right")]:
            state = self.ask("move", puzzle=puzzle, answer=answer, place=0, value=value)
            answer = state["answer"]
            self.assertEqual((state["moved"], state["verdict"]), (True, verdict))
            self.assertEqual(state["cost"], value)

    def test_pieces_that_fit_are_offered(self):
        puzzle = self.smallest_example("tiling")
        board = self.ask("board", puzzle=puzzle)
        options = self.ask("options", puzzle=puzzle, answer=board["answer"], place=0)
        self.assertEqual(len(options["options"]), options["count"])
        self.assertGreater(options["count"], 0)
        for option in options["options"]:
            self.assertIn(0, option["places"])

    def test_candidates_break_no_rule_at_once(self):
        puzzle = "sudoku\n...3\n2.4.\n.2.4\n4...\n"
        candidates = self.ask("candidates", puzzle=puzzle)["candidates"]
        self.assertEqual(candidates[:5], [[1], [1, 4], [1, 2], [], []])

    def test_pieces_fit_where_they_are_told_to(self):
        tiling = "tiling\n...\n...\npieces:\nA 1 xxx\nB 1 xx/x\nC * x\n"
        pieces = self.ask("pieces", puzzle=tiling)["pieces"]
        self.assertEqual([(p["name"], p["copies"] > 1, len(p["ways"])) for p in pieces],
                         [("A", False, 1), ("B", False, 4), ("C", True, 1)])
        spots = self.ask("spots", puzzle=tiling, piece=0, way=pieces[0]["ways"][0])["spots"]
        self.assertEqual([(s["x"], s["y"]) for s in spots], [(1.5, 0.5), (1.5, 1.5)])
        for kind in "tiling", "eternity1", "edgematch":
            puzzle = self.smallest_example(kind)
            answer = self.ask("board", puzzle=puzzle)["answer"]
            piece = self.ask("pieces", puzzle=puzzle)["pieces"][0]
            spots = self.ask("spots", puzzle=puzzle, piece=piece["piece"],
                             way=piece["ways"][0])["spots"]
            state = self.ask("move", puzzle=puzzle, answer=answer, place=spots[0]["place"],
                             value=spots[0]["value"])
            self.assertTrue(state["moved"], kind)
            used = self.ask("pieces", puzzle=puzzle, answer=state["answer"])["pieces"][0]["used"]
            self.assertEqual(used, 1, kind)

    def test_pieces_are_told_where_they_can_be_laid(self):
        """Not in a place that is given, where the page could not draw them."""
        for name in "edgematch/triangle-4.txt", "eternity1/eighteen-hints.txt":
            puzzle = (EXAMPLES / name).read_text()
            board = self.ask("board", puzzle=puzzle)
            for piece in self.ask("pieces", puzzle=puzzle, answer=board["begin"])["pieces"]:
                if piece["used"] < piece["copies"]:
                    self.assertNotIn(piece["places"][0], board["fixed"], name)

    def test_hints_mistakes_and_steps(self):
        puzzle = "binary\n.1.0\n..0.\n.0..\n11.0\n"
        hint = self.ask("hint", puzzle=puzzle)
        self.assertEqual(hint["status"], "step")
        self.assertTrue(hint["step"]["conclusions"] and hint["step"]["reasons"])
        answer = self.ask("solve", puzzle=puzzle)["answers"][0]
        board = self.ask("board", puzzle=puzzle)
        free = next(i for i in range(16) if i not in board["fixed"])
        wrong = list(board["begin"])
        wrong[free] = 1 - answer[free]
        self.assertEqual(self.ask("mistakes", puzzle=puzzle, answer=wrong)["mistakes"], [free])
        self.assertEqual(self.ask("hint", puzzle=puzzle, answer=wrong)["mistakes"], [free])
        steps = self.ask("explain", puzzle=puzzle)
        self.assertEqual((steps["status"], steps["answer"]), ("complete", answer))
        self.assertEqual(len(steps["list"]), steps["steps"])
        self.assertEqual(self.ask("rate", puzzle=puzzle)["rating"], steps["rating"])

    def test_counts_and_reasons(self):
        self.assertEqual(self.ask("count", puzzle=BINARY)["count"], "72")
        self.assertFalse(self.ask("count", puzzle=BINARY, most=10)["exact"])
        self.assertEqual(len(self.ask("solve", puzzle=BINARY, most=100)["answers"]), 72)
        why = self.ask("why", puzzle="binary\n000.\n....\n....\n....\n")
        self.assertTrue(why["impossible"] and why["minimal"] and why["reasons"])
        some = self.ask("why", puzzle=NO_SUDOKU, conflicts=10)
        self.assertTrue(some["impossible"] and not some["minimal"])
        self.assertGreater(len(some["reasons"]), len(self.ask("why", puzzle=NO_SUDOKU)["reasons"]))
        self.assertFalse(self.ask("why", puzzle=BINARY)["impossible"])

    def test_the_same_seed_gives_the_same_puzzle(self):
        one, two = (self.ask("generate", kind="sudoku", seed=7) for _ in range(2))
        self.assertEqual(one["puzzle"], two["puzzle"])
        other = self.ask("generate", kind="sudoku", seed=8)
        self.assertNotEqual(one["puzzle"], other["puzzle"])

    def test_puzzles_are_made_by_level(self):
        made = self.ask("generate", kind="sudoku", level="expert", seed=3)
        self.assertIn("expert", made["title"])
        self.refused(self.program.ask("generate", kind="sudoku", level="absurd"), "bad-call",
                     "expert")

    def test_models(self):
        names = [model["name"] for model in self.ask("models", kind="binary")["models"]]
        self.assertIn("hartmann", names)
        text = self.ask("export", puzzle=BINARY, model="hartmann", format="lp")["text"]
        self.assertIn("Subject To", text)
        solved = self.ask("solve", puzzle=BINARY, model="hartmann", solver="glpk")
        self.assertEqual((solved["status"], solved["solver"]), ("solved", "glpk"))
        self.assertGreater(self.ask("size", puzzle=BINARY, model="hartmann")["size"]["binary"], 0)

    def test_no_file_is_read(self):
        for path in (__file__, "./mine.mod", "mine.mod", "../hartmann", ""):
            for call in ("export", "size", "relaxation", "solve"):
                reply = self.ask(call, puzzle=BINARY, model=path, format="mathprog")
                self.refused(reply, "bad-call", "model")

STARS = """starbattle
stars: 1

AABBB
AABCC
DDECC
DEEEC
DEEEE
"""
ROWS = """param m; param n;
set C := {1..m, 1..n};
var x{C}, binary;
s.t. row{i in 1..m}: sum{j in 1..n} x[i,j] = 1;  # (1)
solve;
for {i in 1..m} { for {j in 1..n} printf "%s", if x[i,j] = 1 then "*" else "-"; printf "\\n"; }
end;
"""


class Laboratory(Asking):
    """Models: formulas, programs, relaxations, runs, studies, grades."""

    def smallest_model(self, kind):
        return self.smallest_example(kind), self.ask("models", kind=kind)["models"]

    def test_every_model_has_formulas(self):
        for kind in (k["name"] for k in self.kinds):
            for model in self.ask("models", kind=kind)["models"]:
                with self.subTest(kind=kind, model=model["name"]):
                    formulas = self.ask("formulas", text=model["text"])["formulas"]
                    self.assertTrue(formulas["variables"] and formulas["constraints"])
                    for piece in (p for part in formulas.values() for item in part
                                  for p in item["formula"] + item["domain"]):
                        element = xml.etree.ElementTree.fromstring(piece)
                        self.assertEqual(element.tag, "math")
                        self.assertNotIn("\\", piece)

    def test_a_formula_has_its_number_and_pieces(self):
        row = self.ask("formulas", text=ROWS)["formulas"]["constraints"][0]
        self.assertEqual((row["name"], row["number"], row["line"]), ("row", "1", 4))
        self.assertEqual(row["formula"][-1], "<math><mo>=</mo><mn>1</mn></math>")
        self.assertEqual(row["domain"], ["<math><mo>\u2200</mo><mi>i</mi><mo>\u2208</mo>"
                         '<mo stretchy="false">{</mo><mn>1</mn><mo>,</mo><mo>\u2026</mo><mo>,</mo>'
                         '<mi>m</mi><mo stretchy="false">}</mo></math>'])

    def test_long_formulas_are_cut_inside(self):
        """In brackets, sets, sums and cases: a piece is what an author would keep on a line."""
        text = ("param n; set C := {i in 1..n, j in 1..n: (i = 1 and j = 1) or i + j = n};\n"
                "param d{i in 1..n} := if i = 1 then 5 else if i = 2 then 6 else 7;\n"
                "set N := {(1,2), (2,3)}; var x{C}, binary;\n"
                "s.t. r{i in 1..max(n,2)}: n * (1 - sum{(i,j) in C} x[i,j]) >= card(C);\nend;\n")
        formulas = self.ask("formulas", text=text)["formulas"]
        words = lambda item: ["".join(xml.etree.ElementTree.fromstring(piece).itertext())
                              for piece in item]
        self.assertEqual(words(formulas["sets"][0]["formula"]), ["C", "={i\u2208{1,\u2026,n},",
            "j\u2208{1,\u2026,n}:", "(i=1", "\u2227j=1)", "\u2228i+j=n}"])
        self.assertEqual(words(formulas["sets"][1]["formula"]), ["N", "={(1,2),", "(2,3)}"])
        cases = formulas["parameters"][1]["formula"][1]
        self.assertEqual((cases.count("<mtr>"), cases.count("<mtable")), (3, 1))
        row = formulas["constraints"][0]
        self.assertEqual(words(row["formula"]), ["n\u2062(1", "\u2212\u2211(i,j)\u2208Cxi,j)",
                                                 "\u2265|C|"])
        self.assertEqual(words(row["domain"]), ["\u2200i\u2208{1,\u2026,", "max(n,2)}"])

    def test_columns_have_the_places_that_they_print(self):
        program = self.ask("program", puzzle=STARS, text=ROWS)
        self.assertEqual(program["columnCount"], 25)
        self.assertEqual([c["places"] for c in program["columns"]], [[i] for i in range(25)])
        self.assertEqual(program["rows"][1]["columns"], [5, 6, 7, 8, 9])
        formulas = self.ask("rows", puzzle=STARS, text=ROWS, rows=[1])["formulas"]
        self.assertEqual(formulas[0][-1], "<math><mo>=</mo><mn>1</mn></math>")
        self.refused(self.ask("rows", puzzle=STARS, text=ROWS, rows=[5]), "bad-call", "rows")

    def test_columns_that_were_not_tried_have_places(self):
        """A sudoku has 729 columns, of which less than half are tried."""
        puzzle = "sudoku\n" + ("." * 9 + "\n") * 9
        program = self.ask("program", puzzle=puzzle, model="way1")
        for column in program["columns"]:
            row, place, _ = (int(i) for i in column["name"][2:-1].split(","))
            self.assertEqual(column["places"], [9 * (row - 1) + place - 1], column)

    def test_columns_that_change_places_with_others(self):
        """A further piece in a full cell prints a board that cannot be read; one instead of another does
        not."""
        puzzle = (EXAMPLES / "edgematch/stand-in-4x4-6-colours.txt").read_text()
        program = self.ask("program", puzzle=puzzle, model="way1")
        for column in program["columns"]:
            if column["name"].startswith("x"):
                _, row, place, _ = (int(i) for i in column["name"][2:-1].split(","))
                self.assertEqual(column["places"], [4 * (row - 1) + place - 1], column)

    def test_places_of_arcs_are_at_their_cells(self):
        """Flow Free by colours and arcs: what is marked are the cells of the arc."""
        puzzle = (EXAMPLES / "flowfree/small.txt").read_text()
        info = self.ask("board", puzzle=puzzle)
        program = self.ask("program", puzzle=puzzle, model="hartmann1")
        self.assertNotIn("unplaced", program)
        placed = [c for c in program["columns"] if c["places"]]
        self.assertGreater(len(placed), 200)
        for column in placed:
            _, *arc = (int(i) for i in column["name"][2:-1].split(","))
            near = {5 * (arc[k] - 1) + arc[k + 1] - 1 for k in (0, 2)}
            with self.subTest(column=column["name"], places=[info["places"][i]["name"]
                                                             for i in column["places"]]):
                self.assertTrue(near & set(column["places"]) or
                                max(column["places"]) >= 25)

    def test_solutions_are_printed_and_judged(self):
        """Values that somebody found elsewhere: the model prints them, the referee judges."""
        run = self.ask("run", puzzle=STARS, model="hartmann", solver="glpk")
        self.assertEqual(len(run["values"]), 25)
        self.assertEqual(sum(run["values"]), 5)
        told = self.ask("judge", puzzle=STARS, model="hartmann", values=run["values"])
        self.assertEqual((told["verdict"], told["answer"]), ("right", run["answer"]))
        wrong = [1 if j % 5 == 0 else 0 for j in range(25)]
        told = self.ask("judge", puzzle=STARS, text=ROWS, values=wrong)
        self.assertEqual(told["verdict"], "wrong")
        self.assertTrue(told["finding"]["text"] and told["finding"]["places"])
        self.refused(self.ask("judge", puzzle=STARS, text=ROWS, values=[0] * 25), "solver", "row[1]")
        self.refused(self.ask("judge", puzzle=STARS, text=ROWS, values=[0] * 24), "bad-call",
                     "values")
        silent = ROWS[:ROWS.index("solve;")] + "solve;\nprintf \"?\";\nend;\n"
        told = self.ask("judge", puzzle=STARS, text=silent, values=wrong)
        self.assertEqual((told["verdict"], told["printed"]), ("wrong", "?"))
        self.assertTrue(told["message"])
        self.assertNotIn("answer", told)

    def test_the_relaxation_has_values(self):
        puzzle, models = self.smallest_model("match22")
        model = models[0]["name"]
        root = self.ask("relax", puzzle=puzzle, model=model)
        self.assertAlmostEqual(root["value"],
                               self.ask("relaxation", puzzle=puzzle, model=model)["value"])
        columns = self.ask("program", puzzle=puzzle, model=model, places=False)["columnCount"]
        self.assertEqual(len(root["values"]), columns)
        tighter = [x for j in range(columns) for x in (j, 1, 1)]
        self.assertTrue(self.ask("relax", puzzle=puzzle, model=model,
                                 bounds=tighter)["impossible"])
        self.refused(self.ask("relax", puzzle=puzzle, model=model, bounds=[columns, 0, 1]),
                     "bad-call", "bounds")
        self.refused(self.ask("relax", puzzle=puzzle, model=model, bounds=[0, 2, 1]),
                     "bad-call", "bounds")

    def test_runs_are_judged(self):
        right = self.ask("run", puzzle=STARS, model="hartmann", solver="sat")
        self.assertEqual((right["status"], right["verdict"]), ("solved", "right"))
        wrong = self.ask("run", puzzle=STARS, text=ROWS)
        self.assertEqual((wrong["status"], wrong["fault"], wrong["verdict"]),
                         ("fault", "wrong-answer", "wrong"))
        self.assertTrue(wrong["finding"]["places"])
        self.assertEqual(len(wrong["answer"]), 25)
        strict = ROWS.replace("solve;", "s.t. none{(i,j) in C: i = 2}: x[i,j] = 0;\nsolve;")
        none = self.ask("run", puzzle=STARS, text=strict)
        self.assertEqual(none["fault"], "infeasible")
        self.assertIn("row[2]", [reason["text"] for reason in none["reasons"]])
        self.assertNotIn("row[1]", [reason["text"] for reason in none["reasons"]])

    def test_an_error_of_the_translator_has_its_column(self):
        for old, new, line, column in [("= 1;", "= y;", 4, 46), ("{C}", "{D}", 3, 7),
                                       ("sum{j in 1..n}", "sum{j in 1..n", 4, 36)]:
            error = self.ask("run", puzzle=STARS, text=ROWS.replace(old, new))["error"]
            self.assertEqual((error["line"], error["column"]), (line, column), error)

    def test_comparing_is_that_of_the_command(self):
        reply = self.ask("compare", puzzle=STARS, text=ROWS, models="hartmann,own",
                         solvers="glpk,sat,rules")
        self.assertEqual([(r["model"], r["solver"], r["status"]) for r in reply["rows"]],
                         [("hartmann", "glpk", "solved"), ("hartmann", "sat", "solved"),
                          ("own", "glpk", "wrong model"), ("own", "sat", "wrong model"),
                          ("-", "rules", "solved")])
        self.assertTrue(reply["svg"].startswith("<svg"))
        self.assertIn("hartmann", reply["markdown"])
        self.refused(self.ask("compare", puzzle=STARS, models="nothing"), "bad-call", "nothing")
        grown = self.ask("compare", kind="starbattle", models="pairs", solvers="sat", **{
            "from": 5, "to": 6})
        self.assertEqual([r["binary"] for r in grown["rows"] if r["table"] == "Growth"], [25, 36])

    def test_grades_are_those_of_the_command(self):
        task = "exercise: Stars\nkind: starbattle\nboard: ../stars.txt\npoints: board 1\n"
        files = {"exercises/../stars.txt": STARS}
        wrong = self.ask("grade", exercise=task, files=files, text=ROWS)
        self.assertEqual((wrong["verdict"], wrong["report"]["points"]), ("wrong", 0))
        self.assertIn("0 of 1", wrong["words"])
        model = self.ask("models", kind="starbattle")["models"][0]["text"]
        right = self.ask("grade", exercise=task, files=files, text=model)
        self.assertEqual((right["verdict"], right["report"]["points"]), ("right", 1))
        self.refused(self.ask("grade", exercise=task, text=model), "bad-call", "stars.txt")

    def test_no_request_opens_a_file(self):
        for path in "/etc/passwd", "./x.mod", "x.mod":
            self.refused(self.ask("run", puzzle=STARS, model=path), "bad-call", "name of a model")
            self.refused(self.ask("compare", puzzle=STARS, models=path), "bad-call", path)



if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
