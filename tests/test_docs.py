#!/usr/bin/env python3
"""What README and docs print can be pasted: puzzles are read and have an answer, answers are right, commands
run, shown output is what comes out, the C program compiles and runs.

Usage: test_docs.py PULMA SOURCE-ROOT COMPILER...

A block is a run of lines indented by four blanks after an empty line, or a fence with a language.
"""
import glob
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import zlib

PULMA, ROOT, CC = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3:]
BUILD = os.path.dirname(PULMA)
KAKURO = "kakuro\n#   3\\  4\\\n\\3  .   .\n\\4  .   .\n"
SEED = "examples/seeds/kakuro-hartmann-fig2.txt"

# Blocks of the pages about kinds that are neither puzzle, answer nor command, by their first line.
DRAWINGS = {("docs/kinds/flowfree.md", "a-b d-e      a-b-d-e        Each side of a ring has a value, and an answer is *settled* if no ring")}

# Commands that are not run, and why.
NOT_RUN = {
  "pulma compare examples/seeds/eternity-triangle-lampainen-4x4.txt --models triangle,triangle-classes --repeat 3": "minutes",
  "pulma page": "opens a browser, where the page was built",
  "cc program.c $(pkg-config --cflags --libs pulma)": "needs an installed library; the program is compiled below",
}

problems = []


def complain(page, line, what):
  problems.append(f"{page}:{line}: {what}")


def run(words, text="", **more):
  return subprocess.run(words, input=text, capture_output=True, text=True, timeout=120, **more)


def blocks(page):
  """(line number, language or '', lines) of each block."""
  lines = open(os.path.join(ROOT, page), encoding="utf-8").read().split("\n")
  i = 0
  while i < len(lines):
    start = i
    if lines[i].startswith("```"):
      i += 1
      while not lines[i].startswith("```"):
        i += 1
      yield start + 2, lines[start][3:].strip(), lines[start + 1:i]
    elif lines[i].startswith("    ") and (i == 0 or not lines[i - 1].strip()):
      while i < len(lines) and lines[i].startswith("    "):
        i += 1
      yield start + 1, "", [line[4:] for line in lines[start:i]]
    i += 1


