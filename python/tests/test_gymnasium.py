"""The Gymnasium environments under Gymnasium's own checks."""

import copy
import subprocess
import sys
from typing import Any

import kumalak
import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env, data_equivalence  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402

ID = "kumalak/ToguzKumalak-v0"


@pytest.mark.parametrize("opponent", ["random", "greedy", "alphabeta:depth=1"])
@pytest.mark.parametrize("side", ["white", "random"])
@pytest.mark.parametrize("observation", ["tokens", "planes", "scaled", ("tokens", "landing")])
def test_check_env(opponent: str, side: str, observation: str | tuple[str, ...]) -> None:
    arguments = {"opponent": opponent, "side": side, "observation": observation}
    env = gymnasium.make(ID, illegal_action="loss", render_mode="ansi", **arguments)
    check_env(env.unwrapped)


def test_registered_by_importing_kumalak() -> None:
    code = f"import kumalak, gymnasium; print(gymnasium.make_vec({ID!r}, num_envs=2).num_envs)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "2\n"
    assert gymnasium.make(f"kumalak.gymnasium:{ID}").spec.id == ID


def test_kumalak_works_without_gymnasium() -> None:
    code = """
import sys
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] == "gymnasium":
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Hidden())
import kumalak
print(kumalak.VecEnv(3).num_envs)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "3\n"


def play_single(env: Any, seed: int) -> list[Any]:
    trace: list[Any] = []
    observation, info = env.reset(seed=seed)
    chooser = np.random.default_rng(0)
    done = False
    while not done:
        trace += [observation, info]
        observation, reward, terminated, truncated, info = env.step(
            chooser.choice(np.flatnonzero(info["action_mask"]))
        )
        trace += [reward, terminated, truncated]
        done = terminated or truncated
        assert observation in env.observation_space
    trace += [observation, info]
    return trace


@pytest.mark.parametrize("side", ["white", "black", "random"])
def test_games_are_decided_by_their_seed(side: str) -> None:
    env = gymnasium.make(ID, side=side)
    first, again, other = (play_single(env, seed) for seed in (1, 1, 2))
    assert data_equivalence(first, again, exact=True)
    assert not data_equivalence(first, other)


def test_rewards_belong_to_the_agent() -> None:
    rewards = []
    for side, seed in [("white", 1), ("black", 2), ("random", 3), ("random", 4)]:
        env = gymnasium.make(ID, opponent="greedy", side=side)
        reward = play_single(env, seed)[-5]
        game = env.unwrapped.game
        white = {"1-0": 1, "0-1": -1}.get(game.outcome, 0)
        assert reward == (white if env.unwrapped.side == "white" else -white)
        rewards.append(reward)
        own, others = env.unwrapped.game.observation(side=env.unwrapped.side)[18:20]
        assert np.sign(int(own) - int(others)) == reward
    assert -1 in rewards


def test_illegal_actions() -> None:
    position = kumalak.Position.from_board([[0] * 8 + [9], [9] * 8 + [8]], [73, 0])
    env = gymnasium.make(ID)
    env.reset(seed=1, options={"start": position})
    with pytest.raises(kumalak.IllegalMoveError, match="is empty"):
        env.step(0)
    for action in (-1, 9):
        with pytest.raises(kumalak.IllegalMoveError, match="0 to 8"):
            env.step(action)
    env = gymnasium.make(ID, illegal_action="loss")
    env.reset(seed=1, options={"start": position})
    _, reward, terminated, truncated, info = env.step(0)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert not info["action_mask"].any()


def test_ply_cap_truncates_the_single_game() -> None:
    env = gymnasium.make(ID, rules=kumalak.Rules(ply_cap=4))
    env.reset(seed=1)
    assert env.step(0)[2:4] == (False, False)
    assert env.step(1)[1:4] == (0.0, False, True)


def test_a_copied_game_goes_on_alike() -> None:
    env = gymnasium.make(ID, illegal_action="loss").unwrapped
    env.reset(seed=5)
    env.step(0)
    twin = copy.deepcopy(env)
    for action in (1, 2, 3):
        assert data_equivalence(env.step(action), twin.step(action), exact=True)
    assert env.game.moves == twin.game.moves
    assert env.game is not twin.game


def test_render(capsys: pytest.CaptureFixture[str]) -> None:
    env = gymnasium.make(ID, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == str(kumalak.Position())
    env = gymnasium.make(ID, render_mode="svg")
    env.reset(seed=1)
    env.step(6)
    assert 'class="last"' in env.render()
    env = gymnasium.make(ID, render_mode="human")
    env.reset(seed=1)
    assert capsys.readouterr().out == f"{kumalak.Position()}\n\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"opponent": "stockfish"}, "unknown player"),
        ({"side": "green"}, "side must be one of 'white', 'black', 'random', got 'green'"),
        ({"illegal_action": "ignore"}, "illegal_action must be"),
        (
            {"observation": "pixels"},
            "observation must be one of tokens, planes, scaled, landing, got 'pixels'",
        ),
        ({"rules": "chess"}, "no rule set"),
    ],
)
def test_bad_arguments(arguments: dict[str, str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        gymnasium.make(ID, **arguments)


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("observation", ["tokens", "planes", "scaled", ("tokens", "landing")])
def test_vector_env(mode: AutoresetMode, observation: str | tuple[str, ...]) -> None:
    env, twin = (
        gymnasium.make_vec(ID, num_envs=6, rules="bestemshe", observation=observation, autoreset_mode=mode)
        for _ in range(2)
    )
    assert env.metadata["autoreset_mode"] == mode
    first, _ = env.reset(seed=3)
    again, _ = twin.reset(seed=3)
    assert data_equivalence(first, again, exact=True)
    for _ in range(60):
        actions = env.unwrapped.boards.sample_actions()
        result = env.step(actions)
        assert data_equivalence(result, twin.step(twin.unwrapped.boards.sample_actions()), exact=True)
        observations, rewards, terminated, truncated, infos = result
        assert observations in env.observation_space
        assert rewards.dtype == np.float64
        assert terminated.shape == truncated.shape == (6,)
        assert infos["action_mask"].shape == (6, 9)
        if mode == AutoresetMode.SAME_STEP and terminated.any():
            assert (infos["_final_obs"] == terminated).all()
            for board in np.flatnonzero(terminated):
                assert infos["final_obs"][board] in env.single_observation_space
                assert infos["final_info"]["plies"][board] > 0
        elif mode == AutoresetMode.DISABLED and terminated.any():
            env.reset(options={"reset_mask": terminated})
            twin.reset(options={"reset_mask": terminated})


def test_vector_env_is_the_vec_env() -> None:
    env = gymnasium.make_vec(ID, num_envs=4, autoreset_mode="SameStep")
    boards = kumalak.VecEnv(4, seed=[5, 6, 7, 8], autoreset="same_step")
    env.reset(seed=5)
    for _ in range(200):
        actions = boards.sample_actions()
        assert (env.unwrapped.boards.sample_actions() == actions).all()
        expected = boards.step(actions)
        found = env.step(actions)
        assert all(np.array_equal(one, other) for one, other in zip(found[:4], expected[:4], strict=True))


def test_vectors_against_an_opponent() -> None:
    env = gymnasium.make_vec(ID, num_envs=3, vectorization_mode="sync", opponent="greedy", side="black")
    _, infos = env.reset(seed=1)
    for _ in range(3):
        observations, _, _, _, infos = env.step(infos["action_mask"].argmax(axis=1))
    assert observations.shape == (3, 23)


def test_an_opponent_may_be_a_player() -> None:
    player = kumalak.Player("greedy", seed=3)
    env = gymnasium.make(ID, opponent=player).unwrapped
    assert env.opponent.name == "greedy"
    assert env.opponent is not player
    with pytest.raises(ValueError, match="exact cannot play games under the rules standard"):
        gymnasium.make(ID, opponent="exact")


def test_arguments_of_the_other_environment() -> None:
    with pytest.raises(TypeError, match='opponent belongs to a single .* vectorization_mode="sync"'):
        gymnasium.make_vec(ID, num_envs=2, opponent="greedy")
    with pytest.raises(TypeError, match="there is no argument 'observations', only num_envs, rules, observ"):
        gymnasium.make_vec(ID, num_envs=2, observations="tokens")


def test_unknown_options_of_reset() -> None:
    with pytest.raises(ValueError, match="reset has no option 'position', only 'start'"):
        gymnasium.make(ID).unwrapped.reset(options={"position": kumalak.Position()})
    with pytest.raises(ValueError, match="reset has no option 'mask', only 'reset_mask'"):
        gymnasium.make_vec(ID, num_envs=2).unwrapped.reset(options={"mask": [True, False]})


def test_vector_render() -> None:
    env = gymnasium.make_vec(ID, num_envs=2, render_mode="ansi")
    env.reset()
    assert env.render() == (str(kumalak.Position()),) * 2
