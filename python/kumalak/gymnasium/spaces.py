"""The spaces of observations."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces

import kumalak


def observation_space(
    observation: str | Sequence[str] = "tokens", rules: kumalak.Rules | None = None
) -> spaces.Space[Any]:
    """The space of one board's observations.

    Args:
        observation: Name of an encoding, or of several.
        rules: The rule set; the standard game if left out.

    Returns:
        A `Box`, or for several names a `Dict` of boxes.

    Raises:
        ValueError: If there is no such encoding.
    """
    rules = rules if rules is not None else kumalak.Rules()
    if isinstance(observation, str):
        return _box(observation, rules)
    return spaces.Dict({name: _box(name, rules) for name in observation})


def _box(name: str, rules: kumalak.Rules) -> spaces.Box:
    shape = kumalak.OBSERVATION_SHAPES.get(name)
    if shape is None:
        known = ", ".join(kumalak.OBSERVATION_SHAPES)
        raise ValueError(f"observation must be one of {known}, got {name!r}")
    if name == "planes":
        return spaces.Box(0, 1, shape, np.uint8)
    if name == "landing":
        most = np.array([18, rules.total_stones, 1, rules.total_stones], np.uint8)
        return spaces.Box(np.zeros(shape, np.uint8), np.broadcast_to(most, shape).copy(), dtype=np.uint8)
    most = np.array(rules.observation_vocabulary, np.uint8) - 1
    if name == "tokens":
        return spaces.Box(np.zeros(shape, np.uint8), most, dtype=np.uint8)
    half = rules.total_stones // 2
    scale = np.array([rules.stones] * 18 + [half] * 2 + [rules.pits] * 2 + [2], np.float32)
    return spaces.Box(np.zeros(shape, np.float32), most.astype(np.float32) / scale, dtype=np.float32)
