"""What the compiled module holds. The types stand in `kumalak/_stubs`, one idea a file."""

from typing import Final

from kumalak._stubs.analysis import (
    AnalyzedMove,
    GameAnalysis,
    analyze_game,
)
from kumalak._stubs.errors import (
    EvaluatorError,
    IllegalMoveError,
    PlayerError,
    RecordError,
    StateError,
)
from kumalak._stubs.evaluation import PositionEvaluation
from kumalak._stubs.game import Game
from kumalak._stubs.player import Player
from kumalak._stubs.position import (
    Position,
    _play_random_moves,
    perft,
)
from kumalak._stubs.records import (
    GameRecord,
    RecordReader,
    read_records,
)
from kumalak._stubs.rules import Rules
from kumalak._stubs.vec_env import VecEnv

__all__ = [
    "NUM_ACTIONS",
    "OBSERVATION_LEN",
    "OBSERVATION_SHAPES",
    "AnalyzedMove",
    "EvaluatorError",
    "Game",
    "GameAnalysis",
    "GameRecord",
    "IllegalMoveError",
    "Player",
    "PlayerError",
    "Position",
    "PositionEvaluation",
    "RecordError",
    "RecordReader",
    "Rules",
    "StateError",
    "VecEnv",
    "__version__",
    "_play_random_moves",
    "analyze_game",
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
