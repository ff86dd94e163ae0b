from typing import Any

import kumalak
import numpy as np
import pytest


def test_spaces() -> None:
    env = kumalak.VecEnv(5)
    observations, infos = env.reset()
    assert observations.shape == (5, kumalak.OBSERVATION_LEN)
    assert observations.dtype == np.uint8
    assert infos["action_mask"].shape == (5, kumalak.NUM_ACTIONS)
    assert infos["action_mask"].all()
    assert env.num_envs == len(env) == 5


def test_follows_the_positions() -> None:
    env = kumalak.VecEnv(16, seed=3, autoreset="disabled")
    env.reset()
    positions = [kumalak.Position() for _ in range(16)]
    for _ in range(400):
        actions = env.sample_actions()
        movers = [position.turn for position in positions]
        over = [position.is_over for position in positions]
        observations, rewards, terminated, truncated, infos = env.step(actions)
        for board in np.flatnonzero(~np.array(over)):
            after = positions[board].play(int(actions[board]) + 1)
            positions[board] = after
            assert env.position(int(board)) == after
            assert terminated[board] == after.is_over
            winner = {None: 0, "1/2-1/2": 0, "1-0": 1, "0-1": -1}[after.outcome]
            assert rewards[board] == (winner if movers[board] == "white" else -winner)
            assert [index + 1 for index in np.flatnonzero(infos["action_mask"][board])] == after.legal_moves
            assert observations[board, :22].tolist() == after.observation()[:22].tolist()
        assert not truncated.any()
    assert all(position.is_over for position in positions)


def test_step_into_is_step() -> None:
    one, other = kumalak.VecEnv(100, seed=1), kumalak.VecEnv(100, seed=1)
    into_observations = np.empty((100, kumalak.OBSERVATION_LEN), np.uint8)
    into_mask = np.empty((100, kumalak.NUM_ACTIONS), np.bool_)
    into_rewards = np.empty(100, np.int8)
    into_terminated = np.empty(100, np.bool_)
    into_truncated = np.empty(100, np.bool_)
    for _ in range(200):
        actions = one.sample_actions()
        assert (actions == other.sample_actions()).all()
        observations, rewards, terminated, truncated, infos = one.step(actions)
        other.step_into(
            actions,
            observations=into_observations,
            action_mask=into_mask,
            rewards=into_rewards,
            terminated=into_terminated,
            truncated=into_truncated,
        )
        assert (into_observations == observations).all()
        assert (into_mask == infos["action_mask"]).all()
        assert (into_rewards == rewards).all()
        assert (into_terminated == terminated).all()
        assert (into_truncated == truncated).all()


def test_finished_games_keep_the_last_position() -> None:
    env = kumalak.VecEnv(64, seed=5, autoreset="same_step")
    seen = 0
    for _ in range(300):
        env.step(env.sample_actions())
        games = env.finished_games()
        count = len(games["board"])
        assert games["observation"].shape == (count, kumalak.OBSERVATION_LEN)
        white, black = games["kazans"].T.astype(int)
        assert (np.sign(white - black) == games["white_result"]).all()
        assert (env.plies()[games["board"]] == 0).all()
        seen += count
    assert seen > 64


def test_an_illegal_action_changes_nothing() -> None:
    env = kumalak.VecEnv(3)
    before = env.observations()
    with pytest.raises(ValueError, match="board 1: .*0 to 8, got 9"):
        env.step(np.array([0, 9, 0], np.uint8))
    assert (env.observations() == before).all()
    with pytest.raises(ValueError, match="must have 3 entries, got 2"):
        env.step(np.zeros(2, np.uint8))


def test_ply_cap_truncates() -> None:
    env = kumalak.VecEnv(2, rules=kumalak.Rules(ply_cap=10))
    for _ in range(10):
        _, rewards, terminated, truncated, _ = env.step(env.sample_actions())
    assert truncated.all()
    assert not terminated.any()
    assert not rewards.any()


def test_seeds_decide() -> None:
    env = kumalak.VecEnv(8, seed=1)
    first = [env.sample_actions().tolist() for _ in range(5)]
    env.reset(seed=1)
    assert [env.sample_actions().tolist() for _ in range(5)] == first
    env.reset(seed=2)
    assert [env.sample_actions().tolist() for _ in range(5)] != first


def test_clone_goes_its_own_way() -> None:
    env = kumalak.VecEnv(8, seed=1)
    copy = env.clone()
    env.step(env.sample_actions())
    assert (copy.plies() == 0).all()
    copy.step(copy.sample_actions())
    assert (copy.observations() == env.observations()).all()


