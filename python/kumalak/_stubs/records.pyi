from collections.abc import Iterator
from os import PathLike
from typing import final

from kumalak._stubs.game import Game
from kumalak._stubs.position import Position
from kumalak._stubs.rules import Rules

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
            RecordError: Where the record and the rules disagree: in a landing pit, a tuzdik, a kazan, the ending or
                the result.
        """
    def to_game(self, rules: Rules | str | None = None) -> Game:
        """The game, played to its last move. Raises RecordError as `replay` does."""
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
