"""The options of `reset`."""

from collections.abc import Mapping
from typing import Any


def check_options(options: Mapping[str, Any] | None, *known: str) -> None:
    """Refuses options that `reset` does not have.

    Raises:
        ValueError: Names the unknown option and those that there are.
    """
    for name in options or {}:
        if name not in known:
            raise ValueError(f"reset has no option {name!r}, only {', '.join(map(repr, known))}")
