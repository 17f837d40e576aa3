#!/usr/bin/env python3
"""How `pulma compare` behaves, as facts.

Usage: test_compare.py PATH-OF-PULMA [PART-OF-A-NAME]

The frame is that of test_cli.py.
"""
import csv
import io
import os
import re
import subprocess
import sys
import xml.dom.minidom

import test_cli as cli
from test_cli import ANY, KAKURO, NOTHING, PULMA, documents, expect, has, like, run

cli.FILES.update({
  "no.jsonl": "what is this\n",
  "amp<&_%.txt": KAKURO,
})

cli.CASES[:] = [
  ("a table for people", "compare kakuro.txt", 0,
   has("kakuro.txt: kakuro\n", "kernel", "rules", "solved", "all agree"), NOTHING),
  ("by the rules alone", "compare kakuro.txt --solvers rules", 0,
   like(r"kakuro\.txt: kakuro\nmodel +solver +status +seconds( +nodes)?\n- +rules +solved.*"), NOTHING),
  ("the impossible is an answer, too", "compare impossible.txt --solvers rules", 0, has("impossible", "all agree"),
   NOTHING),
  ("an unknown solver", "compare kakuro.txt --solvers rules,nosuch", 2, NOTHING, has("unknown solver 'nosuch'")),
  ("an unknown model", "compare kakuro.txt --models nosuch", 2, NOTHING, has("a model 'nosuch'")),
  ("two formats are one too many", "compare kakuro.txt --csv --html", 2, NOTHING, has("use only one of")),
  ("a file may not be missing", "compare", 2, NOTHING, has("expected FILE..., --sizes or --paper")),
  ("one study at a time", "compare kakuro.txt --paper hartmann2018", 2, NOTHING, has("one of them")),
  ("sizes of what", "compare --sizes 2..4", 2, NOTHING, has("--kind KIND")),
  ("sizes are a range", "compare --kind match22 --sizes 4..2", 2, NOTHING, has("a range such as 2..8")),
  ("sizes have an end", "compare --kind match22 --sizes 2..99999999999", 2, NOTHING, has("a range such as 2..8")),
  ("a folder without the puzzles", "compare --paper hartmann2018 --examples .", 2, NOTHING, has("--examples FOLDER")),
  ("a folder that is none", "compare --paper hartmann2018 --examples ./nosuch", 2, NOTHING, has("--examples FOLDER")),
  ("a model that was not published", "compare --paper hartmann2018 --models way1", 2, NOTHING,
   has("the experiments of hartmann2018 have no model 'way1'")),
  ("a solver that is none, for a paper", "compare --paper hartmann2018 --solvers nosuch", 2, NOTHING,
   has("unknown solver 'nosuch'")),
  ("a model that is broken, by an engine of our own", "compare kakuro.txt --models ./bad.mod --solvers sat", 1,
   has("failed"), has("bad.mod by sat failed")),
  ("a picture of another format", "compare kakuro.txt --solvers rules --plot plot.png", 2, NOTHING,
   has("--plot expects a name that ends in .svg, not 'plot.png'")),
  ("a picture that cannot be, before the work", "compare endless.txt --solvers rules --time 60 --plot no/such.svg", 2,
   NOTHING, has("no/such.svg: cannot be written")),
  ("a file that is none", "compare nosuch.txt", 2, NOTHING, has("nosuch.txt: cannot be read")),
  ("one bad file leaves the others", "compare nosuch.txt kakuro.txt --solvers rules", 2, has("solved"),
   has("nosuch.txt: cannot be read")),
  ("a model that is broken", "compare kakuro.txt --models ./bad.mod --solvers glpk", 1, has("failed"),
   has("kakuro.txt: kakuro: ./bad.mod by glpk failed")),
  ("a record that is none", "compare kakuro.txt --solvers rules --resume no.jsonl", 2, NOTHING, has("no.jsonl:1:1:")),
  ("a record that cannot be", "compare kakuro.txt --solvers rules --resume no/such", 2, NOTHING,
   has("no/such: cannot be written")),
  ("a limit is no answer", "compare endless.txt --solvers rules --time 0.000001 --csv", 0, has(",limit,,"), NOTHING),
]
cli.FACTS[:] = []
fact = cli.fact

KEYS = ["puzzle", "kind", "model", "solver", "binary", "integer", "continuous", "constraints", "nonzeros", "class",
        "relaxation", "gap", "status", "seconds", "fastest", "slowest", "runs", "nodes", "cost", "agrees", "remark"]


