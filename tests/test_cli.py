#!/usr/bin/env python3
"""How the pulma command behaves, as facts: call, expected exit status, expected output.

Usage: test_cli.py PATH-OF-PULMA [PART-OF-A-NAME]

Most facts are rows of CASES.  What needs a terminal, a signal or two calls is a function in
FACTS below.  Everything happens in a temporary folder with the files of FILES.
"""
import fcntl
import gzip
import json
import lzma
import os
import pty
import random
import re
import resource
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time

PULMA = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else "pulma"
EXAMPLES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "examples")

KAKURO = "kakuro\n#   3\\  4\\\n\\3  .   .\n\\4  .   .\n"
IMPOSSIBLE = "kakuro\n#   3\\  4\\\n\\17 .   .\n\\4  .   .\n"
TWO_ANSWERS = "blank\ntitle: two\nrows: 1 1\ncolumns: 1 1\n..\n..\n"
SUDOKU = "..8...3.4.9...7.854....1......74.95...7...4...34.95......2....381.9...4.3.9...6.."
DISKS = "match22\nyryo yrro oory\nooyr #    yryr\n"
ENDLESS = ("blank\nrows:" + 8 * " ?" + "\ncolumns:" + 8 * " ?" + "\n" + 8 * "........\n")

FILES = {
  "kakuro.txt": KAKURO,
  "diagonal.pbm": "P1 2 2 1 0 0 1\n",
  "impossible.txt": IMPOSSIBLE,
  "two.txt": TWO_ANSWERS,
  "disks.txt": DISKS,
  "flow.txt": "flowfree\nR..R\nB..B\n",
  "endless.txt": ENDLESS,
  "mixed.txt": KAKURO + "\n" + TWO_ANSWERS + "\n" + IMPOSSIBLE,
  "good.txt": KAKURO + "\n" + TWO_ANSWERS,
  "half-bad.txt": KAKURO + "\nkakuro\n# 3\\\n\\x .\n",
  "endless-first.txt": ENDLESS + "\n" + KAKURO,
  "many.txt": (KAKURO + "\n") * 20000,  # more than a pipe holds
  "empty.txt": "",
  "blank-lines.txt": "\n  \n% a comment\n",
  "zero.txt": "kakuro\n",
  "title.txt": KAKURO.replace("\n", "\ntitle: a\x1b[31m\x9bb\n", 1),
  "escape.txt": "kakuro\n\x1b[31m\x9b\n",
  "garbage.txt": bytes(range(256)) * 40,
  "long-line.txt": "x" * 10_000_000,
  "long-row.txt": "blank\nrows: 1\ncolumns: 1\n" + "." * 10_000_000 + "\n",
  "nul.txt": "kakuro\0\n. .\n",
  "right.txt": "21\n13\n",
  "wrong.txt": "21\n31\n",
  "unfinished.txt": "2.\n13\n",
  "four.txt": "sudoku\n12..\n....\n....\n..21\n",
  "four-answer.txt": "12..\n....\n....\n..21\n",
  "single-four.txt": "sudoku\n...3\n2.4.\n.2.4\n4...\n",
  "impossible-four.txt": "sudoku\n123.\n...4\n....\n....\n",
  "lost.txt": "12..\n4...\n3...\n..21\n",  # no rule is broken, but nothing fits row 4, column 1
  "hardest.txt": "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..\n",
  "several-sixteen.txt":
    "sudoku\n.E7.9...86.2..B.\n8.3.G...7..1...E\nBG...D..C..3.9.1\n.D.2...C.9......\n......6.AG1.B58.\n"
    "...8....F..9D..6\n....5....7.C.4E9\nA....C1.6......G\n2......A..5.....\n7.A.C......6....\n6..GBE.2....5...\n"
    "F1D9.8G..C......\n.7....C.D...2.F3\n5.F.1..8..7...94\n3...E..B...F.D.7\n.2.EA.4F..C8..6.\n",
  "entered-six.txt": "sudoku\n......\n..36..\n.15..3\n3..51.\n..42..\n.3....\n",
  "entry-six.txt": "....5.\n......\n......\n......\n......\n......\n",
  "killer-four.txt": "sudoku\n....\n34..\n.1..\n....\ncages:\naaab\n...b\n....\n....\nsums:\n6 6\n",
  "line-gap.txt": "binary\ndifferent: no\n...1.0..\n0..10...\n...0101.\n..0.101.\n.10...0.\n.....11.\n10.....0\n.1.0.1.1\n",
  "line-full.txt": "binary\ndifferent: no\n.....1\n..00..\n0.....\n....0.\n...00.\n...0..\n",
  # What another program explains with steps of 4, 3, 3 and 2 rules at the least.
  "small-kakuro.txt": "kakuro\n# # 29\\ 18\\ #\n# 5\\14 . . 8\\\n\\26 . . . .\n\\12 . . . .\n# \\8 . . #\n",
  "small-nonogram.txt": "nonogram\nrows:\n2 1\n1 3\n1 2\n3\n4\n1\ncolumns:\n1\n5\n2\n5\n2 1\n2\n",
  "small-stars.txt": "starbattle\nstars: 1\n51112\n55332\n55332\n55334\n55444\n",
  "small-thermometers.txt": "thermometers\nrows: 3 4 2 2 3\ncolumns: 3 2 3 3 3\no>>>^\n<o^o^\n^o^vo\n^vovo\no<<ov\n",
  "killer-six.txt": open(os.path.join(EXAMPLES, "sudoku", "killer-six.txt")).read(),
  "free.txt": "sudoku\n....\n....\n....\n....\n",
  "no-answer.txt": "2\n",
  "commented.txt": "\n% an answer\n21\n13\n\n% no more\n",
  "good-answers.txt": "21\n13\n\n-x\nx-\n",
  "one-too-many.txt": "21\n13\n\n-x\nx-\n\n21\n13\n",
  "mixed-answers.txt": "% 1\n21\n13\n\n-x\nx-\n\nimpossible: there is no answer\nThese contradict each other:\n  - a\n",
  "good-twice.txt": KAKURO + "\n" + KAKURO,
  "bad-between.txt": "kakuro\n# 3\\\n\\x .\n\n" + KAKURO + "===\nsudokuu\n12\n",
  "short-line.txt": SUDOKU + "\n" + SUDOKU[:80] + "\n" + SUDOKU + "\n",
  "prose.txt": "It is a truth.\n\n" * 100,
  "-dash.txt": KAKURO,
  "formula.cnf": "p cnf 1 2\n1 0\n-1 0\n",
  "proof.drat": "0\n",
  "open.cnf": "p cnf 1 1\n1 0\n",
  "mine.mod": "var x, binary;\nsolve;\nend;\n",
  "bad.mod": "var x, binary;\nfoo bar;\nend;\n",
}


def has(*parts):
  """Output that contains all of these."""
  return lambda text: all(part in text for part in parts)


def like(pattern):
  """Output that is exactly like this pattern."""
  return lambda text: re.fullmatch(pattern, text, re.S) is not None


def lines(count):
  return lambda text: text.count("\n") == count


NOTHING = ""
ANY = None