def png(width, height):
  """A white picture with a black left half."""
  def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
  row = b"\0" + bytes([0] * (width // 2) + [255] * (width - width // 2))
  return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
          + chunk(b"IDAT", zlib.compress(row * height)) + chunk(b"IEND", b""))


def furnish(folder):
  """The files that the commands speak of."""
  os.symlink(BUILD, os.path.join(folder, "build"))
  for name in ("examples", "docs"):
    os.symlink(os.path.join(ROOT, name), os.path.join(folder, name))
  read = lambda name: open(os.path.join(ROOT, name), "rb").read()
  files = {
    "k.txt": KAKURO.encode(), "empty.txt": b"", "puzzles.txt": (KAKURO + "\n" + KAKURO).encode(),
    "eternity2.txt": read("examples/seeds/eternity2-lampainen-4x4.txt").replace(b"edgematch\n", b"edgematch\ngoal: edges\n"),
    "mine.mod": read("models/kakuro/hartmann.mod"), "drawing.png": png(5, 5), "photo.png": png(80, 60),
  }
  for name, data in files.items():
    with open(os.path.join(folder, name), "wb") as file:
      file.write(data)


def is_synopsis(command):
  return command.startswith("pulma ") and re.search(r"\[|[A-Z]\.\.\.|\b(KIND|PUZZLE|NOTATION)\b", command.split(" > ")[0])


def run_command(page, line, command, shown, folder):
  """One command, with the lines that are shown as its output (None: none are)."""
  text = re.sub(r"\s+# .*|\s{2,}.*", "", command).strip()
  if text in NOT_RUN:
    used.add(text)
    return
  if text.startswith("make "):
    target = text.split()[1]
    if not re.search(rf"^{target}:", open(os.path.join(ROOT, "Makefile")).read(), re.M):
      complain(page, line, f"the Makefile has no target {target}")
    return
  if is_synopsis(text):
    if run([PULMA, "help", text.split()[1]]).returncode != 0:
      complain(page, line, f"pulma has no command {text.split()[1]}")
    return
  text = re.sub(r"--time \S+", "--time 1", text).replace("FILE", SEED)
  if "--completion" in text:
    text = text.split(" > ")[0]
  text = text.replace("| man -l -", "")
  result = run(["bash", "-o", "pipefail", "-c", "exec 2>&1; " + text], cwd=folder,
               env={**os.environ, "PATH": BUILD + ":" + os.environ["PATH"]})
  if result.returncode not in (0, 3 if "--time" in text else 0):
    complain(page, line, f"{text}: status {result.returncode}: {result.stdout.strip()[:300]}")
  elif shown is not None:
    found = re.sub(r"(?m)^seed \d+\n", "", result.stdout)
    if found.split("\n")[:-1] != shown:
      complain(page, line, f"{text}: prints {found!r}")


def run_commands(page, line, lines, folder):
  dollars = lines[0].startswith("$ ")
  i = 0
  while i < len(lines):
    start, command = i, lines[i].removeprefix("$ ")
    i += 1
    while dollars and i < len(lines) and not lines[i].startswith("$ "):
      i += 1
    run_command(page, line + start, command, lines[start + 1:i] or None, folder)


def check_puzzle(page, line, text):
  result = run([PULMA, "count", "-", "--limit", "2"], text)
  if result.returncode != 0:
    complain(page, line, (result.stdout + result.stderr).strip())


def check_answer(page, line, puzzle, text, folder):
  name = os.path.join(folder, "puzzle")
  with open(name, "w", encoding="utf-8") as file:
    file.write(puzzle)
  result = run([PULMA, "check", name, "-"], text)
  if result.returncode != 0:
    complain(page, line, "an answer: " + (result.stdout + result.stderr).strip())


def check_document(page, line, text):
  """A JSON document as the command line page shows it: the same names and, time aside, the same values."""
  shown = json.loads(text)
  name = shown.get("file") or ""
  if "status" not in shown or not os.path.exists(name):
    return
  found = json.loads(run([PULMA, "solve", "--json", name]).stdout)
  for document in (shown, found):
    document.pop("seconds", None), document.pop("nodes", None)
  if list(shown.items()) != list(found.items()):
    complain(page, line, f"solve --json prints {found}")


def without_effort(document):
  return {name: value for name, value in document.items() if name not in ("seconds", "nodes")}


def check_calls(page, line, lines):
  """Requests of the JSON interface, each with the reply that is shown below it."""
  requests, replies = lines[0::2], lines[1::2]
  found = run([os.path.join(BUILD, "tests", "api_lines")], "\n".join(requests) + "\n").stdout.split("\n")[:-1]
  if not len(requests) == len(replies) == len(found):
    complain(page, line, f"{len(requests)} requests, {len(replies)} replies, {len(found)} come out")
  for number, (shown, reply) in enumerate(zip(replies, found)):
    if without_effort(json.loads(shown)) != without_effort(json.loads(reply)):
      complain(page, line + 2 * number + 1, f"the reply is {reply}")


def check_call_names(page):
  """The calls in the table of a page are there: a call without arguments is refused for that, if at all."""
  text = open(os.path.join(ROOT, page), encoding="utf-8").read()
  names = [name for row in re.findall(r"(?m)^\| (`.*?) \|", text) for name in re.findall(r"`([a-z-]+)`", row)]
  requests = "".join(json.dumps({"call": name}) + "\n" for name in names)
  replies = run([os.path.join(BUILD, "tests", "api_lines")], requests).stdout.split("\n")
  for name, reply in zip(names, replies):
    if "there is no call" in reply:
      complain(page, 1, f"there is no call {name}")
  if len(names) < 20:
    complain(page, 1, "the table of calls is not found")


def check_program(page, line, text, folder):
  source, program = os.path.join(folder, "program.c"), os.path.join(folder, "program")
  with open(source, "w", encoding="utf-8") as file:
    file.write(text)
  result = run(CC + ["-Wall", "-Wextra", "-Werror", "-I" + os.path.join(ROOT, "include"), source, "-o", program,
                     "-L" + BUILD, "-lpulma", "-Wl,-rpath," + BUILD])
  if result.returncode == 0:
    result = run([program])
  answer = run([PULMA, "solve", "-"], "sudoku\n..2.\n4...\n...1\n.3..\n").stdout
  if result.returncode != 0 or result.stdout.replace(" ", "") != answer:
    complain(page, line, "the program: " + (result.stdout + result.stderr).strip())


def check_page(page, kinds, folder):
  puzzle = None
  for line, language, lines in blocks(page):
    text = "\n".join(lines) + "\n"
    first = re.sub(r"\s+%.*", "", lines[0]) if lines else ""
    if language == "c":
      check_program(page, line, text, folder)
    elif first in kinds:
      puzzle = text
      check_puzzle(page, line, text)
    elif re.match(r"(\$ )?(build/)?(pulma|make|echo|cc) ", lines[0]):
      run_commands(page, line, lines, folder)
    elif lines[0].startswith('{"call":'):
      check_calls(page, line, lines)
    elif page == "docs/command-line.md" and lines[0].startswith("{\""):
      check_document(page, line, text)
    elif page.startswith("docs/kinds/") and not language:
      if (page, lines[0]) in DRAWINGS:
        DRAWINGS.remove((page, lines[0]))
      elif puzzle:
        check_answer(page, line, puzzle, text, folder)
      else:
        complain(page, line, "neither a puzzle nor a command")


used = set()
names = [os.path.basename(name)[:-3] for name in glob.glob(os.path.join(ROOT, "docs/kinds/*.md"))]
pages = ["README.md", "CONTRIBUTING.md"] + sorted(
  os.path.relpath(name, ROOT) for name in glob.glob(os.path.join(ROOT, "docs/**/*.md"), recursive=True))
with tempfile.TemporaryDirectory() as place:
  furnish(place)
  os.chdir(place)
  for one in pages:
    check_page(one, names, place)
  check_call_names("docs/api.md")
for one in set(NOT_RUN) - used:
  problems.append(f"test_docs.py: no page has the command {one!r}")
for one in DRAWINGS:
  problems.append(f"test_docs.py: {one[0]} has no such drawing")
print("\n".join(problems) or f"{len(pages)} pages")
sys.exit(bool(problems))
