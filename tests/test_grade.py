#!/usr/bin/env python3
"""Grades the submissions of the exercises and compares every verdict with what is right.

test_grade.py PULMA EXERCISES [NAME...]: all exercises, or those named; with --table it prints how
many wrong submissions were caught, one line an exercise.
"""
import importlib.machinery
import importlib.util
import json
import os
import subprocess
import sys
import tempfile


def load(folder):
    loader = importlib.machinery.SourceFileLoader("submissions", os.path.join(folder, "submissions"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("submissions", loader))
    sys.dont_write_bytecode = True
    loader.exec_module(module)
    return module


def grade(pulma, exercise, folder, *options):
    ran = subprocess.run([pulma, "grade", exercise, folder, *options], capture_output=True,
                         text=True, check=False)
    assert ran.returncode in (0, 1), (ran.returncode, ran.args, ran.stderr)
    assert ran.stderr == "", ran.stderr
    return ran.stdout


def try_exercise(pulma, folder, name, listed):
    """Returns complaints, and how many of how many wrong ones were caught."""
    complaints, caught, wrong, alarms = [], 0, 0, 0
    exercise = os.path.join(folder, name + ".txt")
    with tempfile.TemporaryDirectory() as place:
        for student, _, _, text in listed:
            with open(os.path.join(place, student + ".mod"), "w", encoding="utf-8") as file:
                file.write(text)
        record = os.path.join(place, "record")
        first = grade(pulma, exercise, place, "--json", "--resume", record, "-j2")
        documents = [json.loads(line) for line in first.splitlines()]
        short = grade(pulma, exercise, place, "--feedback", "short", "--resume", record)
        if grade(pulma, exercise, place, "--json", "--resume", record) != first:
            complaints.append(f"{name}: the record does not give the same report")
    marks = {d["submission"].removesuffix(".mod"): d for d in documents}
    reports = {}
    for line in short.splitlines():
        if not line.startswith(" "):
            current = line.split(".mod: ")[0]
        reports[current] = reports.get(current, "") + line + "\n"
    for student, verdict, words, _ in listed:
        mark = marks[student]
        wrong += verdict != "right"
        caught += verdict != "right" and mark["verdict"] != "right"
        alarms += verdict == "right" and mark["verdict"] != "right"
        if mark["verdict"] != verdict or words not in reports[student]:
            complaints.append(f"{name}, {student}: expected {verdict}: {words}; got\n{reports[student]}")
        if (mark["verdict"] == "right") != (mark["points"] == mark["of"]) or \
                (mark["verdict"] == "right") != (mark["findings"] == []):
            complaints.append(f"{name}, {student}: points or findings do not fit the verdict")
    return complaints, caught, wrong, alarms


def main():
    pulma, folder, *names = sys.argv[1:]
    table = "--table" in names
    names = [n for n in names if n != "--table"]
    module, complaints = load(folder), []
    every = sorted(f.removesuffix(".mistakes") for f in os.listdir(folder) if f.endswith(".mistakes"))
    lists = {name: module.submissions(os.path.join(folder, name + ".mistakes")) for name in every}
    for name, listed in lists.items():
        assert sum(verdict != "right" for _, verdict, _, _ in listed) >= 8, name
        assert sum(verdict == "right" for _, verdict, _, _ in listed) >= 2, name
    for name in names or every:
        listed = lists[name]
        found, caught, wrong, alarms = try_exercise(pulma, folder, name, listed)
        complaints += found
        if table:
            print(f"| {name} | {caught} of {wrong} | {wrong - caught} | {alarms} of {len(listed) - wrong} |")
    print("\n".join(complaints))
    sys.exit(bool(complaints))


if __name__ == "__main__":
    main()