# name, arguments, status, standard output, standard error[, standard input]
CASES = [
  # Names and remarks, as people write them.
  ("an unknown model lists the others", "solve -m hartman -", 2, NOTHING, has("kakuro has no model 'hartman'; there are hartmann, lampainen"),
   "kakuro\n# 3\\ 3\\\n\\3 . .\n\\3 . .\n"),
  ("an unknown solver lists the others", "solve --solver gurobi -", 2, NOTHING, has("unknown solver 'gurobi'; there are glpk, cbc, sat"),
   "sudoku\n..2.\n4...\n...1\n.3..\n"),
  ("a refused puzzle: a switch", "solve -m colour-distance -", 2, NOTHING,
   has("colour-distance:20:1: the model does not fit this puzzle: it needs touch: no (this model knows no other rules)"),
   "flowfree\nA..\n...\n..A\n"),
  ("a refused puzzle: a value", "solve -m general -", 2, NOTHING, has("it needs a[j] = a[1], which fails at [2]"),
   "tiling\n.....\npieces:\nA 1 xxx\nB 1 xx\n"),
  ("formulas of a puzzle", "model slider/hartmann - --format latex", 0,
   has("\\tag{19\\ \\textsf{start}}", "\\section*{This puzzle}\n\\noindent 8 variables, 5 rows.", "& x_{2,1,2,3} - x_{2,2,2,1} - x_{2,3,2,1} = 1 \\tag{\\textsf{start}}",
       "\\end{align*}\n\\end{document}"), NOTHING, "slider\n#T.\nS..\n"),
  ("a model counts", "count -m hartmann -", 0, "2 answers\n", NOTHING, "kakuro\n# 3\\ 3\\\n\\3 . .\n\\3 . .\n"),
  ("a model lists its answers", "solve --all -m hartmann --solver sat -", 0, lambda text: sorted(text.split()) == ["12", "12", "21", "21"], NOTHING,
   "kakuro\n# 3\\ 3\\\n\\3 . .\n\\3 . .\n"),
  ("a model does not count beyond its limit", "count -m hartmann --limit 1 --json -", 0, has('"count":1', '"exact":false'), NOTHING,
   "kakuro\n# 3\\ 3\\\n\\3 . .\n\\3 . .\n"),
  ("a name in capitals", "count -", 0, "1 answer\n", NOTHING, "Sudoku\n..2.\n4...\n...1\n.3..\n"),
  ("a name of two words", "count -", 0, "1 answer\n", NOTHING, "Star Battle\nABBAA\nAAAAA\nAACCD\nEEEED\nEEEED\n"),
  ("a name that is near one", "count -", 2, NOTHING, has("(did you mean flowfree?)"), "Numberlink\n1.\n.1\n"),
  ("another name", "count -", 0, "1 answer\n", NOTHING, "queens\nABBAA\nAAAAA\nAACCD\nEEEED\nEEEED\n"),
  ("another name for --kind", "count --kind Queens -", 0, "1 answer\n", NOTHING, "ABBAA\nAAAAA\nAACCD\nEEEED\nEEEED\n"),
  ("a name that is like another", "count -", 2, NOTHING,
   "standard input:1:1: expected the name of a kind of puzzle (did you mean sudoku?), found 'Sudokuu'\n", "Sudokuu\n..2.\n"),
  ("remarks", "count -", 0, "1 answer\n", NOTHING,
   "sudoku % small\n..2. % a row\n4...\n% a line\n...1 %\n.3..\n"),
  ("a title keeps its remark", "convert -", 0, "sudoku\ntitle: 50 % done\n..2.\n4...\n...1\n.3..\n", NOTHING,
   "sudoku\ntitle: 50 % done\n..2.\n4...\n...1\n.3..\n"),
  ("several kinds look like this", "count -", 2, NOTHING, has("this may be ", "or give --kind"),
   "3 3\n1 2 1\n1 2 1\n1 1 1\n"),
  # Boards as people write them.
  ("blanks between cells", "count -", 0, "1 answer\n", NOTHING, "binary\n0 1 . .\n. . 0 .\n. 0 . .\n1 1 . .\n"),
  ("signs for empty cells", "convert -", 0, has("\n01..\n..0.\n.0..\n11..\n"), NOTHING, "binary\n01__\nxx0-\n*0..\n11..\n"),
  ("blanks between letters", "count -", 0, "1 answer\n", NOTHING,
   "starbattle\nA B B A A\nA A A A A\nA A C C D\nE E E E D\nE E E E D\n"),
  ("commas between letters", "count -", 0, "1 answer\n", NOTHING,
   "starbattle\nA,B,B,A,A\nA, A, A, A, A\nAACCD\nEEEED\nEEEED\n"),
  ("columns count what is left out", "count -", 2, NOTHING, has("standard input:3:9: expected the letter of an island"),
   "starbattle\nA B B A A\nA A A A ?\n"),
  ("the same by the cursor", "count -", 2, NOTHING, has("standard input:2:7: expected 0, 1 or '.', found '?"),
   "binary\n0, 1, ?, .\n.,.,0,.\n"),
  ("a tour with blanks", "convert -", 0, "knight\nS...\n....\n....\n", NOTHING, "knight\nS . . .\n. _ - .\n. . 0 .\n"),
  ("lists of lists", "count -", 0, "1 answer\n", NOTHING,
   '{"kind":"binary","grid":[[0,1,null,"."],[null,null,0,null],[null,0,null,null],[1,1,null,null]]}\n'),
  ("numbers with commas, a field without its colon", "count -", 0, "1 answer\n", NOTHING,
   "thermometers\nrows 0 2 1\ncolumns: 2, 1, 0\n^o>\n^o^\novo\n"),
  ("lines with # before a puzzle", "count -", 0, "1 answer\n", NOTHING, "# a list\n\n# of one\nsudoku\n..2.\n4...\n...1\n.3..\n"),
  ("links of unknown kinds", "count -", 2, NOTHING, has("standard input:1:21: puzz.link puzzles 'shakashaka' are not read, only arukone,"),
   "https://puzz.link/p?shakashaka/6/6/gbk\n"),
  ("links of variants", "count -", 0, "1 answer\n", NOTHING, "https://puzz.link/p?starbattle/v:/8/8/1/qgia18mlbicg88ch85s290g0\n"),
  # The call.
  ("without a command the help comes as complaint", "", 2, NOTHING, has("usage: pulma COMMAND")),
  ("help tells all commands", "help", 0, has("solve", "verify-proof", "Exit status"), NOTHING),
  ("help of the page", "help page", 0, has("usage: pulma page"), NOTHING),
  ("--help is help", "--help", 0, has("usage: pulma COMMAND"), NOTHING),
  ("help of a command", "help solve", 0, has("usage: pulma solve FILE...", "--limit N"), NOTHING),
  ("--help of a command", "count --help", 0, has("usage: pulma count", "--limit N"), NOTHING),
  ("-h needs no files", "check -h", 0, has("usage: pulma check PUZZLE ANSWER"), NOTHING),
  ("help of an unknown command", "help juggle", 2, NOTHING, has("no command 'juggle'")),
  ("version", "version", 0, like(r"pulma \d+\.\d+\.\d+\n"), NOTHING),
  ("what is built in", "version --json", 0,
   lambda text: {"version", "kinds", "solvers", "compression", "walls"} == set(json.loads(text)) and "blank" not in text, NOTHING),
  ("--version", "--version", 0, like(r"pulma \d+\.\d+\.\d+\n"), NOTHING),
  ("version for programs", "version --json", 0, like(r'\{"version":"\d+\.\d+\.\d+",.*"walls":\[.*\]\}\n'), NOTHING),
  ("an unknown command gets a suggestion", "slove x", 2, NOTHING, has("did you mean 'solve'?")),
  ("an unknown option gets a suggestion", "solve --limt=3 kakuro.txt", 2, NOTHING,
   has("unknown option '--limt' (did you mean '--limit'?)", "Try 'pulma help solve'.")),
  ("a strange option gets none", "solve --zzzzzz kakuro.txt", 2, NOTHING,
   has("unknown option '--zzzzzz'\n")),
  ("an unknown letter", "solve -Z kakuro.txt", 2, NOTHING, has("unknown option '-Z'")),
  ("an unknown kind gets a suggestion", "solve --kind kakro kakuro.txt", 2, NOTHING,
   has("unknown kind 'kakro' (did you mean 'kakuro'?)")),
  ("a choice gets a suggestion", "solve --method rlues kakuro.txt", 2, NOTHING,
   has("auto|kernel|rules", "did you mean 'rules'?")),
  ("a flag takes no value", "solve --all=yes kakuro.txt", 2, NOTHING, has("--all takes no value")),
  ("a size of memory has a unit", "solve kakuro.txt --memory 3X", 2, NOTHING,
   has("--memory expects a size such as 500M or 4G, not '3X'")),
  ("memory of no size", "solve kakuro.txt --memory 0", 2, NOTHING, has("--memory expects a size")),
  ("a title commands no terminal", "convert title.txt", 0, has("title: a?[31m??b\n"), NOTHING),
  ("enough memory", "solve kakuro.txt --memory 100000000K", 0, "21\n13\n", NOTHING),
  ("a value may not be missing", "solve kakuro.txt --limit", 2, NOTHING, has("--limit expects N")),
  ("a file may not be missing", "solve", 2, NOTHING, has("expected FILE...")),
  ("an answer may not be missing", "check kakuro.txt", 2, NOTHING, has("expected PUZZLE ANSWER")),
  ("no more arguments than wanted", "check a b c", 2, NOTHING, has("'c'")),
  ("a limit is a number", "count --limit many kakuro.txt", 2, NOTHING,
   has("--limit expects a positive whole number, not 'many'")),
  ("a limit is not 0", "count --limit 0 kakuro.txt", 2, NOTHING, has("--limit expects")),
  ("a limit is not negative", "count --limit=-1 kakuro.txt", 2, NOTHING, has("--limit expects")),
  ("a number has an end", "count --limit 18446744073709551616 kakuro.txt", 2, NOTHING,
   has("--limit expects")),
  ("a time is a number", "solve --time soon kakuro.txt", 2, NOTHING, has("--time expects")),
  ("a time is above 0", "solve --time 0 kakuro.txt", 2, NOTHING, has("--time expects")),
  ("a size has two sides", "generate blank --size 9x", 2, NOTHING, has("--size expects")),
  ("a wish is a pair", "generate blank --option noise", 2, NOTHING, has("NAME=VALUE")),
  ("errors of the call as document", "solve --json --limt 3 x", 2,
   has('"status":"error"', "did you mean '--limit'?", '"file":null'), NOTHING),

  # Options in all their shapes.
  ("a value after =", "count --limit=5 kakuro.txt", 0, "1 answer\n", NOTHING),
  ("a value as next word", "count kakuro.txt --limit 5", 0, "1 answer\n", NOTHING),
  ("a value after a letter", "count -l5 kakuro.txt", 0, "1 answer\n", NOTHING),
  ("letters together", "solve -aq kakuro.txt", 0, NOTHING, NOTHING),
  ("-- ends the options", "solve -- -dash.txt", 0, "21\n13\n", NOTHING),
  ("- is standard input", "solve -", 0, "21\n13\n", NOTHING, KAKURO),

  # Solving.
  ("the answer", "solve kakuro.txt", 0, "21\n13\n", NOTHING),
  ("by the rules", "solve --method rules kakuro.txt", 0, "21\n13\n", NOTHING),
  ("with a seed", "solve --seed 18446744073709551615 kakuro.txt", 0, "21\n13\n", NOTHING),
  ("quietly", "solve --quiet kakuro.txt", 0, NOTHING, NOTHING),
  ("quietly no", "solve --quiet impossible.txt", 1, NOTHING, NOTHING),
  ("no answer, and why", "solve impossible.txt", 1,
   like(r"impossible: there is no answer\nThese contradict each other:\n(  - .+\n){2,}"), NOTHING),
  ("what it costs", "solve disks.txt", 0, like(r"[0-3]{3}\n[0-3]#[0-3]\n% cost \d+, proved optimal\n"),
   NOTHING),
  ("all answers", "solve --all two.txt", 0, like(r"(-x\nx-\n\nx-\n-x\n|x-\n-x\n\n-x\nx-\n)"), NOTHING),
  ("all answers up to a limit", "solve --limit 1 two.txt", 0, lines(2), NOTHING),
  ("several puzzles have headers", "solve good.txt", 0,
   like(r"% good.txt:1: kakuro\n21\n13\n\n% good.txt:6: blank: two\n[-x]{2}\n[-x]{2}\n"), NOTHING),
  ("several files", "solve kakuro.txt two.txt", 0,
   has("% kakuro.txt:1: kakuro\n21\n13\n", "% two.txt:1: blank: two\n"), NOTHING),
  ("the worst of several counts: no", "solve mixed.txt", 1, has("21\n13", "impossible"), NOTHING),
  ("the worst of several counts: bad input", "solve impossible.txt half-bad.txt", 2,
   has("impossible", "21\n13"), has("half-bad.txt:8:")),
  ("the worst of several counts: limit before no",
   "solve impossible.txt endless.txt --all --time 0.2", 3, ANY, has("time limit reached")),
  ("a kind that is not the puzzle's", "solve --kind blank kakuro.txt", 2, NOTHING,
   has("kakuro.txt:1:")),
  ("a model that is not there", "solve --model nosuch kakuro.txt", 2, NOTHING, has("nosuch")),
  ("model and method exclude each other", "solve --model a --method rules kakuro.txt", 2, NOTHING,
   has("cannot be used together")),
  ("time bounds everything", "solve --all --quiet --time 0.2 endless.txt", 3, NOTHING, NOTHING),
  ("the time is over", "count --time 0.2 endless.txt", 3, like(r"at least \d+ answers\n"),
   "endless.txt:1: stopped: time limit reached\n"),

  # Counting.
  ("one answer", "count kakuro.txt", 0, "1 answer\n", NOTHING),
  ("two answers", "count two.txt", 0, "2 answers\n", NOTHING),
  ("no answer counted", "count impossible.txt", 1, "no answer\n", NOTHING),
  ("at least so many", "count endless.txt --limit 50", 0, "at least 50 answers\n", NOTHING),
  ("counting several", "count good.txt", 0,
   "good.txt:1: 1 answer\ngood.txt:6: 2 answers\n", NOTHING),

  # Judging.
  ("right", "check kakuro.txt right.txt", 0, "right\n", NOTHING),
  ("wrong, and where", "check kakuro.txt wrong.txt", 1, like(r"wrong: .+row .+column.+\n"), NOTHING),
  ("unfinished", "check kakuro.txt unfinished.txt", 1, like(r"unfinished.*\n"), NOTHING),
  ("unfinished, on the right way", "check four.txt four-answer.txt", 1, like(r"unfinished.*; it can be completed\n"), NOTHING),
  ("unfinished and lost", "check four.txt lost.txt --mistakes", 1,
   like(r"unfinished.*; but it cannot be completed\n(  [^\n]*\n)+mistake: row [23], column 1\n"), NOTHING),
  ("lost, as a document", "check four.txt lost.txt --json", 1, has('"completable":false', '"reasons":[{"text":'), NOTHING),
  ("a hint tells mistakes first", "hint four.txt lost.txt", 1, like(r"There is a mistake: look at row [23], column 1\.\n"), NOTHING),
  ("a page that cannot be written", "explain single-four.txt --html /no/such/folder/x.html", 2, has(""), has("cannot be written")),
  ("a rating of nothing", "rate impossible-four.txt", 1, "There is no answer.\n", NOTHING),
  ("a limit gives no level", "rate --effort 3 killer-six.txt", 3, "not rated: stopped at a limit, hardest step so far 1: 4x1\n",
   has("the limit of effort was reached")),
  ("it may be known to be hard", "rate --effort 60 hardest.txt --json", 3,
   has('"status":"limit"', '"level":null,"at_least":"hard"'), has("the limit of effort")),
  ("a hint does not wait for what many answers share", "hint --effort 10 several-sixteen.txt", 0, has("[hidden single]"), NOTHING),
  ("what an entry forces is explained to the end", "explain entered-six.txt entry-six.txt --json", 0,
   has("row 6, column 6 is 6"), NOTHING),
  ("what the rule of 45 tells is a step", "hint killer-four.txt", 0,
   "[rule of 45, innies] Row 1, column 4 is 4: row 1 adds up to 10: what its cages leave over, row 1, column 4, has sum 4.\n", NOTHING),
  ("the rule of 45 over two lines is dear", "rate killer-six.txt", 0, "expert 2.06, hardest step 2: 112x1 13x2\n", NOTHING),
  ("the last cell of a line is easy", "rate line-gap.txt", 0, "easy 1.00, hardest step 1: 39x1\n", NOTHING),
  ("a line that fills up is not", "rate line-full.txt", 0, "medium 1.50, hardest step 1: 27x1\n", NOTHING),
  ("steps are small: kakuro", "rate small-kakuro.txt", 0, has("hardest step 1:"), NOTHING),
  ("steps are small: nonogram", "rate small-nonogram.txt", 0, has("hardest step 1:"), NOTHING),
  ("steps are small: star battle", "rate small-stars.txt", 0, has("hardest step 2:"), NOTHING),
  ("steps are small: thermometers", "rate small-thermometers.txt", 0, has("hardest step 2:"), NOTHING),
  ("what is free is not easy", "rate free.txt", 0, "not rated: nothing can be concluded\n", NOTHING),
  ("nor is it as a document", "rate free.txt --json", 0, has('"status":"free"', '"level":null'), NOTHING),
  ("not an answer", "check kakuro.txt no-answer.txt", 2, NOTHING, like(r"no-answer.txt:\d+:\d+: .*\n")),
  ("comments around an answer", "check kakuro.txt commented.txt", 0, "right\n", NOTHING),
  ("an empty answer", "check kakuro.txt empty.txt", 2, NOTHING, has("empty.txt:1:1: expected an answer")),
  ("several answers", "check good.txt good-answers.txt", 0, "good.txt:1: right\ngood.txt:6: right\n", NOTHING),
  ("an impossible one among the answers", "check mixed.txt mixed-answers.txt", 1,
   "mixed.txt:1: right\nmixed.txt:6: right\nmixed.txt:13: no answer to check\n", NOTHING),
  ("the same as JSON", "check mixed.txt mixed-answers.txt --json", 1, has('"status":"no answer","file":"mixed.txt","line":13}\n'), NOTHING),
  ("ratings have a line each", "rate good-twice.txt", 0,
   like(r"good-twice.txt:1: \w+ [^\n]*\ngood-twice.txt:6: \w+ [^\n]*\n"), NOTHING),
  ("after a bad puzzle comes the next", "count bad-between.txt", 2, "bad-between.txt:5: 1 answer\n",
   "bad-between.txt:3:1: expected a cell ('.', '#', a digit, or sums as in 16\\17), found '\\x'\n"
   "bad-between.txt:10:1: expected the name of a kind of puzzle (did you mean sudoku?), found 'sudokuu'\n"
   "pulma: 2 puzzles could not be read\n"),
  ("unless it is strict", "count --strict bad-between.txt", 2, NOTHING, like(r"bad-between.txt:3:1: [^\n]*\n")),
  ("after a bad line comes the next", "count short-line.txt", 2, "short-line.txt:1: 1 answer\nshort-line.txt:3: 1 answer\n",
   has("short-line.txt:2:1: expected 81 characters, found 80", "pulma: 1 puzzle could not be read\n")),
  ("a line with two signs for empty cells", "solve -", 2, NOTHING,
   "standard input:1:81: expected a digit or the sign for an empty cell (as a line, this may be a sudoku), found 'x'\n",
   "1........" + 7 * "........." + "........x\n"),
  ("a line with a letter", "solve -", 2, NOTHING, has("standard input:1:3: expected a digit or the sign", "found 'o'\n"),
   "1.o......" + 8 * "........." + "\n"),
  ("what is no puzzle at all is not told line by line", "count prose.txt", 2, NOTHING, lines(21)),
  ("killer is a sudoku", "generate killer --size 4 --seed 1", 0, has("sudoku\n", "cages:\n"), NOTHING),
  ("sudoku-x is a sudoku", "generate sudoku-x --size 4 --seed 1", 0, has("sudoku\n", "diagonals: yes\n"), NOTHING),
  ("the template is not in the list", "list", 0, lambda text: "blank" not in text and "kakuro" in text, NOTHING),
  ("no seed where nothing is made", "generate sudoku --option noise=1", 2, NOTHING, lambda text: "seed" not in text),
  ("too few answers", "check good.txt right.txt", 2, ANY, has("right.txt:3:1: expected an answer to puzzle 2")),
  ("too many answers", "check good.txt one-too-many.txt", 2, ANY, has("one-too-many.txt:7:1: there are more")),
  ("the answer on standard input", "check kakuro.txt -", 0, "right\n", NOTHING, "21\n13\n"),
  ("not both on standard input", "check - -", 2, NOTHING, has("only one")),

  # Bad input.
  ("a missing file", "solve nosuch.txt", 2, NOTHING,
   "nosuch.txt: cannot be read: No such file or directory\n"),
  ("a folder", "solve .", 2, NOTHING, has("directory")),
  ("an empty file", "solve empty.txt", 2, NOTHING, like(r"empty.txt:1:1: .*\n")),
  ("nothing but blank lines", "solve blank-lines.txt", 2, NOTHING, like(r"blank-lines.txt:\d+:\d+: .*\n")),
  ("a board without cells", "solve zero.txt", 2, NOTHING, like(r"zero.txt:\d+:\d+: .*\n")),
  ("binary garbage", "solve garbage.txt", 2, NOTHING, like(r"garbage.txt:\d+:\d+: .*\n")),
  ("a NUL", "solve nul.txt", 2, NOTHING, like(r"nul.txt:\d+:\d+: .*\n")),
  ("a line of 10 MB", "solve long-line.txt", 2, NOTHING, like(r"long-line.txt:1:\d+: .{1,400}\n")),
  ("a row of 10 MB", "solve long-row.txt", 2, NOTHING, like(r"long-row.txt:\d+:\d+: .{1,400}\n")),
  ("nothing commands the terminal", "solve escape.txt", 2, NOTHING,
   lambda text: "\x1b" not in text and "\x9b" not in text and text.startswith("escape.txt:2:")),
  ("an empty standard input", "solve -", 2, NOTHING, like(r"standard input:1:1: .*\n"), ""),
  ("an error does not stop the other files", "solve empty.txt kakuro.txt", 2, has("21\n13"),
   has("empty.txt:1:1:")),

  # Other commands.
  ("the kinds", "list", 0, has("kakuro", "Kakuro"), NOTHING),
  ("a kind", "list kakuro", 0, has("rules\n", "notations\n"), NOTHING),
  ("an unknown kind", "list kakro", 2, NOTHING, has("did you mean 'kakuro'?")),
  ("the notations", "list --notations", 0, has("kakuro\n", "json"), NOTHING),
  ("the solvers", "list --solvers", 0, has("glpk"), NOTHING),
  ("to JSON", "convert --to json kakuro.txt", 0, like(r'\{"kind": ?"kakuro".*\}\n'), NOTHING),
  ("to an unknown notation", "convert --to nosuch kakuro.txt", 2, NOTHING, has("nosuch")),
  ("several to pulma's notation", "convert good.txt", 0, has("\n\nblank\n"), NOTHING),
  ("a wish from a file, with a warning", "generate nonogram --seed 1 --option picture=@diagonal.pbm", 0,
   has("givens:"), has("warning: the clues of this picture have several answers")),
  ("a wish from no file", "generate nonogram --seed 1 --option picture=@no.png", 2, NOTHING, has("no.png: cannot be read")),
  ("no puzzles of an unknown kind", "generate kakro", 2, NOTHING, has("did you mean 'kakuro'?")),
  ("a model wants a name", "model kakuro", 2, NOTHING, has("'pulma list kakuro'")),
  ("an unknown model", "model kakuro/nosuch", 2, NOTHING, has("no model 'nosuch'")),
  ("a model of one's own", "model ./mine.mod", 0, FILES["mine.mod"], NOTHING),
  ("a model that is missing", "model ./nosuch.mod", 2, NOTHING, has("nosuch.mod")),
  ("a format wants a puzzle", "model ./mine.mod --format lp", 2, NOTHING, has("needs a puzzle FILE")),
  ("a picture in ASCII", "draw --ascii kakuro.txt",  0,
   lambda text: text.isascii() and text.count("\n") >= 3, NOTHING),
  ("a picture without colours in a pipe", "draw kakuro.txt --answer", 0,
   lambda text: "\x1b" not in text and "2" in text, NOTHING),
  ("a picture with the answer of a file", "draw kakuro.txt --answer=right.txt --ascii", 0, has("2"), NOTHING),
  ("a picture on standard output", "draw kakuro.txt --format svg", 0, has("<svg", "</svg>"), NOTHING),
  ("a picture of unknown sort", "draw kakuro.txt -o picture.xyz", 2, NOTHING, has(".svg, .png or .pdf")),
  ("a picture into a missing folder", "draw kakuro.txt -o no/such.svg", 2, NOTHING,
   has("no/such.svg: cannot be written")),
  ("a picture of the impossible", "draw impossible.txt --answer --ascii", 1, ANY,
   has("impossible")),
  ("a proof", "verify-proof formula.cnf proof.drat", 0, has("verified"), NOTHING),
  ("no proof", "verify-proof open.cnf proof.drat", 1, has("not verified"), NOTHING),
  ("a formula that is missing", "verify-proof nosuch proof.drat", 2, NOTHING, has("nosuch: cannot be read")),
  ("a formula that is none", "verify-proof garbage.txt proof.drat", 2, NOTHING, ANY),
  ("a puzzle that has an answer", "verify-proof kakuro.txt proof.drat", 1, has("not verified"), NOTHING),
]


