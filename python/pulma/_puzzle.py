"""Puzzles, and what can be asked of them."""

from __future__ import annotations

import ctypes
import json
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from . import _library as c
from ._answers import Answer, Check, Count, Fact, Rating, Reason, Reasons, Size, Step
from ._errors import BadCall, LimitReached, ModelFault, PulmaError, error_of

lib = c.lib


def _bytes(text: str | bytes | None) -> bytes | None:
    return text.encode() if isinstance(text, str) else text


def _string(text: bytes | None) -> str:
    return (text or b"").decode("utf-8", "replace")


def _expect_ok(status: int, err: c.CError) -> None:
    if status:
        raise error_of(err)


def _take(memory, length: int | None = None) -> bytes:
    """The bytes of a text that is ours to free."""
    try:
        return ctypes.string_at(memory) if length is None else ctypes.string_at(memory, length)
    finally:
        lib.pulma_free(memory)


class _Brake:
    """Lets Ctrl-C through.  While the library works, Python runs its signal handlers only when the callback is
    called, and what they raise there is lost: so the handler just notes the signal, and held() raises."""

    def __init__(self):
        self.interrupted = False
        self.callback = c.Stop(lambda _context: self.interrupted)

    def _note(self, _signal, _frame) -> None:
        self.interrupted = True

    @contextmanager
    def held(self):
        """Around each call that may take long."""
        ours = threading.current_thread() is threading.main_thread()
        before = signal.getsignal(signal.SIGINT) if ours else None
        if before is not signal.default_int_handler:
            yield  # other handlers do as they like
            return
        signal.signal(signal.SIGINT, self._note)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
        if self.interrupted:
            raise KeyboardInterrupt


def version() -> str:
    """Of the C library."""
    return _string(lib.pulma_version())


def kinds() -> list[str]:
    """The names of the kinds of puzzles."""
    return [_string(lib.pulma_kind_name(kind)) for kind in range(lib.pulma_kind_count())]


def _kind_number(name: str) -> int:
    number = lib.pulma_kind_find(_bytes(name))
    if number < 0:
        raise BadCall(f"there is no kind of puzzle '{name}', only {', '.join(kinds())}")
    return number


def models(kind: str) -> dict[str, str]:
    """The integer programs of a kind: their texts in GNU MathProg by name."""
    number = _kind_number(kind)
    return {_string(lib.pulma_model_name(number, model)): _string(lib.pulma_model_text(number, model))
            for model in range(lib.pulma_model_count(number))}


def solvers() -> list[str]:
    """The solvers for integer programs that can be used here."""
    return [_string(lib.pulma_solver_name(solver)) for solver in range(lib.pulma_solver_count())
            if lib.pulma_solver_available(solver, None, 0)]


def read(text: str | bytes, kind: str | None = None, notation: str | None = None) -> list[Puzzle]:
    """All puzzles of a text."""
    data = _bytes(text)
    reader = lib.pulma_reader_new(data, len(data), _bytes(kind), _bytes(notation))
    if not reader:
        raise MemoryError
    try:
        puzzles: list[Puzzle] = []
        while True:
            handle, err = ctypes.c_void_p(), c.CError()
            status = lib.pulma_reader_next(reader, ctypes.byref(handle), ctypes.byref(err))
            if c.STATUSES[status] == "none":
                return puzzles
            _expect_ok(status, err)
            puzzles.append(Puzzle._of(handle))
    finally:
        lib.pulma_reader_free(reader)


