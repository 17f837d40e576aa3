#!/usr/bin/env python3
"""Runs in parts, put together by `pulma join`, and runs that are killed and go on.

Usage: test_parts.py PATH-OF-PULMA EXERCISES [KILLS]

Everything is compared with the same run in one piece, byte for byte.
"""
import gzip
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

PULMA = os.path.abspath(sys.argv[1])
EXERCISES = os.path.abspath(sys.argv[2])
KILLS = int(sys.argv[3]) if len(sys.argv) > 3 else 12
SEED = int(os.environ.get("SEED", "23"))
chance = random.Random(SEED)

EMPTY = "." * 81
FORM = "sudoku\n1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 .\n\n"
KAKURO = "kakuro\n#      #      17\\    16\\\n#      \\17    .      .\n\\16    .      .      .\n"


def run(*words, status=0):
    ran = subprocess.run([PULMA, *words], capture_output=True, check=False)
    assert status is None or ran.returncode == status, (words, ran.returncode, ran.stderr)
    return ran.stdout


def refused(words, *sentences):
    ran = subprocess.run([PULMA, *words], capture_output=True, text=True, check=False)
    assert ran.returncode == 2, (words, ran.returncode, ran.stdout[:200])
    for sentence in sentences:
        assert sentence in ran.stderr, (words, sentence, ran.stderr)


def write(name, text):
    with open(name, "w", encoding="utf-8") as file:
        file.write(text)


def read(name):
    with open(name, "rb") as file:
        return file.read()


def parts_of(words, n, options=()):
    names = []
    for k in range(1, n + 1):
        name = f"part-{k}"
        with open(name, "wb") as file:
            subprocess.run([PULMA, *words, "--part", f"{k}/{n}", *options], stdout=file, stderr=subprocess.DEVNULL,
                           check=False)
        names.append(name)
    return names


def without_times(text):
    return re.sub(rb'"(seconds|nodes)":[0-9.]+', b"", text)


def assert_joined(words, n, options=(), clean=lambda text: text):
    ran = subprocess.run([PULMA, *words], capture_output=True, check=False)
    names = parts_of(words, n, options)
    chance.shuffle(names)
    joined = subprocess.run([PULMA, "join", *names], capture_output=True, check=False)
    assert clean(joined.stdout) == clean(ran.stdout), (SEED, words, n, joined.stderr)
    assert joined.returncode == ran.returncode, (words, n, joined.returncode, ran.returncode)


# ---- Inputs ----

def make_boards():
    """Lines, lines with other things between them, and a file of many kinds."""
    boards = run("generate", "sudoku", "-n", "40", "--seed", "1", "--to", "line").decode().split()
    lines = [chance.choice(boards) for _ in range(9000)]
    write("list.txt", "".join(line + "\n" for line in lines))
    odd = []
    for i, line in enumerate(lines[:8000]):
        if i % 1500 == 700:
            odd.append("% a remark\n\n")
        if i == 5000:
            odd.append("what is this?\n")
        odd.append(line + "\n")
    write("odd.txt", "".join(odd))
    mixed = []
    for line in lines[:60]:
        mixed.append(chance.choice([FORM, KAKURO + "\n", line + "\n\n", "% remark\n", "bad " * 20 + "\n\n"]))
    write("mixed.txt", "".join(mixed))
    write("one.txt", "% only one\n\n" + lines[0] + "\n")
    write("none.txt", "")
    with gzip.open("list.txt.gz", "wb") as file:
        file.write(read("list.txt"))


# ---- Facts ----

def parts_are_the_whole():
    assert_joined(["solve", "list.txt"], 3)
    assert_joined(["solve", "list.txt", "odd.txt"], 7, ["-j", "2"])
    assert_joined(["solve", "list.txt.gz", "one.txt"], 3)
    assert_joined(["count", "odd.txt", "list.txt.gz"], 4)
    assert_joined(["count", "--json", "odd.txt"], 3, clean=without_times)
    assert_joined(["solve", "--json", "--strict", "odd.txt"], 3, clean=without_times)
    for n in (1, 2, 5, 12):
        assert_joined(["solve", "mixed.txt"], n)
        assert_joined(["count", "none.txt", "mixed.txt", "nosuch.txt", "one.txt"], n)
        assert_joined(["solve", "one.txt"], n)
    write("few.txt", "\n".join([FORM, KAKURO, FORM]))
    assert_joined(["rate", "few.txt"], 2)


