"""What can go wrong, as exceptions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _library as c

if TYPE_CHECKING:
    from ._answers import Answer, Reason


class PulmaError(Exception):
    """`status` as the C library names it; `line` and `column` in `text` ("puzzle", "answer", "model", ...), counted
    from 1, or 0."""

    def __init__(self, message: str, status: str = "bad-call", text: str | None = None, line: int = 0, column: int = 0):
        super().__init__(f"{line}:{column}: {message}" if line else message)
        self.message, self.status, self.text, self.line, self.column = message, status, text, line, column


class TextError(PulmaError, ValueError):
    """A text is not what was expected."""


class BadCall(PulmaError, ValueError):
    """An argument that cannot be."""


class LimitReached(PulmaError):
    """Stopped before the end: `limit` is "time", "conflicts", "memory", "stopped" or "own".  With an objective, `best`
    is the best answer so far, which need not be the cheapest."""

    limit: str | None = None
    best: Answer | None = None


class SolverFailed(PulmaError):
    """A solver crashed or printed nonsense."""


class Unavailable(PulmaError):
    """What is not installed here, or what this kind has not."""


class ModelFault(PulmaError):
    """The model does not describe the puzzle: `fault` is "infeasible", "wrong-answer", "not-cheapest",
    "unfinished" or "too-strict"; `refused` the board that it printed; `rows` those of its rows that contradict each other; `lost` an
    answer of the puzzle that it has not, and `blamed` the names of rows that exclude it."""

    fault: str | None = None
    refused: Answer | None = None
    rows: list[Reason] = []
    lost: Answer | None = None
    blamed: list[str] = []


_CLASSES = {"bad-text": TextError, "bad-call": BadCall, "limit": LimitReached, "solver": SolverFailed,
            "unavailable": Unavailable, "model-fault": ModelFault}


def error_of(err: c.CError) -> Exception:
    status = c.STATUSES[err.status]
    message = err.message.decode("utf-8", "replace")
    if status == "no-memory":
        return MemoryError(message)
    error = _CLASSES.get(status, PulmaError)(message, status, c.TEXTS[err.text], err.line, err.column)
    if isinstance(error, LimitReached):
        error.limit = c.LIMITS[err.limit]
    return error
