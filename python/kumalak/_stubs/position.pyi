from collections.abc import Sequence
from typing import Any, final

import numpy as np
from kumalak._stubs.rules import Rules
from numpy.typing import NDArray

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
