"""Toguz Kumalak for reinforcement-learning research.

Exact rules (`Position`, `Rules`, `perft`), game records (`read_records`) and a vectorized environment (`VecEnv`) on
NumPy arrays. Boards draw themselves in notebooks; `kumalak.render.board_svg` gives the picture.
"""

from kumalak import render
from kumalak._kumalak import (
    NUM_ACTIONS,
    OBSERVATION_LEN,
    GameRecord,
    IllegalMoveError,
    Position,
    RecordError,
    RecordReader,
    Rules,
    VecEnv,
    __version__,
    perft,
    read_records,
)

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
    "render",
]
