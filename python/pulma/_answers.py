"""What questions give."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._puzzle import Puzzle


class Answer(list):
    """A value for each place, None where nothing is filled in.  str() is the board as pulma writes it; in a notebook
    it shows itself."""

    def __init__(self, puzzle: Puzzle, values):
        super().__init__(values)
        self.puzzle = puzzle

    @property
    def cost(self) -> int | None:
        """None: the puzzle has no objective."""
        return self.puzzle.cost(self)

    def draw(self, format: str = "svg") -> str | bytes:
        return self.puzzle.draw(self, format=format)

    def __str__(self) -> str:
        return self.puzzle.write_answer(self).rstrip("\n")

    def _repr_svg_(self) -> str:
        return self.draw()


class Count(int):
    """How many answers there are; `exact` is False if that is only how many were counted."""

    exact: bool = True

    def __new__(cls, number: int, exact: bool):
        count = super().__new__(cls, number)
        count.exact = exact
        return count

    def __repr__(self) -> str:
        return str(int(self)) if self.exact else f"at least {int(self)}"

    __str__ = __repr__


@dataclass
class Check:
    """The referee's word: `verdict` is "right", "wrong" or "unfinished"; what is wrong, and at which places."""

    verdict: str
    text: str = ""
    places: list[int] = field(default_factory=list)

    def __bool__(self) -> bool:
        return self.verdict == "right"


@dataclass
class Reason:
    """A rule of the puzzle, or a row of a model, and the places that it speaks of."""

    text: str
    places: list[int]

    def __str__(self) -> str:
        return self.text


class Reasons(list[Reason]):
    """Rules that contradict each other; `minimal`: none of them can be left out."""

    minimal = True


@dataclass
class Fact:
    """Of a place: that a value stands there (`holds`), or that it does not."""

    place: int
    value: int
    holds: bool


@dataclass
class Step:
    """What follows next: `conclusion` from `reasons` and `facts` that were known.  `size` counts the reasons;
    `smallest` says whether it is proved that no step needs fewer."""

    text: str
    conclusion: list[Fact]
    reasons: list[Reason]
    facts: list[Fact]
    size: int
    smallest: bool
    technique: str | None
    picture: str | None = field(default=None, repr=False)

    def __str__(self) -> str:
        return self.text

    def _repr_svg_(self) -> str | None:
        return self.picture


@dataclass
class Rating:
    """How hard a puzzle is: a number for comparing puzzles of one kind, its level, the largest step, how many steps.
    `complete` is False if a limit came first: the puzzle is at least as hard."""

    rating: float
    level: str
    hardest: int
    steps: int
    complete: bool


@dataclass
class Size:
    """The size of an integer program; `families` has the number of rows of each family by name."""

    variables: int
    binary: int
    integer: int
    continuous: int
    constraints: int
    nonzeros: int
    class_name: str
    families: dict[str, int]