def generate(kind: str, size: tuple[int, int] | None = None, difficulty: str | None = None, seed: int = 1,
             **options: str | int | bool) -> Puzzle:
    """A puzzle with exactly one answer; the same arguments give the same puzzle everywhere.

    `size` is (columns, rows); `difficulty` "easy", "medium", "hard" or "expert"; `options` are those that
    ``pulma list KIND`` shows, as in ``generate("sudoku", diagonals=True)``.
    """
    number = _kind_number(kind)
    wish = lib.pulma_wish_new(number)
    if not wish:
        raise MemoryError
    brake, err, handle = _Brake(), c.CError(), ctypes.c_void_p()
    try:
        lib.pulma_wish_set_seed(wish, seed)
        lib.pulma_wish_set_stop(wish, brake.callback, None)
        if size:
            _expect_ok(lib.pulma_wish_set_size(wish, size[0], size[1], ctypes.byref(err)), err)
        if difficulty is not None:
            if difficulty not in c.LEVELS:
                raise BadCall(f"there is no difficulty '{difficulty}', only {', '.join(c.LEVELS)}")
            _expect_ok(lib.pulma_wish_set_level(wish, c.LEVELS[difficulty], ctypes.byref(err)), err)
        for name, value in options.items():
            word = ("yes" if value else "no") if isinstance(value, bool) else str(value)
            _expect_ok(lib.pulma_wish_set_option(wish, _bytes(name), _bytes(word), ctypes.byref(err)), err)
        with brake.held():
            status = lib.pulma_wish_next(wish, ctypes.byref(handle), ctypes.byref(err))
        _expect_ok(status, err)
        return Puzzle._of(handle)
    finally:
        lib.pulma_wish_free(wish)