def test_set_position() -> None:
    env = kumalak.VecEnv(2)
    position = kumalak.Position().play(7)
    env.set_position(1, position)
    assert env.position(1) == position
    assert env.current_player().tolist() == [0, 1]
    with pytest.raises(ValueError, match="other rules"):
        env.set_position(0, kumalak.Position(kumalak.Rules("bestemshe")))
    with pytest.raises(ValueError, match="no board 2"):
        env.position(2)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"num_envs": 0}, "num_envs must be a whole number from 1 on, got 0"),
        ({"num_envs": -1}, "num_envs must be a whole number from 1 on, got -1"),
        ({"num_envs": 10**12}, "at most 16777216 boards"),
        ({"num_envs": 1, "autoreset": "never"}, "same_step"),
    ],
)
def test_bad_arguments(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        kumalak.VecEnv(**arguments)  # type: ignore[arg-type]


def into_arrays(env: kumalak.VecEnv) -> dict[str, Any]:
    boards = env.num_envs
    return {
        "action_mask": np.empty((boards, kumalak.NUM_ACTIONS), np.bool_),
        "rewards": np.empty(boards, np.int8),
        "terminated": np.empty(boards, np.bool_),
        "truncated": np.empty(boards, np.bool_),
        "current_player": np.empty(boards, np.uint8),
    }


@pytest.mark.parametrize("choice", [*kumalak.OBSERVATION_SHAPES, ("landing", "scaled"), ("tokens",)])
def test_observations_are_those_of_positions(choice: str | tuple[str, ...]) -> None:
    env = kumalak.VecEnv(70, seed=2, observation=choice)
    assert env.observation == choice
    observations, _ = env.reset()
    arrays = into_arrays(env)
    for _ in range(150):
        env.step_into(env.sample_actions(), observations=observations, **arrays)
    assert (arrays["current_player"] == env.current_player()).all()
    by_name: dict[str, Any] = observations if isinstance(choice, tuple) else {choice: observations}
    for kind, array in by_name.items():
        assert array.shape == (70, *kumalak.OBSERVATION_SHAPES[kind])
        for board in range(70):
            if env.action_mask()[board].any():
                expected = env.position(board).observation(kind=kind)
                assert np.array_equal(array[board], expected)


def test_step_into_fills_what_is_given() -> None:
    env = kumalak.VecEnv(3)
    rewards = np.full(3, 7, np.int8)
    env.step_into(np.zeros(3, np.uint8), rewards=rewards)
    assert rewards.tolist() == [0, 0, 0]
    env.step_into([1, 1, 1])
    assert env.plies().tolist() == [2, 2, 2]


@pytest.mark.parametrize(
    ("name", "array", "message"),
    [
        (
            "rewards",
            np.zeros(3),
            r"rewards must be a C-contiguous array of int8 with shape \[3\], got float64",
        ),
        ("rewards", np.zeros(4, np.int8), r"got int8 with shape \[4\]"),
        ("rewards", np.zeros(6, np.int8)[::2], r"got int8 with shape \[3\], not C-contiguous"),
        ("observations", np.zeros((3, 22), np.uint8), r"shape \[3, 23\], got uint8 with shape \[3, 22\]"),
        ("terminated", np.broadcast_to(np.zeros(3, np.bool_), 3), "terminated cannot be written to"),
    ],
)
def test_step_into_refuses_other_arrays(name: str, array: Any, message: str) -> None:
    env = kumalak.VecEnv(3)
    with pytest.raises(ValueError, match=message):
        env.step_into(np.zeros(3, np.uint8), **{name: array})
    assert not env.plies().any()


def test_actions_are_whole_numbers_of_any_type() -> None:
    env = kumalak.VecEnv(2)
    env.step(np.array([0, 1], np.int64))
    env.step([2, 3])
    assert env.plies().tolist() == [2, 2]
    with pytest.raises(kumalak.IllegalMoveError, match="board 1: .*got -1"):
        env.step([0, -1])
    with pytest.raises(kumalak.IllegalMoveError, match="board 0: .*got 256"):
        env.step([256, 0])
    with pytest.raises(TypeError, match="actions must hold whole numbers"):
        env.step([0.5, 1])
    with pytest.raises(ValueError, match=r"actions must have the shape \[2\]"):
        env.step([[0, 1]])


def test_an_array_is_for_one_thing() -> None:
    env = kumalak.VecEnv(3)
    actions = np.zeros(3, np.uint8)
    flags = np.zeros(3, np.bool_)
    with pytest.raises(ValueError, match="cannot be written to"):
        env.step_into(actions, terminated=flags, truncated=flags)
    env.step_into(actions, current_player=actions)
    assert actions.tolist() == [1, 1, 1]


def test_sample_actions_fills_an_array() -> None:
    env, twin = kumalak.VecEnv(4, seed=1), kumalak.VecEnv(4, seed=1)
    out = np.empty(4, np.uint8)
    assert env.sample_actions(out) is out
    assert (out == twin.sample_actions()).all()


def test_reset_of_some_boards() -> None:
    env = kumalak.VecEnv(3)
    env.step([0, 0, 0])
    env.reset(mask=np.array([True, False, True]))
    assert env.plies().tolist() == [0, 1, 0]
    with pytest.raises(ValueError, match=r"mask must be an array of bool with shape \[3\], got shape \[2\]"):
        env.reset(mask=[True, False])
    with pytest.raises(TypeError, match=r"mask must be an array of bool with shape \[3\], got int64"):
        env.reset(mask=[1, 0, 1])  # type: ignore[list-item]


def test_render() -> None:
    env = kumalak.VecEnv(6)
    env.step([6] * 6)
    assert env.render(2) == str(kumalak.Position().play(7))
    assert env.render(2, "svg").startswith("<svg")
    assert env._repr_html_().count("<svg") == 4
    assert "2 more boards" in env._repr_html_()
    with pytest.raises(ValueError, match="mode"):
        env.render(0, "human")
    with pytest.raises(ValueError, match="no board 6"):
        env.render(6)


def test_memory_grows_with_the_boards() -> None:
    few, many = (kumalak.VecEnv(boards).memory_bytes for boards in (64, 6400))
    assert 50 * few < many < 150 * few