class Failed(Exception):
  pass


def expect(true, *told):
  if not true:
    raise Failed(" ".join(str(one) for one in told))


def run(arguments, stdin=None, **more):
  """(status, standard output, standard error) of a call."""
  words = arguments.split() if isinstance(arguments, str) else arguments
  done = subprocess.run([PULMA, *words], input=(stdin or "").encode(), capture_output=True, timeout=120,
                        **more)
  return done.returncode, done.stdout.decode(), done.stderr.decode(errors="replace")


def documents(text):
  return [json.loads(line) for line in text.splitlines()]


def matches(wanted, text):
  return wanted is None or (wanted(text) if callable(wanted) else text == wanted)


def check_case(case):
  name, arguments, status, out, err = case[:5]
  got = run(arguments, case[5] if len(case) > 5 else None)
  expect(got[0] == status and matches(out, got[1]) and matches(err, got[2]),
         f"pulma {arguments}\nwanted status {status}, got {got[0]}\nstandard output: {got[1][:2000]!r}\n"
         f"standard error: {got[2][:2000]!r}")


FACTS = []


def fact(function):
  FACTS.append(function)
  return function


# ---- Documents ----

SOLVE_KEYS = ["kind", "status", "answer", "values", "objective", "solver", "model", "seconds", "nodes"]


