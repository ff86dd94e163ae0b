"""Makes the environments known to Gymnasium, where it is installed."""

from typing import Final

ENV_ID: Final = "kumalak/ToguzKumalak-v0"


def register() -> None:
    """Register `kumalak/ToguzKumalak-v0`, unless that has happened already or Gymnasium is not installed."""
    try:
        from gymnasium.envs import registration
    except ImportError:
        return
    if ENV_ID not in registration.registry:
        registration.register(
            id=ENV_ID,
            entry_point="kumalak.gymnasium:ToguzKumalakEnv",
            vector_entry_point="kumalak.gymnasium:ToguzKumalakVectorEnv",
        )