def changed_model(name, addition):
  """The model kakuro/hartmann with something more in it, as a file."""
  text = run("model kakuro/hartmann")[1]
  expect(text.count("\nsolve;") == 1, text)
  with open(name, "w") as file:
    file.write(text.replace("\nsolve;", f"\n{addition}\nsolve;"))


@fact
def a_model_may_refuse():
  changed_model("choosy.mod", "check 1 > 2;")
  status, out, err = run("compare kakuro.txt --models ./choosy.mod --solvers glpk")
  expect((status, err) == (0, "") and "does not apply" in out, status, out, err)


@fact
def who_is_wrong_is_named_in_one_line():
  changed_model("never.mod", "var more, binary; s.t. too_high: more >= 2;")
  status, out, err = run("compare kakuro.txt impossible.txt --models ./never.mod,hartmann --solvers glpk,cbc,rules --json")
  expect(status == 1, status, out)
  expect(err == "pulma compare: kakuro.txt: kakuro: ./never.mod by glpk, cbc is wrong: the model has no "
                "solution: too_high cannot be met; the puzzle has an answer, so the model is too strict\n", err)
  wrong = [(row["model"], row["solver"]) for row in documents(out) if row["agrees"] == "NO"]
  expect(wrong == [("./never.mod", "glpk"), ("./never.mod", "cbc")], out)
  expect(sum(row["agrees"] == "yes" for row in documents(out)) == 3 + 5, out)


@fact
def a_dear_model_is_wrong_and_the_cheap_ones_are_not():
  text = run("model match22/hartmann")[1]
  expect(text.count("minimize") == 1, text)
  with open("dear.mod", "w") as file:
    file.write(text.replace("minimize", "maximize"))
  status, out, err = run("compare disks.txt --models ./dear.mod,hartmann --solvers glpk,rules --json")
  rows = {row["model"]: row for row in documents(out)}
  expect(rows["hartmann"]["agrees"] == rows["-"]["agrees"] == "yes", out)
  if rows["./dear.mod"]["status"] != "limit":
    expect(status == 1 and rows["./dear.mod"]["agrees"] == "NO", out)
    expect("dear.mod by glpk is wrong: the model calls an answer of cost" in err, err)


@fact
def a_relaxation_is_told_with_its_gap():
  """Match 22 minimises turns; kakuro's equations have no objective."""
  rows = documents(run("compare disks.txt kakuro.txt --solvers glpk,rules --json --resume relaxed.jsonl")[1])
  for row in rows:
    objective = row["kind"] == "match22" and row["model"] != "-" or row["model"] == "lampainen"
    expect((row["relaxation"] is not None) == objective == (row["gap"] is not None), row)
    if row["kind"] == "match22" and objective:
      expect(row["relaxation"] <= row["cost"], row)
      expect(abs(row["gap"] - 100 * (row["cost"] - row["relaxation"]) / row["cost"]) < 0.1, row)
  expect(documents(run("compare disks.txt kakuro.txt --solvers glpk,rules --json --resume relaxed.jsonl")[1]) == rows)


@fact
def documents_and_spreadsheets_tell_the_same():
  for option in ("--json", "--csv"):
    status, out, err = run(f"compare kakuro.txt disks.txt --solvers glpk,rules --repeat 3 {option}")
    expect((status, err) == (0, ""), option, status, err)
    rows = documents(out) if option == "--json" else list(csv.DictReader(io.StringIO(out)))
    expect(all(list(row) == KEYS for row in rows), out)
    expect({row["kind"] for row in rows} == {"kakuro", "match22"}, out)
    for row in rows:
      expect(row["status"] == "solved" and row["agrees"] == "yes" and int(row["runs"]) == 3, row)
      expect(float(row["fastest"]) <= float(row["seconds"]) <= float(row["slowest"]), row)
      expect((row["solver"] == "rules") == (row["binary"] in (None, "")), row)
    costs = {row["cost"] for row in rows if row["kind"] == "match22"}
    expect(len(costs) == 1 and costs.pop() not in (None, ""), out)