def complaints_name_lines_of_the_file():
    words = ["count", "odd.txt"]
    whole = subprocess.run([PULMA, *words], capture_output=True, check=False).stderr
    assert b"odd.txt:5007:" in whole or b"odd.txt:50" in whole, whole
    heard = b""
    for jobs in ("1", "2"):
        heard = b"".join(subprocess.run([PULMA, *words, "--part", f"{k}/4", "-j", jobs], capture_output=True,
                                        check=False).stderr for k in range(1, 5))
        assert whole.splitlines()[0] in heard, (whole, heard)


def generated_boards_are_those_of_the_run():
    assert_joined(["generate", "sudoku", "-n", "10", "--seed", "4"], 4)
    assert_joined(["generate", "binary", "--size", "6x6", "-d", "easy", "-n", "7", "--seed", "9"], 3)
    assert_joined(["generate", "sudoku", "-n", "3", "--seed", "4", "--json"], 8)


def bad_calls_are_refused():
    for part in ("0/3", "4/3", "x", "1/0", "/", "1/", "/2", "-1/2", "1/2/3", "1/1000001", ""):
        refused(["solve", "one.txt", "--part", part], "--part expects K/N", repr(part)[1:-1])
    refused(["solve", "-", "--part", "1/2"], "standard input can only be read once")
    refused(["generate", "sudoku", "--part", "1/2"], "--part requires --seed")
    refused(["solve", "one.txt", "--part", "1/2", "--proof", "p"], "cannot be used with --proof")
    refused(["compare", "one.txt", "-o", "x"], "--output requires --part")
    refused(["compare", "one.txt", "--part", "1/2", "-r", "x"], "use --output instead")
    refused(["grade", "x", "y", "-o", "x"], "--output requires --part")


def mixed_up_parts_are_told():
    names = parts_of(["solve", "list.txt"], 3)
    shutil.copy("part-2", "copy")
    refused(["join", "part-1", "part-3"], "part 2 of 3 is missing")
    refused(["join", "part-2"], "parts 1 and 3 of 3 are missing")
    refused(["join", *names, "copy"], "copy: is part 2 of 3, and so is part-2")
    write("cut", read("part-2")[:5000].decode())
    refused(["join", "part-1", "cut", "part-3"], "cut: part 2 of 3 is not complete")
    run("count", "list.txt", "--part", "2/3", "-o", "other")
    refused(["join", "part-1", "other", "part-3"], "other: is part 2 of 3 of another run than part-1")
    write("other.txt", read("list.txt").decode().replace("\n", " \n", 1))
    os.rename("list.txt", "kept.txt")
    os.rename("other.txt", "list.txt")
    with open("changed", "wb") as file:
        file.write(run("solve", "list.txt", "--part", "2/3"))
    os.rename("kept.txt", "list.txt")
    refused(["join", "part-1", "changed", "part-3"], "is of another run than part-1", "the input")
    refused(["join", "one.txt"], "one.txt: expected the first line of a part")
    refused(["join", "nosuch"], "nosuch: cannot be read")
    refused(["join", "."], "directory")
    # Parts that are whole, but not of one mind about where the second begins.
    text = read("part-2")
    moved = re.sub(rb'"from":\[1,(\d+),', lambda m: b'"from":[1,%d,' % (int(m[1]) + 82), text)
    with open("moved", "wb") as file:
        file.write(moved)
    refused(["join", "part-1", "moved", "part-3"], "moved: does not begin where part-1 ends")


def outputs_are_kept_apart():
    run("solve", "one.txt", "--part", "1/1", "-o", "done")
    before = read("done")
    run("solve", "one.txt", "--part", "1/1", "-o", "done")
    assert read("done") == before
    refused(["count", "one.txt", "--part", "1/1", "-o", "done"], "done: is there already and is not this part")
    write("away.journal", "pulma journal ffffffffffffffff\n".ljust(40) + "\n")
    refused(["solve", "one.txt", "-o", "away"], "away.journal: belongs to another run")
    run("solve", "one.txt", "-o", "plain")
    assert read("plain") == run("solve", "one.txt") and not os.path.exists("plain.journal")
    refused(["solve", "one.txt", "-o", "no/such"], "no/such: cannot be written")


