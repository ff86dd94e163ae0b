"""Samples of self-play as NumPy arrays and Parquet files.

`kumalak train` and `kumalak selfplay` keep the positions of their games, with what a network should say about them, in
folders of compressed chunks. `load` reads such a folder into one structured array, a record for each position:

>>> import kumalak.replay
>>> samples = kumalak.replay.load("runs/quick")  # doctest: +SKIP
>>> samples["policy"].shape  # doctest: +SKIP
(151823, 9)

Every field is from the side to move. `numpy.save` and `numpy.savez` write the array or its `columns` to files, and
`to_parquet` writes a Parquet file. Reading needs Python 3.14 or the package `zstandard`, and `to_parquet` needs
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

__all__ = ["SAMPLE_DTYPE", "DamagedChunkError", "ReplayError", "columns", "load", "load_chunk", "to_parquet"]

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
#: In bytes; the program's own chunks want 2 MiB.
_LARGEST_WINDOW = 1 << 24


class ReplayError(ValueError):
    """Samples that cannot be used. The message names the file or folder and what is wrong with it."""


class DamagedChunkError(ReplayError):
    """A chunk of which the bytes are not those that were written, as after a crash."""


def load(folder: str | os.PathLike[str]) -> NDArray[np.void]:
    """Reads all samples of a folder: a run, its folder `replay`, or one that `kumalak selfplay` has written.

    Returns an array `[N]` of `SAMPLE_DTYPE`, in the order in which the games were numbered. A last chunk that was torn
    by a crash is left out, with a warning.

    Raises `ReplayError` if another chunk is damaged, a chunk is of another version, or the folder holds none, and
    `FileNotFoundError` without a folder.
    """
    paths = _chunks(Path(folder))
    if not paths:
        raise ReplayError(
            f"{os.fspath(folder)}: it holds no chunks of samples, such as 000001.zst or replay/000001.zst"
        )
    *first, last = paths
    parts = [load_chunk(path) for path in first]
    try:
        parts.append(load_chunk(last))
    except DamagedChunkError as error:
        warnings.warn(f"left out the last chunk: {error}", stacklevel=2)
    return np.concatenate([np.empty(0, SAMPLE_DTYPE), *parts])


def load_chunk(path: str | os.PathLike[str]) -> NDArray[np.void]:
    """Reads the samples of one chunk, such as `replay/000004.zst`: an array `[N]` of `SAMPLE_DTYPE`.

    Raises `DamagedChunkError` if its bytes are not those that were written, and `ReplayError` if it is another file
    than its name says, such as one of another version. No more memory is taken than a sound chunk needs.
    """
    path = Path(path)
    content = _Content(path)
    header = np.frombuffer(content.read(_HEADER_DTYPE.itemsize), _HEADER_DTYPE)[0]
    if header["magic"] != _MAGIC:
        raise ReplayError(f"{path}: it does not begin like a replay chunk")
    if header["version"] != _VERSION or header["record_size"] != SAMPLE_DTYPE.itemsize:
        raise ReplayError(
            f"{path}: it has format version {header['version']} with records of {header['record_size']} bytes, "
            f"expected version {_VERSION} with {SAMPLE_DTYPE.itemsize}"
        )
    if path.stem.isdecimal() and header["number"] != int(path.stem):
        raise ReplayError(f"{path}: it has number {header['number']}, expected {int(path.stem)}")
    records = content.read(int(header["count"]) * SAMPLE_DTYPE.itemsize)
    content.expect_end()
    return np.frombuffer(records, SAMPLE_DTYPE)


def columns(samples: NDArray[np.void]) -> dict[str, NDArray[Any]]:
    """The fields of samples `[N]` as contiguous arrays `[N]`, `[N, 9]` or `[N, 23]`, by name."""
    names = samples.dtype.names or ()
    return {name: np.ascontiguousarray(samples[name]) for name in names if name != "reserved"}


def to_parquet(samples: NDArray[np.void] | str | os.PathLike[str], path: str | os.PathLike[str]) -> None:
    """Writes samples, or those of a folder, to a Parquet file with a column for each field.

    `policy` and `observation` become lists of fixed length. The file appears whole or not at all.
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
    path = Path(path)
    partial = path.with_name(f".{path.name}.partial")
    try:
        parquet.write_table(arrow.table(arrays), os.fspath(partial))
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


def _chunks(folder: Path) -> list[Path]:
    inner = folder / "replay"
    if inner.is_dir():
        folder = inner
    return sorted(_numbered(folder), key=lambda path: int(path.stem))


def _numbered(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        stem = path.stem
        if path.suffix == ".zst" and stem.isascii() and stem.isdecimal() and stem == f"{int(stem):06}":
            yield path


class _Content:
    """The content of a zstd frame, unpacked as far as it is asked for, so that a wrong file cannot fill the memory."""

    #: Bytes of the file that are unpacked at once; no more than some 30 MiB can come of them.
    STEP = 1024

    def __init__(self, path: Path) -> None:
        self.path = path
        self.packed = path.read_bytes()
        self.position = 0
        self.rest = bytearray()
        self.decoder, self.error = _decoder()

    def read(self, length: int) -> bytes:
        """The next bytes, so many."""
        while len(self.rest) < length:
            if not self._unpack():
                raise DamagedChunkError(f"{self.path}: it ends before the last of its samples")
        taken = bytes(self.rest[:length])
        del self.rest[:length]
        return taken

    def expect_end(self) -> None:
        """Checks that nothing follows, which also compares the checksum."""
        while not self.rest and self._unpack():
            pass
        if self.rest or self.position < len(self.packed) or self.decoder.unused_data:
            raise DamagedChunkError(f"{self.path}: more follows than its samples")
        if not self.decoder.eof:
            raise DamagedChunkError(f"{self.path}: it is cut off")

    def _unpack(self) -> bool:
        """Unpacks a little more; says whether there was anything."""
        if self.decoder.eof or self.position >= len(self.packed):
            return False
        step = self.packed[self.position : self.position + self.STEP]
        self.position += len(step)
        try:
            self.rest += self.decoder.decompress(step)
        except self.error as error:
            raise DamagedChunkError(f"{self.path}: {error}") from error
        return True


def _decoder() -> tuple[Any, type[Exception]]:
    """A new decoder of one zstd frame, and the exception that it raises."""
    zstd: Any
    try:
        zstd = importlib.import_module("compression.zstd")
    except ModuleNotFoundError:
        zstd = importlib.import_module("zstandard")
        return zstd.ZstdDecompressor(max_window_size=_LARGEST_WINDOW).decompressobj(), zstd.ZstdError
    options = {zstd.DecompressionParameter.window_log_max: _LARGEST_WINDOW.bit_length() - 1}
    return zstd.ZstdDecompressor(options=options), zstd.ZstdError