@fact
def pages_and_papers_are_well_formed():
  page = run(["compare", "amp<&_%.txt", "--html"])[1]
  body = re.sub(r"<!DOCTYPE html>|<meta [^>]*>", "", page)
  xml.dom.minidom.parseString(body)
  expect("amp&lt;&amp;_%.txt" in page, page)
  paper = run(["compare", "amp<&_%.txt", "--latex"])[1]
  expect("amp$<$\\&\\_\\%.txt" in paper, paper)
  expect(paper.count("\\begin{longtable}") == paper.count("\\end{longtable}") == 1, paper)
  width = len(re.search(r"longtable\}\{(\w+)\}", paper).group(1))
  rows = re.findall(r"^.*solved.*$", paper, re.M)[:-1]
  expect(rows and all(row.count(" & ") == width - 1 for row in rows), paper)


@fact
def a_record_is_gone_on_with():
  call = "compare kakuro.txt two.txt --solvers glpk,rules --csv --resume record.jsonl --repeat 2"
  first = run(call)
  kept = open("record.jsonl").read()
  expect(first[0] == 0 and len(documents(kept)) >= 2 * 3, first, kept)
  expect(run(call)[:2] == first[:2], "another table", kept)
  expect(open("record.jsonl").read() == kept, "done again")
  with open("record.jsonl", "w") as file:  # one run lost, one cut off
    file.write("\n".join(kept.splitlines()[:-2]) + "\n" + kept.splitlines()[-2][:30])
  expect(run(call)[0] == 0)
  lines = open("record.jsonl").read().splitlines()
  expect(len(lines) == len(kept.splitlines()) + 1, lines)
  expect(sum(line.startswith("{") and line.endswith("}") for line in lines) == len(kept.splitlines()), lines)


@fact
def a_changed_puzzle_is_another_one():
  with open("changing.txt", "w") as file:
    file.write(KAKURO)
  call = "compare changing.txt --solvers rules --resume changing.jsonl"
  expect(run(call)[0] == 0)
  with open("changing.txt", "w") as file:
    file.write(cli.IMPOSSIBLE)
  status, out, _ = run(call)
  expect(status == 0 and "impossible" in out, out)
  expect(len(open("changing.jsonl").readlines()) == 2)


@fact
def a_limit_by_the_clock_alone_is_told():
  """A run that had less CPU time than its limit, here one that the record tells of."""
  call = "compare kakuro.txt --solvers rules --time 20 --resume starved.jsonl"
  run(call)
  with open("starved.jsonl") as file:
    record = file.read()
  for seconds, told in (("1.5", True), ("19.5", False), ("25.0", False)):
    with open("starved.jsonl", "w") as file:
      file.write(re.sub(r'"seconds":[\d.]+', f'"seconds":{seconds}', record.replace('"solved"', '"limit"')))
    status, out, _ = run(call)
    expect(status == 0 and "1 limit" in out and "a limit of 20 s of it" in out, status, out)
    expect(("The machine was busy: 1 of those at the limit" in out) == told, seconds, out)


@fact
def a_limit_counts_for_shorter_ones_only():
  run("compare kakuro.txt --solvers rules --time 0.000001 --resume limits.jsonl")
  status, out, _ = run("compare kakuro.txt --solvers rules --time 60 --resume limits.jsonl")
  expect(status == 0 and "solved" in out, out)


@fact
def a_run_that_was_stopped_hides_no_answer():
  call = "compare kakuro.txt --solvers rules --repeat 3 --resume mixed.jsonl"
  run(call)
  for stopped, row in (1, r"- +rules +solved +0\.\d+ +0\.\d+ +> 10 +3"), (2, r"- +rules +solved +> 10 +3"):
    lines = open("mixed.jsonl").read().splitlines()
    with open("mixed.jsonl", "w") as file:
      file.write("\n".join(lines[:-stopped] + [line.replace('"solved"', '"limit"') for line in lines[-stopped:]]) + "\n")
    status, out, err = run(call)
    expect((status, err) == (0, "") and re.search(row, out), stopped, out, err)
  (document,) = documents(run(call + " --json")[1])
  expect((document["status"], document["seconds"], document["runs"]) == ("solved", None, 3), document)


@fact
def an_interruption_keeps_what_was_done():
  process = subprocess.Popen([PULMA, *"compare many.txt --solvers rules,glpk --csv --resume many.jsonl".split()],
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE)
  while not os.path.exists("many.jsonl") or os.path.getsize("many.jsonl") < 2000:
    cli.time.sleep(0.05)
    expect(process.poll() is None, process.poll())
  cli.interrupt_at_work(process)
  out, err = process.communicate(timeout=120)
  expect(process.returncode == 3 and b"interrupted" in err, process.returncode, err)
  expect(len(out.splitlines()) - 1 == len(open("many.jsonl").readlines()), err)