def kill_until_done(words, output, most):
    """Runs it again and again, killed at random moments; returns how often it was killed."""
    killed, longest = 0, 0.02
    while True:
        process = subprocess.Popen([PULMA, *words, "-o", output], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if killed < most:
            time.sleep(chance.random() * longest)
            process.kill()
        if process.wait() != -9:
            assert not os.path.exists(output + ".journal")
            return killed
        killed += 1
        longest *= 1.1


def nothing_is_lost_or_doubled():
    kills = 0
    for words in (["solve", "list.txt"], ["solve", "list.txt", "odd.txt", "-j", "2"], ["count", "mixed.txt", "list.txt.gz"],
                  ["generate", "sudoku", "-n", "300", "--seed", "3"]):
        whole = run(*words, status=None)
        for output in ("kept-1", "kept-2"):
            kills += kill_until_done(words, output, KILLS)
            assert read(output) == whole, (SEED, words)
            os.remove(output)
    words = ["solve", "list.txt"]
    whole = run(*words)
    names = []
    for k in (1, 2, 3):
        names.append(f"killed-{k}")
        kills += kill_until_done([*words, "--part", f"{k}/3"], names[-1], KILLS)
    assert run("join", *names) == whole, SEED
    assert kills > KILLS, kills


def stopped_runs_go_on():
    """What a limit of time cut short is not told as done."""
    words = ["solve", "list.txt"]
    whole, times = run(*words), 0
    while subprocess.run([PULMA, *words, "-t", "0.1", "-o", "timed"], stderr=subprocess.DEVNULL, check=False).returncode:
        times += 1
        assert times < 500
    assert read("timed") == whole


def rows(text):
    """What does not depend on the clock."""
    lines = text.decode().splitlines()
    head = lines[0].split(",")
    wanted = [i for i, name in enumerate(head) if "second" not in name and name not in ("nodes", "median", "fastest",
                                                                                        "slowest")]
    return [[line.split(",")[i] for i in wanted if i < len(line.split(","))] for line in lines]


def comparisons_have_the_same_rows():
    write("two.txt", KAKURO + "\n" + FORM)
    words = ["compare", "two.txt", "--solvers", "kernel,rules", "--csv"]
    whole = run(*words)
    joined = run("join", *parts_of(words, 3))
    assert rows(joined) == rows(whole), (joined, whole)
    run(*words, "--part", "1/2", "-o", "compared-1")
    cut = read("compared-1")
    lines = cut.splitlines(keepends=True)
    with open("compared-1", "wb") as file:  # killed after the first run, inside the line of the second
        file.write(b"".join(lines[:2]) + lines[2][:20])
    run(*words, "--part", "1/2", "-o", "compared-1")
    run(*words, "--part", "2/2", "-o", "compared-2")
    assert read("compared-1").startswith(b"".join(lines[:2]))
    assert rows(run("join", "compared-2", "compared-1")) == rows(whole)


def grades_are_those_of_the_class():
    os.mkdir("class")
    model = subprocess.run([PULMA, "model", "thermometers/lampainen"], capture_output=True, text=True, check=False)
    if model.returncode != 0:
        names = run("list", "thermometers", "--json").decode()
        name = re.search(r'"models":\[\{"name":"(\w+)"', names)[1]
        model = subprocess.run([PULMA, "model", "thermometers/" + name], capture_output=True, text=True, check=True)
    write("class/a.mod", model.stdout)
    write("class/b.mod", model.stdout.replace("s.t.", "s.t. (", 1))
    exercise = os.path.join(EXERCISES, "01-thermometers.txt")
    words = ["grade", exercise, "class", "--csv"]
    whole = run(*words, status=1)
    names = parts_of(words, 2)
    assert run("join", *names, status=1) == whole
    # Another report from the same results.
    for name in names:
        write(name, read(name).decode().replace('"--csv"', '"--junit"'))
    assert b"<testsuite" in run("join", *names, status=1)


def main():
    with tempfile.TemporaryDirectory() as place:
        os.chdir(place)
        make_boards()
        for fact in (parts_are_the_whole, complaints_name_lines_of_the_file, generated_boards_are_those_of_the_run,
                     bad_calls_are_refused, mixed_up_parts_are_told, outputs_are_kept_apart, nothing_is_lost_or_doubled,
                     stopped_runs_go_on, comparisons_have_the_same_rows, grades_are_those_of_the_class):
            start = time.monotonic()
            fact()
            print(f"ok {fact.__name__.replace('_', ' ')} ({time.monotonic() - start:.1f} s)", flush=True)
        os.chdir("/")


main()
