"""Makes the environments known to Gymnasium, where it is installed."""

import importlib.util
from typing import Final

ENV_ID: Final = "kumalak/ToguzKumalak-v0"


def register() -> None:
    """Register `kumalak/ToguzKumalak-v0`, unless that has happened already or Gymnasium is not installed."""
    if importlib.util.find_spec("gymnasium") is None:
        return
    from gymnasium.envs import registration

    if ENV_ID not in registration.registry:
        registration.register(
            id=ENV_ID,
            entry_point="kumalak.gymnasium:ToguzKumalakEnv",
            vector_entry_point="kumalak.gymnasium:ToguzKumalakVectorEnv",
        )
