"""Samples of self-play as NumPy arrays and Parquet files.

`kumalak train` and `kumalak selfplay` keep the positions of their games, with what a network should say about them, in
folders of compressed chunks. `load` reads such a folder into one structured array, a record for each position:

>>> import kumalak.replay
>>> samples = kumalak.replay.load("runs/quick")  # doctest: +SKIP
>>> samples["policy"].shape  # doctest: +SKIP
(151823, 9)

Every field is from the side to move. Reading needs Python 3.14 or the package `zstandard`, and `to_parquet` needs
`pyarrow`: `pip install kumalak[replay]`.
"""

from __future__ import annotations

import importlib
import os
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["SAMPLE_DTYPE", "ReplayError", "columns", "load", "load_chunk", "to_parquet"]

#: One position: `game` number of the game; `policy` `[9]` that the search arrived at; `root_value` of the search, −1 to
#: 1; `weight` in a loss; final `margin` in stones; `ply` of the position; `plies_left` to the end; `outcome` 1, 0 or
#: −1; final `own_tuzdik` and `opponent_tuzdik`, 0 for none, else the pit 1 to 9; `played_out` 1 if the game was played
#: to its end, else `margin`, `plies_left` and both tuzdiks say nothing; `observation` `[23]`.
SAMPLE_DTYPE = np.dtype(
    [
        ("game", "<u8"),
        ("policy", "<f4", (9,)),
        ("root_value", "<f4"),
        ("weight", "<f4"),
        ("margin", "<i2"),
        ("ply", "<u2"),
        ("plies_left", "<u2"),
        ("outcome", "i1"),
        ("own_tuzdik", "u1"),
        ("opponent_tuzdik", "u1"),
        ("played_out", "u1"),
        ("observation", "u1", (23,)),
        ("reserved", "u1", (3,)),
    ]
)

_HEADER_DTYPE = np.dtype(
    [("magic", "S8"), ("version", "<u4"), ("record_size", "<u4"), ("number", "<u8"), ("count", "<u8")]
)
_MAGIC = b"KUMALAK"
_VERSION = 2


class ReplayError(ValueError):
    """A chunk of samples that cannot be used. The message names the file and what is wrong with it."""


def load(folder: str | os.PathLike[str]) -> NDArray[np.void]:
    """Reads all samples of a folder: a run, its folder `replay`, or one that `kumalak selfplay` has written.

    Returns an array `[N]` of `SAMPLE_DTYPE`, in the order in which the games were numbered. A last chunk that was torn
    by a crash is left out, with a warning.

    Raises `ReplayError` if another chunk is damaged, and `FileNotFoundError` without a folder.
    """
    paths = _chunks(Path(folder))
    if not paths:
        return np.empty(0, SAMPLE_DTYPE)
    *first, last = paths
    parts = [load_chunk(path) for path in first]
    try:
        parts.append(load_chunk(last))
    except ReplayError as error:
        warnings.warn(f"left out the last chunk: {error}", stacklevel=2)
    return np.concatenate([np.empty(0, SAMPLE_DTYPE), *parts])


def load_chunk(path: str | os.PathLike[str]) -> NDArray[np.void]:
    """Reads the samples of one chunk, such as `replay/000004.zst`: an array `[N]` of `SAMPLE_DTYPE`.

    Raises `ReplayError` if it is damaged or of another version.
    """
    path = Path(path)
    data = _decompress(path)
    if len(data) < _HEADER_DTYPE.itemsize:
        raise ReplayError(f"{path}: it has no header")
    header = np.frombuffer(data, _HEADER_DTYPE, count=1)[0]
    if header["magic"] != _MAGIC:
        raise ReplayError(f"{path}: it does not begin like a replay chunk")
    if header["version"] != _VERSION or header["record_size"] != SAMPLE_DTYPE.itemsize:
        raise ReplayError(
            f"{path}: it has format version {header['version']} with records of {header['record_size']} bytes, "
            f"expected version {_VERSION} with {SAMPLE_DTYPE.itemsize}"
        )
    expected = _HEADER_DTYPE.itemsize + int(header["count"]) * SAMPLE_DTYPE.itemsize
    if len(data) != expected:
        raise ReplayError(f"{path}: it should hold {expected} bytes and holds {len(data)}")
    return np.frombuffer(data, SAMPLE_DTYPE, offset=_HEADER_DTYPE.itemsize)


def columns(samples: NDArray[np.void]) -> dict[str, NDArray[Any]]:
    """The fields of samples `[N]` as contiguous arrays `[N]`, `[N, 9]` or `[N, 23]`, by name."""
    names = samples.dtype.names or ()
    return {name: np.ascontiguousarray(samples[name]) for name in names if name != "reserved"}


def to_parquet(samples: NDArray[np.void] | str | os.PathLike[str], path: str | os.PathLike[str]) -> None:
    """Writes samples, or those of a folder, to a Parquet file with a column for each field.

    `policy` and `observation` become lists of fixed length.
    """
    arrow = importlib.import_module("pyarrow")
    parquet = importlib.import_module("pyarrow.parquet")
    if not isinstance(samples, np.ndarray):
        samples = load(samples)
    arrays = {}
    for name, values in columns(samples).items():
        flat = arrow.array(values.reshape(-1))
        if values.ndim == 2:
            flat = arrow.FixedSizeListArray.from_arrays(flat, values.shape[1])
        arrays[name] = flat
    parquet.write_table(arrow.table(arrays), os.fspath(path))


def _chunks(folder: Path) -> list[Path]:
    inner = folder / "replay"
    if inner.is_dir():
        folder = inner
    return sorted(_numbered(folder), key=lambda path: int(path.stem))


def _numbered(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.suffix == ".zst" and path.stem.isdecimal():
            yield path


def _decompress(path: Path) -> bytes:
    """The content of a zstd frame, whose checksum is right."""
    data = path.read_bytes()
    try:
        zstd: Any = importlib.import_module("compression.zstd")
    except ModuleNotFoundError:
        zstd = importlib.import_module("zstandard")
        decoder = zstd.ZstdDecompressor().decompressobj()
    else:
        decoder = zstd.ZstdDecompressor()
    try:
        content = bytes(decoder.decompress(data))
    except zstd.ZstdError as error:
        raise ReplayError(f"{path}: {error}") from error
    if not decoder.eof:
        raise ReplayError(f"{path}: it is cut off")
    return content
