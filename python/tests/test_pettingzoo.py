"""The PettingZoo environment under PettingZoo's own checks."""

from typing import Any

import kumalak
import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from kumalak import pettingzoo as toguz_kumalak
from pettingzoo.test import api_test, render_test, seed_test

# The checks warn of observations that are dicts, which action masks need.
DICTS = [
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Observation is not a NumPy array:UserWarning",
]
pytestmark = [pytest.mark.filterwarnings(warning) for warning in DICTS]


@pytest.mark.parametrize("observation", ["tokens", "planes", "scaled"])
def test_api(observation: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(toguz_kumalak.env(observation=observation), num_cycles=300)
    api_test(toguz_kumalak.raw_env(observation=observation, rules="bestemshe"), num_cycles=300)
    assert capsys.readouterr().out.count("Passed") == 2


def test_seeds() -> None:
    seed_test(toguz_kumalak.env, num_cycles=100)
    seed_test(toguz_kumalak.raw_env, num_cycles=100)


def test_rendering() -> None:
    render_test(
        lambda render_mode: toguz_kumalak.env(render_mode=render_mode), {"svg": lambda svg: "<svg" in svg}
    )


def play(env: Any, seed: int) -> None:
    chooser = np.random.default_rng(seed)
    for agent in env.agent_iter():
        observation, _, termination, truncation, _ = env.last()
        if termination or truncation:
            assert not observation["action_mask"].any()
            env.step(None)
            continue
        assert agent == ("player_0" if env.unwrapped.game.turn == "white" else "player_1")
        env.step(int(chooser.choice(np.flatnonzero(observation["action_mask"]))))


def test_rewards() -> None:
    for seed in range(5):
        env = toguz_kumalak.raw_env()
        env.reset()
        last: dict[str, float] = {}
        chooser = np.random.default_rng(seed)
        while not env.game.is_over:
            mask = env.observe(env.agent_selection)["action_mask"]
            env.step(int(chooser.choice(np.flatnonzero(mask))))
            last = dict(env.rewards)
        white = {"1-0": 1.0, "0-1": -1.0}.get(env.game.outcome or "", 0.0)
        assert last == {"player_0": white, "player_1": -white}
        assert all(env.terminations.values())
        assert not any(env.truncations.values())
        play(env, seed)
        assert env.agents == []


def test_ply_cap_truncates() -> None:
    env = toguz_kumalak.env(rules=kumalak.Rules(ply_cap=5))
    env.reset()
    play(env, 0)
    env.reset()
    for action in range(5):
        env.step(action)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


def test_illegal_moves(caplog: pytest.LogCaptureFixture) -> None:
    position = kumalak.Position.from_board([[0] * 8 + [9], [9] * 8 + [8]], [73, 0])
    raw = toguz_kumalak.raw_env()
    raw.reset(options={"start": position})
    with pytest.raises(kumalak.IllegalMoveError, match="pit 1 of White is empty"):
        raw.step(0)
    with pytest.raises(kumalak.IllegalMoveError, match="0 to 8, got 9"):
        raw.step(9)
    env = toguz_kumalak.env()
    env.reset(options={"start": position})
    env.step(0)
    assert "Illegal move made" in caplog.text
    assert env.rewards["player_0"] == -1
    assert all(env.terminations.values())
