from collections.abc import Iterator, Sequence
from os import PathLike
from typing import Any, Final, TypedDict, final

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "NUM_ACTIONS",
    "OBSERVATION_LEN",
    "GameRecord",
    "IllegalMoveError",
    "Position",
    "RecordError",
    "RecordReader",
    "Rules",
    "VecEnv",
    "__version__",
    "perft",
    "read_records",
]

__version__: str

OBSERVATION_LEN: Final[int]
NUM_ACTIONS: Final[int]

class IllegalMoveError(ValueError):
    """A move that the rules forbid."""

class RecordError(ValueError):
    """A game record that cannot be read, or that disagrees with the rules."""

@final
class Rules:
    """A rule set by its name: standard, bestemshe or qozdatu."""

    def __new__(cls, name: str = "standard") -> Rules: ...
    @property
    def name(self) -> str:
        """The name."""
    @property
    def pits(self) -> int:
        """Pits of each side."""
    @property
    def stones(self) -> int:
        """Stones in each pit at the start."""
    @property
    def total_stones(self) -> int:
        """Stones on the whole board."""
    @property
    def observation_vocabulary(self) -> list[int]:
        """Number of different values of each observation column: 23 numbers."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Rules], tuple[str]]: ...

@final
class Position:
    """A position and the rules that it is played under. It never changes: a move gives a new position."""

    def __new__(cls, rules: Rules | None = None) -> Position: ...
    @staticmethod
    def from_fen(fen: str, rules: Rules | None = None) -> Position:
        """The position that a PlayStrategy FEN describes. Raises ValueError if it describes none."""
    @staticmethod
    def from_board(
        pits: NDArray[np.uint8] | Sequence[Sequence[int]],
        kazans: Sequence[int],
        tuzdiks: Sequence[int] = ...,
        turn: str = "white",
        rules: Rules | None = None,
    ) -> Position:
        """The position with these contents.

        Args:
            pits: Stones in the pits of White and Black, each from its owner's left: `[2, 9]`.
            kazans: Stones won by White and Black: `[2]`.
            tuzdiks: Numbers of White's tuzdik, on Black's side, and of Black's, on White's side; 0 for none.
            turn: "white" or "black".
            rules: The rule set; the standard game if left out.

        Raises:
            ValueError: If the board cannot stand under the rules.
        """
    @property
    def rules(self) -> Rules:
        """The rule set."""
    @property
    def turn(self) -> str:
        """The side to move: "white" or "black"."""
    @property
    def pits(self) -> NDArray[np.uint8]:
        """Stones in the pits of White and of Black, each from its owner's left: `[2, 9]`, uint8."""
    @property
    def kazans(self) -> tuple[int, int]:
        """Stones won by White and by Black."""
    @property
    def tuzdiks(self) -> tuple[int | None, int | None]:
        """Numbers of White's tuzdik, on Black's side, and of Black's, on White's side."""
    @property
    def legal_moves(self) -> list[int]:
        """Numbers of the pits that may be played; empty exactly when the game has ended on the board."""
    @property
    def is_over(self) -> bool:
        """Whether the game has ended on the board."""
    @property
    def ending(self) -> str | None:
        """How the game ended, "majority" or "atsyrau", or None while it goes on."""
    @property
    def outcome(self) -> str | None:
        """The result, "1-0", "1/2-1/2" or "0-1", or None while the game goes on."""
    def play(self, pit: int) -> Position:
        """The position after the pit with this number, 1 to 9, is played. Raises IllegalMoveError."""
    def notation(self, pit: int) -> str:
        """How score sheets write the move: pit of origin, pit of the last stone, X for a new tuzdik."""
    def observation(self, occurrences: int = 1) -> NDArray[np.uint8]:
        """What the side to move sees: `[23]`, uint8.

        `occurrences` says how often the position has occurred in its game, this time included.
        """
    def to_fen(self, move_number: int = 1) -> str:
        """The position as a PlayStrategy FEN."""
    def mirrored(self) -> Position:
        """The same position with the sides exchanged."""
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

def perft(position: Position, depth: int) -> int:
    """Number of sequences of `depth` legal moves from a position."""

@final
class GameRecord:
    """A game as it was written down."""

    @property
    def tags(self) -> dict[str, str]:
        """Everything said about the game, in order."""
    @property
    def moves(self) -> list[str]:
        """The moves as score sheets write them, such as "76" or "68X"."""
    @property
    def result(self) -> str | None:
        """The result that the record gives, "1-0", "1/2-1/2" or "0-1", or None."""
    @property
    def place(self) -> str:
        """Where the game begins: name of the source and line."""
    def replay(self, rules: Rules | None = None) -> list[Position]:
        """The positions of the game, from the start to the end.

        Raises:
            RecordError: Where the record and the rules disagree: in a landing pit, a tuzdik, a kazan, the ending or the
                result.
        """
    def __len__(self) -> int: ...

