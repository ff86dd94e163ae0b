"""Checkpoints of `kumalak train`: what they are, where they lie, and the numbers in them.

A checkpoint is a folder with `checkpoint.json` and `network.safetensors`. `kumalak.torch` makes a PyTorch module of
one; whoever uses another framework finds names, shapes and the formula in `docs/network.md` and gets the numbers here:

>>> from kumalak.checkpoint import CheckpointInfo, load_tensors, resolve_checkpoint
>>> folder = resolve_checkpoint("runs/quick/best")  # doctest: +SKIP
>>> CheckpointInfo.load(folder).rules  # doctest: +SKIP
Rules('standard')
>>> load_tensors(folder)["policy.weight"].shape  # doctest: +SKIP
(9, 64)

Reading numbers needs the package `safetensors`: `pip install kumalak[torch]`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kumalak._kumalak import Rules

__all__ = ["CheckpointError", "CheckpointInfo", "load_tensors", "resolve_checkpoint"]

#: The checkpoint format that this version reads.
CHECKPOINT_FORMAT: Final = 1
INFO_FILE: Final = "checkpoint.json"
NETWORK_FILE: Final = "network.safetensors"

_CONFIG = "config.toml"
_NAMES = ("latest", "best")


class CheckpointError(ValueError):
    """A checkpoint that cannot be used. The message names the file, and the field or tensor, and what was expected."""


def resolve_checkpoint(path: str | os.PathLike[str]) -> Path:
    """Finds the folder of a checkpoint, as the program does.

    Args:
        path: A checkpoint, `RUN/latest`, `RUN/best`, or `RUN` for its latest.

    Raises:
        CheckpointError: If the path leads to no checkpoint, or the run has none yet.
    """
    path = Path(path)
    if path.name in _NAMES and (path.parent / _CONFIG).is_file():
        return _named(path.parent, path.name)
    if (path / _CONFIG).is_file():
        return _named(path, "latest")
    if path.is_dir():
        return path
    raise CheckpointError(
        f"no checkpoint at {path}: expected the folder of a run or of a checkpoint, or RUN/latest or RUN/best"
    )


def _named(run: Path, name: str) -> Path:
    file = run / name
    if not file.exists():
        raise CheckpointError(f"the run {run} has no checkpoint '{name}' yet")
    text = _read(file).decode(errors="replace")
    number = text.strip()
    if not (number.isascii() and number.isdecimal()):
        raise CheckpointError(f"{file} should hold the number of a checkpoint, found {text!r}")
    return run / "checkpoints" / f"{int(number):06}"


@dataclass(frozen=True)
class CheckpointInfo:
    """What a checkpoint is: the content of `checkpoint.json`."""

    #: Version of the library that wrote it.
    kumalak: str
    #: Rules of the boards that the network knows.
    rules: Rules
    #: Numbers in the residual stream.
    width: int
    #: Residual blocks.
    blocks: int
    #: "layer_norm" or "none".
    normalization: str
    #: Seed of the run.
    seed: int

    @classmethod
    def load(cls, checkpoint: str | os.PathLike[str]) -> CheckpointInfo:
        """Reads the description of a checkpoint folder.

        Raises:
            CheckpointError: If it is missing, broken, of another format, or describes an impossible network.
        """
        path = Path(checkpoint) / INFO_FILE
        try:
            content = json.loads(_read(path))
        except ValueError as error:
            raise CheckpointError(f"{path} is not the description of a checkpoint: {error}") from error
        fields = _Fields(path, "", content)
        found = fields.number("format")
        if found != CHECKPOINT_FORMAT:
            raise CheckpointError(
                f"{path}: checkpoint format {found} is unknown, expected {CHECKPOINT_FORMAT}"
            )
        network = _Fields(path, "network.", fields.take("network"))
        info = cls(
            kumalak=str(fields.take("kumalak")),
            rules=_rules(_Fields(path, "rules.", fields.take("rules"))),
            width=network.number("width", 8, 4096),
            blocks=network.number("blocks", 0, 64),
            normalization=network.choice("normalization", ("layer_norm", "none")),
            seed=fields.number("seed", 0),
        )
        for name in ("optimizer_steps", "progress"):  # what only training needs
            fields.take(name)
        network.expect_no_more()
        fields.expect_no_more()
        return info


def load_tensors(
    checkpoint: str | os.PathLike[str], shapes: Mapping[str, tuple[int, ...]] | None = None
) -> dict[str, NDArray[np.float32]]:
    """Reads the parameters of a checkpoint folder, each by its name in `docs/network.md`.

    Args:
        checkpoint: The folder.
        shapes: The tensors that must be there, and no others; whatever is there if left out.

    Raises:
        CheckpointError: If the file is broken, a tensor is missing, unknown, of another shape or type, or holds
            a number that is not finite.
        ModuleNotFoundError: Without the package `safetensors`.
    """
    try:
        from safetensors import SafetensorError, safe_open
    except ModuleNotFoundError as error:
        message = "reading checkpoints needs the package safetensors: pip install 'kumalak[torch]'"
        raise ModuleNotFoundError(message, name=error.name) from error
    path = Path(checkpoint) / NETWORK_FILE
    try:
        with safe_open(path, framework="np") as file:
            names = set(file.keys())
            if shapes is not None:
                _expect_names(path, names, shapes)
            return {name: _tensor(path, file, name, shapes) for name in sorted(names)}
    except OSError as error:
        raise CheckpointError(f"cannot read {path}: {error}") from error
    except SafetensorError as error:
        raise CheckpointError(f"{path} is not a safetensors file: {error}") from error


def _expect_names(path: Path, names: set[str], shapes: Mapping[str, tuple[int, ...]]) -> None:
    for name in sorted(names - shapes.keys()):
        raise CheckpointError(f"{path}: tensor {name} belongs to no network with these settings")
    for name in shapes:
        if name not in names:
            raise CheckpointError(f"{path}: tensor {name} is missing")


def _tensor(
    path: Path, file: Any, name: str, shapes: Mapping[str, tuple[int, ...]] | None
) -> NDArray[np.float32]:
    part = file.get_slice(name)
    kind, shape = part.get_dtype(), tuple(part.get_shape())
    expected = shapes[name] if shapes is not None else shape
    if kind != "F32" or shape != expected:
        wanted, found = (f"{kind} {list(shape)}" for kind, shape in (("F32", expected), (kind, shape)))
        raise CheckpointError(f"{path}: tensor {name} must be {wanted}, found {found}")
    values: NDArray[np.float32] = file.get_tensor(name)
    is_finite = np.isfinite(values).ravel()
    if not is_finite.all():
        index = int(is_finite.argmin())
        raise CheckpointError(
            f"{path}: tensor {name} holds {values.ravel()[index]} at index {index}, expected finite numbers"
        )
    return values


class _Fields:
    """The fields of a JSON object, each of which is taken once."""

    def __init__(self, path: Path, prefix: str, content: Any) -> None:
        if not isinstance(content, dict):
            place = f"{prefix.removesuffix('.')}: " if prefix else ""
            raise CheckpointError(f"{path}: {place}expected an object, found {content!r}")
        self.path = path
        self._prefix, self._left = prefix, dict(content)

    def error(self, name: str, expected: str, found: object) -> CheckpointError:
        return CheckpointError(f"{self.path}: {self._prefix}{name} must be {expected}, found {found!r}")

    def take(self, name: str) -> Any:
        if name not in self._left:
            raise CheckpointError(f"{self.path}: field {self._prefix}{name} is missing")
        return self._left.pop(name)

    def number(self, name: str, least: int | None = None, most: int | None = None) -> int:
        value = self.take(name)
        is_number = isinstance(value, int) and not isinstance(value, bool)
        if is_number and (least is None or value >= least) and (most is None or value <= most):
            return int(value)
        bounds = "" if least is None else f" from {least} on" if most is None else f" from {least} to {most}"
        raise self.error(name, f"a whole number{bounds}", value)

    def number_or_none(self, name: str) -> int | None:
        if self._left.get(name, 0) is None:
            del self._left[name]
            return None
        return self.number(name)

    def choice(self, name: str, known: tuple[str, ...]) -> str:
        value = self.take(name)
        if value not in known:
            raise self.error(name, f"one of {', '.join(known)}", value)
        return str(value)

    def expect_no_more(self) -> None:
        for name in self._left:
            raise CheckpointError(f"{self.path}: unknown field {self._prefix}{name}")


#: The switches of a rule set that have named values: name in a checkpoint, keyword in `Rules`, and the values there and
#: here.
_NAMED_SWITCHES: Final[tuple[tuple[str, str, Mapping[str, str]], ...]] = (
    ("tuzdik", "tuzdik", {"compulsory": "compulsory", "none": "none"}),
    ("last_pit_tuzdik", "last_pit", {"forbidden": "forbidden", "allowed": "allowed"}),
    (
        "same_number_tuzdik",
        "same_number",
        {"forbidden": "forbidden", "allowed": "allowed", "opposite_forbidden": "opposite-forbidden"},
    ),
    ("majority", "majority", {"ends_game": "ends-game", "play_to_the_end": "play-on"}),
    (
        "atsyrau",
        "atsyrau",
        {"owner_takes_rest": "owner-takes-rest", "stuck_player_loses": "stuck-player-loses"},
    ),
    ("first_stone", "first_stone", {"pit_of_origin": "origin", "next_pit": "next"}),
    ("goal", "goal", {"most_stones": "most-stones", "giveaway": "giveaway"}),
)


def _rules(fields: _Fields) -> Rules:
    switches: dict[str, Any] = {"pits": fields.number("pits"), "stones": fields.number("stones")}
    for name, keyword, values in _NAMED_SWITCHES:
        switches[keyword] = values[fields.choice(name, tuple(values))]
    switches["repetition"] = fields.number_or_none("repetition_draw")
    switches["ply_cap"] = fields.number_or_none("ply_cap")
    fields.expect_no_more()
    try:
        return Rules(**switches)
    except ValueError as error:
        raise CheckpointError(f"{fields.path}: rules: {error}") from error


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise CheckpointError(f"cannot read {path}: {error}") from error