@fact
def progress_tells_what_runs():
  status, shown = cli.on_terminal("compare kakuro.txt --solvers rules,glpk --repeat 400", stderr_only=True)
  expect(status == 0 and re.search(r"\r\d+ of \d+: kakuro\.txt, .*, \d+ s; about \d+ s left", shown), shown)


@fact
def a_plot_is_a_picture():
  status, out, err = run("compare kakuro.txt disks.txt impossible.txt --solvers glpk,rules --plot plot.svg")
  expect((status, err) == (0, "") and "solved" in out, status, err)
  picture = xml.dom.minidom.parse("plot.svg")
  words = [text.firstChild.data for text in picture.getElementsByTagName("text")]
  expect("glpk" in words and "rules" in words and "puzzles solved" in words, words)
  run("compare kakuro.txt --solvers glpk,rules --plot plot.svg")
  picture = xml.dom.minidom.parse("plot.svg")
  words = [text.firstChild.data for text in picture.getElementsByTagName("text")]
  expect("hartmann, glpk" in words and "puzzles solved" not in words, words)
  status, _, err = run("compare kakuro.txt --solvers rules --plot no/such.svg")
  expect(status == 2 and "no/such.svg: cannot be written" in err, status, err)


@fact
def sizes_grow_as_they_should():
  """Match 22 has four binaries a disk, and without holes a disk a cell."""
  call = "compare --kind match22 --sizes 2..5 --option holes=0 --solvers glpk,kernel --models hartmann --json"
  status, out, err = run(call)
  expect((status, err) == (0, ""), status, err)
  rows = documents(out)
  growth = [row for row in rows if row["table"] == "Growth" and row["solver"] == "glpk"]
  expect([(row["side"], row["binary"]) for row in growth] == [(n, 4 * n * n) for n in range(2, 6)], growth)
  (fitted,) = [row for row in rows if row["table"] != "Growth"]
  expect(fitted["variables"] == 2 and fitted["boards"] == 4 and fitted["constraints"] > 2, fitted)
  table = lambda text: [(row["side"], row["binary"], row["nodes"]) for row in documents(text) if "side" in row]
  expect(table(run(call)[1]) == table(out), "other boards the second time")


@fact
def published_experiments_are_done_again():
  status, out, err = run("compare --paper hartmann2018 --time 0.5 --json")
  expect((status, err) == (0, ""), status, err)
  rows = [row for row in documents(out) if "their_GLPK" in row]
  theirs = {row["experiment"].split(" (")[0]: row["their_GLPK"] for row in rows}
  expect(theirs["Flow Free, first"] == 324.7 and theirs["Flow Free, second"] == 0.4 and theirs["Kakuro"] == 4.5
         and len(theirs) == 6, out)
  for row in rows:
    expect(row["rules"] is not None, row)
  binaries = [(row["their_binary"], row["binary"]) for row in documents(out) if "binary" in row]
  expect(binaries == [(28672, 1568), (4096, 224)], binaries)


@fact
def published_experiments_by_some_models_and_solvers():
  status, out, err = run("compare --paper hartmann2018 --models hartmann2,hartmann --solvers rules --json")
  expect((status, err) == (0, ""), status, err)
  rows = [row for row in documents(out) if "rules" in row]
  expect(len(rows) == 5 and all(row["rules"] is not None and "glpk" not in row for row in rows), rows)
  expect(not any("first" in row["experiment"] for row in rows), rows)


@fact
def the_examples_are_a_folder_or_its_seeds():
  for name in ("thermometer-hartmann-fig1", "match22-hartmann-fig3"):
    os.makedirs("shelf/seeds", exist_ok=True)
    with open(f"shelf/seeds/{name}.txt", "w") as file:
      file.write(open(os.path.join(os.path.dirname(__file__), f"../examples/seeds/{name}.txt")).read())
  results = [run(f"compare --paper hartmann2018 --solvers rules --json --examples {folder}")
             for folder in ("shelf", "shelf/seeds", "shelf/seeds/")]
  for status, out, err in results:
    expect(status == 0 and "skips kakuro-hartmann-fig2: cannot be read" in err, status, err)
    expect(sum(row.get("rules") is not None for row in documents(out)) == 2, out)


