"""The C library as ctypes sees it: what pulma.h declares, and no more than this package uses."""

from __future__ import annotations

import ctypes
import ctypes.util
import os
from ctypes import POINTER, c_bool, c_char, c_char_p, c_double, c_int, c_int64, c_size_t, c_uint64, c_void_p

EMPTY = -1

STATUSES = ("ok", "none", "bad-text", "bad-call", "limit", "no-memory", "solver", "unavailable", "model-fault")
LIMITS = (None, "time", "conflicts", "stopped", "memory", "own")
TEXTS = (None, "puzzle", "answer", "model", "data", "formula", "proof")
FAULTS = (None, "infeasible", "wrong-answer", "not-cheapest", "unfinished", "too-strict")
FORMATS = {"terminal": 0, "mono": 1, "ascii": 2, "svg": 3, "png": 4, "pdf": 5}
LEVELS = {"easy": 0, "medium": 1, "hard": 2, "expert": 3}


class CError(ctypes.Structure):
    _fields_ = [("status", c_int), ("text", c_int), ("line", c_int), ("column", c_int), ("limit", c_int),
                ("message", c_char * 500), ("reserved", c_char * 76)]


class CFinding(ctypes.Structure):
    _fields_ = [("text", c_char * 300), ("places", c_int * 16), ("place_count", c_int), ("reserved", c_char * 32)]


class CFact(ctypes.Structure):
    _fields_ = [("place", c_int), ("value", c_int), ("holds", c_bool)]


class CSize(ctypes.Structure):
    _fields_ = [("variables", c_int), ("binary", c_int), ("integer", c_int), ("continuous", c_int),
                ("constraints", c_int), ("nonzeros", c_int64), ("class_name", c_char * 8), ("reserved", c_char * 32)]


Stop = ctypes.CFUNCTYPE(c_bool, c_void_p)
Ints = POINTER(c_int)
Text = POINTER(c_char)  # a char * to be freed: c_char_p would forget where it was
Err = POINTER(CError)

