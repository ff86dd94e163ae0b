from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, final

import numpy as np
from kumalak._stubs.evaluation import PositionEvaluation
from kumalak._stubs.game import Game
from kumalak._stubs.position import Position
from kumalak._stubs.rules import Rules
from numpy.typing import ArrayLike, NDArray

_Evaluator: TypeAlias = Callable[[NDArray[np.uint8]], tuple[ArrayLike, ArrayLike, ArrayLike]]

@final
class Player:
    """A player: built in, a network, or a program outside.

    | spec | player |
    |---|---|
    | `random`, `greedy` | random moves; the most stones at once |
    | `alphabeta:depth=8,nodes=100000,time=100ms` | alpha-beta search with at least one of these bounds |
    | `mcts:sims=2000,time=100ms` | Monte Carlo tree search by random play |
    | `exact` | perfect play on small boards |
    | `net:PATH,sims=400,search=gumbel,time=1s` | tree search with the network of a checkpoint |
    | `policy:PATH` | that network without search |
    | `engine:FILE` | a program outside, as the file describes it |

    A PATH is the folder of a checkpoint, `RUN/latest`, `RUN/best`, or `RUN` for its latest. Networks need
    `pip install kumalak[torch]`.

    Players can be copied, and pickled unless they were made by `from_evaluator`.

    Args:
        spec: Which player.
        seed: Decides its random choices.
        rules: With rules it is checked at once that the player can play by them: that a network was made for them,
            that a program outside plays by them, that `exact` can solve the board. Else that shows when the player
            meets its first game.
        device: Where a network computes: "cpu", "cuda", "cuda:1".

    Raises:
        ValueError: If there is no such player, or it cannot play by the rules.
        kumalak.checkpoint.CheckpointError: If a checkpoint is missing or broken.
        PlayerError: If a program outside does not start as described.
        ModuleNotFoundError: If PyTorch is needed and not installed.
    """

    def __new__(
        cls, spec: str, seed: int = 0, *, rules: Rules | str | None = None, device: str = "cpu"
    ) -> Player: ...
    @staticmethod
    def from_evaluator(
        evaluator: _Evaluator,
        *,
        sims: int | None = None,
        search: str = "puct",
        time: str | None = None,
        nodes: int | None = None,
        leaves: int = 1,
        name: str = "evaluator",
        seed: int = 0,
        rules: Rules | str | None = None,
    ) -> Player:
        """A player that judges positions by a function of the caller, such as a network in any framework.

        Args:
            evaluator: Takes observations `[B, 23]`, uint8, as the encoding "tokens" has them, and returns a tuple of
                policy logits `[B, 9]`, where those of illegal pits may be any finite number; probabilities of win, draw
                and loss `[B, 3]`; and the expected final stones of the side to move less those of the opponent `[B]`.
                All are floats, from the side to move. Equal calls should give equal answers. With an attribute `rules`
                it is asked about games under these rules alone.
            sims: Simulations a move.
            search: "puct", "gumbel", or "none" to play the pit with the highest logit.
            time: Time a move, such as "100ms" or "2s". Moves then depend on the machine.
            nodes: Positions that a tree may hold.
            leaves: Positions of one game that the evaluator gets in one call, 1 to 255. With more, large networks are
                used better and each simulation knows less about the others.
            name: What the player is called.
            seed: Decides random choices; none of these searches makes any.
            rules: As for other players.

        Raises:
            ValueError: If a setting is out of range, or the search has neither sims nor time.
        """
    @property
    def name(self) -> str:
        """The name, such as "alphabeta:depth=4"."""
    def reseed(self, seed: int) -> None:
        """Start the random choices anew."""
    def choose(self, game: Game) -> int:
        """The number of the pit that the player would play in an unfinished game.

        Other threads of Python may run meanwhile, and Ctrl-C ends it.

        Raises:
            ValueError: If the game is over, or the player cannot play by its rules.
            PlayerError: If the player fails, as a program outside may.
            EvaluatorError: If the answer of an evaluator cannot be used. What an evaluator raises itself comes through
                unchanged.
        """
    def choose_moves(self, games: Sequence[Game]) -> list[int]:
        """The numbers of the pits that the player would play in several unfinished games.

        The same as choosing in one after the other, except that a network gets positions of all games in one call,
        and that a time limit holds for all of them together.
        """
    def evaluate(self, position: Position | Game) -> PositionEvaluation:
        """What the player thinks of an unfinished position or game, from its side to move.

        Random choices of later moves are the same as if it had not been asked.

        Raises:
            ValueError: If the game is over, or the player cannot play by its rules.
            PlayerError: If the player does not say what it thinks, as random, greedy and programs outside.
        """
    def clone(self) -> Player:
        """An independent copy, which will make the same random choices.

        Evaluators are shared, programs outside are started anew.
        """
    @staticmethod
    def _restore(spec: str, device: str, rules: Rules | str | None, seed: int, chosen: int) -> Player: ...
    def __copy__(self) -> Player: ...
    def __deepcopy__(self, _memo: Any) -> Player: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
