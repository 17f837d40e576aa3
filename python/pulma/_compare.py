"""Models and solvers side by side, by the command `pulma compare`: each run is a process of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterable

from ._errors import PulmaError, Unavailable
from ._puzzle import Puzzle


def _command() -> str:
    """PULMA names the program, for a build that is not installed."""
    found = os.environ.get("PULMA") or shutil.which("pulma")
    if not found:
        raise Unavailable("the command pulma is not installed", "unavailable")
    return found


def compare(puzzles: Puzzle | Iterable[Puzzle], models: str | Iterable[str] = "all",
            solvers: str | Iterable[str] = "all", seconds: float = 10, repeat: int = 1) -> list[dict]:
    """A row (a dict) for each run, ready for ``pandas.DataFrame(pulma.compare(...))``.

    `models` and `solvers` are names, or "all"; "kernel" and "rules" are solvers, too.
    """
    several = [puzzles] if isinstance(puzzles, Puzzle) else list(puzzles)
    names = [names if isinstance(names, str) else ",".join(names) for names in (models, solvers)]
    done = subprocess.run(
        [_command(), "compare", "--json", "--models", names[0], "--solvers", names[1], "--time", str(seconds),
         "--repeat", str(repeat), "-"],
        input="\n".join(puzzle.write() for puzzle in several), capture_output=True, text=True, check=False)
    rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    if done.returncode == 2 or (done.returncode and not rows):
        raise PulmaError(done.stderr.strip() or f"pulma compare ended with status {done.returncode}", "solver")
    return rows