# Result, then arguments.
_FUNCTIONS = {
    "pulma_version": (c_char_p,),
    "pulma_free": (None, c_void_p),
    "pulma_kind_count": (c_int,),
    "pulma_kind_find": (c_int, c_char_p),
    "pulma_kind_name": (c_char_p, c_int),
    "pulma_kind_title": (c_char_p, c_int),
    "pulma_kind_rules": (c_char_p, c_int),
    "pulma_kind_options": (c_char_p, c_int),
    "pulma_kind_can_generate": (c_bool, c_int),
    "pulma_notation_count": (c_int, c_int),
    "pulma_notation_name": (c_char_p, c_int, c_int),
    "pulma_reader_new": (c_void_p, c_char_p, c_size_t, c_char_p, c_char_p),
    "pulma_reader_next": (c_int, c_void_p, POINTER(c_void_p), Err),
    "pulma_reader_free": (None, c_void_p),
    "pulma_puzzle_read": (c_int, c_char_p, c_char_p, c_size_t, POINTER(c_void_p), Err),
    "pulma_puzzle_free": (None, c_void_p),
    "pulma_puzzle_kind": (c_int, c_void_p),
    "pulma_puzzle_title": (c_char_p, c_void_p),
    "pulma_puzzle_places": (c_int, c_void_p),
    "pulma_puzzle_range": (None, c_void_p, c_int, Ints, Ints),
    "pulma_place_name": (None, c_void_p, c_int, c_char_p, c_size_t),
    "pulma_puzzle_has_objective": (c_bool, c_void_p),
    "pulma_puzzle_write": (c_int, c_void_p, c_char_p, POINTER(Text), Err),
    "pulma_check": (c_int, c_void_p, Ints, POINTER(CFinding)),
    "pulma_cost": (c_int64, c_void_p, Ints),
    "pulma_answer_read": (c_int, c_void_p, c_char_p, c_size_t, Ints, Err),
    "pulma_answer_write": (c_int, c_void_p, Ints, POINTER(Text), Err),
    "pulma_job_new": (c_void_p, c_void_p),
    "pulma_job_free": (None, c_void_p),
    "pulma_job_set_seconds": (None, c_void_p, c_double),
    "pulma_job_set_conflicts": (None, c_void_p, c_int64),
    "pulma_job_set_memory": (None, c_void_p, c_size_t, c_int),
    "pulma_job_set_seed": (None, c_void_p, c_uint64),
    "pulma_job_set_stop": (None, c_void_p, Stop, c_void_p),
    "pulma_job_set_threads": (None, c_void_p, c_int),
    "pulma_job_set_method": (c_int, c_void_p, c_char_p, Err),
    "pulma_job_set_model": (c_int, c_void_p, c_char_p, c_char_p, Err),
    "pulma_job_next": (c_int, c_void_p, Ints, Err),
    "pulma_job_best": (Ints, c_void_p),
    "pulma_job_count": (c_int, c_void_p, c_uint64, Err),
    "pulma_job_count_text": (c_char_p, c_void_p),
    "pulma_job_count_exact": (c_bool, c_void_p),
    "pulma_job_forced": (c_int, c_void_p, Ints, Err),
    "pulma_job_why": (c_int, c_void_p, Ints, Err),
    "pulma_job_reason_count": (c_int, c_void_p),
    "pulma_job_reason_text": (c_char_p, c_void_p, c_int),
    "pulma_job_reason_places": (c_int, c_void_p, c_int, POINTER(Ints)),
    "pulma_job_fault": (c_int, c_void_p),
    "pulma_job_refused": (Ints, c_void_p),
    "pulma_job_lost": (Ints, c_void_p),
    "pulma_job_blamed_count": (c_int, c_void_p),
    "pulma_job_blamed_text": (c_char_p, c_void_p, c_int),
    "pulma_job_solver": (c_char_p, c_void_p),
    "pulma_job_seconds": (c_double, c_void_p),
    "pulma_job_nodes": (c_int64, c_void_p),
    "pulma_job_optimal": (c_bool, c_void_p),
    "pulma_explainer_new": (c_void_p, c_void_p),
    "pulma_explainer_free": (None, c_void_p),
    "pulma_explainer_set_seconds": (None, c_void_p, c_double),
    "pulma_explainer_set_effort": (None, c_void_p, c_int64),
    "pulma_explainer_set_memory": (None, c_void_p, c_size_t),
    "pulma_explainer_set_stop": (None, c_void_p, Stop, c_void_p),
    "pulma_explainer_start": (c_int, c_void_p, Ints, Err),
    "pulma_explainer_hint": (c_int, c_void_p, Ints, POINTER(c_void_p), Err),
    "pulma_explainer_mistakes": (c_int, c_void_p, Ints, POINTER(c_bool), Ints, Err),
    "pulma_explainer_next": (c_int, c_void_p, POINTER(c_void_p), Err),
    "pulma_explainer_rating": (c_double, c_void_p),
    "pulma_explainer_level": (c_int, c_void_p),
    "pulma_explainer_steps": (c_int, c_void_p, c_int),
    "pulma_explainer_hardest": (c_int, c_void_p),
    "pulma_explainer_draw": (c_int, c_void_p, c_int, POINTER(Text), POINTER(c_size_t), Err),
    "pulma_level_name": (c_char_p, c_int),
    "pulma_step_size": (c_int, c_void_p),
    "pulma_step_reason_count": (c_int, c_void_p),
    "pulma_step_smallest": (c_bool, c_void_p),
    "pulma_step_conclusions": (c_int, c_void_p, POINTER(POINTER(CFact))),
    "pulma_step_facts": (c_int, c_void_p, POINTER(POINTER(CFact))),
    "pulma_step_reason_text": (c_char_p, c_void_p, c_int),
    "pulma_step_reason_places": (c_int, c_void_p, c_int, POINTER(Ints)),
    "pulma_step_technique": (c_char_p, c_void_p),
    "pulma_step_text": (c_char_p, c_void_p),
    "pulma_model_count": (c_int, c_int),
    "pulma_model_name": (c_char_p, c_int, c_int),
    "pulma_model_title": (c_char_p, c_int, c_int),
    "pulma_model_text": (c_char_p, c_int, c_int),
    "pulma_model_export": (c_int, c_void_p, c_char_p, c_char_p, c_bool, POINTER(Text), Err),
    "pulma_model_size": (c_int, c_void_p, c_char_p, c_bool, c_double, POINTER(CSize), POINTER(Text), Err),
    "pulma_solver_count": (c_int,),
    "pulma_solver_name": (c_char_p, c_int),
    "pulma_solver_available": (c_bool, c_int, c_char_p, c_size_t),
    "pulma_draw": (c_int, c_void_p, Ints, c_int, POINTER(Text), POINTER(c_size_t), Err),
    "pulma_wish_new": (c_void_p, c_int),
    "pulma_wish_free": (None, c_void_p),
    "pulma_wish_set_size": (c_int, c_void_p, c_int, c_int, Err),
    "pulma_wish_set_level": (c_int, c_void_p, c_int, Err),
    "pulma_wish_set_seed": (None, c_void_p, c_uint64),
    "pulma_wish_set_stop": (None, c_void_p, Stop, c_void_p),
    "pulma_wish_set_option": (c_int, c_void_p, c_char_p, c_char_p, Err),
    "pulma_wish_next": (c_int, c_void_p, POINTER(c_void_p), Err),
}


def _load() -> ctypes.CDLL:
    """PULMA_LIBRARY names a file, for a build that is not installed."""
    name = os.environ.get("PULMA_LIBRARY") or ctypes.util.find_library("pulma") or "libpulma.so.0"
    try:
        library = ctypes.CDLL(name)
        for function, (result, *arguments) in _FUNCTIONS.items():
            getattr(library, function).restype = result
            getattr(library, function).argtypes = arguments
    except (OSError, AttributeError) as error:
        raise ImportError(f"pulma's C library, version 0.2 or later, is needed: {error}; "
                          "install it, or name it in PULMA_LIBRARY") from error
    return library


lib = _load()
