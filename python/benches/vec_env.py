"""Moves per second from Python, and their ratio to a plain loop over one position in Rust in the same run.

    python python/benches/vec_env.py [boards]

One thread. Every line is the best of several short turns, which alternate so that a busy machine slows all of them
down alike. Arrays are the caller's: nothing is allocated in a step. What a line says it does is all that is timed:
where it says nothing of drawing, random legal actions are drawn outside the measured time.
"""

import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import kumalak
import numpy as np
from kumalak._kumalak import _play_random_moves

TURNS = 30
MOVES_IN_A_TURN = 400_000
MEMORY_BOARDS = 4096

Turn = Callable[[], float]
"""Plays for a while and returns moves per second."""


def one_position() -> Turn:
    """Random moves on one position, in Rust."""

    def turn() -> float:
        start = time.perf_counter()
        _play_random_moves(MOVES_IN_A_TURN, 1)
        return MOVES_IN_A_TURN / (time.perf_counter() - start)

    return turn


def many_boards(boards: int, observation: str | None, *, draws: bool) -> Turn:
    """Steps with actions in and rewards, ends and masks out; observations too if a kind is named."""
    env = kumalak.VecEnv(boards, seed=1, autoreset="same_step", observation=observation or "tokens")
    observations, infos = env.reset()
    out: dict[str, Any] = {
        "action_mask": infos["action_mask"],
        "rewards": np.zeros(boards, np.int8),
        "terminated": np.zeros(boards, np.bool_),
        "truncated": np.zeros(boards, np.bool_),
    }
    if observation is not None:
        out["observations"] = observations
    actions = np.zeros(boards, np.uint8)
    steps = max(1, MOVES_IN_A_TURN // boards)

    def drawing() -> float:
        start = time.perf_counter()
        for _ in range(steps):
            env.sample_actions(actions)
            env.step_into(actions, **out)
        return steps * boards / (time.perf_counter() - start)

    def stepping() -> float:
        elapsed = 0.0
        for _ in range(steps):
            env.sample_actions(actions)
            start = time.perf_counter()
            env.step_into(actions, **out)
            elapsed += time.perf_counter() - start
        return steps * boards / elapsed

    return drawing if draws else stepping


def contestants(boards: int) -> Iterator[tuple[str, Turn]]:
    """What is measured, the yardstick first."""
    yield "one position, random moves", one_position()
    for draws in (False, True):
        drawn = "drawing actions, " if draws else ""
        yield f"{boards} boards: {drawn}step", many_boards(boards, None, draws=draws)
        for observation in kumalak.OBSERVATION_SHAPES:
            turn = many_boards(boards, observation, draws=draws)
            yield f"{boards} boards: {drawn}step, {observation}", turn


def print_memory(rules: str) -> None:
    """Print how much memory an environment takes when it is new, and when games have been played."""
    env = kumalak.VecEnv(MEMORY_BOARDS, seed=1, rules=rules, autoreset="same_step")
    fresh = env.memory_bytes / MEMORY_BOARDS
    for _ in range(1000):
        env.step_into(env.sample_actions())
    used = env.memory_bytes / MEMORY_BOARDS
    print(f"memory, {rules}: {fresh:.0f} bytes a board, {used:.0f} after 1000 random steps")


def main() -> None:
    """Measure and print."""
    boards = int(sys.argv[1]) if len(sys.argv) > 1 else 4096
    for rules in ("standard", "bestemshe", "qozdatu"):
        print_memory(rules)
    turns = dict(contestants(boards))
    best = dict.fromkeys(turns, 0.0)
    for _ in range(TURNS):
        for name, turn in turns.items():
            best[name] = max(best[name], turn())
    unit = next(iter(best.values()))
    level = kumalak.VecEnv(1).simd_level
    print(f"rewards, ends and masks of every step in arrays of the caller; one thread, {level}")
    for name, speed in best.items():
        print(f"{name:52} {speed / 1e6:8.1f} million moves/s  ratio {speed / unit:6.2f}")


if __name__ == "__main__":
    main()