@fact
def a_solver_takes_switches():
  call = ["compare", "kakuro.txt", "--models", "hartmann", "--json", "--solvers"]
  status, out, err = run(call + ["glpk --pcost --cuts,cbc --cuts=off,rules"])
  expect((status, err) == (0, ""), status, err)
  expect([row["solver"] for row in documents(out)] == ["glpk --pcost --cuts", "cbc --cuts=off", "rules"], out)
  expect(all(row["status"] == "solved" for row in documents(out)), out)
  status, _, err = run(["compare", "kakuro.txt", "--solver", "glpk --fast"])
  expect(status == 2 and "glpk has no switch '--fast'; it has --first, " in err, status, err)
  status, out, err = run(["solve", "kakuro.txt", "--json", "--solver", "glpk --pcost"])
  expect(status == 0 and documents(out)[0]["solver"] == "glpk --pcost", out, err)
  status, _, err = run(["solve", "kakuro.txt", "--solver", "glpk --fast"])
  expect(status == 2 and "glpk has no switch '--fast'; it has --first, " in err, status, err)


@fact
def pages_are_made_anew():
  tool = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../tools/results")
  page = ("before\n<!-- results: pulma compare 'examples/seeds/match*-fig3.txt' --solvers glpk,rules%s -->\nold\n"
          "<!-- end of results -->\nafter\n")
  call = [sys.executable, tool, "--pulma", PULMA, "--busy", "--record", "pages.jsonl", "page.md"]
  for what, words in ("", "| cost |"), (" | model seconds", "| model | seconds |\n| --- | --: |"), (" | summary", "| glpk | rules |"):
    with open("page.md", "w") as file:
      file.write(page % what)
    expect(subprocess.run(call, capture_output=True).returncode == 0)
    text = open("page.md").read()
    expect(text.startswith("before\n<!-- results: pulma") and text.endswith("<!-- end of results -->\nafter\n"), text)
    expect("\n    pulma compare 'examples/seeds/match*-fig3.txt' --solvers glpk,rules\n" in text, text)
    expect("old" not in text and words in text, text)
  with open("page.md", "w") as file: # boards that are made for it
    file.write("<!-- results: pulma generate binary --size 4x4 --seed 1 -n 3 | pulma compare - --solvers glpk,rules --time 9 | medians -->\n"
               "<!-- end of results -->\n")
  expect(subprocess.run(call, capture_output=True).returncode == 0)
  text = open("page.md").read()
  expect("\n    pulma generate binary --size 4x4 --seed 1 -n 3 | pulma compare - --solvers glpk,rules --time 9\n" in text, text)
  expect("| model | glpk | solved | rules | solved |" in text and re.search(r"\| hartmann \| 0\.\d+ \| 3 \|  \|  \|", text), text)
  kept = open("pages.jsonl").read()
  expect(len(kept.splitlines()) > 3 and subprocess.run(call, capture_output=True).returncode == 0, kept)
  expect((open("page.md").read(), open("pages.jsonl").read()) == (text, kept), "another page the second time")
  with open("page.md", "w") as file:
    file.write(page.replace("<!-- end of results -->", ""))
  expect(subprocess.run(call, capture_output=True).returncode == 1)


@fact
def published_sizes_come_out_the_same():
  """Those of larger boards are translated, or it is told why not."""
  status, out, err = run("compare --paper lampainen2024 --solvers kernel --time 0.1 --json")
  expect((status, err) == (0, ""), status, err)
  rows = [row for row in documents(out) if "variables" in row]
  expect({row["table"].split(":")[0] for row in rows} ==
         {"Eternity I", "Table 1", "Table 2", "Table 3", "Table 6", "Section 6.1.4"}, rows)
  formulas = [row["remark"] for row in rows if row["experiment"] == "n x n, p colours"]
  expect(len(formulas) == 3 and all(re.search(r"our sizes are those for n = 2(, 4)?(, 1[06])*$", text) for text in formulas), formulas)
  measured = [row for row in rows if row["variables"] is not None]
  for row in measured:
    expect((row["variables"], row["constraints"]) == (row["their_variables"], row["their_constraints"]), row)
  for row in rows:
    expect(row["variables"] is not None or row["table"].startswith("Eternity I:") or
           re.search("not translated within 0.1 s|left out|our sizes are", row["remark"]), row)


if __name__ == "__main__":
  sys.exit(cli.main())