@final
class RecordReader:
    """The games of a file, one by one: memory does not grow with the file."""

    def __iter__(self) -> Iterator[GameRecord]: ...
    def __next__(self) -> GameRecord: ...

def read_records(path: str | PathLike[str]) -> RecordReader:
    """The games of a file, whatever its format: PlayOK PGN, TGK, PlayStrategy or kumalak's own.

    Raises:
        RecordError: If the file cannot be read; while reading, for a game that cannot be read. The game after it can
            still be asked for.
    """

class _Infos(TypedDict):
    action_mask: NDArray[np.bool_]
    current_player: NDArray[np.uint8]

class _FinishedGames(TypedDict):
    board: NDArray[np.uint64]
    observation: NDArray[np.uint8]
    kazans: NDArray[np.uint8]
    plies: NDArray[np.uint32]
    white_result: NDArray[np.int8]

@final
class VecEnv:
    """`N` boards that play under one rule set, one move on each at every step.

    Args:
        num_envs: Number of boards, `N`.
        seed: For `sample_actions` alone: the rules hold no chance.
        rules: The rule set; the standard game if left out.
        autoreset: "next_step", "same_step" or "disabled", as in Gymnasium.
        ply_cap: Plies after which a game is cut off without a result; None lets games run.

    Raises:
        ValueError: If an argument is out of range.
    """

    def __new__(
        cls,
        num_envs: int,
        *,
        seed: int = 0,
        rules: Rules | None = None,
        autoreset: str = "next_step",
        ply_cap: int | None = None,
    ) -> VecEnv: ...
    @property
    def num_envs(self) -> int:
        """Number of boards, `N`."""
    @property
    def autoreset(self) -> str:
        """When new games start: "next_step", "same_step" or "disabled"."""
    def reset(self, seed: int | None = None) -> tuple[NDArray[np.uint8], _Infos]:
        """Start a new game on every board.

        Returns:
            Observations `[N, 23]` and infos. With a seed, the random streams of `sample_actions` start anew.
        """
    def step(
        self, actions: NDArray[np.uint8]
    ) -> tuple[NDArray[np.uint8], NDArray[np.int8], NDArray[np.bool_], NDArray[np.bool_], _Infos]:
        """Play an action, the index 0 to 8 of a pit of the side to move, on every board: `[N]`.

        Returns:
            Observations `[N, 23]`, rewards of the players who moved `[N]`, terminated `[N]`, truncated `[N]` and infos.

        Raises:
            ValueError: If an action is illegal; no board has changed then.
        """
    def step_into(
        self,
        actions: NDArray[np.uint8],
        *,
        observations: NDArray[np.uint8],
        action_mask: NDArray[np.bool_],
        rewards: NDArray[np.int8],
        terminated: NDArray[np.bool_],
        truncated: NDArray[np.bool_],
    ) -> None:
        """Like `step`, but write to C-contiguous arrays of the caller. Allocates nothing.

        Args:
            actions: `[N]`.
            observations: `[N, 23]`, uint8.
            action_mask: `[N, 9]`, bool.
            rewards: `[N]`, int8.
            terminated: `[N]`, bool.
            truncated: `[N]`, bool.
        """
    def sample_actions(self) -> NDArray[np.uint8]:
        """A uniformly random legal action for every board, each from its own stream: `[N]`."""
    def observations(self) -> NDArray[np.uint8]:
        """What the side to move sees on every board: `[N, 23]`."""
    def action_mask(self) -> NDArray[np.bool_]:
        """Whether each pit of the side to move may be played: `[N, 9]`; nowhere on a finished board."""
    def current_player(self) -> NDArray[np.uint8]:
        """The side to move, 0 White and 1 Black: `[N]`."""
    def plies(self) -> NDArray[np.uint32]:
        """Moves played in the game on each board: `[N]`."""
    def finished_games(self) -> _FinishedGames:
        """The games that ended in the last step, `K` of them.

        Returns:
            `board` `[K]`, `observation` `[K, 23]`, `kazans` of White and Black `[K, 2]`, `plies` `[K]` and
            `white_result` `[K]`: 1, 0, -1; 0 too where the game was truncated.
        """
    def position(self, board: int) -> Position:
        """The position on a board."""
    def set_position(self, board: int, position: Position) -> None:
        """Start a new game on a board from a position."""
    def clone(self) -> VecEnv:
        """An independent copy: boards, histories and random streams."""
    def __len__(self) -> int: ...
