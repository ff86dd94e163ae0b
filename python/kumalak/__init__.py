"""Toguz Kumalak for reinforcement-learning research.

Exact rules (`Position`, `Game`, `Rules`, `perft`), game records (`read_records`), players with and without networks
(`Player`), which judge positions and whole games (`analyze_game`), and a vectorized environment (`VecEnv`) on NumPy
arrays. Boards draw themselves in notebooks;
`kumalak.render.board_svg` gives the picture.

`kumalak.gymnasium`, `kumalak.pettingzoo`, `kumalak.open_spiel` and `kumalak.torch` (networks) need the packages that
they are named after. `kumalak.checkpoint` and `kumalak.replay` read what training writes.
Importing `kumalak` makes `kumalak/ToguzKumalak-v0` known to Gymnasium where that is installed.
"""

from kumalak import _plugin, render
from kumalak._kumalak import (
    NUM_ACTIONS,
    OBSERVATION_LEN,
    OBSERVATION_SHAPES,
    AnalyzedMove,
    EvaluatorError,
    Game,
    GameAnalysis,
    GameRecord,
    IllegalMoveError,
    Player,
    PlayerError,
    Position,
    PositionEvaluation,
    RecordError,
    RecordReader,
    Rules,
    StateError,
    VecEnv,
    __version__,
    analyze_game,
    perft,
    read_records,
)

_plugin.register()

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
    "analyze_game",
    "perft",
    "read_records",
    "render",
]