@fact
def solve_documents_are_complete():
  status, out, err = run("solve --json mixed.txt")
  expect((status, err) == (1, ""), status, err)
  first, second, third = documents(out)
  for document in (first, second, third):
    expect(list(document)[:len(SOLVE_KEYS)] == SOLVE_KEYS, list(document))
  expect(first["status"] == "solved" and first["answer"] == "21\n13\n" and first["values"] == [2, 1, 1, 3], first)
  expect(first["objective"] is None and first["model"] is None and first["line"] == 1, first)
  expect(second["kind"] == "blank" and second["title"] == "two" and second["line"] == 6, second)
  expect(third["status"] == "impossible" and third["answer"] is None and third["values"] is None, third)
  expect("reasons" not in third, third)


@fact
def every_status_has_its_sentence():
  # A row for each status of pulma.h: how it is met, and the exit status.
  large = "sudoku\n" + 25 * (25 * " ." + "\n")
  deep = "var x; s.t. c: x = " + 200000 * "(" + "1" + 200000 * ")" + "; solve; end;"
  for name, text in (("large.txt", large), ("deep.mod", deep),
                     ("strict.mod", "var x binary; s.t. c: x >= 2; solve; end;")):
    with open(name, "w") as file:
      file.write(text)
  cases = [
    ("none", ["solve", "impossible.txt"], 1),
    ("none", ["hint", "impossible-four.txt"], 1),
    ("bad text", ["solve", "half-bad.txt"], 2),
    ("bad text", ["check", "kakuro.txt", "no-answer.txt"], 2),
    ("bad call", ["solve", "--model", "nobody", "kakuro.txt"], 2),
    ("bad call", ["count", "missing.txt"], 2),
    ("bad call", ["generate", "binary", "--size", "3x3"], 2),
    ("limit", ["solve", "--all", "--time", "0.001", "large.txt"], 3),
    ("limit", ["solve", "--method", "rules", "--conflicts", "1", "--all", "large.txt"], 3),
    ("limit", ["solve", "--model", "complete", "--time", "0.001", "large.txt"], 3),
    ("limit", ["count", "--time", "0.001", "large.txt"], 3),
    ("limit", ["hint", "--time", "0.001", "large.txt"], 3),
    ("limit", ["explain", "--time", "0.001", "large.txt"], 3),
    ("limit", ["rate", "--time", "0.001", "large.txt"], 3),
    ("limit", ["rate", "--effort", "1", "hardest.txt"], 3),
    ("no memory", ["solve", "--method", "rules", "--memory", "1M", "large.txt"], 3),
    ("no memory", ["count", "--memory", "1M", "large.txt"], 3),
    ("solver", ["solve", "--model", "./deep.mod", "kakuro.txt"], 2),
    ("unavailable", ["solve", "--method", "kernel", "two.txt"], 2),
    ("unavailable", ["convert", "--to", "sdk", "kakuro.txt"], 2),
    ("model fault", ["solve", "--model", "./strict.mod", "kakuro.txt"], 1),
  ]
  for name, arguments, status in cases:
    got, out, err = run(arguments)
    expect(got == status, name, arguments, got, err)
    expect(re.search(r"[a-z]{3}", err + (out if status == 1 else "")), name, arguments, got)
    if arguments[0] == "convert":
      continue  # --json is a notation there
    got, out, err = run([*arguments, "--json"])
    expect(got == status, name, arguments, got, err)
    last = documents(out)[-1]
    expect(last["status"] in ("impossible", "error", "limit", "model-fault"), name, last)
    expect(last["status"] == "impossible" or re.search(r"[a-z]{3}", last["message"] or ""), name, last)


@fact
def all_answers_stand_in_one_document():
  status, out, _ = run("solve --json --all two.txt")
  document, = documents(out)
  expect(status == 0 and document["exact"] is True and document["status"] == "solved", document)
  expect(sorted(one["answer"] for one in document["answers"]) == ["-x\nx-\n", "x-\n-x\n"], document)
  expect(document["answer"] == document["answers"][0]["answer"], document)
  document, = documents(run("solve --json --limit 1 two.txt")[1])
  expect(document["exact"] is False and len(document["answers"]) == 1, document)
  status, out, _ = run("solve --json --all --time 0.2 endless.txt")
  document, = documents(out)
  expect(status == 3 and document["status"] == "limit" and document["exact"] is False, document["status"])


@fact
def the_cheapest_answer_is_optimal():
  document, = documents(run("solve --json disks.txt")[1])
  expect(document["status"] == "optimal" and "bound" not in document, document)
  expect(document["objective"] == sum(document["values"]), document)
  with open("turns.txt", "w") as file:
    file.write(document["answer"])
  status, out, _ = run("check disks.txt turns.txt")
  expect((status, out) == (0, f"right, cost {document['objective']}\n"), out)


@fact
def reasons_come_when_asked_for():
  document, = documents(run("solve --json --why impossible.txt")[1])
  expect(len(document["reasons"]) >= 2 and document["minimal"], document)
  expect(all(one["text"] and one["places"] for one in document["reasons"]), document)


