from collections.abc import Iterator, Mapping, Sequence
from os import PathLike
from types import EllipsisType
from typing import Any, Final, TypedDict, final

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = [
    "NUM_ACTIONS",
    "OBSERVATION_LEN",
    "OBSERVATION_SHAPES",
    "Game",
    "GameRecord",
    "IllegalMoveError",
    "Player",
    "Position",
    "RecordError",
    "RecordReader",
    "Rules",
    "StateError",
    "VecEnv",
    "__version__",
    "_play_random_moves",
    "perft",
    "read_records",
]

__version__: str

OBSERVATION_LEN: Final[int]
"""Columns of the observation `tokens`: 23."""
OBSERVATION_SHAPES: Final[dict[str, tuple[int, ...]]]
"""Shape of each kind of observation of one board: tokens `[23]`, planes `[36, 2, 10]`, scaled `[23]`, landing `[9,
4]`."""
NUM_ACTIONS: Final[int]
"""Actions, one for each pit: 9."""

class IllegalMoveError(ValueError):
    """A move that the rules forbid."""

class RecordError(ValueError):
    """A game record that cannot be read, or that disagrees with the rules."""

class StateError(ValueError):
    """Arrays that are no states of boards. Names the board and what was expected."""

@final
class Rules:
    """A rule set: a named one, and switches in which it differs.

    Args:
        text: Name of a rule set (`Rules.names()`), or a rule set as text, such as "standard,pits=5,stones=5".
        pits: Pits of each side, 2 to 9.
        stones: Stones in each pit at the start, 1 to 20.
        tuzdik: "compulsory" or "none".
        last_pit: Whether the last pit may become a tuzdik: "forbidden" or "allowed".
        same_number: Whether both tuzdiks may have the same number: "forbidden", "allowed" or "opposite-forbidden".
        majority: What more than half of all stones means: "ends-game" or "play-on".
        atsyrau: What an empty side means: "owner-takes-rest" or "stuck-player-loses".
        first_stone: Where a sowing begins: "origin" or "next".
        goal: "most-stones" or "giveaway".
        repetition: The occurrence of a position that draws the game, 2 to 255; None lets positions repeat.
        ply_cap: Plies after which a game is cut off without a result; None lets games run.

    Raises:
        ValueError: If there is no such rule set, switch or value.
    """

    def __new__(
        cls,
        text: str = "standard",
        *,
        pits: int | EllipsisType = ...,
        stones: int | EllipsisType = ...,
        tuzdik: str | EllipsisType = ...,
        last_pit: str | EllipsisType = ...,
        same_number: str | EllipsisType = ...,
        majority: str | EllipsisType = ...,
        atsyrau: str | EllipsisType = ...,
        first_stone: str | EllipsisType = ...,
        goal: str | EllipsisType = ...,
        repetition: int | EllipsisType | None = ...,
        ply_cap: int | EllipsisType | None = ...,
    ) -> Rules: ...
    @classmethod
    def names(cls) -> list[str]:
        """Names of the named rule sets."""
    def replace(
        self,
        *,
        pits: int | EllipsisType = ...,
        stones: int | EllipsisType = ...,
        tuzdik: str | EllipsisType = ...,
        last_pit: str | EllipsisType = ...,
        same_number: str | EllipsisType = ...,
        majority: str | EllipsisType = ...,
        atsyrau: str | EllipsisType = ...,
        first_stone: str | EllipsisType = ...,
        goal: str | EllipsisType = ...,
        repetition: int | EllipsisType | None = ...,
        ply_cap: int | EllipsisType | None = ...,
    ) -> Rules:
        """The same rules with some switches changed."""
    @property
    def name(self) -> str | None:
        """The name of the rule set, or None if it has none."""
    @property
    def switches(self) -> dict[str, int | str | None]:
        """Every switch by its keyword."""
    @property
    def pits(self) -> int:
        """Pits of each side."""
    @property
    def stones(self) -> int:
        """Stones in each pit at the start."""
    @property
    def ply_cap(self) -> int | None:
        """Plies after which a game is cut off without a result, or None."""
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

    def __new__(cls, rules: Rules | str | None = None) -> Position: ...
    @staticmethod
    def from_fen(fen: str, rules: Rules | str | None = None) -> Position:
        """The position that a PlayStrategy FEN describes. Raises ValueError if it describes none."""
    @staticmethod
    def from_board(
        pits: NDArray[np.uint8] | Sequence[Sequence[int]],
        kazans: Sequence[int],
        tuzdiks: Sequence[int] = ...,
        turn: str = "white",
        rules: Rules | str | None = None,
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
    def observation(self, occurrences: int = 1, kind: str | Sequence[str] | None = None) -> Any:
        """What the side to move sees.

        Args:
            occurrences: How often the position has occurred in its game, this time included.
            kind: "tokens", "planes", "scaled" or "landing"; tokens if left out.

        Returns:
            An array with the shape in `OBSERVATION_SHAPES`, float32 for "scaled" and else uint8. For several
            names, a dict of such arrays.
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

def _play_random_moves(moves: int, seed: int) -> int:
    """Play random moves on one position, for comparisons of speed; how many games ended."""

@final
class Game:
    """A game in progress: a position with the moves that led to it, so that repetitions and the ply cap count.

    Args:
        rules: The rule set or its text; that of `start`, or the standard game, if left out.
        start: Where the game begins; the start of the rule set if left out.

    Raises:
        ValueError: If `start` cannot stand under `rules`.
    """

    def __new__(cls, rules: Rules | str | None = None, start: Position | None = None) -> Game: ...
    @property
    def rules(self) -> Rules:
        """The rule set."""
    @property
    def position(self) -> Position:
        """The position on the board."""
    @property
    def turn(self) -> str:
        """The side to move, in a finished game the side that would have been: "white" or "black"."""
    @property
    def moves(self) -> list[int]:
        """Numbers of the pits played so far."""
    @property
    def last_move(self) -> int | None:
        """Number of the pit played last, or None."""
    @property
    def plies(self) -> int:
        """Moves played."""
    @property
    def legal_moves(self) -> list[int]:
        """Numbers of the pits that may be played; empty exactly when the game has ended."""
    @property
    def is_over(self) -> bool:
        """Whether the game has ended, with or without a result."""
    @property
    def is_truncated(self) -> bool:
        """Whether the ply cap cut the game off: it has no result then."""
    @property
    def ending(self) -> str | None:
        """How the game ended, "majority", "atsyrau" or "repetition", or None."""
    @property
    def outcome(self) -> str | None:
        """The result, "1-0", "1/2-1/2" or "0-1", or None."""
    @property
    def occurrences(self) -> int:
        """How often the present position has occurred, this time included."""
    def play(self, pit: int) -> None:
        """Play the pit with this number, 1 to 9. Raises IllegalMoveError; the game has not changed then."""
    def action_mask(self) -> NDArray[np.bool_]:
        """Whether each pit of the side to move may be played: `[9]`, bool."""
    def observation(self, kind: str | Sequence[str] | None = None, *, side: str | None = None) -> Any:
        """What a side sees.

        Args:
            kind: "tokens", "planes", "scaled" or "landing"; tokens if left out.
            side: "white" or "black"; the side to move if left out. The landing map of the other side is all zeros.

        Returns:
            An array with the shape in `OBSERVATION_SHAPES`, float32 for "scaled" and else uint8. For several
            names, a dict of such arrays.
        """
    def clone(self) -> Game:
        """An independent copy."""
    def _repr_svg_(self) -> str: ...
    @staticmethod
    def _from_moves(start: Position, rules: Rules, moves: Sequence[int]) -> Game: ...
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, _memo: Any) -> Game: ...
    def __len__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Player:
    """A built-in player.

    Args:
        spec: "random", "greedy", "alphabeta:depth=4", or what else the library can build without a network.
        seed: Decides its random choices.

    Raises:
        ValueError: If there is no such player, or it needs a network.
    """

    def __new__(cls, spec: str, seed: int = 0) -> Player: ...
    @property
    def name(self) -> str:
        """The name, such as "alphabeta:depth=4"."""
    def reseed(self, seed: int) -> None:
        """Start the random choices anew."""
    def choose(self, game: Game) -> int:
        """The number of the pit that the player would play in an unfinished game. Raises ValueError if it is over."""
    def clone(self) -> Player:
        """An independent copy, which will make the same random choices."""
    def __copy__(self) -> Player: ...
    def __deepcopy__(self, _memo: Any) -> Player: ...

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
    def replay(self, rules: Rules | str | None = None) -> list[Position]:
        """The positions of the game, from the start to the end.

        Raises:
            RecordError: Where the record and the rules disagree: in a landing pit, a tuzdik, a kazan, the ending
            or the
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
    observation: Any
    kazans: NDArray[np.uint8]
    plies: NDArray[np.uint32]
    white_result: NDArray[np.int8]

@final
class VecEnv:
    """`N` boards that play under one rule set, one move on each at every step.

    Args:
        num_envs: Number of boards, `N`.
        seed: For `sample_actions` alone, since the rules hold no chance: one number, from which board `i` gets
            stream `i`, or a number for each board, whose stream then depends on nothing else.
        rules: The rule set or its text; the standard game if left out.
        autoreset: "next_step", "same_step" or "disabled", as in Gymnasium.
        observation: "tokens", "planes", "scaled" or "landing", or several of them; tokens if left out.
            Observations are arrays `[N, *OBSERVATION_SHAPES[name]]`, float32 for "scaled" and else uint8, in a
            dict if there are several.

    Raises:
        ValueError: If an argument is out of range.
    """

    def __new__(
        cls,
        num_envs: int,
        *,
        seed: int | Sequence[int] | NDArray[np.integer] = 0,
        rules: Rules | str | None = None,
        autoreset: str = "next_step",
        observation: str | Sequence[str] = "tokens",
    ) -> VecEnv: ...
    @property
    def num_envs(self) -> int:
        """Number of boards, `N`."""
    @property
    def rules(self) -> Rules:
        """The rule set."""
    @property
    def autoreset(self) -> str:
        """When new games start: "next_step", "same_step" or "disabled"."""
    @property
    def observation(self) -> str | tuple[str, ...]:
        """Name of the encoding of observations, or a tuple of several."""
    @property
    def simd_level(self) -> str:
        """The vector instructions in use: "baseline", "avx2" or "avx512". Results do not depend on them."""
    @property
    def memory_bytes(self) -> int:
        """Bytes that all boards take now.

        Positions of long runs without a capture are kept while they may repeat, so that the number grows with use and
        then stays.
        """
    def reset(
        self,
        seed: int | Sequence[int] | NDArray[np.integer] | None = None,
        *,
        mask: NDArray[np.bool_] | None = None,
    ) -> tuple[Any, _Infos]:
        """Start a new game on every board, or where `mask` (`[N]`, bool) is true.

        Returns:
            Observations `[N, ...]` and infos. With a seed, the random streams of `sample_actions` start anew.
        """
    def step(
        self, actions: ArrayLike
    ) -> tuple[Any, NDArray[np.int8], NDArray[np.bool_], NDArray[np.bool_], _Infos]:
        """Play an action, the index 0 to 8 of a pit of the side to move, on every board: `[N]`.

        Returns:
            Observations `[N, ...]`, rewards of the players who moved `[N]`, terminated `[N]`, truncated `[N]` and
            infos.

        Raises:
            IllegalMoveError: If an action is illegal; no board has changed then.
        """
    def step_into(
        self,
        actions: ArrayLike,
        *,
        observations: NDArray[Any] | Mapping[str, NDArray[Any]] | None = None,
        action_mask: NDArray[np.bool_] | None = None,
        rewards: NDArray[np.int8] | None = None,
        terminated: NDArray[np.bool_] | None = None,
        truncated: NDArray[np.bool_] | None = None,
        current_player: NDArray[np.uint8] | None = None,
    ) -> None:
        """Like `step`, but write to C-contiguous arrays of the caller, as many as are given.

        With actions of type uint8 it allocates nothing.

        Args:
            actions: `[N]`.
            observations: `[N, ...]` as in `OBSERVATION_SHAPES`; a dict of arrays if there are several.
            action_mask: `[N, 9]`, bool.
            rewards: `[N]`, int8.
            terminated: `[N]`, bool.
            truncated: `[N]`, bool.
            current_player: `[N]`, uint8.

        Raises:
            IllegalMoveError: If an action is illegal.
            ValueError: If an array has another type or shape. In both cases neither boards nor arrays have changed.
        """
    def sample_actions(self, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
        """A uniformly random legal action for every board, 0 for a finished one, each from its own stream: `[N]`.

        Fills and returns `out` if it is given.
        """
    def observations(self) -> Any:
        """What the side to move sees on every board: `[N, ...]`."""
    def action_mask(self) -> NDArray[np.bool_]:
        """Whether each pit of the side to move may be played: `[N, 9]`; nowhere on a finished board."""
    def current_player(self) -> NDArray[np.uint8]:
        """The side to move, 0 White and 1 Black: `[N]`."""
    def plies(self) -> NDArray[np.uint32]:
        """Moves played in the game on each board: `[N]`."""
    def finished_games(self) -> _FinishedGames:
        """The games that ended in the last step, `K` of them.

        Returns:
            `board` `[K]`, `observation` `[K, ...]`, `kazans` of White and Black `[K, 2]`, `plies` `[K]` and
            `white_result` `[K]`: 1, 0, -1; 0 too where the game was truncated.
        """
    def position(self, board: int) -> Position:
        """The position on a board."""
    def set_position(self, board: int, position: Position) -> None:
        """Start a new game on a board from a position."""
    def get_state(self) -> dict[str, NDArray[Any]]:
        """The positions of all boards.

        Returns:
            `pits` `[N, 2, 9]` of White and Black from their owners' left; `kazans` `[N, 2]`; `tuzdiks` `[N, 2]`:
            numbers of White's tuzdik, on Black's side, and of Black's, 0 for none; `current_player` `[N]`; `plies`
            `[N]`; and `status` `[N]`: 0 goes on, 1 majority, 2 atsyrau, 3 repetition, 4 truncated. All uint8 but
            plies, which is uint32. Which positions have occurred before is not in it; `clone` and pickles keep that.
        """
    def set_state(self, state: Mapping[str, ArrayLike], boards: Sequence[int] | None = None) -> None:
        """Put positions, as `get_state` gives them, on all boards, or on the `K` boards that `boards` lists.

        Each position counts as occurring for the first time. Without `tuzdiks` there are none, without
        `current_player` White moves, without `plies` none have been played, and without `status` position and
        plies say whether the game is over.

        Raises:
            StateError: If an array has the wrong shape or a board cannot stand under the rules; it names the board
            and what
                was expected. No board has changed then.
        """
    def render(self, board: int = 0, mode: str = "ansi") -> str:
        """One board as text, as books print it ("ansi"), or as an SVG ("svg")."""
    def clone(self) -> VecEnv:
        """An independent copy: boards, histories and random streams."""
    def _repr_html_(self) -> str: ...
    @staticmethod
    def _from_snapshot(rules: Rules, observation: str | Sequence[str], snapshot: bytes) -> VecEnv: ...
    def __copy__(self) -> VecEnv: ...
    def __deepcopy__(self, _memo: Any) -> VecEnv: ...
    def __len__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
