"""Toguz Kumalak for Gymnasium, under the name `kumalak/ToguzKumalak-v0`.

`gymnasium.make` gives one agent against a built-in player (`ToguzKumalakEnv`), `gymnasium.make_vec` many boards on
which the caller plays both sides (`ToguzKumalakVectorEnv`). Needs `pip install kumalak[gymnasium]`.
"""

from kumalak._plugin import ENV_ID, register
from kumalak.gymnasium.single import ToguzKumalakEnv
from kumalak.gymnasium.spaces import observation_space
from kumalak.gymnasium.vector import ToguzKumalakVectorEnv

register()

__all__ = ["ENV_ID", "ToguzKumalakEnv", "ToguzKumalakVectorEnv", "observation_space", "register"]