@fact
def count_documents_are_complete():
  _, out, _ = run("count --json kakuro.txt two.txt impossible.txt")
  told = [[one[key] for key in ("kind", "status", "count", "exact")] for one in documents(out)]
  expect(all(one["seconds"] >= 0 and one["nodes"] >= 0 for one in documents(out)), out)
  expect(told == [["kakuro", "solved", 1, True], ["blank", "solved", 2, True],
                  ["kakuro", "impossible", 0, True]], told)
  status, out, _ = run("count --json --limit 3 endless.txt")
  document, = documents(out)
  expect(status == 0 and document["count"] == 3 and document["exact"] is False, document)


@fact
def check_documents_are_complete():
  document, = documents(run("check --json kakuro.txt wrong.txt")[1])
  expect(document["status"] == "wrong" and document["message"] and document["names"], document)
  expect(len(document["names"]) == len(document["places"]), document)
  document, = documents(run("check --json kakuro.txt right.txt")[1])
  expect(document["status"] == "right" and document["places"] == [], document)


@fact
def errors_are_documents_too():
  for arguments, file, placed in (("solve --json empty.txt", "empty.txt", True),
                                  ("count --json nosuch.txt", "nosuch.txt", False),
                                  ("check --json kakuro.txt no-answer.txt", "no-answer.txt", True)):
    status, out, err = run(arguments)
    document, = documents(out)
    expect((status, err) == (2, ""), arguments, status, err)
    expect(document["status"] == "error" and document["message"] and document["file"] == file, document)
    expect((document["line"] is not None) == placed, document)


@fact
def a_document_is_valid_whatever_the_name():
  name = b"odd \xff\"\\\n name.txt"
  with open(name, "w") as file:
    file.write(KAKURO)
  done = subprocess.run([PULMA.encode(), b"solve", b"--json", name], capture_output=True, timeout=60)
  document, = documents(done.stdout.decode())
  expect(done.returncode == 0 and document["file"] == "odd \ufffd\"\\\n name.txt", document)


@fact
def the_list_is_a_document():
  document, = documents(run("list --json")[1])
  kakuro = [kind for kind in document["kinds"] if kind["name"] == "kakuro"][0]
  expect(kakuro["title"] and kakuro["rules"] and kakuro["notations"], kakuro)
  expect(document["solvers"] and document["version"], document)
  one, = documents(run("list kakuro --json")[1])
  expect(one == kakuro, one)


# ---- Several puzzles ----

@fact
def what_solve_prints_check_reads():
  _, answers, _ = run("solve good.txt")
  status, out, err = run("check good.txt -", answers)
  expect((status, out.count("right\n"), err) == (0, 2, ""), status, out, err)


@fact
def any_number_of_threads_prints_the_same():
  """Errors of reading in between included."""
  text = "\n".join([KAKURO, IMPOSSIBLE, TWO_ANSWERS] * 60)
  call = ["solve", "-", "empty.txt", "mixed.txt", "nosuch.txt", "kakuro.txt"]
  alone = run(call, text)
  expect(alone[0] == 2 and alone[1].count("21\n13") == 62, alone)
  for workers in ("2", "3", "1000"):
    expect(run(call + ["-j", workers], text) == alone, workers)
  strip = lambda out: re.sub(r'"seconds":[\d.e-]+', "", out)
  alone = run(call + ["--json"], text)
  expect(strip(run(call + ["--json", "-j4"], text)[1]) == strip(alone[1]))
  for names in (["kakuro.txt", "nosuch.txt"], ["nosuch.txt", "nowhere.txt", "kakuro.txt"]):
    alone = run(["solve"] + names)
    expect(all(f"{name}: " in alone[2] for name in names if name != "kakuro.txt"), alone)
    expect(run(["solve", "-j2"] + names) == alone, names)


@fact
def threads_change_nothing_over_all_examples():
  """Nor in what is counted and checked, with nonsense among the files."""
  names = sorted(os.path.join(folder, name) for folder, _, files in os.walk(EXAMPLES) for name in files
                 if name.endswith(".txt"))
  small = [name for name in names if os.path.getsize(name) < 2000][:60]
  small[5:5] = ["garbage.txt", "nosuch.txt", "half-bad.txt"]
  for command in ("solve --conflicts 300", "count --limit 2 --conflicts 300"):
    alone = run(command.split() + small)
    head = r"(?m)^% \S+:\d+: \w+" if "solve" in command else r"(?m)^\S+:\d+: .*answer"
    expect(alone[0] == 2 and len(re.findall(head, alone[1])) > 40, alone[0], alone[2])
    expect(run(command.split() + small + ["-j4"]) == alone, command)
  text = "\n".join([KAKURO, TWO_ANSWERS] * 50)
  answers = "\n".join(["21\n13\n", "-x\nx-\n", "31\n13\n", "-x\nx\n", "2.\n13\n"] * 20)
  for file, content in (("batch.txt", text), ("batch-answers.txt", answers)):
    with open(file, "w") as out:
      out.write(content)
  alone = run("check batch.txt batch-answers.txt")
  expect(alone[0] == 2 and "right" in alone[1] and "wrong" in alone[1], alone)
  expect(run("check batch.txt batch-answers.txt -j4") == alone)


