"""The native library through ctypes: `adapty_migrate.h`, member by member."""

from __future__ import annotations

import ctypes
import functools
import os
import pathlib
import sys
from ctypes import POINTER, c_char_p, c_int32, c_int64, c_size_t, c_void_p
from typing import Any

from ._errors import LibraryMissing

OK, REJECTED, MISUSE, NO_MEMORY = range(4)


class Options(ctypes.Structure):
    """`am_options`."""

    _fields_ = [
        ("size", c_size_t),
        ("from_", c_char_p),
        ("to", c_char_p),
        ("readable_by", c_char_p),
        ("at", c_char_p),
        ("residue_mode", c_int32),
        ("strict", c_int32),
        ("fill_required", c_int32),
        ("unwrap", c_int32),
        ("maximum_depth", c_int32),
        ("residue", c_char_p),
        ("residue_count", c_size_t),
    ]


class Record(ctypes.Structure):
    """`am_record`."""

    _fields_ = [("bytes", c_char_p), ("count", c_size_t)]


class Result(ctypes.Structure):
    """`am_result`."""

    _fields_ = [
        ("status", c_int32),
        ("is_changed", c_int32),
        ("document", c_void_p),
        ("document_count", c_size_t),
        ("residue", c_void_p),
        ("residue_count", c_size_t),
        ("source", c_char_p),
        ("target", c_char_p),
        ("kind", c_char_p),
        ("code", c_char_p),
        ("message", c_char_p),
        ("remedy", c_char_p),
        ("path", c_char_p),
        ("offset", c_int64),
        ("line", c_int64),
        ("column", c_int64),
        ("memory", c_void_p),
    ]


class Reject(ctypes.Structure):
    """`am_reject`."""

    _fields_ = [
        ("index", c_size_t),
        ("code", c_char_p),
        ("message", c_char_p),
        ("remedy", c_char_p),
        ("path", c_char_p),
        ("offset", c_int64),
        ("line", c_int64),
        ("column", c_int64),
    ]


class Results(ctypes.Structure):
    """`am_results`."""

    _fields_ = [
        ("status", c_int32),
        ("documents", c_void_p),
        ("offsets", POINTER(c_int64)),
        ("rejects", POINTER(Reject)),
        ("reject_count", c_size_t),
        ("residues", c_void_p),
        ("residue_offsets", POINTER(c_int64)),
    ]


@functools.cache
def library() -> ctypes.CDLL:
    """The library, loaded on first use.

    Raises `LibraryMissing`.
    """
    name = "libadaptymigrate.dylib" if sys.platform == "darwin" else "libadaptymigrate.so"
    path = os.environ.get("ADAPTY_MIGRATION_LIBRARY") or str(pathlib.Path(__file__).parent / "native" / name)
    try:
        loaded = ctypes.CDLL(path)
    except OSError as error:
        raise LibraryMissing(
            f"the native library cannot be loaded ({error}); install the wheel for this system (`make wheel` builds one), "
            "or set ADAPTY_MIGRATION_LIBRARY to the path of a library"
        ) from error
    for function in (loaded.am_upgrade, loaded.am_downgrade, loaded.am_detect, loaded.am_meaning):
        function.argtypes = [c_char_p, c_size_t, POINTER(Options), POINTER(Result)]
        function.restype = c_int32
    loaded.am_entitlements.argtypes = [
        c_char_p,
        c_size_t,
        POINTER(Record),
        c_size_t,
        POINTER(Options),
        POINTER(Result),
    ]
    loaded.am_entitlements.restype = c_int32
    column: list[Any] = [c_char_p, c_void_p]
    many: list[Any] = [c_size_t, POINTER(Options), POINTER(Results)]
    loaded.am_upgrade_many.argtypes = column + many
    loaded.am_downgrade_many.argtypes = column + column + many
    loaded.am_upgrade_many.restype = loaded.am_downgrade_many.restype = c_int32
    loaded.am_free.argtypes = [POINTER(Result)]
    loaded.am_free_many.argtypes = [POINTER(Results)]
    for release in (loaded.am_free, loaded.am_free_many):
        release.restype = None
    for text in (loaded.am_version, loaded.am_rules_hash):
        text.argtypes = []
        text.restype = c_char_p
    return loaded
