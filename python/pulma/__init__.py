"""Logic puzzles of phones: solve, count, check, explain, rate, draw and generate them.

>>> import pulma
>>> puzzle = pulma.Puzzle("sudoku\\n..2.\\n4...\\n...1\\n.3..\\n")
>>> print(puzzle.solve())
3124
4213
2431
1342
>>> puzzle.count()
1

A puzzle is text in any notation that pulma reads.  Work that may take long accepts limits: ``seconds``,
``conflicts``, ``memory`` (bytes); a limit raises :class:`LimitReached`, which never means "impossible".
Ctrl-C stops at once.  The C library works without Python's lock, so threads run side by side.
"""

from ._answers import Answer, Check, Count, Rating, Reason, Reasons, Size, Step
from ._errors import BadCall, LimitReached, ModelFault, PulmaError, SolverFailed, TextError, Unavailable
from ._puzzle import Puzzle, generate, kinds, models, read, solvers, version
from ._compare import compare

__all__ = ["Answer", "BadCall", "Check", "Count", "LimitReached", "ModelFault", "PulmaError", "Puzzle", "Rating",
           "Reason", "Reasons", "Size", "SolverFailed", "Step", "TextError", "Unavailable", "compare", "generate", "kinds", "models",
           "read", "solvers", "version"]
__version__ = version()
