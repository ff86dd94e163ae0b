from typing import final

@final
class PositionEvaluation:
    """What a player thinks of a position, from the side to move. As text, such as "+0.250" or "win in 5"."""

    @property
    def side(self) -> str:
        """The side to move, from which everything is seen: "white" or "black"."""
    @property
    def best_move(self) -> int:
        """The number of the pit that the player would play."""
    @property
    def value(self) -> float:
        """The expected result, from -1 for a sure loss to 1 for a sure win; 2 * `expected_points` - 1."""
    @property
    def expected_points(self) -> float:
        """The points that the side to move may expect, from 0 to 1.

        Stones become points by the logistic function in `docs/evaluation.md`.
        """
    @property
    def stones(self) -> float | None:
        """The advantage in stones, if the player reckons in stones, as alpha-beta does."""
    @property
    def win_in(self) -> int | None:
        """Plies to a proven win, or None."""
    @property
    def loss_in(self) -> int | None:
        """Plies to a proven loss, or None."""
    @property
    def outcome(self) -> tuple[float, float, float] | None:
        """Probabilities of win, draw and loss, if the player reckons with them, as networks do."""
    @property
    def margin(self) -> float | None:
        """Expected final stones less those of the opponent, if the player says so, as networks do."""
    @property
    def principal_variation(self) -> list[int]:
        """The line that the player expects, by numbers of pits; it begins with `best_move`. Empty if it has none."""
    @property
    def depth(self) -> int | None:
        """Plies that the player looked ahead, if it has a depth."""
    @property
    def nodes(self) -> int | None:
        """Positions that were visited or evaluated, if the player counts them."""
