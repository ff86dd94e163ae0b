from collections.abc import Callable
from typing import final

import numpy as np
from kumalak._stubs.game import Game
from kumalak._stubs.player import Player
from numpy.typing import NDArray

@final
class AnalyzedMove:
    """A move of a game as a player judges it, from the side that moved."""

    @property
    def ply(self) -> int:
        """The number of the move, counted from 1."""
    @property
    def side(self) -> str:
        """The side that moved: "white" or "black"."""
    @property
    def played(self) -> int:
        """The number of the pit that was played."""
    @property
    def notation(self) -> str:
        """How score sheets write the move that was played."""
    @property
    def best(self) -> int:
        """The number of the pit that the player would have chosen."""
    @property
    def is_first_choice(self) -> bool:
        """Whether the move is the player's own choice."""
    @property
    def choices(self) -> int:
        """Number of legal moves."""
    @property
    def evaluation(self) -> str:
        """What the player says of the position before the move: "+0.250", "+6.40 stones", "win in 5", "loss in 4"."""
    @property
    def points_before(self) -> float:
        """The points that the mover could expect before the move, from 0 to 1."""
    @property
    def points_after(self) -> float:
        """The points that the mover can expect after it, from 0 to 1."""
    @property
    def loss(self) -> float:
        """The points that the move gives away, from 0 to 1; 0 for the player's own choice."""

@final
class GameAnalysis:
    """A game as a player judges it."""

    @property
    def moves(self) -> list[AnalyzedMove]:
        """The moves of the game, in order."""
    @property
    def final_points(self) -> float:
        """The points that White may expect after the last move, from 0 to 1; exact if the rules have ended the game."""
    @property
    def white_points(self) -> NDArray[np.float64]:
        """The points that White may expect after 0, 1, ... moves: `[moves + 1]`."""
    def worst(self, count: int = 5) -> list[AnalyzedMove]:
        """The `count` moves that give most points away, the worst first; none that gives nothing away."""
    def __len__(self) -> int: ...

def analyze_game(
    game: Game, player: Player, *, seed: int = 0, progress: Callable[[int], object] | None = None
) -> GameAnalysis:
    """Judge every move of a game by what a player thinks of each of its positions.

    A move is worth what the player says of the position that it leads to; a finished position has its exact value.

    Args:
        game: The game, finished or not. `GameRecord.to_game` gives that of a record.
        player: Whose judgement it is.
        seed: Decides the player's random choices, for each position alone; those of `player` go on as before.
        progress: Called with the number of positions that were judged since it was called last, such as the method
            `update` of a bar of tqdm.

    Raises:
        PlayerError: If the player fails, or does not say what it thinks, as random, greedy and programs outside.
        ValueError: If the player cannot play by the rules of the game.
    """