class Puzzle:
    """One puzzle.  It never changes, and may be asked by several threads at once."""

    def __init__(self, text: str | bytes, kind: str | None = None):
        """Reads `text`, in any notation; `kind` is for texts that do not say what they are."""
        self._handle = ctypes.c_void_p()
        data, err = _bytes(text), c.CError()
        _expect_ok(lib.pulma_puzzle_read(_bytes(kind), data, len(data), ctypes.byref(self._handle),
                                         ctypes.byref(err)), err)

    @classmethod
    def _of(cls, handle: ctypes.c_void_p) -> Puzzle:
        puzzle = cls.__new__(cls)
        puzzle._handle = handle
        return puzzle

    def __del__(self):
        if getattr(self, "_handle", None):
            lib.pulma_puzzle_free(self._handle)

    def __repr__(self) -> str:
        title = f" {self.title!r}" if self.title else ""
        return f"<pulma.Puzzle {self.kind}{title}, {self.places} places>"

    def __str__(self) -> str:
        return self.write()

    def __reduce__(self):
        return (Puzzle, (self.write(),))

    # ---- What it is

    @property
    def kind(self) -> str:
        return _string(lib.pulma_kind_name(lib.pulma_puzzle_kind(self._handle)))

    @property
    def title(self) -> str:
        return _string(lib.pulma_puzzle_title(self._handle))

    @property
    def places(self) -> int:
        """How many values an answer has."""
        return lib.pulma_puzzle_places(self._handle)

    @property
    def rules(self) -> list[str]:
        return _string(lib.pulma_kind_rules(lib.pulma_puzzle_kind(self._handle))).splitlines()

    @property
    def has_objective(self) -> bool:
        """Whether answers have a cost, of which the least is wanted."""
        return lib.pulma_puzzle_has_objective(self._handle)

    def place_name(self, place: int) -> str:
        """ "row 3, column 5" """
        name = ctypes.create_string_buffer(200)
        lib.pulma_place_name(self._handle, place, name, len(name))
        return _string(name.value)

    def values(self, place: int) -> range:
        """The values that a place may have."""
        low, high = ctypes.c_int(), ctypes.c_int()
        lib.pulma_puzzle_range(self._handle, place, ctypes.byref(low), ctypes.byref(high))
        return range(low.value, high.value + 1)

    def write(self, notation: str = "pulma") -> str:
        """The puzzle in a notation: "pulma", "json" or one that ``pulma list KIND`` shows."""
        text, err = c.Text(), c.CError()
        _expect_ok(lib.pulma_puzzle_write(self._handle, _bytes(notation), ctypes.byref(text), ctypes.byref(err)), err)
        return _string(_take(text))

    # ---- Answers

    def _ints(self, values: Sequence[int | None] | None):
        if values is None:
            return None
        if len(values) != self.places:
            raise BadCall(f"an answer has {self.places} values here, not {len(values)}")
        return (ctypes.c_int * max(1, len(values)))(*(c.EMPTY if value is None else value for value in values))

    def _answer(self, values) -> Answer:
        return Answer(self, (None if value == c.EMPTY else value for value in values[:self.places]))

    def read_answer(self, text: str | bytes) -> Answer:
        """An answer, finished or not, as pulma writes it."""
        values, err, data = (ctypes.c_int * max(1, self.places))(), c.CError(), _bytes(text)
        _expect_ok(lib.pulma_answer_read(self._handle, data, len(data), values, ctypes.byref(err)), err)
        return self._answer(values)

    def write_answer(self, answer: Sequence[int | None]) -> str:
        text, err = c.Text(), c.CError()
        _expect_ok(lib.pulma_answer_write(self._handle, self._ints(answer), ctypes.byref(text), ctypes.byref(err)), err)
        return _string(_take(text))

    def check(self, answer: Sequence[int | None] | str) -> Check:
        """The referee: whether an answer is right, by the rules alone."""
        values = self.read_answer(answer) if isinstance(answer, str) else answer
        finding = c.CFinding()
        verdict = lib.pulma_check(self._handle, self._ints(values), ctypes.byref(finding))
        return Check(("right", "wrong", "unfinished")[verdict], _string(finding.text),
                     list(finding.places[:finding.place_count]))

    def cost(self, answer: Sequence[int | None]) -> int | None:
        return lib.pulma_cost(self._handle, self._ints(answer)) if self.has_objective else None

    # ---- Questions

    @contextmanager
    def _job(self, method=None, model=None, solver=None, seconds=0.0, conflicts=0, memory=0, seed=None, threads=1):
        job = lib.pulma_job_new(self._handle)
        if not job:
            raise MemoryError
        brake, err = _Brake(), c.CError()
        try:
            lib.pulma_job_set_seconds(job, seconds)
            lib.pulma_job_set_conflicts(job, conflicts)
            lib.pulma_job_set_memory(job, memory, 1)
            lib.pulma_job_set_threads(job, threads)
            if seed is not None:
                lib.pulma_job_set_seed(job, seed)
            if method:
                _expect_ok(lib.pulma_job_set_method(job, _bytes(method), ctypes.byref(err)), err)
            if model or solver:
                name = model or next(iter(models(self.kind)), "")
                _expect_ok(lib.pulma_job_set_model(job, _bytes(name), _bytes(solver), ctypes.byref(err)), err)
            lib.pulma_job_set_stop(job, brake.callback, None)
            yield job, brake
        finally:
            lib.pulma_job_free(job)

    def _failure(self, job, err: c.CError) -> Exception:
        error = error_of(err)
        if isinstance(error, LimitReached):
            best = lib.pulma_job_best(job)
            error.best = self._answer(best) if best else None
        if isinstance(error, ModelFault):
            refused = lib.pulma_job_refused(job)
            error.fault = c.FAULTS[lib.pulma_job_fault(job)]
            error.refused = self._answer(refused) if refused else None
            error.rows = self._reasons(job)
            lost = lib.pulma_job_lost(job)
            error.lost = self._answer(lost) if lost else None
            error.blamed = [lib.pulma_job_blamed_text(job, row).decode()
                            for row in range(lib.pulma_job_blamed_count(job))]
        return error

    def _reasons(self, job) -> list[Reason]:
        reasons = []
        for number in range(lib.pulma_job_reason_count(job)):
            places = c.Ints()
            count = lib.pulma_job_reason_places(job, number, ctypes.byref(places))
            reasons.append(Reason(_string(lib.pulma_job_reason_text(job, number)), places[:count] if count else []))
        return reasons

    def answers(self, **how) -> Iterator[Answer]:
        """All answers, one after another (with an objective, all cheapest ones).

        `how`: `method` ("auto", "kernel", "rules"), or `model` (a name or the path of a .mod file) and `solver`;
        limits `seconds`, `conflicts`, `memory`; `seed`, `threads`.
        """
        with self._job(**how) as (job, brake):
            values = (ctypes.c_int * max(1, self.places))()
            while True:
                err = c.CError()
                with brake.held():
                    status = lib.pulma_job_next(job, values, ctypes.byref(err))
                if c.STATUSES[status] == "none":
                    return
                if status:
                    raise self._failure(job, err)
                yield self._answer(values)

    def solve(self, **how) -> Answer | None:
        """An answer, with an objective a cheapest one; None: there is none, proved.  `how` as for answers()."""
        return next(self.answers(**how), None)

    def count(self, limit: int = 0, **how) -> Count:
        """How many answers there are, up to `limit` (0: all of them)."""
        with self._job(**how) as (job, brake):
            err = c.CError()
            with brake.held():
                status = lib.pulma_job_count(job, limit, ctypes.byref(err))
            if status:
                raise self._failure(job, err)
            return Count(int(lib.pulma_job_count_text(job)), lib.pulma_job_count_exact(job))

    def forced(self, **how) -> Answer | None:
        """What all answers have in common; None: there is no answer."""
        with self._job(**how) as (job, brake):
            values, err = (ctypes.c_int * max(1, self.places))(), c.CError()
            with brake.held():
                status = lib.pulma_job_forced(job, values, ctypes.byref(err))
            if c.STATUSES[status] == "none":
                return None
            if status:
                raise self._failure(job, err)
            return self._answer(values)

    def why(self, answer: Sequence[int | None] | None = None, **how) -> Reasons:
        """Why there is no answer (with these entries): rules that contradict each other, none of which can be left
        out unless a limit came first (then `minimal` is False).  Empty: there is one."""
        with self._job(**how) as (job, brake):
            err = c.CError()
            with brake.held():
                status = lib.pulma_job_why(job, self._ints(answer), ctypes.byref(err))
            if c.STATUSES[status] == "none":
                return Reasons()
            reasons = Reasons(self._reasons(job))
            reasons.minimal = status == 0
            if status and not (c.STATUSES[status] == "limit" and reasons):
                raise self._failure(job, err)
            return reasons

    # ---- Steps

    @contextmanager
    def _explainer(self, seconds=0.0, memory=0, effort=0):
        explainer = lib.pulma_explainer_new(self._handle)
        if not explainer:
            raise MemoryError
        brake = _Brake()
        try:
            lib.pulma_explainer_set_seconds(explainer, seconds)
            lib.pulma_explainer_set_effort(explainer, effort)
            lib.pulma_explainer_set_memory(explainer, memory)
            lib.pulma_explainer_set_stop(explainer, brake.callback, None)
            yield explainer, brake
        finally:
            lib.pulma_explainer_free(explainer)

    @staticmethod
    def _expect_answer(status: int, err: c.CError) -> None:
        if c.STATUSES[status] == "none":
            raise PulmaError("there is no answer with these entries: see why() and mistakes()", "none")
        _expect_ok(status, err)

    def _start(self, explainer, brake: _Brake, answer=None) -> None:
        err = c.CError()
        with brake.held():
            status = lib.pulma_explainer_start(explainer, self._ints(answer), ctypes.byref(err))
        self._expect_answer(status, err)

    def _next_step(self, explainer, brake: _Brake):
        """NULL after the last."""
        step, err = ctypes.c_void_p(), c.CError()
        with brake.held():
            status = lib.pulma_explainer_next(explainer, ctypes.byref(step), ctypes.byref(err))
        if c.STATUSES[status] == "none":
            return None
        _expect_ok(status, err)
        return step

    def _step(self, explainer, step) -> Step:
        def facts(function) -> list[Fact]:
            listed = ctypes.POINTER(c.CFact)()
            count = function(step, ctypes.byref(listed))
            return [Fact(listed[i].place, listed[i].value, listed[i].holds) for i in range(count)]

        reasons = []
        for number in range(lib.pulma_step_reason_count(step)):
            places = c.Ints()
            count = lib.pulma_step_reason_places(step, number, ctypes.byref(places))
            reasons.append(Reason(_string(lib.pulma_step_reason_text(step, number)), places[:count] if count else []))
        technique = lib.pulma_step_technique(step)
        picture, length = c.Text(), ctypes.c_size_t()
        drawn = lib.pulma_explainer_draw(explainer, c.FORMATS["svg"], ctypes.byref(picture), ctypes.byref(length),
                                         None) == 0  # moves of a way have no picture of what is known
        return Step(_string(lib.pulma_step_text(step)), facts(lib.pulma_step_conclusions), reasons,
                    facts(lib.pulma_step_facts), lib.pulma_step_size(step), lib.pulma_step_smallest(step),
                    None if technique is None else _string(technique),
                    _string(_take(picture, length.value)) if drawn else None)

    def explain(self, answer: Sequence[int | None] | None = None, **limits) -> Iterator[Step]:
        """The steps from a board (as given, or partly filled in) to what all answers share.  Limits: `seconds`,
        `memory`, `effort` (the same on every machine; some 100 million take a second)."""
        with self._explainer(**limits) as (explainer, brake):
            self._start(explainer, brake, answer)
            while (step := self._next_step(explainer, brake)) is not None:
                yield self._step(explainer, step)

    def hint(self, answer: Sequence[int | None] | None = None, **limits) -> Step | None:
        """The easiest next step that is worth a word, or the next move; None: nothing more follows."""
        step, err = ctypes.c_void_p(), c.CError()
        with self._explainer(**limits) as (explainer, brake):
            with brake.held():
                status = lib.pulma_explainer_hint(explainer, self._ints(answer), ctypes.byref(step), ctypes.byref(err))
            self._expect_answer(status, err)
            return self._step(explainer, step) if step else None

    def mistakes(self, answer: Sequence[int | None], **limits) -> list[int]:
        """The places whose entries have to go."""
        wrong, count, err = (ctypes.c_bool * max(1, self.places))(), ctypes.c_int(), c.CError()
        with self._explainer(**limits) as (explainer, brake):
            with brake.held():
                status = lib.pulma_explainer_mistakes(explainer, self._ints(answer), wrong, ctypes.byref(count),
                                                      ctypes.byref(err))
            _expect_ok(status, err)
        return [place for place in range(self.places) if wrong[place]]

    def rate(self, **limits) -> Rating:
        """How hard it is, by the steps of its explanation."""
        with self._explainer(**limits) as (explainer, brake):
            complete = True
            try:
                self._start(explainer, brake)
                while self._next_step(explainer, brake) is not None:
                    pass
            except LimitReached:
                complete = False
            return Rating(lib.pulma_explainer_rating(explainer),
                          _string(lib.pulma_level_name(lib.pulma_explainer_level(explainer))),
                          lib.pulma_explainer_hardest(explainer), lib.pulma_explainer_steps(explainer, 0), complete)

    # ---- Models

    def export(self, model: str, format: str = "mathprog", linearise: bool = False) -> str:
        """The puzzle as an integer program: "mathprog", "dat", "lp", "mps", "gams", "opb", "cnf", "latex", ..."""
        text, err = c.Text(), c.CError()
        _expect_ok(lib.pulma_model_export(self._handle, _bytes(model), _bytes(format), linearise, ctypes.byref(text),
                                          ctypes.byref(err)), err)
        return _string(_take(text))

    def model_size(self, model: str, linearise: bool = False, seconds: float = 0.0) -> Size:
        """How large the integer program is."""
        size, text, err = c.CSize(), c.Text(), c.CError()
        _expect_ok(lib.pulma_model_size(self._handle, _bytes(model), linearise, seconds, ctypes.byref(size),
                                        ctypes.byref(text), ctypes.byref(err)), err)
        families = json.loads(_take(text))["families"]
        return Size(size.variables, size.binary, size.integer, size.continuous, size.constraints, size.nonzeros,
                    _string(size.class_name), {family["name"]: family["rows"] for family in families})

    # ---- Pictures

    def draw(self, answer: Sequence[int | None] | None = None, format: str = "svg") -> str | bytes:
        """A picture: "svg", "terminal", "mono" and "ascii" are texts, "png" and "pdf" bytes."""
        if format not in c.FORMATS:
            raise BadCall(f"there is no format '{format}', only {', '.join(c.FORMATS)}")
        picture, length, err = c.Text(), ctypes.c_size_t(), c.CError()
        _expect_ok(lib.pulma_draw(self._handle, self._ints(answer), c.FORMATS[format], ctypes.byref(picture),
                                  ctypes.byref(length), ctypes.byref(err)), err)
        data = _take(picture, length.value)
        return data if format in ("png", "pdf") else _string(data)

    def _repr_svg_(self) -> str:
        return self.draw()
