from collections.abc import Sequence
from typing import Any, final

import numpy as np
from kumalak._stubs.position import Position
from kumalak._stubs.rules import Rules
from numpy.typing import NDArray

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
