"""The JSON interface: every call on every kind, and what is refused.

    test_api.py PROGRAM EXAMPLES       PROGRAM answers a request a line
"""
import json
import pathlib
import subprocess
import sys
import unittest

PROGRAM, EXAMPLES = sys.argv[1], pathlib.Path(sys.argv[2])
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


class Api(unittest.TestCase):
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
        self.assertTrue(why["impossible"] and why["reasons"])
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


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
