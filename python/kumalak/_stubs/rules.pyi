from types import EllipsisType
from typing import final

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
