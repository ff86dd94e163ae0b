"""Toguz Kumalak for reinforcement-learning research.

Exact rules (`Position`, `Game`, `Rules`, `perft`), game records (`read_records`), built-in players (`Player`) and
a vectorized environment (`VecEnv`) on NumPy arrays. Boards draw themselves in notebooks;
`kumalak.render.board_svg` gives the picture.

`kumalak.gymnasium`, `kumalak.pettingzoo` and `kumalak.open_spiel` need the packages that they are named after.
Importing `kumalak` makes `kumalak/ToguzKumalak-v0` known to Gymnasium where that is installed.
"""

from kumalak import _plugin, render
from kumalak._kumalak import (
    NUM_ACTIONS,
    OBSERVATION_LEN,
    OBSERVATION_SHAPES,
    Game,
    GameRecord,
    IllegalMoveError,
    Player,
    Position,
    RecordError,
    RecordReader,
    Rules,
    StateError,
    VecEnv,
    __version__,
    perft,
    read_records,
)

_plugin.register()

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
    "perft",
    "read_records",
    "render",
]