@fact
def a_batch_streams_through_a_pipe():
  """Answers come while the input is still open."""
  line = b"..8...3.4.9...7.854....1......74.95...7...4...34.95......2....381.9...4.3.9...6..\n"
  for jobs in ("1", "3"):
    process = subprocess.Popen([PULMA, "solve", "-j", jobs, "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    process.stdin.write(line * 2000)
    process.stdin.flush()
    first = os.read(process.stdout.fileno(), 1000)  # the input is not closed yet
    expect(first.startswith(b"% standard input:1: sudoku\n"), first)
    rest = process.communicate(timeout=60)[0]
    expect(process.returncode == 0 and (first + rest).count(b"% ") == 2000, process.returncode)
    expect(b"% standard input:2000: sudoku\n" in rest, rest[-300:])


LINE = "..8...3.4.9...7.854....1......74.95...7...4...34.95......2....381.9...4.3.9...6..\n"
LINK = "https://puzz.link/p?starbattle/8/8/1/qgia18mlbicg88ch85s290g0\n"
# It has 479,306 answers: the whole of the input has been read before they are counted.
SLOW_LINK = "https://puzz.link/p?starbattle/10/10/1/" + "v" * 18 + "0" * 18 + "\n"
BAD_LINK = "https://puzz.link/p?starbattle/8/8/1/qgia18mlbicg88ch85s290g\n"


@fact
def lists_of_lines_are_shared_out():
  """Puzzles are then read by the threads; with --strict, what stands behind one that cannot be read is not printed."""
  lists = {"lines.txt": LINE * 700, "links.txt": (LINK * 5 + "\n% comment\n") * 30 + BAD_LINK + LINK * 200,
           "bad-line.txt": LINE * 300 + LINE[:80] + "\n" + LINE * 100,
           "changing.txt": (LINE * 20 + LINK * 20 + KAKURO + "\n" + "6x6u:CACEceAIaf\n" * 9) * 12 + BAD_LINK + LINE,
           "two-bad.txt": LINK * 70 + BAD_LINK + LINK + BAD_LINK + LINK * 100,
           "open-end.txt": LINE * 100 + LINE.strip()}
  for name, text in lists.items():
    with open(name, "w") as out:
      out.write(text)
  random.seed(5)
  for command in ("solve", "count --limit 2", "solve -q", "solve --strict", "count --strict"):
    for _ in range(4):
      names = random.sample(sorted(lists), 4) + ["nosuch.txt"] * random.randrange(2)
      alone = run(command.split() + names)
      for workers in ("2", "7"):
        expect(run(command.split() + names + ["-j", workers]) == alone, command, names, workers)
  for option, counted in (("", 350), ("--strict", 150)):
    status, out, err = run(f"count links.txt -j3 {option}")
    expect((status, out.count("1 answer\n")) == (2, counted) and err.startswith("links.txt:211:"), option, status, err)


@fact
def nobody_waits_for_what_is_unwanted():
  """Behind the bad link stands a board with more answers than can be counted."""
  endless = "." * 81 + "\n"
  text = LINK * 200 + BAD_LINK + endless * 3
  status, out, err = run("count - -j4 --strict", text)
  expect((status, out.count("1 answer\n")) == (2, 200) and err.startswith("standard input:201:"), status, err)


@fact
def after_a_bad_line_comes_the_next_in_every_notation_of_lines():
  for kind, option, notations in (("sudoku", "", "line puzz.link solo f-puzzles"),
                                  ("sudoku", "--option killer=yes", "killer-fields killer-line sumocue"),
                                  ("kakuro", "", "puzz.link"), ("flowfree", "", "puzz.link"), ("starbattle", "", "puzz.link line"),
                                  ("nonogram", "", "puzz.link pattern"), ("binary", "", "unruly"),
                                  ("infinityloop", "--option connected=yes --option loops=no", "net")):
    board = run(f"generate {kind} {option} --seed 5")[1]
    for notation in notations.split():
      status, good, err = run(f"convert - --to {notation}", board)
      expect(status == 0 and good.count("\n") == 1, notation, good, err)
      bad = good[:len(good) // 2] + "\x01" + good[len(good) // 2:]
      status, out, err = run("convert -", bad + good + bad + good)
      expect(status == 2 and out.count(kind + "\n") == 2 and
             err.endswith("pulma: 2 puzzles could not be read\n"), notation, status, out, err)


@fact
def a_bad_line_is_told_while_the_input_is_open():
  for jobs in ("1", "3"):
    for first, bad, behind in ((LINK, BAD_LINK, LINK * 4000), (LINE, LINE[:80] + "\n", LINE * 30000),
                               (SLOW_LINK, BAD_LINK, LINK * 4000)):
      process = subprocess.Popen([PULMA, "count", "--strict", "-j", jobs, "-"], stdin=subprocess.PIPE,
                                 stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
      try:
        process.stdin.write((first * 3 + bad + behind).encode())
        process.stdin.flush()
      except BrokenPipeError:
        pass  # it has seen enough
      expect(process.wait(60) == 2, process.returncode)
      expect(process.stderr.read().startswith(b"standard input:4:"), bad)
      try:
        process.stdin.close()
      except BrokenPipeError:
        pass


@fact
def compressed_files_are_read_as_they_are():
  """What the build knows, put together from two files, and cut off."""
  text = (KAKURO + "\n") * 3000
  built_in = json.loads(run("version --json")[1])["compression"]
  packers = {"gzip": gzip.compress, "xz": lzma.compress,
             "zstd": lambda data: subprocess.run(["zstd", "-qc"], input=data, capture_output=True).stdout}
  if not shutil.which("zstd"):
    del packers["zstd"]
  for name, pack in packers.items():
    packed = pack(text.encode())
    for content, status, counted in ((packed, 0, 3000), (packed + packed, 0, 6000), (packed[:-9], 2, None)):
      with open("packed.txt", "wb") as file:
        file.write(content)
      got, out, err = run("count packed.txt")
      if name not in built_in:
        expect(got == 2 and "cannot read: " + name in err, err)
        continue
      expect(got == status and counted in (None, out.count("1 answer\n")), name, got, out[-100:], err)
      expect(counted or "packed.txt: cannot be unpacked: it is damaged or cut off" in err, err)


@fact
def a_bad_line_does_not_hold_up_the_next():
  """It is told while the input is open; then the rest is solved."""
  for jobs in ("1", "3"):
    process = subprocess.Popen([PULMA, "count", "-j", jobs, "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
    process.stdin.write((LINK * 3 + BAD_LINK + LINK * 4000).encode())
    process.stdin.flush()
    expect(process.stderr.readline().startswith(b"standard input:4:"), jobs)
    out, err = process.communicate((LINE[:80] + "\n" + LINE).encode(), 60)
    expect(process.returncode == 2 and out.count(b": 1 answer\n") == 4004, process.returncode, err)
    expect(err.startswith(b"standard input:4005:1: ") and err.endswith(b"pulma: 2 puzzles could not be read\n"), err)


@fact
def positions_are_right_behind_the_first_window():
  """The reader sees long texts piece by piece; lines go on counting."""
  text = (KAKURO + "\n") * 30000 + "kakuro\n# 3\\\n\\x .\n"
  status, out, err = run(["count", "-j4", "-"], text)
  expect(status == 2 and out.count("1 answer\n") == 30000, status, out[-200:])
  expect(err.startswith("standard input:150003:1: expected"), err)


@fact
def a_batch_ends_when_the_time_is_over():
  """Puzzles that it did not come to are told as long as that is quick."""
  for more in ("", "-j2"):
    status, out, _ = run(f"solve --json --time 0.001 good.txt {more}")
    expect(status in (0, 3) and len(documents(out)) == 2, status, out)
    expect(all(one["status"] in ("solved", "limit") for one in documents(out)), out)


@fact
def a_hard_puzzle_leaves_the_others_their_document():
  status, out, _ = run("count --json --time 0.3 endless-first.txt")
  first, second = documents(out)
  expect(status == 3 and first["status"] == "limit" and second["kind"] == "kakuro", out)


@fact
def numbered_pictures_and_models():
  status, out, err = run("draw good.txt -o drawn.svg")
  expect((status, out, err) == (0, "", ""), status, out, err)
  for name in ("drawn.svg", "drawn-2.svg"):
    with open(name) as file:
      expect("</svg>" in file.read(), name)


@fact
def conversions_come_back():
  pulma = run("convert good.txt")[1]
  there = run("convert good.txt --to json")
  expect(there[0] == 0 and len(documents(there[1])) == 2, there)
  expect(run("convert -", there[1])[1] == pulma, pulma)


@fact
def generated_puzzles_are_repeatable():
  kinds = [kind["name"] for kind in json.loads(run("list --json")[1])["kinds"] if kind["generates"]]
  for kind in kinds:
    first = run(f"generate {kind} --seed 10 -n 2 --difficulty easy")
    expect(first[0] == 0 and first[2] == "", kind, first)
    expect(run(f"generate {kind} --seed 10 -n 2 --difficulty easy") == first, kind)
    status, out, err = run("solve -q -", first[1])
    expect(status == 0, kind, status, err)


@fact
def the_seed_of_the_clock_can_be_repeated():
  kinds = [kind["name"] for kind in json.loads(run("list --json")[1])["kinds"] if kind["generates"]]
  if kinds:
    kind = kinds[0]
    status, out, err = run(f"generate {kind}")
    expect(status == 0 and re.fullmatch(r"seed \d+\n", err), status, err)
    expect(run(f"generate {kind} --seed {err.split()[1]}")[1] == out, err)


def loose_edges(side, colours):
  """A board whose pieces are of the right sorts for the rim and otherwise at random."""
  chance = random.Random(7)
  text = "edgematch\ngoal: edges\n"
  for row in range(side):
    for column in range(side):
      rims = (row == 0, column == side - 1, row == side - 1, column == 0)
      text += " ".join(str(0 if rim else chance.randint(1, colours)) for rim in rims) + "\n"
  return text


@fact
def the_best_so_far_is_kept_and_gone_on_from():
  with open("edges.txt", "w") as file:
    file.write(loose_edges(8, 9))
  call = "solve edges.txt --conflicts 300000 --resume best-so-far.txt --json "
  costs = []
  for more in ("--seed 1", "--seed 2 -j 2", "--seed 3"):
    status, out, err = run(call + more)
    expect(status == 3, status, err)
    with open("best-so-far.txt") as file:
      expect(file.read() == documents(out)[0]["answer"], out)
    costs.append(documents(out)[0]["objective"])
    expect(run("check edges.txt best-so-far.txt")[1] == f"right, cost {costs[-1]}\n", costs)
  expect(costs == sorted(costs, reverse=True), costs)
  status, out, err = run("solve edges.txt --conflicts 300000 --progress")
  expect(" of 112 joins match" in err and "of 112 joins match)" in out, out, err)
  status, link, err = run("convert edges.txt --answer best-so-far.txt --to bucas")
  expect(status == 0 and link.startswith("https://e2.bucas.name/#"), link, err)
  with open("link.txt", "w") as file:
    file.write(link)
  expect(documents(run("solve link.txt --json")[1])[0]["objective"] == costs[-1], costs)
  with open("best-so-far.txt", "w") as file:
    file.write("1/0\n")
  expect(run(call)[0] == 2, "a damaged file")
  status, out, err = run("solve kakuro.txt --resume other.txt")
  expect(status == 2 and "have a cost" in err and not os.path.exists("other.txt"), err)


@fact
def steps_become_a_page():
  status, _, err = run("explain single-four.txt --html steps.html")
  expect(status == 0, status, err)
  with open("steps.html", encoding="utf-8") as file:
    page = file.read()
  for part in ("<svg", "hidden single</h2>", "A thick frame", "</section>"):
    expect(part in page, part)


@fact
def proofs_are_checked():
  for name, known in (("impossible.txt", ""), ("kakuro.txt", "found.txt")):
    status, out, err = run(f"solve {name} --proof proof")
    expect(status == (0 if known else 1), status, err)
    with open("found.txt", "w") as file:
      file.write("% a remark\n" + out)
    for call in ("verify-proof proof.cnf proof", f"verify-proof {name} proof {known}"):
      status, out, err = run(call)
      expect(status == 0 and out.startswith("verified"), call, status, out, err)
    with open("nothing", "w"):
      pass
    for call in (f"verify-proof {name} nothing {known}", "verify-proof proof.cnf nothing"):
      status, out, err = run(call)
      expect(status == 1 and out.startswith("not verified"), call, status, out, err)
  expect(run("verify-proof kakuro.txt proof")[0] == 1, "without the answer it is no proof")
  status, _, err = run("solve two.txt --proof more")
  expect(status == 1 and "other answers" in err and not os.path.exists("more"), status, err)


# ---- Models ----

def solvers():
  """Those that can be used here; a build without the helper has none."""
  return [one["name"] for one in json.loads(run("list --solvers --json")[1])["solvers"] if one["available"]]


@fact
def models_are_solved():
  for solver in solvers():
    got = run(f"solve kakuro.txt --model hartmann --solver {solver}")
    expect(got == (0, "21\n13\n", ""), solver, got)
    document, = documents(run(f"solve --json kakuro.txt --model hartmann --solver {solver}")[1])
    expect((document["solver"], document["model"]) == (solver, "hartmann"), document)
    status, out, _ = run(f"solve impossible.txt --model hartmann --solver {solver}")
    expect(status == 1 and out.startswith("impossible"), solver, status, out)


@fact
def models_are_printed_and_measured():
  text = run("model kakuro/hartmann")[1]
  expect("solve;" in text and "end;" in text, text)
  if "glpk" in solvers():
    expect(run("model kakuro/hartmann kakuro.txt")[1].count("data;") == 1)
    size = run("model kakuro/hartmann kakuro.txt --size")[1]
    expect(re.search(r"^binary +36$", size, re.M) and re.search(r"^class +BLP$", size, re.M), size)
    document, = documents(run("model kakuro/hartmann kakuro.txt --size --json")[1])
    expect(document["binary"] == 36 and document["families"], document)
    expect("Subject To" in run("model kakuro/hartmann kakuro.txt --format lp")[1])
    status, out, err = run("model kakuro/hartmann kakuro.txt --format mps -o out.mps")
    expect((status, out, err) == (0, "", "") and "ROWS" in open("out.mps").read(), status, err)
    expect(run("model kakuro/hartmann two.txt")[0] == 2)


@fact
def complaints_of_a_model_name_the_model():
  if "glpk" in solvers():
    for arguments in ("solve kakuro.txt --model ./bad.mod", "model ./bad.mod kakuro.txt --format lp"):
      status, out, err = run(arguments)
      expect((status, out) == (2, "") and err.startswith("./bad.mod:2:"), arguments, status, err)

def changed_model(name, old, new):
  """A model of star battle as a student might hand it in."""
  text = run("model starbattle/hartmann")[1]
  expect(text.count(old) == 1, text)
  with open(name, "w") as file:
    file.write(text.replace(old, new))


@fact
def faults_of_a_model_are_told_with_the_board():
  if "glpk" not in solvers():
    return
  with open("stars.txt", "w") as file:
    file.write("starbattle\nAABB\nAABB\nCCDD\nCCDD\n")  # two answers
  changed_model("touch.mod", "<= 1;  # (4)", "<= 4;")
  sentence = r"the model allows this board: the stars in row (\d), column (\d) and row (\d), column (\d) touch\n"
  for command in ("solve", "count"):
    status, out, _ = run(f"{command} stars.txt -m ./touch.mod")
    told, board = re.match(sentence, out), out.splitlines()[1:]
    expect(status == 1 and told and len(board) == 4, out)
    expect(all(board[int(r) - 1][int(c) - 1] == "*" for r, c in (told.groups()[:2], told.groups()[2:])), out)
    document, = documents(run(f"{command} stars.txt -m ./touch.mod --json")[1])
    expect((document["status"], document["fault"]) == ("model-fault", "wrong-answer"), document)
    expect(document["answer"].splitlines() == board and len(document["places"]) == 2, document)
  expect(run("solve stars.txt -m ./touch.mod --ascii")[1].count("*!") == 2)
  changed_model("strict.mod", "solve;", "s.t. corner: x[1,2] = 0;\nsolve;")
  status, out, _ = run("count stars.txt -m ./strict.mod")
  expect(status == 1 and "so the model is too strict: corner excludes one of them\nfor example:\n-*--\n" in out, out)


def write_tree(name, size):
  """An infinity loop whose pipes are a tree; the rows of the answer that it was made from."""
  rng, sides = random.Random(7), ((0, 1, 1, 4), (-1, 0, 2, 8), (0, -1, 4, 1), (1, 0, 8, 2))
  tiles, open_ends = {(0, 0): 0}, [(0, 0)]
  while open_ends:
    row, column = rng.choice(open_ends)
    free = [s for s in sides if 0 <= row + s[0] < size and 0 <= column + s[1] < size
            and (row + s[0], column + s[1]) not in tiles]
    if free:
      down, right, here, there = rng.choice(free)
      tiles[row, column] |= here
      tiles[row + down, column + right] = there
      open_ends.append((row + down, column + right))
    else:
      open_ends.remove((row, column))
  rows = ["".join("%x" % tiles[row, column] for column in range(size)) for row in range(size)]
  turned = lambda tile: "%x" % ((17 * tile << rng.randrange(4)) >> 4 & 15)
  with open(name, "w") as file:
    file.write("infinityloop\nminimise: yes\nconnected: yes\n")
    file.writelines("".join(turned(int(tile, 16)) for tile in row) + "\n" for row in rows)
  return rows


@fact
def the_cheapest_of_a_model_is_not_the_puzzles():
  """One conflict is not enough to confirm the optimum of this board."""
  if "glpk" not in solvers():
    return
  rows = write_tree("tree.txt", 20)
  with open("known.mod", "w") as file:
    file.write("var x >= 0;\nminimize cost: x;\nsolve;\n")
    file.writelines(f'printf "%s\\n", "{row}";\n' for row in rows)
    file.write("end;\n")
  out = run("solve tree.txt -m ./known.mod --conflicts 1")[1]
  expect(re.search(r"^% cost 484( \(.*\))?, cheapest by this model$", out, re.M), out[-200:])
  out = run("solve tree.txt -m ./known.mod")[1]
  expect("% cost 484, proved optimal" in out, out[-200:])


@fact
def few_conflicts_are_a_limit_wherever_they_end():
  write_tree("tree.txt", 20)
  ends = [run(f"solve tree.txt --conflicts {conflicts}") for conflicts in range(1, 21)]
  expect({status for status, _, _ in ends} == {0, 3}, [status for status, _, _ in ends])
  expect(all("too many conflicts" in err for status, _, err in ends if status == 3), ends[0])


# ---- Streams and signals ----

@fact
def a_full_device_is_an_error():
  with open("/dev/full", "w") as full:
    for arguments in ("list", "solve kakuro.txt", "solve --all endless.txt"):
      done = subprocess.run([PULMA, *arguments.split()], stdout=full, stderr=subprocess.PIPE, timeout=60)
      expect(done.returncode == 2 and b"cannot write standard output" in done.stderr, arguments, done)


@fact
def a_closed_output_is_an_error():
  done = subprocess.run(f"'{PULMA}' solve kakuro.txt >&-", shell=True, capture_output=True, timeout=60)
  expect(done.returncode == 2 and b"cannot write standard output" in done.stderr, done)


@fact
def a_closed_input_is_an_error():
  done = subprocess.run(f"'{PULMA}' solve - <&-", shell=True, capture_output=True, timeout=60)
  expect(done.returncode == 2 and done.stderr.startswith(b"standard input: cannot be read"), done)


@fact
def a_closed_pipe_ends_quietly():
  endless = ("solve --all endless.txt", "solve --all --json endless.txt", "solve -j2 many.txt")
  for arguments in endless + ("help solve",):
    read, write = os.pipe()
    process = subprocess.Popen([PULMA, *arguments.split()], stdout=write, stderr=subprocess.PIPE)
    os.close(write)
    if arguments in endless:
      os.read(read, 10)
    os.close(read)
    _, err = process.communicate(timeout=60)
    # The short help may have been written before the pipe was closed.
    expect(process.returncode in ((3,) if arguments in endless else (0, 3)), arguments, process.returncode)
    expect(err == b"", err)


@fact
def an_input_beyond_the_memory_is_refused():
  little = lambda: resource.setrlimit(resource.RLIMIT_AS, (200 << 20, 200 << 20))
  if run("list", preexec_fn=little)[0] == 0:  # a sanitizer wants more: it cannot be tried then
    status, _, err = run("solve /dev/zero", preexec_fn=little)
    expect(status == 2 and err.startswith("/dev/zero:1:1: expected"), status, err)


@fact
def memory_is_a_limit():
  board = "knight\nS" + 499 * "." + 499 * ("\n" + 500 * ".") + "\n"
  with open("wide.txt", "w") as file:
    file.write(board)
  status, out, err = run("solve --method rules --memory 80M wide.txt")
  expect(status == 3 and out == "", status, out)
  expect(err == "wide.txt:1: stopped: the limit of memory was reached\n", err)
  document, = documents(run("count --json --method rules --memory 80M wide.txt")[1])
  expect(document["status"] == "limit" and "memory" in document["message"], document)


def interrupt_at_work(process):
  """Ctrl-C when it is sure that it is waited for."""
  caught = lambda: re.search(r"SigCgt:\s*(\w+)", open(f"/proc/{process.pid}/status").read())
  if os.path.exists("/proc/self/status"):
    while not int(caught().group(1), 16) & 1 << signal.SIGINT - 1:
      time.sleep(0.01)
  time.sleep(0.4)
  process.send_signal(signal.SIGINT)


@fact
def an_interruption_keeps_what_was_found():
  for arguments in ("count endless.txt", "count endless.txt -j2", "solve --all -q endless.txt"):
    process = subprocess.Popen([PULMA, *arguments.split()], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    interrupt_at_work(process)
    out, err = process.communicate(timeout=60)
    expect(process.returncode == 3, arguments, process.returncode, err)
    if "count" in arguments:
      expect(re.fullmatch(rb"at least \d+ answers\n", out), out)
      expect(err == b"endless.txt:1: stopped: interrupted\n", err)


@fact
def an_interruption_ends_the_document():
  process = subprocess.Popen([PULMA, "solve", "--all", "--json", "endless.txt"], stdout=subprocess.PIPE)
  interrupt_at_work(process)
  document, = documents(process.communicate(timeout=60)[0].decode())
  expect(process.returncode == 3 and document["status"] == "limit", document["status"])


@fact
def an_interruption_stops_reading():
  process = subprocess.Popen([PULMA, "solve", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE)
  interrupt_at_work(process)
  process.wait(timeout=60)
  process.communicate()
  expect(process.returncode == 3, process.returncode)


@fact
def an_unreadable_file_is_told():
  if os.geteuid() != 0:  # root may read everything
    with open("secret.txt", "w") as file:
      file.write(KAKURO)
    os.chmod("secret.txt", 0)
    status, _, err = run("solve secret.txt")
    expect(status == 2 and err == "secret.txt: cannot be read: Permission denied\n", status, err)


# ---- Terminals ----

def on_terminal(arguments, seconds=60, stderr_only=False, columns=80, **environment):
  """Status and what a terminal shows; standard output is a terminal too unless `stderr_only`."""
  master, slave = pty.openpty()
  fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
  process = subprocess.Popen([PULMA, *arguments.split()], stdin=subprocess.DEVNULL,
                             stdout=subprocess.DEVNULL if stderr_only else slave, stderr=slave,
                             env={**os.environ, "TERM": "xterm-256color", **environment})
  os.close(slave)
  shown = b""
  deadline = time.monotonic() + seconds
  while time.monotonic() < deadline:
    if select.select([master], [], [], 0.1)[0]:
      try:
        chunk = os.read(master, 65536)
      except OSError:
        break  # the other side is closed
      if not chunk:
        break
      shown += chunk
  status = process.wait(timeout=60)
  os.close(master)
  return status, shown.decode()


@fact
def colours_come_on_a_terminal_only():
  without_wish = {"NO_COLOR": ""}
  status, shown = on_terminal("draw kakuro.txt", **without_wish)
  expect(status == 0 and "\x1b[" in shown, status, shown)
  for case in ({"NO_COLOR": "1"}, {"NO_COLOR": "", "TERM": "dumb"}):
    status, shown = on_terminal("draw kakuro.txt", **case)
    expect(status == 0 and "\x1b" not in shown and not shown.isascii(), case, shown)
  status, shown = on_terminal("draw --ascii kakuro.txt", **without_wish)
  expect(status == 0 and "\x1b" not in shown and shown.isascii(), shown)


@fact
def the_locale_decides_on_ascii():
  locales = {"LC_ALL": "", "LC_CTYPE": "", "LANG": ""}
  for case, ascii in (({"LC_ALL": "C"}, True), ({"LC_ALL": "POSIX"}, True), ({"LANG": "de_DE"}, True),
                      ({"LANG": "C", "LC_ALL": "C.UTF-8"}, False), ({"LC_ALL": "", "LC_CTYPE": "en_US.utf8"}, False), ({}, False)):
    for command in ("draw kakuro.txt", "solve kakuro.txt", "generate sudoku --size 4x4 --seed 1"):
      status, shown = on_terminal(command, NO_COLOR="1", **{**locales, **case})
      expect(status == 0 and shown.isascii() == ascii and len(shown) > 20, case, command, shown)
  status, shown = on_terminal("draw kakuro.txt", NO_COLOR="", **{**locales, "LC_ALL": "C"})
  expect(status == 0 and "\x1b" not in shown and shown.isascii(), shown)


@fact
def colours_are_as_many_as_the_terminal_has():
  for depth, exact in (("truecolor", True), ("24bit", True), ("", False), ("8", False)):
    status, shown = on_terminal("draw flow.txt", NO_COLOR="", COLORTERM=depth)
    expect(status == 0 and "\x1b[" in shown and bool(re.search(r"[34]8;2;\d", shown)) == exact, depth, shown)
  status, shown = on_terminal("draw flow.txt", NO_COLOR="1", COLORTERM="truecolor")
  expect(status == 0 and "\x1b" not in shown, shown)


@fact
def new_puzzles_are_drawn_on_a_terminal():
  status, shown = on_terminal("generate sudoku --size 4x4 --seed 1", NO_COLOR="1")
  expect(status == 0 and "┏" in shown and "sudoku\r\n" not in shown, shown)
  status, shown = on_terminal("generate sudoku --size 4x4 --seed 1", NO_COLOR="1", columns=6)
  expect(status == 0 and "sudoku\r\n" in shown and max(map(len, shown.split("\r\n"))) < 80, shown)
  status, text, _ = run("generate sudoku --size 4x4 --seed 1")
  expect(status == 0 and text.startswith("sudoku\n"), text)


@fact
def no_drawing_is_wider_than_its_window():
  for columns in (80, 40, 20, 8):
    for command in ("draw kakuro.txt", "draw flow.txt", "draw --answer kakuro.txt", "solve flow.txt", "hint kakuro.txt"):
      status, shown = on_terminal(command, NO_COLOR="1", columns=columns)
      drawn = [line for line in shown.split("\r\n") if re.search("[┃┠┏┗│╋]", line)]
      expect(status == 0 and all(len(line) <= columns for line in drawn), columns, command, shown)
  status, wide = on_terminal("draw kakuro.txt", NO_COLOR="1")
  status, narrow = on_terminal("draw kakuro.txt", NO_COLOR="1", columns=8)
  expect("┃" in wide and "┃" not in narrow and narrow.startswith("kakuro\r\n"), narrow)


@fact
def a_terminal_shows_the_answer_drawn():
  status, shown = on_terminal("solve kakuro.txt", NO_COLOR="1")
  expect(status == 0 and "21\r\n13" not in shown and "2" in shown and len(shown) > 20, shown)


@fact
def a_narrow_terminal_shows_the_answer_as_text():
  status, shown = on_terminal("solve kakuro.txt", columns=5)
  expect(status == 0 and shown == "21\r\n13\r\n", shown)


@fact
def a_terminal_gets_no_picture_file():
  status, shown = on_terminal("draw kakuro.txt --format png")
  expect(status == 2 and "use -o FILE" in shown, shown)


@fact
def progress_is_shown_when_it_lasts():
  status, shown = on_terminal("count endless.txt --time 1.8", stderr_only=True)
  expect(status == 3 and re.search(r"\rcounting: \d+ s", shown) and shown.endswith("time limit reached\r\n"), shown)
  status, shown = on_terminal("generate sudoku -n 1000000 --seed 1 --time 2.5", stderr_only=True)
  expect(status == 3 and re.search(r"\rgenerating: \d+ s, \d+ of 1000000 done, about \d+ s left", shown), shown[-300:])
  status, shown = on_terminal("generate sudoku -n 1000000 --seed 1 --time 2.5", stderr_only=True, columns=30)
  expect(status == 3 and all(len(line) < 30 for line in re.findall(r"\r(generating[^\r\x1b]*)", shown)), shown[-300:])
  status, shown = on_terminal("generate sudoku -n 1000000 --seed 1 --time 2.5", stderr_only=True, columns=120)
  expect(status == 3 and re.search(r"s left \[ *\]", shown), shown[-300:])
  status, shown = on_terminal("count kakuro.txt", stderr_only=True)
  expect(status == 0 and shown == "", shown)


# ---- Generated pages ----

@fact
def the_man_page_knows_every_option():
  page = run("help --man")[1].replace("\\-", "-")
  expect(page.startswith(".TH PULMA 1"), page[:100])
  commands = re.findall(r"^  (\S+)  ", run("help")[1], re.M)
  expect(len(commands) >= 11, commands)
  for command in commands:
    expect(f'.SS "pulma {command}' in page, command)
    for option in re.findall(r"--([a-z]+)", run(f"help {command}")[1]):
      expect(option == "help" or f"--{option}" in page, command, option)
    own = run(f"help --man {command}")[1].replace("\\-", "-")
    expect(own.startswith(f".TH PULMA-{command.upper()} 1") and f"pulma-{command} - " in own, own[:200])
    for option in re.findall(r"--([a-z]+)", run(f"help {command}")[1]):
      expect(f"--{option}" in own, command, option)


# What is typed, and what a press of the tabulator makes of it.
TYPED = {"pulma so": "solve", "pulma solve --li": "--limit", "pulma solve --method r": "rules", "pulma list kaku": "kakuro",
         "pulma solve kakuro.t": "kakuro.txt", "pulma generate --difficulty ex": "expert", "pulma model sudoku/wa": "sudoku/way"}


@fact
def bash_completes():
  script = run("help --completion bash")[1]
  probe = script + """
try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _pulma; echo "${COMPREPLY[@]}"; }
try pulma solve --method = ke
try pulma generate --difficulty ''
""" + "".join(f"try {typed}\n" for typed in TYPED)
  done = subprocess.run(["bash", "-c", probe], capture_output=True, timeout=60)
  words = done.stdout.decode().splitlines()
  expect(words[:2] == ["kernel", "easy medium hard expert"] and len(words) == 2 + len(TYPED), words, done.stderr)
  for found, (typed, wanted) in zip(words[2:], TYPED.items()):
    expect(all(word.startswith(wanted) for word in found.split()) and found, typed, found)


@fact
def fish_completes():
  if not shutil.which("fish"):
    return
  script = run("help --completion fish")[1]
  for typed, wanted in TYPED.items():
    done = subprocess.run(["fish", "--no-config", "-c", f"{script}\ncomplete -C '{typed}'"], capture_output=True, timeout=60)
    words = [line.split("\t")[0] for line in done.stdout.decode().splitlines()]
    expect(words and all(word.startswith(wanted) for word in words), typed, words, done.stderr)


@fact
def zsh_completes():
  """Typed at a real prompt: what the line has become is what `echo` before it prints."""
  if not shutil.which("zsh"):
    return
  with open("_pulma", "w", encoding="utf-8") as file:
    file.write(run("help --completion zsh")[1])
  pid, terminal = pty.fork()
  if pid == 0:
    os.execvpe("zsh", ["zsh", "-f", "-i"], {**os.environ, "TERM": "dumb", "HOME": os.getcwd()})
  lines = ["PS1= PS2=; stty -echo; bindkey -e; setopt no_beep; autoload -Uz compinit; compinit -u -D; source ./_pulma"]
  lines += [f"{typed}\t\x01echo now: \x05" for typed in TYPED] + ["exit"]
  shown = b""
  os.write(terminal, "".join(line + "\n" for line in lines).encode())
  try:
    while chunk := os.read(terminal, 4096):
      shown += chunk
  except OSError:
    pass  # the shell has gone, and its terminal with it
  os.waitpid(pid, 0)
  os.close(terminal)
  became = re.findall(r"^now: (.*?)\s*$", shown.decode(errors="replace"), re.M)
  expect(len(became) == len(TYPED), became, shown)
  for now, (typed, wanted) in zip(became, TYPED.items()):
    expect(now.split()[-1].startswith(wanted), typed, now)


@fact
def completions_are_for_three_shells():
  expect(run("help --completion tcsh")[0] == 2)


def main():
  wanted = sys.argv[2] if len(sys.argv) > 2 else ""
  tests = [(case[0], lambda case=case: check_case(case)) for case in CASES]
  tests += [(one.__name__.replace("_", " "), one) for one in FACTS]
  passed = failed = 0
  with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for name, content in FILES.items():
      with open(name, "wb") as file:
        file.write(content if isinstance(content, bytes) else content.encode())
    for name, test in tests:
      if wanted not in name:
        continue
      try:
        test()
        passed += 1
      except (Failed, subprocess.TimeoutExpired, ValueError, KeyError, OSError) as reason:
        failed += 1
        print(f"FAILED: {name}\n{reason}\n")
    os.chdir("/")
  print(f"{passed} passed, {failed} failed")
  return 1 if failed or not passed else 0


if __name__ == "__main__":
  sys.exit(main())
